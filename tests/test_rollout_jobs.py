"""Rollouts come out the same whoever computes them, in whatever pieces, however often they are gone on with."""

from dataclasses import replace
from pathlib import Path
from typing import Any
from zipfile import ZipFile

import numpy as np
import pytest
import rollout_judge

import bitgammon as bg
from bitgammon import Board
from bitgammon.errors import EvaluatorError
from bitgammon.evaluate import Exact, Pips, Positional
from bitgammon.rollout import Processes, Serial, Settings, Threads, rollout, rollout_many
from bitgammon.rollout.api import tasks_of
from bitgammon.rollout.play import play
from bitgammon.rollout.task import Piece


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


@pytest.mark.parametrize(
    ("settings", "counts", "turns"),
    [
        (Settings(trials=72, seed=5, evaluator="random"), (18, 9, 13, 18, 6, 8), 6804),
        (Settings(trials=72, seed=5, exact=False), (24, 9, 0, 28, 9, 2), 3909),
        (Settings(trials=72, seed=5, exact=False, quasi_random=False, opening=True), (28, 10, 0, 27, 7, 0), 3822),
    ],
)
def test_the_games_of_a_seed_stay_what_they_are(settings: Settings, counts: tuple[int, ...], turns: int) -> None:
    """What changes them is marked **Stream** in the changelog; new weights of the positional evaluator are such."""
    found = rollout(Board(), settings)
    assert (found.counts, round(found.turns * 72)) == (counts, turns)


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


def test_checkpoints_tell_evaluators_apart(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "done"
    weights = Positional().weights
    settings = Settings(trials=36, truncation=1, evaluator=Positional())
    rollout(Board(), settings, checkpoint=path)
    rollout(Board(), settings, checkpoint=path)
    other = Positional(weights | {"bias": np.zeros_like(weights["bias"])})
    for wrong in (other, Pips(), Exact(Positional())):
        with pytest.raises(bg.CheckpointError, match="evaluator"):
            rollout(Board(), replace(settings, evaluator=wrong), checkpoint=path)
    module = tmp_path / "judges_of_checkpoints.py"
    module.write_text("from bitgammon.evaluate import Pips\njudge = Pips().evaluate\n")
    monkeypatch.syspath_prepend(tmp_path)
    named, kept = replace(settings, evaluator="judges_of_checkpoints:judge"), tmp_path / "named"
    for _ in range(2):
        rollout(Board(), named, checkpoint=kept)
    module.write_text("from bitgammon.evaluate import Positional\njudge = Positional().evaluate\n")
    with pytest.raises(bg.CheckpointError, match="evaluator"):
        rollout(Board(), named, checkpoint=kept)
    archive = tmp_path / "judges.zip"
    with ZipFile(archive, "w") as file:
        file.writestr("judges_of_an_archive.py", "from bitgammon.evaluate import Pips\njudge = Pips().evaluate\n")
    monkeypatch.syspath_prepend(archive)
    for _ in range(2):
        packed = replace(settings, evaluator="judges_of_an_archive:judge")
        rollout(Board(), packed, checkpoint=tmp_path / "packed")
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
