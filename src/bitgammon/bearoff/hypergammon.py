"""Hypergammon, exact: what every position of one, two or three checkers a side is worth."""

import logging
from collections.abc import Callable
from pathlib import Path
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from bitgammon.arguments import integer, quoted
from bitgammon.batch.arrays import thread_count
from bitgammon.bearoff import store
from bitgammon.bearoff.solve_hypergammon import COLUMNS, Sweep, sweeps
from bitgammon.board import Board
from bitgammon.core.hypergammon import Positions
from bitgammon.errors import FinishedGameError, InvalidBoardError, TableFileError
from bitgammon.rules import ROLLS, roll_weight

MOST_CHECKERS: Final = 3
_KIND: Final = "hypergammon"
_HALF: Final = "hypergammon, not finished"
_LOG: Final = logging.getLogger(__name__)


class HypergammonEquities(NamedTuple):
    """What a position is worth to the side on roll, before the roll and if it does not double now: cubeless, and for
    money with the cube owned, centred, centred under the Jacoby rule, and owned by the opponent."""

    cubeless: float
    owned: float
    centred: float
    centred_jacoby: float
    opponent_owned: float


class Hypergammon:
    """The solution for so many checkers a side: ``values`` float64 (n * n, 5), columns as in HypergammonEquities, row
    own * n + opponent, each a half board numbered over 25 points, the bar being the last (``numbering``).

    >>> solved = Hypergammon.load(1)
    >>> round(solved.start().cubeless, 10), round(solved.opening_winner().cubeless, 10)
    (0.452773137, 0.3142563395)
    """

    def __init__(self, checkers: int, values: NDArray[np.float64], sweeps_done: int) -> None:
        self.checkers = checkers
        self.values = values.view()
        self.values.flags.writeable = False
        self.sweeps = sweeps_done
        self._positions = Positions(checkers)

    @classmethod
    def load(
        cls,
        checkers: int,
        *,
        folder: str | Path | None = None,
        threads: int = 1,
        progress: Callable[[float], None] | None = None,
    ) -> "Hypergammon":
        """The solution from the cache, or solved and put there.

        Every sweep is kept when it is done: a process that is killed loses the one it was in, and the next goes on
        from there, to the same bits. One and two checkers take seconds, three some forty minutes on two cores, 430 MB
        on disk and less than 1 GB of memory. progress: called all the time, with the largest change of the last
        sweep. folder: instead of the user's cache. Ctrl-C ends it as a kill does. Raises OutOfRangeError, TypeError.
        """
        count = integer("checkers", checkers, 1, MOST_CHECKERS)
        workers = thread_count(threads)
        where = Path(folder) if folder else store.folder()
        done = None if where is None else where / f"hypergammon-{count}.table"
        half = None if where is None else half_done(where, count)
        found = None if done is None else _read(done, _KIND, count)
        if found is not None:
            return cls(count, found.values, found.number)
        last = None if half is None else _read(half, _HALF, count)
        change = np.inf if last is None else last.change

        def alive() -> None:
            if progress is not None:
                progress(change)

        if last is not None:
            last = last._replace(values=np.array(last.values))
        for sweep in sweeps(count, threads=workers, begin=last, alive=alive):
            last, change = sweep, sweep.change
            alive()
            if not _keep(half, _HALF, count, last):
                half = None  # said once, not after every sweep
        assert last is not None
        if _keep(done, _KIND, count, last) and half is not None:
            half.unlink(missing_ok=True)
        return cls(count, last.values, last.number)

    def of(self, board: Board) -> HypergammonEquities:
        """What a board is worth to the side on roll. Raises InvalidBoardError for another number of checkers a side,
        FinishedGameError, TypeError."""
        if not isinstance(board, Board):
            raise TypeError(f"board: expected a Board, not {quoted(board)}")
        if board.checkers != self.checkers:
            raise InvalidBoardError(f"a board of {board.checkers} checkers a side, solved is {self.checkers}")
        if board.result():
            raise FinishedGameError(f"the game is over: {board!r}")
        return HypergammonEquities(*self.values[self._number(board)].tolist())

    def start(self) -> HypergammonEquities:
        """The start, for the side on roll before any roll of the 36."""
        return self.of(self._start())

    def opening_winner(self) -> HypergammonEquities:
        """The start, for the side that has won the opening roll and is to play it, before it is seen: two different
        dice."""
        rolls = np.empty((len(ROLLS), len(COLUMNS)))
        self._positions.rolls(self.values, self._number(self._start()), rolls)
        different = [roll_weight(*roll) == 2 for roll in ROLLS]
        return HypergammonEquities(*rolls[different].mean(axis=0).tolist())

    def _start(self) -> Board:
        return Board.start("hypergammon" if self.checkers == MOST_CHECKERS else f"hypergammon{self.checkers}")

    def _number(self, board: Board) -> int:
        own, other = self._positions.rank(np.array(board.to_packed(), np.uint64))
        return own * self._positions.halves + other


def half_done(folder: Path, checkers: int) -> Path:
    """The file in a folder that has the last whole sweep of a solution that is not done yet."""
    return folder / f"hypergammon-{checkers}.part"


def _read(path: Path, kind: str, checkers: int) -> Sweep | None:
    """What is kept, if it can be believed."""
    try:
        arrays = store.read(path, kind, {"checkers": checkers})
        n = Positions(checkers).halves
        if arrays["values"].shape != (n * n, len(COLUMNS)) or arrays["state"].shape != (2,):
            raise TableFileError(f"{path}: it has no values of {n} half boards")
        number, change = arrays["state"].tolist()
        return Sweep(arrays["values"], int(number), change)
    except FileNotFoundError:
        return None
    except (TableFileError, OSError, KeyError) as error:
        _LOG.warning("%s; it is solved anew", error)
        return None


def _keep(path: Path | None, kind: str, checkers: int, sweep: Sweep) -> bool:
    if path is None:
        return False
    try:
        store.write(path, kind, {"checkers": checkers}, {"values": sweep.values, "state": np.array(sweep[1:], float)})
    except OSError as error:
        _LOG.warning("%s; nothing is kept", error)
        return False
    return True
