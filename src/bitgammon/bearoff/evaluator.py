"""Win and gammon chances of bear-off boards from the exact tables."""

from enum import IntEnum
from typing import NamedTuple

import numpy as np
from numpy.typing import ArrayLike, NDArray

from bitgammon.arguments import integer, quoted
from bitgammon.batch import Phase, classify, results
from bitgammon.batch.arrays import board_rows
from bitgammon.bearoff.numbering import MOST_POINTS, ranks, size
from bitgammon.bearoff.one_sided import OneSided
from bitgammon.bearoff.two_sided import TwoSided
from bitgammon.errors import BatchValueError
from bitgammon.rules import CHECKERS, HOME


class Source(IntEnum):
    """Where an answer comes from. OVER: the game is over. TWO_SIDED: the exact two-sided table; EXACT too in that each
    side plays against the other. ONE_SIDED: the distributions of both sides bearing off alone, each playing for the
    least mean of rolls: no board is misjudged by much, but it is not quite best play."""

    OVER = 0
    TWO_SIDED = 1
    ONE_SIDED = 2


class Evaluated(NamedTuple):
    """``outcomes`` float64 (N, 5): chance to win, to win a gammon, a backgammon, to lose a gammon, a backgammon, each
    including the next larger; ``sources`` uint8 (N,): a Source each."""

    outcomes: NDArray[np.float64]
    sources: NDArray[np.uint8]


class BearoffEvaluator:
    """Answers boards in which both sides have all checkers home and past each other (``Phase.BEAROFF``), or the game is
    over, for the side on roll, before its roll. Tables of more than six points do too; OutOfRangeError for fewer.

    ``two_sided`` answers where neither side has more checkers than it covers and no gammon is possible; the rest comes
    from ``one_sided``: the side on roll wins if it needs no more rolls than the other, and a gammon if it needs no more
    than the other needs for its first checker. Without tables the default ones are loaded.

    >>> import bitgammon as bg
    >>> board = bg.Board([0, 0, 0, 0, 0, 0, 1] + [0] * 17 + [-1, 0])
    >>> BearoffEvaluator().evaluate([board.points]).outcomes[0].tolist()
    [0.75, 0.0, 0.0, 0.0, 0.0]
    """

    def __init__(self, one_sided: OneSided | None = None, two_sided: TwoSided | None = None) -> None:
        self.one_sided = OneSided.load() if one_sided is None else one_sided
        self.two_sided = TwoSided.load() if two_sided is None else two_sided
        for name, kind in (("one_sided", OneSided), ("two_sided", TwoSided)):
            table = getattr(self, name)
            if not isinstance(table, kind):
                raise TypeError(f"{name}: expected {kind.__name__}, not {quoted(table)}")
            integer(f"{name}.points", table.points, HOME, MOST_POINTS)

    def evaluate(self, boards: ArrayLike) -> Evaluated:
        """The chances of every board, int8 (N, 26). Raises BatchValueError naming the first row that is no bear-off,
        InvalidBoardError, BatchShapeError, TypeError. 41 bytes a row, and some 500 while it works."""
        rows = board_rows(boards)
        phases = classify(rows)
        bad = np.flatnonzero(phases > Phase.BEAROFF)
        if len(bad):
            row = int(bad[0])
            raise BatchValueError(f"row {row}: no bear-off but {Phase(int(phases[row])).name}: {rows[row].tolist()}")
        own, other = _counts(rows)
        outcomes = np.zeros((len(rows), 5))
        sources = np.full(len(rows), Source.OVER, np.uint8)
        over = phases == Phase.OVER
        if over.any():
            _finished(rows, np.flatnonzero(over), outcomes)
        covered = self.covered(rows)
        if covered.any():
            outcomes[covered, 0] = (1 + self.equities(rows[covered])[:, 0]) / 2
            sources[covered] = Source.TWO_SIDED
        rest = ~over & ~covered
        if rest.any():
            outcomes[rest] = self._by_rolls(*(_numbers(counts[rest], self.one_sided.points) for counts in (own, other)))
            sources[rest] = Source.ONE_SIDED
        return Evaluated(outcomes, sources)

    def covered(self, boards: NDArray[np.int8], checkers: int = CHECKERS) -> NDArray[np.bool_]:
        """Which boards the two-sided table has, bool (M,): bear-offs with few checkers, of so many a side at first, in
        which no gammon is possible any more. boards: int8 (M, 26), of any variant."""
        most = min(self.two_sided.checkers, checkers - 1)
        found: NDArray[np.bool_] = classify(boards) == Phase.BEAROFF
        places = found.nonzero()[0]
        counts = boards[places]
        mine, theirs = (np.maximum(side, 0).sum(axis=1, dtype=np.int64) for side in (counts, -counts))
        found[places] = (mine <= most) & (theirs <= most)
        return found

    def equities(self, boards: NDArray[np.int8]) -> NDArray[np.float64]:
        """What the two-sided table has of boards it covers, float64 (M, 4): equities for the side on roll if it does
        not double now, cubeless, owning the cube, with it centred, and owned by the opponent."""
        own, other = _counts(boards)
        points = self.two_sided.points
        found: NDArray[np.float64] = self.two_sided.equities[_numbers(own, points), _numbers(other, points)]
        return found

    def _by_rolls(self, own: NDArray[np.int64], other: NDArray[np.int64]) -> NDArray[np.float64]:
        """The side on roll has had i rolls when the other one has had i - 1."""
        table = self.one_sided
        mine, theirs = np.asarray(table.rolls[own]), np.asarray(table.rolls[other])
        found = np.zeros((len(own), 5))
        found[:, 0] = (mine * _at_least(theirs)).sum(axis=1)
        whole = size(table.points, CHECKERS - 1)
        for column, winner, loser, numbers, shift in ((1, mine, other, other, 0), (3, theirs, own, own, 1)):
            saved = table.first_of(loser)
            late = np.zeros_like(winner)
            width = min(late.shape[1], saved.shape[1])
            late[:, :width] = saved[:, :width]
            # Won in i rolls: a gammon if the first checker takes the loser i or more, or more than i, rolls.
            after = _at_least(late)
            if shift:
                after = np.concatenate([after[:, 1:], np.zeros((len(after), 1))], axis=1)
            found[:, column] = np.where(numbers >= whole, (winner * after).sum(axis=1), 0.0)
        return found


def _counts(boards: NDArray[np.int8]) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """The checkers of the mover and the opponent on the six points of their homes, int64 (M, 6) each."""
    return boards[:, 1 : HOME + 1].astype(np.int64), -boards[:, 24 : 24 - HOME : -1].astype(np.int64)


def _numbers(counts: NDArray[np.int64], points: int) -> NDArray[np.int64]:
    """The numbers of counts on the six points of home in a table of so many points."""
    wide = np.zeros((len(counts), points), np.int64)
    wide[:, :HOME] = counts
    return ranks(wide)


def _at_least(chances: NDArray[np.float64]) -> NDArray[np.float64]:
    """Column i: the chance of i rolls or more."""
    return np.cumsum(chances[:, ::-1], axis=1)[:, ::-1]


def _finished(rows: NDArray[np.int8], over: NDArray[np.int64], outcomes: NDArray[np.float64]) -> None:
    sizes = results(rows[over])
    for size_, column in ((1, 0), (2, 1), (3, 2)):
        outcomes[over[sizes >= size_], column] = 1.0
    for size_, column in ((-2, 3), (-3, 4)):
        outcomes[over[sizes <= size_], column] = 1.0
