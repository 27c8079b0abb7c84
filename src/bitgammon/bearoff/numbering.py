"""The numbering of bear-off positions: one number for every way to place checkers on the points next to home.

A position is counts c[0..n-1] of checkers on points 1 to n, the rest being borne off. Walk the points from the highest
to the ace, T being the checkers met so far: the k-th point of the walk (k = 1..n) adds C(T + k - 1, k). So the empty
position is 0, a checker on the ace alone 1, and for any m the positions of at most m checkers are the numbers below
C(n + m, n): the number does not depend on how many checkers there might be.

Proof. Let the totals after each point of the walk be T1 <= ... <= Tn. The numbers Tk + k - 1 rise strictly, so they are
a combination of n numbers in the combinatorial number system, whose rank is the sum of C(Tk + k - 1, k); each
combination is met once. The order is the one GNU Backgammon's bear-off files use.
"""

from collections.abc import Sequence
from functools import cache
from math import comb
from typing import Any, Final

import numpy as np
from numpy.typing import ArrayLike, NDArray

from bitgammon.arguments import integer, quoted
from bitgammon.batch.arrays import integers
from bitgammon.errors import BatchValueError, InvalidBoardError, OutOfRangeError
from bitgammon.rules import CHECKERS

#: The most points that are numbered: three quarters of the board, where no opponent is met.
MOST_POINTS: Final = 18


def size(points: int, checkers: int = CHECKERS) -> int:
    """How many positions there are of at most so many checkers on so many points.

    >>> size(6), size(6, 6)
    (54264, 924)
    """
    n, m = _points(points), integer("checkers", checkers, 0, CHECKERS)
    return comb(n + m, n)


def rank(counts: Sequence[int]) -> int:
    """The number of a position. Raises InvalidBoardError for a negative count or more than 15 checkers,
    OutOfRangeError for no points or more than 18, TypeError.

    >>> rank([2, 2, 2, 3, 3, 3]), rank([0, 0, 0, 0, 0, 15])
    (46138, 54263)
    """
    return rank_of("counts", counts)


def rank_of(name: str, counts: Sequence[int], points: int | None = None) -> int:
    """The same of an argument of this name, which has so many points, if that is given.

    >>> rank_of("own", [1, 0, 0, 0, 0, 0], 6)
    1
    """
    if not isinstance(counts, Sequence | np.ndarray):
        raise TypeError(f"{name}: expected counts, not {quoted(counts)}")
    if points is not None and len(counts) != points:
        raise OutOfRangeError(f"{name}: expected {points} counts, one a point, not {len(counts)}")
    given = [integer(f"{name}[{k}]", count, 0, CHECKERS, InvalidBoardError) for k, count in enumerate(counts)]
    _points(len(given))
    if sum(given) > CHECKERS:
        raise InvalidBoardError(f"{name}: {sum(given)} checkers in {quoted(given)}, at most {CHECKERS}")
    total = found = 0
    for k, count in enumerate(reversed(given), 1):
        total += count
        found += comb(total + k - 1, k)
    return found


def unrank(number: int, points: int = 6) -> tuple[int, ...]:
    """The counts on points 1 to ``points`` of the position of this number; OutOfRangeError past the last one.

    >>> unrank(46138)
    (2, 2, 2, 3, 3, 3)
    """
    n = _points(points)
    left = integer("number", number, 0, size(n) - 1)
    totals = []
    for k in range(n, 0, -1):
        total = max(t for t in range(CHECKERS + 1) if comb(t + k - 1, k) <= left)
        left -= comb(total + k - 1, k)
        totals.append(total)
    return tuple(now - before for now, before in zip(totals, [*totals[1:], 0], strict=True))


def ranks(counts: ArrayLike) -> NDArray[np.int64]:
    """The numbers of many positions, int64 (N,). counts: integers (N, n), n points. Raises BatchValueError naming the
    row, BatchShapeError, TypeError. 8 bytes a row.

    >>> ranks([[2, 2, 2, 3, 3, 3], [1, 0, 0, 0, 0, 0]]).tolist()
    [46138, 1]
    """
    given = integers("counts", counts, np.int64, ("N", "points"))
    _points(given.shape[1])
    bad = (given < 0).any(axis=1) | (given > CHECKERS).any(axis=1) | (given.sum(axis=1) > CHECKERS)
    if bad.any():
        row = int(np.flatnonzero(bad)[0])
        raise BatchValueError(f"row {row}: {given[row].tolist()} are no counts of at most {CHECKERS} checkers")
    return trusted_ranks(given)


def trusted_ranks(counts: NDArray[Any]) -> NDArray[np.int64]:
    """The same of counts that need no check, of any integer type.

    >>> trusted_ranks(np.array([[2, 2, 2, 3, 3, 3]], np.int8)).tolist()
    [46138]
    """
    n = counts.shape[1]
    total = np.zeros(len(counts), np.int8)
    found = np.zeros(len(counts), np.int64)
    for k, binomials in enumerate(_table(n)):
        total += counts[:, n - 1 - k].astype(np.int8, copy=False)
        found += binomials.take(total)
    return found


def unranks(numbers: ArrayLike, points: int = 6) -> NDArray[np.int8]:
    """The counts of many positions, int8 (N, points). numbers: integers (N,). Raises BatchValueError naming the first
    that is none, BatchShapeError, TypeError. One byte a point and row.

    >>> unranks([46138, 1]).tolist()
    [[2, 2, 2, 3, 3, 3], [1, 0, 0, 0, 0, 0]]
    """
    n = _points(points)
    left = integers("numbers", numbers, np.int64, ("N",), own=True)
    bad = np.flatnonzero((left < 0) | (left >= size(n)))
    if len(bad):
        raise BatchValueError(f"numbers[{bad[0]}] is {left[bad[0]]}, not 0..{size(n) - 1}")
    table = _table(n)
    counts = np.zeros((len(left), n), np.int8)
    above: NDArray[Any] | None = None
    for k in range(n - 1, -1, -1):
        totals = np.searchsorted(table[k], left, side="right") - 1
        left = left - table[k][totals]
        if above is not None:
            counts[:, n - 2 - k] = above - totals  # what the walk met between its points k + 1 and k + 2
        above = totals
    assert above is not None
    counts[:, n - 1] = above
    return counts


@cache
def _table(points: int) -> NDArray[np.int64]:
    """table[k - 1][T] = C(T + k - 1, k), int64 (points, 16)."""
    return np.array([[comb(t + k - 1, k) for t in range(CHECKERS + 1)] for k in range(1, points + 1)])


def _points(points: int) -> int:
    return integer("points", points, 1, MOST_POINTS)
