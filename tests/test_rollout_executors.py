"""Executors: the same results in the same order from all of them, and no worker left behind, whatever ends them."""

import asyncio
import builtins
import doctest
import gc
import importlib
import itertools
import multiprocessing
import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import closing
from functools import partial
from pathlib import Path
from typing import Any

import pytest
import rollout_work as work

from bitgammon.errors import ExecutorError, MissingExtraError, OutOfRangeError, UnknownNameError
from bitgammon.rollout.executors import Dask, Executor, Processes, Serial, Threads, executor
from bitgammon.rollout.executors import dask as dask_module

pytestmark = pytest.mark.processes
SRC = str(Path(importlib.import_module("bitgammon").__file__ or "").resolve().parent.parent)
TESTS = str(Path(__file__).resolve().parent)
ENVIRONMENT = os.environ | {"PYTHONPATH": os.pathsep.join([SRC, TESTS])}
MODULES = ["", ".ordered", ".local", ".envelope", ".worker", ".processes", ".dask"]

KINDS: dict[str, Callable[[], Executor]] = {
    "serial": Serial,
    "threads": lambda: Threads(3),
    "processes": lambda: Processes(2),
    "dask": lambda: Dask(workers=2),
}


@pytest.fixture(scope="module", params=KINDS)
def kind(request: pytest.FixtureRequest) -> Iterator[Executor]:
    """Every executor in turn, for several tests."""
    with KINDS[request.param]() as made:
        yield made


def children() -> set[int]:
    """The processes that this one has started and that are alive."""
    return {child.pid or 0 for child in multiprocessing.active_children()}


def alive(pid: int) -> bool:
    """Whether a process is there and no zombie."""
    try:
        return Path(f"/proc/{pid}/stat").read_text(encoding="ascii").rpartition(")")[2].split()[0] != "Z"
    except FileNotFoundError:
        return False


def eventually(holds: Callable[[], object], seconds: float = 10) -> None:
    """Waits until something holds."""
    end = time.monotonic() + seconds
    while not holds():
        assert time.monotonic() < end
        time.sleep(0.01)


@pytest.mark.parametrize("module", MODULES)
def test_the_examples(module: str) -> None:
    loaded = importlib.import_module(f"bitgammon.rollout.executors{module}")
    tried = doctest.testmod(loaded)
    assert tried.attempted > 0
    assert tried.failed == 0


def test_results_are_the_same_and_in_order(kind: Executor) -> None:
    expected = [k / 10 for k in range(50)]
    assert list(kind.map(work.tenth, range(50))) == expected
    assert list(kind.map(work.slow, [5, 1, 3])) == [0.5, 0.1, 0.3]
    assert list(kind.map(work.tenth, [])) == []
    assert list(kind.map(partial(pow, 3), iter([2, 3]))) == [9, 27]


def test_few_items_are_taken_ahead(kind: Executor) -> None:
    taken = 0

    def endless() -> Iterator[int]:
        nonlocal taken
        for item in itertools.count():
            taken += 1
            yield item

    with closing(kind.map(work.tenth, endless())) as results:
        assert taken == 0
        for given, result in enumerate(itertools.islice(results, 100)):
            assert result == given / 10
            assert taken - given <= 2 * kind.workers + 2
    after = taken
    time.sleep(0.05)
    assert taken == after
    assert next(kind.map(work.tenth, endless())) == 0.0  # and one that nobody closes


def test_errors_of_the_work_come_in_their_turn(kind: Executor) -> None:
    given: list[int] = []
    with pytest.raises(work.Unlikely) as caught:
        given.extend(kind.map(work.fail, [0, 1, 2, 3, 4, 5]))
    assert given == [0, 1, 2]
    assert (caught.value.args, caught.value.second) == ((3,), 4)
    results = kind.map(work.fail, [0, 1, 4, 3])
    assert [next(results), next(results)] == [0, 1]
    with pytest.raises(KeyError, match="four"):
        next(results)
    assert list(results) == []
    with pytest.raises(SystemExit, match="5"):
        list(kind.map(work.fail, [5, 4]))
    with pytest.raises(Exception, match="6 and 7"):  # an ExecutorError where it cannot be sent
        list(kind.map(work.fail, [6, 3]))
    assert list(kind.map(work.fail, [0, 1])) == [0, 1]


def test_errors_of_the_items_come_in_their_turn(kind: Executor) -> None:
    def items() -> Iterator[int]:
        yield from (1, 2)
        raise LookupError("no more")

    results = kind.map(work.slow, items())
    assert [next(results), next(results)] == [0.1, 0.2]
    with pytest.raises(LookupError, match="no more"):
        next(results)


def test_what_cannot_be_worked_on(kind: Executor) -> None:
    with pytest.raises(TypeError, match="work: expected a function"):
        kind.map(3, [])  # type: ignore[arg-type]
    with pytest.raises(TypeError, match="items: expected an iterable"):
        kind.map(work.tenth, 3)  # type: ignore[arg-type]


def test_several_maps_at_a_time(kind: Executor) -> None:
    first, second = kind.map(work.slow, range(12)), kind.map(work.tenth, range(12))
    assert list(zip(first, second, strict=True)) == [(k / 10, k / 10) for k in range(12)]


@pytest.mark.parametrize("made", [KINDS["processes"], KINDS["dask"]], ids=["processes", "dask"])
def test_what_cannot_be_sent(made: Callable[[], Executor]) -> None:
    lock = threading.Lock()
    with made() as there:
        with pytest.raises(TypeError, match="work: cannot be pickled"):
            there.map(lock.acquire, [1])
        with pytest.raises(TypeError, match="an item: cannot be pickled"):
            list(there.map(work.tenth, [1, lock]))  # type: ignore[list-item]
        with pytest.raises(Exception, match="pickle"):
            list(there.map(work.unpicklable_result, [1]))
        # More than goes with every chunk.
        table = bytes(range(256)) * 1000
        assert list(there.map(partial(work.with_table, table), range(9))) == [256_000 + 2 * k for k in range(9)]


@pytest.mark.parametrize("made", KINDS.values(), ids=KINDS.keys())
def test_a_closed_one_says_so(made: Callable[[], Executor]) -> None:
    before = children()
    with made() as there:
        results = there.map(work.slow, range(100))
        assert next(results) == 0.0
    started = time.monotonic()
    with pytest.raises(ExecutorError, match="closed"):
        list(results)
    with pytest.raises(ExecutorError, match="closed"):
        there.map(work.tenth, [1])
    there.close()
    assert time.monotonic() - started < 3
    assert children() == before
    del results
    gc.collect()
    eventually(lambda: not any(thread.name.startswith("bitgammon") for thread in threading.enumerate()))


@pytest.mark.parametrize("made", [KINDS["serial"], KINDS["threads"], KINDS["processes"]], ids=list(KINDS)[:3])
@pytest.mark.parametrize("end", ["close", "error", "interrupt"])
def test_what_is_not_begun_is_dropped(made: Callable[[], Executor], end: str, tmp_path: Path) -> None:
    with made() as there:
        results = there.map(partial(work.noted, str(tmp_path)), range(1000))
        assert [next(results), next(results)] == [0, 1]
        if end == "close":
            results.close()
        else:
            error = LookupError if end == "error" else KeyboardInterrupt
            with pytest.raises(error):
                results.throw(error())
        begun = len(list(tmp_path.iterdir()))
        assert begun <= 2 * there.workers + 4
        time.sleep(0.1)
        assert len(list(tmp_path.iterdir())) == begun
        assert list(there.map(work.tenth, [1, 2])) == [0.1, 0.2]


def test_threads_are_gone_after_a_map() -> None:
    there = Threads(3)
    assert list(there.map(work.tenth, range(9))) == [k / 10 for k in range(9)]
    eventually(lambda: not any(thread.name.startswith("bitgammon") for thread in threading.enumerate()))
    assert len(set(there.map(lambda _: (time.sleep(0.05), threading.get_ident())[1], range(6)))) == 3


def test_processes_are_kept_and_end() -> None:
    before = children()
    with Processes(2) as there:
        assert children() == before  # none until there is work
        used = set(there.map(work.who, range(20)))
        used |= set(there.map(work.who, range(20)))
        assert 1 <= len(used) <= 2
        assert os.getpid() not in used
        assert used <= children() - before
    assert children() == before
    forgotten = Processes(1)
    (pid,) = forgotten.map(work.who, [1])
    del forgotten
    gc.collect()
    eventually(lambda: not alive(pid))


def test_a_busy_process_is_ended_with_its_map(tmp_path: Path) -> None:
    mark = tmp_path / "mark"
    with Processes(2) as there:
        results = there.map(partial(work.wait_for, str(mark)), [0, 1, 2])
        assert next(results) == 0
        eventually(lambda: mark.exists() and mark.read_text())
        pid = int(mark.read_text())
        assert alive(pid)
        started = time.monotonic()
        results.close()
        assert time.monotonic() - started < 10
        assert not alive(pid)
        assert list(there.map(work.tenth, [1])) == [0.1]


def test_a_process_that_dies_is_replaced(tmp_path: Path) -> None:
    with Processes(2) as there:
        died = list(there.map(partial(work.die_once, str(tmp_path)), range(12)))
        assert len(list(tmp_path.iterdir())) == 4
        # Killed while idle, and while busy.
        (idle,) = there.map(work.who, [1])
        os.kill(idle, signal.SIGKILL)
        again = list(there.map(work.tenth, range(12)))
        killed = []
        for result in there.map(work.slow, range(12)):
            killed.append(result)
            if len(killed) in {2, 5}:
                os.kill(max(children()), signal.SIGKILL)
    assert died == again == killed == list(Serial().map(work.tenth, range(12)))


def test_a_chunk_that_kills_its_workers_is_given_up() -> None:
    with Processes(2) as there:
        results = there.map(work.die_at_two, range(5))
        assert [next(results), next(results)] == [0, 1]
        with pytest.raises(ExecutorError, match="4 workers in turn died over one chunk, the last with SIGKILL"):
            next(results)
        assert list(there.map(work.die_at_two, [3, 4])) == [3, 4]


def test_a_chunk_that_takes_too_long_is_ended(tmp_path: Path) -> None:
    mark = tmp_path / "mark"
    with Processes(2, timeout=1.5) as there:
        started = time.monotonic()
        results = there.map(partial(work.wait_for, str(mark)), range(6))
        assert next(results) == 0
        with pytest.raises(ExecutorError, match=r"a chunk was not done after 1\.5 seconds"):
            next(results)
        assert time.monotonic() - started < 20
        assert not alive(int(mark.read_text()))
        # Time counts for every chunk by itself, not for all, nor for the start of a process.
        assert list(there.map(work.slow, range(30))) == [k / 10 for k in range(30)]


#: Says what it is doing, and has all its processes interrupted, as a terminal does.
INTERRUPTED = """
import os, signal, sys, time
import rollout_work as work
from functools import partial
from bitgammon.rollout.executors import Dask, Processes, Threads

def main():
    kind = {"threads": Threads, "processes": Processes, "dask": lambda count: Dask(workers=count)}[sys.argv[1]]
    if sys.argv[2] == "with":
        with kind(2) as there:
            go(there)
    else:
        go(kind(2))

def go(there):
    try:
        for k, result in enumerate(there.map(partial(work.noted, sys.argv[3]), range(10_000))):
            if k == 3:
                print("begun", flush=True)
            while k >= 3 and sys.argv[2] == "consumer":
                time.sleep(0.05)  # not for long: a signal that comes just before it does not end it
    except KeyboardInterrupt:
        print("interrupted", flush=True)
        if sys.argv[2] == "consumer":
            raise

if __name__ == "__main__":
    main()
"""


@pytest.mark.parametrize(
    ("name", "how"),
    [*itertools.product(["threads", "processes"], ["with", "without", "consumer"]), ("dask", "with")],
)
def test_an_interrupt_ends_it(name: str, how: str, tmp_path: Path) -> None:
    program = tmp_path / "program.py"
    program.write_text(INTERRUPTED, encoding="ascii")
    notes = tmp_path / "notes"
    notes.mkdir()
    with subprocess.Popen(
        [sys.executable, str(program), name, how, str(notes)],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env=ENVIRONMENT,
        start_new_session=True,
    ) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == "begun\n"
        sent = time.monotonic()
        os.killpg(process.pid, signal.SIGINT)
        out, errors = process.communicate(timeout=20)
        assert time.monotonic() - sent < 15
    assert out == "interrupted\n"
    if how == "consumer":
        assert process.returncode == -signal.SIGINT
        assert errors.count("Traceback") == 1  # its own
    else:
        assert process.returncode == 0
        assert not errors
    # Nobody goes on.
    ended = len(list(notes.iterdir()))
    assert ended < 100
    workers = {int(note.read_text() or 0) for note in notes.iterdir()}
    eventually(lambda: not any(map(alive, workers)))
    assert len(list(notes.iterdir())) == ended


def test_dask_is_waited_for_where_no_signal_is_heard() -> None:
    assert dask_module._apart(threading.current_thread) is not threading.current_thread()
    for error in (TimeoutError("late"), asyncio.CancelledError("gone"), SystemExit(3)):
        with pytest.raises(type(error)) as caught:
            dask_module._apart(partial(raiser, error))
        assert caught.value is error


def raiser(error: BaseException) -> None:
    """Raises it."""
    raise error


def test_the_choice_of_an_executor() -> None:
    assert isinstance(executor(), Serial)
    assert isinstance(executor(1), Serial)
    assert isinstance(executor(0), Threads)
    assert executor(threads=3).workers == 3
    there = executor(processes=3, timeout=2)
    assert isinstance(there, Processes)
    assert (there.workers, there.timeout) == (3, 2.0)
    assert executor(processes=0).workers == executor(threads=0).workers
    for options, match in (
        ({"threads": 2, "processes": 2}, "threads=2 and processes=2 contradict"),
        ({"processes": 2, "scheduler": "tcp://there:1"}, "processes=2 and scheduler='tcp://there:1' contradict"),
        ({"scheduler": "tcp://localhost:1", "workers": 1}, "scheduler=.* and workers=1 contradict"),
        ({"threads": 0, "workers": 2}, "threads=0 and workers=2 contradict"),
        ({"timeout": 1.0}, "timeout is for processes"),
        ({"threads": 2, "timeout": 1.0}, "timeout is for processes"),
        ({"processes": 1, "timeout": 0}, "timeout=0 is not more than 0"),
        ({"processes": 1, "timeout": float("nan")}, "timeout=nan is not more than 0"),
        ({"processes": -1}, r"processes=-1 is not 0\.\.4096"),
        ({"threads": 5000}, r"threads=5000 is not 0\.\.4096"),
        ({"workers": 5000}, r"workers=5000 is not 0\.\.4096"),
    ):
        with pytest.raises(OutOfRangeError, match=match):
            executor(**options)  # type: ignore[arg-type]
    for options in (
        {"threads": "2"},
        {"processes": 1.5},
        {"processes": 1, "timeout": "1"},
        {"processes": 1, "timeout": True},
        {"scheduler": 3},
    ):
        with pytest.raises(TypeError, match=next(reversed(options))):
            executor(**options)  # type: ignore[arg-type]
    for address in ("", "localhost", "localhost:80", "tcp://localhost", "http://localhost:80"):
        with pytest.raises(UnknownNameError, match="tcp://HOST:PORT"):
            executor(scheduler=address)


def test_without_dask_it_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    whole = builtins.__import__

    def without(name: str, *arguments: Any) -> Any:
        if name.partition(".")[0] in {"distributed", "dask"}:
            raise ModuleNotFoundError(f"No module named {name!r}")
        return whole(name, *arguments)

    monkeypatch.setattr(builtins, "__import__", without)
    for options in ({"workers": 1}, {"scheduler": "tcp://localhost:1"}):
        with pytest.raises(MissingExtraError, match=r"pip install 'bitgammon\[distributed\]'"):
            executor(**options)  # type: ignore[arg-type]


def test_dask_is_loaded_only_where_it_is_used() -> None:
    program = "import sys, bitgammon.rollout.executors as e; e.Serial(); print('distributed' in sys.modules)"
    out = subprocess.run([sys.executable, "-c", program], env=ENVIRONMENT, capture_output=True, text=True, check=True)
    assert out.stdout == "False\n"
