"""The command line, from its arguments to its exit codes."""

import doctest
import json
import os
import re
import select
import signal
import subprocess
import sys
from contextlib import suppress
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import bitgammon
from bitgammon import Board, bench
from bitgammon.cli import main
from bitgammon.cli import position as given_position
from bitgammon.draw.text import board_text
from bitgammon.ids import match_id
from bitgammon.ids.match_id import MatchId
from bitgammon.rules import ROLLS, STARTS

DATA = json.loads((Path(__file__).parent / "data" / "ids.json").read_text(encoding="utf-8"))
START = "4HPwATDgc/ABMA"
FIBS = (
    "board:You:Zo:3:0:0:0:-2:0:0:0:0:5:0:3:0:0:0:-5:5:0:0:0:-3:0:-5:0:0:0:0:2:0:1:0:0:0:0:1:1:1:0:1:-1:0:25"
    ":0:0:0:0:0:0:0:0"
)
TOP_ON_ROLL = "XGID=-a-B--E-B-a-dDB--b-bcb----:1:1:-1:63:0:0:0:3:8"

Capture = pytest.CaptureFixture[str]


def output(capsys: Capture, *arguments: str, code: int = 0) -> str:
    """What a run prints; its exit code is as expected and nothing went to standard error."""
    assert main(arguments) == code
    out, err = capsys.readouterr()
    assert err == ""
    return out


def error(capsys: Capture, *arguments: str) -> str:
    """The one line a run complains with."""
    assert main(arguments) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert err.startswith("bitgammon: error: ")
    assert err.endswith("\n")
    assert err.count("\n") == 1
    return err.removeprefix("bitgammon: error: ").rstrip("\n")


def process(*arguments: str) -> "subprocess.CompletedProcess[str]":
    command = [sys.executable, "-m", "bitgammon", *arguments]
    return subprocess.run(command, capture_output=True, text=True, timeout=60, check=False)


# plays


def test_plays_as_text(capsys: Capture) -> None:
    lines = output(capsys, "plays", START, "--dice", "31").splitlines()
    picture = board_text(bitgammon.Board()).splitlines()
    assert lines[: len(picture)] == picture
    assert lines[len(picture) + 1] == "3-1: 16 plays."
    assert "seen by the next player on roll" in lines[len(picture) + 2]
    listed = lines[len(picture) + 4 :]
    assert [line.split(".")[0].strip() for line in listed] == [str(n) for n in range(1, 17)]
    assert any(line.split() == [line.split()[0], "8/5", "6/5", "sGfwATDgc/ABMA"] for line in listed)


def test_plays_as_json(capsys: Capture) -> None:
    record = json.loads(output(capsys, "plays", START, "--dice", "13", "--json"))
    board = bitgammon.Board()
    assert list(record) == ["position_id", "dice", "plays", "count"]
    assert record["position_id"] == START
    assert record["dice"] == [3, 1]
    assert record["count"] == len(record["plays"]) == 16
    for each in record["plays"]:
        after = board.after(board.parse_play(each["play"], 3, 1))
        assert each["position_id"] == after.swapped().position_id()


@pytest.mark.parametrize(("text", "expected"), [*DATA["match ids of xgids"]])
def test_xgids_and_gnubg_ids_are_read_whole(capsys: Capture, text: str, expected: str) -> None:
    """Both texts mean one position and the same dice, whoever is on roll."""
    rolled = text.split(":")[4]
    dice = ("--dice", "21") if rolled == "00" else ()
    from_xgid = json.loads(output(capsys, "plays", text, *dice, "--json"))
    assert from_xgid["position_id"] == expected.partition(":")[0]
    assert from_xgid["dice"] == ([2, 1] if rolled == "00" else sorted(map(int, rolled), reverse=True))
    assert json.loads(output(capsys, "plays", expected, *dice, "--json")) == from_xgid
    bare = text.removeprefix("XGID=")
    assert json.loads(output(capsys, "plays", bare, *dice, "--json")) == from_xgid


def test_the_top_player_on_roll(capsys: Capture) -> None:
    lines = output(capsys, "plays", TOP_ON_ROLL).splitlines()
    board = bitgammon.Board.from_position_id(DATA["ID08"][1]["position_id"])
    assert "\n".join(lines[:15]) == board_text(board)
    assert lines[16] == f"6-3: {board.count(6, 3)} plays."


def test_dice_that_agree_may_be_said_again(capsys: Capture) -> None:
    once = output(capsys, "plays", TOP_ON_ROLL)
    for same in ("63", "36", "6-3", "3,6"):
        assert output(capsys, "plays", TOP_ON_ROLL, "--dice", same) == once


def test_a_pass_and_a_finished_game(capsys: Capture) -> None:
    closed = f"XGID={'-' * 19}bbbbbbA:0:0:1:31:0:0:0:0:10"
    text = output(capsys, "plays", closed)
    assert "3-1: 1 play.\n" in text
    assert " (no play) " in text
    record = json.loads(output(capsys, "plays", closed, "--json"))
    assert [each["play"] for each in record["plays"]] == ["(no play)"]
    over = output(capsys, "plays", "bQMAAAAAAAAAAA", "--dice", "31")
    assert "3-1: 1 play. The game is over.\n" in over


def test_variants_have_their_own_number_of_checkers(capsys: Capture) -> None:
    named = output(capsys, "plays", "hypergammon", "--dice", "21")
    assert output(capsys, "plays", "AACgAgAAKgAAAA", "--checkers", "3", "--dice", "21") == named
    assert named.count("off    0") == 2
    assert output(capsys, "plays", "AACgAgAAKgAAAA", "--dice", "21").count("off   12") == 2
    for name, start in STARTS.items():
        assert given_position.read(name).board.checkers == start.checkers


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        ((START,), "no dice: the Position ID has none, say --dice 31"),
        (("standard",), "no dice: the start has none"),
        ((START, "--dice", "70"), "'70' is not two dice"),
        ((START, "--dice", "3"), "'3' is not two dice"),
        ((START, "--dice", "3--1"), "'3--1' is not two dice"),
        ((START, "--dice=-31"), "'-31' is not two dice"),
        ((START, "--dice", "\N{ARABIC-INDIC DIGIT ONE}1"), "is not two dice"),
        ((TOP_ON_ROLL, "--dice", "61"), "the XGID has the dice 63, --dice says 61"),
        ((f"{START}:cIkFAAAAAAAA", "--dice", "61"), "the GNUbg ID has the dice 31, --dice says 61"),
        (("4HPwATDgc/ABM",), "'4HPwATDgc/ABM' is no position: none of fibs, snowie, ogid, xgid, gnubg, position-id"),
        (("",), "'' is no position"),
        ((f"{START}:cIkFAAAAAAA",), "Match ID 'cIkFAAAAAAA' has 11 characters, not 12"),
        ((START[:-1] + "!",), "column 14: '!'"),
        ((TOP_ON_ROLL.replace(":-1:", ":2:"),), "turn (column 37): '2' is not 1 or -1"),
        (("XGID=-b----E-C---eE---c-e----B-:0",), "has 2 fields, not 10"),
        (("XGID=-b----E-C---eE---c-e----B-",), "no dice: the XGID has none"),
        (("-b----E-C---eE---c-e----B-",), "no dice: the XGID has none"),
        ((START, "--dice", "31", "--checkers", "14"), "at most 14"),
        ((START, "--dice", "31", "--checkers", "0"), "--checkers"),
        ((START, "--dice", "31", "--checkers", "16"), "--checkers"),
        (("hypergammon", "--dice", "31", "--checkers", "15"), "hypergammon is played with 3 checkers a side, not 15"),
        ((), "POSITION"),
        ((START, "--dice", "31", "--no-such-thing\n"), "--no-such-thing"),
    ],
)
def test_what_is_wrong_is_said_in_one_line(capsys: Capture, arguments: tuple[str, ...], says: str) -> None:
    assert says in error(capsys, "plays", *arguments)


@pytest.mark.parametrize(("action", "says"), [("D", "a double is"), ("B", "a beaver is"), ("R", "a raccoon is")])
def test_ID13_no_roll_before_a_double_is_answered(capsys: Capture, action: str, says: str) -> None:
    rules = "2:1:0:5" if action == "D" else "0:0:2:0"  # beavers are for money play
    text = f"XGID=-a-B--E-B-a-dDB--b-bcb----:0:0:1:{action}:{rules}:8"
    for dice in ((), ("--dice", "31")):
        assert error(capsys, "plays", text, *dice) == f"the XGID has no roll to play: {says} to be answered"


def test_no_roll_while_the_match_id_has_an_offer(capsys: Capture) -> None:
    offers: list[tuple[dict[str, Any], str]] = [
        ({"doubled": True}, "a double is"),
        ({"resigned": 1}, "a resignation is"),
    ]
    for fields, says in offers:
        match = match_id.encode(MatchId(turn=0, **fields))
        message = error(capsys, "plays", f"{START}:{match}", "--dice", "31")
        assert message == f"the GNUbg ID has no roll to play: {says} to be answered"


# perft


def test_perft_as_text(capsys: Capture) -> None:
    lines = output(capsys, "perft", START, "--depth", "2").splitlines()
    assert lines[0].split() == ["roll", "plays"]
    counts = {roll: int(count.replace(",", "")) for roll, count in map(str.split, lines[1:22])}
    assert list(counts) == [f"{high}{low}" for high, low in ROLLS]
    assert (counts["11"], counts["31"], counts["65"]) == (18498, 7459, 3300)
    assert sum(counts.values()) == 202_782
    assert lines[-1].startswith("total 202,782 in ")


@pytest.mark.parametrize(
    ("arguments", "total"),
    [
        ((START, "--depth", "0"), 1),
        ((START, "--depth", "1"), 447),
        ((START, "--depth", "1", "--weighted"), 637),
        ((START, "--depth", "2", "--weighted"), 419_783),
        (("nackgammon", "--depth", "2"), 324_161),
        (("hypergammon", "--depth", "3"), 6_645_799),
        (("bQMAAAAAAAAAAA", "--depth", "3"), 1),
        ((TOP_ON_ROLL, "--depth", "1"), None),
    ],
)
def test_perft_as_json(capsys: Capture, arguments: tuple[str, ...], total: int | None) -> None:
    record = json.loads(output(capsys, "perft", *arguments, "--json"))
    board = given_position.read(arguments[0]).board
    weighted = "--weighted" in arguments
    expected = bitgammon.perft(board, int(arguments[2]), weighted)
    assert record["total"] == expected
    assert total in (None, expected)
    if record["rolls"]:
        assert sum(row["count"] for row in record["rolls"]) == expected
    assert record["position_id"] == board.position_id()
    assert (record["depth"], record["weighted"], record["complete"]) == (int(arguments[2]), weighted, True)
    assert record["seconds"] >= 0


@pytest.mark.parametrize("weighted", [(), ("--weighted",)])
def test_deep_counts_come_in_pieces(
    capsys: Capture, monkeypatch: pytest.MonkeyPatch, weighted: tuple[str, ...]
) -> None:
    whole = json.loads(output(capsys, "perft", "hypergammon1", "--depth", "4", "--json", *weighted))
    monkeypatch.setattr(import_module("bitgammon.cli.perft"), "_IN_ONE_GO", 0)
    pieces = json.loads(output(capsys, "perft", "hypergammon1", "--depth", "4", "--json", *weighted))
    assert pieces["rolls"] == whole["rolls"]
    board = bitgammon.Board.start("hypergammon1")
    assert pieces["total"] == bitgammon.perft(board, 4, bool(weighted))


def test_games_that_end_are_one_leaf(capsys: Capture) -> None:
    last = bitgammon.Board((0, 1) + (0,) * 22 + (-1, 0))
    for depth in (1, 2, 3):
        record = json.loads(output(capsys, "perft", last.position_id(), "--depth", str(depth), "--json"))
        assert record["total"] == bitgammon.perft(last, depth) == 21


def test_the_divide_names_every_first_play(capsys: Capture) -> None:
    record = json.loads(output(capsys, "perft", START, "--depth", "2", "--divide", "--weighted", "--json"))
    board = bitgammon.Board()
    for row in record["rolls"]:
        die1, die2 = int(row["roll"][0]), int(row["roll"][1])
        assert sum(each["count"] for each in row["plays"]) == row["count"]
        assert [each["play"] for each in row["plays"]] == [str(play) for play in board.plays(die1, die2)]
    text = output(capsys, "perft", START, "--depth", "1", "--divide")
    assert sum(line.split() == ["1", "24/13"] for line in text.splitlines()) == 1


@pytest.mark.parametrize("depth", ["-1", "17", "x", "", "1.5", "\N{SUPERSCRIPT TWO}", "9" * 5000])
def test_depths_that_are_none(capsys: Capture, depth: str) -> None:
    message = error(capsys, "perft", START, f"--depth={depth}")
    assert "is not a number 0..8" in message
    assert len(message) < 200


def test_an_interrupt_keeps_what_is_done(capsys: Capture, monkeypatch: pytest.MonkeyPatch) -> None:
    board, real, calls = bitgammon.Board(), bitgammon.perft, []

    def interrupted(*arguments: object) -> int:
        calls.append(arguments)
        if len(calls) > board.count(1, 1) + board.count(2, 1) + 3:
            raise KeyboardInterrupt
        return real(*arguments)  # type: ignore[arg-type]

    monkeypatch.setattr(bitgammon, "perft", interrupted)
    for form in ("", "--json"):
        calls.clear()
        assert main(["perft", START, "--depth", "2", *filter(None, [form])]) == 130
        out, err = capsys.readouterr()
        assert err == "bitgammon: interrupted: 2 of 21 rolls are done, the total is theirs\n"
        if form:
            record = json.loads(out)
            assert [row["roll"] for row in record["rolls"]] == ["11", "21"]
            assert (record["total"], record["complete"]) == (18498 + 7070, False)
        else:
            assert out.splitlines()[-1].startswith("total 25,568 in ")


def test_control_c_on_a_terminal() -> None:
    terminal, stderr = os.openpty()
    command = [sys.executable, "-m", "bitgammon", "perft", START, "--depth", "5"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=stderr, text=True) as run:
        os.close(stderr)
        err = b""
        while b"rolls" not in err and select.select([terminal], [], [], 60)[0]:
            err += os.read(terminal, 1000)
        assert b"rolls" in err  # so it counts
        run.send_signal(signal.SIGINT)
        out, _ = run.communicate(timeout=60)
        with suppress(OSError):  # how a terminal says that its last user has gone
            while more := os.read(terminal, 1000):
                err += more
    os.close(terminal)
    assert run.returncode == 130
    assert b"bitgammon: interrupted: 0 of 21 rolls are done, the total is theirs\r\n" in err
    assert b"Traceback" not in err
    assert out.splitlines()[-1].startswith("total ")


def test_progress_is_for_terminals_and_long_runs(capsys: Capture, monkeypatch: pytest.MonkeyPatch) -> None:
    assert main(["perft", START, "--depth", "2"]) == 0
    assert capsys.readouterr().err == ""
    monkeypatch.setattr(import_module("bitgammon.cli.progress"), "_PATIENCE", 0.0)
    assert main(["perft", START, "--depth", "2"]) == 0
    assert capsys.readouterr().err == ""  # not a terminal
    monkeypatch.setattr(sys.stderr, "isatty", lambda: True)
    assert main(["perft", START, "--depth", "2"]) == 0
    err = capsys.readouterr().err
    assert "rolls" in err


# bench


def test_bench_prints_what_is_measured(capsys: Capture, monkeypatch: pytest.MonkeyPatch) -> None:
    record = {
        "plays_per_s_best": 203_000_000,
        "perft3_s": 0.1271,
        "signature": "256198-07cb",
        "threads": {"used": 1, "rate": 12345.6},
        "checked": True,
        "note": None,
    }
    asked: list[str | None] = []

    def measured(corpus: str | None) -> dict[str, object]:
        asked.append(corpus)
        return record

    monkeypatch.setattr(bench, "run", measured)
    assert output(capsys, "bench").splitlines() == [
        "plays/s best   203,000,000",
        "perft3 s       0.127",
        "signature      256198-07cb",
        "threads: used  1",
        "threads: rate  12,346",
        "checked        yes",
        "note           -",
    ]
    assert json.loads(output(capsys, "bench", "--json", "--corpus", "boards.npz")) == record
    assert asked == [None, "boards.npz"]


def test_bench_of_a_file_that_is_none(capsys: Capture, tmp_path: Path) -> None:
    assert "no-such-file.npz" in error(capsys, "bench", "--corpus", str(tmp_path / "no-such-file.npz"))
    text = tmp_path / "text.npz"
    text.write_text("not an archive")
    assert "text.npz" in error(capsys, "bench", "--corpus", str(text))


# The whole.


def test_version_and_help(capsys: Capture) -> None:
    assert output(capsys, "--version") == f"bitgammon {bitgammon.__version__}\n"
    whole = output(capsys, "--help")
    assert "bitgammon perft standard --depth 3" in whole
    assert f"the name of a start ({', '.join(STARTS)})" in " ".join(whole.split())
    plays = output(capsys, "plays", "--help")
    assert "seen by the NEXT player on roll" in plays
    for command in ("plays", "perft", "bench"):
        assert "examples:\n  bitgammon " in output(capsys, command, "--help")


@pytest.mark.parametrize("arguments", [(), ("play",), ("plays", "--what")])
def test_no_command_or_none_that_exists(capsys: Capture, arguments: tuple[str, ...]) -> None:
    assert error(capsys, *arguments)


def test_the_examples_in_the_help_work(capsys: Capture) -> None:
    seen = 0
    for command in ((), ("plays",), ("perft",)):
        for line in output(capsys, *command, "--help").splitlines():
            if line.startswith("  bitgammon ") and "bench" not in line:
                output(capsys, *line.partition("(")[0].split()[1:])
                seen += 1
    assert seen >= 8


def all_keys(value: Any) -> set[str]:
    """Those of an object and of all in it."""
    inside = value.values() if isinstance(value, dict) else value if isinstance(value, list) else ()
    return set(value if isinstance(value, dict) else ()).union(*map(all_keys, inside))


@pytest.mark.parametrize(
    "arguments",
    [
        "plays standard --dice 31",
        f"convert {START} --to ogid",
        "perft standard --depth 1 --divide",
        "playout standard --games 10",
        "bearoff VQUAgKoCAAAAAA",
        "bearoff build --points 2",
        "hypergammon --checkers 1",
        "rollout standard --trials 36",
        "bench",
    ],
)
def test_the_help_names_what_is_in_json(capsys: Capture, arguments: str) -> None:
    name = arguments.split(maxsplit=1)[0]
    described = import_module(f"bitgammon.cli.{name}").EXAMPLES.partition("json:\n")[2].partition("of build")
    told = set(re.findall(r'"(\w+)":', described[2 if "build" in arguments else 0]))
    record = json.loads(output(capsys, *arguments.split(), "--json"))
    assert record.keys() <= told <= all_keys(record)


def test_the_module_runs_as_a_program() -> None:
    run = process("plays", START, "--dice", "31", "--json")
    assert (run.returncode, run.stderr, json.loads(run.stdout)["count"]) == (0, "", 16)
    run = process("plays", "nonsense")
    assert (run.returncode, run.stdout) == (2, "")
    assert run.stderr.startswith("bitgammon: error: 'nonsense' is no position")


def test_the_board_of_an_xgid_alone(capsys: Capture) -> None:
    board = "-a-B--E-B-a-dDB--b-bcb----"
    for text in (board, f"XGID={board}"):
        record = json.loads(output(capsys, "plays", text, "--dice", "65", "--json"))
        assert (record["position_id"], record["count"]) == (Board.from_xgid(board).position_id(), 12)


@pytest.mark.parametrize(
    ("line", "says"),
    [
        (">&-", "bitgammon: error: standard output is closed\n"),
        ("> /dev/full", "bitgammon: error: [Errno 28] No space left on device\n"),
        (">&- 2>&-", ""),
        ("< /dev/null 2>&-", ""),
    ],
)
def test_output_that_cannot_be_written(line: str, says: str) -> None:
    for command in (f"plays {START} --dice 31", f"perft {START} --depth 1", f"playout {START} --games 10"):
        done = subprocess.run(
            ["sh", "-c", f"{sys.executable} -m bitgammon {command} {line}"],
            capture_output=True,
            text=True,
            timeout=60,
            check=False,
        )
        assert (done.returncode, done.stderr) == (0 if line.startswith("<") else 2, says)


@pytest.mark.parametrize("command", ["show {}", "convert {} --to snowie", "rollout --file {} --trials 1"])
def test_names_that_the_output_cannot_hold(command: str, tmp_path: Path) -> None:
    text = f"board:\u017d\u00f3e{FIBS.removeprefix('board:You')}"
    file = tmp_path / "file"
    file.write_text(text, encoding="utf-8")
    arguments = command.format(file if "--file" in command else text).split()
    done = subprocess.run(
        [sys.executable, "-m", "bitgammon", *arguments],
        env=os.environ | {"PYTHONIOENCODING": "latin-1"},
        capture_output=True,
        timeout=60,
        check=False,
    )
    says = b"bitgammon: error: '\\u017d' cannot be written as latin-1: set PYTHONIOENCODING=utf-8\n"
    assert (done.returncode, done.stdout, done.stderr) == (2, b"", says)


def test_a_reader_that_goes_away_is_no_error() -> None:
    reading, writing = os.pipe()
    os.close(reading)
    command = [sys.executable, "-m", "bitgammon", "plays", START, "--dice", "31"]
    done = subprocess.run(command, stdout=writing, stderr=subprocess.PIPE, text=True, timeout=60, check=False)
    os.close(writing)
    assert (done.returncode, done.stderr) == (141, "")


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.text(max_size=60), st.text(max_size=5))
def test_hostile_arguments(capsys: Capture, position: str, dice: str) -> None:
    code = main(["plays", f"--dice={dice}", "--json", "--", position])
    out, err = capsys.readouterr()
    assert (code == 0) == (err == "")
    assert err.count("\n") == (code == 2)
    assert code == 2 or json.loads(out)["count"] > 0


@pytest.mark.parametrize("name", ["", ".position", ".rollout_text", ".values"])
def test_the_examples_run(name: str) -> None:
    module = import_module(f"bitgammon.cli{name}")
    assert doctest.testmod(module).attempted > 0
    assert doctest.testmod(module).failed == 0
