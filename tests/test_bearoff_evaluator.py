"""Bear-off chances and the command line about them."""

import json
from fractions import Fraction
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from twins import make

from bitgammon import Board
from bitgammon.bearoff import BearoffEvaluator, OneSided, Source, TwoSided
from bitgammon.cli import main
from bitgammon.errors import BatchValueError, InvalidBoardError, OutOfRangeError

EVERYTHING = "1:15 -24:15"


@pytest.fixture(scope="module")
def evaluator() -> BearoffEvaluator:
    return BearoffEvaluator(OneSided.build(), TwoSided.build())


def chances(evaluator: BearoffEvaluator, *boards: str) -> list[list[float]]:
    return evaluator.evaluate([make(board) for board in boards]).outcomes.tolist()


def test_sources(evaluator: BearoffEvaluator) -> None:
    found = evaluator.evaluate([make("6:2 -19:2"), make("6:7 -19:2"), make("-19:2"), make("6:1"), make(EVERYTHING)])
    assert found.sources.tolist() == [
        Source.TWO_SIDED,
        Source.ONE_SIDED,
        Source.OVER,
        Source.OVER,
        Source.ONE_SIDED,
    ]
    assert found.outcomes[2, 0] == 1
    assert found.outcomes[3, 0] == 0


def test_wins(evaluator: BearoffEvaluator) -> None:
    assert chances(evaluator, "6:2 -19:2")[0][0] == pytest.approx(0.7544943492, abs=6e-11)
    assert chances(evaluator, "6:1 -24:1")[0][0] == pytest.approx(0.75, abs=1e-12)
    both = chances(evaluator, EVERYTHING)[0]
    assert both[0] == pytest.approx(0.670206, abs=1e-4)  # as a program that does the same has it
    assert both[1:] == pytest.approx([0, 0, 0, 0], abs=1e-15)  # one roll takes a checker off


def test_ten_on_the_ace_by_convolution_and_exactly(evaluator: BearoffEvaluator) -> None:
    # With all checkers on the ace there is nothing to choose, so that the two tables must agree.
    exact = Fraction(42176911, 60466176)  # six rolls each
    assert chances(evaluator, "1:12 -24:12")[0][0] == pytest.approx(float(exact), abs=1e-12)
    three = evaluator.evaluate([make("1:6 -24:6")])
    assert three.sources[0] == Source.TWO_SIDED
    assert three.outcomes[0, 0] == pytest.approx(float(Fraction(1021, 1296)), abs=1e-12)


def test_gammons(evaluator: BearoffEvaluator) -> None:
    one_roll = "1:2 -19:15"
    found = chances(evaluator, one_roll)[0]
    assert found[:2] == pytest.approx([1, 1], abs=1e-12)  # over before the other side has rolled
    late = chances(evaluator, "1:4 -19:15")[0]
    # Two rolls without a double: the opponent has one roll in between, and bears off with 17 of 36.
    assert late[1] == pytest.approx(1 / 6 + 5 / 6 * 19 / 36, abs=1e-12)
    other = chances(evaluator, "6:15 -24:2")[0]
    assert other[0] == pytest.approx(0, abs=1e-12)
    assert other[3] == pytest.approx(19 / 36, abs=1e-12)
    assert other[4] == 0


def test_sides_change(evaluator: BearoffEvaluator) -> None:
    """Of two boards that differ by who is on roll, the first roll is worth something to both."""
    rng = np.random.default_rng(7)
    rows = []
    for _ in range(50):
        row = np.zeros(26, np.int64)
        for point in rng.integers(1, 7, 12):
            row[point] += 1
        for point in rng.integers(19, 25, 12):
            row[point] -= 1
        rows += [row, -row[::-1]]
    wins = evaluator.evaluate(np.array(rows)).outcomes[:, 0]
    assert (wins[::2] + wins[1::2] > 1).all()


def test_other_boards_are_refused(evaluator: BearoffEvaluator) -> None:
    with pytest.raises(BatchValueError, match="row 1: no bear-off but CONTACT"):
        evaluator.evaluate([make("6:2 -19:2"), Board().points])
    with pytest.raises(BatchValueError, match="row 0: no bear-off but RACE"):
        evaluator.evaluate([make("7:2 -19:2")])
    with pytest.raises(InvalidBoardError, match="row 0"):
        evaluator.evaluate([make("6:9 5:9 -19:2")])
    assert evaluator.evaluate(np.zeros((0, 26), np.int8)).outcomes.shape == (0, 5)


# The command line


def answered(capsys: pytest.CaptureFixture[str], board: str) -> dict[str, Any]:
    assert main(["bearoff", Board(make(board)).position_id(), "--json"]) == 0
    record: dict[str, Any] = json.loads(capsys.readouterr().out)
    return record


def test_the_figures(capsys: pytest.CaptureFixture[str]) -> None:
    record = answered(capsys, "6:2 -19:2")
    assert record["mean_rolls"] == pytest.approx(2.1096107682, abs=1e-9)
    assert record["epc"] == pytest.approx(17.2285, abs=1e-4)
    assert record["opponent"]["mean_rolls"] == record["mean_rolls"]
    assert record["source"] == "two_sided"
    assert record["cube"]["action"] == "double, take"
    assert record["cube"]["value"] == pytest.approx(0.9612593990, abs=1e-9)
    assert sum(record["distribution"]) == pytest.approx(1)
    wide = answered(capsys, EVERYTHING)
    assert wide["source"] == "one_sided"
    assert wide["cube"] is None


def test_as_text(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["bearoff", Board(make("6:2 -19:2")).position_id()]) == 0
    out = capsys.readouterr().out
    assert "on roll: 2.1096 rolls on average, EPC 17.228" in out
    assert "for money, before the roll, with a centred cube: double, take (+0.9613)" in out
    assert "  2 rolls" in out
    assert "####" in out


def test_building(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Any) -> None:
    monkeypatch.setenv("BITGAMMON_CACHE", str(tmp_path))
    assert main(["bearoff", "build", "--points", "3", "--json"]) == 0
    record = json.loads(capsys.readouterr().out)
    assert record["positions"] == 816
    assert OneSided.read(tmp_path / "one-sided-3.table", 3).mean([1, 0, 0]) == 1
    assert main(["bearoff", "build", "--points", "2", "--checkers", "3"]) == 0
    assert "100 positions" in capsys.readouterr().out
    assert TwoSided.read(tmp_path / "two-sided-2-3.table", 2, 3).points == 2


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (["bearoff", "4HPwATDgc/ABMA"], "no bear-off but CONTACT"),
        (["bearoff", "nonsense"], "is no position"),
        (["bearoff", "build", "--points", "19"], "'19' is not a number 1..18"),
    ],
)
def test_what_is_wrong_is_one_line(capsys: pytest.CaptureFixture[str], arguments: list[str], says: str) -> None:
    assert main(arguments) == 2
    found = capsys.readouterr()
    assert found.out == ""
    assert says in found.err
    assert found.err.count("\n") == 1


def test_a_plot_says_what_to_install(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Any
) -> None:
    monkeypatch.setitem(__import__("sys").modules, "matplotlib.figure", None)
    board = Board(make("6:2 -19:2")).position_id()
    assert main(["bearoff", board, "--plot", str(tmp_path / "a.png")]) == 2
    assert "pip install 'bitgammon[plot]'" in capsys.readouterr().err


def test_a_plot_is_a_picture(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    board = Board(make("6:2 -19:2")).position_id()
    assert main(["bearoff", board, "--plot", str(tmp_path / "a.PNG")]) == 0
    assert (tmp_path / "a.PNG").read_bytes().startswith(b"\x89PNG")
    capsys.readouterr()
    for name, says in (("a.xyz", "'xyz' is none of "), ("a", "'' is none of "), ("no/a.png", "No such file")):
        assert main(["bearoff", board, "--plot", str(tmp_path / name)]) == 2
        out, err = capsys.readouterr()
        assert out == ""
        assert says in err
        assert err.count("\n") == 1
    assert main(["bearoff", board, "--plot", ""]) == 2
    assert [path.name for path in tmp_path.iterdir()] == ["a.PNG"]


@pytest.mark.long
def test_wider_tables_give_the_same_and_narrower_ones_are_refused(evaluator: BearoffEvaluator) -> None:
    wide = BearoffEvaluator(OneSided.build(7), TwoSided.build(7, 3))
    boards = [make("6:9 3:6 -19:9 -22:6"), make("6:2 -19:3"), make("5:8 -20:8")]
    assert np.abs(wide.evaluate(boards).outcomes - evaluator.evaluate(boards).outcomes).max() < 1e-3
    assert np.abs(wide.evaluate(boards[:2]).outcomes - evaluator.evaluate(boards[:2]).outcomes).max() < 1e-11
    with pytest.raises(OutOfRangeError, match=r"one_sided\.points=4"):
        BearoffEvaluator(OneSided.build(4), evaluator.two_sided)
    with pytest.raises(TypeError, match="two_sided: expected TwoSided"):
        BearoffEvaluator(evaluator.one_sided, 5)  # type: ignore[arg-type]


def test_a_table_too_large_is_refused_before_it_is_begun(capsys: pytest.CaptureFixture[str]) -> None:
    for arguments in (["--points", "18"], ["--points", "12", "--checkers", "14"]):
        assert main(["bearoff", "build", *arguments]) == 2
        assert "the result needs" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["build", "--plot", "a.png"], "build draws no --plot"),
        (["VQUAgKoCAAAAAA", "--points", "7"], "--points is for build alone"),
    ],
)
def test_options_that_would_do_nothing(
    capsys: pytest.CaptureFixture[str], arguments: list[str], message: str
) -> None:
    assert main(["bearoff", *arguments]) == 2
    assert capsys.readouterr().err == f"bitgammon: error: {message}\n"
