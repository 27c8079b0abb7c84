"""Checkpoints: nothing that was added is lost, whatever kills the writer, and no file is believed that was changed."""

import doctest
import errno
import json
import math
import os
import random
import subprocess
import sys
import threading
import tracemalloc
from hashlib import blake2b
from pathlib import Path
from typing import Any

import pytest

from bitgammon.errors import CheckpointError
from bitgammon.rollout import checkpoint as module
from bitgammon.rollout import locking
from bitgammon.rollout.checkpoint import Checkpoint

pytestmark = pytest.mark.processes
JOB = {"games": 36, "positions": "a1b2", "trials": [1, 2.5, None]}
SRC = str(Path(module.__file__).resolve().parent.parent.parent)


def lines(*texts: str) -> bytes:
    """A file of these lines, each with the right digits: written here a second time, from the description alone."""
    made, before = b"", b""
    for text in texts:
        before = blake2b(before + text.encode(), digest_size=8).hexdigest().encode()
        made += text.encode() + b"\t" + before + b"\n"
    return made


def header(job: dict[str, Any] = JOB, **other: Any) -> str:
    """The first line's JSON."""
    return json.dumps({"format": "bitgammon checkpoint", "version": 1, "job": job} | other)


def small(path: Path) -> list[int]:
    """A file of three records; where its lines end."""
    with Checkpoint.open(path, JOB) as checkpoint:
        for k in range(3):
            checkpoint.add(f"k{k}", [k, k / 7])
    data = path.read_bytes()
    return [place + 1 for place, byte in enumerate(data) if byte == 10]


def records(count: int) -> dict[str, Any]:
    """The first records of the small file."""
    return {f"k{k}": [k, k / 7] for k in range(count)}


def refused(path: Path, data: bytes, match: str, job: dict[str, Any] = JOB) -> None:
    """Nobody opens this, nor changes it."""
    path.write_bytes(data)
    with pytest.raises(CheckpointError, match=match):
        Checkpoint.open(path, job)
    assert path.read_bytes() == data


def run(program: str, *arguments: str) -> "subprocess.Popen[str]":
    """A program that finds the package."""
    return subprocess.Popen(
        [sys.executable, "-c", program, *arguments],
        stdout=subprocess.PIPE,
        text=True,
        env=os.environ | {"PYTHONPATH": SRC},
    )


def test_the_examples() -> None:
    for each in (module, locking):
        assert doctest.testmod(each).attempted > 0
        assert doctest.testmod(each).failed == 0


def test_a_file_is_as_described(tmp_path: Path) -> None:
    path = tmp_path / "file"
    small(path)
    texts = [json.dumps([key, value]) for key, value in records(3).items()]
    assert path.read_bytes() == lines(header(), *texts)
    assert path.read_bytes().isascii()


def test_what_was_added_is_there_again(tmp_path: Path) -> None:
    values = {
        "float": [0.1, 1 / 3, 5e-324, 1.7976931348623157e308, -0.0, math.inf],
        "tuple": (1, (2,)),
        "nothing": None,
        "text \ud800 \n\t": "\n\t\x00 \ud800 é",
        "": {"a": True, "1": [1 << 70]},
    }
    with Checkpoint.open(tmp_path / "file", JOB) as checkpoint:
        for key, value in values.items():
            checkpoint.add(key, value)
        added = checkpoint.records
    assert added["tuple"] == [1, [2]]  # as it will be read
    for more in range(3):
        with Checkpoint.open(str(tmp_path / "file"), JOB) as checkpoint:
            assert json.dumps(checkpoint.records) == json.dumps(added | {f"more {k}": k for k in range(more)})
            assert math.copysign(1, checkpoint.records["float"][4]) == -1
            checkpoint.add(f"more {more}", more)
    with Checkpoint.open(tmp_path / "other", {"job": math.nan}) as checkpoint:
        checkpoint.add("nan", math.nan)
    with Checkpoint.open(tmp_path / "other", {"job": math.nan}) as checkpoint:
        assert math.isnan(checkpoint.records["nan"])


def test_what_cannot_be_added(tmp_path: Path) -> None:
    path = tmp_path / "file"
    small(path)
    before = path.read_bytes()
    itself: list[Any] = []
    itself.append(itself)
    deep: Any = 1
    for _ in range(33):
        deep = [deep]
    deeper: Any = 1
    for _ in range(100_000):
        deeper = [deeper]
    with Checkpoint.open(path, JOB) as checkpoint:
        with pytest.raises(CheckpointError, match="a record 'k1' already"):
            checkpoint.add("k1", 0)
        for value in (itself, deep, deeper, 10**5000, "x" * (1 << 24)):
            with pytest.raises(CheckpointError, match="value: "):
                checkpoint.add("new", value)
        for value in (object(), {1, 2}, b"x"):
            with pytest.raises(TypeError):
                checkpoint.add("new", value)
        with pytest.raises(TypeError, match="key: expected str"):
            checkpoint.add(1, 2)  # type: ignore[arg-type]
        assert checkpoint.records == records(3)
        assert path.read_bytes() == before
        checkpoint.add("new", deep[0])  # as deep as it may be
        checkpoint.add("long", "x" * ((1 << 24) - 1000))
    checkpoint.close()
    with pytest.raises(CheckpointError, match="closed"):
        checkpoint.add("newer", 0)
    with Checkpoint.open(path, JOB) as checkpoint:
        assert checkpoint.records["new"] == deep[0]
    with pytest.raises(TypeError):
        Checkpoint.open(tmp_path / "new", {"a": object()})
    with pytest.raises(CheckpointError, match="job: "):
        Checkpoint.open(tmp_path / "new", {"a": deeper})
    assert not (tmp_path / "new").exists()
    with pytest.raises(FileNotFoundError):
        Checkpoint.open(tmp_path / "none" / "new", JOB)


def test_another_job_is_refused_and_told_apart(tmp_path: Path) -> None:
    path = tmp_path / "file"
    small(path)
    data = path.read_bytes()
    refused(path, data, "another job: 'games' is 36, not 72$", JOB | {"games": 72})
    refused(path, data, "another job: 'games' is 36, not 36.0$", JOB | {"games": 36.0})
    refused(path, data, "another job: 'more' is missing, not 1$", JOB | {"more": 1})
    refused(path, data, "'games' is 36, not missing, 'positions' is \"a1b2\", not missing", {})
    refused(path, data, ", ...$", {str(k): "x" * 1000 for k in range(100)})
    with Checkpoint.open(path, dict(reversed(JOB.items()))) as checkpoint:
        assert checkpoint.records == records(3)


def test_what_is_no_checkpoint_is_left_alone(tmp_path: Path) -> None:
    path = tmp_path / "file"
    for data in (b"important\n", b"\n", b"\x00" * 100, b"[1]\n", os.urandom(10_000), b"x" * (1 << 25)):
        refused(path, data, "no checkpoint of bitgammon")
    refused(path, lines(header(version=2)), "version 2, this bitgammon reads 1")
    refused(path, header(version=2).encode() + b"\tother digits\n", "version 2, this bitgammon reads 1")
    for other in (0, -1, True, 1.0, "1", None):
        refused(path, lines(header(version=other)), "first line is damaged")
    refused(path, lines(header(job=[])), "first line is damaged")  # type: ignore[arg-type]
    folder = tmp_path / "folder"
    folder.mkdir()
    with pytest.raises(OSError, match="folder"):
        Checkpoint.open(folder, JOB)
    with pytest.raises(CheckpointError, match="not a file"):
        Checkpoint.open("/dev/full", JOB)


def test_hostile_files_raise_nothing_else(tmp_path: Path) -> None:
    path = tmp_path / "file"
    deep = "[" * 100_000 + "]" * 100_000
    fair = "[" * 40 + "]" * 40
    for text in (
        "[]", '["a"]', '["a", 1, 2]', '{"a": 1}', "[1, 2]", "", "nonsense", '["a", ' + "1" * 5000 + "]",
        f'["a", {deep}]', f'["a", {fair}]', deep,
    ):  # fmt: skip
        refused(path, lines(header(), text, '["b", 1]'), "the record at byte")
        refused(path, lines(header(), text), "the record at byte")
    refused(path, lines(header(), '["a", 1]', '["a", 1]'), "the key of another, 'a'")
    for text in (deep, fair):
        refused(path, lines(header()[:-1] + f', "x": {text}}}'), "first line")
    long = b"x" * ((1 << 24) + 1)
    refused(path, lines(header()) + long, "damaged")
    refused(path, lines(header()) + long + b"\n", "damaged")
    refused(path, header()[:-1].encode() + long, "damaged")
    refused(path, header()[:-1].encode() + long + b"\n", "damaged")


def test_a_file_cut_anywhere_opens_with_what_is_whole(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(os, "fsync", lambda _: None)  # hundreds of times, on a disk that others use
    path = tmp_path / "file"
    ends = small(path)
    data = path.read_bytes()
    for size in range(len(data) + 1):
        path.write_bytes(data[:size])
        whole = sum(end <= size for end in ends)
        with Checkpoint.open(path, JOB) as checkpoint:
            assert checkpoint.records == records(max(whole - 1, 0))
            assert path.stat().st_size == ends[max(whole - 1, 0)]
            for k in range(max(whole - 1, 0), 3):
                checkpoint.add(f"k{k}", [k, k / 7])
        assert path.read_bytes() == data


def test_a_byte_changed_anywhere_is_seen(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(os, "fsync", lambda _: None)
    path = tmp_path / "file"
    ends = small(path)
    data = path.read_bytes()
    chance = random.Random(1)
    dropped = 0
    for place, byte in enumerate(data):
        for new in {0, 9, 10, 32, byte ^ 1, byte ^ 32, byte ^ 128, chance.randrange(256)} - {byte}:
            changed = data[:place] + bytes([new]) + data[place + 1 :]
            path.write_bytes(changed)
            try:
                with Checkpoint.open(path, JOB) as checkpoint:
                    assert place >= ends[2], "a record before the last"
                    assert checkpoint.records == records(2)
                    dropped += 1
                assert path.read_bytes() == data[: ends[2]]
            except CheckpointError:
                assert path.read_bytes() == changed
    assert dropped > 3 * (ends[3] - ends[2])


def test_lines_lost_doubled_or_moved_are_seen(tmp_path: Path) -> None:
    path = tmp_path / "file"
    small(path)
    first, *rest = path.read_bytes().splitlines(keepends=True)
    for order in ((1, 2), (0, 2, 1), (1, 0, 2), (0, 0, 1, 2), (2, 0, 1)):
        refused(path, first + b"".join(rest[k] for k in order), "damaged")
    refused(path, first + rest[0] + first + rest[1], "damaged")
    refused(path, b"".join(rest), "no checkpoint")
    # A line feed lost is one record too many for a torn one.
    for tail in (rest[2], rest[2][:-1], rest[2][:4]):
        refused(path, first + rest[0] + rest[1][:-1] + b"?" + tail, "damaged")


def test_it_is_locked(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "file"
    program = "import sys; from bitgammon.rollout.checkpoint import Checkpoint\nCheckpoint.open(sys.argv[1], {})"
    for _ in range(2):
        with Checkpoint.open(path, {}) as checkpoint:
            with pytest.raises(CheckpointError, match="in use"):
                Checkpoint.open(path, {})
            if locking.fcntl is not None:
                with run(program.replace("\n", "\ntry: ") + "\nexcept ValueError as e: print(e)", str(path)) as other:
                    assert "in use by another process" in other.communicate()[0]
            checkpoint.add(str(len(checkpoint.records)), 1)
            added = checkpoint.records
        with Checkpoint.open(path, {}) as again:
            assert again.records == added
        monkeypatch.setattr(locking, "fcntl", None)  # and the same without
    assert len(added) == 2
    assert [each.name for each in tmp_path.iterdir()] == ["file"]
    # What cannot be opened is not kept locked.
    path.write_bytes(b"something else")
    for _ in range(2):
        with pytest.raises(CheckpointError, match="no checkpoint"):
            Checkpoint.open(path, {})


def test_one_that_is_forgotten_is_closed(tmp_path: Path) -> None:
    for _ in range(2):
        checkpoint = Checkpoint.open(tmp_path / "file", JOB)
        del checkpoint


WRITER = """
import itertools, os, random, signal, sys, time
from bitgammon.rollout.checkpoint import Checkpoint
chance = random.Random(5)

def write(path, pipe):
    checkpoint = Checkpoint.open(path, {"job": 1})
    for k in itertools.count(len(checkpoint.records)):
        checkpoint.add(str(k), [k / 7] * (k % 50))
        os.write(pipe, b"%d\\n" % k)

for kill in range(100):
    new = kill % 3 == 0  # a file of its own, which is still being made when the kill comes
    path = sys.argv[1] + (f"new {kill}" if new else "")
    ours, theirs = os.pipe()
    child = os.fork()
    if not child:
        write(path, theirs)
    os.close(theirs)
    time.sleep(chance.random() * (0.002 if new else 0.04))
    os.kill(child, signal.SIGKILL)
    assert os.waitpid(child, 0)[1] == signal.SIGKILL
    with open(ours, "rb") as said:
        told = [int(line) for line in said if line.endswith(b"\\n")]
    with Checkpoint.open(path, {"job": 1}) as checkpoint:
        print(int(new), told[-1] if told else -1, len(checkpoint.records))
"""


def test_a_writer_killed_at_any_moment_loses_nothing(tmp_path: Path) -> None:
    path = tmp_path / "file"
    with run(WRITER, str(path)) as program:
        assert program.stdout is not None
        rounds = [tuple(map(int, line.split())) for line in program.stdout]
    assert (program.returncode, len(rounds)) == (0, 100)
    before = 0
    for new, told, found in rounds:
        least = told + 1 if new else max(told + 1, before)
        assert least <= found <= least + 1
        before = before if new else found
    assert before > 50
    with Checkpoint.open(path, {"job": 1}) as checkpoint:
        assert checkpoint.records == {str(k): [k / 7] * (k % 50) for k in range(before)}


FULL = """
import os, resource, sys
from bitgammon.rollout.checkpoint import Checkpoint
checkpoint = Checkpoint.open(sys.argv[1], {"job": 1})
size = os.stat(sys.argv[1]).st_size
resource.setrlimit(resource.RLIMIT_FSIZE, (size + 1000, resource.RLIM_INFINITY))
for turn in range(2):
    try:
        for k in range(1000):
            checkpoint.add(f"{turn} {k}", [1 / 3] * 5)
    except OSError as error:
        print(k, len(checkpoint.records), os.stat(sys.argv[1]).st_size - size, flush=True)
    resource.setrlimit(resource.RLIMIT_FSIZE, (size + 2000, resource.RLIM_INFINITY))
checkpoint.add("short", 1)
checkpoint.close()
"""


def test_a_full_disk_leaves_what_was_there(tmp_path: Path) -> None:
    path = tmp_path / "file"
    with run(FULL, str(path)) as program:
        assert program.stdout is not None
        first, second = (list(map(int, line.split())) for line in program.stdout)
    assert program.returncode == 0
    assert first[0] == first[1] > 5
    assert second[1] == first[1] + second[0]
    assert first[2] <= 1000 < second[2] <= 2000
    with Checkpoint.open(path, {"job": 1}) as checkpoint:
        assert len(checkpoint.records) == second[1] + 1
        assert list(checkpoint.records)[-1] == "short"


class Trouble:
    """What stands in for the module os: writes and cuts that fail when they are told to."""

    def __init__(self) -> None:
        self.short = self.stuck = self.interrupted = False

    def __getattr__(self, name: str) -> Any:
        return getattr(os, name)

    def write(self, handle: int, data: bytes) -> int:
        """Half of it, or all, and then Ctrl-C."""
        written = os.write(handle, data[: len(data) // 2] if self.short else data)
        if self.interrupted:
            raise KeyboardInterrupt
        return written

    def ftruncate(self, handle: int, size: int) -> None:
        """Or an error."""
        if self.stuck:
            raise OSError(errno.EIO, "stuck")
        os.ftruncate(handle, size)


def test_a_write_cut_short_is_taken_back(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "file"
    trouble = Trouble()
    monkeypatch.setattr(module, "os", trouble)
    with Checkpoint.open(path, JOB) as checkpoint:
        checkpoint.add("a", 1)
        before = path.read_bytes()
        trouble.short = True
        with pytest.raises(OSError, match="bytes could be written"):
            checkpoint.add("b", 2)
        assert (path.read_bytes(), checkpoint.records) == (before, {"a": 1})
        trouble.stuck = True
        with pytest.raises(OSError, match="stuck"):
            checkpoint.add("b", 2)
        torn = path.read_bytes()
        assert torn != before
        assert checkpoint.records == {"a": 1}
        trouble.short = False
        with pytest.raises(OSError, match="stuck"):  # nothing is written behind what is torn
            checkpoint.add("b", 2)
        assert path.read_bytes() == torn
        trouble.stuck, trouble.interrupted = False, True
        with pytest.raises(KeyboardInterrupt):
            checkpoint.add("b", 2)
        assert (path.read_bytes(), checkpoint.records) == (before, {"a": 1})
        trouble.interrupted = False
        checkpoint.add("b", 2)
    with Checkpoint.open(path, JOB) as checkpoint:
        assert checkpoint.records == {"a": 1, "b": 2}


def test_a_new_file_on_a_full_disk_can_be_opened_later(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    trouble = Trouble()
    monkeypatch.setattr(module, "os", trouble)
    trouble.short = True
    for trouble.stuck in (True, False):
        with pytest.raises(OSError, match="stuck" if trouble.stuck else "bytes could be written"):
            Checkpoint.open(tmp_path / "file", JOB)
    trouble.short = False
    Checkpoint.open(tmp_path / "file", JOB).close()


def test_the_disk_is_told_once_a_second(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    now, synced = [100.0], []
    monkeypatch.setattr(module, "monotonic", lambda: now[0])
    monkeypatch.setattr(os, "fsync", synced.append)
    with Checkpoint.open(tmp_path / "file", JOB) as checkpoint:
        synced.clear()
        for k in range(100):
            checkpoint.add(str(k), k)
            now[0] += 0.05
        assert len(synced) == 4
    assert len(synced) == 5


def test_several_threads_may_add(tmp_path: Path) -> None:
    with Checkpoint.open(tmp_path / "file", JOB) as checkpoint:

        def add(thread: int) -> None:
            for k in range(50):
                checkpoint.add(f"{thread} {k}", k)

        threads = [threading.Thread(target=add, args=(k,)) for k in range(4)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        added = checkpoint.records
    with Checkpoint.open(tmp_path / "file", JOB) as checkpoint:
        assert checkpoint.records == added
        assert len(added) == 200


def test_a_record_is_read_from_the_file(tmp_path: Path) -> None:
    path = tmp_path / "job"
    with Checkpoint.open(path, JOB) as checkpoint:
        for k in range(3):
            checkpoint.add(str(k), [k])
            assert checkpoint.get(str(k)) == [k]
        assert checkpoint.get("3") is None
        with pytest.raises(CheckpointError, match="already"):
            checkpoint.add("1", 5)
        with pytest.raises(TypeError, match="key"):
            checkpoint.get(1)  # type: ignore[arg-type]
    for ask in (lambda: checkpoint.get("1"), lambda: checkpoint.records):
        with pytest.raises(CheckpointError, match="closed"):
            ask()
    with Checkpoint.open(path, JOB) as checkpoint:
        assert checkpoint.records == {"0": [0], "1": [1], "2": [2]}
        checkpoint.add("3", None)
        assert checkpoint.get("1") == [1]
        # Whoever writes to a locked file all the same is found out.
        for before, after in ((b'["1", [1]]', b'["1", [7]]'), (b'["1", [7]]', b'["9", [1]]')):
            path.write_bytes(path.read_bytes().replace(before, after))
            with pytest.raises(CheckpointError, match=r"the record at byte \d+ has changed"):
                checkpoint.get("1")


def test_values_are_not_kept_in_memory(tmp_path: Path) -> None:
    path, value = tmp_path / "job", list(range(1000))
    for _ in range(2):
        tracemalloc.start()
        with Checkpoint.open(path, JOB) as checkpoint:
            before = len(checkpoint._places)
            for k in range(before, before + 1000):
                checkpoint.add(str(k), value)
            held, _peak = tracemalloc.get_traced_memory()
        tracemalloc.stop()
        assert held < 150 * (before + 1000) + 50_000
