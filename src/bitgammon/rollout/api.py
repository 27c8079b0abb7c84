"""Rollouts of positions, of the candidates for a roll, and of any number of positions."""

import hashlib
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any, TypeVar

from bitgammon.arguments import check_text, integer, quoted
from bitgammon.board import Board
from bitgammon.cube import MoneyTerms, terms_of
from bitgammon.cube.terms import check_going_on
from bitgammon.errors import FinishedGameError, InvalidDiceError, InvalidPositionError, OutOfRangeError
from bitgammon.game import Position
from bitgammon.game.actions import checked_roll
from bitgammon.play import Play
from bitgammon.rollout.checkpoint import Checkpoint
from bitgammon.rollout.executors import Executor, Serial
from bitgammon.rollout.jobs import Group, Job, Reporter
from bitgammon.rollout.results import Candidate, Rollout, ranking
from bitgammon.rollout.settings import Settings
from bitgammon.rollout.sums import Sums
from bitgammon.rollout.task import CENTRED, OTHER, OWN, Line, Task

_T = TypeVar("_T")
#: Positions have numbers below this: what the streams of dice have room for.
MOST_POSITIONS = 1 << 47


def rollout(
    position: Position | Board,
    settings: Settings | None = None,
    *,
    executor: Executor | None = None,
    checkpoint: str | Path | None = None,
    report: Reporter | None = None,
) -> Rollout:
    """Rolls out a position before its roll, for the side on roll.

    executor: who computes it (``rollout.executors``), this thread by default; the result is the same to the last bit
    for all. checkpoint: a file that keeps what is done: the same call goes on from it, with more trials too. report:
    told how it comes along. Raises FinishedGameError, InvalidDiceError for a position that has rolled,
    InvalidPositionError for one with an offer to answer, EvaluatorError, ExecutorError, CheckpointError, OSError,
    TypeError.

    >>> found = rollout(Board(), Settings(trials=36, seed=1, evaluator="random"))
    >>> found.trials, sum(found.counts)
    (36, 36)
    """
    options = _settings(settings, candidates=False)
    tasks = tasks_of(position, options, 0)
    with _who(executor) as who, _kept(checkpoint, {"positions": _digest(tasks)}, options) as kept:
        (group,) = Job([Group("0", tasks)], options, who, kept, report).run()
    return found_of(group.tasks, group.sums)


def rollout_candidates(
    position: Position | Board,
    dice: tuple[int, int] | None = None,
    settings: Settings | None = None,
    *,
    plays: Iterable[Play] | None = None,
    executor: Executor | None = None,
    checkpoint: str | Path | None = None,
    report: Reporter | None = None,
) -> list[Candidate]:
    """Rolls out the plays of a roll, all of them or those given, with the same dice for each; best first. With the cube
    in play, the opponent may double before its first roll.

    dice: those of the position if it has rolled. What stop_jsd leaves out early is ranked by the trials it had. Raises
    as ``rollout``, and IllegalPlayError for a play the dice do not allow.

    >>> found = rollout_candidates(Board(), (6, 5), Settings(trials=36, evaluator="random"))
    >>> len(found), found[0].behind
    (7, 0.0)
    """
    options = _settings(settings, candidates=True)
    given = _position(position)
    rolled = given.dice if dice is None else dice
    if rolled is None:
        raise InvalidDiceError("dice: the position has not rolled, and none are given")
    rolled = checked_roll(rolled)
    if given.dice is not None and sorted(given.dice) != sorted(rolled):
        raise InvalidDiceError(f"dice={rolled}, but the position has rolled {given.dice}")
    legal = given.board.plays(*rolled)
    chosen = list(legal if plays is None else _chosen(plays, given, rolled))
    if not chosen:
        raise OutOfRangeError("plays: there is none to roll out")
    tasks = [_after(given, play, options) for play in chosen]
    about = {"positions": _digest(tasks)}
    with _who(executor) as who, _kept(checkpoint, about, options) as kept:
        (group,) = Job([Group("0", tasks)], options, who, kept, report).run()
    found = [Rollout.of(sums, task, negated=True) for sums, task in zip(group.sums, tasks, strict=True)]
    return ranking(chosen, found)


def rollout_many(
    positions: Iterable[Position | Board],
    settings: Settings | None = None,
    *,
    first: int = 0,
    executor: Executor | None = None,
    checkpoint: str | Path | None = None,
    about: str = "",
    report: Reporter | None = None,
) -> Iterator[Rollout]:
    """Rolls out one position after the other, each with dice of its own, which its number fixes: ``first``, and so on.

    positions may be endless; results come in order, each as soon as it is complete. about: names the positions in the
    checkpoint, which would otherwise be one of any positions. Raises as ``rollout``.

    >>> [found.trials for found in rollout_many([Board()] * 3, Settings(trials=36, evaluator="random"))]
    [36, 36, 36]
    """
    options = _settings(settings, candidates=False)
    check_text("about", about)
    start = integer("first", first, 0, MOST_POSITIONS - 1)
    items = _items("positions", positions)
    with _who(executor) as who, _kept(checkpoint, {"positions": about, "first": start}, options) as kept:
        groups = (
            Group(str(number), tasks_of(position, options, number))
            for number, position in enumerate(items, start)
        )
        for group in Job(groups, options, who, kept, report).run():
            yield found_of(group.tasks, group.sums)


def tasks_of(position: Position | Board, settings: Settings, number: int) -> list[Task]:
    """The tasks of a position before its roll: as it stands and, where the cube may be turned, so never before an
    opening roll, with that done and taken. number: which stream of dice."""
    given = _position(position)
    if given.dice is not None:
        raise InvalidDiceError(f"the position has rolled {given.dice}: roll out its candidates, or leave the dice out")
    task = _task(given, settings, number, at_once=False)
    line = task.line
    if line is None or not line.live or settings.opening or not task.terms.may_double(line.log2, line.owner):
        return [task]
    doubled = Line("double_take", line.log2 + 1, OTHER, live=True, at_once=False, unit=line.unit)
    return [task, replace(task, line=doubled)]


def found_of(tasks: Sequence[Task], sums: Sequence[Sums]) -> Rollout:
    """What the sums of ``tasks_of`` say."""
    return Rollout.of(sums[0], tasks[0], doubled=(sums[1], tasks[1]) if len(tasks) > 1 else None)


def _chosen(plays: Iterable[Play], given: Position, rolled: tuple[int, int]) -> Iterable[Play]:
    """The plays that were asked for, each once, in canonical order of their moves."""
    found: dict[Play, None] = {}
    for play in _items("plays", plays):
        if not isinstance(play, Play):
            raise TypeError(f"plays: expected plays, not {quoted(play)}")
        found[given.board.parse_play(str(play), *rolled)] = None
    return found


def _items(name: str, given: Iterable[_T]) -> Iterator[_T]:
    """The items of an iterable; TypeError, naming the argument, for what is none."""
    try:
        return iter(given)
    except TypeError:
        raise TypeError(f"{name}: expected {name}, not {quoted(given)}") from None


def _position(given: Position | Board) -> Position:
    if isinstance(given, Board):
        given = Position(given)
    if not isinstance(given, Position):
        raise TypeError(f"position: expected a Position or a Board, not {quoted(given)}")
    if given.outcome is not None or given.board.result():
        raise FinishedGameError("position: the game is over")
    check_going_on(given)
    if given.offer or given.resigned is not None:
        raise InvalidPositionError("position: a double or resignation is to be answered first")
    if given.board.status:
        raise InvalidPositionError(f"position: {given.board.status!r}")
    return given


def _task(given: Position, settings: Settings, number: int, *, at_once: bool) -> Task:
    log2 = given.cube.value.bit_length() - 1
    owner = CENTRED if given.cube.owner is None else OWN if given.cube.owner is given.turn else OTHER
    line = None
    if settings.cubeful:
        line = Line("no_double", log2, owner, live=True, at_once=at_once, unit=log2)
    elif given.length and not settings.random:
        line = Line("at_score", log2, owner, live=False, at_once=at_once, unit=log2)
    terms = MoneyTerms() if settings.random else terms_of(given)  # random play asks for no score
    return Task(given.board.points, given.board.checkers, number, terms, line)


def _after(given: Position, play: Play, settings: Settings) -> Task:
    """The task of the position after a play, whose side on roll is the opponent."""
    board = given.board.after(play).swapped()
    return _task(given.with_(board=board, turn=given.turn.other, dice=None), settings, 0, at_once=True)


def _settings(given: Settings | None, candidates: bool) -> Settings:
    if given is None:
        return Settings()
    if not isinstance(given, Settings):
        raise TypeError(f"settings: expected Settings, not {quoted(given)}")
    if given.opening and candidates:
        raise OutOfRangeError("opening=True: the first roll is known, and the next one may be a double")
    if given.stop_jsd is not None and not candidates:
        raise OutOfRangeError(f"stop_jsd={given.stop_jsd}: it compares candidates, and there are none")
    return given


def _digest(tasks: list[Task]) -> str:
    text = repr([(task.points, task.checkers, repr(task.terms), task.line) for task in tasks])
    return hashlib.blake2b(text.encode(), digest_size=16).hexdigest()


@contextmanager
def _who(given: Executor | None) -> Iterator[Executor]:
    """The caller's executor, or the caller's own thread."""
    if given is not None:
        if not callable(getattr(given, "map", None)):
            raise TypeError(f"executor: expected an executor, not {quoted(given)}")
        yield given
        return
    with Serial() as who:
        yield who


@contextmanager
def _kept(path: str | Path | None, about: dict[str, Any], settings: Settings) -> Iterator[Checkpoint | None]:
    if path is None:
        yield None
        return
    if not isinstance(path, str | Path):
        raise TypeError(f"checkpoint: expected the path of a file, not {quoted(path)}")
    with Checkpoint.open(Path(path), about | settings.job()) as kept:
        yield kept
