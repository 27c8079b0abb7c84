"""The doubling cube: match equity."""

from bitgammon.cube.match_equity import MOST_AWAY, MatchEquityTable

__all__ = ["MOST_AWAY", "MatchEquityTable"]
