"""Rollouts as they are called: positions, candidates, stop rules, the cube at a score, results, and wrong input."""

import doctest
import json
import math
from dataclasses import replace
from importlib import import_module
from typing import Any

import numpy as np
import pytest

import bitgammon as bg
from bitgammon import Board, Position
from bitgammon.errors import (
    FinishedGameError,
    IllegalPlayError,
    InvalidDiceError,
    InvalidPositionError,
    OutOfRangeError,
)
from bitgammon.rollout import (
    Rollout,
    Settings,
    Sums,
    Threads,
    ranking,
    rollout,
    rollout_candidates,
    rollout_many,
)
from bitgammon.rollout.api import tasks_of
from bitgammon.rollout.play import play
from bitgammon.rollout.task import Piece


@pytest.mark.parametrize("name", ["", ".api", ".dice", ".results", ".settings", ".sums"])
def test_the_examples_run(name: str) -> None:
    found = doctest.testmod(import_module(f"bitgammon.rollout{name}"))
    assert found.attempted > 0
    assert found.failed == 0


# ---- many positions, candidates, stop rules


def test_positions_have_dice_of_their_own(contact: list[Board]) -> None:
    settings = Settings(trials=324, seed=5)
    found = list(rollout_many([contact[0]] * 3, settings))
    assert len({each.equity.value for each in found}) == 3
    assert found[0] == rollout(contact[0], settings)
    assert next(rollout_many([contact[0]], settings, first=2)) == found[2]


def test_endless_positions_come_one_by_one() -> None:
    given = 0

    def positions() -> Any:
        nonlocal given
        while True:
            given += 1
            yield Board()

    with Threads(2) as threads:
        found = rollout_many(positions(), Settings(trials=36, evaluator="random"), executor=threads)
        for _ in range(5):
            next(found)
        assert given < 30
        found.close()


@pytest.mark.long
def test_candidates_are_ranked() -> None:
    settings = Settings(trials=324, seed=5)
    found = rollout_candidates(Board(), (3, 1), settings)
    assert len(found) == 16
    values = [each.rollout.equity.value for each in found]
    assert values == sorted(values, reverse=True)
    assert (found[0].behind, found[0].jsd, found[0].significance) == (0, 0, 0.5)
    for each in found[1:]:
        joint = math.hypot(found[0].rollout.equity.standard_error, each.rollout.equity.standard_error)
        assert each.jsd == pytest.approx(each.behind / joint)
        assert each.significance == pytest.approx(0.5 * (1 + math.erf(each.jsd / math.sqrt(2))))
    # A candidate is the rollout of the board after it, seen by the other side.
    play_ = found[3].play
    after = rollout(Board().after(play_).swapped(), settings)
    assert after.equity.value == pytest.approx(-found[3].rollout.equity.value)
    assert after.outcomes[3] == found[3].rollout.outcomes[1]
    assert after.counts[3:] + after.counts[:3] == found[3].rollout.counts
    some = rollout_candidates(Board(), (3, 1), settings, plays=[found[3].play, found[1].play])
    assert [each.play for each in some] == [found[1].play, found[3].play]


def test_a_ranking_has_a_rollout_for_every_play() -> None:
    some, found = Board().plays(3, 1)[0], rollout(Board(), Settings(trials=36, evaluator="random"))
    for plays, rollouts in (([], []), ([some], []), ([some, some], [found])):
        with pytest.raises(OutOfRangeError, match=f"plays: {len(plays)} of them and {len(rollouts)} rollouts"):
            ranking(plays, rollouts)


def test_a_play_that_wins_is_worth_what_it_wins() -> None:
    board = Board([0, 1, 1] + [0] * 21 + [-15, 0])
    best, _ = rollout_candidates(board, (2, 1), Settings(trials=36))  # the other is 2/1 1/off
    assert str(best.play) == "2/off 1/off"
    assert best.rollout.equity == (2.0, 0.0)
    best, _ = rollout_candidates(Position(board, length=3), (2, 1), Settings(trials=36, cubeful=True))
    found = best.rollout.cube["no_double"].mwc
    assert found is not None
    assert found.value == pytest.approx(0.75076)  # 1 away against 3, Crawford


def test_limits_are_floats() -> None:
    given = Settings(stop_error=np.float32(0.25), stop_jsd=2)  # type: ignore[arg-type]
    assert repr((given.stop_error, given.stop_jsd)) == "(0.25, 2.0)"


@pytest.mark.long
def test_stop_rules() -> None:
    found = rollout(Board(), Settings(trials=6480, seed=1, stop_error=0.06))
    assert 648 <= found.trials < 3000
    assert found.trials % 648 == 0
    assert found.equity.standard_error <= 0.06
    plays = [Board().parse_play(text, 3, 1) for text in ("8/5 6/5", "24/23 13/10", "6/2", "8/7 8/5")]
    settings = Settings(trials=3240, seed=1, stop_jsd=2.0)
    candidates = rollout_candidates(Board(), (3, 1), settings, plays=plays)
    assert min(each.rollout.trials for each in candidates) == 648
    assert candidates[0].rollout.trials > 648
    with Threads(3) as threads:
        again = rollout_candidates(Board(), (3, 1), settings, plays=plays, executor=threads)
    assert again == candidates


# ---- matches and money


def test_a_match_longer_than_any_table() -> None:
    long = Position(length=100, score=(3, 0))
    assert rollout(long, Settings(trials=36, evaluator="random")) == rollout(
        Board(), Settings(trials=36, evaluator="random")
    )
    with pytest.raises(InvalidPositionError, match=r"score=\(7, 5\), length=7: the match is over"):
        rollout(Position(length=7, score=(7, 5)), Settings(trials=36, evaluator="random"))
    with pytest.raises(OutOfRangeError, match=r"score=\(3, 0\), length=100: match equities are known to 64 away"):
        rollout(long, Settings(trials=36))


def test_gammons_and_cube_are_worth_nothing_at_double_match_point() -> None:
    position = Position(length=3, score=(2, 2))
    for cubeful in (False, True):
        found = rollout(position, Settings(trials=324, seed=2, cubeful=cubeful))
        (value,) = found.cube.values()
        assert value.mwc is not None
        assert value.mwc.value == pytest.approx(found.outcomes[0].value, abs=1e-6)
        assert value.equity.value == pytest.approx(2 * found.outcomes[0].value - 1, abs=1e-6)


def test_the_crawford_game_has_no_cube() -> None:
    position = Position(length=3, score=(2, 0), crawford=True)
    live = rollout(position, Settings(trials=324, seed=2, cubeful=True))
    dead = rollout(position, Settings(trials=324, seed=2))
    assert list(live.cube) == ["no_double"]
    assert live.cube["no_double"].equity == pytest.approx(dead.cube["at_score"].equity)
    assert live.action is None


def test_nobody_doubles_before_an_opening_roll() -> None:
    settings = Settings(trials=36, seed=2, cubeful=True, truncation=4)
    opening = rollout(Board(), replace(settings, opening=True))
    assert list(opening.cube) == ["no_double"]
    assert opening.action is None
    assert list(rollout(Board(), settings).cube) == ["no_double", "double_take"]


@pytest.mark.long
def test_a_live_cube_is_worth_more_to_its_owner() -> None:
    board = Board()
    settings = Settings(trials=324, seed=3, cubeful=True, variance_reduction=True, truncation=16)
    owned, centred, other = (
        rollout(Position(board, cube=cube), settings)
        for cube in (bg.game.Cube(2, bg.game.Player.X), bg.game.Cube(), bg.game.Cube(2, bg.game.Player.O))
    )
    values = [found.cube["no_double"].equity.value for found in (owned, centred, other)]
    assert values == sorted(values, reverse=True)
    assert list(other.cube) == ["no_double"]


def test_results_are_values_and_json() -> None:
    found = rollout(Position(length=5), Settings(trials=36, seed=3, cubeful=True))
    record = json.loads(json.dumps(found.record(), allow_nan=False))
    assert record["trials"] == 36
    assert record["cube"]["no_double"]["mwc"]["value"] == found.cube["no_double"].mwc.value  # type: ignore[union-attr]
    one = rollout(Board(), Settings(trials=1, seed=3))
    assert one.equity.standard_error == math.inf
    assert json.loads(json.dumps(one.record(), allow_nan=False))["equity"]["standard_error"] is None
    json.dumps([each.record() for each in ranking([Board().plays(6, 5)[0]], [one])], allow_nan=False)


def test_the_action_is_what_the_values_say() -> None:
    found = rollout(Board(), Settings(trials=36, cubeful=True))
    assert found.action == "no double"

    def with_values(stay: float, take: float) -> str | None:
        cube = {
            name: value._replace(equity=value.equity._replace(value=equity))
            for (name, value), equity in zip(found.cube.items(), (stay, take), strict=True)
        }
        return replace(found, cube=cube).action

    assert with_values(0.5, 0.6) == "double, take"
    assert with_values(0.6, 0.5) == "no double"
    assert with_values(0.9, 1.1) == "double, drop"
    assert with_values(3.0, 3.5) == "too good to double"
    assert with_values(1.001, 1.5) == "double, drop"  # not by two standard errors


# ---- wrong input


def test_settings_that_are_for_something_else() -> None:
    with pytest.raises(OutOfRangeError, match="opening"):
        rollout_candidates(Board(), (3, 1), Settings(opening=True))
    for call in (rollout, lambda board, settings: next(rollout_many([board], settings))):
        with pytest.raises(OutOfRangeError, match="stop_jsd"):
            call(Board(), Settings(stop_jsd=2.0))


def test_positions_that_cannot_be_rolled_out() -> None:
    with pytest.raises(FinishedGameError):
        rollout(Board([0] * 24 + [-15, 0]))
    with pytest.raises(InvalidDiceError, match="candidates"):
        rollout(Position(dice=(3, 1)))
    with pytest.raises(InvalidDiceError, match="not rolled"):
        rollout_candidates(Board())
    with pytest.raises(InvalidDiceError, match="has rolled"):
        rollout_candidates(Position(dice=(3, 1)), (6, 5))
    with pytest.raises(InvalidPositionError, match="double"):
        rollout(Position(offer=bg.game.Offer.DOUBLE))
    with pytest.raises(IllegalPlayError):
        rollout_candidates(Board(), (3, 1), plays=Board().plays(6, 5))
    with pytest.raises(OutOfRangeError, match="plays"):
        rollout_candidates(Board(), (3, 1), plays=[])
    with pytest.raises(InvalidPositionError, match="CLOSED_OUT"):
        rollout(Board.from_xgid("aBBBBBB------------bbbbbbA"))
    for wrong in (None, "start", 5):
        with pytest.raises(TypeError, match="position"):
            rollout(wrong)  # type: ignore[arg-type]
    with pytest.raises(TypeError, match="settings"):
        rollout(Board(), {"trials": 5})  # type: ignore[arg-type]
    with pytest.raises(TypeError, match="about"):
        next(rollout_many([Board()], about=5))  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("given", "error"),
    [
        ({"trials": 0}, OutOfRangeError),
        ({"trials": 1.5}, TypeError),
        ({"seed": -1}, OutOfRangeError),
        ({"seed": 1 << 64}, OutOfRangeError),
        ({"truncation": -1}, OutOfRangeError),
        ({"opening": 1}, TypeError),
        ({"stop_error": 0}, OutOfRangeError),
        ({"stop_jsd": float("nan")}, OutOfRangeError),
        ({"stop_jsd": "2"}, TypeError),
        ({"evaluator": "nobody"}, bg.UnknownNameError),
        ({"evaluator": None}, TypeError),
        ({"evaluator": "random", "variance_reduction": True}, OutOfRangeError),
        ({"evaluator": "random", "cubeful": True}, OutOfRangeError),
        ({"evaluator": "random", "truncation": 5}, OutOfRangeError),
        ({"evaluator": "random", "quasi_random": True}, OutOfRangeError),
        ({"evaluator": "random", "exact": True}, OutOfRangeError),
    ],
)
def test_settings_are_checked(given: dict[str, Any], error: type[Exception]) -> None:
    with pytest.raises(error, match=list(given)[-1]):
        Settings(**given)


def test_sums_read_back_are_the_same_and_nothing_else_is_read() -> None:
    task = tasks_of(Board(), Settings(cubeful=True), 0)[1]
    found = play(Piece(task, Settings(cubeful=True), 0, 20))
    record = json.loads(json.dumps(found.record()))
    assert Sums.read(record, 20, task.values) == found
    for wrong in (None, [], {}, record | {"more": 1}, record | {"sums": record["sums"][1:]}, record | {"trials": 19}):
        with pytest.raises(bg.CheckpointError):
            Sums.read(wrong, 20, task.values)
    assert Rollout.of(found, task).trials == 20
