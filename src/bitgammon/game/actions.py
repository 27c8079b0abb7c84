"""What a side, or chance, can do in a game: small values with a text of their own for saved games."""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Any, Final

from bitgammon.arguments import integer, pair, quoted
from bitgammon.errors import IllegalActionError, InvalidDiceError, UnknownNameError
from bitgammon.game.options import Result
from bitgammon.play import Move, Play


class Kind(StrEnum):
    """The kinds of action. OPEN is the opening roll, one die of either side, equal ones being rolled again; ROLL two
    dice; PLAY a roll played; the rest is about the cube (R19, R21) and resignation (R22)."""

    OPEN = "open"
    ROLL = "roll"
    PLAY = "play"
    DOUBLE = "double"
    TAKE = "take"
    DROP = "drop"
    BEAVER = "beaver"
    RACCOON = "raccoon"
    RESIGN = "resign"
    ACCEPT = "accept"
    REFUSE = "refuse"


_DICE: Final = {Kind.OPEN, Kind.ROLL}
_NAMES: Final = frozenset(str(kind) for kind in Kind)


@dataclass(frozen=True, slots=True)
class Action:
    """One action. ``dice``: of OPEN the die of O, then of X; of ROLL both; None stands for any, in what is legal but
    not done yet. ``play``: of PLAY. ``result``: of RESIGN, the size offered.

    Raises TypeError and the errors of ``bitgammon.errors`` for what does not belong to the kind.

    >>> Action(Kind.ROLL, dice=(3, 1)), Action(Kind.RESIGN, result=Result.GAMMON)
    (Action('roll', dice=(3, 1)), Action('resign', result=2))
    """

    kind: Kind
    dice: tuple[int, int] | None = None
    play: Play | None = None
    result: Result | None = None

    def __post_init__(self) -> None:
        if not isinstance(self.kind, Kind):
            object.__setattr__(self, "kind", kind_of(self.kind))
        if self.dice is not None:
            if self.kind not in _DICE:
                raise IllegalActionError(f"{self.kind} takes no dice")
            object.__setattr__(self, "dice", checked_roll(self.dice))
        if (self.play is not None) != (self.kind is Kind.PLAY) or not isinstance(self.play, Play | None):
            raise TypeError(f"play: expected a Play for {Kind.PLAY} alone, not {quoted(self.play)} for {self.kind}")
        if (self.result is not None) != (self.kind is Kind.RESIGN):
            raise TypeError(f"result: expected for {Kind.RESIGN} alone, not {quoted(self.result)} for {self.kind}")
        if self.result is not None:
            object.__setattr__(self, "result", Result(integer("result", self.result, 1, 3)))

    def __repr__(self) -> str:
        given = [
            f"{name}={value!r}"
            for name, value in (("dice", self.dice), ("play", self.play), ("result", self.result and int(self.result)))
            if value is not None
        ]
        return f"Action({', '.join([repr(str(self.kind)), *given])})"

    def to_json(self) -> dict[str, Any]:
        """What ``from_json`` reads: the kind, and what belongs to it.

        >>> Action(Kind.OPEN, dice=(3, 1)).to_json()
        {'kind': 'open', 'dice': [3, 1]}
        """
        record: dict[str, Any] = {"kind": str(self.kind)}
        if self.dice is not None:
            record["dice"] = list(self.dice)
        if self.play is not None:
            record["play"] = [[move.src, move.dst, move.hit] for move in self.play]
        if self.result is not None:
            record["result"] = int(self.result)
        return record

    @classmethod
    def from_json(cls, record: Mapping[str, Any]) -> "Action":
        """The action of a record of a saved game; the errors of ``Action`` for another one."""
        if not isinstance(record, Mapping) or not record.keys() <= {"kind", "dice", "play", "result"}:
            raise IllegalActionError(f"no record of an action: {quoted(record)}")
        play = record.get("play")
        if play is not None:
            if not isinstance(play, list) or any(not isinstance(move, list) or len(move) != 3 for move in play):
                raise IllegalActionError(f"play: expected a list of [source, destination, hit], not {quoted(play)}")
            play = Play([Move(*move) for move in play])
        return cls(record.get("kind", ""), record.get("dice"), play, record.get("result"))


def kind_of(kind: Any) -> Kind:
    """The kind of this name; UnknownNameError."""
    if not isinstance(kind, str) or kind not in _NAMES:
        raise UnknownNameError(f"kind={quoted(kind)} is none of {', '.join(Kind)}")
    return Kind(kind)


def checked_roll(dice: Any) -> tuple[int, int]:
    """Two dice as they were given; InvalidDiceError, TypeError.

    >>> checked_roll([3, 1])
    (3, 1)
    """
    die1, die2 = pair("dice", dice, "dice")
    return integer("die1", die1, 1, 6, InvalidDiceError), integer("die2", die2, 1, 6, InvalidDiceError)
