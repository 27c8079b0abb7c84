"""All legal plays of many boards and rolls."""

from typing import NamedTuple

import numpy as np
from numpy.typing import ArrayLike, NDArray

from bitgammon.batch.arrays import checked_dice, packed_boards, run, thread_count
from bitgammon.core import batch as core
from bitgammon.rules import CHECKERS


class PlayBatch(NamedTuple):
    """What ``generate`` returns.

    ``boards``: int8 (M, 26), the board after each play, in the view of the side that played. ``offsets``: int64
    (N + 1,); the plays of row i are ``boards[offsets[i]:offsets[i + 1]]``, at least one.
    """

    boards: NDArray[np.int8]
    offsets: NDArray[np.int64]


def generate(boards: ArrayLike, dice: ArrayLike, threads: int = 1, *, checkers: int = CHECKERS) -> PlayBatch:
    """Every distinct legal play of every pair of board and roll.

    boards: int8 (N, 26), dice: uint8 (N, 2); other integer types are taken when the values fit. The result's rows
    are in the order of the pairs, and of ``Board.plays`` within a pair; a pass is one row, the board unchanged.
    threads: how many work at it, 0 for one a core; the result does not depend on it. checkers: how many a side, in
    all rows. Raises InvalidBoardError and InvalidDiceError naming the first bad row, BatchShapeError, TypeError for
    what are no integers. Memory: 26 bytes a play, 8 a pair, and 32 a pair while it works.

    >>> import bitgammon as bg
    >>> plays = bg.generate([bg.Board().points] * 2, [[3, 1], [6, 6]])
    >>> plays.boards.shape, plays.offsets.tolist()
    ((27, 26), [0, 16, 27])
    """
    packed = packed_boards(boards, checkers)
    rolls = checked_dice(dice, len(packed))
    workers = thread_count(threads)
    offsets = np.zeros(len(packed) + 1, np.int64)
    counts = offsets[1:]
    run(lambda chunk: core.count(packed[chunk], rolls[chunk], counts[chunk]), len(packed), workers)
    np.cumsum(counts, out=counts)
    rows = np.empty((int(offsets[-1]), 26), np.int8)

    def fill(chunk: slice) -> None:
        core.fill(packed[chunk], rolls[chunk], rows[offsets[chunk.start] : offsets[chunk.stop]])

    run(fill, len(packed), workers)
    return PlayBatch(rows, offsets)
