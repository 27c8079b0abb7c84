"""A dask scheduler and workers of their own, some of which are killed while they work."""

import importlib
import itertools
import json
import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import ExitStack, closing
from functools import partial
from pathlib import Path

import pytest
import rollout_work as work

from bitgammon import Board
from bitgammon.errors import ExecutorError
from bitgammon.rollout import Settings, Sums, Task, rollout
from bitgammon.rollout.executors import Dask, Serial
from bitgammon.rollout.executors import dask as module

pytestmark = pytest.mark.processes
SRC = str(Path(importlib.import_module("bitgammon").__file__ or "").resolve().parent.parent)
TESTS = str(Path(__file__).resolve().parent)
ENVIRONMENT = os.environ | {"PYTHONPATH": os.pathsep.join([SRC, TESTS])}


class Cluster:
    """A scheduler and workers, each a process, on the loopback interface."""

    def __init__(self, folder: Path, **variables: str) -> None:
        self.environment = ENVIRONMENT | variables
        self.file = folder / "scheduler.json"
        self.folder = folder
        self.stack = ExitStack()
        self.processes: list[subprocess.Popen[bytes]] = []
        self.scheduler = self.start("scheduler", "--port", "0", "--dashboard-address", "127.0.0.1:0")
        end = time.monotonic() + 30
        while not self.file.exists() or not self.file.read_text(encoding="utf-8").endswith("}"):
            assert time.monotonic() < end
            time.sleep(0.02)
        self.address: str = json.loads(self.file.read_text(encoding="utf-8"))["address"]

    def start(self, what: str, *options: str) -> "subprocess.Popen[bytes]":
        """One more process, which writes its log beside the scheduler's file."""
        log = self.stack.enter_context((self.folder / f"{what}-{len(self.processes)}.log").open("wb"))
        common = ["--scheduler-file", str(self.file), "--host", "127.0.0.1", "--no-dashboard"]
        process = subprocess.Popen(
            [sys.executable, "-m", f"distributed.cli.dask_{what}", *common, *options],
            stdout=log,
            stderr=log,
            env=self.environment,
        )
        self.processes.append(process)
        return process

    def workers(self, count: int) -> list["subprocess.Popen[bytes]"]:
        """So many workers more."""
        return [self.start("worker", "--nthreads", "1", "--no-nanny") for _ in range(count)]

    def close(self) -> None:
        """The end of all of them."""
        for process in self.processes:
            process.kill()
            process.wait()
        self.stack.close()


@pytest.fixture
def cluster(tmp_path: Path) -> Iterator[Cluster]:
    """A scheduler without workers."""
    with closing(Cluster(tmp_path)) as made:
        yield made


def test_workers_may_come_and_go(cluster: Cluster) -> None:
    workers = cluster.workers(2)
    table = bytes(range(200)) * 1000
    with Dask(cluster.address) as there:
        results = there.map(work.slow, range(60))
        found = list(itertools.islice(results, 10))
        workers[0].kill()
        cluster.workers(1)
        found += results
        assert found == list(Serial().map(work.tenth, range(60)))
        # What every chunk needs is not lost with a worker that has it.
        many = there.map(partial(work.with_table, table), itertools.count())
        sums = list(itertools.islice(many, 10))
        workers[1].kill()
        sums += itertools.islice(many, 190)
        many.close()
        assert sums == [200_000 + 2 * k for k in range(200)]
        # What a script defines is sent as it is.
        assert list(there.map(lambda item: item + len(table), [1])) == [200_001]
        there._look()
        assert there.workers == 1
        cluster.workers(2)
        end = time.monotonic() + 20
        for k, result in enumerate(there.map(work.slow, itertools.count())):
            assert result == k / 10
            assert time.monotonic() < end
            if there.workers == 3:  # seen in the middle of a map
                break


@pytest.mark.parametrize("kill", [signal.SIGKILL, signal.SIGSTOP])
def test_a_scheduler_that_is_gone_is_an_error(
    cluster: Cluster, kill: signal.Signals, monkeypatch: pytest.MonkeyPatch
) -> None:
    cluster.workers(1)
    monkeypatch.setattr(module, "_LOST", 2.0)
    with Dask(cluster.address) as there:
        results = there.map(work.slow, itertools.count())
        assert next(results) == 0.0
        cluster.scheduler.send_signal(kill)
        started = time.monotonic()
        with pytest.raises(ExecutorError, match="the dask scheduler is gone"):
            list(itertools.takewhile(lambda _: time.monotonic() - started < 15, results))
        with pytest.raises(ExecutorError, match="the dask scheduler is gone"):
            next(there.map(work.tenth, [1]))
    assert time.monotonic() - started < 20


def test_no_scheduler_or_no_worker_is_an_error(cluster: Cluster, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "_NO_WORKER", 1.0)
    with Dask(cluster.address) as there, pytest.raises(ExecutorError, match="no worker for 1 seconds"):
        list(there.map(work.tenth, range(3)))
    monkeypatch.setattr(module, "_LOST", 1.0)
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        address = f"tcp://127.0.0.1:{free.getsockname()[1]}"
        with pytest.raises(ExecutorError, match=f"no dask scheduler at {address}"):
            Dask(address)


def test_a_chunk_that_kills_its_workers_is_given_up(tmp_path: Path) -> None:
    few = {"DASK_DISTRIBUTED__SCHEDULER__ALLOWED_FAILURES": "0"}
    with closing(Cluster(tmp_path, **few)) as cluster, Dask(cluster.address) as there:
        cluster.workers(2)
        while there.workers < 2:
            there._look()
        assert list(there.map(work.die_at_two, [0, 1])) == [0, 1]
        with pytest.raises(ExecutorError, match="worker after worker was lost over one chunk"):
            list(there.map(work.die_at_two, [2]))
        assert list(there.map(work.die_at_two, [3, 4])) == [3, 4]


def test_a_rollout_loses_a_worker_and_comes_out_the_same(cluster: Cluster, tmp_path: Path) -> None:
    workers = cluster.workers(3)
    settings = Settings(trials=648 * 12, seed=3, truncation=30)
    path = tmp_path / "done"
    killed = []

    def report(_trials: int, _task: Task, sums: Sums, _known: bool) -> None:
        if not killed and sums.trials >= 648 * 3:
            workers[0].kill()
            killed.append(sums.trials)

    with Dask(cluster.address) as there:
        found = rollout(Board(), settings, executor=there, checkpoint=path, report=report)
    assert killed
    assert found == rollout(Board(), settings)
    assert len(path.read_bytes().splitlines()) == 1 + 12


def test_the_scheduler_of_a_command_is_lost_and_the_checkpoint_kept(cluster: Cluster, tmp_path: Path) -> None:
    cluster.workers(2)
    path = tmp_path / "done"
    command = [sys.executable, "-m", "bitgammon", "rollout", "standard", "--seed", "1", "--json"]
    command += ["--checkpoint", str(path)]
    endless = [*command, "--trials", "100000000", "--scheduler", cluster.address]
    with subprocess.Popen(
        endless, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env=cluster.environment
    ) as running:
        end = time.monotonic() + 60
        while not path.exists() or len(path.read_bytes().splitlines()) < 4:
            assert running.poll() is None
            assert time.monotonic() < end
            time.sleep(0.05)
        cluster.scheduler.kill()
        out, err = running.communicate(timeout=60)
    assert running.returncode == 2
    assert "scheduler" in err
    assert err.count("\n") == 1
    done = json.loads(out)["trials"]
    assert done >= 3 * 648
    kept = len(path.read_bytes().splitlines()) - 1
    assert kept * 648 == done
    again = subprocess.run(
        [*command, "--trials", str(done + 648)], capture_output=True, text=True, env=cluster.environment, check=True
    )
    whole = rollout(Board(), Settings(trials=done + 648, seed=1))
    assert json.loads(again.stdout)["equity"]["value"] == whole.equity.value
    assert len(path.read_bytes().splitlines()) == kept + 2
