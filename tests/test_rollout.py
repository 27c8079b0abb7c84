"""Rollouts: the same as a slow twin, unbiased against exact tables, the same for whoever computes them."""

import doctest
import json
import math
from collections import Counter
from dataclasses import replace
from importlib import import_module
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import rollout_judge
import rollout_twin

import bitgammon as bg
from bitgammon import Board, Position
from bitgammon.bearoff import TwoSided, unrank
from bitgammon.errors import (
    EvaluatorError,
    FinishedGameError,
    IllegalPlayError,
    InvalidDiceError,
    InvalidPositionError,
    OutOfRangeError,
)
from bitgammon.evaluate import Exact, Pips, Positional
from bitgammon.rollout import (
    Processes,
    Rollout,
    Serial,
    Settings,
    Sums,
    Task,
    Threads,
    ranking,
    rollout,
    rollout_candidates,
    rollout_many,
)
from bitgammon.rollout.api import tasks_of
from bitgammon.rollout.play import play
from bitgammon.rollout.task import Piece

DATA = Path(__file__).parent / "data"


@pytest.fixture(scope="module")
def contact() -> list[Board]:
    """Boards with contact, of all sorts."""
    with np.load(DATA / "corpus.npz") as file:
        rows = file["boards"][(file["phase"] == 0) & (bg.classify(file["boards"]) == 3)]
    return [Board(row.tolist()) for row in rows[::911]]


@pytest.mark.parametrize("name", ["", ".api", ".dice", ".results", ".settings", ".sums"])
def test_the_examples_run(name: str) -> None:
    found = doctest.testmod(import_module(f"bitgammon.rollout{name}"))
    assert found.attempted > 0
    assert found.failed == 0


# ---- the games, against the twin


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


# ---- whoever computes it


@pytest.mark.long
def test_all_executors_give_the_same_bits(contact: list[Board]) -> None:
    for settings in (
        Settings(trials=1000, seed=2),
        Settings(trials=700, seed=2, cubeful=True, variance_reduction=True, truncation=4),
        Settings(trials=70_000, seed=2, evaluator="random"),
    ):
        with Serial() as serial, Threads(3) as threads, Processes(2) as processes:
            one, two, three = (rollout(contact[0], settings, executor=who) for who in (serial, threads, processes))
        assert one == two == three


def test_pieces_add_up_to_the_whole(contact: list[Board]) -> None:
    settings = Settings(trials=324, seed=6)
    (task,) = tasks_of(contact[3], settings, 0)
    whole = play(Piece(task, settings, 0, 324))
    parts = play(Piece(task, settings, 0, 100)) + play(Piece(task, settings, 100, 224))
    assert (whole.counts, whole.turns, whole.truncated) == (parts.counts, parts.turns, parts.truncated)
    assert np.allclose(whole.sums, parts.sums)


@pytest.mark.long
def test_more_trials_go_on_from_the_fewer(contact: list[Board], tmp_path: Path) -> None:
    few, many = Settings(trials=1296, seed=3), Settings(trials=2592, seed=3)
    path = tmp_path / "done"
    first = rollout(contact[4], few, checkpoint=path)
    assert first == rollout(contact[4], few)
    played = []
    with Serial() as serial:
        whole = rollout(contact[4], many, executor=_Counting(serial, played), checkpoint=path)
    assert whole == rollout(contact[4], many)
    assert [piece.first for piece in played] == [1296, 1944]
    with pytest.raises(bg.CheckpointError):
        rollout(contact[4], replace(many, seed=4), checkpoint=path)
    with pytest.raises(bg.CheckpointError):
        rollout(contact[5], many, checkpoint=path)


class _Counting:
    """An executor that notes the pieces it is given."""

    workers = 1

    def __init__(self, inner: Any, noted: list[Piece]) -> None:
        self._inner = inner
        self._noted = noted

    def map(self, work: Any, items: Any) -> Any:
        def seen() -> Any:
            for item in items:
                self._noted.append(item)
                yield item

        return self._inner.map(work, seen())


@pytest.mark.parametrize(
    ("evaluator", "before", "after"), [("random", 1296, 5000), ("pips", 1000, 1296), ("pips", 1296, 700)]
)
def test_other_numbers_of_trials_come_out_as_without_a_checkpoint(
    tmp_path: Path, evaluator: str, before: int, after: int
) -> None:
    path = tmp_path / "done"
    for trials in (before, after, before):
        settings = Settings(trials=trials, seed=np.int64(1), evaluator=evaluator, truncation=3 * (evaluator == "pips"))
        assert rollout(Board(), settings, checkpoint=path) == rollout(Board(), settings)


def test_checkpoints_tell_evaluators_apart(tmp_path: Path) -> None:
    path = tmp_path / "done"
    weights = Positional().weights
    settings = Settings(trials=36, truncation=1, evaluator=Positional())
    rollout(Board(), settings, checkpoint=path)
    rollout(Board(), settings, checkpoint=path)
    other = Positional(weights | {"bias": np.zeros_like(weights["bias"])})
    for wrong in (other, Pips(), Exact(Positional())):
        with pytest.raises(bg.CheckpointError, match="evaluator"):
            rollout(Board(), replace(settings, evaluator=wrong), checkpoint=path)
    nameless = replace(settings, evaluator=lambda rows: np.zeros((len(rows), 5)))
    with pytest.raises(bg.CheckpointError, match="pickled"):
        rollout(Board(), nameless, checkpoint=tmp_path / "new")


@pytest.mark.long
def test_a_failing_evaluator_leaves_what_was_done(contact: list[Board], tmp_path: Path) -> None:
    path = tmp_path / "done"
    settings = Settings(trials=6480, seed=1, evaluator=rollout_judge.judge_until_tired)
    rollout_judge.calls_left = 150
    with pytest.raises(EvaluatorError, match="nan"):
        rollout(contact[0], settings, checkpoint=path)
    rollout_judge.calls_left = 10**9
    noted: list[Piece] = []
    with Serial() as serial:
        found = rollout(contact[0], settings, executor=_Counting(serial, noted), checkpoint=path)
    assert 0 < len(noted) < 10
    assert found == rollout(contact[0], replace(settings, evaluator="positional"))


def test_positions_before_a_failure_come_first_and_known_ones_at_once(tmp_path: Path) -> None:
    path, settings = tmp_path / "done", Settings(trials=36, truncation=1)
    given = 0

    def positions() -> Any:
        nonlocal given
        for _ in range(5):
            given += 1
            yield Board()
        raise OSError("no more")

    for _ in range(2):  # computed, then known
        given = 0
        with Threads(2) as threads:
            found = rollout_many(positions(), settings, executor=threads, checkpoint=path)
            assert next(found).trials == 36
            first = given
            assert len([next(found) for _ in range(4)]) == 4
            with pytest.raises(OSError, match="no more"):
                next(found)
    assert first == 1  # the known ones are not read ahead


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
def test_candidates_are_ranked(contact: list[Board]) -> None:
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


def test_a_play_that_wins_is_worth_what_it_wins() -> None:
    board = Board([0, 1, 1] + [0] * 21 + [-15, 0])
    best, _ = rollout_candidates(board, (2, 1), Settings(trials=36))  # the other is 2/1 1/off
    assert str(best.play) == "2/off 1/off"
    assert best.rollout.equity == (2.0, 0.0)
    best, _ = rollout_candidates(Position(board, length=3), (2, 1), Settings(trials=36, cubeful=True))
    found = best.rollout.cube["no_double"].mwc
    assert found is not None
    assert found.value == pytest.approx(0.75076)  # 1 away against 3, Crawford


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
