"""Processes of this machine: for work that keeps the GIL, or that may have to be ended from outside."""

from collections.abc import Callable, Generator, Iterable
from threading import Lock, Semaphore
from typing import Any, Final, TypeVar
from weakref import WeakSet

from bitgammon.arguments import MOST_THREADS, integer
from bitgammon.batch.arrays import thread_count
from bitgammon.errors import ExecutorError
from bitgammon.rollout.executors.envelope import opened, sealed
from bitgammon.rollout.executors.local import Pools
from bitgammon.rollout.executors.ordered import Closing, check_arguments, seconds
from bitgammon.rollout.executors.worker import Worker

T = TypeVar("T")
R = TypeVar("R")

#: How often a chunk is given to another worker after one has died of it, or over it.
RERUNS: Final = 3


class Processes(Closing):
    """So many processes, 0 for one a core, started when there is work for them and kept until this is closed.

    timeout: the seconds in which a chunk must be done; ExecutorError, and an end to the workers, if it is not. A chunk
    whose worker dies is run again by a new one, 3 times at most, then ExecutorError. Work, items and results must be
    such as can be pickled, and a program that is run as a file needs the usual ``if __name__ == "__main__":``.

    Raises OutOfRangeError for a count outside 0..4096, or a timeout that is not positive; TypeError.

    >>> with Processes(2) as executor:
    ...     list(executor.map(abs, [-1, 2]))
    [1, 2]
    """

    def __init__(self, count: int = 0, timeout: float | None = None) -> None:
        self.workers = integer("processes", count, 0, MOST_THREADS) or thread_count(0)
        self.timeout = None if timeout is None else seconds("timeout", timeout)
        self._pools = Pools(self.workers)
        self._places = Semaphore(self.workers)  # of several maps together
        self._lock = Lock()
        self._idle: list[Worker] = []
        self._going: WeakSet[_Chunk] = WeakSet()

    def map(self, work: Callable[[T], R], items: Iterable[T]) -> Generator[R, None, None]:
        """As ``Executor.map``; chunks that are being worked on when it is closed are ended, with their processes."""
        self.check_open()
        check_arguments(work, items)
        packed = sealed("work", work)
        mine: WeakSet[_Chunk] = WeakSet()

        def prepare(item: T) -> Callable[[], bytes]:
            chunk = _Chunk(self, packed, sealed("an item", item))
            mine.add(chunk)
            with self._lock:
                self._going.add(chunk)
            return chunk

        answers = self._pools.map(prepare, items, lambda: _drop(mine))
        return _opened_each(answers)

    def close(self) -> None:
        """Ends the processes, those that work on something too."""
        super().close()
        self._pools.closed = True  # before chunks are dropped, so that no new ones begin
        with self._lock:
            going = list(self._going)
        _drop(going)
        self._pools.close()
        with self._lock:
            idle, self._idle = self._idle, []
        for worker in idle:
            worker.stopping()
        for worker in idle:
            worker.ended()

    def take(self) -> Worker:
        """An idle worker, or a new one."""
        with self._lock:
            if self._idle:
                return self._idle.pop()
        return Worker()

    def give_back(self, worker: Worker) -> None:
        """A worker that is idle again."""
        with self._lock:
            self._idle.append(worker)

    def run(self, chunk: "_Chunk") -> bytes:
        """The answer to a chunk, in the thread of a pool."""
        how = ""
        with self._places:
            for _ in range(1 + RERUNS):
                if chunk.dropped:  # by itself, or it would start a process to no end
                    break
                worker = self.take()
                try:
                    if chunk.begin(worker):
                        answered = worker.ask(chunk.work, chunk.item, self.timeout)
                except TimeoutError:
                    chunk.end()
                    worker.kill()
                    worker.ended()
                    raise ExecutorError(f"a chunk was not done after {self.timeout} seconds") from None
                except (EOFError, OSError):
                    chunk.end()
                    worker.kill()
                    how = worker.ended()
                except BaseException:
                    chunk.end()
                    worker.kill()
                    raise
                else:
                    chunk.end()
                    self.give_back(worker)
                    if not chunk.dropped:
                        return answered
        if chunk.dropped:
            raise ExecutorError("this executor was closed while its results were waited for")
        raise ExecutorError(f"{1 + RERUNS} workers in turn died over one chunk, the last with {how}")


class _Chunk:
    """One item on its way: who works on it, so that it can be ended."""

    def __init__(self, processes: Processes, work: bytes, item: bytes) -> None:
        self.work = work
        self.item = item
        self._processes = processes
        self._lock = Lock()
        self._worker: Worker | None = None
        self.dropped = False

    def __call__(self) -> bytes:
        return self._processes.run(self)

    def begin(self, worker: Worker) -> bool:
        """Whether anybody still wants it."""
        with self._lock:
            self._worker = None if self.dropped else worker
            return not self.dropped

    def end(self) -> None:
        """The worker is no longer the chunk's."""
        with self._lock:
            self._worker = None

    def drop(self) -> None:
        """Nobody wants it: a worker that is busy with it is killed."""
        with self._lock:
            self.dropped = True
            if self._worker is not None:
                self._worker.kill()


def _drop(chunks: Iterable[_Chunk]) -> None:
    for chunk in list(chunks):
        chunk.drop()


def _opened_each(answers: Generator[bytes, None, None]) -> Generator[Any, None, None]:
    """Opened in the thread that asks, so that what the work raised is raised there."""
    try:
        for answered in answers:
            yield opened(answered)
    finally:
        answers.close()
