"""Segments of values: the best, the mean and a random one of each, as plain Python has them; what is wrong is named."""

from collections.abc import Callable
from itertools import pairwise
from typing import Any

import numpy as np
import pytest
from batch_twins import DATA
from hypothesis import given
from hypothesis import strategies as st
from numpy.typing import NDArray

import bitgammon as bg
from bitgammon import Board
from bitgammon.batch import arrays, best, expected, pick
from bitgammon.core.playout import philox
from bitgammon.errors import BatchShapeError, BatchValueError, OutOfRangeError
from bitgammon.rules import ROLLS, roll_weight

#: Few different values, so that some are equal.
numbers = st.sampled_from([0.0, -0.0, 1.0, -1.5, 1e300, -1e-300, float("inf"), float("-inf")]) | st.floats(
    allow_nan=False
)
segments = st.lists(st.lists(numbers, min_size=1, max_size=6), max_size=6)
finite = st.lists(st.lists(st.tuples(st.floats(-1e6, 1e6), st.floats(0, 1e6)), min_size=1, max_size=6), max_size=6)


def offsets_of(parts: list[Any]) -> list[int]:
    return [0, *np.cumsum([len(part) for part in parts], dtype=int).tolist()]


def flat(parts: list[list[Any]]) -> NDArray[np.float64]:
    return np.array([value for part in parts for value in part], np.float64)


@given(segments)
def test_the_best_is_the_first_of_the_largest(parts: list[list[float]]) -> None:
    offsets = offsets_of(parts)
    found = best(flat(parts), offsets)
    assert found.dtype == np.int64
    assert found.tolist() == [start + part.index(max(part)) for start, part in zip(offsets, parts, strict=False)]


@given(segments)
def test_the_best_in_single_precision(parts: list[list[float]]) -> None:
    with np.errstate(over="ignore"):
        values = flat(parts).astype(np.float32)
    offsets = offsets_of(parts)
    bounds = pairwise(offsets)
    assert best(values, offsets).tolist() == [a + int(np.argmax(values[a:b])) for a, b in bounds]


@given(finite)
def test_the_mean(parts: list[list[tuple[float, float]]]) -> None:
    offsets = offsets_of(parts)
    values = flat([[value for value, _ in part] for part in parts])
    found = expected(values, offsets)
    assert found.dtype == np.float64
    assert np.allclose(found, [np.mean([value for value, _ in part]) for part in parts], rtol=1e-9, atol=1e-9)
    weights = flat([[weight + (k == 0) for k, (_, weight) in enumerate(part)] for part in parts])
    bounds = list(pairwise(offsets))
    means = [float(values[a:b] @ weights[a:b] / weights[a:b].sum()) for a, b in bounds]
    assert np.allclose(expected(values, offsets, weights), means, rtol=1e-9, atol=1e-9)


def test_the_mean_in_single_precision_is_added_up_in_double() -> None:
    values = np.full(1_000_001, 0.1, np.float32)
    assert expected(values, [0, len(values)])[0] == pytest.approx(float(np.float32(0.1)), rel=1e-9)


def test_only_ratios_of_weights_count() -> None:
    assert expected([1, 2, 4], [0, 3], [1, 2, 1]).tolist() == [2.25]
    assert expected([1, 2, 4], [0, 3], [0.25, 0.5, 0.25]).tolist() == [2.25]
    assert expected([5, 7], [0, 2], [0, 3]).tolist() == [7]


def test_the_best_plays_of_the_corpus() -> None:
    """The lowest pip count of the side that played, found in one way and in another."""
    with np.load(DATA / "corpus.npz") as file:
        plays = bg.generate(file["boards"], file["dice"])
    values = -bg.batch.pip_counts(plays.boards)[:, 0].astype(np.float32)
    found = best(values, plays.offsets)
    bounds = zip(plays.offsets[:-1].tolist(), plays.offsets[1:].tolist(), strict=True)
    assert found.tolist() == [a + int(np.argmax(values[a:b])) for a, b in bounds]


def test_the_mean_over_rolls_of_the_best_plays() -> None:
    """Two plies: each roll's best, weighted as it falls, in a few lines of numpy and with a loop over boards."""
    boards = [Board().points, Board.start("nackgammon").points]
    plays = bg.generate_rolls(boards)
    values = bg.batch.pip_counts(plays.boards)[:, 1] - bg.batch.pip_counts(plays.boards)[:, 0]
    leaders = values[best(values, plays.offsets)]
    found = expected(leaders, np.arange(0, 43, 21), np.tile(plays.weights, 2))
    for points, mean in zip(boards, found.tolist(), strict=True):
        total = 0
        for die1, die2 in ROLLS:
            counts = [board.pip_counts() for board in Board(points).plays(die1, die2).boards]
            total += roll_weight(die1, die2) * max(theirs - own for own, theirs in counts)
        assert mean == pytest.approx(total / 36)


# Random ones.


def plain_pick(offsets: list[int], seed: int, first: int = 0) -> list[int]:
    found = []
    for i, (start, stop) in enumerate(pairwise(offsets), first):
        words = philox((i & 0xFFFFFFFF, i >> 32, 0, 0xFFFFFFFF), (seed & 0xFFFFFFFF, seed >> 32))
        found.append(start + (((words[1] << 32) + words[0]) * (stop - start) >> 64))
    return found


#: Lengths up to such as no list of values in memory has, to test every bit of the product.
lengths = st.lists(st.integers(1, 5) | st.integers(1, 1 << 58), max_size=20)


@given(lengths, st.integers(0, 2**64 - 1), st.integers(0, 2**64 - 21))
def test_a_random_one_is_chosen_as_documented(sizes: list[int], seed: int, first: int) -> None:
    offsets = [0]
    for size in sizes:
        offsets.append(offsets[-1] + size)
    found = pick(offsets, seed, first=first)
    assert found.dtype == np.int64
    assert found.tolist() == plain_pick(offsets, seed, first)


def test_a_seed_is_a_promise() -> None:
    offsets = np.arange(0, 1001, 100)
    assert pick(offsets, 1).tolist() == [70, 134, 244, 375, 400, 527, 693, 729, 806, 987]
    assert pick(offsets, 2**64 - 1).tolist() == [49, 159, 282, 354, 411, 598, 615, 718, 816, 976]


def test_batches_in_parts_give_the_same() -> None:
    offsets = np.concatenate([[0], np.cumsum(np.random.default_rng(1).integers(1, 40, 1000))])
    whole = pick(offsets, 7)
    for cut in (1, 500, 999):
        rest = pick(offsets[cut:] - offsets[cut], 7, first=cut) + offsets[cut]
        assert np.array_equal(np.concatenate([pick(offsets[: cut + 1], 7), rest]), whole)


@pytest.mark.parametrize("length", [2, 3, 7, 20])
def test_every_index_is_as_likely(length: int) -> None:
    size = 70_000
    found = pick(np.arange(0, size * length + 1, length), 2024) % length
    counts = np.bincount(found, minlength=length)
    deviations = (counts - size / length) / (size / length * (1 - 1 / length)) ** 0.5
    assert np.abs(deviations).max() < 5
    # Neighbours, and the same segment under the next seed, are no more alike than chance makes them.
    other = pick(np.arange(0, size * length + 1, length), 2025) % length
    for equal in (found[1:] == found[:-1], found == other):
        assert abs(equal.mean() - 1 / length) < 5 * (1 / length * (1 - 1 / length) / size) ** 0.5


# What all of them share.

Function = Callable[..., NDArray[Any]]
FUNCTIONS: dict[str, Function] = {
    "best": best,
    "expected": expected,
    "pick": lambda values, offsets, **more: pick(offsets, 3, **more),
}
every = pytest.mark.parametrize("function", FUNCTIONS.values(), ids=FUNCTIONS.keys())
valued = pytest.mark.parametrize("function", [best, expected])


@every
@pytest.mark.parametrize("threads", [0, 1, 2, 8])
def test_threads_and_chunks_do_not_change_the_result(
    monkeypatch: pytest.MonkeyPatch, function: Function, threads: int
) -> None:
    rng = np.random.default_rng(3)
    offsets = np.concatenate([[0], np.cumsum(rng.integers(1, 40, 1000))])
    values = rng.random(offsets[-1])
    whole = function(values, offsets)
    monkeypatch.setattr(arrays, "CHUNK", 77)
    assert np.array_equal(function(values, offsets, threads=threads), whole)


@every
def test_arrays_of_every_kind(function: Function) -> None:
    values, offsets = np.array([3.0, 1, 2, 2, 5, 4]), np.array([0, 2, 4, 6])
    whole = function(values, offsets)
    frozen = values.copy()
    frozen.setflags(write=False)
    for given_values in (
        frozen,
        np.repeat(values, 2)[::2],
        values[::-1].copy()[::-1],
        np.ndarray(values.shape, values.dtype, buffer=b"-" + values.tobytes(), offset=1),
        values.astype(np.float16),
        values.astype(np.float32),
        values.astype(">f8"),
        values.astype(np.int8),
        values.astype(np.uint64),
        values.tolist(),
    ):
        assert np.array_equal(function(given_values, offsets), whole)
    for given_offsets in (
        offsets.tolist(),
        offsets.astype(np.uint64),
        offsets.astype(">i4"),
        np.repeat(offsets, 2)[::2],
        np.ndarray(offsets.shape, offsets.dtype, buffer=b"-" + offsets.tobytes(), offset=1),
        tuple(offsets),
    ):
        assert np.array_equal(function(values, given_offsets), whole)


@every
def test_no_segments(function: Function) -> None:
    one, none = function([1.0], [0, 1]), function([], [0])
    assert none.shape == (0,)
    assert none.dtype == one.dtype


@every
@pytest.mark.parametrize(
    ("offsets", "error", "message"),
    [
        ([0, 2, 2, 3], BatchValueError, r"segment 1: offsets\[1\] is 2: it is empty"),
        ([0, 0, 3], BatchValueError, r"segment 0: offsets\[0\] is 0: it is empty"),
        ([0, 3, 3], BatchValueError, r"segment 1: offsets\[1\] is 3: it is empty"),
        ([0, 2, 1, 3], BatchValueError, r"segment 1: offsets\[1\] is 2: it ends at 1, before it begins"),
        (np.array([0, 2, 1, 3], np.uint64), BatchValueError, "segment 1: .* before it begins"),
        ([0, 5, -1, 3], BatchValueError, "segment 1: .* ends at -1"),
        ([1, 3], BatchValueError, "offsets: the first is 1, not 0"),
        ([-1, 3], BatchValueError, "offsets: the first is -1, not 0"),
        (np.array([0, 2**63 + 3], np.uint64), BatchValueError, r"offsets\[1\] is 9223372036854775811"),
        ([], BatchShapeError, r"offsets: expected shape \(N \+ 1,\), not \(0,\)"),
        ([[0, 3]], BatchShapeError, r"offsets: expected shape \(N \+ 1,\), not \(1, 2\)"),
        (3, BatchShapeError, r"offsets: expected shape \(N \+ 1,\), not \(\)"),
        ([0.0, 3.0], TypeError, r"offsets: expected integers \(int64\), not 0.0"),
        ([False, True], TypeError, r"offsets: expected integers \(int64\), not bool"),
    ],
)
def test_offsets_that_do_not_fit(function: Function, offsets: Any, error: type[Exception], message: str) -> None:
    with pytest.raises(error, match=message):
        function([1.0, 2.0, 3.0], offsets)


@valued
@pytest.mark.parametrize(
    ("values", "error", "message"),
    [
        ([1.0] * 2, BatchShapeError, "values: 2, but offsets end at 3"),
        ([1.0] * 4, BatchShapeError, "values: 4, but offsets end at 3"),
        ([[1.0] * 3], BatchShapeError, r"values: expected shape \(M,\), not \(1, 3\)"),
        ([1j] * 3, TypeError, "values: expected real numbers .*, not complex128"),
        ([True] * 3, TypeError, "values: expected real numbers .*, not bool"),
        (["1"] * 3, TypeError, "values: expected real numbers"),
        ([None] * 3, TypeError, "values: expected real numbers .*, not object"),
        (np.ones(3, np.longdouble), TypeError, "values: expected real numbers"),
        ([1, 2**53 + 1, 3], BatchValueError, r"values\[1\] is 9007199254740993, which float64"),
        ([1, -(2**63), 3], BatchValueError, r"values\[1\] is -9223372036854775808, which float64"),
        (
            np.array([1, 2, 2**64 - 1], np.uint64),
            BatchValueError,
            r"values\[2\] is 18446744073709551615, which float64",
        ),
    ],
)
def test_values_that_do_not_fit(function: Function, values: Any, error: type[Exception], message: str) -> None:
    given_values = values if isinstance(values, np.ndarray) else np.array(values)
    with pytest.raises(error, match=message):
        function(given_values, [0, 1, 3])


@valued
@pytest.mark.parametrize("at", [0, 1, 2, 3, 4])
@pytest.mark.parametrize("dtype", [np.float32, np.float64])
@pytest.mark.parametrize("threads", [1, 2])
def test_a_nan_is_named_wherever_it_stands(
    monkeypatch: pytest.MonkeyPatch, function: Function, at: int, dtype: Any, threads: int
) -> None:
    monkeypatch.setattr(arrays, "CHUNK", 5)
    values = np.arange(100, dtype=dtype)
    values[60 + at] = np.nan
    with pytest.raises(BatchValueError, match=rf"segment 12: values\[{60 + at}\] is nan"):
        function(values, np.arange(0, 101, 5), threads=threads)


@pytest.mark.parametrize("infinite", [np.inf, -np.inf])
def test_infinite_values_can_be_compared_but_have_no_mean(infinite: float) -> None:
    values = np.array([1.0, infinite, 2.0])
    assert best(values, [0, 3]).tolist() == [1 if infinite > 0 else 2]
    assert best([infinite, infinite], [0, 2]).tolist() == [0]
    for weights in (None, [1, 0, 1]):
        with pytest.raises(BatchValueError, match=rf"segment 1: values\[1\] is {infinite}"):
            expected(values, [0, 1, 3], weights)


@pytest.mark.parametrize(
    ("weights", "error", "message"),
    [
        ([1, 0, 0], BatchValueError, "segment 1: its weights are all 0"),
        ([1, 2, -1], BatchValueError, r"segment 1: weights\[2\] is -1.0"),
        ([1, np.nan, 1], BatchValueError, r"segment 1: weights\[1\] is nan"),
        ([1, np.inf, 1], BatchValueError, r"segment 1: weights\[1\] is inf"),
        ([1, 1], BatchShapeError, "weights: 2, but offsets end at 3"),
        ([[1, 1, 1]], BatchShapeError, r"weights: expected shape \(M,\), not \(1, 3\)"),
        (["1"] * 3, TypeError, "weights: expected real numbers"),
    ],
)
def test_weights_that_do_not_fit(weights: Any, error: type[Exception], message: str) -> None:
    with pytest.raises(error, match=message):
        expected([1.0, 2.0, 3.0], [0, 1, 3], weights)


def test_sums_that_overflow_are_no_mean() -> None:
    for weights in (None, [1, 1, 1], [1, 1e308, 1e308]):
        with pytest.raises(BatchValueError, match="segment 1: its sum is too large for float64"):
            expected([1.0, 1.7e308, 1.7e308], [0, 1, 3], weights)


@pytest.mark.parametrize("size", [5e-324, 1e-320, 1e-200, 1.0, 1e200, 1e308])
def test_the_size_of_the_weights_does_not_matter(size: float) -> None:
    values = [0.5, -0.25, 3.0, 3.0, 1.0]
    assert np.allclose(expected(values, [0, 2, 5], [size] * 5), [0.125, 7 / 3], rtol=1e-15)
    assert expected([1.0, 0.0, 0.0], [0, 3], [1.0, 1.7e308, 1.7e308])[0] == pytest.approx(1 / 1.7e308 / 2, rel=1e-9)


def test_numbers_are_checked() -> None:
    for seed in (-1, 2**64):
        with pytest.raises(OutOfRangeError, match=f"seed={seed} is not 0..18446744073709551615"):
            pick([0, 3], seed)
    for first in (-1, 2**64 - 1):
        with pytest.raises(OutOfRangeError, match=f"first={first} is not 0"):
            pick([0, 3], 1, first=first)
    with pytest.raises(TypeError):
        pick([0, 3], 1.5)  # type: ignore[arg-type]
    for function in FUNCTIONS.values():
        with pytest.raises(OutOfRangeError, match=r"threads=-1 is not 0\.\.4096"):
            function([1.0], [0, 1], threads=-1)
