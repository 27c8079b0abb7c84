"""OGID and ``Position``. X is Black, whose numbering of the points is the text's own; O is White."""

from typing import Final

from bitgammon.board import Board
from bitgammon.game.options import Options, Player
from bitgammon.game.position import Cube, Offer, Position
from bitgammon.game.texts.reading import Reading, log2
from bitgammon.ids import ogid

_SIDES: Final = {"W": Player.O, "B": Player.X}
_LETTERS: Final = {player: letter for letter, player in _SIDES.items()}


def read(text: str, _: int) -> Reading:
    """The position of an OGID."""
    found = ogid.parse(text)
    turn = Player.X if found.turn is None else _SIDES[found.turn]
    board = Board(found.board, checkers=found.checkers)
    value = 1 << found.cube
    offered = found.action == "O"
    position = Position(
        board if turn is Player.X else board.swapped(),
        turn=turn,
        dice=found.dice,
        cube=Cube(value, _SIDES.get(found.owner)),
        offer=Offer.DOUBLE if offered else Offer.NONE,
        score=(found.white_score, found.black_score),
        length=found.length,
        crawford=found.crawford,
        options=Options(cube=found.owner != "D", cube_limit=max(value << offered, Options().cube_limit)),
    )
    said = {
        "cube owner": found.owner == "?",
        "cube action": found.action in ("T", "P"),
        "color": found.turn is None,
        "state": bool(found.state),
        "max games": found.max_games is not None,
        "move id": bool(found.move_id),
    }
    return Reading(position, "ogid", unread=tuple(name for name, there in said.items() if there))


def write(position: Position, _: tuple[str, str]) -> str:
    """The text of a position: an OGID."""
    owner = "N" if position.cube.owner is None else _LETTERS[position.cube.owner]
    made = ogid.Ogid(
        position.board_of(Player.X).points,
        cube=log2(position.cube.value),
        owner=owner if position.options.cube else "D",
        action="O" if position.offer is Offer.DOUBLE else "N",
        dice=None if position.dice is None else (position.dice[1], position.dice[0]),
        color=_LETTERS[position.turn if position.offer is Offer.DOUBLE else position.turn.other],
        white_score=position.score[Player.O],
        black_score=position.score[Player.X],
        length=position.length,
        crawford=position.crawford,
        post_crawford=position.post_crawford,
        checkers=position.board.checkers,
    )
    return ogid.format(made)
