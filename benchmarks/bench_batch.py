"""``bitgammon.generate`` over the whole corpus in one call, into new arrays."""

import numpy as np
import pytest
from conftest import Corpus
from pytest_benchmark.fixture import BenchmarkFixture

import bitgammon


@pytest.mark.parametrize("threads", [1, 2])
def test_generate(benchmark: BenchmarkFixture, corpus: Corpus, threads: int) -> None:
    rows = np.maximum(corpus.plays, 1)  # a pass is one row
    result = bitgammon.generate(corpus.boards, corpus.dice, threads=threads)
    assert np.array_equal(np.diff(result.offsets), rows)
    assert result.boards.shape == (int(rows.sum()), 26)
    assert result.boards.dtype == np.int8
    benchmark.extra_info["plays"] = corpus.total
    benchmark(bitgammon.generate, corpus.boards, corpus.dice, threads=threads)
