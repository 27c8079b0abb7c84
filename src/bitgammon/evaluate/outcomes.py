"""Outcomes: float32 (M, 5), for the side on roll the chances to win, to win a gammon or more, a backgammon, to lose a
gammon or more, a backgammon. What an evaluator answers is checked and clipped here before anything rests on it."""

from typing import Any, Final, Protocol, runtime_checkable

import numpy as np
from numpy.typing import ArrayLike, NDArray

from bitgammon.arguments import checker_count, quoted, told
from bitgammon.batch.arrays import any_array, array_of, board_rows, packed_rows, refuse
from bitgammon.board import Board
from bitgammon.core import outcomes as core
from bitgammon.errors import BatchShapeError, BatchValueError, EvaluatorError
from bitgammon.rules import CHECKERS

#: How far out of 0..1 an answer may be: what float32 sums are off by.
SLACK: Final = 1e-4

Outcomes = NDArray[np.float32]


@runtime_checkable
class Evaluator(Protocol):
    """Anything with this method can judge boards.

    It is asked for thousands of boards at once, from several threads if the work is given to threads, and must answer
    for a board the same whatever the others are. The boards cannot be written to. Finished boards need no care: their
    outcome is put in afterwards.
    """

    def evaluate(self, boards: NDArray[np.int8], /) -> Any:
        """boards: int8 (M, 26), each seen by the side on roll, before its roll. The outcomes, floats (M, 5)."""


def evaluated(evaluator: Evaluator, boards: ArrayLike, checkers: int = CHECKERS) -> Outcomes:
    """What an evaluator says of boards, int8 (M, 26), checked and clipped as by ``clipped``, float32 (M, 5).

    Raises EvaluatorError, naming the evaluator, when it raises, or answers with another shape, with what are no floats,
    with NaN or with chances out of 0..1; InvalidBoardError, BatchShapeError, TypeError. 20 bytes a row.

    >>> from bitgammon.evaluate import evaluator
    >>> start = np.array([[0, -2, 0, 0, 0, 0, 5, 0, 3, 0, 0, 0, -5, 5, 0, 0, 0, -3, 0, -5, 0, 0, 0, 0, 2, 0]], np.int8)
    >>> evaluated(evaluator("pips"), start).shape
    (1, 5)
    """
    rows, size = board_rows(boards), checker_count(checkers)
    shown = rows.view()
    shown.flags.writeable = False  # they are the caller's games
    try:
        given = np.asarray(evaluator.evaluate(shown))
    except (Exception, SystemExit) as error:
        packed_rows(rows, size)  # boards that are none are the caller's fault, not the evaluator's
        raise EvaluatorError(f"{_name(evaluator)} raised {told(error)}") from error
    if given.shape != (len(rows), 5):
        raise EvaluatorError(f"{_name(evaluator)} answered {len(rows)} boards with shape {given.shape}, not (M, 5)")
    if given.dtype.kind != "f":
        raise EvaluatorError(f"{_name(evaluator)} answered with {given.dtype}, not with floats")
    with np.errstate(over="ignore"):  # infinity is no chance either
        found = np.array(given, np.float32, order="C")
    row = core.first_bad(found, SLACK)
    if row >= 0:
        raise EvaluatorError(
            f"{_name(evaluator)} answered {given[row].tolist()}, which are no chances, for {rows[row].tolist()}"
        )
    _clip(rows, size, found)
    return found


def clipped(boards: ArrayLike, outcomes: ArrayLike, *, checkers: int = CHECKERS) -> Outcomes:
    """Outcomes without what cannot happen, float32 (M, 5), a new array.

    boards: int8 (M, 26); outcomes: (M, 5), seen by the side on roll. No gammon is lost by a side that has borne off a
    checker; without contact no backgammon by one that has no checker in the other's home; none exceeds what it is part
    of; a finished board has its one outcome. Raises BatchValueError for a chance that is NaN or out of 0..1,
    BatchShapeError, InvalidBoardError, TypeError. 20 bytes a row.

    >>> board = [0, 2] + [0] * 21 + [-1, -1, 0]
    >>> clipped([board], [[0.75, 0.5, 0.125, 0.0625, 0.0]], checkers=2).tolist()
    [[0.75, 0.5, 0.0, 0.0625, 0.0]]
    """
    rows = board_rows(boards)
    given = array_of("outcomes", outcomes, (len(rows), 5))
    if given.dtype.kind not in "iuf":
        raise TypeError(f"outcomes: expected real numbers, not {given.dtype}")
    with np.errstate(over="ignore"):
        found = np.array(given, np.float32, order="C")
    row = core.first_bad(found, SLACK)
    if row >= 0:
        raise BatchValueError(f"row {row}: outcomes {given[row].tolist()} are not chances of 0..1")
    _clip(rows, checker_count(checkers), found)
    return found


def _clip(rows: NDArray[np.int8], checkers: int, outcomes: Outcomes) -> None:
    """Takes out of outcomes what cannot happen; InvalidBoardError naming the first row that is no board, and why."""
    row = core.clip(rows, checkers, outcomes)
    if row < len(rows):
        refuse(row, lambda: Board(rows[row].tolist(), checkers=checkers))


def flipped(outcomes: ArrayLike) -> NDArray[Any]:
    """The same outcomes seen by the other side, (..., 5) of the same floats. Raises BatchShapeError, TypeError.

    >>> flipped(np.array([0.75, 0.25, 0.0, 0.125, 0.0])).tolist()
    [0.25, 0.125, 0.0, 0.25, 0.0]
    """
    given = _of_five(outcomes)
    turned = np.empty_like(given)
    turned[..., 0] = 1 - given[..., 0]
    turned[..., 1:3] = given[..., 3:5]
    turned[..., 3:5] = given[..., 1:3]
    return turned


def equities(outcomes: ArrayLike) -> NDArray[Any]:
    """Cubeless money equity in points, (...,), for the side whose outcomes they are, (..., 5), in the same floats.
    Raises BatchShapeError, TypeError.

    >>> float(equities(np.array([0.75, 0.25, 0.0, 0.125, 0.0])))
    0.625
    """
    given = _of_five(outcomes)
    found: NDArray[Any] = 2 * given[..., 0] - 1
    found += given[..., 1] + given[..., 2]
    found -= given[..., 3] + given[..., 4]
    return found


def _of_five(outcomes: ArrayLike) -> NDArray[Any]:
    """outcomes as an array of floats, the last of whose dimensions is 5."""
    given = any_array("outcomes", outcomes)
    if not given.ndim or given.shape[-1] != 5:
        raise BatchShapeError(f"outcomes: expected shape (..., 5), not {given.shape}")
    if given.dtype.kind not in "iuf":
        raise TypeError(f"outcomes: expected real numbers, not {given.dtype}")
    return given if given.dtype.kind == "f" else given.astype(np.float64)


def _name(evaluator: Evaluator) -> str:
    named = getattr(evaluator, "name", None)
    return f"evaluator {quoted(named) if isinstance(named, str) else type(evaluator).__name__}"
