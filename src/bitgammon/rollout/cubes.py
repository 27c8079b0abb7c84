"""The cube that goes along with the games of a piece: turned, owned, and what each game was worth with it.

All values are as the side on roll at the start sees them: points in money play, match winning chances at a score.
"""

from typing import Final

import numpy as np
from numpy.typing import NDArray

from bitgammon.cube import CubeAction, MatchTerms, MoneyTerms, cubeful, decide, efficiency
from bitgammon.evaluate import flipped
from bitgammon.rollout.task import CENTRED, OTHER, OWN, Line
from bitgammon.rules import RESULT_POINTS

Floats = NDArray[np.float64]
Places = NDArray[np.int64]
#: The column of payoffs for each result from -3 to 3; 0, a game that goes on, has none.
_COLUMNS: Final = np.array([RESULT_POINTS.index(points) if points else -1 for points in range(-3, 4)])


def slopes(payoffs: Floats) -> Floats:
    """What each of the five cumulative outcomes adds to the value of a single loss, (M, 5), of payoffs (M, 6):
    value = payoffs[:, 3] + (slopes * outcomes).sum(axis=1)."""
    win, win_gammon, win_backgammon, lose, lose_gammon, lose_backgammon = payoffs.T
    return np.stack(
        [
            win - lose,
            win_gammon - win,
            win_backgammon - win_gammon,
            lose_gammon - lose,
            lose_backgammon - lose_gammon,
        ],
        axis=1,
    )


class CubeLine:
    """The cube of so many trials. ``places`` below are indices of trials."""

    def __init__(self, line: Line, terms: MoneyTerms | MatchTerms, trials: int) -> None:
        self.line = line
        self.values = np.zeros(trials)
        self._terms = (terms, terms.swapped())
        self._match = isinstance(terms, MatchTerms)
        self._log2 = np.full(trials, line.log2, np.int64)
        self._owner = np.full(trials, line.owner, np.int8)
        self._dropped = np.zeros(trials, bool)

    def turn_cube(self, places: Places, parity: int, boards: NDArray[np.int8], outcomes: NDArray[np.float32]) -> None:
        """Before a roll: whoever is on roll, the side that began or (parity 1) the other, may double. boards and
        outcomes are of the places, seen by the side on roll."""
        if not self.line.live:
            return
        terms = self._terms[parity]
        owner = self._seen(places, parity)
        asked = np.flatnonzero(~self._dropped[places] & terms.may_double(self._log2[places], owner))
        if not len(asked):
            return
        some = places[asked]
        decision = decide(
            outcomes[asked].astype(np.float64), terms, self._log2[some], owner[asked], efficiency(boards[asked])
        )
        dropped = decision.action == CubeAction.DOUBLE_DROP
        self.values[some[dropped]] += self._root(decision.double_drop[dropped], parity)
        self._dropped[some[dropped]] = True
        taken = some[decision.action == CubeAction.DOUBLE_TAKE]
        self._log2[taken] += 1
        self._owner[taken] = OWN if parity else OTHER  # the side's that was doubled

    def weights(self, places: Places) -> Floats:
        """Slopes of the payoffs at the cubes of these trials, (M, 5), as the side that began sees them."""
        found = slopes(self._payoffs(places))
        found[self._dropped[places]] = 0.0
        return found

    def correct(self, places: Places, luck: Floats) -> None:
        """Takes out the luck of a turn, differences of outcomes (M, 5) as the side that began sees them."""
        self.values[places] -= (self.weights(places) * luck).sum(axis=1)

    def finish(self, places: Places, results: NDArray[np.int8]) -> None:
        """Games that ended: 1 to 3 won by the side that began, -1 to -3 lost."""
        values = self._payoffs(places)[np.arange(len(places)), _COLUMNS[results.astype(np.int64) + 3]]
        self.values[places] += np.where(self._dropped[places], 0.0, values)

    def judge(
        self,
        places: Places,
        parity: int,
        boards: NDArray[np.int8],
        outcomes: NDArray[np.float64],
        may_double: bool,
        exact: Floats | None = None,
    ) -> None:
        """Games that are cut off before a roll, judged by outcomes (M, 5) of the side on roll, which does its best with
        the cube if it may double; in money play by exact (M, 4), the two-sided table's equities, where given."""
        terms, log2, owner = self._terms[parity], self._log2[places], self._seen(places, parity)
        if not self.line.live:
            seen = outcomes if parity == 0 else flipped(outcomes)
            payoffs = self._payoffs(places)
            values = payoffs[:, 3] + (slopes(payoffs) * seen).sum(axis=1)
        else:
            share = efficiency(boards)
            values = cubeful(outcomes, terms, log2, owner, share)
            may = terms.may_double(log2, owner) & may_double
            some = np.flatnonzero(may)
            if len(some):
                chosen = decide(outcomes[some], terms, log2[some], owner[some], share[some])
                values[some] = np.maximum(chosen.no_double, np.minimum(chosen.double_take, chosen.double_drop))
            if exact is not None and not self._match:
                # The table's cube has no limit: near its own it is not the same.
                far = np.flatnonzero(np.left_shift(4, log2) <= terms.cube_limit)
                values[far] = np.left_shift(1, log2[far]) * _exact_values(exact[far], owner[far], may[far])
            values = self._root(values, parity)
        self.values[places] += np.where(self._dropped[places], 0.0, values)

    def _seen(self, places: Places, parity: int) -> NDArray[np.int8]:
        owner: NDArray[np.int8] = self._owner[places]
        return -owner if parity else owner

    def _payoffs(self, places: Places) -> Floats:
        return self._terms[0].payoffs(self._log2[places], self._owner[places] == CENTRED)

    def _root(self, values: Floats, parity: int) -> Floats:
        """Values of the side on roll as the side that began sees them."""
        if not parity:
            return values
        return 1 - values if self._match else -values


def _exact_values(exact: Floats, owner: NDArray[np.int8], may: NDArray[np.bool_]) -> Floats:
    """What the side on roll has, in units of the cube, at its best where it may double."""
    held = np.where(owner == OWN, exact[:, 1], np.where(owner == CENTRED, exact[:, 2], exact[:, 3]))
    return np.where(may, np.maximum(held, np.minimum(1.0, 2 * exact[:, 3])), held)
