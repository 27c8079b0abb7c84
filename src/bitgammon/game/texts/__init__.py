"""Positions as the texts of the field, and back: the ids of ``bitgammon.ids`` between their fields and ``Position``.

Seats. Player X is the bottom player of an XGID, player 1 of a Match ID and of a Snowie line, X on FIBS, and Black of an
OGID, whose numbering of the points is Black's own; O is the other one. A FIBS line is written for X, or, since it tells
only of a double by the opponent, for the side that is to answer one.

What a text does not say is as in ``Position()``. What it says and a position does not hold is listed in
``Reading.unread``; what a position holds and a text cannot say is told by ``lost``.
"""

import re
from collections.abc import Callable
from dataclasses import fields
from typing import Final, NamedTuple

from bitgammon.arguments import check_text, checker_count, pair, quoted
from bitgammon.board import Board
from bitgammon.errors import InvalidIdError, UnknownNameError
from bitgammon.game.options import Options
from bitgammon.game.position import FIELDS, Position
from bitgammon.game.texts import of_fibs, of_gnubg, of_ogid, of_snowie, of_xgid
from bitgammon.game.texts.reading import Reading
from bitgammon.ids import match_id, nn_key, position_id, xgid
from bitgammon.rules import CHECKERS

__all__ = ["KINDS", "Reading", "lost", "read", "write"]


class _Kind(NamedTuple):
    looks: Callable[[str], bool]
    read: Callable[[str, int], Reading]
    write: Callable[[Position, tuple[str, str]], str]


def read(text: str, *, checkers: int = CHECKERS) -> Reading:
    """The position of a text of any kind, told by its looks.

    checkers: how many a side plays with, where the text does not say. Raises InvalidIdError naming field and column,
    InvalidBoardError, InvalidPositionError for what contradicts itself, TypeError.

    >>> read("XGID=-b----E-C---eE---c-e----B-:1:-1:1:31:2:0:0:5:10").position.cube
    Cube(value=2, owner=<Player.O: 0>)
    """
    check_text("text", text)
    count = checker_count(checkers)
    stripped = text.strip()
    for kind in KINDS.values():
        if kind.looks(stripped):
            return kind.read(stripped, count)
    raise InvalidIdError(f"{quoted(text)} is no position: none of {', '.join(KINDS)}")


def write(position: Position, kind: str, names: tuple[str, str] = ("", "")) -> str:
    """The text of a position, of a kind of ``KINDS``; names are those of O and X, where the text has any.

    Raises UnknownNameError for another kind, and the errors of the ids for what their text has no room for.

    >>> write(Position(dice=(3, 1), options=Options(jacoby=True)), "gnubg")
    '4HPwATDgc/ABMA:cIkFAAAAAAAA'
    """
    if not isinstance(position, Position):
        raise TypeError(f"position: expected a Position, not {quoted(position)}")
    if not isinstance(kind, str) or kind not in KINDS:
        raise UnknownNameError(f"kind={quoted(kind)} is none of {', '.join(KINDS)}")
    for name in pair("names", names, "names"):
        check_text("names", name)
    return KINDS[kind].write(position, names)


def lost(position: Position, kind: str) -> tuple[str, ...]:
    """What the text of this kind does not say of the position: fields that come back otherwise, options by name, and
    ``board.checkers`` where ``read`` has to be told how many checkers a side plays with.

    >>> lost(Position(dice=(3, 1), length=5), "position-id")
    ('dice', 'length')
    >>> lost(Position(Board.start("hypergammon")), "position-id")
    ('board.checkers',)
    """
    text, checkers = write(position, kind), position.board.checkers
    again = read(text, checkers=checkers).position
    found = []
    for name in FIELDS:
        was, now = getattr(position, name), getattr(again, name)
        if name == "options":
            found += [f"options.{item.name}" for item in fields(Options) if _differ(was, now, item.name)]
        elif name == "board" and again.turn != position.turn:
            found += ["board"] if now.swapped() != was and now != was else []
        elif was != now:
            found.append(name)
    if "board" not in found and read(text).position.board.checkers != checkers:
        found.append("board.checkers")
    return tuple(found)


def _differ(was: Options, now: Options, name: str) -> bool:
    return bool(getattr(was, name) != getattr(now, name))


def _plain(decode: Callable[[str, int], tuple[int, ...]], kind: str) -> Callable[[str, int], Reading]:
    return lambda text, checkers: Reading(Position(Board(decode(text, checkers), checkers=checkers)), kind)


def _has_length(length: int) -> Callable[[str], bool]:
    return lambda text: len(text) == length and ":" not in text


_OGID: Final = re.compile(r"[0-9a-q]*:[0-9a-q]*:[A-Z?]\d*[A-Z]")

#: The kinds of text, in the order in which they are told apart.
KINDS: Final[dict[str, _Kind]] = {
    "fibs": _Kind(lambda text: text.startswith("board:"), of_fibs.read, of_fibs.write),
    "snowie": _Kind(lambda text: ";" in text, of_snowie.read, of_snowie.write),
    "ogid": _Kind(lambda text: _OGID.match(text) is not None, of_ogid.read, of_ogid.write),
    "xgid": _Kind(
        lambda text: text.startswith(xgid.PREFIX) or text.count(":") > 1 or _has_length(xgid.BOARD_LENGTH)(text),
        of_xgid.read,
        of_xgid.write,
    ),
    "gnubg": _Kind(
        lambda text: ":" in text,
        of_gnubg.read,
        of_gnubg.write,
    ),
    "position-id": _Kind(
        _has_length(position_id.LENGTH),
        _plain(position_id.decode, "position-id"),
        lambda position, _: position_id.encode(position.board.points),
    ),
    "match-id": _Kind(
        _has_length(match_id.LENGTH),
        of_gnubg.read_match_id,
        of_gnubg.write_match_id,
    ),
    "nn": _Kind(
        _has_length(nn_key.LENGTH),
        _plain(nn_key.decode, "nn"),
        lambda position, _: nn_key.encode(position.board.points),
    ),
}
