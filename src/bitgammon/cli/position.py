"""What the commands are given: a position in any of the known texts, and dice."""

import argparse
import re
from typing import Final, NamedTuple

import bitgammon
from bitgammon.arguments import quoted
from bitgammon.cli.values import number
from bitgammon.errors import InvalidDiceError, InvalidIdError
from bitgammon.game import Position, texts
from bitgammon.rules import CHECKERS, STARTS

_DICE: Final = re.compile("([1-6])[-,]?([1-6])")
_PENDING: Final = ("", "a double is to be answered", "a beaver is to be answered", "a raccoon is to be answered")
_KINDS: Final = {
    "xgid": "XGID",
    "gnubg": "GNUbg ID",
    "position-id": "Position ID",
    "ogid": "OGID",
    "fibs": "FIBS board",
    "snowie": "Snowie line",
    "nn": "key",
}


class Given(NamedTuple):
    """A position as the user gave it.

    ``dice`` are those of the text, or None; ``pending`` says why there is no roll to play, or is empty; ``kind`` names
    the sort of text; ``names`` are those of O and X, if the text has any.
    """

    position: Position
    pending: str
    kind: str
    names: tuple[str, str] = ("", "")

    @property
    def board(self) -> bitgammon.Board:
        """The board seen by the player on roll."""
        return self.position.board

    @property
    def dice(self) -> tuple[int, int] | None:
        """The roll, if there is one."""
        return self.position.dice


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """POSITION and --checkers, which the commands share."""
    parser.add_argument(
        "position",
        metavar="POSITION",
        help="XGID, GNU Position ID, GNUbg ID or another id, or the name of a start (see bitgammon --help)",
    )
    add_checkers(parser)


def add_checkers(parser: argparse.ArgumentParser) -> None:
    """--checkers."""
    parser.add_argument(
        "--checkers",
        type=number(1, CHECKERS),
        metavar="N",
        help=f"checkers a side: {CHECKERS}, less in some variants",
    )


def read(text: str, checkers: int | None = None) -> Given:
    """The position of a text: any id of ``bitgammon.game.texts``, or the name of a start.

    ``checkers`` a side are 15, or what the named start or the text has. Raises InvalidIdError for text that is none of
    these or is malformed, naming the field, InvalidBoardError for a board that no game can hold, InvalidPositionError
    for fields that contradict each other.

    >>> given = read("XGID=-b----E-C---eE---c-e----B-:0:0:1:31:0:0:3:0:10")
    >>> given.dice, given.kind, given.board.pip_counts()
    ((3, 1), 'XGID', (167, 167))
    """
    text = text.strip()
    if text in STARTS:
        start = bitgammon.Board.start(text)
        if checkers not in (None, start.checkers):
            raise InvalidIdError(f"{text} is played with {start.checkers} checkers a side, not {checkers}")
        return Given(Position(start), "", "start")
    reading = texts.read(text, checkers=CHECKERS if checkers is None else checkers)
    if reading.kind == "match-id":
        raise InvalidIdError(f"{text!r} is a Match ID, which has no checkers: give POSITIONID:MATCHID")
    position = reading.position
    pending = "a resignation is to be answered" if position.resigned else _PENDING[position.offer]
    return Given(position, pending, _KINDS[reading.kind], reading.names)


def read_dice(text: str) -> tuple[int, int]:
    """Two dice written ``31``, ``3-1`` or ``3,1``; InvalidDiceError for anything else.

    >>> read_dice("31"), read_dice("3-1")
    ((3, 1), (3, 1))
    """
    found = _DICE.fullmatch(text)
    if found is None:
        raise InvalidDiceError(f"{quoted(text)} is not two dice, such as 31 or 6-6")
    return int(found[1]), int(found[2])


def dice_of(given: Given, text: str | None) -> tuple[int, int]:
    """The dice to play, higher first: the position's own or those of the text, which must not differ.

    Raises InvalidDiceError if there are none, if they differ, or if a double is to be answered before any
    roll.
    """
    asked = read_dice(text) if text is not None else None
    if given.pending:
        raise InvalidDiceError(f"the {given.kind} has no roll to play: {given.pending}")
    if asked and given.dice and sorted(asked) != sorted(given.dice):
        raise InvalidDiceError(f"the {given.kind} has the dice {_shown(given.dice)}, --dice says {_shown(asked)}")
    dice = asked or given.dice
    if dice is None:
        raise InvalidDiceError(f"no dice: the {given.kind} has none, say --dice 31")
    return max(dice), min(dice)


def _shown(dice: tuple[int, int]) -> str:
    return f"{dice[0]}{dice[1]}"
