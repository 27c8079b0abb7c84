"""The one-sided bear-off table: distributions of rolls, means and effective pip counts."""

from collections.abc import Callable, Sequence
from functools import cache
from pathlib import Path
from typing import Final

import numpy as np
from numpy.typing import NDArray

from bitgammon.arguments import integer
from bitgammon.batch.arrays import thread_count
from bitgammon.bearoff import store
from bitgammon.bearoff.numbering import MOST_POINTS, rank_of, size
from bitgammon.bearoff.solve_one import Solution, solve
from bitgammon.errors import TableFileError
from bitgammon.rules import CHECKERS

#: Pips of a mean roll: what a side wastes nothing at all needs this much less for every roll.
PIPS_A_ROLL: Final = 49 / 6
_KIND: Final = "one-sided bear-off"


class OneSided:
    """How many rolls a side takes to bear off alone, playing for the least mean (see ``solve_one``).

    Positions are counts of checkers on points 1 to ``points``, at most 15 in all; rows are numbered (``numbering``).
    What takes counts raises OutOfRangeError for another number of points, InvalidBoardError for negative counts or more
    checkers, TypeError.

    >>> table = OneSided.load()
    >>> round(table.mean([2, 2, 2, 2, 2, 2]), 10), round(table.epc([0, 0, 0, 0, 0, 1]), 4)
    (6.3603169395, 10.2083)
    """

    def __init__(self, points: int, solution: Solution) -> None:
        self.points = points
        self._solution = solution

    @classmethod
    def build(cls, points: int = 6, *, threads: int = 1, progress: Callable[[int], None] | None = None) -> "OneSided":
        """Solve it anew, without a look at any cache; ``size(points)`` positions, of which progress is told how many
        more are done."""
        found = solve(integer("points", points, 1, MOST_POINTS), threads=threads, progress=progress)
        width = int(np.flatnonzero(found.rolls.any(axis=0))[-1]) + 1
        first = int(np.flatnonzero(found.first.any(axis=0))[-1]) + 1
        trimmed = found._replace(rolls=found.rolls[:, :width].copy(), first=found.first[:, :first].copy())
        return cls(points, trimmed)

    @classmethod
    def load(
        cls,
        points: int = 6,
        *,
        folder: str | Path | None = None,
        threads: int = 1,
        progress: Callable[[int], None] | None = None,
    ) -> "OneSided":
        """The table from the cache, mapped into memory; solved and put there if it is not in it, is broken, or comes
        from somebody else. Two processes that do so at once write the same file.

        folder: instead of the user's cache. Where nothing can be cached the table is solved for this process alone.
        """
        count, workers = integer("points", points, 1, MOST_POINTS), thread_count(threads)
        if folder is None and progress is None:
            return _kept(count, workers)
        return _loaded(count, folder, workers, progress)

    @property
    def rolls(self) -> NDArray[np.float64]:
        """Chance of bearing off in exactly i rolls, float64 (N, W), i the column."""
        return self._solution.rolls

    @property
    def means(self) -> NDArray[np.float64]:
        """Mean number of rolls, float64 (N,)."""
        return self._solution.means

    @property
    def first(self) -> NDArray[np.float64]:
        """Chance of bearing off the first checker in exactly i rolls, float64 (F, V), for positions of 15 checkers, the
        last F of the numbering."""
        return self._solution.first

    def distribution(self, counts: Sequence[int]) -> NDArray[np.float64]:
        """Chance of bearing off in exactly i rolls, float64 (W,)."""
        return np.array(self.rolls[self._number(counts)])

    def first_distribution(self, counts: Sequence[int]) -> NDArray[np.float64]:
        """Chance of bearing off the first of 15 checkers in exactly i rolls, float64 (V,); 1 for 0 rolls with fewer."""
        found: NDArray[np.float64] = self.first_of(np.array([self._number(counts)]))[0]
        return found

    def first_of(self, numbers: NDArray[np.int64]) -> NDArray[np.float64]:
        """The same for many positions by number, float64 (n, V)."""
        rest = size(self.points, CHECKERS - 1)
        found = np.array(self.first[np.maximum(numbers - rest, 0)])
        found[numbers < rest] = 0.0
        found[numbers < rest, 0] = 1.0
        return found

    def mean(self, counts: Sequence[int]) -> float:
        """Mean number of rolls."""
        return float(self.means[self._number(counts)])

    def epc(self, counts: Sequence[int]) -> float:
        """Effective pip count: the mean number of rolls in pips, 49/6 a roll (Trice)."""
        return PIPS_A_ROLL * self.mean(counts)

    def _number(self, counts: Sequence[int]) -> int:
        return rank_of("counts", counts, self.points)

    def save(self, path: str | Path) -> None:
        """Writes the table to a file of its own (``store``)."""
        store.write(Path(path), _KIND, {"points": self.points}, self._solution._asdict())

    @classmethod
    def read(cls, path: str | Path, points: int = 6) -> "OneSided":
        """A table that ``save`` wrote, mapped into memory; TableFileError, OSError."""
        arrays = store.read(Path(path), _KIND, {"points": points})
        n, rest = size(points), size(points, CHECKERS - 1)
        lengths = {"rolls": n, "means": n, "first": n - rest, "first_means": n - rest}
        if {name: len(array) for name, array in arrays.items()} != lengths:
            raise TableFileError(f"{path}: it has no distributions of {n} positions")
        return cls(points, Solution(**arrays))


def file_name(points: int) -> str:
    """What the table is called in the cache.

    >>> file_name(6)
    'one-sided-6.table'
    """
    return f"one-sided-{points}.table"


@cache
def _kept(points: int, threads: int) -> OneSided:
    return _loaded(points, None, threads, None)


def _loaded(points: int, folder: str | Path | None, threads: int, progress: Callable[[int], None] | None) -> OneSided:
    return store.loaded(
        file_name(points),
        folder,
        lambda path: OneSided.read(path, points),
        lambda: OneSided.build(points, threads=threads, progress=progress),
    )
