"""Plays listed into memory that is used again and again: in one pass, nothing counted first."""

from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext
from threading import Lock
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from bitgammon.batch.arrays import CHUNK, chunks, packed_rows, together
from bitgammon.batch.memory import check_size
from bitgammon.batch.pairs import Pairs
from bitgammon.core import batch as core
from bitgammon.rules import MAX_PLAYS

_BOARD_BYTES: Final = 26
_MOVES_BYTES: Final = 8


def row_bytes(moves: bool) -> int:
    """Of one play of a result."""
    return _BOARD_BYTES + (_MOVES_BYTES if moves else 0)


class PlayBuffers:
    """Memory that ``generate`` and ``generate_rolls`` write to again and again with ``out=``, growing as needed.

    What a call returns are views of it, good until the next call, to which they may be given. Not for two threads at
    once: a call that finds another one writing raises RuntimeError.

    >>> import bitgammon as bg
    >>> buffers = bg.PlayBuffers()
    >>> len(bg.generate([bg.Board().points], [[3, 1]], out=buffers).boards)
    16
    """

    def __init__(self) -> None:
        self._boards = np.empty((0, 26), np.int8)
        self._moves = np.empty((0, 4, 2), np.int8)
        self._offsets = np.empty(0, np.int64)
        self._packed = np.empty((0, 4), np.uint64)
        self._lock = Lock()

    def __reduce__(self) -> tuple[type["PlayBuffers"], tuple[()]]:
        """A copy is empty, and grows by itself."""
        return PlayBuffers, ()

    @contextmanager
    def _taken(self) -> Iterator[None]:
        """For one call alone."""
        if not self._lock.acquire(blocking=False):
            raise RuntimeError("out: another call is writing to these buffers")
        try:
            yield
        finally:
            self._lock.release()

    @property
    def nbytes(self) -> int:
        """Bytes held."""
        return self._boards.nbytes + self._moves.nbytes + self._offsets.nbytes + self._packed.nbytes

    def _offsets_for(self, pairs: int) -> NDArray[np.int64]:
        if len(self._offsets) < pairs + 1:
            self._offsets = np.empty(pairs + 1 + pairs // 4, np.int64)
        return self._offsets[: pairs + 1]

    def _packed_for(self, pairs: int) -> NDArray[np.uint64]:
        if len(self._packed) < pairs:
            self._packed = np.empty((pairs + pairs // 4, 4), np.uint64)
        return self._packed[:pairs]

    def _grow(self, rows: int, used: int, moves: bool) -> None:
        """Room for so many rows and a quarter more; the used ones are kept."""
        if len(self._boards) < rows:
            boards = np.empty((rows + rows // 4, 26), np.int8)
            boards[:used] = self._boards[:used]
            self._boards = boards
        if moves and len(self._moves) < len(self._boards):
            new = np.empty((len(self._boards), 4, 2), np.int8)
            kept = min(used, len(self._moves))
            new[:kept] = self._moves[:kept]
            self._moves = new


def taken(out: Any) -> AbstractContextManager[None]:
    """For the time of one call, buffers that nobody else is writing to, if out is not None. TypeError, RuntimeError."""
    if out is None:
        return nullcontext()
    if not isinstance(out, PlayBuffers):
        raise TypeError(f"out: expected PlayBuffers, not {type(out).__name__}")
    return out._taken()


class Filling:
    """One call's work: boards, int8 (N, 26), with their rolls, uint8 (N, 2), listed into buffers."""

    def __init__(
        self,
        out: PlayBuffers,
        rows: NDArray[np.int8],
        dice: NDArray[np.uint8],
        checkers: int,
        moves: bool,
        swap: bool,
        workers: int,
    ) -> None:
        self._out = out
        # Boards of the last result, which this one is written over.
        self._rows = rows.copy() if np.may_share_memory(rows, out._boards) else rows
        self._dice = dice
        self._checkers = checkers
        self._moves = moves
        self._swap = swap
        self._workers = workers
        self._packed = out._packed_for(len(rows))
        self._offsets = out._offsets_for(len(rows))

    def run(self) -> tuple[NDArray[np.int8], NDArray[np.int64], NDArray[np.int8] | None]:
        """Boards, offsets and moves, as of a PlayBatch, which are views of the buffers. The plays that do not fit are
        counted, and the buffers made larger."""
        out, offsets, size = self._out, self._offsets, len(self._rows)
        offsets[0] = 0
        out._grow(MAX_PLAYS, 0, self._moves)
        done = self._together() if self._workers > 1 and size > CHUNK // 4 else self._alone()
        if done < size:
            rest, used = Pairs(self._packed[done:], self._dice[done:]), int(offsets[done])
            counted = np.empty(len(rest) + 1, np.int64)
            rest.count(counted, self._workers)
            check_size((used + int(counted[-1])) * row_bytes(self._moves), None)
            out._grow(used + int(counted[-1]), used, self._moves)
            offsets[done:] = counted + used
            rest.fill(offsets[done:], out._boards, self._steps, self._swap, self._workers)
        total, steps = int(offsets[-1]), self._steps
        return out._boards[:total], offsets, None if steps is None else steps[:total]

    @property
    def _steps(self) -> NDArray[np.int8] | None:
        return self._out._moves if self._moves else None

    def _alone(self) -> int:
        """Lists as long as there is room; how many pairs had it, whose ends are in the offsets."""
        packed_rows(self._rows, self._checkers, 1, self._packed)
        done = 0
        for chunk in chunks(len(self._rows), CHUNK):
            ends = self._offsets[chunk.start : chunk.stop + 1]
            done += core.fill(
                self._packed[chunk], self._dice[chunk], ends, self._out._boards, self._steps, self._swap
            )
            if done < chunk.stop:
                break
        return done

    def _together(self) -> int:
        """The same by several threads, which hand the row where the next block begins from one to the other."""
        turns = core.Turns()
        rows, checkers, packed, dice, offsets = self._rows, self._checkers, self._packed, self._dice, self._offsets
        boards, steps, swap = self._out._boards, self._steps, self._swap

        def work() -> None:
            scratch = np.empty((core.SCRATCH_BOARDS, 4), np.uint64)
            core.fill_together(rows, checkers, packed, dice, offsets, boards, steps, swap, scratch, turns)

        together(work, self._workers, turns.stop)
        if turns.done < len(rows):  # for want of room, with a rest that is not packed, or for a bad row, which is named
            packed_rows(rows, checkers, self._workers, packed)
        return turns.done
