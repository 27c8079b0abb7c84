"""A position as plain text: the board with the cube, the score and what is to be decided."""

from bitgammon.draw.text import board_text
from bitgammon.game import Kind, Offer, Player, Position, rulebook

_OFFERS = {Offer.DOUBLE: "doubles", Offer.BEAVER: "beavers", Offer.RACCOON: "raccoons"}


def position_text(
    position: Position, names: tuple[str, str] = ("", ""), *, clockwise: bool = False, x_on_top: bool = False
) -> str:
    """The picture, without a newline at the end; names are those of O and X.

    X is at the bottom, or on top, whoever is on roll, and the points have X's numbers. ``clockwise`` mirrors the
    picture, as ``board_text`` does.

    >>> print(position_text(Position(dice=(3, 1), length=5)).splitlines()[-1])
    X to play 3-1
    """
    named = tuple(f"{player.name} {names[player]}".strip() for player in Player)
    cube, options = position.cube, position.options
    picture = board_text(
        position.board_of(Player.X),
        clockwise=clockwise,
        mover_on_top=x_on_top,
        names=(named[Player.X], named[Player.O]),
    )
    if not options.cube:
        told = "no cube"
    else:
        told = f"cube {cube.value}, {'centred' if cube.owner is None else f'owned by {cube.owner.name}'}"
    lines = [picture, "", f"{_score(position)}; {told}", _decision(position)]
    return "\n".join(lines)


def _score(position: Position) -> str:
    o, x = position.score
    if not position.length:
        rules = [
            name
            for name, there in (("Jacoby", position.options.jacoby), ("beavers", position.options.beavers))
            if there
        ]
        score = f", X {x} - O {o}" if o or x else ""
        return f"money{score}{', ' if rules else ''}{', '.join(rules)}"
    game = " (Crawford)" if position.crawford else " (post-Crawford)" if position.post_crawford else ""
    return f"match to {position.length}: X {x} - O {o}{game}"


def _decision(position: Position) -> str:
    turn, actor = position.turn.name, position.actor
    if position.outcome is not None:
        ended = position.outcome
        return f"{ended.winner.name} has won {ended.points} ({ended.result.name.lower()}, {ended.how})"
    if actor is None:
        return "the opening roll is to be made"
    if position.resigned is not None:
        return f"{actor.other.name} resigns a {position.resigned.name.lower()}, {actor.name} to accept or refuse"
    if position.offer:
        return f"{actor.other.name} {_OFFERS[position.offer]}, {actor.name} to answer"
    if position.dice is None:
        return f"{turn} to roll" if rulebook.refusal(position, Kind.DOUBLE) else f"{turn} to roll or double"
    return f"{turn} to play {position.dice[0]}-{position.dice[1]}"
