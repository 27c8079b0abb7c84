"""Take and cash points: how often a side must win for its take, and for the other side's drop, to be right.

W and L are the mean points of a win and of a loss, 1 to 3, in units of the cube. Janowski, Take-points in money games,
1993, has them for a cube that is never turned again (dead, x = 0) and for one always turned to the very point (live,
x = 1), x being the cube's efficiency; GNU Backgammon's manual describes the same in matches.
"""

from typing import Any, Final, NamedTuple

import numpy as np
from numpy.typing import ArrayLike, NDArray

from bitgammon.arguments import flag, quoted
from bitgammon.batch.arrays import any_array
from bitgammon.cube.checks import LARGEST_LOG2, a_row_each, checked_outcomes, levels, real
from bitgammon.cube.terms import MatchTerms, MoneyTerms
from bitgammon.errors import BatchShapeError, BatchValueError

Numbers = NDArray[np.float64]
_NEVER: Final = np.zeros(1, np.bool_)


class Points(NamedTuple):
    """Chances to win, float64 (M,), of the side the terms are seen from: from ``take`` on it may take a double; from
    ``cash`` on the other side must drop one. NaN where the rules have no such double."""

    take: Numbers
    cash: Numbers


class Shares(NamedTuple):
    """Of a side's wins, and of its losses, the shares that are gammons and backgammons, float64 (M,) each."""

    gammons_won: Numbers
    backgammons_won: Numbers
    gammons_lost: Numbers
    backgammons_lost: Numbers

    def won(self, payoffs: Numbers) -> Numbers:
        """What a win is worth in the mean, payoffs being float64 (M, 6) or (6,)."""
        single, gammon, backgammon = payoffs[..., 0], payoffs[..., 1], payoffs[..., 2]
        return single + (gammon - single) * self.gammons_won + (backgammon - gammon) * self.backgammons_won

    def lost(self, payoffs: Numbers) -> Numbers:
        """What a loss is worth in the mean."""
        single, gammon, backgammon = payoffs[..., 3], payoffs[..., 4], payoffs[..., 5]
        return single + (gammon - single) * self.gammons_lost + (backgammon - gammon) * self.backgammons_lost


def take_point(W: ArrayLike, L: ArrayLike, x: ArrayLike = 0.0) -> Numbers:
    """The chance to win from which a double is taken, for money: (L - 1/2) / (W + L + x/2).

    W, L: mean points of a win and a loss of the side doubled, 1..3. x: efficiency of the cube it gets, 0..1. Numbers
    or arrays whose shapes go together; the answer is float64. Raises BatchValueError, BatchShapeError, TypeError.

    >>> float(take_point(1, 1)), float(take_point(1, 1, 1)), float(take_point(2, 1))
    (0.25, 0.2, 0.16666666666666666)
    """
    wins, losses, efficiency = _means(W, L, x)
    return np.asarray((losses - 0.5) / (wins + losses + efficiency / 2))


def cash_point(W: ArrayLike, L: ArrayLike, x: ArrayLike = 0.0) -> Numbers:
    """The chance to win from which a double is dropped, for money: (L + 1/2 + x/2) / (W + L + x/2).

    W, L: mean points of a win and a loss of the side that doubles, 1..3. x: efficiency of the cube the other one would
    get, 0..1. Arrays and errors as of ``take_point``, of which it is the complement, the sides being exchanged.

    >>> float(cash_point(1, 1)), float(cash_point(1, 1, 1))
    (0.75, 0.8)
    """
    wins, losses, efficiency = _means(W, L, x)
    return np.asarray((losses + 0.5 + efficiency / 2) / (wins + losses + efficiency / 2))


def mean_points(outcomes: ArrayLike) -> tuple[Numbers, Numbers]:
    """W and L of outcomes (M, 5), float64 (M,) each: the mean points of a win and of a loss, 1 where there is none.

    >>> [values.tolist() for values in mean_points([[0.5, 0.25, 0.0, 0.125, 0.125]])]
    [[1.5], [1.5]]
    """
    return _points_of(shares_of(checked_outcomes(outcomes)))


def window(outcomes: ArrayLike, terms: MoneyTerms | MatchTerms, log2: ArrayLike = 0, *, live: bool = True) -> Points:
    """The take point and the cash point of outcomes (M, 5) at a cube of value 2**log2 that either side could turn.

    Only the shares of gammons count of the outcomes, not the chance to win. log2: 0..15, one or (M,). live: cubes are
    turned again at the very point, as long as that is of any use; else never. For money these are Janowski's formulas,
    with a live cube as if it had no limit unless it comes to it now. In a match they are found from the highest cube
    on down. A side that takes at cube n gets a cube of 2n, from which it comes in a straight line, as its chance to
    win rises from nothing to its cash point, from the loss of 2n to the cash of 2n points (from the loss to the win of
    2n, if it would not turn that cube); it takes where this is worth no less than the loss of n points. Raises
    OutOfRangeError, BatchValueError, BatchShapeError, TypeError.

    >>> [float(point[0].round(5)) for point in window([[0.5, 0, 0, 0, 0]], MatchTerms(2, 2))]
    [0.32264, 0.67736]
    """
    chances = checked_outcomes(outcomes)
    check_terms(terms)
    cube = a_row_each("log2", levels(log2), len(chances))
    take, cash = points_at(shares_of(chances), terms, cube, flag("live", live))
    may_cash, may_lose = terms.legal_double(cube, 0), terms.swapped().legal_double(cube, 0)
    return Points(np.where(may_lose, take, np.nan), np.where(may_cash, cash, np.nan))


def check_terms(terms: Any) -> None:
    """TypeError unless these are terms of a game."""
    if not isinstance(terms, MoneyTerms | MatchTerms):
        raise TypeError(f"terms: expected MoneyTerms or MatchTerms, not {quoted(terms)}")


def shares_of(chances: Numbers) -> Shares:
    """The shares of outcomes that are checked; 0 of no wins or no losses."""
    wins, losses = chances[:, 0], 1 - chances[:, 0]
    won, lost = np.where(wins > 0, wins, 1.0), np.where(losses > 0, losses, 1.0)
    return Shares(chances[:, 1] / won, chances[:, 2] / won, chances[:, 3] / lost, chances[:, 4] / lost)


def points_at(shares: Shares, terms: MoneyTerms | MatchTerms, log2: NDArray[np.int64], live: bool = True) -> Points:
    """The points of ``window``, checked arrays given, whether or not such a double is legal."""
    if isinstance(terms, MoneyTerms):
        turned_again = terms.legal_double(np.minimum(log2 + 1, LARGEST_LOG2), 0)
        means = (*_points_of(shares), np.where(turned_again & live, 1.0, 0.0))
        return Points(take_point(*means), cash_point(*means))
    take, cash = np.zeros(len(log2)), np.ones(len(log2))
    if not len(log2):
        return Points(take, cash)
    cubes = np.arange(LARGEST_LOG2 + 1)
    own, other = (np.append(side.may_double(cubes, 1), _NEVER) for side in (terms, terms.swapped()))
    used = np.flatnonzero(own | other)
    highest, lowest = max(int(log2.max()), *used.tolist(), 0), int(log2.min())
    at = Points(take, cash)
    every = terms.every_payoff
    for cube in range(highest, lowest - 1, -1):
        won, lost = shares.won(every[cube + 1]), shares.lost(every[cube + 1])
        rise, fall = won - lost, won - lost  # a chance to win of 1 more for the owner, and of 1 less
        if live and own[cube + 1]:
            rise = np.maximum(rise, (every[cube + 1, 0] - lost) / at.cash)
        if live and other[cube + 1]:
            fall = np.maximum(fall, (won - every[cube + 1, 3]) / (1 - at.take))
        at = Points((every[cube, 3] - lost) / rise, 1 - (won - every[cube, 0]) / fall)
        here = log2 == cube
        take, cash = np.where(here, at.take, take), np.where(here, at.cash, cash)
    return Points(take, cash)


def _points_of(shares: Shares) -> tuple[Numbers, Numbers]:
    return (
        1 + shares.gammons_won + shares.backgammons_won,
        1 + shares.gammons_lost + shares.backgammons_lost,
    )


def _means(*values: ArrayLike) -> tuple[Numbers, Numbers, Numbers]:
    """W, L and x, checked."""
    found = []
    for name, given, least, most in zip("WLx", values, (1, 1, 0), (3, 3, 1), strict=True):
        numbers = real(name, given, tuple("n" * any_array(name, given).ndim))
        if not ((numbers >= least) & (numbers <= most)).all():
            raise BatchValueError(f"{name}={quoted(given)} is not {least}..{most}")
        found.append(numbers)
    try:
        wins, losses, efficiency = np.broadcast_arrays(*found)
    except ValueError:
        shapes = ", ".join(str(numbers.shape) for numbers in found)
        raise BatchShapeError(f"W, L, x: no common shape of {shapes}") from None
    return wins, losses, efficiency
