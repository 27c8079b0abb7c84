"""The rules of R5 to R22 as two functions of a position: what may be done, and what comes of it.

Rules of chance, plays and points are the board's; here is who may do what when. ``legal_kinds`` and ``after`` say the
same by construction: what is not in the one is refused by the other, naming the rule.
"""

from collections.abc import Callable
from typing import Final

from bitgammon.arguments import quoted
from bitgammon.errors import IllegalActionError, IllegalPlayError
from bitgammon.game.actions import Action, Kind, kind_of
from bitgammon.game.options import Player, Result
from bitgammon.game.position import Cube, Offer, Outcome, Position, outcome, played_out, trusted

#: The moments of a game: what belongs to each, in the order of ``Kind``, and why nothing else does.
_Stage = tuple[tuple[Kind, ...], str]
_OVER: Final[_Stage] = ((), "R18: the game is over")
_OPENING: Final[_Stage] = ((Kind.OPEN,), "R5: the opening roll decides who begins")
_RESIGNED: Final[_Stage] = ((Kind.ACCEPT, Kind.REFUSE), "R22: a resignation is to be accepted or refused")
_TO_PLAY: Final[_Stage] = ((Kind.PLAY, Kind.RESIGN), "R6: the roll is to be played")
_TO_ROLL: Final[_Stage] = ((Kind.ROLL, Kind.DOUBLE, Kind.RESIGN), "R6: the dice are not rolled")
_OFFERED: Final[dict[Offer, _Stage]] = {
    Offer.DOUBLE: ((Kind.TAKE, Kind.DROP, Kind.BEAVER, Kind.RESIGN), "R19: a double is to be taken or dropped"),
    Offer.BEAVER: ((Kind.TAKE, Kind.DROP, Kind.RACCOON, Kind.RESIGN), "R21: a beaver is to be taken or dropped"),
    Offer.RACCOON: ((Kind.TAKE, Kind.DROP, Kind.RESIGN), "R21: a raccoon is to be taken or dropped"),
}
#: Why these do not belong to a turn, said better than by what does.
_OUT_OF_TURN: Final = {
    Kind.OPEN: "R5: the game has begun",
    Kind.TAKE: "R19: no double is offered",
    Kind.DROP: "R19: no double is offered",
    Kind.BEAVER: "R21: no double is offered",
    Kind.RACCOON: "R21: no beaver is offered",
    Kind.ACCEPT: "R22: nobody has resigned",
    Kind.REFUSE: "R22: nobody has resigned",
}


def _stage(position: Position) -> _Stage:
    if not isinstance(position, Position):
        raise TypeError(f"position: expected a Position, not {quoted(position)}")
    if position.outcome is not None:
        return _OVER
    if position.opening:
        return _OPENING
    if position.resigned is not None:
        return _RESIGNED
    if position.offer:
        return _OFFERED[position.offer]
    return _TO_ROLL if position.dice is None else _TO_PLAY


def refusal(position: Position, kind: Kind) -> str:
    """Why an action of this kind is not legal now, with the number of the rule; '' if it is. Raises UnknownNameError
    for what is no kind, TypeError.

    >>> refusal(Position(), Kind.TAKE), refusal(Position(), Kind.DOUBLE)
    ('R19: no double is offered', '')
    """
    stage, kind = _stage(position), kind_of(kind)
    kinds, reason = stage
    if kind not in kinds:
        return _OUT_OF_TURN.get(kind, reason) if stage in (_TO_ROLL, _TO_PLAY) else reason
    check = _CHECKS.get(kind)
    return check(position) if check else ""


def legal_kinds(position: Position) -> tuple[Kind, ...]:
    """The kinds of action that are legal now, in the order of ``Kind``.

    >>> legal_kinds(Position())
    (<Kind.ROLL: 'roll'>, <Kind.DOUBLE: 'double'>, <Kind.RESIGN: 'resign'>)
    """
    kinds, _ = _stage(position)
    return tuple(kind for kind in kinds if kind not in _CHECKS or not _CHECKS[kind](position))


def legal_actions(position: Position) -> tuple[Action, ...]:
    """Exactly what may be done now: every play of a roll, every size of a resignation; a roll stands for any dice.

    >>> [str(action.kind) for action in legal_actions(Position(opening=True))]
    ['open']
    >>> len(legal_actions(Position(dice=(3, 1))))
    19
    """
    found: list[Action] = []
    for kind in legal_kinds(position):
        if kind is Kind.PLAY:
            assert position.dice is not None
            found += [Action(kind, play=play) for play in position.board.plays(*position.dice)]
        elif kind is Kind.RESIGN:
            found += [Action(kind, result=result) for result in Result]
        else:
            found.append(Action(kind))
    return tuple(found)


def after(position: Position, action: Action) -> Position:
    """The position that the action leads to. Raises IllegalActionError naming the rule, IllegalPlayError for a play
    that is not one of the roll's; a roll needs its dice.

    >>> after(Position(), Action(Kind.DOUBLE)).actor
    <Player.O: 0>
    """
    if not isinstance(action, Action):
        raise TypeError(f"action: expected an Action, not {quoted(action)}")
    if reason := refusal(position, action.kind):
        raise IllegalActionError(f"{action.kind}: {reason}")
    return _EFFECTS[action.kind](position, action)


def _no_double(position: Position) -> str:
    cube = position.cube
    if not position.options.cube:
        return "R19: the game is played without a cube"
    if position.crawford:
        return "R21: no cube in the Crawford game"
    if cube.owner not in (None, position.turn):
        return "R19: the cube is the other side's"
    return _past_limit(position, Offer.DOUBLE)


def _no_beaver(position: Position) -> str:
    if position.length:
        return "R21: no beavers in match play"
    if not position.options.beavers:
        return "R21: beavers are not agreed"
    return _past_limit(position, Offer.BEAVER)


def _no_raccoon(position: Position) -> str:
    if not position.options.raccoons:
        return "R21: raccoons are not agreed"
    return _past_limit(position, Offer.RACCOON)


def _past_limit(position: Position, offer: Offer) -> str:
    limit = position.options.cube_limit
    return f"R19: the cube shows at most {limit}" if position.cube.value << offer > limit else ""


_CHECKS: Final[dict[Kind, Callable[[Position], str]]] = {
    Kind.DOUBLE: _no_double,
    Kind.BEAVER: _no_beaver,
    Kind.RACCOON: _no_raccoon,
}


def _opened(position: Position, action: Action) -> Position:
    """R5, and R21's automatic doubles: the cube of an opening counts them, as it stays centred."""
    dice = _dice(action)
    if dice[0] == dice[1]:
        options, cube = position.options, position.cube
        done = cube.value.bit_length() - 1
        if position.length or not options.cube or done >= options.automatic_doubles:
            return position
        return trusted(position, cube=Cube(min(cube.value * 2, options.cube_limit)))
    starter = Player.O if dice[0] > dice[1] else Player.X
    return trusted(
        position, opening=False, turn=starter, board=position.board_of(starter), dice=(max(dice), min(dice))
    )


def _rolled(position: Position, action: Action) -> Position:
    dice = _dice(action)
    return trusted(position, dice=(max(dice), min(dice)))


def _dice(action: Action) -> tuple[int, int]:
    if action.dice is None:
        raise IllegalActionError(f"{action.kind}: the dice are missing")
    return action.dice


def _played(position: Position, action: Action) -> Position:
    """R6 to R18: the play of the roll, then the other side's turn, unless the game is won."""
    play, dice = action.play, position.dice
    assert play is not None
    assert dice is not None
    if play not in position.board.plays(*dice):
        raise IllegalPlayError(f"{str(play)!r} is no legal play of {dice[0]}-{dice[1]} on {position.board!r}")
    board = position.board.after(play)
    if board.result():
        ended = trusted(position, board=board, dice=None)
        return trusted(ended, outcome=played_out(ended))
    return trusted(position, board=board.swapped(), turn=position.turn.other, dice=None)


def _offered(offer: Offer) -> Callable[[Position, Action], Position]:
    return lambda position, _: trusted(position, offer=offer)


def _taken(position: Position, _: Action) -> Position:
    """Whatever was offered last, the cube goes to the side that was doubled first, and the doubler rolls."""
    cube = Cube(position.cube.value << position.offer, position.turn.other)
    return trusted(position, cube=cube, offer=Offer.NONE)


def _dropped(position: Position, _: Action) -> Position:
    actor = position.actor
    assert actor is not None
    # A game dropped is a single one, whatever it might have become.
    ended = Outcome(actor.other, Result.SINGLE, position.stake, "dropped")
    return trusted(position, offer=Offer.NONE, outcome=ended)


def _resigned(position: Position, action: Action) -> Position:
    return trusted(position, resigned=action.result)


def _accepted(position: Position, _: Action) -> Position:
    actor, result = position.actor, position.resigned
    assert actor is not None
    assert result is not None
    ended = outcome(position, actor, result, "resigned")
    return trusted(position, resigned=None, offer=Offer.NONE, outcome=ended)


def _refused(position: Position, _: Action) -> Position:
    return trusted(position, resigned=None)


_EFFECTS: Final[dict[Kind, Callable[[Position, Action], Position]]] = {
    Kind.OPEN: _opened,
    Kind.ROLL: _rolled,
    Kind.PLAY: _played,
    Kind.DOUBLE: _offered(Offer.DOUBLE),
    Kind.TAKE: _taken,
    Kind.DROP: _dropped,
    Kind.BEAVER: _offered(Offer.BEAVER),
    Kind.RACCOON: _offered(Offer.RACCOON),
    Kind.RESIGN: _resigned,
    Kind.ACCEPT: _accepted,
    Kind.REFUSE: _refused,
}
