"""``bitgammon rollout``: figures, files, kills and interrupts, failures that leave what was done."""

import json
import os
import random
import resource
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from bitgammon import Board, Position
from bitgammon.cli import main
from bitgammon.cli.rollout_text import line
from bitgammon.rollout import Checkpoint, Settings, rollout, rollout_candidates, rollout_many

pytestmark = pytest.mark.processes
START = "XGID=-b----E-C---eE---c-e----B-:0:0:1:00:0:0:0:0:10"
TIMINGS = ("seconds", "threads", "games_per_s")


def answered(capsys: pytest.CaptureFixture[str], *arguments: str, code: int = 0) -> dict[str, Any]:
    assert main(["rollout", *arguments, "--json"]) == code
    record: dict[str, Any] = json.loads(capsys.readouterr().out)
    return record


def process(*arguments: str, **more: Any) -> "subprocess.Popen[str]":
    command = [sys.executable, "-m", "bitgammon", "rollout", *arguments]
    return subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, **more)


def ended(running: "subprocess.Popen[str]") -> tuple[int, str, str]:
    out, err = running.communicate(timeout=60)
    return running.returncode, out, err


def test_the_figures_are_those_of_the_library(capsys: pytest.CaptureFixture[str]) -> None:
    record = answered(capsys, "standard", "--trials", "400", "--seed", "5")
    found = rollout(Board(), Settings(trials=400, seed=5))
    assert record["equity"] == {"value": found.equity.value, "standard_error": found.equity.standard_error}
    assert (record["trials"], record["seed"], record["complete"]) == (400, 5, True)
    assert record["games_per_s"] > 0
    options = ["--truncate", "5", "--no-exact", "--no-quasi-random", "--variance-reduction", "--opening", "--cubeful"]
    record = answered(capsys, START, "--trials", "100", "--seed", "5", "--evaluator", "pips", *options)
    settings = Settings(100, 5, "pips", 5, False, False, True, True, True)
    assert record["cube"] == rollout(Position.from_text(START), settings).record()["cube"]


def test_threads_and_processes_do_not_change_the_figures(capsys: pytest.CaptureFixture[str]) -> None:
    found = []
    for who in ((), ("--threads", "2"), ("--threads", "0"), ("--processes", "2"), ("--workers", "2")):
        record = answered(capsys, "standard", "--trials", "1296", "--seed", "5", *who)
        found.append({name: value for name, value in record.items() if name not in TIMINGS})
    assert all(each == found[0] for each in found)


def test_a_seed_is_found_and_shown(capsys: pytest.CaptureFixture[str]) -> None:
    one = answered(capsys, "standard", "--trials", "36")
    two = answered(capsys, "standard", "--trials", "36")
    assert one["seed"] != two["seed"]
    assert answered(capsys, "standard", "--trials", "36", "--seed", str(one["seed"]))["equity"] == one["equity"]


@pytest.mark.parametrize("seed", ["5", -1, 1 << 64, 1.0, None])
def test_a_checkpoint_with_another_kind_of_seed_is_of_another_job(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, seed: Any
) -> None:
    path = tmp_path / "other"
    Checkpoint.open(path, {"seed": seed}).close()
    assert main(["rollout", "standard", "--trials", "36", "--checkpoint", str(path)]) == 2
    assert "another job" in capsys.readouterr().err


def test_a_folder_that_is_gone_is_not_missed(tmp_path: Path) -> None:
    line = f"mkdir {tmp_path}/gone; cd {tmp_path}/gone; rmdir {tmp_path}/gone"
    command = f"{line}; {sys.executable} -m bitgammon rollout standard --evaluator random --trials 1"
    done = subprocess.run(["sh", "-c", command], capture_output=True, text=True, timeout=60, check=False)
    assert (done.returncode, done.stderr) == (0, "")


def test_a_pipe_is_no_checkpoint(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    assert main(["rollout", "standard", "--trials", "36", "--checkpoint", str(pipe)]) == 2
    assert "not a file" in capsys.readouterr().err


def test_candidates(capsys: pytest.CaptureFixture[str]) -> None:
    record = answered(capsys, "standard", "--candidates", "--dice", "31", "--trials", "108", "--seed", "2")
    found = rollout_candidates(Board(), (3, 1), Settings(trials=108, seed=2))
    assert [row["play"] for row in record["candidates"]] == [str(each.play) for each in found]
    assert record["candidates"][1]["jsd"] == found[1].jsd
    dice = START.replace(":00:", ":31:")
    plays = ["--play", "8/5 6/5", "--play", "24/23 13/10"]
    record = answered(capsys, dice, "--candidates", *plays, "--trials", "108", "--seed", "2")
    assert sorted(row["play"] for row in record["candidates"]) == ["24/23 13/10", "8/5 6/5"]
    assert main(["rollout", dice, "--candidates", *plays, "--trials", "36", "--seed", "2"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[0].split()[:3] == ["play", "of", "31"]
    assert lines[1].startswith(" 1. ")


def test_the_text_has_the_figures(capsys: pytest.CaptureFixture[str]) -> None:
    arguments = ["rollout", START, "--trials", "108", "--seed", "3", "--cubeful", "--truncate", "9"]
    assert main(arguments) == 0
    text = capsys.readouterr().out
    found = rollout(Position.from_text(START), Settings(trials=108, seed=3, cubeful=True, truncation=9))
    assert f"cubeless equity  {found.equity.value:+.4f} +- {found.equity.standard_error:.4f}" in text
    assert f"double, take     {found.cube['double_take'].equity.value:+.4f}" in text
    assert f"cube action: {found.action}" in text
    assert "judged before the end" in text
    assert "seed 3" in text


def test_nothing_is_less_than_nothing() -> None:
    """Estimates may be a hair below 0, with the luck taken out."""
    equity = {"value": -1e-9, "standard_error": None}
    shown = line({"number": 1, "position": "x", "equity": equity, "cube": {}, "trials": 36})
    assert shown == "1: +0.0000 (36 trials)  x"


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ((), "no POSITION"),
        (("standard", "--file", "x"), "neither POSITION"),
        (("standard", "--dice", "31"), "--candidates"),
        (("standard", "--candidates"), "no dice"),
        ((START.replace(":00:", ":31:"),), "--candidates"),
        (("standard", "--evaluator", "nobody"), "none of"),
        (("standard", "--evaluator", "random", "--cubeful"), "cubeful"),
        (("standard", "--stop-jsd", "2"), "candidates"),
        (("standard", "--candidates", "--dice", "31", "--opening"), "opening"),
        (("standard", "--trials", "0"), "not a number"),
        (("standard", "--truncate", "4001"), "--truncate: '4001' is not a number 1..4000"),
        (("standard", "--stop-error", "nan"), "above 0"),
        (("standard", "--threads", "2", "--processes", "2"), "contradict"),
        (("standard", "--timeout", "2"), "timeout"),
        (("standard", "--candidates", "--dice", "31", "--play", "8/2"), "8/2"),
        (("--file", "no such file"), "no such file"),
        (("standard", "--checkpoint", "/nowhere/to/be/found"), "/nowhere"),
    ],
)
def test_wrong_input_is_one_line(capsys: pytest.CaptureFixture[str], arguments: tuple[str, ...], message: str) -> None:
    assert main(["rollout", *arguments]) == 2
    found = capsys.readouterr()
    assert found.out == ""
    assert message in found.err
    assert found.err.count("\n") == 1


# ---- files


def test_a_file_of_positions(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    path = tmp_path / "positions.txt"
    match = "XGID=-b----E-C---eE---c-e----B-:0:0:1:00:1:2:0:5:10"
    path.write_text(f"# two positions\n\n{START}\n  {match}\n4HPwATDgc/ABMA\n")
    arguments = ["rollout", "--file", str(path), "--trials", "72", "--seed", "4"]
    assert main([*arguments, "--json", "--threads", "2"]) == 0
    records = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    given = [Position.from_text(START), Position.from_text(match), Board()]
    found = list(rollout_many(given, Settings(trials=72, seed=4)))
    assert [record["number"] for record in records] == [0, 1, 2]
    assert [record["position"] for record in records] == [START, match, "4HPwATDgc/ABMA"]
    for record, each in zip(records, found, strict=True):
        assert each.record().items() <= record.items()
    assert main(arguments) == 0
    assert [line.partition(":")[0] for line in capsys.readouterr().out.splitlines()] == ["0", "1", "2", "seed 4"]
    path.write_bytes(b"\xef\xbb\xbf" + START.encode())
    assert main([*arguments, "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["position"] == START
    path.write_text("# none\n")
    assert main(arguments) == 2
    assert "no positions" in capsys.readouterr().err


def test_boards_of_an_npz(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    path = tmp_path / "boards.npz"
    boards = [Board(), Board.start("nackgammon")]
    np.savez(path, boards=np.array([board.points for board in boards], np.int8))
    assert main(["rollout", "--file", str(path), "--trials", "36", "--seed", "4", "--json"]) == 0
    records = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert [record["position"] for record in records] == [board.position_id() for board in boards]
    np.savez(path, others=np.zeros(3))
    assert main(["rollout", "--file", str(path)]) == 2
    assert "boards" in capsys.readouterr().err
    path.write_bytes(b"PK\x03\x04 no zip")
    assert main(["rollout", "--file", str(path)]) == 2
    assert "npz" in capsys.readouterr().err


def test_a_pipe_has_positions_once_and_is_refused(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    for path in (pipe, tmp_path):
        assert main(["rollout", "--file", str(path), "--trials", "36", "--seed", "1"]) == 2
        found = capsys.readouterr()
        assert "no regular file" in found.err
        assert found.out == ""


@pytest.mark.parametrize(
    "bad", [b"no position", b"\xff\xfe", b"x" * 100_000, START.replace(":00:", ":31:").encode(), b"AwAAAAAAAAAAAA"]
)
def test_a_bad_line_is_named_before_anything_is_done(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, bad: bytes
) -> None:
    path = tmp_path / "positions.txt"
    path.write_bytes(START.encode() + b"\n" + bad + b"\n" + START.encode() + b"\n")
    code = main(["rollout", "--file", str(path), "--trials", "36", "--seed", "1", "--json"])
    found = capsys.readouterr()
    assert code == 2
    assert "line 2" in found.err
    assert len(found.err) < 1200
    assert found.out == ""


def test_whoever_reads_may_stop_reading(tmp_path: Path) -> None:
    path = tmp_path / "positions.txt"
    path.write_text(f"{START}\n" * 5000)
    running = process("--file", str(path), "--trials", "36", "--truncate", "1", "--seed", "1")
    assert running.stdout is not None
    assert running.stdout.readline().startswith("0: ")
    running.stdout.close()
    assert running.wait(60) == 141
    assert running.stderr is not None
    assert running.stderr.read() == ""
    running.stderr.close()


# ---- kills, interrupts, failures


def test_killed_at_any_moment_it_goes_on_and_comes_out_the_same(tmp_path: Path) -> None:
    path = tmp_path / "positions.txt"
    path.write_text("\n".join([START] * 4))
    job = ["--file", str(path), "--trials", "1944", "--seed", "8", "--json"]
    began = time.monotonic()
    code, whole, err = ended(process(*job))
    took = time.monotonic() - began
    assert (code, err) == (0, "")
    checkpoint = tmp_path / "done"
    chance = random.Random(1)
    kept = [0]
    for _ in range(6):
        running = process(*job, "--threads", "2", "--checkpoint", str(checkpoint))
        time.sleep(took * chance.uniform(0.2, 0.8))
        running.kill()
        running.communicate()
        if checkpoint.exists():
            kept.append(len(checkpoint.read_bytes().splitlines()))
    assert kept == sorted(kept)
    assert kept[-1] > 1
    code, out, err = ended(process(*job, "--checkpoint", str(checkpoint)))
    assert (code, err) == (0, "")
    assert out == whole
    assert len(checkpoint.read_bytes().splitlines()) == 1 + 4 * 3
    code, out, err = ended(process(*job[:-3], "--json", "--checkpoint", str(checkpoint)))  # the seed of the checkpoint
    assert (code, out, err) == (0, whole, "")
    code, out, err = ended(process(*job[:-2], "9", "--json", "--checkpoint", str(checkpoint)))
    assert (code, out) == (2, "")
    assert "seed" in err


def test_an_interrupt_shows_what_is_done(tmp_path: Path) -> None:
    for number, who in enumerate((("--threads", "1"), ("--threads", "2"), ("--processes", "2"))):
        path = tmp_path / str(number)
        job = ["standard", "--trials", "100000000", "--seed", "1", "--json", "--checkpoint", str(path)]
        running = process(*job, *who)
        end = time.monotonic() + 60
        # The head and two records: the first one of them has been told of too, not only written.
        while not path.exists() or path.read_bytes().count(b"\n") < 3:
            assert running.poll() is None
            assert time.monotonic() < end
            time.sleep(0.05)
        running.send_signal(signal.SIGINT)
        code, out, err = ended(running)
        assert code == 130, err
        assert "interrupted" in err
        assert err.count("\n") == 1
        record = json.loads(out)
        assert record["complete"] is False
        whole = rollout(Board(), Settings(trials=record["trials"], seed=1))
        assert record["equity"]["value"] == whole.equity.value


def judged_by(folder: Path, name: str, text: str) -> dict[str, str]:
    """The environment of a process that finds this module."""
    (folder / f"{name}.py").write_text(text)
    return os.environ | {"PYTHONPATH": os.pathsep.join([str(folder), *sys.path])}


#: Judges by pips, and fails when called once too often.
TIRED = """
from bitgammon.evaluate import Pips
calls = 0
def judge(rows):
    global calls
    calls += 1
    if calls > {most}:
        raise RuntimeError("too tired")
    return Pips().evaluate(rows)
"""


def test_a_failing_evaluator_shows_what_is_done(tmp_path: Path) -> None:
    where = judged_by(tmp_path, "tired", TIRED.format(most=25))
    job = ["standard", "--trials", "6480", "--seed", "1", "--evaluator", "tired:judge", "--truncate", "5", "--json"]
    code, out, err = ended(process(*job, env=where))
    assert code == 2
    assert "too tired" in err
    record = json.loads(out)
    assert (record["trials"], record["complete"]) == (4 * 648, False)


def test_a_play_asked_for_twice_is_shown_once(tmp_path: Path) -> None:
    where = judged_by(tmp_path, "tired", TIRED.format(most=7))
    plays = [word for text in ("8/5 6/5", "6/5 8/5", "24/23 13/10") for word in ("--play", text)]
    job = ["standard", "--candidates", "--dice", "31", *plays, "--trials", "36", "--seed", "1", "--json"]
    code, out, err = ended(process(*job, "--evaluator", "tired:judge", "--truncate", "5", env=where))
    assert code == 2
    assert "too tired" in err
    assert [row["play"] for row in json.loads(out)["candidates"]] == ["8/5 6/5"]


def test_an_evaluator_that_blocks_is_given_up(tmp_path: Path) -> None:
    where = judged_by(tmp_path, "stuck", "import time\ndef judge(rows):\n    time.sleep(600)\n")
    job = ["standard", "--trials", "36", "--evaluator", "stuck:judge", "--processes", "1", "--timeout", "2"]
    began = time.monotonic()
    code, out, err = ended(process(*job, env=where))
    assert time.monotonic() - began < 30
    assert (code, out) == (2, "")
    assert "2" in err


def test_a_full_disk_is_an_error_with_what_was_done(tmp_path: Path) -> None:
    def little() -> None:
        resource.setrlimit(resource.RLIMIT_FSIZE, (2500, 2500))

    path = tmp_path / "done"
    job = ["standard", "--trials", "12960", "--seed", "1", "--evaluator", "pips", "--truncate", "3", "--json"]
    code, out, err = ended(process(*job, "--checkpoint", str(path), preexec_fn=little))
    assert code == 2
    assert "done" in err or "large" in err
    record = json.loads(out)
    assert 0 < record["trials"] < 12960
    assert record["complete"] is False
    code, out, err = ended(process(*job, "--checkpoint", str(path)))
    assert (code, err) == (0, "")
    assert json.loads(out)["trials"] == 12960
