"""Snowie position line and ``Position``. O is player 0, X player 1."""

from bitgammon.board import Board
from bitgammon.game.options import Options, Player
from bitgammon.game.position import Cube, Position
from bitgammon.game.texts.reading import Reading
from bitgammon.ids import snowie


def read(text: str, checkers: int) -> Reading:
    """The position of a Snowie position line."""
    found = snowie.parse(text)
    turn = Player(found.mover)
    match = found.length > 0
    scores, names = (found.score, found.other_score), (found.name, found.other_name)
    position = Position(
        Board(found.points, checkers=checkers),
        turn=turn,
        dice=found.dice,
        cube=Cube(found.cube_value, {1: turn, -1: turn.other, 0: None}[found.owner]),
        score=scores if turn is Player.O else (scores[1], scores[0]),
        length=found.length,
        crawford=found.crawford,
        options=Options(jacoby=found.jacoby and not match, cube_limit=max(found.cube_value, Options().cube_limit)),
    )
    return Reading(position, "snowie", names if turn is Player.O else (names[1], names[0]))


def write(position: Position, names: tuple[str, str]) -> str:
    """The text of a position: a Snowie position line."""
    turn, owner = position.turn, position.cube.owner
    made = snowie.Snowie(
        position.board.points,
        length=position.length,
        jacoby=position.options.jacoby and not position.length,
        mover=int(turn),
        name=names[turn] or turn.name,
        other_name=names[turn.other] or turn.other.name,
        crawford=position.crawford,
        score=position.score[turn],
        other_score=position.score[turn.other],
        cube_value=position.cube.value,
        owner=0 if owner is None else 1 if owner is turn else -1,
        dice=position.dice,
    )
    return snowie.format(made)
