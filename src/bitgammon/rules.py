"""Plain facts of the game: regions, rolls, start boards. Imports nothing of the package.

A board is 26 integers seen by the mover: index 1..24 the mover's points (own checkers positive, the opponent's
negative), 25 the mover's bar (>= 0), 0 the opponent's bar (<= 0). Checkers borne off are not in it: they are the
number of checkers a side less the sum.

The rules by number, as errors, comments and the names of tests give them:

=== ====================================================================================================
R1  24 points, of which 1..6 are the mover's home and 19..24 the opponent's, and a bar; 15 checkers a side
R2  my point p is the opponent's point 25 - p
R3  the start: two checkers on 24, five on 13, three on 8, five on 6, of both sides alike
R4  the sides go in opposite directions; which of them clockwise is a matter of drawing
R5  the opening: one die each, rolled again while they are equal; the higher one begins, with these two dice
R6  after that a turn is two dice, and the sides alternate
R7  a double is four moves of its number
R8  each die is a move of its own: a checker that plays several lands on every point in between
R9  a checker lands on any point on which there are not two or more of the opponent's
R10 as many dice are played as can be, in whatever order and by whatever checkers
R11 where either of two dice can be played but not both, it is the larger one; without any move it is a pass
R12 landing on a blot hits it: it goes to the bar
R13 a checker on the bar moves before all others; a die enters it on the point 25 - die
R14 as many checkers enter as can; once the last one is in, the dice that are left move any
R15 checkers are borne off once all of a side that are in play are home, at the moment the die is played
R16 a die bears off from its own point or, if nobody stands there or higher, from the highest; it may move instead
R17 a side that is hit while it bears off brings that checker home first
R18 who has borne off all checkers has won, whatever dice are left
R19 the cube: before its roll a side may double if the cube is centred or its own; the other takes or drops
R20 a game counts 1, a gammon (the loser has borne off none) 2, a backgammon (and has one on the bar or in the
    winner's home) 3 times the cube
R21 matches have a length and the Crawford game; money play may have the Jacoby rule, beavers, raccoons and
    automatic doubles
R22 a side may resign a single game, a gammon or a backgammon; the other accepts or refuses
=== ====================================================================================================
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
#: What each of RESULTS is worth to the side on roll, in units of the cube: what ``Board.result`` gives.
RESULT_POINTS: Final = (1, 2, 3, -1, -2, -3)


def roll_weight(die1: int, die2: int) -> int:
    """In how many of the 36 ways the roll falls.

    >>> roll_weight(3, 1), roll_weight(4, 4)
    (2, 1)
    """
    return 1 if die1 == die2 else 2
