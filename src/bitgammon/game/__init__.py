"""The whole game: positions with cube and score, the rules of who may do what, games, matches, players.

``Position`` is a value; ``rulebook`` says what may be done in it and what comes of it; ``Game`` and ``Match`` keep the
history.

>>> from bitgammon.game import Match
>>> match = Match(5)
>>> match.game.open((6, 5))
>>> match.game.play("24/18 18/13")
>>> [str(action.kind) for action in match.game.legal_actions()][:2]
['roll', 'double']
"""

from bitgammon.game.actions import Action, Kind
from bitgammon.game.game import Game
from bitgammon.game.match import Match
from bitgammon.game.options import Options, Player, Result
from bitgammon.game.players import Chooser, RandomPlayer, SeededDice, play_game, play_match
from bitgammon.game.position import Cube, Offer, Outcome, Position
from bitgammon.game.variants import VARIANTS, Variant

__all__ = [
    "VARIANTS",
    "Action",
    "Chooser",
    "Cube",
    "Game",
    "Kind",
    "Match",
    "Offer",
    "Options",
    "Outcome",
    "Player",
    "Position",
    "RandomPlayer",
    "Result",
    "SeededDice",
    "Variant",
    "play_game",
    "play_match",
]
