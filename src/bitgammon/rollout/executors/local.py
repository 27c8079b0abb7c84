"""The executors of one process: this thread, or several."""

from collections.abc import Callable, Generator, Iterable
from concurrent.futures import CancelledError, Future, ThreadPoolExecutor
from functools import partial
from threading import Lock, main_thread
from typing import TypeVar
from weakref import WeakSet

from bitgammon.batch.arrays import thread_count
from bitgammon.errors import ExecutorError
from bitgammon.rollout.executors.ordered import Closing, check_arguments, in_order

T = TypeVar("T")
R = TypeVar("R")


class Serial(Closing):
    """One item after the other in this thread, each when its result is asked for.

    >>> list(Serial().map(abs, [-1, 2]))
    [1, 2]
    """

    workers = 1

    def map(self, work: Callable[[T], R], items: Iterable[T]) -> Generator[R, None, None]:
        """As ``Executor.map``."""
        self.check_open()
        check_arguments(work, items)
        return self._each(work, items)

    def _each(self, work: Callable[[T], R], items: Iterable[T]) -> Generator[R, None, None]:
        for item in items:
            self.check_open()
            yield work(item)


class Pools(Closing):
    """A pool of threads for every map that goes on. It lives no longer than the map, so that nothing is left behind in
    a forked process.

    >>> with Pools(2) as pools:
    ...     list(pools.map(lambda item: lambda: 2 * item, range(4), lambda: None))
    [0, 2, 4, 6]
    """

    def __init__(self, count: int) -> None:
        self.workers = count
        self._going: WeakSet[ThreadPoolExecutor] = WeakSet()
        self._lock = Lock()

    def map(
        self, prepare: Callable[[T], Callable[[], R]], items: Iterable[T], end: Callable[[], object]
    ) -> Generator[R, None, None]:
        """The results of calling prepare(item), in threads. end: called when nobody wants more; chunks that are being
        worked on are waited for after that."""
        pool = ThreadPoolExecutor(self.workers, thread_name_prefix="bitgammon")
        with self._lock:
            self._going.add(pool)

        def submit(item: T) -> Future[R]:
            self.check_open()
            call = prepare(item)
            try:
                return pool.submit(_unless_ending, call)
            except RuntimeError:  # another thread has closed it just now, or Python is ending
                raise ExecutorError("this executor is closed") from None

        try:
            yield from in_order(items, submit, _result, Future.cancel, lambda: 2 * self.workers + 2)
        finally:
            pool.shutdown(wait=False, cancel_futures=True)
            end()
            pool.shutdown()

    def close(self) -> None:
        """Drops the chunks not begun of every map, and waits for the others."""
        super().close()
        with self._lock:
            pools = list(self._going)
        for pool in pools:
            pool.shutdown(wait=False, cancel_futures=True)
        for pool in pools:
            pool.shutdown()


class Threads(Closing):
    """Several threads of this process, 0 for one a core: for work that lets go of the GIL, as the package's core does.

    Chunks that were begun are always ended, so that Ctrl-C is heard after one of them. Raises OutOfRangeError for a
    count outside 0..4096, TypeError.

    >>> with Threads(2) as executor:
    ...     list(executor.map(abs, [-1, 2]))
    [1, 2]
    """

    def __init__(self, count: int = 0) -> None:
        self.workers = thread_count(count)
        self._pools = Pools(self.workers)

    def map(self, work: Callable[[T], R], items: Iterable[T]) -> Generator[R, None, None]:
        """As ``Executor.map``."""
        self.check_open()
        check_arguments(work, items)
        return self._pools.map(lambda item: partial(work, item), items, lambda: None)

    def close(self) -> None:
        """Drops the chunks not begun, and waits for the others."""
        super().close()
        self._pools.close()


def _unless_ending(call: Callable[[], R]) -> R:
    """Python waits for its threads when it ends, and they for what is in their queue: it shall be empty soon."""
    if not main_thread().is_alive():
        raise ExecutorError("the program ends")
    return call()


def _result(future: Future[R]) -> R:
    try:
        return future.result()
    except CancelledError:
        if future.cancelled():  # not raised by the work
            raise ExecutorError("this executor was closed while its results were waited for") from None
        raise
