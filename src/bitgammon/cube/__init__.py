"""The doubling cube: what a game is played for, take and cash points, and cubeful values from chances to win.

Vectorised over positions, each with a cube of its own. Values are in points for money, in match winning chance for a
match; ``MoneyTerms.normalised`` and ``MatchTerms.normalised`` make equity of either.

>>> from bitgammon.cube import MatchTerms, decide
>>> decide([[0.7, 0, 0, 0, 0]], MatchTerms(7, 7), 0, 0, 0.68).action.tolist()
[1]
"""

from bitgammon.cube.efficiencies import efficiency
from bitgammon.cube.janowski import CubeAction, Decision, cubeful, decide
from bitgammon.cube.match_equity import MOST_AWAY, MatchEquityTable
from bitgammon.cube.points import Points, cash_point, mean_points, take_point, window
from bitgammon.cube.terms import MatchTerms, MoneyTerms, Terms, terms_of

__all__ = [
    "MOST_AWAY",
    "CubeAction",
    "Decision",
    "MatchEquityTable",
    "MatchTerms",
    "MoneyTerms",
    "Points",
    "Terms",
    "cash_point",
    "cubeful",
    "decide",
    "efficiency",
    "mean_points",
    "take_point",
    "terms_of",
    "window",
]
