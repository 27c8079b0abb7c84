"""bitgammon itself: a call for each roll, and a batch in one call."""

import random
from collections.abc import Callable, Iterable, Sequence
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

import bitgammon
from bitgammon import Board
from peers import Door, Pair, Points

DICE = range(1, 7)


def arrays(pairs: Sequence[Pair]) -> tuple[NDArray[np.int8], NDArray[np.uint8]]:
    """Boards and dice of the pairs."""
    return np.array([pair.points for pair in pairs], np.int8), np.array([pair[1:] for pair in pairs], np.uint8)


class Single:
    """``board.plays``, whose plays are objects only when one is looked at."""

    name, program, answer = "bitgammon, single call", "bitgammon", "sequence of plays"
    games_a_round = 400

    def version(self) -> str:
        """That of the package."""
        return bitgammon.__version__

    def pairs(self, corpus: Sequence[Pair]) -> Sequence[Pair]:
        """The corpus."""
        return corpus

    def results(self, pairs: Sequence[Pair]) -> Iterable[set[Points]]:
        """Of each play, what it leads to."""
        for points, die1, die2 in pairs:
            board = Board(points)
            yield {board.after(play).points for play in board.plays(die1, die2)}

    def ready(self, pairs: Sequence[Pair]) -> Callable[[], int]:
        """From boards that exist."""
        loaded = [(Board(points), die1, die2) for points, die1, die2 in pairs]
        return lambda: sum(len(board.plays(die1, die2)) for board, die1, die2 in loaded)

    def games(self, seed: int) -> int:
        """A Python loop; the plays themselves are not looked at."""
        choice = random.Random(seed).choice
        for _ in range(self.games_a_round):
            board = Board()
            while not board.result():
                board = choice(board.plays(choice(DICE), choice(DICE)).boards).swapped()
        return self.games_a_round


class SingleBoards(Single):
    """The same with an object for every board it can lead to."""

    name, answer = "bitgammon, single call, `.boards`", "`Board` objects"
    games_a_round = 0

    def results(self, pairs: Sequence[Pair]) -> Iterable[set[Points]]:
        """As they come."""
        for points, die1, die2 in pairs:
            yield {board.points for board in Board(points).plays(die1, die2).boards}

    def ready(self, pairs: Sequence[Pair]) -> Callable[[], int]:
        """From boards that exist."""
        loaded = [(Board(points), die1, die2) for points, die1, die2 in pairs]
        return lambda: sum(len(board.plays(die1, die2).boards) for board, die1, die2 in loaded)


class Batch:
    """``generate``, one thread, new arrays each time."""

    name, program, answer = "bitgammon, batch", "bitgammon", "int8 array"
    games_a_round = 20_000

    def version(self) -> str:
        """That of the package."""
        return bitgammon.__version__

    def pairs(self, corpus: Sequence[Pair]) -> Sequence[Pair]:
        """The corpus."""
        return corpus

    def results(self, pairs: Sequence[Pair]) -> Iterable[set[Points]]:
        """The rows of each pair."""
        found = bitgammon.generate(*arrays(pairs), threads=1)
        ends = found.offsets.tolist()
        for start, stop in pairwise(ends):
            yield set(map(tuple, found.boards[start:stop].tolist()))

    def ready(self, pairs: Sequence[Pair]) -> Callable[[], int]:
        """From arrays that exist."""
        boards, dice = arrays(pairs)
        return lambda: len(bitgammon.generate(boards, dice, threads=1).boards)

    def games(self, seed: int) -> int:
        """``playout``, one thread."""
        done = bitgammon.playout([Board().points], self.games_a_round, seed=seed, threads=1)
        return int(done.counts.sum())


class BatchOut(Batch):
    """The same into buffers used again."""

    name = "bitgammon, batch, `out=`"
    games_a_round = 0

    def ready(self, pairs: Sequence[Pair]) -> Callable[[], int]:
        """From arrays that exist."""
        boards, dice = arrays(pairs)
        buffers = bitgammon.PlayBuffers()
        return lambda: len(bitgammon.generate(boards, dice, threads=1, out=buffers).boards)


def doors() -> list[Door]:
    """Always there."""
    return [Single(), SingleBoards(), Batch(), BatchOut()]
