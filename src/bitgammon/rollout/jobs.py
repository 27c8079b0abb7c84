"""Rolling out groups of tasks: pieces handed to an executor in a fixed order, their sums added in that order, stop
rules looked at in between, what is done kept in a checkpoint.

A group is a position, or all the candidates for a roll. Of its tasks the first pieces come first, then the second ones,
so that stop rules see the same trials of all. A rule is looked at when a round of pieces is complete, whatever else is
being computed by then; pieces past the stop are thrown away. So the result does not depend on who computes what when.
"""

from collections import deque
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from itertools import chain
from typing import Protocol

from bitgammon.arguments import quoted
from bitgammon.rollout.checkpoint import Checkpoint
from bitgammon.rollout.executors import Executor
from bitgammon.rollout.play import play
from bitgammon.rollout.results import equity_of, joint_deviations
from bitgammon.rollout.settings import Settings
from bitgammon.rollout.sums import Sums
from bitgammon.rollout.task import Piece, Task


class Reporter(Protocol):
    """Told how a rollout comes along: so many more trials are done, the sums of the task they belong to, and whether
    they were known from a checkpoint."""

    def __call__(self, trials: int, task: Task, sums: Sums, known: bool, /) -> None: ...


@dataclass
class Group:
    """Tasks that are rolled out side by side, and their sums so far. ``key`` tells the group from others."""

    key: str
    tasks: list[Task]
    sums: list[Sums] = field(init=False)
    going: list[bool] = field(init=False)
    beaten: list[bool] = field(init=False)

    def __post_init__(self) -> None:
        self.sums = [Sums.none(task.values) for task in self.tasks]
        self.going = [True] * len(self.tasks)
        self.beaten = [False] * len(self.tasks)


@dataclass(frozen=True)
class _Step:
    group: Group
    which: int
    piece: Piece
    last: bool  # of the round

    @property
    def key(self) -> str:
        return f"{self.group.key}/{self.which}/{self.piece.first}+{self.piece.trials}"


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
        if report is not None and not callable(report):
            raise TypeError(f"report: expected a function, not {quoted(report)}")
        self._groups = groups
        self._settings = settings
        self._executor = executor
        self._checkpoint = checkpoint
        self._report = report
        self._waiting: deque[tuple[_Step, Sums | None]] = deque()
        self._finished: deque[Group] = deque()

    def run(self) -> Iterator[Group]:
        """The groups, in order, each when it is complete. What an evaluator or executor raises comes through, after the
        groups before it; all that was done is in the checkpoint."""
        steps = self._steps()
        for step in steps:
            known = self._known(step)
            if known is None:
                yield from self._computed(chain([step], steps))
                return
            self._take(step, known, True)
            yield from self._drained()

    def _computed(self, steps: Iterator[_Step]) -> Iterator[Group]:
        """The groups of the steps, the first of which is not known."""
        results = self._executor.map(play, self._unknown(steps))
        try:
            for sums in results:
                self._take_known()
                step, _ = self._waiting.popleft()
                if self._checkpoint is not None:
                    self._checkpoint.add(step.key, sums.record())
                self._take(step, sums, False)
                self._take_known()
                yield from self._drained()
            self._take_known()
            yield from self._drained()
        except Exception:
            self._take_known()
            yield from self._drained()
            raise
        finally:
            results.close()

    def _drained(self) -> Iterator[Group]:
        while self._finished:
            yield self._finished.popleft()

    def _known(self, step: _Step) -> Sums | None:
        """What the checkpoint has of a step."""
        record = None if self._checkpoint is None else self._checkpoint.get(step.key)
        return None if record is None else Sums.read(record, step.piece.trials, step.piece.task.values)

    def _unknown(self, steps: Iterator[_Step]) -> Iterator[Piece]:
        """The pieces to be computed, in order; those of the checkpoint are put where their turn will come."""
        for step in steps:
            known = self._known(step)
            self._waiting.append((step, known))
            if known is None:
                yield step.piece
            else:
                self._take_known()

    def _steps(self) -> Iterator[_Step]:
        size, trials = self._settings.chunk, self._settings.trials
        for group in self._groups:
            for first in range(0, trials, size):
                # Those that go on as far as is known by now: what has been stopped meanwhile is thrown away.
                going = [which for which in range(len(group.tasks)) if group.going[which]]
                if not going:
                    break
                for which in going:
                    piece = Piece(group.tasks[which], self._settings, first, min(size, trials - first))
                    yield _Step(group, which, piece, which == going[-1])

    def _take_known(self) -> None:
        while self._waiting and self._waiting[0][1] is not None:
            step, known = self._waiting.popleft()
            assert known is not None
            self._take(step, known, True)

    def _take(self, step: _Step, sums: Sums, known: bool) -> None:
        """The next sums in order."""
        group, which = step.group, step.which
        if group.going[which]:
            group.sums[which] += sums
            if self._report is not None:
                self._report(sums.trials, step.piece.task, group.sums[which], known)
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
        if settings.stop_error is None and settings.stop_jsd is None:
            return
        found = [equity_of(sums, task) for sums, task in zip(group.sums, group.tasks, strict=True)]
        best = min(range(len(found)), key=lambda k: found[k].value)  # the candidates' side is the other one
        for k, going in enumerate(group.going):
            if not going:
                continue
            if settings.stop_error is not None and found[k].standard_error <= settings.stop_error:
                group.going[k] = False
            elif settings.stop_jsd is not None and k != best:
                group.beaten[k] = joint_deviations(found[k], found[best]) >= settings.stop_jsd
                group.going[k] = not group.beaten[k]
        if all(group.beaten[k] for k in range(len(found)) if k != best) and len(found) > 1:
            group.going = [False] * len(group.tasks)  # the best has nobody left to beat
