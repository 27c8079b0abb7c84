"""``bitgammon rollout``: positions, or the candidates for a roll, played to the end many times under an evaluator."""

import argparse
import json
import logging
import secrets
import time
from typing import Any, Final

from bitgammon.arguments import LARGEST_SEED, MOST_THREADS
from bitgammon.cli import position, rollout_file, rollout_text
from bitgammon.cli.exits import BAD_INPUT, INTERRUPTED, complain
from bitgammon.cli.progress import Progress
from bitgammon.cli.values import number, positive
from bitgammon.errors import BitgammonError, InvalidDiceError, InvalidIdError
from bitgammon.evaluate import NAMES
from bitgammon.rollout import Rollout, Settings, Sums, Task, executor, ranking, rollout, rollout_candidates
from bitgammon.rollout.settings import MOST_TURNS, RANDOM

NAME: Final = "rollout"
SUMMARY: Final = "say how good a position or play is, by playing it to the end many times"
DESCRIPTION: Final = """\
Play the position to the end many times, both sides choosing their plays by an evaluator, and say how the games end for
the player on roll, with standard errors. With --candidates do so for every play of a roll, and rank them. With --file
do so for every position of a file."""
EXAMPLES: Final = """\
examples:
  bitgammon rollout standard --opening --trials 1296 --seed 5 --threads 2
  bitgammon rollout "XGID=-b----E-C---eE---c-e----B-:0:0:1:00:0:0:0:7:10" --cubeful --json
  bitgammon rollout standard --candidates --dice 31 --variance-reduction --stop-jsd 2.5
  bitgammon rollout --file positions.txt --checkpoint positions.done --threads 0 --json > results.jsonl
  bitgammon rollout standard --trials 1000000 --scheduler tcp://10.0.0.1:8786

The same seed gives the same numbers, whoever computes them: threads, processes, or the workers of a dask scheduler.
Interrupted (Ctrl-C), it shows what is done, with exit code 130; with --checkpoint the same command goes on from there.
A file has one position a line, in any of the forms of POSITION; empty lines and those that begin with # are left out.
An .npz has boards, int8 (N, 26). Each line of output is then the result of one position."""

_MOST_TRIALS: Final = 1 << 40


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """[POSITION] and how to roll it out; see the help of each."""
    parser.add_argument("position", metavar="POSITION", nargs="?", help="see bitgammon --help; none with --file")
    position.add_checkers(parser)
    add = parser.add_argument
    add("--file", metavar="FILE", help="roll out every position of a file: ids, one a line, or an .npz of boards")
    add("--candidates", action="store_true", help="roll out the plays of the roll")
    add("--dice", metavar="D1D2", help="the roll of --candidates, if the position has none")
    add("--play", action="append", metavar="PLAY", help="of --candidates, only this play; may be repeated")
    add("--trials", type=number(1, _MOST_TRIALS), default=1296, metavar="N", help="games each, at most (1296)")
    add("--seed", type=number(0, LARGEST_SEED), metavar="S", help="0 .. 2**64 - 1; by default a new one, shown")
    add(
        "--evaluator",
        default="positional",
        metavar="NAME",
        help=f"who chooses the plays: {RANDOM}, {', '.join(NAMES)} (positional)",
    )
    add("--truncate", type=number(1, MOST_TURNS), default=0, metavar="N", help="judge games that take N turns")
    add("--no-exact", action="store_true", help="play on where the exact bear-off table has the answer")
    add("--no-quasi-random", action="store_true", help="draw the first three rolls too, instead of dealing them")
    add("--variance-reduction", action="store_true", help="correct each game by its luck: more exact, and slower")
    add("--opening", action="store_true", help="the first roll is no double")
    add("--cubeful", action="store_true", help="play with the cube, for money or at the score of the match")
    add("--stop-error", type=positive, metavar="E", help="stop at this standard error of the equity")
    add("--stop-jsd", type=positive, metavar="J", help="stop with plays J joint standard deviations behind the best")
    add("--checkpoint", metavar="FILE", help="keep what is done there, and go on from it")
    add("--threads", type=number(0, MOST_THREADS), metavar="T", help="0 for one a core (1)")
    add("--processes", type=number(0, MOST_THREADS), metavar="P", help="processes instead of threads")
    add("--timeout", type=positive, metavar="S", help="give up when a process takes more seconds a piece of work")
    add("--scheduler", metavar="ADDRESS", help="a dask scheduler, tcp://HOST:PORT, whose workers compute")
    add("--workers", type=number(1, MOST_THREADS), metavar="N", help="a dask cluster of so many local processes")
    add("--json", action="store_true", help="JSON instead of text: one object, or one a line with --file")


def run(options: argparse.Namespace) -> int:
    """Roll out and print; 0, 130 if interrupted, 2 for wrong input or a failure, after what was done before it."""
    seed = secrets.randbits(64) if options.seed is None else options.seed
    settings = Settings(
        trials=options.trials,
        seed=seed,
        evaluator=options.evaluator,
        truncation=options.truncate,
        exact=False if options.no_exact else None,
        quasi_random=False if options.no_quasi_random else None,
        variance_reduction=options.variance_reduction,
        opening=options.opening,
        cubeful=options.cubeful,
        stop_error=options.stop_error,
        stop_jsd=options.stop_jsd,
    )
    if options.file is not None:
        if options.position is not None or options.candidates or options.dice or options.play:
            raise InvalidIdError("--file takes neither POSITION nor --candidates, --dice, --play")
        return rollout_file.run(options, settings)
    if options.position is None:
        raise InvalidIdError("no POSITION, and no --file")
    if not options.candidates and (options.dice or options.play):
        raise InvalidDiceError("--dice and --play need --candidates")
    return _One(options, settings).run()


class _One:
    """One position or the candidates of one roll, with what is known of it when it is interrupted."""

    def __init__(self, options: argparse.Namespace, settings: Settings) -> None:
        self.options = options
        self.settings = settings
        self.given = position.read(options.position, options.checkers)
        self.sums: dict[Task, Sums] = {}
        self.plays: list[Any] = []
        if options.candidates:
            self.dice = position.dice_of(self.given, options.dice)
            texts = options.play or []
            legal = self.given.board.plays(*self.dice)
            self.plays = [self.given.board.parse_play(text, *self.dice) for text in texts] or list(legal)
        elif self.given.dice is not None:
            high, low = self.given.dice
            raise InvalidDiceError(f"the {self.given.kind} has rolled {high}{low}: say --candidates")

    def run(self) -> int:
        """Roll out; print the whole or what there is of it."""
        began = time.perf_counter()
        problem: BaseException | None = None
        found: Any = None
        total = self.settings.trials * max(len(self.plays), 1)
        with Progress("trials", total) as progress:

            def report(trials: int, task: Task, sums: Sums) -> None:
                self.sums[task] = sums
                error = Rollout.of(sums, task).ranked_by.standard_error
                progress.note = f"s.e. {error:.4f}"
                progress.advance(trials)

            try:
                with executor_of(self.options) as who:
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
            complain(f"interrupted: {done:,} of {total:,} trials are done")
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
            ((task, sums),) = self.sums.items()
            return Rollout.of(sums, task)
        known = {task.points: Rollout.of(sums, task, negated=True) for task, sums in self.sums.items()}
        after = [(play, known.get(self.given.board.after(play).swapped().points)) for play in self.plays]
        pairs = [(play, found) for play, found in after if found is not None]
        return ranking([play for play, _ in pairs], [found for _, found in pairs])

    def _print(self, found: Any, seconds: float, complete: bool) -> None:
        trials = sum(sums.trials for sums in self.sums.values())
        head = {"position_id": self.given.board.position_id()} | head_of(self.settings)
        tail = {
            "seconds": round(seconds, 6),
            "threads": self.options.threads or 1,
            "games_per_s": round(trials / seconds) if seconds else 0,
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


def head_of(settings: Settings) -> dict[str, Any]:
    """How it was rolled out, for JSON."""
    return {
        "seed": settings.seed,
        "evaluator": settings.evaluator,
        "truncation": settings.truncation,
        "exact": settings.exact,
        "quasi_random": settings.quasi_random,
        "variance_reduction": settings.variance_reduction,
        "opening": settings.opening,
        "cubeful": settings.cubeful,
    }


def executor_of(options: argparse.Namespace) -> Any:
    """Who is to compute. What dask logs of lost workers and schedulers is for programs: a command says it in a line."""
    who = executor(
        threads=1 if options.threads is None else options.threads,
        processes=options.processes,
        scheduler=options.scheduler,
        workers=options.workers,
        timeout=options.timeout,
    )
    if options.scheduler is not None or options.workers is not None:
        for name in [name for name in logging.root.manager.loggerDict if name.partition(".")[0] == "distributed"]:
            logging.getLogger(name).setLevel(logging.CRITICAL)
    return who
