"""Cubeful values one position at a time, in plain Python and written apart from the package: the vectorised ones' twin.

Terms are asked for what results are worth and who may double, and for nothing else.
"""

import math
from itertools import pairwise

from bitgammon.cube import MatchTerms, MoneyTerms

Point = tuple[float, float]
Side = MoneyTerms | MatchTerms


class ScalarCube:
    """Janowski's values for one game's terms."""

    def __init__(self, terms: Side) -> None:
        self.sides = (terms, terms.swapped())

    def decide(self, row: list[float], log2: int, owner: int, x: float) -> tuple[int, float, float, float]:
        """The action, and what no double, a double taken and one dropped are worth."""
        terms = self.sides[0]
        no_double = self.value(row, log2, owner, x)
        if not terms.legal_double(log2, owner):
            return 0, no_double, math.nan, math.nan
        take, drop = self.value(row, log2 + 1, -1, x), float(terms.drop_value(log2))
        if not terms.may_double(log2, owner) or min(take, drop) <= no_double:
            return 0, no_double, take, drop
        return (2 if take > drop else 1), no_double, take, drop

    def value(self, row: list[float], log2: int, owner: int, x: float) -> float:
        """What the position is worth without a double now."""
        p = row[0]
        won, lost = means(row, [float(v) for v in self.sides[0].payoffs(log2, owner == 0)])
        dead = p * won + (1 - p) * lost
        own, other = bool(self.sides[0].may_double(log2, owner)), bool(self.sides[1].may_double(log2, -owner))
        start, end = (0.0, lost), (1.0, won)
        cash = take = None
        if own:
            cash = (1 - self.take(1, reverse(row), log2), float(self.sides[0].drop_value(log2)))
        if other:
            take = (self.take(0, row, log2), float(self.sides[0].dropped_value(log2)))
        corners = [start]
        if take:
            corners.append((take[0], min(take[1], on(start, cash or end, take[0]))))
        if cash:
            corners.append((cash[0], max(cash[1], on(take or start, end, cash[0]))))
        corners.append(end)
        for left, right in pairwise(corners):
            if left[0] <= p <= right[0]:
                return (1 - x) * dead + x * on(left, right, p)
        raise AssertionError(corners)

    def take(self, side: int, row: list[float], log2: int) -> float:
        """The live take point of a side, row being seen by it: of a cube that it gets at twice the value."""
        terms, log2_taken = self.sides[side], log2 + 1
        if isinstance(terms, MoneyTerms):
            gammons = [1 + (part + more) / whole if whole else 1 for part, more, whole in parts(row)]
            live = 0.5 if 4 << log2 <= terms.cube_limit else 0
            return (gammons[1] - 0.5) / (sum(gammons) + live)
        payoffs = [float(v) for v in terms.every_payoff[log2_taken]]
        won, lost = means(row, payoffs)
        slope = won - lost
        if log2_taken < 16 and terms.may_double(log2_taken, 1):
            cash = 1 - self.take(1 - side, reverse(row), log2_taken)
            slope = max(slope, (payoffs[0] - lost) / cash)
        return (float(terms.dropped_value(log2)) - lost) / slope


def parts(row: list[float]) -> list[tuple[float, float, float]]:
    """Gammons, backgammons and all, of the wins and of the losses."""
    return [(row[1], row[2], row[0]), (row[3], row[4], 1 - row[0])]


def means(row: list[float], payoffs: list[float]) -> Point:
    """What a win and a loss are worth in the mean."""
    found = []
    for (gammon, backgammon, whole), (one, two, three) in zip(
        parts(row), (payoffs[:3], payoffs[3:]), strict=True
    ):
        single = ((whole - gammon) * one + (gammon - backgammon) * two + backgammon * three) / whole if whole else one
        found.append(single)
    return found[0], found[1]


def reverse(row: list[float]) -> list[float]:
    """The row seen by the other side."""
    return [1 - row[0], row[3], row[4], row[1], row[2]]


def on(left: Point, right: Point, p: float) -> float:
    """The height at p of the line through two points."""
    if right[0] <= left[0]:
        return left[1]
    return left[1] + (right[1] - left[1]) * (p - left[0]) / (right[0] - left[0])
