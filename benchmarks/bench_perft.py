"""``bitgammon.perft`` from the start of the game and of two variants, to known counts."""

import pytest
from pytest_benchmark.fixture import BenchmarkFixture

from bitgammon import Board, perft

CASES = [
    ("standard", 2, False, 202_782),
    ("standard", 2, True, 419_783),
    ("standard", 3, False, 116_154_993),
    ("nackgammon", 2, False, 324_161),
    ("hypergammon", 3, False, 6_645_799),
]


@pytest.mark.parametrize(("variant", "depth", "weighted", "count"), CASES)
def test_perft(benchmark: BenchmarkFixture, variant: str, depth: int, weighted: bool, count: int) -> None:
    board = Board.start(variant)
    assert perft(board, depth, weighted) == count
    assert benchmark(perft, board, depth, weighted) == count
