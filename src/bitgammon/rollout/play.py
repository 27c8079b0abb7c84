"""The games of a piece, all of them at once: every turn lists the plays of all, asks the evaluator about all of them in
one call, and makes the best play of each.

Boards, outcomes and values are those of the trials that go on. At an even turn the side that began is on roll, at an
odd one (parity 1) the other; what is kept of a trial is as the side that began sees it.
"""

from functools import lru_cache
from threading import Lock
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from bitgammon import batch
from bitgammon.arguments import MOST_TURNS
from bitgammon.bearoff import BearoffEvaluator
from bitgammon.cube import MoneyTerms
from bitgammon.evaluate import Evaluator, equities, evaluated, evaluator, flipped
from bitgammon.rollout import dice as dice_plan
from bitgammon.rollout.cubes import CubeLine
from bitgammon.rollout.settings import Settings
from bitgammon.rollout.sums import Sums
from bitgammon.rollout.task import Piece, Task
from bitgammon.rules import RESULT_POINTS, ROLLS, roll_weight

_ROLLS: Final = np.array(ROLLS, np.uint8)
_SHARES: Final = np.array([roll_weight(*roll) / 36 for roll in ROLLS])
#: The number of a roll among ROLLS, by its dice in either order.
_NUMBER: Final = np.zeros((7, 7), np.int64)
for _number, (_high, _low) in enumerate(ROLLS):
    _NUMBER[_high, _low] = _NUMBER[_low, _high] = _number
_LOCK: Final = Lock()
#: A difference of outcomes as the other side sees it.
_ORDER: Final = np.array([0, 3, 4, 1, 2])
_SIGNS: Final = np.array([-1.0, 1.0, 1.0, 1.0, 1.0])


def play(piece: Piece) -> Sums:
    """The sums of a piece: a function of the piece alone, wherever it is computed. EvaluatorError for an evaluator that
    fails."""
    if piece.settings.random:
        return _play_at_random(piece)
    trials = _Trials(piece)
    while len(trials.going):
        trials.turn()
    return trials.sums()


@lru_cache(maxsize=8)
def _named(name: str) -> Evaluator:
    return evaluator(name)


def _evaluator_of(settings: Settings) -> Evaluator:
    given: Any = settings.evaluator
    return _named(given) if isinstance(given, str) else evaluator(given)


@lru_cache(maxsize=1)
def _loaded() -> BearoffEvaluator:
    return BearoffEvaluator()


def _tables() -> BearoffEvaluator:
    """The exact tables, loaded, or built, by one thread."""
    with _LOCK:
        return _loaded()


def _play_at_random(piece: Piece) -> Sums:
    """In the core, without an evaluator."""
    task = piece.task
    played = batch.playout(
        [task.points],
        piece.trials,
        seed=piece.settings.seed,
        opening=piece.settings.opening,
        first_game=piece.first,
        first_board=task.position,
        checkers=task.checkers,
    )
    counts = played.counts[0]
    results = np.repeat(np.array(RESULT_POINTS, np.int8), counts)
    outcomes = _outcomes_of(results)
    values = np.concatenate([outcomes, equities(outcomes)[:, None]], axis=1)
    whole = Sums.of(values, results, np.zeros(1, np.int64))
    return Sums(whole.trials, whole.counts, whole.truncated, int(played.turns[0]), whole.sums, whole.squares)


def _outcomes_of(results: NDArray[np.int8]) -> NDArray[np.float64]:
    """The outcomes of games that ended so, (N, 5)."""
    return np.stack([results >= 1, results >= 2, results == 3, results <= -2, results == -3], axis=1).astype(float)


class _Trials:
    """``going``: the indices of the trials that go on; ``boards`` (G, 26) and ``outcomes`` (G, 5) are of those, seen by
    the side on roll."""

    def __init__(self, piece: Piece) -> None:
        self.task: Task = piece.task
        self.settings = piece.settings
        self.evaluator = _evaluator_of(piece.settings)
        count = piece.trials
        self.trials = np.arange(piece.first, piece.first + count, dtype=np.int64)
        self.going = np.arange(count)
        self.boards = np.tile(self.task.board, (count, 1))
        self.outcomes = np.tile(self._judged(self.boards[:1]), (count, 1))
        self.number = 0
        self.found = np.zeros((count, 5))
        self.results = np.zeros(count, np.int8)
        self.turns = np.zeros(count, np.int64)
        self.cube = None if self.task.line is None else CubeLine(self.task.line, self.task.terms, count)
        self.buffers = batch.PlayBuffers()
        self._settle()

    def _judged(self, boards: NDArray[np.int8]) -> NDArray[np.float32]:
        return evaluated(self.evaluator, boards, self.task.checkers)

    def sums(self) -> Sums:
        """Of all trials, once none goes on."""
        columns = [self.found, equities(self.found)[:, None]]
        if self.cube is not None:
            columns.append(self.cube.values[:, None])
        return Sums.of(np.concatenate(columns, axis=1), self.results, self.turns)

    def turn(self) -> None:
        """A roll and a play in every game that goes on."""
        parity = self.number % 2
        if self.cube is not None and self._may_double:
            self.cube.turn_cube(self.going, parity, self.boards, self.outcomes)
        rolls = dice_plan.rolls(
            self.settings.seed,
            self.task.position,
            self.trials[self.going],
            self.number,
            quasi_random=self.settings.quasi_random is True,
            opening=self.settings.opening,
        )
        if self.settings.variance_reduction:
            self._play_all(rolls, parity)
        else:
            found = self._listed(self.boards, rolls)
            judged = self._judged(found.boards)
            chosen = batch.best(self._worth(judged, np.diff(found.offsets), parity), found.offsets)
            self.boards, self.outcomes = found.boards[chosen], judged[chosen]
        self.number += 1
        self._settle()

    def _play_all(self, rolls: NDArray[np.uint8], parity: int) -> None:
        """All 21 rolls of every board: the best play of each, and what the one rolled has over the mean of all."""
        going, each = len(self.going), len(_ROLLS)
        found = self._listed(np.repeat(self.boards, each, axis=0), np.tile(_ROLLS, (going, 1)))
        judged = self._judged(found.boards)
        chosen = batch.best(self._worth(judged, np.diff(found.offsets), parity, each), found.offsets)
        after = judged[chosen].astype(np.float64).reshape(going, each, 5)
        number = _NUMBER[rolls[:, 0], rolls[:, 1]]
        shares = _opening_shares() if self.settings.opening and not self.number else _SHARES
        # In the view of the next side to roll, the one that did not play; at an odd turn that is the one that began.
        luck = after[np.arange(going), number] - (after * shares[:, None]).sum(axis=1)
        if not parity:
            luck = luck[:, _ORDER] * _SIGNS
        self.found[self.going] -= luck
        if self.cube is not None:
            self.cube.correct(self.going, luck)
        place = chosen.reshape(going, each)[np.arange(going), number]
        self.boards, self.outcomes = found.boards[place], judged[place]

    def _listed(self, boards: NDArray[np.int8], rolls: NDArray[np.uint8]) -> batch.PlayBatch:
        return batch.generate(boards, rolls, swap=True, checkers=self.task.checkers, out=self.buffers)

    def _worth(
        self, judged: NDArray[np.float32], plays: NDArray[np.int64], parity: int, each: int = 1
    ) -> NDArray[np.float32]:
        """What each play is worth to the side that makes it: outcomes (M, 5) are of the next side to roll, plays says
        how many plays each board has for each of so many rolls. With a cube that goes along it is what the outcomes
        are worth at that cube; else cubeless points."""
        if self.cube is None or self.task.terms == MoneyTerms(cube_limit=self.task.terms.cube_limit):
            return -equities(judged)  # a cube makes all points dearer alike
        weights = self.cube.weights(self.going)
        # judged is as the side that does not play sees it: at an odd turn as the one that began, as weights are.
        slopes = -weights if parity else weights[:, _ORDER] * _SIGNS
        # A game that was dropped is played on for its outcomes, as without a cube.
        over = ~weights.any(axis=1)
        slopes[over] = [-2.0, -1.0, -1.0, 1.0, 1.0]
        rows = np.repeat(slopes.astype(np.float32), plays.reshape(-1, each).sum(axis=1), axis=0)
        found: NDArray[np.float32] = (judged * rows).sum(axis=1)
        return found

    def _settle(self) -> None:
        """Games that are over, or judged as they stand, go on no more."""
        parity = self.number % 2
        over = batch.results(self.boards, checkers=self.task.checkers)
        ended = over != 0
        if ended.any():
            places = self.going[ended]
            results = -over[ended] if parity else over[ended]
            self.results[places] = results
            self.found[places] += _outcomes_of(results)
            if self.cube is not None:
                self.cube.finish(places, results)
        known = np.zeros(len(over), bool)
        if self.settings.exact:
            known = ~ended & _tables().covered(self.boards, self.task.checkers)
            if known.any():
                outcomes = _tables().evaluate(self.boards[known]).outcomes
                self._cut(known, parity, outcomes, _tables().equities(self.boards[known]))
        late = np.zeros(len(over), bool)
        if self.number and self.number in (self.settings.truncation, MOST_TURNS):
            late = ~ended & ~known
            if late.any():
                self._cut(late, parity, self.outcomes[late].astype(np.float64), None)
        gone = ended | known | late
        if gone.any():
            self.turns[self.going[gone]] = self.number
            self.going, self.boards, self.outcomes = self.going[~gone], self.boards[~gone], self.outcomes[~gone]

    def _cut(
        self,
        some: NDArray[np.bool_],
        parity: int,
        outcomes: NDArray[np.float64],
        exact: NDArray[np.float64] | None,
    ) -> None:
        places = self.going[some]
        self.found[places] += flipped(outcomes) if parity else outcomes
        if self.cube is not None:
            self.cube.judge(places, parity, self.boards[some], outcomes, self._may_double, exact)

    @property
    def _may_double(self) -> bool:
        """Whether the side on roll may turn the cube: not where it is asked what a position is worth if it does not."""
        return self.number > 0 or (self.task.line is not None and self.task.line.at_once)


def _opening_shares() -> NDArray[np.float64]:
    """Of the fifteen rolls of two different dice."""
    return np.where(_ROLLS[:, 0] == _ROLLS[:, 1], 0.0, 1 / 15)
