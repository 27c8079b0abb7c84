"""Random boards and positions that both sides of the comparison can hold."""

import random
from collections.abc import Iterator

from bitgammon import Board, InvalidBoardError
from bitgammon.game import VARIANTS, Cube, Offer, Options, Player, Position, Result
from bitgammon.rules import BAR, CHECKERS, POINTS

#: The largest cube it sets, as log2, and the longest match it takes.
LARGEST_CUBE, LONGEST = 12, 64


def boards(chance: random.Random) -> Iterator[Board]:
    """Boards without end: one from random play, one put up at random, and so on."""
    while True:
        yield played(chance)
        yield put_up(chance)


def played(chance: random.Random) -> Board:
    """A board that random play comes to, of some variant, the game not finished."""
    board = Board.start(chance.choice(sorted(VARIANTS)))
    for _ in range(chance.randrange(80)):
        die1, die2 = chance.randint(1, 6), chance.randint(1, 6)
        after = board.after(chance.choice(board.plays(die1, die2)))
        if after.result():
            break
        board = after.swapped()
    return board


def put_up(chance: random.Random) -> Board:
    """A board put up at random, with any number of checkers borne off; one side may have none left."""
    while True:
        points = [0] * (BAR + 1)
        for sign, bar in ((1, BAR), (-1, 0)):
            places = chance.sample(range(1, POINTS + 1), chance.randint(1, POINTS))
            if chance.random() < 0.3:
                places += [bar] * chance.randint(1, 4)
            free = [point for point in places if sign * points[point] >= 0]
            for _ in range(chance.randint(0, CHECKERS) if chance.random() < 0.5 else CHECKERS):
                if free:
                    points[chance.choice(free)] += sign
        try:
            return Board(points)
        except InvalidBoardError:  # both sides closed out, or both without a checker
            continue


def position(chance: random.Random, board: Board) -> Position:
    """This board with a random cube, score, match and turn, before or after the roll. Nothing is offered."""
    length = chance.choice([0, 0, 1, chance.randint(2, 9), chance.randint(2, LONGEST)])
    highest = length - 1 if length else 40
    scores = [chance.choice([0, highest, chance.randint(0, highest)]) for _ in range(2)]
    crawford = length > 1 and highest in scores and chance.random() < 0.7
    with_cube = chance.random() < 0.95
    cube = Cube()
    if with_cube and not crawford and chance.random() < 0.7:
        value = 1 << chance.choice([0, 1, 2, 3, chance.randint(0, LARGEST_CUBE)])
        owner = chance.choice(list(Player))
        # A centred cube above 1 comes of automatic doubles, in money play only.
        cube = Cube(value, None if not length and chance.random() < 0.2 else owner)
    options = Options(
        cube=with_cube,
        cube_limit=max(cube.value, 1 << chance.randint(0, LARGEST_CUBE)),
        jacoby=not length and chance.random() < 0.5,
        beavers=not length and chance.random() < 0.5,
    )
    return Position(
        board,
        turn=chance.choice(list(Player)),
        dice=chance.choice([None, (chance.randint(1, 6), chance.randint(1, 6))]),
        cube=cube,
        score=(scores[0], scores[1]),
        length=length,
        crawford=crawford,
        options=options,
    )


def offered(chance: random.Random, found: Position) -> Position:
    """The position with a double or a resignation to be answered, if it can have one."""
    if chance.random() < 0.5:
        found = found.with_(resigned=chance.choice(list(Result)))
    cube = found.cube
    may = found.options.cube and not found.crawford and not found.dice and cube.owner in (None, found.turn)
    # It refuses a double that would not matter: the points of the cube win the match for that side already.
    dead = found.length > 0 and found.away(found.turn) <= cube.value
    if may and not dead and cube.value < found.options.cube_limit:
        found = found.with_(offer=Offer.DOUBLE)
    return found


def seats_changed(found: Position) -> Position:
    """The same position, the players having changed their seats."""
    owner = found.cube.owner
    return found.with_(
        turn=found.turn.other,
        cube=Cube(found.cube.value, None if owner is None else owner.other),
        score=(found.score[1], found.score[0]),
    )
