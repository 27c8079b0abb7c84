"""GNUbg ID, Match ID and ``Position``. O is player 0, X player 1."""

from typing import Final

from bitgammon.board import Board
from bitgammon.game.options import Options, Player, Result
from bitgammon.game.position import Cube, Offer, Position
from bitgammon.game.texts.reading import Reading, log2
from bitgammon.ids import gnubg_id, match_id

_PLAYING: Final = 1
_OVER: Final = 2


def _match_of(found: match_id.MatchId, board: Board, kind: str) -> Reading:
    match = found.length > 0
    value = 1 << found.cube
    options = Options(jacoby=found.jacoby and not match, cube_limit=max(value << found.doubled, Options().cube_limit))
    position = Position(
        board,
        turn=Player(found.mover),
        dice=found.dice,
        cube=Cube(value, None if found.owner is None else Player(found.owner)),
        offer=Offer.DOUBLE if found.doubled else Offer.NONE,
        resigned=Result(found.resigned) if found.resigned else None,
        score=found.scores,
        length=found.length,
        crawford=found.crawford,
        options=options,
    )
    unread = []
    if position.outcome is None:
        if found.state != _PLAYING:
            unread.append("state")
        if found.turn != position.actor:
            unread.append("turn")
    return Reading(position, kind, unread=tuple(unread))


def match_fields(position: Position) -> match_id.MatchId:
    """What a Match ID says of a position."""
    actor = position.actor
    return match_id.MatchId(
        cube=log2(position.cube.value),
        owner=position.cube.owner,
        mover=position.turn,
        crawford=position.crawford,
        state=_PLAYING if position.outcome is None else _OVER,
        turn=position.turn if actor is None else actor,
        doubled=position.offer is Offer.DOUBLE,
        resigned=position.resigned or 0,
        dice=position.dice,
        length=position.length,
        scores=position.score,
        jacoby=position.options.jacoby and not position.length,
    )


def write(position: Position, _: tuple[str, str]) -> str:
    """The GNUbg ID."""
    return gnubg_id.encode(position.board.points, match_fields(position))


def write_match_id(position: Position, _: tuple[str, str]) -> str:
    """The Match ID alone, without the board."""
    return match_id.encode(match_fields(position))


def read(text: str, checkers: int) -> Reading:
    """The position of a GNUbg ID."""
    points, match = gnubg_id.decode(text, checkers)
    return _match_of(match, Board(points, checkers=checkers), "gnubg")


def read_match_id(text: str, _: int) -> Reading:
    """The position of a Match ID, on the start board, since it has none."""
    return _match_of(match_id.decode(text), Position().board, "match-id")
