"""The kernel alone: every play of the corpus, listed into one buffer or only counted, no Python a pair.

``BITGAMMON_CPU=baseline pytest benchmarks/bench_kernel.py`` times another variant.
"""

from collections.abc import Callable

import pytest
from conftest import Corpus
from pytest_benchmark.fixture import BenchmarkFixture

from bitgammon.core.bench import count_corpus, list_corpus


@pytest.mark.parametrize("function", [list_corpus, count_corpus], ids=["list", "count"])
def test_kernel(benchmark: BenchmarkFixture, corpus: Corpus, function: Callable[..., int]) -> None:
    assert function(corpus.boards, corpus.dice, 1) == corpus.total
    benchmark.extra_info["plays"] = corpus.total
    assert benchmark(function, corpus.boards, corpus.dice, 1) == corpus.total
