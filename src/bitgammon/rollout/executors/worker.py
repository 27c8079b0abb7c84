"""One worker process, seen from both sides of the pipe to it.

Ctrl-C in a terminal reaches every process of it. The workers do not hear it: whoever started them ends them.
"""

import signal
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from multiprocessing import get_context, resource_tracker
from multiprocessing.connection import Connection, wait
from threading import Lock, main_thread
from time import monotonic
from typing import Final

from bitgammon.errors import ExecutorError
from bitgammon.rollout.executors.envelope import answer

#: Seconds a new process may take until it is ready for work, and an idle one until it has ended.
_START: Final = 120.0
_STOP: Final = 5.0
#: Seconds between two looks whether the program ends.
_LOOK: Final = 0.5
#: One at a time: multiprocessing's list of children is not made for several threads.
_STARTING: Final = Lock()


def serve(pipe: Connection) -> None:
    """The life of a worker: answers until the pipe is closed."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    if hasattr(signal, "pthread_sigmask"):
        signal.pthread_sigmask(signal.SIG_UNBLOCK, {signal.SIGINT})
    work = b""
    with suppress(EOFError, OSError):  # nobody is left to be told
        pipe.send_bytes(b"ready")
        while True:
            work = pipe.recv_bytes() or work
            pipe.send_bytes(answer(work, pipe.recv_bytes()))


@contextmanager
def uninterrupted() -> Iterator[None]:
    """Threads and processes started here do not hear Ctrl-C, from their first moment on. This thread hears it later.

    >>> with uninterrupted():
    ...     pass
    """
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    resource_tracker.ensure_running()  # a process that comes with the first spawned one, and unblocks when it starts
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


class Worker:
    """A new process that waits for work. Raises ExecutorError where none can be started.

    It is spawned, never forked: a fork of a process with threads may hang.
    """

    def __init__(self) -> None:
        context = get_context("spawn")
        try:
            self._pipe, theirs = context.Pipe()
            with _STARTING, uninterrupted(), theirs:
                self._process = context.Process(target=serve, args=(theirs,), name="bitgammon", daemon=True)
                self._process.start()
        except OSError as error:
            raise ExecutorError(f"a worker cannot be started: {error}") from error
        self._ready = False
        self._work = b""

    def ask(self, work: bytes, item: bytes, timeout: float | None) -> bytes:
        """The worker's answer (``envelope.answer``). Raises EOFError or OSError where it dies, TimeoutError where it
        does not answer in so many seconds, and ExecutorError where the program ends."""
        if not self._ready:
            try:
                self._receive(_START)
            except TimeoutError:
                raise ExecutorError(f"a new worker was not ready after {_START:g} seconds") from None
            self._ready = True
        self._pipe.send_bytes(b"" if work is self._work else work)
        self._pipe.send_bytes(item)
        self._work = work
        return self._receive(timeout)

    def _receive(self, timeout: float | None) -> bytes:
        end = None if timeout is None else monotonic() + timeout
        while True:
            left = _LOOK if end is None else max(0.0, min(_LOOK, end - monotonic()))
            found = wait([self._pipe, self._process.sentinel], left)
            if self._pipe in found:
                return self._pipe.recv_bytes()
            if found:
                raise EOFError
            if end is not None and monotonic() >= end:
                raise TimeoutError
            if not main_thread().is_alive():
                raise ExecutorError("the program ends")

    def kill(self) -> None:
        """Ends it whatever it does; whoever waits for its answer gets an EOFError."""
        self._process.kill()

    def stopping(self) -> None:
        """Tells it, while it is idle, to end."""
        self._pipe.close()

    def ended(self) -> str:
        """Waits for its end, which is forced if it takes long, and says how it came."""
        with _STARTING:
            self._process.join(_STOP)
            if self._process.exitcode is None:
                self._process.kill()
                self._process.join(_STOP)
        self._pipe.close()
        code = self._process.exitcode
        if code is None or code >= 0:
            return f"exit code {code}"
        with suppress(ValueError):
            return signal.Signals(-code).name
        return f"signal {-code}"
