"""Values of plays brought back to the boards they belong to: one number a segment.

Segment i of an array is ``[offsets[i]:offsets[i + 1]]``, as in what ``generate`` and ``generate_rolls`` return; here no
segment may be empty. offsets: int64 (N + 1,), from 0, rising; other integer types are taken. threads: how many work at
it, 0 for one a core; the result does not depend on it.
"""

from collections.abc import Callable
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from bitgammon.arguments import LARGEST_SEED, integer
from bitgammon.batch.arrays import array_of, integers, run, thread_count
from bitgammon.core import segments as core
from bitgammon.errors import BatchShapeError, BatchValueError


def best(values: ArrayLike, offsets: ArrayLike, *, threads: int = 1) -> NDArray[np.int64]:
    """Where the largest value of each segment is, int64 (N,): an index into values; of equal ones, the first.

    values: float (M,), or integers. They are what the side that chooses wants: of values in the other side's view, as
    after ``generate(..., swap=True)``, give ``-values``. Infinite ones are compared as numbers are; a NaN is an
    error. Raises BatchValueError naming the segment that is empty or has a NaN, BatchShapeError, TypeError. 8 bytes a
    segment.

    >>> best([1, 5, 2, 4, 4], [0, 3, 5]).tolist()
    [1, 3]
    """
    ends = _checked_offsets(offsets)
    given = _numbers("values", values, ends)
    found = np.empty(len(ends) - 1, np.int64)

    def work(chunk: slice) -> None:
        segment = chunk.start + core.best(given, ends[chunk.start : chunk.stop + 1], found[chunk])
        if segment < chunk.stop:
            raise BatchValueError(f"segment {segment}: {_first('values', given, np.isnan, ends, segment)}")

    run(work, len(found), thread_count(threads))
    return found


def expected(
    values: ArrayLike, offsets: ArrayLike, weights: ArrayLike | None = None, *, threads: int = 1
) -> NDArray[np.float64]:
    """The mean of each segment, float64 (N,), weighted by one weight a value: sum(w * v) / sum(w).

    values, weights: float (M,), or integers; weights need not sum to 1, and None makes them equal. Sums are in float64,
    from the first value on. Raises BatchValueError naming the segment that is empty, has a value or weight that is not
    finite, a negative weight or none above 0, or whose sums overflow; BatchShapeError, TypeError. 8 bytes a segment.

    >>> expected([1, 0, 3, 5], [0, 2, 4], [1, 3, 1, 1]).tolist()
    [0.25, 4.0]
    """
    ends = _checked_offsets(offsets)
    given = _numbers("values", values, ends)
    factors = None if weights is None else _numbers("weights", weights, ends).astype(np.float64, copy=False)
    found = np.empty(len(ends) - 1, np.float64)

    def work(chunk: slice) -> None:
        segment = chunk.start + core.expected(given, ends[chunk.start : chunk.stop + 1], factors, found[chunk])
        if segment < chunk.stop:
            raise BatchValueError(f"segment {segment}: {_no_mean(given, factors, ends, segment)}")

    run(work, len(found), thread_count(threads))
    return found


def pick(offsets: ArrayLike, seed: int, *, first: int = 0, threads: int = 1) -> NDArray[np.int64]:
    """A random index out of each segment, int64 (N,), every one as likely as any other.

    seed: 0 .. 2**64 - 1; every seed is a stream of its own, so a game takes a new one each turn. first: the number of
    the first segment, for batches handed over in parts. Raises BatchValueError naming the segment that is empty,
    OutOfRangeError for a seed or number out of range, BatchShapeError, TypeError. 8 bytes a segment.

    Segment i takes words 0 and 1 of the Philox4x32-10 block (core/dice.pxd) with the key seed, low and high half, and
    the counter i, low and high half, 0, 2**32 - 1, which no dice of ``playout`` use below board and game 2**48 - 2**32.
    As one number r, word 0 being the lower half, they choose the index r * length // 2**64 of the segment: no index is
    more likely than another by over length / 2**64. Stability: this is a promise, the same seed gives the same indices
    on every machine, in every version, for any number of threads.

    >>> pick([0, 10, 20, 21], 1).tolist()
    [7, 13, 20]
    """
    ends = _checked_offsets(offsets)
    size = len(ends) - 1
    key = integer("seed", seed, 0, LARGEST_SEED)
    start = integer("first", first, 0, LARGEST_SEED - size)
    found = np.empty(size, np.int64)

    def work(chunk: slice) -> None:
        core.pick(ends[chunk.start : chunk.stop + 1], key, start + chunk.start, found[chunk])

    run(work, size, thread_count(threads))
    return found


def _checked_offsets(offsets: ArrayLike) -> NDArray[np.int64]:
    """offsets as int64, the caller's no more: what they name is read without another look."""
    ends = integers("offsets", offsets, np.int64, ("N + 1",), own=True)
    if not len(ends):
        raise BatchShapeError("offsets: expected shape (N + 1,), not (0,)")
    if ends[0] != 0:
        raise BatchValueError(f"offsets: the first is {ends[0]}, not 0")
    bad = np.flatnonzero(ends[1:] <= ends[:-1])
    if len(bad):
        k = int(bad[0])
        fault = "is empty" if ends[k] == ends[k + 1] else f"ends at {ends[k + 1]}, before it begins"
        raise BatchValueError(f"segment {k}: offsets[{k}] is {ends[k]}: it {fault}")
    return ends


def _numbers(name: str, values: ArrayLike, offsets: NDArray[np.int64]) -> NDArray[Any]:
    """values as contiguous float32 or float64, whose number is the last of offsets."""
    given = array_of(name, values, ("M",))
    if len(given) != offsets[-1]:
        raise BatchShapeError(f"{name}: {len(given)}, but offsets end at {offsets[-1]}")
    if given.dtype.kind not in "iuf" or given.dtype.char == "g":  # a long double
        raise TypeError(f"{name}: expected real numbers (float64 at most), not {given.dtype}")
    if given.dtype.kind in "iu" and given.dtype.itemsize == 8:
        bad = np.flatnonzero((given > 1 << 53) | (given < -(1 << 53)))
        if len(bad):
            k = int(bad[0])
            raise BatchValueError(f"{name}[{k}] is {given[k]}, which float64 does not hold exactly")
    return np.require(given, np.float32 if given.dtype == np.float32 else np.float64, ["C", "ALIGNED"])


def _first(
    name: str, values: NDArray[Any], fault: Callable[[NDArray[Any]], Any], offsets: NDArray[np.int64], segment: int
) -> str | None:
    """What the first value of a segment with this fault is, or None."""
    start, stop = offsets[segment : segment + 2].tolist()
    bad = np.flatnonzero(fault(values[start:stop]))
    return f"{name}[{start + int(bad[0])}] is {values[start + int(bad[0])]}" if len(bad) else None


def _no_mean(
    values: NDArray[Any], weights: NDArray[np.float64] | None, offsets: NDArray[np.int64], segment: int
) -> str:
    def infinite(array: NDArray[Any]) -> Any:
        return ~np.isfinite(array)

    found = _first("values", values, infinite, offsets, segment)
    if weights is not None:
        found = found or _first("weights", weights, infinite, offsets, segment)
        found = found or _first("weights", weights, lambda array: array < 0, offsets, segment)
        start, stop = offsets[segment : segment + 2].tolist()
        if not found and not weights[start:stop].any():
            found = "its weights are all 0"
    return found or "its sum is too large for float64"
