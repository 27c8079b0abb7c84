"""A dask cluster: workers on other machines, or processes of this one that dask looks after."""

import logging
import re
import warnings
from collections.abc import Callable, Generator, Iterable
from concurrent.futures import Future as Outcome
from contextlib import suppress
from functools import partial
from threading import Thread
from time import monotonic
from typing import TYPE_CHECKING, Any, Final, TypeVar
from uuid import uuid4

from bitgammon.arguments import MOST_THREADS, check_text, integer, quoted, told
from bitgammon.batch.arrays import thread_count
from bitgammon.errors import ExecutorError, MissingExtraError, OutOfRangeError, UnknownNameError
from bitgammon.rollout.executors.envelope import answer, opened, same
from bitgammon.rollout.executors.ordered import Closing, check_arguments, in_order
from bitgammon.rollout.executors.worker import uninterrupted

if TYPE_CHECKING:
    from distributed import Client, Future, LocalCluster

T = TypeVar("T")
R = TypeVar("R")

_ADDRESS: Final = re.compile(r"(?:tcp|tls)://[^\s/]+:\d{1,5}")
#: Seconds after which a scheduler that does not answer is gone; and those in which there must be a worker.
_LOST: Final = 20.0
_NO_WORKER: Final = 60.0
#: Seconds between two looks at the scheduler and its workers, and at whether a result is there.
_LOOK: Final = 2.0
_WAIT: Final = 1.0
#: Bytes of pickled work that go with every chunk. More are kept by the workers, who hand them on to each other.
_SMALL: Final = 1 << 16


class Dask(Closing):
    """A dask scheduler that is there, ``tcp://HOST:PORT``, or a cluster of so many processes of one thread each on this
    machine (0 or neither given: one a core). The workers need this package, in the same version.

    What a lost worker had is run again by others; after several that were lost over one chunk (dask's
    ``allowed-failures``) that is an ExecutorError, and so is a scheduler that is gone for 20 seconds, or has had no
    worker for 60. Whoever has begun a chunk when a map is closed ends it, and nobody waits for that.

    Raises MissingExtraError without dask, ExecutorError where there is no scheduler or the cluster cannot be started,
    UnknownNameError for what is no address, OutOfRangeError for workers outside 0..4096 or beside a scheduler,
    TypeError.

    >>> Dask("somewhere")
    Traceback (most recent call last):
    bitgammon.errors.UnknownNameError: scheduler='somewhere' is not tcp://HOST:PORT
    """

    def __init__(self, scheduler: str | None = None, workers: int | None = None) -> None:
        if scheduler is not None:
            check_text("scheduler", scheduler)
            if not _ADDRESS.fullmatch(scheduler):
                raise UnknownNameError(f"scheduler={quoted(scheduler)} is not tcp://HOST:PORT")
            if workers is not None:
                raise OutOfRangeError("workers and scheduler contradict each other: a scheduler has its own")
        count = integer("workers", 0 if workers is None else workers, 0, MOST_THREADS) or thread_count(0)
        try:
            import distributed
        except ImportError:
            raise MissingExtraError("dask is not installed: pip install 'bitgammon[distributed]'") from None
        self._cluster: LocalCluster | None = None
        self._client: Client | None = None
        self._workers = count if scheduler is None else 1
        self._looked = self._seen = monotonic()
        try:
            if scheduler is None:
                with uninterrupted():  # the threads of the cluster, and so its processes
                    self._cluster = distributed.LocalCluster(
                        n_workers=count,
                        threads_per_worker=1,
                        processes=True,
                        # What is worth a warning here, a lost worker or a map that is closed, is nothing to be told of.
                        silence_logs=logging.ERROR,
                        dashboard_address=None,
                        # Without a dashboard it still has an HTTP server, which warns where its usual port is in use.
                        scheduler_kwargs={"dashboard_address": "127.0.0.1:0"},
                    )
            address: Any = self._cluster if scheduler is None else scheduler
            self._client = _apart(partial(distributed.Client, address, timeout=_LOST, set_as_default=False))
            if scheduler is not None:
                self._look()
        except (OSError, RuntimeError) as error:
            self.close()
            raise ExecutorError(f"no dask scheduler at {scheduler or 'this machine'}: {error}") from error
        except BaseException:
            self.close()
            raise

    @property
    def workers(self) -> int:
        """The threads of all workers when last looked at, which is every other second of a map."""
        return self._workers

    def map(self, work: Callable[[T], R], items: Iterable[T]) -> Generator[R, None, None]:
        """As ``Executor.map``, but workers elsewhere end the chunks they have begun."""
        self.check_open()
        check_arguments(work, items)
        return self._answers(_sealed("work", work), items)

    def _answers(self, packed: bytes, items: Iterable[T]) -> Generator[Any, None, None]:
        kept = packed if len(packed) <= _SMALL else self._submit(same, packed)

        def submit(item: T) -> "Future[bytes]":
            return self._submit(answer, kept, _sealed("an item", item))

        def release(future: "Future[bytes]") -> None:
            with suppress(Exception):  # of a client that has lost its scheduler
                future.release()

        self._look()
        for answered in in_order(items, submit, self._result, release, self._ahead):
            yield opened(answered)

    def _open(self) -> "Client":
        self.check_open()
        assert self._client is not None  # or there had been an error before
        return self._client

    def _submit(self, function: Callable[..., bytes], *arguments: Any) -> "Future[bytes]":
        client = self._open()
        try:
            with warnings.catch_warnings():
                # Bytes that every worker needs are what the scheduler is to hold: it gives them out again when a
                # worker is lost. What was scattered to a worker would be lost with it.
                warnings.filterwarnings("ignore", "Sending large graph", UserWarning)
                return client.submit(function, *arguments, key=f"bitgammon-{uuid4().hex}", pure=False)
        except Exception as error:
            raise ExecutorError(f"the dask scheduler is gone: {told(error)}") from error

    def _ahead(self) -> int:
        if monotonic() - self._looked > _LOOK:
            self._look()
        return 2 * self._workers + 2

    def _look(self) -> None:
        """Counts the workers, of which there may be more by now, and so sees whether the scheduler is still there."""
        client = self._open()
        try:
            found = sum(_apart(partial(client.nthreads, callback_timeout=_LOST)).values())
        except Exception as error:
            self.check_open()
            raise ExecutorError(f"the dask scheduler is gone: {told(error)}") from error
        self._looked = monotonic()
        if found:
            self._seen = self._looked
        elif self._looked - self._seen > _NO_WORKER:
            raise ExecutorError(f"the dask scheduler has had no worker for {_NO_WORKER:g} seconds")
        self._workers = max(found, 1)

    def _result(self, future: "Future[bytes]") -> bytes:
        import distributed

        while True:
            client = self._open()
            try:
                return _apart(partial(_fetched, client, future))
            except TimeoutError:  # not done, or done by a worker that was lost since
                if monotonic() - self._looked > _LOOK:
                    self._look()
            except distributed.KilledWorker as error:
                raise ExecutorError(f"worker after worker was lost over one chunk: {told(error)}") from error
            except (distributed.CancelledError, OSError) as error:
                self.check_open()
                raise ExecutorError(f"the dask scheduler is gone: {told(error)}") from error
            except Exception as error:  # the work itself never raises: see answer
                self.check_open()
                raise ExecutorError(f"a dask worker failed beside the work: {told(error)}") from error

    def close(self) -> None:
        """Leaves the scheduler, or ends the cluster."""
        if self.closed:
            return
        super().close()
        for there in (self._client, self._cluster):
            if there is not None:
                with suppress(Exception):  # all that can fail is a farewell to what is gone
                    _apart(partial(there.close, timeout=_LOST))


def _apart(call: Callable[[], T]) -> T:
    """The result of a call that waits for dask, made in a thread of its own, which does not hear Ctrl-C: it ends the
    waiting here at once, and nothing in there. Where dask hears it itself, and its loop has not yet begun with what was
    asked of it, the loop logs a traceback."""
    outcome: Outcome[T] = Outcome()

    def run() -> None:
        try:
            outcome.set_result(call())
        except BaseException as error:
            outcome.set_exception(error)

    Thread(target=run, name="bitgammon-dask", daemon=True).start()
    return outcome.result()


def _fetched(client: "Client", future: "Future[bytes]") -> bytes:
    """The result of a future, or TimeoutError after a while, in which the scheduler is to be looked at again."""
    import distributed

    with client.as_current():
        distributed.wait(future, timeout=_WAIT)
    answered: bytes = future.result(timeout=_LOST)
    return answered


def _sealed(name: str, value: Any) -> bytes:
    """Pickled by value where others could not import it: what a script or notebook defines."""
    from distributed.protocol.pickle import dumps

    try:
        packed: bytes = dumps(value)
        return packed
    except Exception as error:
        raise TypeError(f"{name}: cannot be pickled, which other processes need: {told(error)}") from error
