"""The batch functions beside ``generate``: rows of eight times the corpus, segments of all its plays.

Answers are checked before they are timed. extra_info["rows_per_s"] is the rate of the best round, a segment counting as
a row. Results are new arrays each time, but for ``features out``.
"""

from base64 import b64decode
from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np
import pytest
from conftest import Corpus
from numpy.typing import NDArray
from pytest_benchmark.fixture import BenchmarkFixture

import bitgammon
from bitgammon import Board, batch

Array = NDArray[Any]
TIMES = 8
#: Rows checked one by one: enough to see every kind of board, few enough to take no time.
SAMPLE = slice(None, None, 97)


class Inputs(NamedTuple):
    """Rows, what they are in other forms, and the plays of the corpus with a value each."""

    boards: Array
    packed: Array
    keys: Array
    ids: Array
    ids_as_str: Array
    ids_as_list: list[str]
    fields: Array
    out: Array
    before: Array
    plays: bitgammon.PlayBatch
    values: Array


@pytest.fixture(scope="module")
def inputs(corpus: Corpus) -> Inputs:
    boards = np.tile(corpus.boards, (TIMES, 1))
    plays = bitgammon.generate(corpus.boards, corpus.dice, moves=True)
    before = np.repeat(corpus.boards, np.diff(plays.offsets), axis=0)
    values = np.random.default_rng(1).random(len(plays.boards), np.float32)
    out = np.empty((len(boards), 198), np.float32)
    keys, ids, fields = batch.position_keys(boards), batch.position_ids(boards), batch.xgid_boards(boards)
    wide = ids.astype("U")
    return Inputs(boards, batch.pack(boards), keys, ids, wide, wide.tolist(), fields, out, before, plays, values)


#: The name, the call, and the answer for a row of SAMPLE from its board; of hashes and features, that of a batch of
#: one, which the tests compare with plain Python.
ROWS: dict[str, tuple[Callable[[Inputs, int], Array], Callable[[Board], Any]]] = {
    "swapped": (lambda i, n: batch.swapped(i.boards, threads=n), lambda b: b.swapped().points),
    "pip_counts": (lambda i, n: batch.pip_counts(i.boards, threads=n), Board.pip_counts),
    "results": (lambda i, n: batch.results(i.boards, threads=n), Board.result),
    "classify": (lambda i, n: batch.classify(i.boards, threads=n), lambda b: phase(b.points)),
    "check": (lambda i, n: batch.check(i.boards, threads=n), lambda b: b.status),
    "pack": (lambda i, n: batch.pack(i.boards, threads=n), Board.to_packed),
    "unpack": (lambda i, n: batch.unpack(i.packed, threads=n), lambda b: b.points),
    "position_keys": (
        lambda i, n: batch.position_keys(i.boards, threads=n),
        lambda b: list(b64decode(b.position_id() + "==")),
    ),
    "from_position_keys": (lambda i, n: batch.from_position_keys(i.keys, threads=n), lambda b: b.points),
    "hashes": (lambda i, n: batch.hashes(i.boards, threads=n), lambda b: batch.hashes([b.points])[0]),
    "features": (lambda i, n: batch.features(i.boards, threads=n), lambda b: batch.features([b.points])[0]),
    "features out": (
        lambda i, n: batch.features(i.boards, out=i.out, threads=n),
        lambda b: batch.features([b.points])[0],
    ),
}


#: The same of what has no threads: boards as text, arrays of bytes, str and a list of str.
TEXTS: dict[str, tuple[Callable[[Inputs], Array], Callable[[Board], Any]]] = {
    "position_ids": (lambda i: batch.position_ids(i.boards), Board.position_id),
    "from_position_ids": (lambda i: batch.from_position_ids(i.ids), lambda b: b.points),
    "from_position_ids U": (lambda i: batch.from_position_ids(i.ids_as_str), lambda b: b.points),
    "from_position_ids list": (lambda i: batch.from_position_ids(i.ids_as_list), lambda b: b.points),
    "xgid_boards": (lambda i: batch.xgid_boards(i.boards), Board.xgid_board),
    "from_xgid_boards": (lambda i: batch.from_xgid_boards(i.fields), lambda b: b.points),
}


def phase(points: tuple[int, ...]) -> int:
    """The phase of a board in play, from the places of its checkers."""
    own = [place for place, count in enumerate(points) if count > 0]
    other = [place for place, count in enumerate(points) if count < 0]
    if own[-1] > other[0]:
        return batch.Phase.CONTACT
    return batch.Phase.BEAROFF if own[-1] <= 6 and other[0] >= 19 else batch.Phase.RACE


def timed(benchmark: BenchmarkFixture, rows: int, function: Callable[..., Any], *arguments: Any) -> None:
    """Times the call and records how many rows it does in a second."""
    benchmark.extra_info["rows"] = rows
    benchmark(function, *arguments)
    if benchmark.stats is not None:  # with --benchmark-disable there are none
        benchmark.extra_info["rows_per_s"] = round(rows / benchmark.stats.stats.min)


@pytest.mark.parametrize("threads", [1, 2])
@pytest.mark.parametrize("name", ROWS)
def test_rows(benchmark: BenchmarkFixture, inputs: Inputs, name: str, threads: int) -> None:
    function, of_board = ROWS[name]
    found = function(inputs, threads)
    assert len(found) == len(inputs.boards)
    expected = [of_board(Board(points)) for points in inputs.boards[SAMPLE]]
    assert np.array_equal(found[SAMPLE], np.array(expected, found.dtype))
    timed(benchmark, len(found), function, inputs, threads)


@pytest.mark.parametrize("name", TEXTS)
def test_texts(benchmark: BenchmarkFixture, inputs: Inputs, name: str) -> None:
    function, of_board = TEXTS[name]
    found = function(inputs)
    assert len(found) == len(inputs.boards)
    expected = [of_board(Board(points)) for points in inputs.boards[SAMPLE]]
    assert np.array_equal(found[SAMPLE], np.array(expected, found.dtype))
    timed(benchmark, len(found), function, inputs)


@pytest.mark.parametrize("name", ["from_xgids", "to_xgids"])
def test_xgids(benchmark: BenchmarkFixture, inputs: Inputs, name: str) -> None:
    whole = [f"XGID={field}:1:-1:1:31:2:0:0:7:10" for field in inputs.fields[:10_000].astype("U")]
    found = batch.from_xgids(whole)
    assert np.array_equal(found.boards, inputs.boards[:10_000])
    assert batch.to_xgids(found) == whole
    if name == "from_xgids":
        timed(benchmark, len(whole), batch.from_xgids, whole)
    else:
        timed(benchmark, len(whole), batch.to_xgids, found)


def test_apply(benchmark: BenchmarkFixture, inputs: Inputs) -> None:
    moves = inputs.plays.moves
    assert moves is not None
    assert np.array_equal(batch.apply(inputs.before, moves), inputs.plays.boards)
    timed(benchmark, len(inputs.before), batch.apply, inputs.before, moves)


def test_best(benchmark: BenchmarkFixture, inputs: Inputs) -> None:
    offsets = inputs.plays.offsets
    found = batch.best(inputs.values, offsets)
    assert np.array_equal(inputs.values[found], np.maximum.reduceat(inputs.values, offsets[:-1]))
    timed(benchmark, len(found), batch.best, inputs.values, offsets)


@pytest.mark.parametrize("weighted", [False, True])
def test_expected(benchmark: BenchmarkFixture, inputs: Inputs, weighted: bool) -> None:
    offsets = inputs.plays.offsets
    weights = inputs.values.astype(np.float64) + 1 if weighted else None
    factors = np.ones(len(inputs.values)) if weights is None else weights
    sums = np.add.reduceat(inputs.values * factors, offsets[:-1]) / np.add.reduceat(factors, offsets[:-1])
    assert np.allclose(batch.expected(inputs.values, offsets, weights), sums)
    timed(benchmark, len(sums), batch.expected, inputs.values, offsets, weights)


def test_pick(benchmark: BenchmarkFixture, inputs: Inputs) -> None:
    offsets = inputs.plays.offsets
    found = batch.pick(offsets, 1)
    assert (found >= offsets[:-1]).all()
    assert (found < offsets[1:]).all()
    timed(benchmark, len(found), batch.pick, offsets, 1)
