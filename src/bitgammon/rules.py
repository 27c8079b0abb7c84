"""Plain facts of the game: regions, rolls, start boards. Imports nothing of the package.

A board is 26 integers seen by the mover: index 1..24 the mover's points (own checkers positive, the opponent's
negative), 25 the mover's bar (>= 0), 0 the opponent's bar (<= 0). Checkers borne off are not in it: they are the
number of checkers a side less the sum.
"""

from typing import Final, NamedTuple

POINTS: Final = 24
CHECKERS: Final = 15
HOME: Final = 6
#: Move endpoints: a checker enters from BAR and is borne off to OFF.
BAR: Final = 25
OFF: Final = 0
#: No roll of two dice has more distinct plays than this, so a buffer of this many boards always suffices.
MAX_PLAYS: Final = 3060

#: The 21 distinct rolls, higher die first.
ROLLS: Final = tuple((high, low) for high in range(1, 7) for low in range(1, high + 1))


class Start(NamedTuple):
    """The start of a variant: the board and the number of checkers a side."""

    board: tuple[int, ...]
    checkers: int


def _symmetric(points: dict[int, int]) -> Start:
    """Both sides stand alike: my point p is the opponent's point 25 - p."""
    board = [0] * 26
    for point, count in points.items():
        board[point] += count
        board[25 - point] -= count
    return Start(tuple(board), sum(points.values()))


STARTS: Final = {
    "standard": _symmetric({24: 2, 13: 5, 8: 3, 6: 5}),
    "nackgammon": _symmetric({24: 2, 23: 2, 13: 4, 8: 3, 6: 4}),
    "longgammon": _symmetric({24: 15}),
    "hypergammon": _symmetric({24: 1, 23: 1, 22: 1}),
    "hypergammon2": _symmetric({24: 1, 23: 1}),
    "hypergammon1": _symmetric({24: 1}),
}


#: The chances that say how good a board is: each includes the next larger one.
OUTCOMES: Final = ("win", "win_gammon", "win_backgammon", "lose_gammon", "lose_backgammon")
#: How a game ends: one of these.
RESULTS: Final = ("win_single", "win_gammon", "win_backgammon", "lose_single", "lose_gammon", "lose_backgammon")


def roll_weight(die1: int, die2: int) -> int:
    """In how many of the 36 ways the roll falls.

    >>> roll_weight(3, 1), roll_weight(4, 4)
    (2, 1)
    """
    return 1 if die1 == die2 else 2
