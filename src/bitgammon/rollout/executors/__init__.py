"""Who works on the chunks of a bulk job: this thread, threads, processes, or a dask cluster.

A chunk is a function of one item and nothing else, so that the results do not depend on who works on it.

>>> with executor(threads=2) as workers:
...     list(workers.map(abs, [-3, 2, -1]))
[3, 2, 1]
"""

from typing import Any

from bitgammon.arguments import MOST_THREADS, integer, quoted
from bitgammon.errors import OutOfRangeError
from bitgammon.rollout.executors.dask import Dask
from bitgammon.rollout.executors.local import Serial, Threads
from bitgammon.rollout.executors.ordered import Executor
from bitgammon.rollout.executors.processes import Processes

__all__ = ["Dask", "Executor", "Processes", "Serial", "Threads", "executor"]


def executor(
    threads: int = 1,
    processes: int | None = None,
    scheduler: str | None = None,
    workers: int | None = None,
    timeout: float | None = None,
) -> Executor:
    """The executor that these options ask for; this thread alone by default.

    threads: so many threads of this process, 0 for one a core. processes: so many processes, 0 for one a core;
    timeout: the seconds in which one of them must be done with a chunk. scheduler: the address of a dask scheduler,
    ``tcp://HOST:PORT``; workers: a dask cluster of so many processes on this machine, 0 for one a core.

    Raises OutOfRangeError for a number outside its limits and for options that contradict each other,
    UnknownNameError for what is no address, MissingExtraError where dask is asked for and not installed, ExecutorError
    where the scheduler cannot be reached, TypeError.

    >>> type(executor()).__name__, type(executor(threads=2)).__name__, executor(processes=2).workers
    ('Serial', 'Threads', 2)
    """
    ways: dict[str, Any] = {"processes": processes, "scheduler": scheduler, "workers": workers}
    given = [f"{name}={quoted(value)}" for name, value in ways.items() if value is not None]
    if integer("threads", threads, 0, MOST_THREADS) != 1:
        given.insert(0, f"threads={threads}")
    if len(given) > 1:
        raise OutOfRangeError(f"{' and '.join(given)} contradict each other: give one of them")
    if timeout is not None and processes is None:
        raise OutOfRangeError("timeout is for processes: nobody else's chunk can be ended from outside")
    if processes is not None:
        return Processes(processes, timeout)
    if scheduler is not None or workers is not None:
        return Dask(scheduler, workers)
    return Serial() if threads == 1 else Threads(threads)
