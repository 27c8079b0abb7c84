"""OpenSpiel's backgammon.

Python has no call that sets up a position, so it is asked about turns of its own random games, and bitgammon
about the same ones. An action is two moves; a double is two turns in a row. ``legal_actions`` holds both orders of
two moves, so boards are told apart by the text of the state, the cheapest thing that names one.
"""

import random
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cache, partial
from importlib.metadata import version
from typing import Any

from peers import Absent, Door, Pair, Points

try:
    import pyspiel
except ImportError as error:
    missing: str | None = str(error)
else:
    missing = None

SEED = 26
BAR = 100  # the position `board` takes for the bar


def points_of(state: Any, mover: int) -> Points:
    """The board of a state. Player 0 moves up from position 0 to 23, player 1 down."""
    other = 1 - mover
    order = range(23, -1, -1) if mover == 0 else range(24)
    middle = (state.board(mover, at) - state.board(other, at) for at in order)
    return (-state.board(other, BAR), *middle, state.board(mover, BAR))


def plays(state: Any, seen: Callable[[Any], Any]) -> set[Any]:
    """What every whole play leads to, as ``seen`` sees it."""
    player = state.current_player()
    found, halves = set(), set()
    for action in state.legal_actions():
        state.apply_action(action)
        if state.current_player() != player:
            found.add(seen(state))
        elif (half := str(state)) not in halves:  # the first half of a double
            halves.add(half)
            found |= plays(state, seen)
        state.undo_action(player, action)
    return found


def turns(seed: int) -> Iterator[Any]:
    """States after the roll, of random games without end."""
    choice = random.Random(seed).choice
    game = pyspiel.load_game("backgammon")
    while True:
        state = game.new_initial_state()
        rolled = False
        while not state.is_terminal():
            if state.is_chance_node():
                state.apply_action(choice(state.chance_outcomes())[0])
                rolled = True
                continue
            if rolled:
                yield state.clone()
                rolled = False
            state.apply_action(choice(state.legal_actions()))


@cache
def own_turns(count: int) -> dict[Pair, Any]:
    """Turns of its games, each once, with the state that is at it."""
    found: dict[Pair, Any] = {}
    for state in turns(SEED):
        if len(found) == count:
            break
        mover = state.current_player()
        die1, die2 = state.observation_tensor(mover)[-2:]
        found.setdefault(Pair(points_of(state, mover), int(die1), int(die2)), state)
    return found


class OpenSpiel:
    """``legal_actions``, and for doubles those that follow."""

    name, program, answer = "open-spiel `legal_actions`, states", "open-spiel", "states"
    games_a_round = 100

    def version(self) -> str:
        """That of the package."""
        return version("open-spiel")

    def pairs(self, corpus: Sequence[Pair]) -> Sequence[Pair]:
        """As many turns of its own."""
        return list(own_turns(len(corpus)))

    def results(self, pairs: Sequence[Pair]) -> Iterable[set[Points]]:
        """The boards, without the order of moves."""
        states = own_turns(len(pairs))
        for pair in pairs:
            mover = states[pair].current_player()
            yield plays(states[pair], partial(points_of, mover=mover))

    def ready(self, pairs: Sequence[Pair]) -> Callable[[], int]:
        """From states that exist."""
        states = [own_turns(len(pairs))[pair] for pair in pairs]
        return lambda: sum(len(plays(state, str)) for state in states)

    def games(self, seed: int) -> int:
        """Uniform over actions, not over plays."""
        choice = random.Random(seed).choice
        game = pyspiel.load_game("backgammon")
        for _ in range(self.games_a_round):
            state = game.new_initial_state()
            while not state.is_terminal():
                if state.is_chance_node():
                    state.apply_action(choice(state.chance_outcomes())[0])
                else:
                    state.apply_action(choice(state.legal_actions()))
        return self.games_a_round


def doors() -> list[Door]:
    """The one, where the package is installed."""
    if missing:
        raise Absent(missing)
    return [OpenSpiel()]
