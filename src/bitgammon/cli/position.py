"""What the commands are given: a position in any of the known texts, and dice."""

import argparse
import re
from typing import Final, NamedTuple

import bitgammon
from bitgammon.arguments import quoted
from bitgammon.cli.values import number
from bitgammon.errors import InvalidDiceError, InvalidIdError
from bitgammon.ids import gnubg_id, match_id, position_id, xgid
from bitgammon.rules import CHECKERS, STARTS

_DICE: Final = re.compile("([1-6])[-,]?([1-6])")
_ACTIONS: Final = {
    "D": "a double is to be answered",
    "B": "a beaver is to be answered",
    "R": "a raccoon is to be answered",
}


class Given(NamedTuple):
    """A position as the user gave it.

    ``board`` is seen by the player on roll; ``dice`` are those of the text, or None; ``pending`` says why
    there is no roll to play, or is empty; ``kind`` names the sort of text.
    """

    board: bitgammon.Board
    dice: tuple[int, int] | None
    pending: str
    kind: str


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """POSITION and --checkers, which the commands share."""
    parser.add_argument(
        "position",
        metavar="POSITION",
        help="XGID, GNU Position ID, GNUbg ID, or the name of a start (see bitgammon --help)",
    )
    parser.add_argument(
        "--checkers",
        type=number(1, CHECKERS),
        metavar="N",
        help=f"checkers a side: {CHECKERS}, less in some variants",
    )


def read(text: str, checkers: int | None = None) -> Given:
    """The position of a text: XGID or its first field alone, GNUbg ID, Position ID, or the name of a start.

    ``checkers`` a side are 15, or what the named start has. Raises InvalidIdError for text that is none of
    these or is malformed, naming the field, and InvalidBoardError for a board that no game can hold.

    >>> given = read("XGID=-b----E-C---eE---c-e----B-:0:0:1:31:0:0:3:0:10")
    >>> given.dice, given.kind, given.board.pip_counts()
    ((3, 1), 'XGID', (167, 167))
    """
    text = text.strip()
    if text in STARTS:
        start = STARTS[text]
        if checkers not in (None, start.checkers):
            raise InvalidIdError(f"{text} is played with {start.checkers} checkers a side, not {checkers}")
        return Given(bitgammon.Board(start.board, checkers=start.checkers), None, "", "start")
    number = CHECKERS if checkers is None else checkers
    if ":" not in text and len(text.removeprefix(xgid.PREFIX)) == xgid.BOARD_LENGTH:
        return Given(_board(xgid.parse_board(text), number), None, "", "XGID board")
    if text.startswith(xgid.PREFIX) or text.count(":") > 1:
        return _from_xgid(text, number)
    if ":" in text:
        return _from_gnubg_id(text, number)
    if len(text) != position_id.LENGTH:
        names = ", ".join(STARTS)
        raise InvalidIdError(
            f"{quoted(text)} is no position: an XGID, a Position ID ({position_id.LENGTH} characters),"
            f" a GNUbg ID ({position_id.LENGTH}:{match_id.LENGTH} characters) or one of {names}"
        )
    return Given(_board(position_id.decode(text, number), number), None, "", "Position ID")


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


def _board(points: tuple[int, ...], checkers: int) -> bitgammon.Board:
    return bitgammon.Board(points, checkers=checkers)


def _from_xgid(text: str, checkers: int) -> Given:
    fields = xgid.parse(text)
    return Given(_board(fields.points, checkers), fields.dice, _ACTIONS.get(fields.action, ""), "XGID")


def _from_gnubg_id(text: str, checkers: int) -> Given:
    points, match = gnubg_id.decode(text, checkers)
    pending = ""
    if match.doubled:
        pending = _ACTIONS["D"]
    elif match.resigned:
        pending = "a resignation is to be answered"
    return Given(_board(points, checkers), match.dice, pending, "GNUbg ID")
