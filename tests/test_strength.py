"""The benchmarks of what evaluators are worth: whose the points of a game are, and what GNU Backgammon is told."""

import subprocess
import sys
from importlib import import_module
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray
from twins import make

import bitgammon as bg
from bitgammon.evaluate import Positional, equities

ROOT = Path(__file__).resolve().parent.parent
#: Openings that everybody plays alike.
OPENINGS = {(3, 1): "8/5 6/5", (4, 2): "8/4 6/4"}


@pytest.fixture
def script(monkeypatch: pytest.MonkeyPatch) -> Any:
    """A script as a module, by name; it imports those beside it."""
    monkeypatch.syspath_prepend(ROOT / "benchmarks")
    return import_module


@pytest.fixture
def corpus() -> tuple[NDArray[np.int8], NDArray[np.uint8]]:
    """Some boards and dice."""
    with np.load(ROOT / "tests" / "data" / "corpus.npz") as file:
        return file["boards"][::40], file["dice"][::40]


def test_equities_are_exact_where_the_game_is_over(script: Any) -> None:
    boards = np.array([bg.Board().points, make("24:2")], np.int8)
    expected = equities(Positional().evaluate(boards[:1]).astype(np.float64))[0]
    assert script("strength").positional(boards).tolist() == [expected, bg.Board(make("24:2")).result()]


def test_points_are_those_of_the_first_named(script: Any) -> None:
    strength = script("strength")
    better = strength.player(strength.pips)
    assert (strength.match(better, strength.at_random, 60, 1) > 0).sum() > 50
    assert (strength.match(strength.at_random, better, 60, 1) < 0).sum() > 50


def test_each_begins_half_of_the_games_and_then_they_alternate(script: Any) -> None:
    strength = script("strength")
    asked: list[list[NDArray[np.int8]]] = [[], []]
    seen = []

    def player(number: int) -> Any:
        def play(boards: NDArray[np.int8], dice: NDArray[np.uint8], after: bg.PlayBatch, key: int) -> Any:
            assert asked[number] or (dice[:, 0] != dice[:, 1]).all()  # no double begins
            asked[number].append(boards)
            return bg.pick(after.offsets, key)

        return play

    points = strength.match(player(0), player(1), 5, 1, lambda *turn: seen.append(turn))
    assert set(np.abs(points).tolist()) <= {1, 2, 3}
    for turn, ids, boards in seen:
        for number in (0, 1):
            assert asked[number][turn].tolist() == boards[(ids + turn) % 2 == number].tolist()


def test_moves_of_the_program_are_made_on_the_board(
    script: Any, corpus: tuple[NDArray[np.int8], NDArray[np.uint8]]
) -> None:
    plays = bg.generate(*corpus, moves=True)
    assert plays.moves is not None
    told = np.maximum(plays.moves, 0).astype(np.uint8).reshape(-1, 8)
    before = np.repeat(corpus[0], np.diff(plays.offsets), axis=0)
    assert (script("gnubg_player").moved(before, told) == plays.boards).all()


def test_without_the_program_it_says_so(
    script: Any, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    strength = script("strength")
    monkeypatch.setattr(strength, "find", lambda _: None)
    monkeypatch.setattr(sys, "argv", ["strength.py", "positional", "gnubg"])
    with pytest.raises(SystemExit) as ended:
        strength.main()
    assert ended.value.code == 2
    assert "GNU Backgammon is not installed" in capsys.readouterr().err


@pytest.mark.processes
def test_a_program_that_does_not_answer_is_named(script: Any) -> None:
    boards, dice = np.array([bg.Board().points], np.int8), np.array([[3, 1]], np.uint8)
    ended = pytest.raises(SystemExit, match="false ended without an answer")
    with script("gnubg_player").GnuBackgammon("false", processes=2) as player, ended:
        player.moves(boards, dice)


@pytest.mark.processes
def test_the_program_makes_our_plays(script: Any, corpus: tuple[NDArray[np.int8], NDArray[np.uint8]]) -> None:
    gnubg_player = script("gnubg_player")
    program = script("programs").find("gnubg")
    if program is None:
        pytest.skip("GNU Backgammon is not installed")
    start, off = bg.Board(), make("5:1 6:1 -19:2")
    boards = np.array([start.points] * len(OPENINGS) + [off], np.int8)
    dice = np.array([*OPENINGS, (6, 5)], np.uint8)
    expected = [list(start.after(start.parse_play(text, *roll)).swapped().points) for roll, text in OPENINGS.items()]
    boards, dice = np.concatenate([boards, corpus[0][::5]]), np.concatenate([dice, corpus[1][::5]])
    after = bg.generate(boards, dice, swap=True)
    with gnubg_player.GnuBackgammon(program, processes=2) as player:
        chosen = player(boards, dice, after, 0)
    assert (np.searchsorted(after.offsets, chosen, side="right") == np.arange(1, len(boards) + 1)).all()
    assert after.boards[chosen[: len(OPENINGS)]].tolist() == expected
    assert bg.results(after.boards[chosen[len(OPENINGS)]][None]).tolist() == [-1]


def test_a_game_is_one_observation(script: Any) -> None:
    equity, results = np.array([0.5, 0.5, -0.5, -0.5]), np.array([1, 1, -1, -1], np.int8)
    alone = script("calibration").agreement(np.arange(4), equity, results)
    assert alone == {"positions": 4, "mean_error": 0.0, "mean_error_error": 0.25, "correlation": 1.0}
    games = script("calibration").agreement(np.array([0, 0, 1, 1]), equity, results)
    assert games == alone | {"mean_error_error": round(0.125**0.5, 5)}


def test_results_are_those_of_the_side_on_roll(script: Any) -> None:
    ids, boards, results = script("calibration").own_games(20, 1)
    last = [np.flatnonzero(ids == game)[-1] for game in range(20)]
    assert (results[last] > 0).all()  # who makes the last turn bears off the last checker
    assert (bg.results(boards) == 0).all()
    own = np.flatnonzero(ids == 0)
    assert (results[own[1:]] == -results[own[:-1]]).all()


@pytest.mark.processes
@pytest.mark.parametrize("name", ["strength", "calibration"])
def test_the_scripts_run(name: str) -> None:
    command = [sys.executable, ROOT / "benchmarks" / f"{name}.py", "--games", "20"]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    assert done.stdout.count("+-") >= 3
    assert not done.stderr
