"""A position: the board with everything that bears on the decision to be made. An immutable value."""

from dataclasses import dataclass, field, fields
from enum import IntEnum
from operator import attrgetter
from typing import Any, Final

from bitgammon.arguments import flag, integer, pair, quoted
from bitgammon.board import Board
from bitgammon.errors import InvalidPositionError, UnknownNameError
from bitgammon.game.actions import checked_roll
from bitgammon.game.options import LARGEST_CUBE, Options, Player, Result, power_of_two
from bitgammon.rules import CHECKERS

#: Match lengths are at most this: 15 bits, what the ids hold. A money session may have more points.
LARGEST_LENGTH: Final = 0x7FFF
_LARGEST_SCORE: Final = (1 << 31) - 1
_set: Final = object.__setattr__


class Offer(IntEnum):
    """How far doubling has gone this turn: what is offered and not answered yet."""

    NONE = 0
    DOUBLE = 1
    BEAVER = 2
    RACCOON = 3


@dataclass(frozen=True, slots=True)
class Cube:
    """The doubling cube: its value, 1 to 2**15, and its owner, None while it is centred. What is offered and not taken
    is not in it."""

    value: int = 1
    owner: Player | None = None

    def __post_init__(self) -> None:
        _set(self, "value", power_of_two("cube", self.value))
        if self.owner is not None:
            _set(self, "owner", Player(integer("owner", self.owner, 0, 1)))


@dataclass(frozen=True, slots=True)
class Outcome:
    """How a game ended: who won, the size counted, the points it is worth, and whether it was played to the end,
    dropped or resigned (``how``)."""

    winner: Player
    result: Result
    points: int
    how: str

    def __post_init__(self) -> None:
        _set(self, "winner", Player(integer("winner", self.winner, 0, 1)))
        _set(self, "result", Result(integer("result", self.result, 1, 3)))
        _set(self, "points", integer("points", self.points, 1, 3 * LARGEST_CUBE))
        if self.how not in ("played", "dropped", "resigned"):
            raise UnknownNameError(f"how={quoted(self.how)} is none of played, dropped, resigned")


@dataclass(frozen=True, slots=True)
class Position:
    """The board seen by ``turn``, the side on roll, which may have rolled or doubled, and all a decision hangs on.

    ``dice``: the roll to be played, higher die first, None before it. ``cube``; ``offer``: what of doubling is not
    answered; ``resigned``: the size of a resignation not answered, by the side that ``actor`` would be without it.
    ``score``: of O and X before this game. ``length``: of the match, 0 for money play. ``crawford``: this is the
    Crawford game. ``opening``: nobody has begun. ``outcome``: the end of the game, worked out where the board says it.

    Raises InvalidPositionError for what cannot be at one time, naming the fields; OutOfRangeError, InvalidDiceError,
    TypeError.

    >>> Position(dice=(1, 3)).dice, Position().actor
    ((3, 1), <Player.X: 1>)
    """

    board: Board = field(default_factory=Board)
    turn: Player = Player.X
    dice: tuple[int, int] | None = None
    cube: Cube = field(default_factory=Cube)
    offer: Offer = Offer.NONE
    resigned: Result | None = None
    score: tuple[int, int] = (0, 0)
    length: int = 0
    crawford: bool = False
    options: Options = field(default_factory=Options)
    opening: bool = False
    outcome: Outcome | None = None

    def __post_init__(self) -> None:
        for name, kind in (("board", Board), ("cube", Cube), ("options", Options)):
            if not isinstance(getattr(self, name), kind):
                raise TypeError(f"{name}: expected {kind.__name__}, not {quoted(getattr(self, name))}")
        for name in ("crawford", "opening"):
            _set(self, name, flag(name, getattr(self, name)))
        if not isinstance(self.outcome, Outcome | None):
            raise TypeError(f"outcome: expected an Outcome, not {quoted(self.outcome)}")
        _set(self, "turn", Player(integer("turn", self.turn, 0, 1)))
        _set(self, "offer", Offer(integer("offer", self.offer, 0, 3)))
        if self.resigned is not None:
            _set(self, "resigned", Result(integer("resigned", self.resigned, 1, 3)))
        if self.dice is not None:
            high, low = checked_roll(self.dice)
            _set(self, "dice", (max(high, low), min(high, low)))
        score = pair("score", self.score, "integers, of O and X")
        _set(self, "score", tuple(integer("score", points, 0, _LARGEST_SCORE) for points in score))
        _set(self, "length", integer("length", self.length, 0, LARGEST_LENGTH))
        if self.outcome is None and self.board.result():
            _set(self, "outcome", played_out(self))
        if reason := _contradiction(self):
            raise InvalidPositionError(reason)

    @property
    def actor(self) -> Player | None:
        """Whose decision it is: None at the opening roll, which both make, and when the game is over."""
        if self.outcome is not None or self.opening:
            return None
        actor = self.turn if self.offer in (Offer.NONE, Offer.BEAVER) else self.turn.other
        return actor if self.resigned is None else actor.other

    @property
    def stake(self) -> int:
        """What a single game is worth if nothing more is taken: the cube, doubled with each offer but the last."""
        return self.cube.value << max(self.offer - 1, 0)

    @property
    def post_crawford(self) -> bool:
        """A match in which a side is one point from the end, after the Crawford game."""
        return self.options.crawford and not self.crawford and self.length > 1 and self.length - 1 in self.score

    def away(self, player: Player) -> int:
        """Points the player still needs; InvalidPositionError in money play.

        >>> Position(length=7, score=(2, 4)).away(Player.O)
        5
        """
        if not self.length:
            raise InvalidPositionError("length=0: nobody is away from anything in money play")
        return max(self.length - self.score[Player(integer("player", player, 0, 1))], 0)

    def board_of(self, player: Player) -> Board:
        """The board seen by this player."""
        return self.board if integer("player", player, 0, 1) == self.turn else self.board.swapped()

    @classmethod
    def from_text(cls, text: str, *, checkers: int = CHECKERS) -> "Position":
        """The position of an id of any kind: XGID, GNUbg ID, Position ID, OGID, FIBS board, Snowie line, key of
        gnubg-nn. See ``bitgammon.game.texts.read``, which also tells what else the text says, for the errors.

        >>> Position.from_text("4HPwATDgc/ABMA:QgnqADAAEAAE").score
        (3, 2)
        """
        from bitgammon.game import texts

        return texts.read(text, checkers=checkers).position

    def text(self, kind: str = "xgid") -> str:
        """The id of a kind: xgid, gnubg, position-id, match-id, ogid, fibs, snowie, nn. What it cannot say is told by
        ``bitgammon.game.texts.lost``. Raises UnknownNameError, and InvalidIdError for what it has no room for.

        >>> Position(length=7, score=(3, 2), turn=Player.O).text()
        'XGID=-b----E-C---eE---c-e----B-:0:0:-1:00:2:3:0:7:6'
        """
        from bitgammon.game import texts

        return texts.write(self, kind)

    def with_(self, **changes: Any) -> "Position":
        """The position with some fields changed, checked again.

        >>> Position().with_(dice=(6, 5)).dice
        (6, 5)
        """
        same = {name: getattr(self, name) for name in FIELDS} | changes
        if "outcome" not in changes and self.outcome is not None and self.outcome.how == "played":
            same["outcome"] = None  # worked out anew
        return Position(**same)


FIELDS: Final = tuple(item.name for item in fields(Position))
_values: Final = attrgetter(*FIELDS)


def trusted(position: Position, **changes: Any) -> Position:
    """The position with some fields changed, by code that keeps it possible: not checked again."""
    made = object.__new__(Position)
    for name, value in zip(FIELDS, _values(position), strict=True):
        _set(made, name, changes.get(name, value))
    return made


def played_out(position: Position) -> Outcome:
    """The end of a game whose board is finished: R18 and R20, with the options that bear on the size."""
    value = position.board.result()
    winner = position.turn if value > 0 else position.turn.other
    size = abs(value)
    if size == Result.BACKGAMMON and position.options.bar_only_backgammon:
        points = position.board.points
        size -= not (points[0] if value > 0 else points[25])  # the loser's bar
    return outcome(position, winner, Result(size), "played")


def outcome(position: Position, winner: Player, result: Result, how: str) -> Outcome:
    """The end of a game won by so much; the Jacoby rule makes it a single game while the cube is centred (R21)."""
    jacoby = position.options.jacoby and not position.length and position.cube.owner is None
    counted = Result.SINGLE if jacoby else result
    return Outcome(winner, counted, counted * position.stake, how)


def _contradiction(position: Position) -> str:
    """What two fields say that cannot be at one time, or ''."""
    cube, options, ended = position.cube, position.options, position.outcome
    over = position.board.result() != 0
    single = (
        (
            ended is not None and (ended.how == "played") != over,
            f"outcome={ended}, but the board is {'finished' if over else 'not'}",
        ),
        (
            ended is not None and over and ended != played_out(position),
            f"outcome={ended} is not that of the board",
        ),
        (over and position.dice, f"dice={position.dice} after the end"),
        (ended is not None and position.offer, f"offer={position.offer.name} after the end"),
        (ended is not None and position.resigned, f"resigned={position.resigned} after the end"),
        (position.crawford and not position.length, "crawford=True in money play (length=0)"),
        (position.crawford and not options.crawford, "crawford=True without the Crawford rule (options)"),
        (
            position.crawford and position.length - 1 not in position.score,
            f"crawford=True, but nobody is one point from the end: score={position.score}, length={position.length}",
        ),
        (position.crawford and position.length == 1, "crawford=True in a match to one point"),
        (
            position.crawford and (cube != Cube() or position.offer),
            f"crawford=True, and the cube was turned: {cube}, offer={position.offer.name}",
        ),
        (
            not options.cube and (cube != Cube() or position.offer),
            f"options.cube=False, but {cube}, offer={position.offer.name}",
        ),
        (position.offer and position.dice, f"offer={position.offer.name} after the roll, dice={position.dice}"),
        (
            position.offer and cube.owner not in (None, position.turn),
            f"offer={position.offer.name} by {position.turn.name}, but the cube is the other side's: {cube}",
        ),
        (
            position.offer and cube.value << position.offer > options.cube_limit,
            f"offer={position.offer.name} past cube_limit={options.cube_limit}: {cube}",
        ),
        (
            position.offer > Offer.DOUBLE and position.length,
            f"offer={position.offer.name} in a match (length={position.length})",
        ),
        (
            position.offer >= Offer.BEAVER and not options.beavers,
            f"offer={position.offer.name} without beavers (options)",
        ),
        (position.offer is Offer.RACCOON and not options.raccoons, "offer=RACCOON without raccoons (options)"),
        (position.opening and position.dice, f"opening=True after the roll, dice={position.dice}"),
        (position.opening and position.offer, f"opening=True, and offer={position.offer.name}"),
        (position.opening and position.resigned, f"opening=True, and resigned={position.resigned}"),
        (position.opening and cube.owner is not None, f"opening=True, but the cube is owned: {cube}"),
        (position.opening and position.outcome, "opening=True, and the game is over (outcome)"),
        (
            cube.owner is None and cube.value > 1 and position.length,
            f"a centred cube above 1 in a match: {cube}, length={position.length}",
        ),
    )
    return next((reason for wrong, reason in single if wrong), "")
