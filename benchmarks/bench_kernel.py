"""The kernel alone: every play of the corpus, packed before, listed into one buffer or only counted.

``BITGAMMON_CPU=baseline pytest benchmarks/bench_kernel.py`` times another variant.
"""

from collections.abc import Callable

import pytest
from conftest import Corpus
from pytest_benchmark.fixture import BenchmarkFixture

from bitgammon.core import bench, movegen

Timed = Callable[[bench.Corpus, int], tuple[int, list[float]]]


@pytest.mark.parametrize("function", [bench.time_listing, bench.time_counting], ids=["list", "count"])
def test_kernel(benchmark: BenchmarkFixture, corpus: Corpus, function: Timed) -> None:
    packed = bench.Corpus(corpus.boards, corpus.dice)
    assert function(packed, 1)[0] == corpus.total
    benchmark.extra_info |= {"plays": corpus.total, "cpu": movegen.variant}
    assert benchmark(function, packed, 1)[0] == corpus.total
