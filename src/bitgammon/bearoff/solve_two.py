"""The two-sided bear-off: exact equities of both sides bearing off against each other, cubeless and for money.

Four numbers belong to the side on roll at a against b: cubeless, and with the cube owned, centred, and owned by the
opponent, all in units of the stake, before a roll and if it does not double now. There are no gammons, as each side has
borne off a checker, and no beavers. With E_own, E_centre and E_other for the last three, the side on roll may double if
the cube is its own or centred; it is worth min(1, 2 E_other) to double, for the opponent drops where that is more, so
that what a position is worth to it is max(E, min(1, 2 E_other)). The opponent then sees minus that. The four are solved
by themselves, each with the play that suits it best.

Every turn takes pips away. So positions are solved in order of the pips of both sides together, those of one sum at a
time: what they may become has a smaller sum. Positions are numbered by pips for that, so that all of one sum and one
number of own pips lie side by side.
"""

from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

from bitgammon.batch.arrays import run
from bitgammon.bearoff.numbering import size, unranks
from bitgammon.bearoff.solve_one import after_rolls
from bitgammon.core import two_sided as core


def solve(
    points: int, checkers: int, *, threads: int = 1, progress: Callable[[int], None] | None = None
) -> NDArray[np.float64]:
    """Equities, float64 (n, n, 4), by the numbers (see ``numbering``) of the side on roll and of the other; the columns
    are cubeless, owned, centred, opponent owns. 32 bytes a pair, twice while it works. progress: told how many more
    pairs are solved.

    >>> solve(1, 2)[1, 1].tolist()
    [1.0, 1.0, 1.0, 1.0]
    """
    n = size(points, checkers)
    pips = unranks(np.arange(n), points).astype(np.int64) @ np.arange(1, points + 1)
    order = np.argsort(pips, kind="stable")
    place = np.empty(n, np.int32)
    place[order] = np.arange(n, dtype=np.int32)
    ends = np.searchsorted(pips[order], np.arange(points * checkers + 2))
    after, offsets, weights = after_rolls(order[1:], points, checkers, threads)
    # Position 0 has no rolls: its 21 segments are empty.
    offsets = np.concatenate([np.zeros(len(weights), np.int64), offsets])
    steps = place[after]
    value, worth = np.zeros((n, n, 4)), np.zeros((n, n, 4))
    value[0, :] = -1.0  # the other side has borne off all
    worth[0, :] = 1.0
    most = points * checkers
    for total in range(2, 2 * most + 1):
        own = range(max(1, total - most), min(most, total - 1) + 1)

        def work(chunk: slice, own: range = own, total: int = total) -> None:
            for pip in own[chunk]:
                spans = (*ends[pip : pip + 2].tolist(), *ends[total - pip : total - pip + 2].tolist())
                core.solve(value, worth, steps, offsets, weights, *spans)

        run(work, len(own), threads, step=1 if threads > 1 else len(own))
        if progress is not None:
            progress(sum(int(np.diff(ends[p : p + 2])[0] * np.diff(ends[total - p : total - p + 2])[0]) for p in own))
    by_number = np.ascontiguousarray(value[np.ix_(place, place)].transpose(1, 0, 2))
    by_number[0] = 1.0  # on roll with nothing left: it has won
    return by_number
