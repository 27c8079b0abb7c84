"""``bitgammon.generate`` over the corpus in one call, into new arrays; over eight of it for threads to share."""

import numpy as np
import pytest
from conftest import Corpus
from pytest_benchmark.fixture import BenchmarkFixture

import bitgammon


@pytest.mark.parametrize(("times", "threads"), [(1, 1), (8, 1), (8, 2)])
def test_generate(benchmark: BenchmarkFixture, corpus: Corpus, times: int, threads: int) -> None:
    boards, dice = np.tile(corpus.boards, (times, 1)), np.tile(corpus.dice, (times, 1))
    rows = np.tile(np.maximum(corpus.plays, 1), times)  # a pass is one row
    result = bitgammon.generate(boards, dice, threads=threads)
    assert np.array_equal(np.diff(result.offsets), rows)
    assert result.boards.shape == (int(rows.sum()), 26)
    assert result.boards.dtype == np.int8
    benchmark.extra_info["plays"] = corpus.total * times
    benchmark(bitgammon.generate, boards, dice, threads=threads)
