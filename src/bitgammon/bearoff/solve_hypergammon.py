"""Hypergammon solved by value iteration: backgammon with one to three checkers a side, cubeless and for money.

Five numbers belong to the side on roll, before a roll and if it does not double now, in units of the stake: cubeless,
the cube owned, centred, centred under the Jacoby rule, owned by the opponent. A cube on the other side counts as in
``solve_two``; gammons and backgammons are those of R20; under the Jacoby rule a game won without a double is a single
one. Each of the five has the play that suits it best.

Checkers can be hit, so that a position may come back: the numbers are the fixed point of what a turn makes of them,
and are found by putting in, sweep after sweep, what follows from the ones before. Positions are swept in levels, in
order of the pips of the side that has more: a turn without a hit leads to a lower level most of the time, and what it
leads to has been renewed in the same sweep. All of a level are worked out before any of them is put in. So the result
does not depend on the number of threads, and a sweep begun anew from the end of the one before is the same sweep.

Positions without contact need one sweep alone: what they lead to lies on lower levels and is final.
"""

from collections.abc import Callable, Iterator
from itertools import pairwise
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from bitgammon.batch.arrays import run
from bitgammon.core.hypergammon import Positions, store
from bitgammon.rules import BAR

COLUMNS: Final = ("cubeless", "owned", "centred", "centred_jacoby", "opponent_owned")
#: Sweeping ends when no number changes by more: what is left to come is of the same size.
TOLERANCE: Final = 1e-14
_JACOBY: Final = COLUMNS.index("centred_jacoby")
_CHUNK: Final = 2_000  # positions: some milliseconds


class Sweep(NamedTuple):
    """The numbers after a sweep, float64 (n * n, 5), how many sweeps there were, and the largest change of the last."""

    values: NDArray[np.float64]
    number: int
    change: float


class Levels(NamedTuple):
    """Positions in the order of a sweep, uint32, and where each level ends; all of them, and those with contact."""

    everything: tuple[NDArray[np.uint32], NDArray[np.int64]]
    contact: tuple[NDArray[np.uint32], NDArray[np.int64]]


def half_boards(positions: Positions) -> NDArray[np.int64]:
    """Counts of every half board, int64 (n, 26): borne off, on points 1..24, on the bar."""
    words = np.zeros((positions.halves, 4), np.uint64)
    positions.words(words)
    shifts = np.arange(13, dtype=np.uint64) * np.uint64(4)
    both = (words[:, :2, None] >> shifts & np.uint64(15)).astype(np.int64)
    return both.reshape(len(words), 26)


def legal(counts: NDArray[np.int64]) -> NDArray[np.bool_]:
    """Which pairs of half boards are positions of a game still going on, bool (n, n): nowhere do both sides stand."""
    bits = 1 << np.arange(25)
    own = (counts[:, 1:25] > 0) @ bits[:24]
    other = (counts[:, 24:0:-1] > 0) @ bits[:24]
    found: NDArray[np.bool_] = (own[:, None] & other[None, :]) == 0
    found[0] = found[:, 0] = False
    return found


def levels(counts: NDArray[np.int64]) -> Levels:
    """The order of a sweep."""
    n = len(counts)
    listed = np.flatnonzero(legal(counts).ravel()).astype(np.uint32)
    pips = counts @ np.arange(26)
    rear = np.where(counts[:, 1:] > 0, np.arange(1, 26), 0).max(axis=1)
    us, them = listed // n, listed % n
    # Of equal most pips, the side on roll being behind comes first: its turn leads to a lower level.
    level = (2 * np.maximum(pips[us], pips[them]) + (pips[them] >= pips[us])).astype(np.int16)
    contact = rear[us] + rear[them] >= BAR
    order = np.lexsort((us, them, level))
    listed, level, contact = listed[order], level[order], contact[order]
    return Levels(*((listed[kept], _ends(level[kept])) for kept in (np.ones(len(listed), bool), contact)))


def _ends(level: NDArray[np.int16]) -> NDArray[np.int64]:
    return np.concatenate([[0], np.flatnonzero(np.diff(level)) + 1, [len(level)]])


def lost(counts: NDArray[np.int64]) -> NDArray[np.float64]:
    """What a side on roll has that has lost, the other having borne off all, float64 (n, 5)."""
    size = np.where(counts[:, 0] > 0, 1.0, np.where(counts[:, 19:].sum(axis=1) > 0, 3.0, 2.0))
    found = np.repeat(-size[:, None], len(COLUMNS), axis=1)
    found[:, _JACOBY] = -1.0
    return found


def sweeps(
    checkers: int,
    *,
    threads: int = 1,
    begin: Sweep | None = None,
    alive: Callable[[], None] | None = None,
) -> Iterator[Sweep]:
    """Sweeps until nothing changes any more, one after the other, from the beginning or from the end of one. The values
    are the same array each time.

    alive: called after each level.

    >>> last = [sweep for sweep in sweeps(1)][-1]
    >>> last.change <= TOLERANCE, 10 < last.number < 40
    (True, True)
    """
    positions = Positions(checkers)
    n = positions.halves
    counts = half_boards(positions)
    order = levels(counts)
    if begin is None:
        values = np.zeros((n * n, len(COLUMNS)))
        values[::n] = lost(counts)
        values[0] = 0.0
        number, change = 0, np.inf
    else:
        values, number, change = begin
    while change > TOLERANCE:
        listed, ends = order.contact if number else order.everything
        change = 0.0
        for first, last in pairwise(ends.tolist()):
            level = listed[first:last]
            fresh = np.empty((len(level), len(COLUMNS)))

            def work(chunk: slice, level: NDArray[np.uint32] = level, fresh: NDArray[np.float64] = fresh) -> None:
                positions.evaluate(values, level[chunk], fresh[chunk])

            run(work, len(level), threads, _CHUNK)
            change = max(change, store(values, level, fresh))
            if alive is not None:
                alive()
        number += 1
        yield Sweep(values, number, change)
