"""The games of rollouts: those of a slow twin, trial by trial, and right on the average against the exact table."""

import math
from collections import Counter
from dataclasses import replace
from typing import Any

import numpy as np
import pytest
import rollout_twin

import bitgammon as bg
from bitgammon import Board, Position
from bitgammon.bearoff import TwoSided, unrank
from bitgammon.evaluate import Exact, Pips, Positional
from bitgammon.rollout import Settings, Sums, Task, rollout, rollout_candidates, rollout_many
from bitgammon.rollout.api import tasks_of
from bitgammon.rollout.play import play
from bitgammon.rollout.task import Piece


def check_twin(position: Position | Board, settings: Settings, evaluator: Any, trials: int, first: int = 0) -> Sums:
    for task in tasks_of(position, settings, 9):
        found = check_task(task, settings, evaluator, trials, first)
    return found


def check_task(task: Task, settings: Settings, evaluator: Any, trials: int, first: int = 0) -> Sums:
    found = play(Piece(task, settings, first, trials))
    alone = [rollout_twin.trial(task, settings, evaluator, first + k) for k in range(trials)]
    values = np.array([values for values, _, _ in alone])
    assert np.allclose(found.sums, values.sum(axis=0), atol=2e-4)
    assert np.allclose(found.squares, (values**2).sum(axis=0), atol=2e-3)
    results = Counter(result for _, result, _ in alone)
    assert found.counts == tuple(results[k] for k in (1, 2, 3, -1, -2, -3))
    assert found.truncated == results[0]
    assert found.turns == sum(turns for _, _, turns in alone)
    return found


def test_games_are_those_of_the_twin(contact: list[Board]) -> None:
    settings = Settings(seed=3, exact=False)
    for board in contact[:3]:
        check_twin(board, settings, Positional(), 6)
    check_twin(Board(), Settings(seed=3, exact=False, opening=True, quasi_random=False), Positional(), 4, first=700)


def test_truncated_games_are_those_of_the_twin(contact: list[Board]) -> None:
    for turns in (1, 4, 7):
        found = check_twin(contact[1], Settings(seed=1, exact=False, truncation=turns), Positional(), 8)
        assert found.truncated > 0


def test_luck_is_that_of_the_twin(contact: list[Board]) -> None:
    check_twin(contact[2], Settings(seed=1, exact=False, truncation=5, variance_reduction=True), Positional(), 5)
    opening = Settings(seed=1, exact=False, truncation=3, variance_reduction=True, opening=True)
    check_twin(Board(), opening, Positional(), 4)


@pytest.mark.parametrize("variance_reduction", [False, True])
@pytest.mark.parametrize(
    "text",
    [
        "XGID=-a-B--E-B-a-dDB--b-bcb----:1:1:1:00:0:0:0:0:10",  # money, cube owned
        "XGID=-b----E-C---eE---c-e----B-:0:0:1:00:0:0:1:0:6",  # money, Jacoby, cube limit
        "XGID=-b----E-C---eE---c-e----B-:0:0:1:00:1:2:0:5:6",  # a match
        "XGID=-b----E-C---eE---c-e----B-:1:-1:1:00:4:2:0:5:6",  # after Crawford
    ],
)
def test_cubes_are_those_of_the_twin(text: str, variance_reduction: bool) -> None:
    settings = Settings(
        seed=4, exact=False, cubeful=True, variance_reduction=variance_reduction, truncation=9 if variance_reduction
        else 0
    )
    # Few enough that no two plays are alike to six digits, where the twin's choice would be chance.
    check_twin(Position.from_text(text), settings, Positional(), 3 if variance_reduction else 10)


@pytest.mark.parametrize(("length", "turns"), [(5, 3), (5, 6), (0, 3), (0, 6)])
def test_judged_games_with_a_cube_are_those_of_the_twin(length: int, turns: int) -> None:
    position = Position(length=length, score=(1, 2) if length else (0, 0))
    check_twin(position, Settings(seed=8, exact=False, cubeful=True, truncation=turns), Positional(), 12)


def test_variants_are_rolled_out() -> None:
    check_twin(Board.start("hypergammon"), Settings(seed=1, exact=False), Positional(), 20)
    found = rollout(Board.start("nackgammon"), Settings(trials=36, seed=1))
    assert found.trials == 36


def test_random_play_is_that_of_the_core() -> None:
    found = rollout(Board(), Settings(trials=40_000, seed=9, evaluator="random", opening=True))
    counts = bg.playout([Board().points], 40_000, seed=9, opening=True)
    assert list(found.counts) == counts.counts[0].tolist()
    assert found.turns == counts.turns[0] / 40_000
    share = found.counts[1] / 40_000 + found.counts[2] / 40_000
    assert found.outcomes[1].value == pytest.approx(share)
    assert found.outcomes[1].standard_error == pytest.approx(math.sqrt(share * (1 - share) / 39_999))


# ---- right on the average


def bear_offs(count: int) -> list[tuple[Board, float]]:
    """Bear-offs with their exact equities, in which both sides need several rolls."""
    table = TwoSided.load()
    rng = np.random.default_rng(5)
    found = []
    while len(found) < count:
        own, other = (unrank(int(k), 6) for k in rng.integers(500, 924, 2))
        points = [0, *own] + [0] * 12 + [-n for n in reversed(other)] + [0]
        equity = table.of(own, other).cubeless
        if abs(equity) < 0.8:
            found.append((Board(points), equity))
    return found


@pytest.mark.long
def test_no_bias_against_the_exact_table() -> None:
    """Both sides play by the table, to the end; a seed for each position, as one for all would move all alike."""
    cases = bear_offs(150)
    settings = Settings(trials=324, seed=1, evaluator=Exact(Pips()), exact=False, quasi_random=False)
    found = list(rollout_many([board for board, _ in cases], settings))
    z = [
        (each.equity.value - equity) / each.equity.standard_error for each, (_, equity) in zip(found, cases,
        strict=True)
    ]
    assert abs(np.mean(z)) < 4 / math.sqrt(len(z))
    assert 0.8 < np.std(z) < 1.2
    assert np.mean(np.abs(z) < 1.96) > 0.88


def test_with_perfect_judgement_luck_is_all_there_is() -> None:
    for board, equity in bear_offs(8):
        settings = Settings(trials=36, seed=1, evaluator=Exact(Pips()), exact=False, variance_reduction=True)
        found = rollout(board, settings)
        assert found.equity.value == pytest.approx(equity, abs=2e-5)
        assert found.equity.standard_error < 1e-5


def test_exact_bear_offs_end_the_games() -> None:
    for board, equity in bear_offs(5):
        found = rollout(board, Settings(trials=36, seed=1, evaluator="pips"))
        assert found.equity.value == pytest.approx(equity, abs=1e-12)
        assert (found.equity.standard_error, found.truncated, found.turns) == (pytest.approx(0, abs=1e-8), 36, 0)
    own, other = [0, 0, 0, 0, 0, 2], [0, 0, 0, 0, 0, 2]
    points = [0, *own] + [0] * 12 + [-n for n in reversed(other)] + [0]
    exact = TwoSided.load().of(own, other)
    found = rollout(Board(points), Settings(trials=36, cubeful=True))
    # If it is not doubled now; and doubled, in units of the cube before.
    assert found.cube["no_double"].equity.value == pytest.approx(exact.centred)
    assert found.cube["double_take"].equity.value == pytest.approx(2 * exact.opponent_owned)
    assert found.action == exact.action == "double, take"
    # Near its limit the cube is not the table's: dead at 2, so that a double to it is worth twice the cubeless equity.
    near = rollout(Position(Board(points), options=bg.game.Options(cube_limit=2)), Settings(trials=36, cubeful=True))
    assert near.cube["double_take"].equity.value == pytest.approx(2 * exact.cubeless, abs=1e-6)


def test_the_answer_to_a_play_may_be_a_double() -> None:
    """The opponent has one checker to bear off: 27 of 36 rolls do it, or else it has lost."""
    board = Board([0, 1, 1, 1] + [0] * 15 + [-1, 0, 0, 0, 0, 0, 0])
    values = []
    for exact in (True, False):
        settings = Settings(trials=324, seed=2, cubeful=True, exact=exact, evaluator=Exact(Pips()))
        found = rollout_candidates(board, (2, 1), settings)
        values.append([each.rollout.cube["no_double"].equity.value for each in found])
    # It doubles, and with 9 of 36 a take is worth as much as a drop.
    assert values[0] == pytest.approx([-1.0] * len(values[0]), abs=1e-6)
    assert values[1] == pytest.approx(values[0], abs=0.02)


def test_the_doubled_game_is_played_for_itself() -> None:
    """At 2 away each, a game with the cube turned is for the match: gammons count for nothing any more."""
    position = Position(Board.from_xgid("a--BBBC-C---dC---c-f--a---"), length=5, score=(3, 3))
    settings = Settings(trials=648, seed=3, cubeful=True)
    found = rollout(position, settings)
    turned = position.with_(cube=bg.game.Cube(2, position.turn.other))
    alone = rollout(turned, settings)
    mwc, same = found.cube["double_take"].mwc, alone.cube["no_double"].mwc
    assert mwc is not None
    assert same is not None
    assert mwc.value == pytest.approx(same.value)
    assert mwc.value == pytest.approx(alone.outcomes[0].value)


@pytest.mark.long
def test_variance_reduction_changes_the_error_not_the_mean(contact: list[Board]) -> None:
    z, ratios = [], []
    for number, board in enumerate(contact[:4]):
        settings = Settings(trials=324, seed=20 + number)
        plain, reduced = rollout(board, settings), rollout(board, replace(settings, variance_reduction=True))
        joint = math.hypot(plain.equity.standard_error, reduced.equity.standard_error)
        z.append((plain.equity.value - reduced.equity.value) / joint)
        ratios.append(reduced.equity.standard_error / plain.equity.standard_error)
        assert sum(plain.counts) == sum(reduced.counts)
        assert plain.counts == reduced.counts  # the same games
    assert np.abs(z).max() < 3.5
    assert np.mean(ratios) < 0.75
