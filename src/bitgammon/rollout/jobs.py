"""Rolling out groups of tasks: pieces handed to an executor in a fixed order, their sums added in that order, stop
rules looked at in between, what is done kept in a checkpoint.

A group is a position, or all the candidates for a roll. Of its tasks the first pieces come first, then the second ones,
so that stop rules see the same trials of all. A rule is looked at when a round of pieces is complete, whatever else is
being computed by then; pieces past the stop are thrown away. So the result does not depend on who computes what when.
"""

from collections import deque
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from itertools import count
from typing import Any, Protocol

from bitgammon.rollout.checkpoint import Checkpoint
from bitgammon.rollout.executors import Executor
from bitgammon.rollout.play import play
from bitgammon.rollout.results import equity_of, joint_deviations
from bitgammon.rollout.settings import LEAST_TRIALS, Settings
from bitgammon.rollout.sums import Sums
from bitgammon.rollout.task import Piece, Task


class Reporter(Protocol):
    """Told how a rollout comes along: so many more trials are done, and the sums of the task they belong to."""

    def __call__(self, trials: int, task: Task, sums: Sums, /) -> None: ...


@dataclass
class Group:
    """Tasks that are rolled out side by side, and their sums so far. ``key`` tells the group from others."""

    key: str
    tasks: list[Task]
    sums: list[Sums] = field(init=False)
    going: list[bool] = field(init=False)

    def __post_init__(self) -> None:
        self.sums = [Sums.none(task.values) for task in self.tasks]
        self.going = [True] * len(self.tasks)


@dataclass(frozen=True)
class _Step:
    group: Group
    which: int
    piece: Piece
    last: bool  # of the round

    @property
    def key(self) -> str:
        return f"{self.group.key}/{self.which}/{self.piece.first}"


class Job:
    """Groups, how to roll them out, and who does it. ``groups`` may be endless: only so many are looked at as keep the
    executor busy."""

    def __init__(
        self,
        groups: Iterable[Group],
        settings: Settings,
        executor: Executor,
        checkpoint: Checkpoint | None = None,
        report: Reporter | None = None,
    ) -> None:
        self._groups = groups
        self._settings = settings
        self._executor = executor
        self._checkpoint = checkpoint
        self._report = report
        self._waiting: deque[tuple[_Step, Sums | None]] = deque()
        self._finished: deque[Group] = deque()

    def run(self) -> Iterator[Group]:
        """The groups, in order, each when it is complete. What an evaluator or executor raises comes through; all that
        was done before is in the checkpoint."""
        results = self._executor.map(play, self._unknown())
        try:
            for sums in results:
                self._take_known()
                step, _ = self._waiting.popleft()
                if self._checkpoint is not None:
                    self._checkpoint.add(step.key, sums.record())
                self._take(step, sums)
                self._take_known()
                while self._finished:
                    yield self._finished.popleft()
            self._take_known()
            yield from self._finished
        finally:
            close: Callable[[], None] | None = getattr(results, "close", None)
            if close is not None:
                close()

    def _unknown(self) -> Iterator[Piece]:
        """The pieces to be computed, in order; those of the checkpoint are put where their turn will come."""
        records: dict[str, Any] = {} if self._checkpoint is None else self._checkpoint.records
        for step in self._steps():
            record = records.get(step.key)
            known = None if record is None else Sums.read(record, step.piece.task.values)
            self._waiting.append((step, known))
            if known is None:
                yield step.piece
            else:
                self._take_known()

    def _steps(self) -> Iterator[_Step]:
        size, trials = self._settings.chunk, self._settings.trials
        for group in self._groups:
            for number in count():
                first = number * size
                if first >= trials or not any(group.going):
                    break
                for which, task in enumerate(group.tasks):
                    piece = Piece(task, self._settings, first, min(size, trials - first))
                    yield _Step(group, which, piece, which == len(group.tasks) - 1)

    def _take_known(self) -> None:
        while self._waiting and self._waiting[0][1] is not None:
            step, known = self._waiting.popleft()
            assert known is not None
            self._take(step, known)

    def _take(self, step: _Step, sums: Sums) -> None:
        """The next sums in order."""
        group, which = step.group, step.which
        if group.going[which]:
            group.sums[which] += sums
            if self._report is not None:
                self._report(sums.trials, step.piece.task, group.sums[which])
        if not step.last or not any(group.going):
            return
        self._stop(group)
        if step.piece.first + step.piece.trials >= self._settings.trials:
            group.going = [False] * len(group.tasks)
        if not any(group.going):
            self._finished.append(group)

    def _stop(self, group: Group) -> None:
        """Looks at the stop rules after a round."""
        settings = self._settings
        found = [equity_of(sums, task) for sums, task in zip(group.sums, group.tasks, strict=True)]
        best = min(range(len(found)), key=lambda k: found[k].value)  # the candidates' side is the other one
        for k, sums in enumerate(group.sums):
            if not group.going[k] or sums.trials < LEAST_TRIALS:
                continue
            if settings.stop_error is not None and found[k].standard_error <= settings.stop_error:
                group.going[k] = False
            elif settings.stop_jsd is not None and k != best:
                group.going[k] = joint_deviations(found[k], found[best]) < settings.stop_jsd
        if settings.stop_jsd is not None and sum(group.going) == 1 and len(group.tasks) > 1:
            group.going = [False] * len(group.tasks)  # the best has nobody left to beat
