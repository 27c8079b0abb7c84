"""The two implementations behind one face, and boards and plays written so that a test can be read.

``Twin`` is what the plain-Python reference and the compiled core have in common: boards are tuples of 26
numbers seen by the mover, results are sets of them. A test that takes the fixture ``twin`` holds for both.
"""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from itertools import pairwise
from typing import TypeAlias

import bitgammon
from bitgammon import reference
from bitgammon.rules import BAR, CHECKERS, OFF

Points: TypeAlias = tuple[int, ...]

#: Every ordered roll: 36 pairs of dice.
ORDERED_ROLLS = tuple((die1, die2) for die1 in range(1, 7) for die2 in range(1, 7))


@dataclass(frozen=True)
class Twin:
    """One implementation of the rules."""

    name: str
    _results: Callable[[Points, int, int, int], list[Points]]
    _swapped: Callable[[Points, int], Points]
    _pip_counts: Callable[[Points, int], tuple[int, int]]
    _game_result: Callable[[Points, int], int]
    _perft: Callable[[Points, int, bool, int], int]

    def results(self, board: Points, die1: int, die2: int, checkers: int = CHECKERS) -> set[Points]:
        """The distinct boards a turn can end in; a board listed twice is an error at once."""
        listed = self._results(board, die1, die2, checkers)
        distinct = set(listed)
        assert len(distinct) == len(listed), f"duplicates: {shown(board, die1, die2, checkers)}"
        return distinct

    def swapped(self, board: Points, checkers: int = CHECKERS) -> Points:
        return self._swapped(board, checkers)

    def pip_counts(self, board: Points, checkers: int = CHECKERS) -> tuple[int, int]:
        return self._pip_counts(board, checkers)

    def game_result(self, board: Points, checkers: int = CHECKERS) -> int:
        return self._game_result(board, checkers)

    def perft(self, board: Points, depth: int, weighted: bool = False, checkers: int = CHECKERS) -> int:
        return self._perft(board, depth, weighted, checkers)

    def __repr__(self) -> str:
        return self.name


def _core(board: Points, checkers: int) -> "bitgammon.Board":
    return bitgammon.Board(board, checkers=checkers)


REFERENCE = Twin(
    "reference",
    lambda board, die1, die2, checkers: list(reference.results(board, die1, die2, checkers)),
    lambda board, checkers: reference.swapped(board),
    reference.pip_counts,
    reference.game_result,
    reference.perft,
)
CORE = Twin(
    "core",
    lambda board, die1, die2, checkers: [b.points for b in _core(board, checkers).plays(die1, die2).boards],
    lambda board, checkers: _core(board, checkers).swapped().points,
    lambda board, checkers: _core(board, checkers).pip_counts(),
    lambda board, checkers: _core(board, checkers).result(),
    lambda board, depth, weighted, checkers: bitgammon.perft(_core(board, checkers), depth, weighted),
)
TWINS = (REFERENCE, CORE)


def shown(board: Points, die1: int, die2: int, checkers: int = CHECKERS) -> str:
    """What a failing test must name: the board as 26 numbers, and the dice."""
    return f"board {list(board)} dice {die1}-{die2} checkers {checkers}"


def make(text: str) -> Points:
    """A board from text: the mover's points plain, the opponent's with a minus, all seen by the mover.

    >>> make("24:2 bar:1 -19:5 -bar:1")
    (-1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, -5, 0, 0, 0, 0, 2, 1)
    """
    board = [0] * 26
    for item in text.split():
        place, count = item.split(":")
        if place == "-bar":
            index, sign = 0, -1
        else:
            index, sign = (BAR if place == "bar" else abs(int(place))), (-1 if place.startswith("-") else 1)
        assert board[index] == 0, f"{item!r} is not the only one on its place in {text!r}"
        board[index] = sign * int(count)
    return tuple(board)


def steps(text: str) -> list[tuple[int, int, bool]]:
    """The moves of a play, one checker and one die each, from text: ``bar/22* 13/7/3 6/off(2)``."""
    moves = []
    for item in text.split():
        route, _, repeat = item.partition("(")
        stops = route.split("/")
        for _ in range(int(repeat.rstrip(")") or 1)):
            for source, destination in pairwise(stops):
                moves.append(
                    (_place(source.rstrip("*")), _place(destination.rstrip("*")), destination.endswith("*"))
                )
    return moves


def _place(text: str) -> int:
    return {"bar": BAR, "off": OFF}[text] if text.isalpha() else int(text)


def after(board: Points, text: str) -> Points:
    """The board after a play written as text, taken at its word, but for hits, which need their stars."""
    new = list(board)
    for source, destination, hit in steps(text):
        assert new[source] > 0, f"no checker on {source} for {text!r} on {list(board)}"
        new[source] -= 1
        if destination == OFF:
            continue
        assert hit == (new[destination] == -1), f"a star missing or too many in {text!r} on {list(board)}"
        if hit:
            new[destination] = 0
            new[0] -= 1
        assert new[destination] >= 0, f"{destination} is closed for {text!r} on {list(board)}"
        new[destination] += 1
    return tuple(new)


def assert_boards(
    found: Iterable[Points],
    expected: Iterable[Points],
    board: Points,
    die1: int,
    die2: int,
    *,
    checkers: int = CHECKERS,
) -> None:
    """Equality of two sets of boards; the message has board, dice, what is missing and what is too many."""
    found, expected = set(found), set(expected)
    if found != expected:
        missing, extra = sorted(expected - found), sorted(found - expected)
        raise AssertionError(f"{shown(board, die1, die2, checkers)}\nmissing: {missing}\nnot legal: {extra}")


def assert_plays(
    twin: Twin, board: Points, die1: int, die2: int, *expected: str, checkers: int = CHECKERS
) -> None:
    """These plays and no others, in either order of the dice; no play at all means a pass."""
    boards = {after(board, text) for text in expected} or {board}
    for first, second in ((die1, die2), (die2, die1)):
        assert_boards(
            twin.results(board, first, second, checkers), boards, board, first, second, checkers=checkers
        )
