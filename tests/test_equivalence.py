"""The core lists the boards the reference lists: on recorded, exhaustive, invented and random positions."""

import random
from collections.abc import Iterable, Iterator
from itertools import combinations_with_replacement, product
from pathlib import Path

import numpy as np
import pytest
from hypothesis import example, given, settings
from strategies import dice, games
from twins import CORE, ORDERED_ROLLS, REFERENCE, Points, assert_boards, make, shown

import bitgammon
from bitgammon import errors, reference
from bitgammon.rules import BAR, CHECKERS, HOME, OFF, POINTS, ROLLS, STARTS

CORPUS = Path(__file__).parent / "data" / "corpus.npz"
PAIRS = 20_000
CHUNK = 1_000


def assert_same(board: Points, die1: int, die2: int, checkers: int = CHECKERS) -> set[Points]:
    """The core's results and the reference's are one set, the core's being listed once each; returns them."""
    expected = REFERENCE.results(board, die1, die2, checkers)
    assert_boards(CORE.results(board, die1, die2, checkers), expected, board, die1, die2, checkers=checkers)
    return expected


def assert_same_on_all_rolls(boards: Iterable[Points], checkers: int = CHECKERS) -> int:
    """All 21 rolls in both orders of the dice; returns how many boards there were."""
    number = 0
    for board in boards:
        number += 1
        core = bitgammon.Board(board, checkers=checkers)
        for die1, die2 in ROLLS:
            expected = reference.results(board, die1, die2, checkers)
            for first, second in {(die1, die2), (die2, die1)}:
                listed = [after.points for after in core.plays(first, second).boards]
                assert_boards(listed, expected, board, first, second, checkers=checkers)
                assert len(listed) == len(expected), f"duplicates: {shown(board, first, second, checkers)}"
    return number


# Recorded positions.


@pytest.mark.parametrize("first", range(0, PAIRS, CHUNK))
def test_corpus(first: int) -> None:
    with np.load(CORPUS) as corpus:
        assert len(corpus["boards"]) == PAIRS
        chunk = slice(first, first + CHUNK)
        rows, rolls, counts = (corpus[key][chunk].tolist() for key in ("boards", "dice", "plays"))
    for row, (die1, die2), count in zip(rows, rolls, counts, strict=True):
        board = tuple(row)
        found = assert_same(board, die1, die2)
        # The corpus counts a pass as no result, this package as the board itself.
        assert len(found - {board}) == count, shown(board, die1, die2)
        assert bitgammon.Board(board).count(die1, die2) == len(found), shown(board, die1, die2)


# Every position of small families.


def spread(count: int, places: Iterable[int]) -> Iterator[Points]:
    """Every way to put so many of the mover's checkers on these places (0: borne off)."""
    for chosen in combinations_with_replacement(sorted(places), count):
        board = [0] * (BAR + 1)
        for place in chosen:
            board[place] += place != OFF
        yield tuple(board)


def against(mover: Points, opponent: Points) -> Points | None:
    """One board of two sides' checkers, each in its own numbers, if no point is held by both."""
    board = tuple(mine - theirs for mine, theirs in zip(mover, reversed(opponent), strict=True))
    clash = any(mine and theirs for mine, theirs in zip(mover, reversed(opponent), strict=True))
    return None if clash else board


def contests(movers: Iterable[Points], opponents: Iterable[Points]) -> Iterator[Points]:
    """Every mover's side against every opponent's, where both are in the game."""
    listed = [side for side in opponents if any(side)]
    for mover in movers:
        for opponent in listed if any(mover) else ():
            board = against(mover, opponent)
            if board is not None:
                yield board


@pytest.mark.parametrize("lowest", range(1, HOME + 1))
def test_every_bear_off_of_up_to_five_without_contact(lowest: int) -> None:
    """Up to five checkers at home, by the lowest of them."""
    movers = (
        tuple(n + (point == lowest) for point, n in enumerate(rest))
        for rest in spread(4, (OFF, *range(lowest, HOME + 1)))
    )
    assert assert_same_on_all_rolls(contests(movers, [make("3:2")])) > 0


@pytest.mark.parametrize("mine", range(1, 4))
def test_every_bear_off_of_up_to_three_against_up_to_two(mine: int) -> None:
    """Three checkers at home or one step outside, and two opposing ones anywhere that matters to them."""
    movers = spread(mine, range(1, HOME + 2))
    opponents = spread(2, (OFF, *range(18, BAR + 1)))
    assert assert_same_on_all_rolls(contests(movers, opponents)) > 100


@pytest.mark.parametrize("place", range(1, BAR + 1))
def test_every_game_of_one_checker(place: int) -> None:
    """Hypergammon of one checker a side, the mover's on one place."""
    boards = contests(spread(1, [place]), spread(1, range(1, BAR + 1)))
    assert assert_same_on_all_rolls(boards, 1) == (25 if place == BAR else 24)


@pytest.mark.parametrize("place", range(1, BAR + 1))
def test_every_game_of_two_checkers(place: int) -> None:
    """Two checkers a side, the mover's higher one on one place; the rolls take turns."""
    movers = (tuple(n + (p == place) for p, n in enumerate(side)) for side in spread(1, range(place + 1)))
    number = 0
    for number, board in enumerate(contests(movers, spread(2, range(BAR + 1))), 1):
        assert_same(board, *ORDERED_ROLLS[number % 36], 2)
    assert number > 250 * place


@pytest.mark.parametrize("waiting", range(1, 6))
@pytest.mark.parametrize("nearest", range(3))
def test_every_entry(waiting: int, nearest: int) -> None:
    """From the bar against every home: each of its points empty, with a blot, or closed."""
    homes = [home for home in product(range(3), repeat=HOME) if home[-1] == nearest]
    boards = []
    for home in homes:
        board = list(make(f"bar:{waiting} 13:1 -7:2"))
        board[POINTS - HOME + 1 : POINTS + 1] = [-count for count in home]
        boards.append(tuple(board))
    assert assert_same_on_all_rolls(boards) == 3**5


@pytest.mark.parametrize("waiting", range(1, 6))
@pytest.mark.parametrize("others", ["-bar:1", "6:3 1:1 -7:2", "13:1 8:2 -12:1 -6:1 -7:1", "18:2 -17:2 -12:2"])
@pytest.mark.parametrize("inside", [0, 1, -1])
def test_entry_against_each_of_64_patterns_of_closed_points(waiting: int, others: str, inside: int) -> None:
    """With other checkers about, and the open points empty, held by own checkers, or by blots."""
    boards = []
    for closed in product((False, True), repeat=HOME):
        board = list(make(f"bar:{waiting} {others}"))
        board[POINTS - HOME + 1 : POINTS + 1] = [-2 if shut else inside for shut in closed]
        if -sum(count for count in board if count < 0) > CHECKERS:
            board[6] = board[7] = board[12] = 0
        boards.append(tuple(board))
    assert assert_same_on_all_rolls(boards) == 64


# Invented positions.


@settings(max_examples=500)
@given(games())
@example((make("4:1 -2:1 -24:4"), 15))
def test_invented_boards(game: tuple[Points, int]) -> None:
    board, checkers = game
    assert_same_on_all_rolls([board], checkers)


@settings(max_examples=300)
@given(games(), dice, dice)
def test_what_else_the_two_have_in_common(game: tuple[Points, int], die1: int, die2: int) -> None:
    board, checkers = game
    where = shown(board, die1, die2, checkers)
    assert CORE.swapped(board, checkers) == REFERENCE.swapped(board, checkers), where
    assert CORE.pip_counts(board, checkers) == REFERENCE.pip_counts(board, checkers), where
    assert CORE.game_result(board, checkers) == REFERENCE.game_result(board, checkers), where
    for weighted in (False, True):
        found = CORE.perft(board, 1, weighted, checkers)
        assert found == REFERENCE.perft(board, 1, weighted, checkers), where
    lines = reference.plays(board, die1, die2, checkers)
    plays = bitgammon.Board(board, checkers=checkers).plays(die1, die2)
    assert set(lines) == set(CORE.results(board, die1, die2, checkers)), where
    for play, after in zip(plays, plays.boards, strict=True):
        moves = sorted((move.src, move.dst, move.hit) for move in play)
        assert any(sorted(line) == moves for line in lines[after.points]), f"{play}: {where}"


@settings(max_examples=300)
@given(games(), dice, dice)
def test_count_and_order(game: tuple[Points, int], die1: int, die2: int) -> None:
    """A pass is one play, and the order of the plays does not depend on that of the dice."""
    points, checkers = game
    where = shown(points, die1, die2, checkers)
    board = bitgammon.Board(points, checkers=checkers)
    plays = board.plays(die1, die2)
    assert board.count(die1, die2) == board.count(die2, die1) == len(plays) == len(plays.boards), where
    assert len(set(plays.boards)) == len(plays.boards) > 0, where
    assert plays.boards == board.plays(die2, die1).boards, where
    assert list(plays) == list(board.plays(die2, die1)), where


# Random games.


@pytest.mark.parametrize("variant", sorted(STARTS))
@pytest.mark.parametrize("seed", range(5))
def test_random_games(variant: str, seed: int) -> None:
    """Games of random play, every roll compared at every position, to their ends."""
    rng = random.Random(f"{variant} {seed}")
    board, checkers = STARTS[variant]
    for _ in range(2_000):
        assert_same_on_all_rolls([board], checkers)
        result = reference.game_result(board, checkers)
        assert bitgammon.Board(board, checkers=checkers).result() == result
        if result:
            break
        after = rng.choice(sorted(reference.results(board, rng.randint(1, 6), rng.randint(1, 6), checkers)))
        board = reference.swapped(after)
    assert reference.game_result(board, checkers) < 0, "the side that has just moved wins"


# Errors.


@pytest.mark.parametrize(
    ("board", "checkers"),
    [
        ((0,) * 25, 15),
        ((0,) * 27, 15),
        ((), 15),
        (make("6:16 -1:1"), 15),
        (make("6:8 5:8 -1:1"), 15),
        (make("6:1 -1:16"), 15),
        (make("6:4 -1:1"), 3),
        (make("6:1 -1:4"), 3),
        (make("bar:16 -1:1"), 15),
        ((1, *make("6:1 -1:1")[1:]), 15),
        ((*make("6:1 -1:1")[:25], -1), 15),
        (make("6:1 -1:1"), 0),
        (make("6:1 -1:1"), 16),
        (make("6:1 -1:1"), -1),
    ],
)
def test_both_refuse_a_board_no_game_can_hold(board: Points, checkers: int) -> None:
    with pytest.raises(ValueError, match=r"board|side|bar"):
        reference.results(board, 3, 1, checkers)
    with pytest.raises(errors.InvalidBoardError):
        bitgammon.Board(board, checkers=checkers)


@pytest.mark.parametrize(
    ("board", "status", "result"),
    [
        ((0,) * 26, bitgammon.Status.BOTH_FINISHED, 1),
        (
            make("bar:1 1:2 2:2 3:2 4:2 5:2 6:2 -bar:1 -19:2 -20:2 -21:2 -22:2 -23:2 -24:2"),
            bitgammon.Status.BOTH_CLOSED_OUT,
            0,
        ),
    ],
)
def test_both_pass_on_boards_that_no_game_reaches(
    board: Points, status: bitgammon.Status, result: int
) -> None:
    assert bitgammon.Board(board).status == status
    for twin in (REFERENCE, CORE):
        assert twin.game_result(board) == result
        assert all(twin.results(board, die1, die2) == {board} for die1, die2 in ORDERED_ROLLS)


@pytest.mark.parametrize(("die1", "die2"), [(0, 1), (1, 0), (7, 1), (1, 7), (-1, 3), (3, -1), (256 + 3, 1)])
def test_both_refuse_dice_that_do_not_exist(die1: int, die2: int) -> None:
    start = STARTS["standard"].board
    bad = die1 if die1 not in range(1, 7) else die2
    with pytest.raises(ValueError, match=str(bad)):
        reference.results(start, die1, die2)
    with pytest.raises(ValueError, match=str(bad)):
        bitgammon.Board(start).plays(die1, die2)
    with pytest.raises(ValueError, match=str(bad)):
        bitgammon.Board(start).count(die1, die2)


def test_both_refuse_a_negative_depth() -> None:
    start = STARTS["standard"].board
    for twin in (REFERENCE, CORE):
        assert twin.perft(start, 0) == 1
        with pytest.raises(ValueError, match="-1"):
            twin.perft(start, -1)
