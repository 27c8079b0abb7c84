"""The two-sided bear-off table: exact equities of both sides bearing off, cubeless and for money."""

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from bitgammon.arguments import integer
from bitgammon.batch.arrays import thread_count
from bitgammon.bearoff import store
from bitgammon.bearoff.numbering import MOST_POINTS, rank_of, size
from bitgammon.bearoff.solve_two import solve
from bitgammon.errors import OutOfRangeError, TableFileError
from bitgammon.rules import CHECKERS

_KIND: Final = "two-sided bear-off"


class Equities(NamedTuple):
    """What a position is worth to the side on roll, before the roll and if it does not double now: cubeless, and for
    money with the cube owned, centred, and owned by the opponent, in units of the stake."""

    cubeless: float
    owned: float
    centred: float
    opponent_owned: float

    @property
    def action(self) -> str:
        """What to do with a centred cube: ``no double``, ``double, take`` or ``double, drop``.

        Where doubling and not doubling are worth the same, the win being certain, it is a double.
        """
        doubled = 2 * self.opponent_owned
        if doubled > 1 + 1e-12 or self.cubeless > 1 - 1e-12:
            return "double, drop"
        return "double, take" if doubled > self.centred else "no double"

    @property
    def value(self) -> float:
        """What it is worth with a centred cube that may be turned now."""
        return max(self.centred, min(1.0, 2 * self.opponent_owned))


class TwoSided:
    """Exact equities, by the numbers of both positions (see ``numbering``): ``equities`` float64 (n, n, 4), the side on
    roll first, columns as in Equities. At most ``checkers`` a side on points 1 to ``points``.

    >>> table = TwoSided.load()
    >>> round(table.of([0, 1, 0, 0, 1, 0], [1, 0, 0, 0, 0, 0]).cubeless, 10)
    0.0555555556
    """

    def __init__(self, points: int, checkers: int, equities: NDArray[np.float64]) -> None:
        self.points = points
        self.checkers = checkers
        self.equities = equities

    @classmethod
    def build(
        cls,
        points: int = 6,
        checkers: int = 6,
        *,
        threads: int = 1,
        progress: Callable[[int], None] | None = None,
    ) -> "TwoSided":
        """Solve it anew: 64 bytes a pair of positions while it works, of which there are ``size(points, checkers)``
        squared. checkers: 1..14, so that no gammon can be lost. progress: told how many more pairs are done."""
        n = integer("points", points, 1, MOST_POINTS), integer("checkers", checkers, 1, CHECKERS - 1)
        return cls(*n, solve(*n, threads=threads, progress=progress))

    @classmethod
    def load(
        cls,
        points: int = 6,
        checkers: int = 6,
        *,
        folder: str | Path | None = None,
        threads: int = 1,
        progress: Callable[[int], None] | None = None,
    ) -> "TwoSided":
        """The table from the cache, as ``OneSided.load``."""
        workers = thread_count(threads)
        return store.loaded(
            file_name(points, checkers),
            folder,
            lambda path: cls.read(path, points, checkers),
            lambda: cls.build(points, checkers, threads=workers, progress=progress),
        )

    def of(self, own: Sequence[int], opponent: Sequence[int]) -> Equities:
        """The equities of counts on points 1 to ``points`` of the side on roll and of the other. Raises OutOfRangeError
        for other points or more checkers than the table has, InvalidBoardError for negative counts, TypeError."""
        pair = [self._number(name, counts) for name, counts in (("own", own), ("opponent", opponent))]
        return Equities(*self.equities[pair[0], pair[1]].tolist())

    def _number(self, name: str, counts: Sequence[int]) -> int:
        number = rank_of(name, counts, self.points)
        if number >= size(self.points, self.checkers):
            raise OutOfRangeError(f"{name}: {sum(counts)} checkers, the table has at most {self.checkers}")
        return number

    def save(self, path: str | Path) -> None:
        """Writes the table to a file of its own (``store``)."""
        store.write(Path(path), _KIND, {"points": self.points, "checkers": self.checkers}, {"equities": self.equities})

    @classmethod
    def read(cls, path: str | Path, points: int = 6, checkers: int = 6) -> "TwoSided":
        """A table that ``save`` wrote, mapped into memory; TableFileError, OSError."""
        arrays = store.read(Path(path), _KIND, {"points": points, "checkers": checkers})
        n = size(points, checkers)
        if arrays.keys() != {"equities"} or arrays["equities"].shape != (n, n, 4):
            raise TableFileError(f"{path}: it has no equities of {n} positions")
        return cls(points, checkers, arrays["equities"])


def file_name(points: int, checkers: int) -> str:
    """What the table is called in the cache.

    >>> file_name(6, 6)
    'two-sided-6-6.table'
    """
    return f"two-sided-{points}-{checkers}.table"
