"""All legal plays of many boards and rolls."""

from collections.abc import Iterator
from typing import NamedTuple

import numpy as np
from numpy.typing import ArrayLike, NDArray

from bitgammon.arguments import checker_count, flag, integer
from bitgammon.batch.arrays import board_rows, checked_dice, packed_boards, packed_rows, thread_count
from bitgammon.batch.buffers import Filling, PlayBuffers, row_bytes, taken
from bitgammon.batch.memory import byte_limit, check_size
from bitgammon.batch.pairs import Pairs
from bitgammon.rules import CHECKERS, MAX_PLAYS, ROLLS, roll_weight


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
    moves: NDArray[np.int8] | None = None


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
    the result would have; RuntimeError where another call is writing to out. Memory: 26 bytes a play (34 with moves),
    8 a pair, and 34 a pair while it works.

    >>> import bitgammon as bg
    >>> plays = bg.generate([bg.Board().points] * 2, [[3, 1], [6, 6]])
    >>> plays.boards.shape, plays.offsets.tolist()
    ((27, 26), [0, 16, 27])
    """
    workers, limit = thread_count(threads), byte_limit(max_bytes)
    moves, swap = flag("moves", moves), flag("swap", swap)
    rows = board_rows(boards)
    rolls = checked_dice(dice, len(rows))
    with taken(out):
        if out is not None and limit is None:
            return PlayBatch(*Filling(out, rows, rolls, checker_count(checkers), moves, swap, workers).run())
        return _listed(Pairs(packed_rows(rows, checkers, threads), rolls), workers, moves, swap, out, limit)


def _listed(
    pairs: Pairs, workers: int, moves: bool, swap: bool, out: PlayBuffers | None, max_bytes: int | None
) -> PlayBatch:
    offsets = np.empty(len(pairs) + 1, np.int64) if out is None else out._offsets_for(len(pairs))
    pairs.count(offsets, workers)
    total = int(offsets[-1])
    check_size(total * row_bytes(moves), max_bytes)
    if out is None:
        rows = np.empty((total, 26), np.int8)
        steps = np.empty((total, 4, 2), np.int8) if moves else None
    else:
        out._grow(total, 0, moves)
        rows, steps = out._boards[:total], out._moves[:total] if moves else None
    pairs.fill(offsets, rows, steps, swap, workers)
    return PlayBatch(rows, offsets, steps)


def generate_rolls(
    boards: ArrayLike,
    threads: int = 1,
    *,
    checkers: int = CHECKERS,
    moves: bool = False,
    swap: bool = False,
    out: PlayBuffers | None = None,
    max_bytes: int | None = None,
) -> RollBatch:
    """Every distinct legal play of all 21 rolls of every board, with the rolls' weights.

    Arguments and errors as for ``generate``. Memory: 26 bytes a play (34 with moves), some 11 KB a board of a usual
    game, 168 bytes a board for the offsets, and 32 while it works.

    >>> import bitgammon as bg
    >>> plays = bg.generate_rolls([bg.Board().points])
    >>> len(plays.boards), len(plays.offsets), round(float(plays.weights.sum()), 9)
    (447, 22, 1.0)
    """
    workers, limit = thread_count(threads), byte_limit(max_bytes)
    moves, swap = flag("moves", moves), flag("swap", swap)
    rolls = np.array(ROLLS, np.uint8)
    weights = np.array([roll_weight(*roll) / 36 for roll in ROLLS])
    with taken(out):
        pairs = Pairs(packed_boards(boards, checkers, threads), rolls, every=True)
        listed = _listed(pairs, workers, moves, swap, out, limit)
    return RollBatch(listed.boards, listed.offsets, rolls, weights, listed.moves)


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
    rows are checked before the first block. Errors as for ``generate``, BatchSizeError with the first block that is
    larger than the memory that is free; and OutOfRangeError for too few rows.

    >>> import bitgammon as bg
    >>> boards, dice = [bg.Board().points] * 1000, [[2, 2]] * 1000
    >>> [(s.start, s.stop, len(plays.boards)) for s, plays in bg.generate_blocks(boards, dice, rows=40_000)]
    [(0, 533, 39975), (533, 1000, 35025)]
    """
    most = integer("rows", rows, MAX_PLAYS, (1 << 62) - 1)
    workers, moves, swap = thread_count(threads), flag("moves", moves), flag("swap", swap)
    packed = packed_boards(boards, checkers, threads)
    return _blocks(Pairs(packed, checked_dice(dice, len(packed))), workers, most, moves, swap)


def _blocks(
    pairs: Pairs, workers: int, rows: int, moves: bool, swap: bool
) -> Iterator[tuple[slice, PlayBatch]]:
    start = 0
    counts = np.empty(0, np.int64)  # of the plays of the next pairs, counted some way ahead
    while start < len(pairs):
        if counts.sum() < rows and start + len(counts) < len(pairs):
            begin = start + len(counts)
            ahead = slice(begin, min(begin + rows // 8, len(pairs)))
            more = np.empty(ahead.stop - ahead.start + 1, np.int64)
            Pairs(*pairs.part(ahead)).count(more, workers)
            counts = np.concatenate([counts, np.diff(more)])
        offsets = np.concatenate([[0], np.cumsum(counts)])
        offsets = offsets[: int(np.searchsorted(offsets, rows, side="right"))].copy()
        counts = counts[len(offsets) - 1 :]
        block = slice(start, start + len(offsets) - 1)
        check_size(int(offsets[-1]) * row_bytes(moves), None)
        boards = np.empty((int(offsets[-1]), 26), np.int8)
        steps = np.empty((len(boards), 4, 2), np.int8) if moves else None
        Pairs(*pairs.part(block)).fill(offsets, boards, steps, swap, workers)
        yield block, PlayBatch(boards, offsets, steps)
        start = block.stop
