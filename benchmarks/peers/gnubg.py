"""gnubg-nn: GNU Backgammon's engine as a Python module, under the GPL; here a tool the benchmark runs."""

import random
from collections.abc import Callable, Iterable, Sequence
from importlib.metadata import version

from peers import Absent, Door, Pair, Points

try:
    import gnubg_nn
except ImportError as error:
    missing: str | None = str(error)
else:
    missing = None

#: The opponent's and the mover's points 1 to 24 and bar, each from its own side.
Sides = tuple[Sequence[int], Sequence[int]]


def sides(points: Points) -> Sides:
    """A board as gnubg-nn takes it."""
    mover = [max(n, 0) for n in points[1:]]
    opponent = [max(-n, 0) for n in points[24::-1]]
    return opponent, mover


def board(two: Sides) -> Points:
    """And back."""
    opponent, mover = two
    return (-opponent[24], *(m - o for m, o in zip(mover[:24], opponent[23::-1], strict=True)), mover[24])


class Keys:
    """``moves``: the boards as keys of 20 letters."""

    name, program, answer = "gnubg-nn `moves`", "gnubg-nn", "text keys"
    games_a_round = 200

    def version(self) -> str:
        """That of the package."""
        return version("gnubg-nn")

    def pairs(self, corpus: Sequence[Pair]) -> Sequence[Pair]:
        """The corpus."""
        return corpus

    def results(self, pairs: Sequence[Pair]) -> Iterable[set[Points]]:
        """The keys as boards; none is a pass."""
        for points, die1, die2 in pairs:
            keys = gnubg_nn.moves(sides(points), die1, die2)
            yield {board(gnubg_nn.board_from_position_key(key)) for key in keys} or {points}

    def ready(self, pairs: Sequence[Pair]) -> Callable[[], int]:
        """From boards in its own form."""
        loaded = [(sides(points), die1, die2) for points, die1, die2 in pairs]
        moves = gnubg_nn.moves
        return lambda: sum(len(moves(two, die1, die2)) for two, die1, die2 in loaded)

    def games(self, seed: int) -> int:
        """One key of each turn becomes a board; the sides change places by order."""
        choice = random.Random(seed).choice
        moves, from_key = gnubg_nn.moves, gnubg_nn.board_from_position_key
        start: Sides = gnubg_nn.board_from_position_id("4HPwATDgc/ABMA")
        for _ in range(self.games_a_round):
            opponent, mover = start
            while any(opponent):
                keys = moves((opponent, mover), choice(range(1, 7)), choice(range(1, 7)))
                if keys:
                    opponent, mover = from_key(choice(keys))
                opponent, mover = mover, opponent
        return self.games_a_round


class Boards(Keys):
    """``moves`` and ``board_from_position_key``: what it takes to look at the boards."""

    name, answer = "gnubg-nn `moves`, keys read", "pairs of tuples"
    games_a_round = 0

    def ready(self, pairs: Sequence[Pair]) -> Callable[[], int]:
        """From boards in its own form."""
        loaded = [(sides(points), die1, die2) for points, die1, die2 in pairs]
        moves, from_key = gnubg_nn.moves, gnubg_nn.board_from_position_key
        return lambda: sum(len([from_key(key) for key in moves(*of)]) for of in loaded)


def doors() -> list[Door]:
    """Both, where the package is installed."""
    if missing:
        raise Absent(missing)
    return [Keys(), Boards()]
