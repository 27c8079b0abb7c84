"""``bitgammon playout``: figures, reproducibility, interruption, progress."""

import importlib
import io
import json
import os
import signal
import subprocess
import sys
import time
from typing import Any

import pytest

from bitgammon import Board, playout
from bitgammon.cli import main
from bitgammon.cli import progress as progress_module
from bitgammon.cli.progress import Progress


def answered(capsys: pytest.CaptureFixture[str], *arguments: str) -> dict[str, Any]:
    assert main(["playout", *arguments, "--json"]) == 0
    record: dict[str, Any] = json.loads(capsys.readouterr().out)
    return record


def test_the_figures_are_those_of_the_library(capsys: pytest.CaptureFixture[str]) -> None:
    record = answered(capsys, "standard", "--games", "30000", "--seed", "7", "--opening")
    counts = playout([Board().points], 30_000, seed=7, opening=True).counts[0].tolist()
    assert [row["games"] for row in record["outcomes"].values()] == counts
    assert record["games"] == 30_000
    assert record["complete"]
    equity = sum(v * n for v, n in zip((1, 2, 3, -1, -2, -3), counts, strict=True)) / 30_000
    assert record["equity"] == pytest.approx(equity)
    square = sum(v * v * n for v, n in zip((1, 2, 3, 1, 2, 3), counts, strict=True)) / 30_000
    assert record["equity_standard_error"] == pytest.approx(((square - equity**2) / 29_999) ** 0.5)
    share = counts[1] / 30_000
    assert record["outcomes"]["win_gammon"]["standard_error"] == pytest.approx((share * (1 - share) / 29_999) ** 0.5)


def test_threads_do_not_change_the_games(capsys: pytest.CaptureFixture[str]) -> None:
    one = answered(capsys, "nackgammon", "--games", "25000", "--seed", "1")
    two = answered(capsys, "nackgammon", "--games", "25000", "--seed", "1", "--threads", "2")
    assert one["outcomes"] == two["outcomes"]
    assert one["mean_turns"] == two["mean_turns"]


def test_a_seed_is_found_and_shown(capsys: pytest.CaptureFixture[str]) -> None:
    first = answered(capsys, "standard", "--games", "200")
    second = answered(capsys, "standard", "--games", "200")
    assert first["seed"] != second["seed"]
    again = answered(capsys, "standard", "--games", "200", "--seed", str(first["seed"]))
    assert again["outcomes"] == first["outcomes"]


def test_games_given_up_are_counted_apart(capsys: pytest.CaptureFixture[str]) -> None:
    record = answered(capsys, "standard", "--games", "50", "--seed", "1", "--max-turns", "10")
    assert (record["unfinished"], record["games"], record["mean_turns"], record["equity"]) == (50, 50, 10.0, None)
    assert main(["playout", "standard", "--games", "50", "--max-turns", "10"]) == 0
    assert ["unfinished", "50"] in [line.split() for line in capsys.readouterr().out.splitlines()]
    assert main(["playout", "aBBBBBB------------bbbbbbA", "--games", "7"]) == 0
    out = capsys.readouterr().out
    assert "%" not in out
    assert "equity" not in out
    assert ["unfinished", "7"] in [line.split() for line in out.splitlines()]


def test_the_table(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["playout", "hypergammon", "--games", "1000", "--seed", "3"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[0].split() == ["outcome", "games", "share", "s.e."]
    assert [line.split("  ")[0] for line in lines[1:7]] == [
        f"{side} {size}" for side in ("win", "lose") for size in ("single", "gammon", "backgammon")
    ]
    assert "seed 3" in lines[9]


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["nowhere"], "is no position"),
        (["standard", "--games", "-5"], "argument --games: '-5'|expected one argument"),
        (["standard", "--games", "1.5"], "'1.5' is not a number"),
        (["standard", "--seed", "18446744073709551616"], "is not a number 0"),
        (["standard", "--max-turns", "9999999999999999999"], "is not a number 0..4611686018427387903"),
        (["standard", "--games", "0"], "'0' is not a number 1..281474976710655"),
        (["standard", "--games", str(2**48)], "is not a number 1..281474976710655"),
        (["standard", "--threads", "4097"], "'4097' is not a number 0..4096"),
        (["standard", "--checkers", "3"], "15 checkers a side, not 3"),
    ],
)
def test_bad_input_is_one_line(capsys: pytest.CaptureFixture[str], arguments: list[str], message: str) -> None:
    assert main(["playout", *arguments]) == 2
    found = capsys.readouterr()
    assert found.out == ""
    assert found.err.startswith("bitgammon: error: ")
    assert found.err.count("\n") == 1
    assert any(part in found.err for part in message.split("|")), found.err


def test_interrupted_it_shows_what_is_done() -> None:
    command = [
        sys.executable,
        "-m",
        "bitgammon",
        "playout",
        "standard",
        "--games",
        "1000000000",
        "--seed",
        "1",
        "--json",
    ]
    for patience in (3, 15):  # a busy machine may not have begun
        with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as process:
            time.sleep(patience)
            began = time.perf_counter()
            process.send_signal(signal.SIGINT)
            out, err = process.communicate(timeout=60)
            took = time.perf_counter() - began
        if process.returncode == 130 and out and json.loads(out)["games"]:
            break
    assert took < 10
    record = json.loads(out)
    assert process.returncode == 130
    assert not record["complete"]
    assert 0 < record["games"] < 1_000_000_000
    assert sum(row["games"] for row in record["outcomes"].values()) == record["games"]
    assert "interrupted: " in err
    assert "of 1,000,000,000 games are done" in err


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


def without_rich(monkeypatch: pytest.MonkeyPatch) -> None:
    real = importlib.import_module

    def absent(name: str, package: str | None = None) -> object:
        if name.startswith("rich"):
            raise ImportError(name)
        return real(name, package)

    monkeypatch.setattr(importlib, "import_module", absent)


def test_a_terminal_sees_a_line_and_it_goes_away(monkeypatch: pytest.MonkeyPatch) -> None:
    screen = Terminal()
    monkeypatch.setattr(sys, "stderr", screen)
    monkeypatch.setattr(progress_module, "_PATIENCE", 0.0)
    monkeypatch.setattr(progress_module, "_INTERVAL", 0.0)
    without_rich(monkeypatch)
    with Progress("games", 400) as progress:
        progress.advance(100)
        progress.advance(100)
    text = screen.getvalue()
    assert "\r100 of 400 games, 25 %, " in text
    assert "200 of 400 games, 50 %, " in text
    assert text.endswith(" \r")


def test_with_rich_it_is_a_bar(monkeypatch: pytest.MonkeyPatch) -> None:
    screen = Terminal()
    monkeypatch.setattr(sys, "stderr", screen)
    monkeypatch.setattr(progress_module, "_PATIENCE", 0.0)
    with Progress("games", 400) as progress:
        progress.advance(100)
        time.sleep(0.3)
        progress.advance(200)
    text = screen.getvalue()
    assert "300/400" in text
    assert "games" in text


def test_the_line_fits_the_terminal_and_makes_room(monkeypatch: pytest.MonkeyPatch) -> None:
    screen = Terminal()
    monkeypatch.setattr(sys, "stderr", screen)
    monkeypatch.setattr(progress_module, "_PATIENCE", 0.0)
    monkeypatch.setattr(progress_module, "_INTERVAL", 0.0)
    monkeypatch.setattr(progress_module, "_columns", lambda: 20)
    without_rich(monkeypatch)
    with Progress("games", 400) as progress:
        progress.advance(100)
        progress.clear()
        screen.write("a result\n")
        progress.advance(100)
    blank = "\r" + " " * 19 + "\r"
    assert screen.getvalue() == f"\r100 of 400 games, 2{blank}a result\n\r200 of 400 games, 5{blank}"


@pytest.mark.parametrize("terminal", ["xterm", "dumb"])
def test_a_bar_of_rich_makes_room_and_comes_back(monkeypatch: pytest.MonkeyPatch, terminal: str) -> None:
    screen = Terminal()
    monkeypatch.setattr(sys, "stderr", screen)
    monkeypatch.setattr(progress_module, "_PATIENCE", 0.0)
    monkeypatch.setattr(progress_module, "_INTERVAL", 0.0)
    monkeypatch.setenv("TERM", terminal)
    with Progress("games", 400) as progress:
        progress.advance(100)
        progress.clear()
        before = len(screen.getvalue())
        time.sleep(0.3)
        assert len(screen.getvalue()) == before
        progress.advance(100)
        progress.advance(100)
    text = screen.getvalue()
    assert ("300 of 400 games" if terminal == "dumb" else "300/400") in text[before:]
    assert ("\x1b" in text) == (terminal == "xterm")
    assert "\n\n" not in text


def test_nothing_is_written_where_nobody_watches(monkeypatch: pytest.MonkeyPatch) -> None:
    file = io.StringIO()
    monkeypatch.setattr(sys, "stderr", file)
    monkeypatch.setattr(progress_module, "_PATIENCE", 0.0)
    with Progress("games", 2) as progress:
        progress.advance(1)
    assert file.getvalue() == ""


def test_importing_the_command_line_does_not_import_rich() -> None:
    code = "import sys, bitgammon.cli; print(any(name.startswith('rich') for name in sys.modules))"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, env=os.environ)
    assert done.stdout.strip() == "False"


def test_one_game_has_no_standard_error(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["playout", "standard", "--games", "1", "--seed", "1", "--json"]) == 0
    record = json.loads(capsys.readouterr().out)
    assert record["equity"] in {-3, -2, -1, 1, 2, 3}
    assert record["equity_standard_error"] is None
    assert {row["standard_error"] for row in record["outcomes"].values()} == {None}
    assert main(["playout", "standard", "--games", "1", "--seed", "1"]) == 0
    assert "+-" not in capsys.readouterr().out
