"""Bear-offs from the exact tables, everything else from another evaluator."""

import numpy as np
from numpy.typing import NDArray

from bitgammon.arguments import checker_count, flag, quoted
from bitgammon.batch import Phase, classify
from bitgammon.batch.arrays import board_rows
from bitgammon.bearoff import BearoffEvaluator
from bitgammon.evaluate.outcomes import Evaluator, Outcomes
from bitgammon.rules import CHECKERS


class Exact:
    """Answers bear-offs that the two-sided table covers from it, and asks the base for the rest.

    one_sided: all other bear-offs come from the one-sided table, which is all but exact (``bitgammon.bearoff.Source``);
    with 15 checkers only. checkers: how many a side the game is played with. The tables are loaded when the first
    bear-off comes.

    >>> import bitgammon as bg
    >>> from bitgammon.evaluate import Pips
    >>> board = bg.Board([0, 0, 0, 0, 0, 0, 1] + [0] * 17 + [-1, 0])
    >>> Exact(Pips()).evaluate(np.array([board.points], np.int8))[0].tolist()
    [0.75, 0.0, 0.0, 0.0, 0.0]
    """

    def __init__(self, base: Evaluator, *, one_sided: bool = False, checkers: int = CHECKERS) -> None:
        if not isinstance(base, Evaluator):
            raise TypeError(f"base: expected an evaluator, not {quoted(base)}")
        self.base = base
        self.checkers = checker_count(checkers)
        self.one_sided = flag("one_sided", one_sided) and self.checkers == CHECKERS
        self.name = f"{getattr(base, 'name', type(base).__name__)}+bearoff"
        self._tables: BearoffEvaluator | None = None

    def __getstate__(self) -> dict[str, object]:
        """Tables are not sent to other processes, which load their own."""
        return self.__dict__ | {"_tables": None}

    def evaluate(self, boards: NDArray[np.int8]) -> Outcomes:
        """Outcomes, float32 (M, 5), of int8 (M, 26) boards. Errors as of the base, InvalidBoardError,
        BatchShapeError."""
        rows = board_rows(boards)
        if not (classify(rows) == Phase.BEAROFF).any():
            return np.asarray(self.base.evaluate(rows), np.float32)
        if self._tables is None:
            self._tables = BearoffEvaluator()
        known = self._tables.covered(rows, self.checkers)
        if self.one_sided:
            known |= classify(rows) == Phase.BEAROFF
        found = np.empty((len(rows), 5), np.float32)
        if known.any():
            found[known] = self._tables.evaluate(rows[known]).outcomes
        if not known.all():
            found[~known] = self.base.evaluate(rows[~known])
        return found
