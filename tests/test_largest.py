"""The boards with the most plays known: what a caller's memory must hold."""

from math import comb

import pytest
from twins import CORE, Points, Twin, assert_boards, make, shown

import bitgammon
from bitgammon import reference
from bitgammon.rules import CHECKERS, MAX_PLAYS, ROLLS

#: For every roll the most results found by a search, and a board that has them: 15 single checkers (o) of the
#: mover on points 1 to 24, opposing blots (x) between them, and one more of those on the bar.
MOST: dict[tuple[int, int], tuple[int, str]] = {
    (1, 1): (2226, "x.oo.oo.oo.oo.oxooxoo.oo"),
    (2, 1): (224, "xxxooxooxoooxooxooxooxoo"),
    (2, 2): (2138, "....oooooxoo..oooox.oooo"),
    (3, 1): (221, ".xxoooxoxoxoxoooxoooxooo"),
    (3, 2): (221, "..xoooxxoooxxoooxoooxooo"),
    (3, 3): (2052, "xxxxxxoooooo.xoooxoooooo"),
    (4, 1): (220, "xxxxooooxoxooxooxoxooooo"),
    (4, 2): (219, "..x.oxooxooxooooxxoooooo"),
    (4, 3): (219, "xx.xoxooooxoxooooxoxoooo"),
    (4, 4): (1965, ".xxx....oooooxoooooooooo"),
    (5, 1): (219, "xxxxxoooooxoxoooxoxooooo"),
    (5, 2): (219, "xxxxxoooooxxoooooxxooooo"),
    (5, 3): (218, "xxxxxoooooxxoooooxxooooo"),
    (5, 4): (216, "xx..xoooxooxooxooxoooooo"),
    (5, 5): (1869, "xxx.x..o.xoooooooooooooo"),
    (6, 1): (218, "xxxxxxooooooxoxoxooooooo"),
    (6, 2): (216, "xxxxxxooooooxxooxooooooo"),
    (6, 3): (216, "x.xxxxoooooooxoxoxoooooo"),
    (6, 4): (214, "..x.xxooxoooooooxxoooooo"),
    (6, 5): (214, "x.x.xxoooooooxoxoxoooooo"),
    (6, 6): (1761, "x..x...oxooxoooooooooooo"),
}
#: Boards published as the largest: nobody in the way, five blots, one blot, and a blot beside every checker.
EMPTY = make("-bar:1 3:1 4:1 6:1 7:1 9:1 10:1 12:1 13:1 15:1 17:1 18:1 20:1 21:1 23:1 24:1")
FIVE_BLOTS = (0, 0, 0, 1, 0, 1, 1, -1, 1, 1, -1, 1, 1, -1, 1, 1, -1, 1, 1, 0, 1, 1, -1, 1, 1, 0)
ONE_BLOT = (0, -1, 0, 1, 0, 1, 0, 1, 0, 1, 0, 1, 0, 1, 0, 1, 0, 1, 1, 1, 1, 1, 1, 1, 1, 0)
NINE_BLOTS = (0, -1, -1, 1, 1, -1, 1, 1, -1, 1, 1, -1, 1, 1, -1, 1, 1, -1, 1, 1, -1, 1, -1, 1, 1, 0)


def wide(points: str) -> Points:
    return (-1, *({"o": 1, "x": -1, ".": 0}[mark] for mark in points), 0)


LARGEST: list[tuple[Points, tuple[int, int], int]] = [
    (EMPTY, (1, 1), 2226),
    (FIVE_BLOTS, (1, 1), 2226),
    (ONE_BLOT, (1, 1), 2220),
    (NINE_BLOTS, (2, 1), 224),
    *((wide(points), roll, most) for roll, (most, points) in MOST.items()),
]
EACH = pytest.mark.parametrize(("board", "dice", "most"), LARGEST)


def test_there_is_a_board_for_every_roll() -> None:
    assert set(MOST) == set(ROLLS)
    assert {sum(n for n in board if n > 0) for board, *_ in LARGEST} == {CHECKERS}


@EACH
def test_largest_counts(twin: Twin, board: Points, dice: tuple[int, int], most: int) -> None:
    for die1, die2 in (dice, dice[::-1]):
        assert len(twin.results(board, die1, die2)) == most, shown(board, die1, die2)


@EACH
def test_the_core_lists_and_counts_all_of_them(board: Points, dice: tuple[int, int], most: int) -> None:
    core = bitgammon.Board(board)
    plays = core.plays(*dice)
    where = shown(board, *dice)
    assert core.count(*dice) == len(plays) == most, where
    assert len({play.moves for play in plays}) == most, where
    assert all(len(play) == (4 if dice[0] == dice[1] else 2) for play in plays), where


@EACH
def test_every_roll_on_these_boards(board: Points, dice: tuple[int, int], most: int) -> None:
    """Hundreds of plays of a double, over a hundred of two dice, and no roll but the named one with more."""
    for roll in ROLLS:
        expected = reference.results(board, *roll)
        assert len(expected) > (500 if roll[0] == roll[1] else 100), shown(board, *roll)
        assert len(expected) <= MOST[roll][0], shown(board, *roll)
        assert_boards(CORE.results(board, *roll), expected, board, *roll)


def test_orders_of_moves_are_nearly_twenty_times_more() -> None:
    ways = reference.plays(EMPTY, 1, 1)
    assert len(ways) == 2_226
    assert sum(map(len, ways.values())) == 42_448


def test_a_published_position_id_is_the_board_with_five_blots() -> None:
    assert bitgammon.Board.from_position_id("BCIiACmllFIKAA").points == FIVE_BLOTS


def test_no_count_exceeds_the_published_bound() -> None:
    """Four moves of one die among 15 checkers: as many as the ways to put four like things into 15 boxes."""
    assert comb(15 + 4 - 1, 4) == MAX_PLAYS
    assert max(most for *_, most in LARGEST) <= MAX_PLAYS
