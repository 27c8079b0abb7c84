"""``bitgammon rollout`` of one position, or of the candidates for one roll."""

import argparse
import json
import time
from typing import Any

from bitgammon.cli import position, rollout_text
from bitgammon.cli.exits import BAD_INPUT, INTERRUPTED, complain
from bitgammon.cli.progress import Progress
from bitgammon.cli.rollout_how import executor_of, head_of, settings_of
from bitgammon.errors import BitgammonError, InvalidDiceError
from bitgammon.rollout import Rollout, Settings, Sums, Task, ranking, rollout, rollout_candidates
from bitgammon.rollout.api import found_of, tasks_of


def run(options: argparse.Namespace) -> int:
    """Roll out and print; 0, 130 or 2."""
    return _One(options, settings_of(options)).run()


class _One:
    """One position or the candidates of one roll, with what is known of it when it is interrupted."""

    def __init__(self, options: argparse.Namespace, settings: Settings) -> None:
        self.options = options
        self.settings = settings
        self.given = position.read(options.position, options.checkers)
        self.tasks: list[Task] = []
        self.sums: dict[Task, Sums] = {}
        self.computed = 0
        self.workers = 1
        self.plays: list[Any] = []
        if options.candidates:
            self.dice = position.dice_of(self.given, options.dice)
            board = self.given.board
            asked = [board.parse_play(text, *self.dice) for text in options.play or []]
            self.plays = list(dict.fromkeys(asked or board.plays(*self.dice)))  # each once
        elif self.given.dice is not None:
            high, low = self.given.dice
            raise InvalidDiceError(f"the {self.given.kind} has rolled {high}{low}: say --candidates")
        else:
            self.tasks = tasks_of(self.given.position, settings, 0)

    def run(self) -> int:
        """Roll out; print the whole or what there is of it."""
        began = time.perf_counter()
        problem: BaseException | None = None
        found: Any = None
        total = self.settings.trials * (len(self.plays) or len(self.tasks))
        with Progress("trials", total) as progress:

            def report(trials: int, task: Task, sums: Sums, known: bool) -> None:
                self.sums[task] = sums
                self.computed += 0 if known else trials
                error = Rollout.of(sums, task).ranked_by.standard_error
                progress.note = f"s.e. {error:.4f}"
                progress.advance(trials)

            try:
                with executor_of(self.options) as who:
                    self.workers = who.workers
                    more: dict[str, Any] = {
                        "executor": who,
                        "checkpoint": self.options.checkpoint,
                        "report": report,
                    }
                    if self.plays:
                        found = rollout_candidates(
                            self.given.position, self.dice, self.settings, plays=self.plays, **more
                        )
                    else:
                        found = rollout(self.given.position, self.settings, **more)
            except (KeyboardInterrupt, BitgammonError, OSError) as error:
                problem = error
        if found is None:
            found = self._partial()
        if found is not None:
            self._print(found, time.perf_counter() - began, problem is None)
        if isinstance(problem, KeyboardInterrupt):
            done = sum(sums.trials for sums in self.sums.values())
            begun = f", {len(self.sums)} of {len(self.plays)} plays are begun" if self.plays else ""
            complain(f"interrupted: {done:,} of {total:,} trials are done{begun}")
            return INTERRUPTED
        if problem is not None:
            complain(f"error: {problem}")
            return BAD_INPUT
        return 0

    def _partial(self) -> Any:
        """What the trials done say, or None without any."""
        if not self.sums:
            return None
        if not self.plays:
            done = [task for task in self.tasks if task in self.sums]  # the first of them is begun first
            return found_of(done, [self.sums[task] for task in done])
        known = {task.points: Rollout.of(sums, task, negated=True) for task, sums in self.sums.items()}
        after = [(play, known.get(self.given.board.after(play).swapped().points)) for play in self.plays]
        pairs = [(play, found) for play, found in after if found is not None]
        return ranking([play for play, _ in pairs], [found for _, found in pairs])

    def _xgid(self) -> str | None:
        """With cube and score; None for boards that an XGID has no room for."""
        try:
            return self.given.position.text("xgid")
        except BitgammonError:
            return None

    def _print(self, found: Any, seconds: float, complete: bool) -> None:
        head = {"position_id": self.given.board.position_id(), "xgid": self._xgid()} | head_of(self.settings)
        tail = {
            "seconds": round(seconds, 6),
            "threads": self.workers,
            "games_per_s": round(self.computed / seconds) if seconds else 0,
            "complete": complete,
        }
        if isinstance(found, Rollout):
            record = head | found.record() | tail
        else:
            record = head | {"dice": list(self.dice), "candidates": [each.record() for each in found]} | tail
        if self.options.json:
            print(json.dumps(record))
        else:
            rollout_text.show(record)
