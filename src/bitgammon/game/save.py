"""The save format: one JSON object.

A match is ``{"format": "bitgammon match", "version": 1, "length": 7, "variant": ..., "options": {...}, "games":
[game, ...]}``; a game is ``{"start": position, "actions": [action, ...]}``. Actions are what ``Action.to_json`` gives:
``{"kind": "roll", "dice": [3, 1]}``, ``{"kind": "play", "play": [[8, 5, false], [6, 5, false]]}``. A position holds the
fields of ``Position`` by name, the board as ``{"points": [26 integers], "checkers": 15}`` seen by ``turn`` (0 is O, 1
is X), and only those that are not as in ``Position()``. What a saved game says is played again when it is read, so that
nothing illegal can be loaded.

Stability: what version 1 wrote will be read by every later version.
"""

from collections.abc import Mapping
from dataclasses import asdict, fields
from typing import Any, Final

from bitgammon.arguments import quoted
from bitgammon.board import Board
from bitgammon.errors import InvalidSaveError
from bitgammon.game.options import Options
from bitgammon.game.position import FIELDS, Cube, Outcome, Position
from bitgammon.rules import CHECKERS

_DEFAULT: Final = Position()


def position_to_json(position: Position, *, whole: bool = False) -> dict[str, Any]:
    """The fields that are not those of ``Position()``, or all of them, as JSON has them.

    >>> position_to_json(Position(dice=(3, 1)))
    {'dice': [3, 1]}
    """
    record: dict[str, Any] = {}
    for name in FIELDS:
        value = getattr(position, name)
        if value == getattr(_DEFAULT, name) and not whole:
            continue
        if isinstance(value, Board):
            value = board_to_json(value)
        elif isinstance(value, Cube | Options | Outcome):
            value = asdict(value)
        elif isinstance(value, tuple):
            value = list(value)
        record[name] = value if value is None or isinstance(value, bool | dict | list) else int(value)
    return record


def position_from_json(record: Mapping[str, Any]) -> Position:
    """The position of a record, of all fields or some. Raises InvalidSaveError, naming the field.

    >>> position_from_json({"dice": [3, 1]}) == Position(dice=(3, 1))
    True
    """
    given = _object("position", record, FIELDS)
    try:
        for name, kind in (("cube", Cube), ("options", Options)):
            if name in given:
                given[name] = kind(**_object(name, given[name], [item.name for item in fields(kind)]))
        if "board" in given:
            given["board"] = board_from_json(given["board"])
        if given.get("outcome") is not None:
            ended = _object("outcome", given["outcome"], [item.name for item in fields(Outcome)])
            given["outcome"] = Outcome(**ended)
        return Position(**given)
    except (ValueError, TypeError) as error:
        raise InvalidSaveError(f"position: {error}") from error


def board_to_json(board: Board) -> dict[str, Any]:
    """A board as ``{"points": [...], "checkers": n}``."""
    return {"points": list(board.points), "checkers": board.checkers}


def board_from_json(record: Mapping[str, Any]) -> Board:
    """The board of a record; InvalidSaveError, or the errors of ``Board``."""
    given = _object("board", record, ["points", "checkers"])
    return Board(given.get("points", ()), checkers=given.get("checkers", CHECKERS))


def options_from_json(record: Mapping[str, Any]) -> Options:
    """The options of a record; InvalidSaveError."""
    try:
        return Options(**_object("options", record, [item.name for item in fields(Options)]))
    except (ValueError, TypeError) as error:
        raise InvalidSaveError(f"options: {error}") from error


def _object(name: str, record: Any, known: Any) -> dict[str, Any]:
    if not isinstance(record, Mapping):
        raise InvalidSaveError(f"{name}: expected an object, not {quoted(record)}")
    if unknown := [key for key in record if key not in known]:
        raise InvalidSaveError(f"{name}: {quoted(unknown[0])} is none of {', '.join(known)}")
    return dict(record)
