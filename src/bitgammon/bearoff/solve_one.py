"""The one-sided bear-off: how many rolls a side takes alone, when every play is the one with the least mean.

Positions are solved in order of pips: a roll always moves something, and every move takes pips away, so that what a
position may become is solved before it. For each of the 21 rolls the play is chosen whose position has the least mean
number of rolls, of equal ones the first in the order of ``Board.plays``; the distribution of the position is the
weighted mean of those of its 21 choices, one roll later.

The rolls to bear off the first checker, by which a gammon is saved, have a play of their own: the one with the least
mean of them, of equal ones the one with the least mean of all rolls.
"""

from collections.abc import Callable, Iterator
from itertools import pairwise
from typing import Any, Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from bitgammon.batch import best, generate_rolls
from bitgammon.bearoff.numbering import size, trusted_ranks, unranks
from bitgammon.rules import CHECKERS, ROLLS

#: Positions solved at a time: what their plays take stays under some 50 MB.
CHUNK: Final = 20_000


class Solution(NamedTuple):
    """Distributions of rolls, float64; row k is position k of ``numbering``, column i the chance of exactly i rolls.

    ``rolls`` (N, W) and ``means`` (N,): to bear off all. ``first`` (F, V) and ``first_means`` (F,): to bear off the
    first checker, for the F positions of all checkers, the last ones of the numbering; the others have one off.
    """

    rolls: NDArray[np.float64]
    means: NDArray[np.float64]
    first: NDArray[np.float64]
    first_means: NDArray[np.float64]


def solve(
    points: int,
    checkers: int = CHECKERS,
    *,
    threads: int = 1,
    progress: Callable[[int], None] | None = None,
) -> Solution:
    """The table of at most so many checkers on so many points.

    progress: told how many more positions are solved.

    >>> round(float(solve(1).means[15]), 10)
    6.9795917638
    """
    count, rest = size(points, checkers), size(points, checkers - 1)
    width, first_width = longest(points, checkers)
    made = Solution(
        np.zeros((count, width)), np.zeros(count), np.zeros((count - rest, first_width)), np.zeros(count - rest)
    )
    made.rolls[0, 0] = 1.0
    for numbers in _levels(points, checkers):
        for start in range(0, len(numbers), CHUNK):
            part = numbers[start : start + CHUNK]
            _solve_part(made, part, points, checkers, rest, threads)
            if progress is not None:
                progress(len(part))
    return made


def longest(points: int, checkers: int) -> tuple[int, int]:
    """Columns that hold every distribution: one more than the most rolls to bear off all, and to bear off the first.

    A roll that bears off no checker wastes nothing and takes at least the 3 pips of 2-1, so that there are at most a
    third of all pips of them; each other roll bears off one of the checkers. Before the first one goes, every checker
    keeps a pip; the roll that takes it comes on top.
    """
    farthest = points * checkers
    return farthest // 3 + checkers + 1, (farthest - checkers) // 3 + 2


def _levels(points: int, checkers: int) -> Iterator[NDArray[np.int64]]:
    """The numbers of the positions of 1, 2, ... pips."""
    counts = unranks(np.arange(size(points, checkers)), points)
    pips = counts.astype(np.int32) @ np.arange(1, points + 1, dtype=np.int32)
    order = np.argsort(pips, kind="stable")
    ends = np.searchsorted(pips[order], np.arange(1, points * checkers + 2))
    for start, stop in pairwise(ends.tolist()):
        yield order[start:stop]


def after_rolls(
    numbers: NDArray[np.int64], points: int, checkers: int, threads: int = 1
) -> tuple[NDArray[np.int64], NDArray[np.int64], NDArray[np.float64]]:
    """The positions that each of 21 rolls may lead to: their numbers (M,), offsets (21 N + 1,), and weights (21,), 1 or
    2 of the 36, whose sums are exact."""
    boards = np.zeros((len(numbers), 26), np.int8)
    boards[:, 0] = -1  # the opponent, out of the way
    boards[:, 1 : points + 1] = unranks(numbers, points)
    plays = generate_rolls(boards, threads, checkers=checkers)
    return trusted_ranks(plays.boards[:, 1 : points + 1]), plays.offsets, np.rint(plays.weights * 36)


def _solve_part(
    made: Solution, numbers: NDArray[np.int64], points: int, checkers: int, rest: int, threads: int
) -> None:
    after, offsets, weights = after_rolls(numbers, points, checkers, threads)
    means = made.means[after]
    chosen = after[best(-means, offsets)].reshape(len(numbers), len(ROLLS))
    _put(made.rolls, numbers, made.rolls, chosen, weights)
    made.means[numbers] = 1 + _mean(made.means[chosen], weights)
    whole = numbers >= rest
    if not whole.any():
        return
    # Least mean to the first checker; then, by less than any two of them differ otherwise, the least mean of all.
    left = np.where(after >= rest, made.first_means[np.maximum(after - rest, 0)], 0.0)
    by_first = after[best(-(left + means * 1e-12), offsets)].reshape(len(numbers), len(ROLLS))[whole]
    rows = numbers[whole] - rest
    off = by_first < rest
    kept = np.where(off, 0, by_first - rest)
    made.first_means[rows] = 1 + _mean(np.where(off, 0.0, made.first_means[kept]), weights)
    found = np.zeros((len(rows), made.first.shape[1]))
    for roll, weight in enumerate(weights.tolist()):
        found[:, 1] += weight * off[:, roll]
        found[:, 1:] += weight * np.where(off[:, roll, None], 0.0, made.first[kept[:, roll], :-1])
    made.first[rows] = found / 36


def _mean(values: NDArray[np.float64], weights: NDArray[np.float64]) -> NDArray[np.float64]:
    """Of each row, summed roll by roll: a matrix product rounds as the number of rows has it."""
    total = np.zeros(len(values))
    for roll, weight in enumerate(weights.tolist()):
        total += weight * values[:, roll]
    return total / 36


def _put(
    into: NDArray[Any], rows: NDArray[np.int64], source: NDArray[Any], chosen: NDArray[np.int64], weights: NDArray[Any]
) -> None:
    """into[rows]: one roll, then what source has for the chosen positions."""
    found = np.zeros((len(rows), into.shape[1]))
    for roll, weight in enumerate(weights.tolist()):
        found[:, 1:] += weight * source[chosen[:, roll], :-1]
    into[rows] = found / 36
