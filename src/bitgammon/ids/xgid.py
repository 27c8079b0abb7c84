"""XGID: a whole position in one line, ``XGID=`` and ten fields joined by colons.

Layout, by the number of the field:

== =========== =========================================================================================
1  board       26 characters: 0 the TOP player's bar, 1..24 the points numbered from the BOTTOM player's
               side, 25 the BOTTOM player's bar. ``-`` is empty, ``A``..``O`` 1..15 checkers of the bottom
               player, ``a``..``o`` of the top player; the bars hold their own side's letters only
2  cube        log2 of the cube's value
3  owner       1 the bottom player owns the cube, -1 the top player, 0 nobody (centred)
4  turn        1 the bottom player, -1 the top player; while a double is pending, the side that doubled
5  dice        ``00`` to roll or double; ``D`` doubled; ``B`` doubled and beavered; ``R`` doubled,
               beavered and raccooned; else two digits 1-6
6  score       of the bottom player, below the match length
7  score       of the top player, likewise
8  rules       match play: 1 in the Crawford game, else 0. Money play: 1 Jacoby rule + 2 beavers
9  length      of the match, 0 for money play
10 max cube    log2 of the highest value the cube may reach
== =========== =========================================================================================

Everything is ABSOLUTE: board, cube owner and letters say bottom and top whoever is on roll, and nothing
flips with the turn. So are the scores here, the bottom player's first; some texts in the wild seem to put
the side on roll first when the turn is -1, and the matter is unsettled: check the scores of such an XGID
against its source.
"""

from collections.abc import Sequence
from typing import Final, NamedTuple

from bitgammon.arguments import board_points, check_kind, check_text, integer, quoted
from bitgammon.errors import OutOfRangeError
from bitgammon.ids import _board
from bitgammon.ids._fields import MAX_CUBE, MAX_SCORE, Field, dice_numbers, exact, split, write_number, write_text
from bitgammon.rules import BAR, CHECKERS

PREFIX: Final = "XGID="
BOARD_LENGTH: Final = BAR + 1
_FIELDS: Final = (
    "board",
    "cube",
    "owner",
    "turn",
    "dice",
    "bottom score",
    "top score",
    "rules",
    "length",
    "max cube",
)
_NAMES: Final = {1: "the bottom player", -1: "the top player"}
#: Characters after the prefix; the longest that can be right has 61.
_LONGEST: Final = 200


class Xgid(NamedTuple):
    """The fields of an XGID.

    ``board`` is 26 integers seen by the bottom player: bottom's checkers positive, index 25 its bar, index
    0 the top player's bar (<= 0). ``cube`` and ``max_cube`` are log2 of a value; ``owner`` is 1 (bottom),
    -1 (top) or 0; ``turn`` 1 or -1; ``dice`` the two digits as written, or None; ``action`` '' or 'D', 'B',
    'R'.
    """

    board: tuple[int, ...]
    cube: int = 0
    owner: int = 0
    turn: int = 1
    dice: tuple[int, int] | None = None
    action: str = ""
    bottom_score: int = 0
    top_score: int = 0
    rules: int = 0
    length: int = 0
    max_cube: int = 10

    @property
    def points(self) -> tuple[int, ...]:
        """The board seen by the side whose turn it is, that side's checkers positive.

        >>> parse("ba----------------------B-:0:0:-1:00:0:0:0:0:10").points[24:]
        (1, 2)
        """
        return _seen(self.board, self.turn)


def parse(text: str) -> Xgid:
    """The fields of an XGID; ``XGID=`` and space around it may be missing or there, the rest is strict.

    Raises InvalidIdError, naming the field and its column in the text, for another number of fields, a
    board that ``parse_board`` refuses, or a field that is not what the table above says. Numbers have no
    sign, no leading zeros and no spaces; the cube is 0..15, scores and length 0..32767.

    >>> xgid = parse("XGID=-a-B--E-B-a-dDB--b-bcb----:1:1:-1:63:0:0:0:3:8")
    >>> xgid.owner, xgid.turn, xgid.dice, xgid.length
    (1, -1, (6, 3), 3)
    """
    board, cube, owner, turn, dice, bottom, top, rules, length, max_cube = _split(text, _FIELDS)
    points = _parse_points(board)
    cube_log, cube_owner = cube.number(0, MAX_CUBE), owner.number(-1, 1)
    side = turn.sign()
    rolled, action = _parse_dice(dice)
    match = length.number(0, MAX_SCORE)
    highest, why = (match - 1, "in a match to that length") if match else (MAX_SCORE, "")
    return Xgid(
        points,
        cube_log,
        cube_owner,
        side,
        rolled,
        action,
        bottom.number(0, highest, why),
        top.number(0, highest, why),
        rules.number(0, 1, "in match play") if match else rules.number(0, 3),
        match,
        max_cube.number(0, MAX_CUBE),
    )


def format(xgid: Xgid) -> str:
    """The text of these fields, ``XGID=`` in front: the exact inverse of ``parse``.

    Raises InvalidIdError or InvalidBoardError if they are not fields that ``parse`` would give back.

    >>> format(parse("-b----E-C---eE---c-e----B-:0:0:1:D:3:4:0:7:10"))
    'XGID=-b----E-C---eE---c-e----B-:0:0:1:D:3:4:0:7:10'
    """
    check_kind("xgid", xgid, Xgid)
    made = xgid._replace(board=board_points(xgid.board))
    dice = [write_number("XGID", "dice", die) for die in dice_numbers("XGID", "dice", made.dice)]
    texts = (
        format_board(made.board),
        *(write_number("XGID", name, number) for name, number in zip(_FIELDS[1:4], made[1:4], strict=True)),
        write_text("XGID", "action", made.action) or "".join(dice),
        *(write_number("XGID", name, number) for name, number in zip(_FIELDS[5:], made[6:], strict=True)),
    )
    text = PREFIX + ":".join(texts)
    return exact("XGID", text, made, parse(text))


def parse_board(text: str, turn: int = 1) -> tuple[int, ...]:
    """The 26 characters of the first field, alone, as points seen by the bottom player (1) or the top (-1).

    Raises InvalidIdError, naming the column, for another length, another character, a bar held by the other
    side, or more than 15 checkers of one side; OutOfRangeError for another turn.

    >>> parse_board("aa--BBBB----dE---d-e----B-")[:5], parse_board("aa--BBBB----dE---d-e----B-", -1)[24:]
    ((-1, -1, 0, 0, 2), (1, 1))
    """
    (board,) = _split(text, _FIELDS[:1])
    return _seen(_parse_points(board), turn)


def format_board(points: Sequence[int], turn: int = 1) -> str:
    """The 26 characters of points seen by the bottom player (turn 1) or the top player (turn -1).

    Raises InvalidBoardError for what ``parse_board`` would not give back, OutOfRangeError for another turn.

    >>> from bitgammon.rules import STARTS
    >>> format_board(STARTS["standard"].board), format_board((0,) * 24 + (1, 2), turn=-1)
    ('-b----E-C---eE---c-e----B-', 'ba------------------------')
    """
    points = board_points(points)
    board = _seen(points, turn)
    _board.check(board, *_NAMES.values())
    return "".join(chr(64 + count) if count > 0 else chr(96 - count) if count else "-" for count in board)


def _split(text: str, names: Sequence[str]) -> list[Field]:
    """The fields of a text, before which there may be space and the prefix."""
    check_text("XGID", text)
    start = len(text) - len(text.lstrip())
    skip = start + (len(PREFIX) if text.startswith(PREFIX, start) else 0)
    return split("XGID", text.rstrip(), ":", names, longest=_LONGEST, skip=skip)


def _parse_points(field: Field) -> tuple[int, ...]:
    if len(field.value) != BOARD_LENGTH:
        raise field.error(f"{quoted(field.value)} has {len(field.value)} characters, not {BOARD_LENGTH}")
    points = []
    for index, letter in enumerate(field.value):
        if letter == "-":
            points.append(0)
        elif "A" <= letter <= "P":
            points.append(ord(letter) - 64)
        elif "a" <= letter <= "p":
            points.append(96 - ord(letter))
        else:
            raise field.error(f"{letter!r} is not '-', 'A'..'P' or 'a'..'p'", index)
    if points[0] > 0:
        raise field.error(f"{field.value[0]!r}: the first place is the bar of the top player (lower case)")
    if points[BAR] < 0:
        raise field.error(
            f"{field.value[BAR]!r}: the last place is the bar of the bottom player (upper case)", BAR
        )
    for sign, name in _NAMES.items():
        total = sum(max(sign * count, 0) for count in points)
        if total > CHECKERS:
            raise field.error(f"{name} has {total} checkers, at most {CHECKERS}")
    return tuple(points)


def _parse_dice(field: Field) -> tuple[tuple[int, int] | None, str]:
    text = field.value
    if text == "00":
        return None, ""
    if text in ("D", "B", "R"):
        return None, text
    if len(text) == 2 and all("1" <= digit <= "6" for digit in text):
        return (int(text[0]), int(text[1])), ""
    raise field.error(f"{quoted(text)} is not 00, D, B, R or two digits 1-6")


def _seen(points: Sequence[int], turn: int) -> tuple[int, ...]:
    if integer("turn", turn, -1, 1) == 0:
        raise OutOfRangeError(f"turn={quoted(turn)} is not 1 or -1")
    return tuple(points) if turn == 1 else tuple(-count for count in reversed(points))
