"""What every batch function shares: arrays checked and converted, the bad row named, and chunks given to threads."""

import os
from collections import deque
from collections.abc import Callable, Iterator
from operator import index as as_index
from typing import Any, Final

import numpy as np
from numpy.typing import ArrayLike, NDArray

from bitgammon.board import Board
from bitgammon.core import batch as core
from bitgammon.errors import BitgammonError, InvalidBoardError, InvalidDiceError
from bitgammon.rules import CHECKERS

#: Rows a thread takes at a time: about five milliseconds' work, between two looks for Ctrl-C.
CHUNK: Final = 32_768


class BatchShapeError(BitgammonError):
    """An array whose shape or values do not fit; the message names the argument."""


def integers(
    name: str, values: ArrayLike, dtype: type[Any], width: int, error: type[BitgammonError] = InvalidBoardError
) -> NDArray[Any]:
    """values as a contiguous, aligned array (N, width) of dtype; error, naming the row, where one does not fit."""
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
            raise error(f"row {row}: {name}[{row}, {column}] is {given[row, column]}")
    return np.require(given, dtype, ["C", "ALIGNED"])


def checker_count(checkers: int) -> int:
    """The number of checkers a side; InvalidBoardError outside 1..15, TypeError for no integer."""
    count = as_index(checkers)
    if not 1 <= count <= CHECKERS:
        raise InvalidBoardError(f"checkers={checkers!r} is not 1..15")
    return count


def packed_boards(
    boards: ArrayLike, checkers: int = CHECKERS, name: str = "boards", workers: int = 1
) -> NDArray[np.uint64]:
    """int8 (N, 26) packed as uint64 (N, 4); InvalidBoardError naming the first row that is no board, and why."""
    rows = integers(name, boards, np.int8, 26)
    count = checker_count(checkers)
    packed = np.empty((len(rows), 4), np.uint64)
    bad: list[int] = []

    def pack(chunk: slice) -> None:
        done = core.pack(rows[chunk], count, packed[chunk])
        if done < chunk.stop - chunk.start:
            bad.append(chunk.start + done)

    run(pack, len(rows), workers)
    if bad:
        done = min(bad)
        try:
            Board(rows[done].tolist(), checkers=count)
        except InvalidBoardError as error:
            raise InvalidBoardError(f"row {done}: {error}", error.status) from None
    return packed


def checked_dice(dice: ArrayLike, size: int) -> NDArray[np.uint8]:
    """uint8 (size, 2), each 1..6; InvalidDiceError naming the first bad row."""
    rolls = integers("dice", dice, np.uint8, 2, InvalidDiceError)
    if len(rolls) != size:
        raise BatchShapeError(f"{size} boards but {len(rolls)} dice")
    if rolls.size and (rolls.min() < 1 or rolls.max() > 6):
        row = int(np.flatnonzero(((rolls < 1) | (rolls > 6)).any(axis=1))[0])
        raise InvalidDiceError(f"row {row}: dice {rolls[row].tolist()} are not both 1..6")
    return rolls


def thread_count(threads: int) -> int:
    """How many threads to use: as many as there are cores for 0; ValueError for a negative number."""
    if threads < 0:
        raise ValueError(f"threads={threads} is negative")
    return threads or os.cpu_count() or 1


def chunks(size: int, step: int) -> Iterator[slice]:
    """0 .. size in slices of step, the last one shorter."""
    for start in range(0, size, step):
        yield slice(start, min(start + step, size))


def run(work: Callable[[slice], None], size: int, threads: int, step: int | None = None) -> None:
    """work on every chunk of so many rows (CHUNK by default), in this thread or several.

    The first error, or Ctrl-C, drops the chunks not begun. The pool lives for this call only, so that nothing is left
    behind in a forked process; no more chunks wait in it than keep the threads busy.
    """
    step = CHUNK if step is None else step
    if threads == 1 or size <= step:
        for chunk in chunks(size, step):
            work(chunk)
        return
    from concurrent.futures import Future, ThreadPoolExecutor  # a fifth of the time of importing the package

    pool = ThreadPoolExecutor(threads, thread_name_prefix="bitgammon")
    waiting: deque[Future[None]] = deque()
    try:
        for chunk in chunks(size, step):
            if len(waiting) >= 4 * threads:
                waiting.popleft().result()
            waiting.append(pool.submit(work, chunk))
        while waiting:
            waiting.popleft().result()
    finally:
        pool.shutdown(cancel_futures=True)
