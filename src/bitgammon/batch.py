"""Many boards and rolls at once: numpy arrays in, numpy arrays out.

Boards are int8 (N, 26) in the mover's view, as ``Board.points``; dice are uint8 (N, 2), 1..6 in either order.
"""

import os
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from typing import Any, Final, NamedTuple

import numpy as np
from numpy.typing import ArrayLike, NDArray

from bitgammon.board import Board
from bitgammon.core import batch as core
from bitgammon.errors import BitgammonError, InvalidBoardError, InvalidDiceError
from bitgammon.rules import CHECKERS

#: Pairs a thread takes at a time: about five milliseconds' work, between two looks for Ctrl-C.
CHUNK: Final = 32_768


class BatchShapeError(BitgammonError):
    """An array whose shape or values do not fit; the message names the argument."""


class PlayBatch(NamedTuple):
    """What ``generate`` returns.

    ``boards``: int8 (M, 26), the board after each play, in the view of the side that played. ``offsets``: int64
    (N + 1,); the plays of row i are ``boards[offsets[i]:offsets[i + 1]]``, at least one.
    """

    boards: NDArray[np.int8]
    offsets: NDArray[np.int64]


def _integers(name: str, values: ArrayLike, dtype: type[Any], width: int) -> NDArray[Any]:
    """values as a contiguous array (N, width) of dtype; nothing is rounded or wrapped."""
    given = np.asarray(values)
    if given.ndim != 2 or given.shape[1] != width:
        raise BatchShapeError(f"{name}: expected shape (N, {width}), not {given.shape}")
    if given.dtype.kind not in "iu":
        raise TypeError(f"{name}: expected integers ({np.dtype(dtype).name}), not {given.dtype}")
    if given.dtype != dtype:
        limits = np.iinfo(dtype)
        bad = np.argwhere((given < limits.min) | (given > limits.max))
        if len(bad):
            row, column = map(int, bad[0])
            error = InvalidBoardError if width == 26 else InvalidDiceError
            raise error(f"row {row}: {name}[{row}, {column}] is {given[row, column]}")
    return np.ascontiguousarray(given, dtype)


def _checked(boards: ArrayLike, dice: ArrayLike, checkers: int) -> tuple[NDArray[np.uint64], NDArray[np.uint8]]:
    """Packed boards and dice. The first bad row is named."""
    rows = _integers("boards", boards, np.int8, 26)
    rolls = _integers("dice", dice, np.uint8, 2)
    if len(rolls) != len(rows):
        raise BatchShapeError(f"{len(rows)} boards but {len(rolls)} dice")
    if not 1 <= checkers <= CHECKERS:
        raise InvalidBoardError(f"checkers={checkers!r} is not 1..15")
    bad = np.flatnonzero(((rolls < 1) | (rolls > 6)).any(axis=1))
    if len(bad):
        row = int(bad[0])
        raise InvalidDiceError(f"row {row}: dice {rolls[row].tolist()} are not both 1..6")
    packed = np.empty((len(rows), 4), np.uint64)
    done = core.pack(rows, checkers, packed)
    if done < len(rows):
        try:
            Board(rows[done].tolist(), checkers=checkers)
        except InvalidBoardError as error:
            raise InvalidBoardError(f"row {done}: {error}", error.status) from None
    return packed, rolls


def _thread_count(threads: int) -> int:
    if threads < 0:
        raise ValueError(f"threads={threads} is negative")
    return threads or os.cpu_count() or 1


def _chunks(size: int) -> Iterator[slice]:
    for start in range(0, size, CHUNK):
        yield slice(start, min(start + CHUNK, size))


def _run(work: Callable[[slice], None], size: int, threads: int) -> None:
    """work on every chunk, in this thread or several; the first error, or Ctrl-C, drops the chunks not begun."""
    if threads == 1 or size <= CHUNK:
        for chunk in _chunks(size):
            work(chunk)
        return
    pool = ThreadPoolExecutor(threads, thread_name_prefix="bitgammon")
    try:
        for done in [pool.submit(work, chunk) for chunk in _chunks(size)]:
            done.result()
    finally:
        pool.shutdown(cancel_futures=True)


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
    packed, rolls = _checked(boards, dice, checkers)
    workers = _thread_count(threads)
    offsets = np.zeros(len(packed) + 1, np.int64)
    counts = offsets[1:]
    _run(lambda chunk: core.count(packed[chunk], rolls[chunk], counts[chunk]), len(packed), workers)
    np.cumsum(counts, out=counts)
    rows = np.empty((int(offsets[-1]), 26), np.int8)

    def fill(chunk: slice) -> None:
        core.fill(packed[chunk], rolls[chunk], rows[offsets[chunk.start] : offsets[chunk.stop]])

    _run(fill, len(packed), workers)
    return PlayBatch(rows, offsets)
