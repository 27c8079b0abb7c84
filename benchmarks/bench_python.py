"""Single calls of the Python API, each over every tenth pair of the corpus (see also single_calls.py)."""

import numpy as np
import pytest
from conftest import Corpus
from pytest_benchmark.fixture import BenchmarkFixture

from bitgammon import Board

Pairs = list[tuple[Board, int, int]]


@pytest.fixture(scope="module")
def pairs(corpus: Corpus) -> Pairs:
    """Boards made once, so that only the call is timed; each is checked to have the plays it should."""
    boards = [Board(points) for points in corpus.boards[::10].tolist()]
    found = [(board, *dice) for board, dice in zip(boards, corpus.dice[::10].tolist(), strict=True)]
    expected = np.maximum(corpus.plays[::10], 1).tolist()  # a pass is one play
    assert [board.count(die1, die2) for board, die1, die2 in found] == expected
    assert [len(board.plays(die1, die2)) for board, die1, die2 in found] == expected
    return found


def test_len_of_plays(benchmark: BenchmarkFixture, pairs: Pairs) -> None:
    def run() -> None:
        for board, die1, die2 in pairs:
            len(board.plays(die1, die2))

    benchmark.extra_info["calls"] = len(pairs)
    benchmark(run)


def test_count(benchmark: BenchmarkFixture, pairs: Pairs) -> None:
    def run() -> None:
        for board, die1, die2 in pairs:
            board.count(die1, die2)

    benchmark.extra_info["calls"] = len(pairs)
    benchmark(run)


def test_list_of_plays(benchmark: BenchmarkFixture, pairs: Pairs) -> None:
    """Every play as an object."""

    def run() -> int:
        return sum(len(list(board.plays(die1, die2))) for board, die1, die2 in pairs)

    benchmark.extra_info["calls"] = len(pairs)
    assert benchmark(run) == sum(board.count(die1, die2) for board, die1, die2 in pairs)


def test_after(benchmark: BenchmarkFixture, pairs: Pairs) -> None:
    lists = [(board, board.plays(die1, die2)) for board, die1, die2 in pairs]
    played = [(board, plays[-1], plays.boards[-1]) for board, plays in lists]
    assert all(board.after(play) == result for board, play, result in played)

    def run() -> None:
        for board, play, _ in played:
            board.after(play)

    benchmark.extra_info["calls"] = len(played)
    benchmark(run)


def test_position_id(benchmark: BenchmarkFixture, pairs: Pairs) -> None:
    assert all(Board.from_position_id(board.position_id()) == board for board, _, _ in pairs)

    def run() -> None:
        for board, _, _ in pairs:
            board.position_id()

    benchmark.extra_info["calls"] = len(pairs)
    benchmark(run)
