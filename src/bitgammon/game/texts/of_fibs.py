"""FIBS board and ``Position``. O and X are those of FIBS.

A line is written for X, or, since it tells only of a double by the opponent, for the side that is to answer one.
"""

from typing import Final

from bitgammon.arguments import quoted
from bitgammon.board import Board
from bitgammon.errors import InvalidIdError
from bitgammon.game.options import Options, Player
from bitgammon.game.position import Cube, Offer, Position
from bitgammon.game.texts.reading import Reading
from bitgammon.ids import fibs

_FORCED_NO_CRAWFORD: Final = 3


def read(text: str, _: int) -> Reading:
    """The position of a FIBS board."""
    found = fibs.parse(text)
    player = Player.O if found.color == 1 else Player.X
    turn = player if found.turn == found.color else player.other
    if found.was_doubled:
        turn = player.other
    off = found.player_off, found.opponent_off
    own = found.points if found.turn != -found.color else tuple(-count for count in reversed(found.points))
    sides = sum(n for n in own if n > 0) + off[0], -sum(n for n in own if n < 0) + off[1]
    if sides[0] != sides[1]:
        raise InvalidIdError(f"FIBS board {quoted(text)}: off: the sides have {sides[0]} and {sides[1]} checkers")
    board = Board(own, checkers=sides[0])
    length = 0 if found.length == fibs.UNLIMITED else found.length
    may = found.player_may_double, found.opponent_may_double
    scores = found.player_score, found.opponent_score
    agreed = found.forced != _FORCED_NO_CRAWFORD
    crawford = length > 1 and length - 1 in scores and agreed and not found.after_crawford
    value = found.cube_value
    position = Position(
        board if turn is player else board.swapped(),
        turn=turn,
        dice=(found.player_dice if turn is player else found.opponent_dice) or found.player_dice or found.opponent_dice,
        cube=Cube(value, None if may[0] == may[1] else player if may[0] else player.other),
        offer=Offer.DOUBLE if found.was_doubled else Offer.NONE,
        score=scores if player is Player.O else (scores[1], scores[0]),
        length=length,
        crawford=crawford,
        options=Options(crawford=agreed, cube_limit=max(value << found.was_doubled, Options().cube_limit)),
    )
    names = found.player, found.opponent
    unread = tuple(name for name, there in {"redoubles": found.redoubles, "turn": not found.turn}.items() if there)
    if position.outcome is not None:
        unread = tuple(name for name in unread if name != "turn")
    return Reading(position, "fibs", names if player is Player.O else (names[1], names[0]), unread)


def write(position: Position, names: tuple[str, str]) -> str:
    """The text of a position: a FIBS board."""
    doubled = position.offer is Offer.DOUBLE
    player = position.turn.other if doubled else Player.X
    color = 1 if player is Player.O else -1
    seen = position.board_of(player).points  # own positive, from 24 to 1
    board = seen if color == 1 else tuple(-count for count in seen)
    off = position.board_of(player).off
    dice = {position.turn: position.dice}
    scores, owner = position.score, position.cube.owner
    moves = len(position.board.plays(*position.dice)[0]) if position.dice and position.outcome is None else 0
    shown = names[Player.O] or "O", names[Player.X] or "X"
    made = fibs.Fibs(
        shown[player],
        shown[player.other],
        board,
        length=position.length or fibs.UNLIMITED,
        player_score=scores[player],
        opponent_score=scores[player.other],
        turn=0 if position.outcome is not None else 1 if position.turn is Player.O else -1,
        player_dice=dice.get(player),
        opponent_dice=dice.get(player.other),
        cube_value=position.cube.value,
        player_may_double=owner in (None, player),
        opponent_may_double=owner in (None, player.other),
        was_doubled=doubled,
        color=color,
        direction=-1,
        player_off=off[0],
        opponent_off=off[1],
        can_move=moves,
        forced=0 if position.options.crawford else _FORCED_NO_CRAWFORD,
        after_crawford=position.post_crawford,
    )
    return fibs.format(made)
