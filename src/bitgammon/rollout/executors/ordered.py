"""What every executor keeps to: results in the order of the items, and few items taken ahead of them."""

from collections import deque
from collections.abc import Callable, Generator, Iterable
from typing import Any, Final, Protocol, Self, TypeVar

from bitgammon.arguments import quoted, real
from bitgammon.errors import ExecutorError, OutOfRangeError

T = TypeVar("T")
R = TypeVar("R")
F = TypeVar("F")

_END: Final = object()


class Executor(Protocol):
    """Works on the items of a bulk job. Close it, or use it in a ``with`` block, which closes it.

    >>> from bitgammon.rollout.executors import Serial
    >>> with Serial() as executor:
    ...     list(executor.map(len, ["a", "bcd"]))
    [1, 3]
    """

    @property
    def workers(self) -> int:
        """How many chunks are worked on at a time."""
        ...

    def map(self, work: Callable[[T], R], items: Iterable[T]) -> Generator[R, None, None]:
        """work of every item, in the order of the items, of which only a few more are taken than results were given.

        What work raises comes out here, in its turn; so does what items raises. Closing the generator, or an error or
        Ctrl-C while it waits, drops the chunks not begun and does not return before those begun are ended. Raises
        ExecutorError where workers fail for another reason than the work, or the executor is closed, and TypeError.
        As from every generator, a StopIteration comes out as a RuntimeError.
        """
        ...

    def close(self) -> None:
        """Ends the workers. A map that still goes on raises ExecutorError when it is asked for more."""
        ...

    def __enter__(self) -> Self: ...

    def __exit__(self, *_exception: object) -> None: ...


class Closing:
    """Whether an executor is closed, and closing it at the end of a ``with`` block.

    >>> with Closing() as it:
    ...     it.check_open()
    >>> it.closed
    True
    """

    closed = False

    def check_open(self) -> None:
        """ExecutorError once it is closed."""
        if self.closed:
            raise ExecutorError(f"{type(self).__name__}: this executor is closed")

    def close(self) -> None:
        """Marks it as closed; any number of times."""
        self.closed = True

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_exception: object) -> None:
        self.close()


def check_arguments(work: Any, items: Any) -> None:
    """TypeError, naming the argument of ``Executor.map``, where work cannot be called or items not be gone through."""
    if not callable(work):
        raise TypeError(f"work: expected a function, not {quoted(work)}")
    if not hasattr(items, "__iter__") and not hasattr(items, "__getitem__"):
        raise TypeError(f"items: expected an iterable, not {quoted(items)}")


def seconds(name: str, value: Any, most: float = 1e7) -> float:
    """value as a number of seconds; TypeError for no number, OutOfRangeError unless 0 < value <= most.

    >>> seconds("timeout", 2)
    2.0
    """
    given = real(name, value)
    if not 0 < given <= most:  # nor NaN
        raise OutOfRangeError(f"{name}={quoted(value)} is not more than 0 and at most {most:g} seconds")
    return float(given)


def in_order(
    items: Iterable[T],
    submit: Callable[[T], F],
    result: Callable[[F], R],
    drop: Callable[[F], object],
    ahead: Callable[[], int],
) -> Generator[R, None, None]:
    """result(submit(item)) of every item, of which ahead() are submitted at most; drop, of those left in the end.

    What items or submit raise comes after the results before it, as it would if one item were done after the other;
    Ctrl-C comes at once.

    >>> list(in_order("abc", str.upper, str, str, lambda: 2))
    ['A', 'B', 'C']
    """
    source = iter(items)
    waiting: deque[F] = deque()
    failure: Exception | None = None
    ended = False
    try:
        while True:
            while not ended and len(waiting) < ahead():
                try:
                    item: Any = next(source, _END)
                    if item is _END:
                        ended = True
                    else:
                        waiting.append(submit(item))
                except Exception as error:
                    failure, ended = error, True
            if not waiting:
                break
            done = result(waiting[0])  # in its place while it is waited for, so that it is dropped with the others
            waiting.popleft()
            yield done
        if failure is not None:
            raise failure
    finally:
        failure = None  # an error that holds this frame, which holds the error, would be kept for long
        for left in waiting:
            drop(left)
