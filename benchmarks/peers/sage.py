"""bgsage: the Open Sage engine."""

import random
from collections.abc import Callable, Iterable, Sequence
from importlib.metadata import version

from peers import Absent, Door, Pair, Points

try:
    import bgsage
except ImportError as error:
    missing: str | None = str(error)
else:
    missing = None


class Sage:
    """``possible_moves``: 26 integers a board, as here but for the opponent's bar, which is positive."""

    name, program, answer = "bgsage `possible_moves`", "bgsage", "lists of 26"
    games_a_round = 100

    def version(self) -> str:
        """That of the package."""
        return version("bgsage")

    def pairs(self, corpus: Sequence[Pair]) -> Sequence[Pair]:
        """The corpus."""
        return corpus

    def results(self, pairs: Sequence[Pair]) -> Iterable[set[Points]]:
        """As they come, the bar's sign apart; a pass may be the board itself or nothing."""
        for points, die1, die2 in pairs:
            boards = bgsage.possible_moves([-points[0], *points[1:]], die1, die2)
            yield {(-bar, *rest) for bar, *rest in boards} or {points}

    def ready(self, pairs: Sequence[Pair]) -> Callable[[], int]:
        """From lists that exist."""
        loaded = [([-points[0], *points[1:]], die1, die2) for points, die1, die2 in pairs]
        moves = bgsage.possible_moves
        return lambda: sum(len(moves(board, die1, die2)) for board, die1, die2 in loaded)

    def games(self, seed: int) -> int:
        """``possible_moves``, ``flip_board`` and ``check_game_over``."""
        choice = random.Random(seed).choice
        moves, flip, over = bgsage.possible_moves, bgsage.flip_board, bgsage.check_game_over
        for _ in range(self.games_a_round):
            board = bgsage.STARTING_BOARD
            while not over(board):
                board = flip(choice(moves(board, choice(range(1, 7)), choice(range(1, 7))) or [board]))
        return self.games_a_round


def doors() -> list[Door]:
    """The one, where the package is installed."""
    if missing:
        raise Absent(missing)
    return [Sage()]
