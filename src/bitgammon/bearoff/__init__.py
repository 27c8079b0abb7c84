"""Exact tables: bear-off and hypergammon.

>>> from bitgammon.bearoff import OneSided
>>> round(OneSided.load().epc([10, 0, 0, 0, 0, 0]), 3)
36.0
"""

from bitgammon.bearoff.evaluator import BearoffEvaluator, Evaluated, Source
from bitgammon.bearoff.hypergammon import Hypergammon, HypergammonEquities
from bitgammon.bearoff.numbering import rank, ranks, size, unrank, unranks
from bitgammon.bearoff.one_sided import OneSided
from bitgammon.bearoff.two_sided import Equities, TwoSided

__all__ = [
    "BearoffEvaluator",
    "Equities",
    "Evaluated",
    "Hypergammon",
    "HypergammonEquities",
    "OneSided",
    "Source",
    "TwoSided",
    "rank",
    "ranks",
    "size",
    "unrank",
    "unranks",
]
