"""Players: what a program has to answer to take part in a match, one at random, and the match itself."""

import random
from typing import Final, Protocol, runtime_checkable

import numpy as np

from bitgammon.arguments import LARGEST_SEED, integer, quoted, real
from bitgammon.board import Plays
from bitgammon.core import playout as core
from bitgammon.errors import IllegalActionError, OutOfRangeError
from bitgammon.game import rulebook
from bitgammon.game.actions import Action, Kind, kind_of
from bitgammon.game.game import Game
from bitgammon.game.match import Match
from bitgammon.game.options import Options, Player
from bitgammon.game.position import Position
from bitgammon.game.variants import Variant
from bitgammon.play import Play

_BLOCK: Final = 64
_MOST: Final = (1 << 47) - 1  # games and rolls: what the counter of the dice has room for


@runtime_checkable
class Chooser(Protocol):
    """Anything with these two methods can play."""

    def choose_play(self, position: Position, plays: Plays) -> Play:
        """One of the plays, of which there are at least two."""

    def choose_cube(self, position: Position) -> Kind:
        """One of ``rulebook.legal_kinds(position)`` but RESIGN: asked where the side may double (DOUBLE or ROLL) and
        where it must answer (TAKE, DROP, BEAVER, RACCOON)."""


class RandomPlayer:
    """Plays at random, every play as likely as any other; doubles one time in ``1 / doubles`` and drops one in
    ``1 / drops``; beavers and raccoons half the time it might. The same seed makes the same choices.

    >>> play_match(RandomPlayer(1), RandomPlayer(2), seed=3, length=1).winner is not None
    True
    """

    def __init__(self, seed: int, *, doubles: float = 0.05, drops: float = 0.3) -> None:
        self._chance = random.Random(integer("seed", seed, 0, LARGEST_SEED))
        self._doubles, self._drops = real("doubles", doubles), real("drops", drops)
        for name, share in (("doubles", self._doubles), ("drops", self._drops)):
            if not 0 <= share <= 1:
                raise OutOfRangeError(f"{name}={quoted(share)} is not 0..1")

    def choose_play(self, position: Position, plays: Plays) -> Play:
        """Any of the plays."""
        return plays[int(self._chance.random() * len(plays))]

    def choose_cube(self, position: Position) -> Kind:
        """Whatever chance says."""
        kinds = rulebook.legal_kinds(position)
        if Kind.DOUBLE in kinds:
            return Kind.DOUBLE if self._chance.random() < self._doubles else Kind.ROLL
        for again in (Kind.BEAVER, Kind.RACCOON):
            if again in kinds and self._chance.random() < 0.5:
                return again
        return Kind.DROP if self._chance.random() < self._drops else Kind.TAKE


class SeededDice:
    """Dice that depend on the seed, the number of the game and the number of the roll in it alone, whatever was played.

    Roll n of game g is the first one of the stream with the key (seed, g, n) of core/dice.pxd, so that two matches with
    one seed have the same dice. Stability: this is a promise.

    >>> SeededDice(1).roll(0, 0) == SeededDice(1).roll(0, 0)
    True
    """

    def __init__(self, seed: int) -> None:
        self._seed = integer("seed", seed, 0, LARGEST_SEED)
        self._at = (-1, -1)
        self._rolls: list[list[int]] = []

    def roll(self, game: int, number: int) -> tuple[int, int]:
        """Roll ``number`` of game ``game``, both counted from 0."""
        game = integer("game", game, 0, _MOST)
        block, place = divmod(integer("number", number, 0, _MOST), _BLOCK)
        if (game, block) != self._at:
            dice = np.empty((_BLOCK, 2), np.uint8)
            core.rolls(self._seed, game, block * _BLOCK, False, dice)
            self._at, self._rolls = (game, block), dice.tolist()
        die1, die2 = self._rolls[place]
        return die1, die2


def play_match(
    o: Chooser,
    x: Chooser,
    seed: int,
    length: int = 1,
    *,
    games: int | None = None,
    variant: str | Variant = "standard",
    options: Options | None = None,
) -> Match:
    """A match between two players, or a money session (``length=0``) of so many games.

    seed: 0 .. 2**64 - 1, of the dice (SeededDice). The same seed and players that choose the same give the same match.
    Raises IllegalActionError for a player that does what the rules forbid, OutOfRangeError, TypeError.
    """
    for name, player in (("o", o), ("x", x)):
        if not isinstance(player, Chooser):
            raise TypeError(f"{name}: expected choose_play and choose_cube, not {quoted(player)}")
    match = Match(length, variant, options)
    if (games is None) != bool(match.length):
        raise OutOfRangeError(f"games={quoted(games)}: a money session (length=0) has a number of games, a match none")
    dice = SeededDice(seed)
    wanted = None if games is None else integer("games", games, 1, (1 << 31) - 1)
    while True:
        play_game(match.game, o, x, dice, len(match.games) - 1)
        if match.winner is not None or len(match.games) == wanted:
            return match
        match.next_game()


def play_game(game: Game, o: Chooser, x: Chooser, dice: SeededDice, number: int = 0) -> None:
    """Play a game on to its end; ``number``: which game of the dice it is."""
    if not isinstance(game, Game):
        raise TypeError(f"game: expected a Game, not {quoted(game)}")
    players = {Player.O: o, Player.X: x}
    rolled = sum(action.dice is not None for action in game.actions)
    while game.outcome is None:
        position = game.position
        if position.opening:
            game.act(Action(Kind.OPEN, dice=dice.roll(number, rolled)))
            rolled += 1
            continue
        assert position.actor is not None
        player = players[position.actor]
        if position.dice is not None:
            plays = position.board.plays(*position.dice)
            game.act(Action(Kind.PLAY, play=player.choose_play(position, plays) if len(plays) > 1 else plays[0]))
            continue
        kind = Kind.ROLL
        if position.resigned is not None:
            kind = Kind.REFUSE  # a player is not asked about resignations, and none of them resigns
        elif position.offer or not rulebook.refusal(position, Kind.DOUBLE):
            kind = kind_of(player.choose_cube(position))
            if kind is Kind.RESIGN:
                raise IllegalActionError("choose_cube: R22: resignations are not asked for")
            if reason := rulebook.refusal(position, kind):
                raise IllegalActionError(f"choose_cube: {reason}")
        if kind is Kind.ROLL:
            game.act(Action(kind, dice=dice.roll(number, rolled)))
            rolled += 1
        else:
            game.act(Action(kind))
