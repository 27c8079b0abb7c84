"""All legal plays of many boards and rolls."""

from collections.abc import Iterator
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import ArrayLike, NDArray

from bitgammon.arguments import checker_count, flag, integer
from bitgammon.batch.arrays import (
    CHUNK,
    board_rows,
    checked_dice,
    chunks,
    packed_boards,
    packed_rows,
    run,
    thread_count,
    together,
)
from bitgammon.batch.memory import byte_limit, check_size
from bitgammon.core import batch as core
from bitgammon.rules import CHECKERS, MAX_PLAYS, ROLLS, roll_weight

_BOARD_BYTES: Final = 26
_MOVES_BYTES: Final = 8


class PlayBatch(NamedTuple):
    """What ``generate`` returns.

    ``boards``: int8 (M, 26), the board after each play, in the view of the side that played or, with ``swap=True``,
    of the next one. ``offsets``: int64 (N + 1,); the plays of row i are ``boards[offsets[i]:offsets[i + 1]]``, at
    least one. ``moves``: None, or int8 (M, 4, 2): source (25 the bar) and destination (0 off) of each move in the
    canonical order, -1 where the play has fewer.
    """

    boards: NDArray[np.int8]
    offsets: NDArray[np.int64]
    moves: NDArray[np.int8] | None = None


class RollBatch(NamedTuple):
    """What ``generate_rolls`` returns: as PlayBatch, with 21 segments a board, in the order of ``dice``.

    ``dice``: uint8 (21, 2), higher die first. ``weights``: float64 (21,), each roll's share of the 36, summing to 1:
    one a roll, not one a play as ``expected`` takes them. The plays of roll r of board i are segment 21 * i + r.
    """

    boards: NDArray[np.int8]
    offsets: NDArray[np.int64]
    dice: NDArray[np.uint8]
    weights: NDArray[np.float64]


class _Pairs:
    """Boards, uint64 (N, 4), with a roll each, uint8 (N, 2), or with every one of the rolls, board by board."""

    def __init__(self, packed: NDArray[np.uint64], rolls: NDArray[np.uint8], every: bool = False) -> None:
        self._packed = packed
        self._rolls = rolls
        self._every = every

    def __len__(self) -> int:
        return len(self._packed) * (len(self._rolls) if self._every else 1)

    def part(self, chunk: slice) -> tuple[NDArray[np.uint64], NDArray[np.uint8]]:
        """The boards and rolls of some pairs."""
        if not self._every:
            return self._packed[chunk], self._rolls[chunk]
        board, roll = np.divmod(np.arange(chunk.start, chunk.stop), len(self._rolls))
        return self._packed[board], self._rolls[roll]


class PlayBuffers:
    """Memory that ``generate(..., out=buffers)`` writes to again and again, growing as needed.

    What a call returns are views of it, good until the next call. Not for two threads at once.

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


def generate(
    boards: ArrayLike,
    dice: ArrayLike,
    threads: int = 1,
    *,
    checkers: int = CHECKERS,
    moves: bool = False,
    swap: bool = False,
    out: PlayBuffers | None = None,
    max_bytes: int | None = None,
) -> PlayBatch:
    """Every distinct legal play of every pair of board and roll.

    boards: int8 (N, 26), dice: uint8 (N, 2); other integer types are taken when the values fit. The result's rows
    are in the order of the pairs, and of ``Board.plays`` within a pair; a pass is one row, the board unchanged.
    threads: how many work at it, 0 for one a core; the result does not depend on it. checkers: how many a side, in
    all rows. moves: also return the moves. swap: boards as the next mover sees them. out: buffers to write to
    instead of new arrays. max_bytes: the largest result wanted, by default what memory is free.

    Raises InvalidBoardError and InvalidDiceError naming the first bad row, BatchShapeError, OutOfRangeError for other
    numbers, TypeError for what are no integers, and BatchSizeError, before anything large is allocated, with the size
    the result would have. Memory: 26 bytes a play (34 with moves), 8 a pair, and 34 a pair while it works.

    >>> import bitgammon as bg
    >>> plays = bg.generate([bg.Board().points] * 2, [[3, 1], [6, 6]])
    >>> plays.boards.shape, plays.offsets.tolist()
    ((27, 26), [0, 16, 27])
    """
    if out is not None and not isinstance(out, PlayBuffers):
        raise TypeError(f"out: expected PlayBuffers, not {type(out).__name__}")
    workers, limit = thread_count(threads), byte_limit(max_bytes)
    moves, swap = flag("moves", moves), flag("swap", swap)
    rows = board_rows(boards)
    rolls = checked_dice(dice, len(rows))
    packed = np.empty((len(rows), 4), np.uint64) if out is None else out._packed_for(len(rows))
    pairs = _Pairs(packed, rolls)
    if out is not None and limit is None:
        return _listed_once(rows, checker_count(checkers), pairs, moves, swap, out, workers)
    packed_rows(rows, checkers, threads, packed)
    return _listed(pairs, workers, moves, swap, out, limit)


def _row_bytes(moves: bool) -> int:
    return _BOARD_BYTES + (_MOVES_BYTES if moves else 0)


def _listed(
    pairs: _Pairs, workers: int, moves: bool, swap: bool, out: PlayBuffers | None, max_bytes: int | None
) -> PlayBatch:
    offsets = np.empty(len(pairs) + 1, np.int64) if out is None else out._offsets_for(len(pairs))
    _count(pairs, offsets, workers)
    total = int(offsets[-1])
    check_size(total * _row_bytes(moves), max_bytes)
    if out is None:
        rows = np.empty((total, 26), np.int8)
        steps = np.empty((total, 4, 2), np.int8) if moves else None
    else:
        out._grow(total, 0, moves)
        rows, steps = out._boards[:total], out._moves[:total] if moves else None
    _fill(pairs, offsets, rows, steps, swap, workers)
    return PlayBatch(rows, offsets, steps)


def _count(pairs: _Pairs, offsets: NDArray[np.int64], workers: int) -> None:
    """Fills offsets (N + 1,) with where the plays of each pair begin and end."""
    offsets[0] = 0
    counts = offsets[1:]
    run(lambda chunk: core.count(*pairs.part(chunk), counts[chunk]), len(pairs), workers)
    np.cumsum(counts, out=counts)


def _fill(
    pairs: _Pairs,
    offsets: NDArray[np.int64],
    rows: NDArray[np.int8],
    steps: NDArray[np.int8] | None,
    swap: bool,
    workers: int,
) -> None:
    """Writes the plays of each pair where offsets (N + 1,) says."""

    def work(chunk: slice) -> None:
        # offsets are known: a copy keeps chunks from writing where the next one reads
        own = offsets[chunk.start : chunk.stop + 1].copy()
        core.fill(*pairs.part(chunk), own, rows, steps, swap)

    run(work, len(pairs), workers)


def _listed_once(
    rows: NDArray[np.int8], checkers: int, pairs: _Pairs, moves: bool, swap: bool, out: PlayBuffers, workers: int
) -> PlayBatch:
    """Into buffers, nothing counted first unless they turn out to be full; rows are packed on the way."""
    offsets = out._offsets_for(len(pairs))
    offsets[0] = 0
    out._grow(MAX_PLAYS, 0, moves)
    if workers > 1 and len(pairs) > CHUNK // 4:
        done = _fill_together(rows, checkers, pairs, offsets, moves, swap, out, workers)
    else:
        done = _fill_alone(rows, checkers, pairs, offsets, moves, swap, out)
    if done < len(pairs):
        left = slice(done, len(pairs))
        packed_rows(rows[left], checkers, workers, pairs.part(left)[0])
        rest, used = _Pairs(*pairs.part(left)), int(offsets[done])
        counted = np.empty(len(rest) + 1, np.int64)
        _count(rest, counted, workers)
        check_size((used + int(counted[-1])) * _row_bytes(moves), None)
        out._grow(used + int(counted[-1]), used, moves)
        offsets[done:] = counted + used
        _fill(rest, offsets[done:], out._boards, out._moves if moves else None, swap, workers)
    total = int(offsets[-1])
    return PlayBatch(out._boards[:total], offsets, out._moves[:total] if moves else None)


def _fill_alone(
    rows: NDArray[np.int8],
    checkers: int,
    pairs: _Pairs,
    offsets: NDArray[np.int64],
    moves: bool,
    swap: bool,
    out: PlayBuffers,
) -> int:
    """Lists pairs into the buffers as long as there is room; how many had it, whose ends are in offsets (N + 1,)."""
    steps = out._moves if moves else None
    packed_rows(rows, checkers, 1, pairs.part(slice(0, len(pairs)))[0])
    done = 0
    for chunk in chunks(len(pairs), CHUNK):
        done += core.fill(*pairs.part(chunk), offsets[chunk.start : chunk.stop + 1], out._boards, steps, swap)
        if done < chunk.stop:
            break
    return done


def _fill_together(
    rows: NDArray[np.int8],
    checkers: int,
    pairs: _Pairs,
    offsets: NDArray[np.int64],
    moves: bool,
    swap: bool,
    out: PlayBuffers,
    workers: int,
) -> int:
    """The same by several threads, which hand the row where the next block begins from one to the other."""
    turns = core.Turns()
    steps = out._moves if moves else None
    packed, dice = pairs.part(slice(0, len(pairs)))

    def work() -> None:
        scratch = np.empty((core.SCRATCH_BOARDS, 4), np.uint64)
        core.fill_together(rows, checkers, packed, dice, offsets, out._boards, steps, swap, scratch, turns)

    together(work, workers, turns.stop)
    if turns.bad:
        packed_rows(rows, checkers, workers, packed)  # raises, naming the first
    return turns.done


def generate_rolls(
    boards: ArrayLike,
    threads: int = 1,
    *,
    checkers: int = CHECKERS,
    swap: bool = False,
    max_bytes: int | None = None,
) -> RollBatch:
    """Every distinct legal play of all 21 rolls of every board, with the rolls' weights.

    Arguments and errors as for ``generate``. Memory: 26 bytes a play, some 11 KB a board of a usual game, 168 bytes a
    board for the offsets, and 32 while it works.

    >>> import bitgammon as bg
    >>> plays = bg.generate_rolls([bg.Board().points])
    >>> len(plays.boards), len(plays.offsets), round(float(plays.weights.sum()), 9)
    (447, 22, 1.0)
    """
    workers, limit, swap = thread_count(threads), byte_limit(max_bytes), flag("swap", swap)
    rolls = np.array(ROLLS, np.uint8)
    weights = np.array([roll_weight(*roll) / 36 for roll in ROLLS])
    pairs = _Pairs(packed_boards(boards, checkers, threads), rolls, every=True)
    listed = _listed(pairs, workers, False, swap, None, limit)
    return RollBatch(listed.boards, listed.offsets, rolls, weights)


def generate_blocks(
    boards: ArrayLike,
    dice: ArrayLike,
    threads: int = 1,
    *,
    rows: int = 4_000_000,
    checkers: int = CHECKERS,
    moves: bool = False,
    swap: bool = False,
) -> Iterator[tuple[slice, PlayBatch]]:
    """``generate`` in blocks of bounded memory: pairs of a slice of the input and the PlayBatch of those pairs.

    rows: the most plays in a block, at least ``MAX_PLAYS`` (a roll is never split). The blocks are new arrays. All
    rows are checked before the first block. Errors as for ``generate``, and OutOfRangeError for too few rows.

    >>> import bitgammon as bg
    >>> boards, dice = [bg.Board().points] * 1000, [[2, 2]] * 1000
    >>> [(s.start, s.stop, len(plays.boards)) for s, plays in bg.generate_blocks(boards, dice, rows=40_000)]
    [(0, 533, 39975), (533, 1000, 35025)]
    """
    most = integer("rows", rows, MAX_PLAYS, (1 << 62) - 1)
    workers, moves, swap = thread_count(threads), flag("moves", moves), flag("swap", swap)
    packed = packed_boards(boards, checkers, threads)
    return _blocks(_Pairs(packed, checked_dice(dice, len(packed))), workers, most, moves, swap)


def _blocks(
    pairs: _Pairs, workers: int, rows: int, moves: bool, swap: bool
) -> Iterator[tuple[slice, PlayBatch]]:
    start = 0
    while start < len(pairs):
        ahead = slice(start, min(start + rows // 8, len(pairs)))  # seldom fewer plays a pair, and then a small block
        offsets = np.empty(ahead.stop - start + 1, np.int64)
        _count(_Pairs(*pairs.part(ahead)), offsets, workers)
        offsets = offsets[: int(np.searchsorted(offsets, rows, side="right"))].copy()
        block = slice(start, start + len(offsets) - 1)
        boards = np.empty((int(offsets[-1]), 26), np.int8)
        steps = np.empty((len(boards), 4, 2), np.int8) if moves else None
        _fill(_Pairs(*pairs.part(block)), offsets, boards, steps, swap, workers)
        yield block, PlayBatch(boards, offsets, steps)
        start = block.stop
