"""Other programs that list backgammon plays, each called through its public Python API, and bitgammon's doors.

One module a program; each has ``doors() -> list[Door]`` and raises ``Absent`` when the program is not there.
Install them with ``pip install '.[peers]'``; ``compare.py`` says how they are run. gnubg-nn is under the GPL:
the benchmark runs it as a tool, nothing of it is in bitgammon or used by it.
"""

from collections.abc import Callable, Iterable, Sequence
from typing import NamedTuple, Protocol

#: A board as bitgammon has it: 26 integers in the mover's view, the opponent's bar first and negative.
Points = tuple[int, ...]
CHECKERS = 15


class Pair(NamedTuple):
    """A board and a roll."""

    points: Points
    die1: int
    die2: int


class Absent(Exception):
    """Why a program cannot be run here."""


class Door(Protocol):
    """One way to ask a program for all plays of a roll."""

    #: The program, and the call where it has several.
    name: str
    #: The same in all doors of a program.
    program: str
    #: What the timed call hands back.
    answer: str
    #: About how many random games are played in a round, 0 for none.
    games_a_round: int

    def version(self) -> str:
        """The version of the program, and of what its speed hangs on."""

    def pairs(self, corpus: Sequence[Pair]) -> Sequence[Pair]:
        """What it can be asked: the corpus, or turns of its own games where no call sets up a position."""

    def results(self, pairs: Sequence[Pair]) -> Iterable[set[Points]]:
        """The boards each pair can lead to, in the mover's view; for a pass, the board itself."""

    def ready(self, pairs: Sequence[Pair]) -> Callable[[], int]:
        """Brings the pairs into the program's own form and returns what is timed: a function that lists all
        their plays in the fastest way the program has, and returns how many it listed."""

    def games(self, seed: int) -> int:
        """Plays random games from the start in the fastest way the program has; how many ended."""


def off(points: Sequence[int]) -> tuple[int, int]:
    """The checkers both sides have borne off."""
    return CHECKERS - sum(n for n in points if n > 0), CHECKERS + sum(n for n in points if n < 0)


def swapped(points: Sequence[int]) -> Points:
    """The board seen from the other side."""
    return tuple(-n for n in reversed(points))
