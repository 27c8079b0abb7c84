"""A match or a money session: games to a length, with the score and the Crawford rule (R21)."""

import json
from collections.abc import Mapping
from copy import copy
from typing import Any, Final, Self

from bitgammon.arguments import integer, quoted
from bitgammon.errors import IllegalActionError, InvalidSaveError
from bitgammon.game.game import Game
from bitgammon.game.options import Options, Player
from bitgammon.game.position import LARGEST_LENGTH, Position
from bitgammon.game.save import board_from_json, board_to_json, options_from_json
from bitgammon.game.variants import Variant, variant_of

_FORMAT: Final = "bitgammon match"
_VERSION: Final = 1


def _once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    record = dict(pairs)
    if len(record) != len(pairs):
        raise InvalidSaveError(f"a name stands twice: {quoted([name for name, _ in pairs])[:200]}")
    return record


class Match:
    """Games played one after the other: ``game`` is the one being played, ``games`` all of them, in order.

    ``length``: points to win, 0 for a money session, which has no end. A win past the length counts as the length.
    Raises OutOfRangeError, UnknownNameError, TypeError. Matches are equal if all their games are.

    >>> match = Match(3)
    >>> match.game.open((3, 1))
    >>> match.game.resign(2)
    >>> match.game.accept()
    >>> match.score, match.next_game().position.crawford
    ((0, 2), True)
    """

    def __init__(self, length: int = 0, variant: str | Variant = "standard", options: Options | None = None) -> None:
        self._length = integer("length", length, 0, LARGEST_LENGTH)
        self._variant = variant_of(variant)
        self._options = self._variant.options if options is None else options
        if not isinstance(self._options, Options):
            raise TypeError(f"options: expected Options, not {quoted(options)}")
        self._games = [Game(self._start((0, 0), False))]

    def _start(self, score: tuple[int, int], crawford: bool) -> Position:
        return Position(
            self._variant.start,
            score=score,
            length=self._length,
            crawford=crawford,
            options=self._options,
            opening=True,
        )

    @property
    def length(self) -> int:
        """Points to win; 0 in a money session."""
        return self._length

    @property
    def variant(self) -> Variant:
        """What is played."""
        return self._variant

    @property
    def options(self) -> Options:
        """What was agreed."""
        return self._options

    @property
    def games(self) -> tuple[Game, ...]:
        """All games, the one being played last."""
        return tuple(self._games)

    @property
    def game(self) -> Game:
        """The game being played, or played last."""
        return self._games[-1]

    @property
    def score(self) -> tuple[int, int]:
        """Points of O and X, the game being played included once it is over."""
        o, x = self.game.start.score
        ended = self.game.outcome
        if ended is None:
            return o, x
        points = [o, x]
        points[ended.winner] += ended.points
        if self._length:
            points = [min(number, self._length) for number in points]
        return points[0], points[1]

    @property
    def winner(self) -> Player | None:
        """Who has won the match, or None."""
        if not self._length or self._length not in self.score:
            return None
        return Player(self.score.index(self._length))

    def next_game(self) -> Game:
        """Begin the next game. IllegalActionError while one is being played, or when the match is over."""
        if self.game.outcome is None:
            raise IllegalActionError("R21: the game is not over")
        if self.winner is not None:
            raise IllegalActionError(f"R21: the match is over, {self.winner.name} has won it")
        self._games.append(Game(self._start(self.score, self._crawford_next())))
        self._games[-2].close()
        return self.game

    def _crawford_next(self) -> bool:
        """Whether the next game is the first after a side has come to one point from the end."""
        at = self._length - 1
        if not self._options.crawford or self._length < 2 or at not in self.score:
            return False
        return not any(at in game.start.score for game in self._games)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Match):
            return NotImplemented
        mine, theirs = (
            (match._length, match._variant.name, match._variant.start, match._options, match._games)
            for match in (self, other)
        )
        return mine == theirs

    __hash__ = None  # type: ignore[assignment]  # it changes

    def __copy__(self) -> Self:
        """A match of its own, with copies of its games."""
        made = object.__new__(type(self))
        made.__dict__.update(self.__dict__)
        made._games = [copy(game) for game in self._games]
        return made

    def __repr__(self) -> str:
        kind = f"match to {self._length}" if self._length else "money session"
        return f"<{self._variant.name} {kind}, game {len(self._games)}, score {self.score}>"

    def to_json(self) -> dict[str, Any]:
        """The whole match as ``bitgammon.game.save`` describes it."""
        return {
            "format": _FORMAT,
            "version": _VERSION,
            "length": self._length,
            "variant": {"name": self._variant.name, "start": board_to_json(self._variant.start)},
            "options": {name: getattr(self._options, name) for name in Options.__slots__},
            "games": [game.to_json() for game in self._games],
        }

    @classmethod
    def from_json(cls, record: Mapping[str, Any]) -> "Match":
        """A saved match, played again. Raises InvalidSaveError, naming the game and action, for what is no match, what
        breaks a rule, and games that do not follow from those before.

        >>> Match.from_json(Match(5).to_json()) == Match(5)
        True
        """
        keys = {"format", "version", "length", "variant", "options", "games"}
        if not isinstance(record, Mapping) or record.get("format") != _FORMAT:
            raise InvalidSaveError(f"no saved match: {quoted(record)[:200]}")
        if type(record.get("version")) is not int or record["version"] != _VERSION:  # nor true, nor 1.0
            raise InvalidSaveError(f"version {quoted(record.get('version'))} is not {_VERSION}")
        if record.keys() != keys:
            raise InvalidSaveError(f"a match has {', '.join(sorted(keys))}, not {quoted(sorted(map(str, record)))}")
        variant, games = record["variant"], record["games"]
        if not isinstance(variant, Mapping) or variant.keys() != {"name", "start"}:
            raise InvalidSaveError(f"variant: expected an object of name and start, not {quoted(variant)}")
        if not isinstance(games, list) or not games:
            raise InvalidSaveError(f"games: expected a list of games, not {quoted(games)}")
        try:
            options = options_from_json(record["options"])
            made = cls(record["length"], Variant(variant["name"], board_from_json(variant["start"])), options)
        except (ValueError, TypeError) as error:
            raise InvalidSaveError(str(error)) from error
        for number, item in enumerate(games):
            try:
                game = Game.from_json(item)
                if number:
                    made.next_game()
            except (ValueError, TypeError) as error:
                raise InvalidSaveError(f"games[{number}]: {error}") from error
            if game.start != made.game.start:
                raise InvalidSaveError(f"games[{number}]: it does not begin as the match stands")
            made._games[-1] = game
            if number + 1 < len(games):
                game.close()
        return made

    def dumps(self) -> str:
        """The match as JSON text."""
        return json.dumps(self.to_json())

    @classmethod
    def loads(cls, text: str) -> "Match":
        """The match of JSON text; InvalidSaveError, for a name that stands twice in an object too."""
        if not isinstance(text, str):
            raise TypeError(f"text: expected str, not {quoted(text)}")
        try:
            record = json.loads(text, object_pairs_hook=_once)
        except (ValueError, RecursionError) as error:
            raise InvalidSaveError(f"no JSON: {error}") from error
        return cls.from_json(record)
