"""What a game is played for: points of money, or chances to win a match."""

from abc import ABC, abstractmethod
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Final

import numpy as np
from numpy.typing import ArrayLike, NDArray

from bitgammon.arguments import flag, integer, quoted
from bitgammon.batch.arrays import any_array, array_of
from bitgammon.cube.checks import LARGEST_LOG2, levels, owners, real, together
from bitgammon.cube.match_equity import MOST_AWAY, MatchEquityTable
from bitgammon.errors import BatchShapeError, InvalidPositionError, OutOfRangeError
from bitgammon.game.options import power_of_two
from bitgammon.game.position import Position
from bitgammon.rules import RESULT_POINTS

_POINTS: Final = np.array(RESULT_POINTS)


class Terms(ABC):
    """What the results of a game are worth to one of its sides, and when it may double.

    Every method takes ``log2``, integers 0..15, the cube's value being 2**log2: one for all, or (M,), and answers with
    shape () or (M,) accordingly. What a result is worth is in points for money, in match winning chance 0..1 for a
    match. Raises OutOfRangeError for one integer out of range, BatchValueError naming the place in an array,
    BatchShapeError, TypeError.
    """

    cube_limit: int

    @abstractmethod
    def payoffs(self, log2: ArrayLike, centred: ArrayLike) -> NDArray[np.float64]:
        """What each result is worth, float64 (M, 6) or (6,): a single game, a gammon, a backgammon won, then lost.
        centred: bool, one or (M,): whether nobody owns the cube, which bears on the Jacoby rule only."""

    @abstractmethod
    def drop_value(self, log2: ArrayLike) -> NDArray[np.float64]:
        """What it is worth to the side these are the terms of, having doubled, that the other side drops."""

    @abstractmethod
    def dropped_value(self, log2: ArrayLike) -> NDArray[np.float64]:
        """What it is worth to the side these are the terms of to drop the other's double."""

    @abstractmethod
    def swapped(self) -> "Terms":
        """The same terms seen by the other side."""

    @abstractmethod
    def normalised(self, value: ArrayLike, log2: ArrayLike) -> NDArray[np.float64]:
        """value, float () or (M,), as equity in units of the cube: losing 2**log2 points is -1, winning them +1."""

    def legal_double(self, log2: ArrayLike, owner: ArrayLike) -> NDArray[np.bool_]:
        """Whether the rules let the side these are the terms of double. owner, one integer or (M,): 0 the cube is
        centred, +1 that side owns it, -1 the other one does."""
        cube, whose = levels(log2), owners(owner)
        shape = together(cube, whose, ("log2", "owner"))
        return np.broadcast_to((whose >= 0) & (2 << cube <= self.cube_limit), shape).copy()

    def may_double(self, log2: ArrayLike, owner: ArrayLike) -> NDArray[np.bool_]:
        """Whether a double is legal, and the cube not dead: of some use to who turns it. owner as ``legal_double``."""
        return self.legal_double(log2, owner)


@dataclass(frozen=True)
class MoneyTerms(Terms):
    """Money play: a result is worth points. jacoby: gammons count one while the cube is centred. cube_limit: the
    highest value the cube may show, a power of two up to 2**15. Raises OutOfRangeError, TypeError.

    >>> MoneyTerms(jacoby=True).payoffs([1, 1], [False, True]).tolist()
    [[2.0, 4.0, 6.0, -2.0, -4.0, -6.0], [2.0, 2.0, 2.0, -2.0, -2.0, -2.0]]
    """

    jacoby: bool = False
    cube_limit: int = 64

    def __post_init__(self) -> None:
        flag("jacoby", self.jacoby)
        power_of_two("cube_limit", self.cube_limit)

    def payoffs(self, log2: ArrayLike, centred: ArrayLike) -> NDArray[np.float64]:
        """Points, float64 (M, 6) or (6,). See Terms."""
        stake, middle = _with_centred(log2, centred)
        points = np.where((middle & self.jacoby)[..., None], np.sign(_POINTS), _POINTS)
        return np.asarray(points * np.exp2(stake)[..., None])

    def drop_value(self, log2: ArrayLike) -> NDArray[np.float64]:
        """2**log2 points.

        >>> MoneyTerms().drop_value([0, 3]).tolist()
        [1.0, 8.0]
        """
        return np.asarray(np.exp2(levels(log2)))

    def dropped_value(self, log2: ArrayLike) -> NDArray[np.float64]:
        """-2**log2 points.

        >>> MoneyTerms().dropped_value([0, 3]).tolist()
        [-1.0, -8.0]
        """
        return -self.drop_value(log2)

    def swapped(self) -> "MoneyTerms":
        """The same: money is worth the same to both sides.

        >>> MoneyTerms(jacoby=True).swapped()
        MoneyTerms(jacoby=True, cube_limit=64)
        """
        return self

    def normalised(self, value: ArrayLike, log2: ArrayLike) -> NDArray[np.float64]:
        """Points for each point of the cube.

        >>> MoneyTerms().normalised([6.0, -1.0], 2).tolist()
        [1.5, -0.25]
        """
        given, cube = _with_value(value, log2)
        return np.asarray(given / np.exp2(cube))


@dataclass(frozen=True)
class MatchTerms(Terms):
    """A game of a match, the side seen needing own_away points and the other one other_away, 1..64 each: a result is
    worth the chance to win the match, by the table. There is no Jacoby rule.

    crawford: this is the Crawford game. post_crawford: it was; found out where it is not given, as any other game in
    which a side is 1 away comes after the Crawford game. Where a match has no Crawford rule, the table is for one that
    has, up to that point. Raises OutOfRangeError, also for flags that the score does not allow, and TypeError.

    >>> MatchTerms(2, 1).post_crawford, MatchTerms(2, 1, crawford=True).post_crawford
    (True, False)
    >>> MatchTerms(2, 2).payoffs(0, True).tolist()
    [0.67736, 1.0, 1.0, 0.32264, 0.0, 0.0]
    """

    own_away: int
    other_away: int
    crawford: bool = False
    post_crawford: bool = False
    table: MatchEquityTable = field(default_factory=MatchEquityTable.load)
    cube_limit: int = 64

    def __post_init__(self) -> None:
        for name in ("own_away", "other_away"):
            integer(name, getattr(self, name), 1, MOST_AWAY)
        for name in ("crawford", "post_crawford"):
            flag(name, getattr(self, name))
        if not isinstance(self.table, MatchEquityTable):
            raise TypeError(f"table: expected a MatchEquityTable, not {quoted(self.table)}")
        power_of_two("cube_limit", self.cube_limit)
        close = 1 in (self.own_away, self.other_away)
        for name in ("crawford", "post_crawford"):
            if getattr(self, name) and not close:
                raise OutOfRangeError(f"{name}=True, but nobody is 1 away: {self.own_away}, {self.other_away}")
        if self.crawford and self.post_crawford:
            raise OutOfRangeError("crawford=True and post_crawford=True: it cannot be both")
        object.__setattr__(self, "post_crawford", close and not self.crawford)

    def payoffs(self, log2: ArrayLike, centred: ArrayLike) -> NDArray[np.float64]:
        """Match winning chances, float64 (M, 6) or (6,). See Terms."""
        cube, middle = _with_centred(log2, centred)
        return np.asarray(self.every_payoff[np.broadcast_to(cube, np.broadcast(cube, middle).shape)])

    @cached_property
    def every_payoff(self) -> NDArray[np.float64]:
        """Match winning chances, float64 (17, 6): of the results, by the logarithm of the cube, one beyond the largest.

        >>> MatchTerms(1, 1).every_payoff[0].tolist()
        [1.0, 1.0, 1.0, 0.0, 0.0, 0.0]
        """
        points = _POINTS << np.arange(LARGEST_LOG2 + 2)[:, None]
        own, other = self.own_away - np.maximum(points, 0), self.other_away + np.minimum(points, 0)
        found = self.table.chance(own, other, self.crawford or self.post_crawford)
        found.flags.writeable = False
        return found

    def drop_value(self, log2: ArrayLike) -> NDArray[np.float64]:
        """The chance after winning 2**log2 points.

        >>> float(MatchTerms(4, 2).drop_value(1))
        0.5
        """
        return np.asarray(self.every_payoff[levels(log2), 0])

    def dropped_value(self, log2: ArrayLike) -> NDArray[np.float64]:
        """The chance after losing 2**log2 points.

        >>> float(MatchTerms(4, 2).dropped_value(0))
        0.18564
        """
        return np.asarray(self.every_payoff[levels(log2), 3])

    def swapped(self) -> "MatchTerms":
        """The same match seen by the other side.

        >>> MatchTerms(4, 2).swapped() == MatchTerms(2, 4)
        True
        """
        return replace(self, own_away=self.other_away, other_away=self.own_away)

    def normalised(self, value: ArrayLike, log2: ArrayLike) -> NDArray[np.float64]:
        """Equivalent to money game: match winning chance, mapped so that losing 2**log2 points is -1, winning +1.

        >>> MatchTerms(3, 3).normalised([0.4005300, 0.5, 0.5994700], 0).round(6).tolist()
        [-1.0, 0.0, 1.0]
        """
        given, cube = _with_value(value, log2)
        won, lost = self.every_payoff[cube, 0], self.every_payoff[cube, 3]
        return np.asarray((2 * given - won - lost) / (won - lost))

    def legal_double(self, log2: ArrayLike, owner: ArrayLike) -> NDArray[np.bool_]:
        """See Terms; never in the Crawford game.

        >>> MatchTerms(3, 1, crawford=True).legal_double([0, 0], [0, 1]).tolist()
        [False, False]
        """
        return super().legal_double(log2, owner) & (not self.crawford)

    def may_double(self, log2: ArrayLike, owner: ArrayLike) -> NDArray[np.bool_]:
        """See Terms; the cube is dead for a side that the points it shows already bring to the end of the match.

        >>> MatchTerms(4, 5).may_double([0, 1, 2, 1], [0, 1, 1, -1]).tolist()
        [True, True, False, False]
        """
        return self.legal_double(log2, owner) & (1 << levels(log2) < self.own_away)


def terms_of(position: Position) -> MoneyTerms | MatchTerms:
    """What the game of a position is played for, seen by the side on roll, ``position.turn``.

    Without a cube (options) its limit is 1. A game of a match with a side 1 away that is not the Crawford game counts
    as one after it. Raises OutOfRangeError for more than 64 away, InvalidPositionError where the match is over,
    TypeError.

    >>> terms_of(Position(length=5, score=(4, 2)))
    MatchTerms(own_away=3, other_away=1, crawford=False, post_crawford=True, table=<MatchEquityTable kazaross-xg2, \
25 points>, cube_limit=64)
    """
    if not isinstance(position, Position):
        raise TypeError(f"position: expected a Position, not {quoted(position)}")
    options = position.options
    limit = options.cube_limit if options.cube else 1
    if not position.length:
        return MoneyTerms(options.jacoby, limit)
    check_going_on(position)
    own, other = position.away(position.turn), position.away(position.turn.other)
    if max(own, other) > MOST_AWAY:
        raise OutOfRangeError(
            f"score={position.score}, length={position.length}: match equities are known to {MOST_AWAY} away"
        )
    return MatchTerms(own, other, position.crawford, cube_limit=limit)


def check_going_on(position: Position) -> None:
    """InvalidPositionError where a side has the points of the match."""
    if position.length and max(position.score) >= position.length:
        raise InvalidPositionError(f"score={position.score}, length={position.length}: the match is over")


def _with_centred(log2: ArrayLike, centred: ArrayLike) -> tuple[NDArray[np.int64], NDArray[np.bool_]]:
    cube, middle = levels(log2), any_array("centred", centred)
    if middle.dtype != np.bool_:
        raise TypeError(f"centred: expected bools, not {quoted(centred)}")
    if middle.ndim:
        middle = array_of("centred", middle, ("M",) if not cube.ndim else cube.shape)
    return cube, middle


def _with_value(value: ArrayLike, log2: ArrayLike) -> tuple[NDArray[np.float64], NDArray[np.int64]]:
    cube, found = levels(log2), any_array("value", value)
    found = real("value", value, ("M",) if found.ndim else ())
    if found.ndim and cube.ndim and found.shape != cube.shape:
        raise BatchShapeError(f"value: expected shape {cube.shape}, that of log2, not {found.shape}")
    return found, cube
