"""The picture of a board: it can be read back, from every side and in every direction."""

import doctest
from itertools import product
from types import SimpleNamespace

import pytest
from hypothesis import given
from hypothesis import strategies as st
from strategies import games
from twins import Points, make

from bitgammon import Board, reference
from bitgammon.draw import text
from bitgammon.draw.text import board_text
from bitgammon.rules import BAR, STARTS

START = STARTS["standard"].board
ORIENTATIONS = list(product((False, True), (False, True)))


def drawn(points: Points, *, checkers: int = 15, clockwise: bool = False, on_top: bool = False) -> list[str]:
    board = SimpleNamespace(points=points, checkers=checkers)
    return board_text(board, clockwise=clockwise, mover_on_top=on_top).split("\n")


def numbers(row: str) -> dict[int, int]:
    """The column, by where its checkers stand, of every point that a row of numbers names."""
    found, column = {}, 0
    for word in row.split():
        column = row.index(word, column) + len(word)
        found[int(word)] = column - 1
    return found


def count(cells: list[str]) -> int:
    """The checkers in one column, own ones positive."""
    marks = "".join(cells).replace(" ", "").strip(".:")
    sign = 1 if "X" in marks else -1
    number = marks.strip("XO")
    return sign * (int(number) if number else len(marks))


def read_back(rows: list[str]) -> Points:
    points = [0] * 26
    upper, lower = rows[2:7], rows[8:13]
    for names, half in ((rows[0], upper), (rows[-1], lower)):
        for point, column in numbers(names).items():
            points[point] = count([row[column - 1 : column + 2] for row in half])
    for half in (upper, lower):
        on_bar = count([row[21:24] for row in half])
        points[BAR if on_bar > 0 else 0] += on_bar
    return tuple(points)


def test_the_start() -> None:
    assert "\n".join(drawn(START)) == (
        " 13 14 15 16 17 18       19 20 21 22 23 24\n"
        "+-------------------+---+-------------------+\n"
        "| X  :  .  :  O  :  |   | O  :  .  :  .  X  |  O  opponent\n"
        "| X           O     |   | O              X  |  pips 167\n"
        "| X           O     |   | O                 |  off    0\n"
        "| X                 |   | O                 |\n"
        "| X                 |   | O                 |\n"
        "|                   |BAR|                   |\n"
        "| O                 |   | X                 |\n"
        "| O                 |   | X                 |\n"
        "| O           X     |   | X                 |  X  mover\n"
        "| O           X     |   | X              O  |  pips 167\n"
        "| O  .  :  .  X  .  |   | X  .  :  .  :  O  |  off    0\n"
        "+-------------------+---+-------------------+\n"
        " 12 11 10  9  8  7        6  5  4  3  2  1"
    )


def test_tall_stacks_the_bar_pips_and_checkers_off() -> None:
    board = make("bar:2 8:1 5:2 3:8 1:1 -6:2 -24:1 -bar:7")
    assert drawn(board) == [
        " 13 14 15 16 17 18       19 20 21 22 23 24",
        "+-------------------+---+-------------------+",
        "| .  :  .  :  .  :  |   | .  :  .  :  .  O  |  O  opponent",
        "|                   |   |                   |  pips 214",
        "|                   |   |                   |  off    5",
        "|                   | X |                   |",
        "|                   | X |                   |",
        "|                   |BAR|                   |",
        "|                   | O |          8        |",
        "|                   | O |          X        |",
        "|                   | O |          X        |  X  mover",
        "|                   | O | O  X     X        |  pips  93",
        "| :  .  :  .  X  .  | 7 | O  X  :  X  :  X  |  off    1",
        "+-------------------+---+-------------------+",
        " 12 11 10  9  8  7        6  5  4  3  2  1",
    ]


@pytest.mark.parametrize(
    ("clockwise", "on_top", "row", "first"),
    [(False, False, -1, False), (True, False, -1, True), (False, True, 0, True), (True, True, 0, False)],
)
def test_R4_both_directions_from_both_sides(clockwise: bool, on_top: bool, row: int, first: bool) -> None:
    rows = drawn(START, clockwise=clockwise, on_top=on_top)
    named = rows[row].split()
    home = ["1", "2", "3", "4", "5", "6"]
    assert named[:6] == home if first else named[6:] == home[::-1]  # the ace point is outermost
    assert [int(a) + int(b) for a, b in zip(rows[0].split(), rows[-1].split(), strict=True)] == [25] * 12
    mover = next(index for index, text in enumerate(rows) if text.endswith("X  mover"))
    assert (mover < 7) == on_top
    assert read_back(rows) == START


@pytest.mark.parametrize(("clockwise", "on_top"), ORIENTATIONS)
def test_R4_own_checkers_on_the_bar_are_in_the_half_where_they_enter(clockwise: bool, on_top: bool) -> None:
    rows = drawn(make("bar:1 -bar:1"), clockwise=clockwise, on_top=on_top)
    assert [row[22] for row in rows[6:9:2]] == (["O", "X"] if on_top else ["X", "O"])


@given(games(), st.booleans(), st.booleans())
def test_every_picture_can_be_read_back(game: tuple[Points, int], clockwise: bool, on_top: bool) -> None:
    points, checkers = game
    rows = drawn(points, checkers=checkers, clockwise=clockwise, on_top=on_top)
    assert read_back(rows) == points
    assert all(row.isascii() and row.isprintable() and len(row) <= 80 and row == row.rstrip() for row in rows)
    pips = reference.pip_counts(points, checkers)
    off = (checkers - sum(n for n in points if n > 0), checkers + sum(n for n in points if n < 0))
    for side, name in enumerate(("X  mover", "O  opponent")):
        at = next(index for index, row in enumerate(rows) if row.endswith(name))
        assert rows[at + 1].endswith(f"pips {pips[side]:3d}")
        assert rows[at + 2].endswith(f"off  {off[side]:3d}")


def test_a_board_of_the_package_is_drawn() -> None:
    assert board_text(Board()).split("\n") == drawn(START)


def test_the_examples_run() -> None:
    assert doctest.testmod(text).attempted > 0
    assert doctest.testmod(text).failed == 0
