"""A game: a position and all that led to it, from the opening roll to the result, with undo and redo."""

import random
from collections.abc import Mapping
from typing import Any, Final, Protocol, Self

from bitgammon.arguments import quoted
from bitgammon.errors import IllegalActionError, InvalidSaveError
from bitgammon.game import rulebook
from bitgammon.game.actions import Action, Kind
from bitgammon.game.options import Options, Result
from bitgammon.game.position import Outcome, Position
from bitgammon.game.save import position_from_json, position_to_json
from bitgammon.game.variants import Variant, variant_of
from bitgammon.play import Play

_SYSTEM: Final = random.SystemRandom()


class DiceSource(Protocol):
    """What dice are drawn from: ``random.Random`` and its kin."""

    def random(self) -> float:
        """A number from 0 to 1, 1 excluded."""


def drawn_dice(source: DiceSource | None = None) -> tuple[int, int]:
    """Two dice; from the system's randomness without a source. Raises TypeError.

    >>> drawn_dice(random.Random(5))
    (4, 5)
    """
    chance = _SYSTEM if source is None else source
    if not callable(getattr(chance, "random", None)):
        raise TypeError(f"source: expected random.Random or the like, not {quoted(source)}")
    return 1 + int(6 * chance.random()), 1 + int(6 * chance.random())


class Game:
    """A game being played: ``position`` is where it stands, ``actions`` what was done since ``start``.

    Every method that acts raises IllegalActionError, which names the rule, or the error of what it was given, and
    then leaves the game as it was. Games are equal if they began and went alike; what was undone is forgotten once
    something else is done. A Game changes; to keep where it stands, keep its ``position``, which never does, or a
    ``copy.copy`` of the game, which goes on by itself.

    >>> game = Game()
    >>> game.open((3, 1))
    >>> game.play("8/5 6/5")
    >>> game.double()
    >>> game.take()
    >>> game.position.cube
    Cube(value=2, owner=<Player.O: 0>)
    """

    def __init__(self, start: Position | None = None) -> None:
        if start is None:
            start = Position(opening=True)
        if not isinstance(start, Position):
            raise TypeError(f"start: expected a Position, not {quoted(start)}")
        self._positions = [start]
        self._actions: list[Action] = []
        self._done = 0
        self._closed = False

    @classmethod
    def of(cls, variant: str | Variant = "standard", options: Options | None = None) -> "Game":
        """A money game of a variant, before its opening roll, with these options or the variant's own.

        >>> Game.of("nackgammon").position.board.pip_counts()
        (194, 194)
        """
        found = variant_of(variant)
        return cls(Position(found.start, options=found.options if options is None else options, opening=True))

    @property
    def start(self) -> Position:
        """Where the game began."""
        return self._positions[0]

    @property
    def position(self) -> Position:
        """Where the game stands."""
        return self._positions[self._done]

    @property
    def positions(self) -> tuple[Position, ...]:
        """From the start to where the game stands: one more than actions."""
        return tuple(self._positions[: self._done + 1])

    @property
    def actions(self) -> tuple[Action, ...]:
        """All that was done and not undone."""
        return tuple(self._actions[: self._done])

    @property
    def outcome(self) -> Outcome | None:
        """The end of the game, or None."""
        return self.position.outcome

    def legal_actions(self) -> tuple[Action, ...]:
        """Exactly what may be done now; see ``rulebook.legal_actions``."""
        return rulebook.legal_actions(self.position)

    def close(self) -> None:
        """Make this a game of the past, as a match does when the next one begins: nothing can be done or undone."""
        self._closed = True

    def _check_open(self) -> None:
        if self._closed:
            raise IllegalActionError("the game is a past one of its match")

    def act(self, action: Action) -> None:
        """Do any action."""
        if not isinstance(action, Action):
            raise TypeError(f"action: expected an Action, not {quoted(action)}")
        self._check_open()
        after = rulebook.after(self.position, action)
        del self._positions[self._done + 1 :], self._actions[self._done :]
        self._positions.append(after)
        self._actions.append(action)
        self._done += 1

    def _check(self, kind: Kind) -> None:
        """Refuses a kind of action before anything is drawn or read for it."""
        self._check_open()
        if reason := rulebook.refusal(self.position, kind):
            raise IllegalActionError(f"{kind}: {reason}")

    def open(self, dice: tuple[int, int] | None = None, source: DiceSource | None = None) -> None:
        """The opening roll (R5): the die of O, then of X; without any, drawn from source until they differ."""
        self._check(Kind.OPEN)
        if dice is not None:
            self.act(Action(Kind.OPEN, dice=dice))
            return
        drawn = [drawn_dice(source)]
        while drawn[-1][0] == drawn[-1][1]:
            drawn.append(drawn_dice(source))
        for each in drawn:
            self.act(Action(Kind.OPEN, dice=each))

    def roll(self, dice: tuple[int, int] | None = None, source: DiceSource | None = None) -> None:
        """Roll the dice, or set them."""
        self._check(Kind.ROLL)
        self.act(Action(Kind.ROLL, dice=drawn_dice(source) if dice is None else dice))

    def play(self, play: Play | str) -> None:
        """Play the roll: a Play, or its text in any notation. Raises InvalidPlayError too."""
        if isinstance(play, str):
            self._check(Kind.PLAY)
            assert self.position.dice is not None
            play = self.position.board.parse_play(play, *self.position.dice)
        self.act(Action(Kind.PLAY, play=play))

    def double(self) -> None:
        """Offer the cube at twice its value (R19)."""
        self.act(Action(Kind.DOUBLE))

    def take(self) -> None:
        """Accept what was offered: a double, beaver or raccoon."""
        self.act(Action(Kind.TAKE))

    def drop(self) -> None:
        """Give up the game for what it was worth before the offer."""
        self.act(Action(Kind.DROP))

    def beaver(self) -> None:
        """Redouble at once and keep the cube (R21)."""
        self.act(Action(Kind.BEAVER))

    def raccoon(self) -> None:
        """Redouble a beaver at once, the cube staying with the other side (R21)."""
        self.act(Action(Kind.RACCOON))

    def resign(self, result: Result = Result.SINGLE) -> None:
        """Offer to lose a game of this size (R22)."""
        self.act(Action(Kind.RESIGN, result=result))

    def accept(self) -> None:
        """Accept a resignation."""
        self.act(Action(Kind.ACCEPT))

    def refuse(self) -> None:
        """Refuse a resignation; play goes on."""
        self.act(Action(Kind.REFUSE))

    def undo(self) -> None:
        """Take the last action back; IllegalActionError at the start."""
        self._check_open()
        if not self._done:
            raise IllegalActionError("undo: nothing was done")
        self._done -= 1

    def redo(self) -> None:
        """Do again what was undone last; IllegalActionError if nothing was."""
        self._check_open()
        if self._done == len(self._actions):
            raise IllegalActionError("redo: nothing was undone")
        self._done += 1

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Game):
            return NotImplemented
        return (self.start, self.actions) == (other.start, other.actions)

    __hash__ = None  # type: ignore[assignment]  # it changes

    def __copy__(self) -> Self:
        """A game of its own; what never changes is shared."""
        made = object.__new__(type(self))
        made.__dict__.update(self.__dict__)
        made._positions, made._actions = self._positions[:], self._actions[:]
        return made

    def __repr__(self) -> str:
        return f"<Game of {len(self.actions)} actions: {self.position!r}>"

    def to_json(self) -> dict[str, Any]:
        """What ``from_json`` reads: the start and the actions; layout in ``bitgammon.game.save``."""
        return {"start": position_to_json(self.start), "actions": [action.to_json() for action in self.actions]}

    @classmethod
    def from_json(cls, record: Mapping[str, Any]) -> "Game":
        """A saved game, played again action by action. Raises InvalidSaveError naming the action that is not legal or
        no action at all."""
        if not isinstance(record, Mapping) or record.keys() != {"start", "actions"}:
            raise InvalidSaveError(f"game: expected an object of start and actions, not {quoted(record)}")
        if not isinstance(record["actions"], list):
            raise InvalidSaveError(f"actions: expected a list, not {quoted(record['actions'])}")
        game = cls(position_from_json(record["start"]))
        for number, item in enumerate(record["actions"]):
            try:
                game.act(Action.from_json(item))
            except (ValueError, TypeError) as error:
                raise InvalidSaveError(f"actions[{number}]: {error}") from error
        return game
