"""The race judged by pip counts alone, the simplest evaluator that plays sensibly once contact is over."""

from math import erf
from typing import Final

import numpy as np
from numpy.typing import NDArray

from bitgammon.batch import pip_counts
from bitgammon.batch.arrays import board_rows
from bitgammon.evaluate.outcomes import Outcomes

#: erf at multiples of 1/64 up to 4, where it is 1 to seven digits: numpy has no erf, and a table gives the same bits
#: everywhere.
_ERF: Final = np.array([erf(k / 64) for k in range(257)])


class Pips:
    """Win chances by Kleinman's metric: with the side on roll D pips ahead and S pips on the board in all, it wins with
    the chance Phi((D + 4) / sqrt(2 (S - 4))), Phi being the normal distribution (D. Kleinman, "Vision Laughs at
    Counting", 1980). Contact is not looked at, and no gammons are foreseen; chances stay within 0.001 of 0 and 1, so
    that pips count until the end.

    >>> import bitgammon as bg
    >>> Pips().evaluate(np.array([bg.Board().points], np.int8))[0].astype(float).round(3).tolist()
    [0.562, 0.0, 0.0, 0.0, 0.0]
    """

    name = "pips"

    def evaluate(self, boards: NDArray[np.int8]) -> Outcomes:
        """Outcomes, float32 (M, 5), of int8 (M, 26) boards. InvalidBoardError, BatchShapeError, TypeError. 60 bytes a
        row."""
        counts = pip_counts(board_rows(boards)).astype(np.float64)
        lead = counts[:, 1] - counts[:, 0] + 4
        spread = np.sqrt(np.maximum(counts.sum(axis=1) - 4, 1.0))
        # Phi(x) = (1 + erf(x / sqrt 2)) / 2, and so sqrt 2 is out.
        place = np.abs(lead / spread) / 2 * 64
        whole = np.minimum(place.astype(np.int64), 255)
        share = np.minimum(place - whole, 1.0)
        value = _ERF[whole] + share * (_ERF[whole + 1] - _ERF[whole])
        # A little of the bare lead keeps boards apart whose chance is all but 0 or 1.
        chance = 0.5 + np.copysign(0.5 * value, lead) * 0.998 + lead * 1e-6
        found = np.zeros((len(counts), 5), np.float32)
        found[:, 0] = np.clip(chance, 0.0, 1.0)
        return found
