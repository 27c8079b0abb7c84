"""What every batch function shares: arrays checked and converted, the bad row named, and chunks given to threads."""

import os
import sys
from collections import deque
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any, Final, NoReturn

import numpy as np
from numpy.typing import ArrayLike, NDArray

from bitgammon.arguments import MOST_THREADS, checker_count, integer, quoted
from bitgammon.board import Board
from bitgammon.core import batch as core
from bitgammon.errors import (
    BatchShapeError,
    BatchValueError,
    BitgammonError,
    InvalidBoardError,
    InvalidDiceError,
    InvalidIdError,
)
from bitgammon.rules import CHECKERS

if TYPE_CHECKING:
    from concurrent.futures import Future, ThreadPoolExecutor

#: Rows a thread takes at a time: about five milliseconds' work, between two looks for Ctrl-C.
CHUNK: Final = 32_768


def any_array(name: str, values: ArrayLike) -> NDArray[Any]:
    """values as an array of whatever shape and type; BatchShapeError for lists of different lengths."""
    try:
        return np.asarray(values)
    except ValueError as error:
        raise BatchShapeError(f"{name}: no array of one shape: {error}") from None


def array_of(name: str, values: ArrayLike, shape: tuple[str | int, ...]) -> NDArray[Any]:
    """values as an array of this shape, in which a text stands for any length; BatchShapeError for another, TypeError
    where a mask hides values."""
    if masks := sys.modules.get("numpy.ma"):  # nothing is masked in a program that has not loaded it
        parts = values if isinstance(values, list | tuple) else [values]
        if any(isinstance(part, masks.MaskedArray) and masks.is_masked(part) for part in parts):
            raise TypeError(f"{name}: some values are masked")
    given = any_array(name, values)
    fits = given.ndim == len(shape) and all(
        isinstance(wanted, str) or found == wanted for found, wanted in zip(given.shape, shape, strict=True)
    )
    if not fits:
        wanted = ", ".join(map(str, shape)) + "," * (len(shape) == 1)
        raise BatchShapeError(f"{name}: expected shape ({wanted}), not {given.shape}")
    return given


def integers(
    name: str,
    values: ArrayLike,
    dtype: type[Any],
    shape: tuple[str | int, ...],
    error: type[BitgammonError] = BatchValueError,
    *,
    own: bool = False,
) -> NDArray[Any]:
    """values as a contiguous, aligned array of this shape (see ``array_of``) and dtype; error, naming the row, where
    one does not fit. own: never the caller's memory, which another thread might write to after the check."""
    given = any_integers(name, values, dtype, shape)
    if given.dtype == dtype:
        if own and not isinstance(values, list | tuple):
            given = given.copy()
        return np.require(given, dtype, ["C", "ALIGNED"])
    limits, found = np.iinfo(dtype), np.empty(given.shape, dtype)
    for chunk in chunks(len(given), CHUNK):
        part = given[chunk]
        bad = np.argwhere((part < limits.min) | (part > limits.max))
        if len(bad):
            row, *rest = bad[0].tolist()
            raise _misfit(error, _place(name, [chunk.start + row, *rest], part[row, *rest]), part[row])
        found[chunk] = part
    return found


def any_integers(name: str, values: ArrayLike, dtype: type[Any], shape: tuple[str | int, ...]) -> NDArray[Any]:
    """values as an array of this shape and of integers, whatever their size: objects where numpy has no type for them.
    TypeError naming the first that is none; dtype is what the message asks for."""
    given = array_of(name, values, shape)
    if not isinstance(values, np.ndarray):
        if not given.size:  # an empty list has no type
            return given.astype(dtype)
        if given.dtype.kind == "f":  # numpy's answer to integers from 2**63 on beside smaller ones
            given = np.asarray(values, object)
    if given.dtype == object:
        for value in given.flat:
            if not isinstance(value, int | np.integer) or isinstance(value, bool):
                raise TypeError(f"{name}: expected integers ({np.dtype(dtype).name}), not {quoted(value)}")
    elif given.dtype.kind not in "iu":
        raise TypeError(f"{name}: expected integers ({np.dtype(dtype).name}), not {given.dtype}")
    return given


def _misfit(error: type[BitgammonError], text: str, row: NDArray[Any]) -> BitgammonError:
    """The error about a row; about one that is no board, with its status."""
    if error is not InvalidBoardError:
        return error(text)
    try:
        Board(row.tolist())
    except InvalidBoardError as found:
        return InvalidBoardError(text, found.status)
    return InvalidBoardError(text)  # changed while it was read


def _place(name: str, index: list[int], value: Any) -> str:
    named = f"{name}[{', '.join(map(str, index))}] is {quoted(value.item() if hasattr(value, 'item') else value)}"
    return f"row {index[0]}: {named}" if len(index) > 1 else named


def board_rows(boards: ArrayLike) -> NDArray[np.int8]:
    """int8 (N, 26); InvalidBoardError naming the first row with a number that int8 does not hold."""
    return integers("boards", boards, np.int8, ("N", 26), InvalidBoardError)


def refuse(row: int, read: Callable[[], object]) -> NoReturn:
    """The error that reading this row alone raises, naming the row. BatchValueError where it raises none: somebody has
    written to the row since it was found bad, and what was to be read from it is not there."""
    try:
        read()
    except InvalidBoardError as error:
        raise InvalidBoardError(f"row {row}: {error}", error.status) from None
    except InvalidIdError as error:
        raise InvalidIdError(f"row {row}: {error}") from None
    raise BatchValueError(f"row {row}: it was changed while it was read")


def on_packed(
    rows: NDArray[np.int8],
    checkers: int,
    threads: int,
    work: Callable[[NDArray[np.uint64], slice], None],
    into: NDArray[np.uint64] | None = None,
) -> None:
    """work on the packed boards, uint64 (n, 4), of every chunk of rows, which are views of into (N, 4) where that is
    given; InvalidBoardError naming the first row that is no board, and why."""
    count = checker_count(checkers)

    def packed_chunk(chunk: slice) -> None:
        packed = np.empty((chunk.stop - chunk.start, 4), np.uint64) if into is None else into[chunk]
        row = chunk.start + core.pack(rows[chunk], count, packed)
        if row < chunk.stop:
            refuse(row, lambda: Board(rows[row].tolist(), checkers=count))
        work(packed, chunk)

    run(packed_chunk, len(rows), thread_count(threads))


def packed_boards(boards: ArrayLike, checkers: int = CHECKERS, threads: int = 1) -> NDArray[np.uint64]:
    """int8 (N, 26) packed as uint64 (N, 4); InvalidBoardError naming the first row that is no board, and why."""
    return packed_rows(board_rows(boards), checkers, threads)


def packed_rows(
    rows: NDArray[np.int8], checkers: int = CHECKERS, threads: int = 1, into: NDArray[np.uint64] | None = None
) -> NDArray[np.uint64]:
    """The same of rows that board_rows has seen; into: memory for the result."""
    packed = np.empty((len(rows), 4), np.uint64) if into is None else into
    on_packed(rows, checkers, threads, lambda _words, _chunk: None, packed)
    return packed


def checked_dice(dice: ArrayLike, size: int) -> NDArray[np.uint8]:
    """uint8 (size, 2), each 1..6, the caller's no more; InvalidDiceError naming the first bad row."""
    rolls = integers("dice", dice, np.uint8, ("N", 2), InvalidDiceError, own=True)
    if len(rolls) != size:
        raise BatchShapeError(f"{size} boards but {len(rolls)} dice")
    if rolls.size and (rolls.min() < 1 or rolls.max() > 6):
        row = int(np.flatnonzero(((rolls < 1) | (rolls > 6)).any(axis=1))[0])
        raise InvalidDiceError(f"row {row}: dice {rolls[row].tolist()} are not both 1..6")
    return rolls


def thread_count(threads: int) -> int:
    """How many threads to use: as many as there are cores for 0; OutOfRangeError outside 0..4096."""
    given = integer("threads", threads, 0, MOST_THREADS)
    if given:
        return given
    try:
        return len(os.sched_getaffinity(0))
    except AttributeError:  # a system that binds no process to cores
        return os.cpu_count() or 1


def chunks(size: int, step: int, threads: int = 1) -> Iterator[slice]:
    """0 .. size in slices of step. For several threads the last ones are shorter, down to an eighth of it, so that the
    threads end together."""
    start = 0
    while start < size:
        share = step if threads == 1 else min(step, max(step // 8, (size - start) // (2 * threads), 1))
        yield slice(start, min(start + share, size))
        start += share


def run(work: Callable[[slice], None], size: int, threads: int, step: int | None = None) -> None:
    """work on every chunk of so many rows (CHUNK by default), in this thread or several.

    The first error, or Ctrl-C, drops the chunks not begun. The pool lives for this call only, so that nothing is left
    behind in a forked process; no more chunks wait in it than keep the threads busy.
    """
    step = CHUNK if step is None else step
    if threads == 1 or size <= step // 4:
        for chunk in chunks(size, step):
            work(chunk)
        return
    pool = _pool(threads)
    waiting: deque[Future[None]] = deque()
    try:
        for chunk in chunks(size, step, threads):
            if len(waiting) >= 4 * threads:
                waiting.popleft().result()
            waiting.append(pool.submit(work, chunk))
        while waiting:
            waiting.popleft().result()
    finally:
        pool.shutdown(cancel_futures=True)


def together(work: Callable[[], None], threads: int, stop: Callable[[], object]) -> None:
    """work in each of so many threads, which share it out among themselves. On an error, or Ctrl-C, stop is called,
    which is to make them return."""
    pool = _pool(threads)
    try:
        for part in [pool.submit(work) for _ in range(threads)]:
            part.result()
    except BaseException:
        stop()
        raise
    finally:
        pool.shutdown()


def _pool(threads: int) -> "ThreadPoolExecutor":
    from concurrent.futures import ThreadPoolExecutor  # a fifth of the time of importing the package

    return ThreadPoolExecutor(threads, thread_name_prefix="bitgammon")
