"""What is rolled out: a board with all that bears on it, as a value that can be sent to another process."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from bitgammon.cube import MatchTerms, MoneyTerms
from bitgammon.rollout.settings import Settings

#: Who owns the cube, as the side on roll at the start sees it.
CENTRED, OWN, OTHER = 0, 1, -1


@dataclass(frozen=True, slots=True)
class Line:
    """A cube that goes along with the games: ``name``; ``log2`` of its value and ``owner`` at the start; ``live``: it
    may be turned; ``at_once``: before the first roll too; ``unit``: log2 of the cube its equity is measured by."""

    name: str
    log2: int
    owner: int
    live: bool
    at_once: bool
    unit: int


@dataclass(frozen=True, slots=True)
class Task:
    """A board, 26 integers in the view of the side on roll; checkers a side; position: which stream of dice; terms:
    what is played for, seen by the side on roll; line: the cube that goes along, if any."""

    points: tuple[int, ...]
    checkers: int
    position: int
    terms: MoneyTerms | MatchTerms
    line: Line | None = None

    @property
    def board(self) -> NDArray[np.int8]:
        """int8 (26,)."""
        return np.array(self.points, np.int8)

    @property
    def values(self) -> int:
        """How many values a trial has: five outcomes, the equity, and what it is worth with the cube."""
        return 6 if self.line is None else 7


@dataclass(frozen=True, slots=True)
class Piece:
    """Some trials of a task: first, first + 1, ..."""

    task: Task
    settings: Settings
    first: int
    trials: int
