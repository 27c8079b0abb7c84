"""XGID and ``Position``. X is the bottom player."""

from typing import Final

from bitgammon.board import Board
from bitgammon.game.options import Options, Player
from bitgammon.game.position import Cube, Offer, Position
from bitgammon.game.texts.reading import Reading, log2
from bitgammon.ids import xgid

_ACTIONS: Final = {"": Offer.NONE, "D": Offer.DOUBLE, "B": Offer.BEAVER, "R": Offer.RACCOON}


def read(text: str, checkers: int) -> Reading:
    """The position of an XGID, or of its first field alone."""
    if ":" not in text:
        return Reading(Position(Board(xgid.parse_board(text), checkers=checkers)), "xgid")
    found = xgid.parse(text)
    match = found.length > 0
    options = Options(
        cube=found.max_cube > 0 or found.cube > 0 or found.owner != 0 or bool(found.action),
        cube_limit=1 << found.max_cube,
        jacoby=not match and bool(found.rules & 1),
        beavers=not match and bool(found.rules & 2 or found.action in ("B", "R")),
        raccoons=not match and found.action == "R",
    )
    position = Position(
        Board(found.points, checkers=checkers),
        turn=Player.X if found.turn == 1 else Player.O,
        dice=found.dice,
        cube=Cube(1 << found.cube, {1: Player.X, -1: Player.O, 0: None}[found.owner]),
        offer=_ACTIONS[found.action],
        score=(found.top_score, found.bottom_score),
        length=found.length,
        crawford=match and bool(found.rules & 1),
        options=options,
    )
    return Reading(position, "xgid")


def write(position: Position, _: tuple[str, str]) -> str:
    """The text of a position: an XGID."""
    options, owner = position.options, position.cube.owner
    rules = int(position.crawford) if position.length else options.jacoby + 2 * options.beavers
    made = xgid.Xgid(
        position.board_of(Player.X).points,
        cube=log2(position.cube.value),
        owner=0 if owner is None else 1 if owner is Player.X else -1,
        turn=1 if position.turn is Player.X else -1,
        dice=position.dice,
        action={offer: action for action, offer in _ACTIONS.items()}[position.offer],
        bottom_score=position.score[Player.X],
        top_score=position.score[Player.O],
        rules=rules,
        length=position.length,
        max_cube=log2(options.cube_limit) if options.cube else 0,
    )
    return xgid.format(made)
