"""What holds for every board, roll and result, however the plays were found."""

from collections import Counter

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from strategies import boards, dice, games
from twins import Points, Twin, after, assert_boards, make, shown

from bitgammon import reference
from bitgammon.rules import BAR, CHECKERS, HOME, POINTS, ROLLS, STARTS

EXAMPLES = settings(max_examples=150)


def mine(board: Points) -> int:
    return sum(count for count in board if count > 0)


def theirs(board: Points) -> int:
    return -sum(count for count in board if count < 0)


def most_pips(die1: int, die2: int) -> int:
    return 4 * die1 if die1 == die2 else die1 + die2


@EXAMPLES
@given(game=games(), die1=dice, die2=dice)
def test_checkers_are_conserved(twin: Twin, game: tuple[Points, int], die1: int, die2: int) -> None:
    """The opponent's change places only, the mover's may leave, and no more of them than there are dice."""
    board, checkers = game
    where = shown(board, die1, die2, checkers)
    for result in twin.results(board, die1, die2, checkers):
        assert len(result) == POINTS + 2, where
        assert result[BAR] >= 0 >= result[0], where
        assert theirs(result) == theirs(board), where
        assert 0 <= mine(board) - mine(result) <= (4 if die1 == die2 else 2), where


@EXAMPLES
@given(game=games(), die1=dice, die2=dice)
def test_only_blots_leave_their_points(twin: Twin, game: tuple[Points, int], die1: int, die2: int) -> None:
    """An opposing point stays as it is, a blot stays or goes to the bar; at most as many as there are dice."""
    board, checkers = game
    where = shown(board, die1, die2, checkers)
    for result in twin.results(board, die1, die2, checkers):
        hit = 0
        for point in range(1, POINTS + 1):
            if board[point] < 0 and result[point] != board[point]:
                assert board[point] == -1, where
                hit += 1
        assert board[0] - result[0] == hit <= (4 if die1 == die2 else 2), where


@EXAMPLES
@given(game=games(), die1=dice, die2=dice)
def test_pips(twin: Twin, game: tuple[Points, int], die1: int, die2: int) -> None:
    """The mover's fall by the dice played, or by less if a larger die bears off; the opponent's rise by hits."""
    board, checkers = game
    before = twin.pip_counts(board, checkers)
    lines = reference.plays(board, die1, die2, checkers)
    where = shown(board, die1, die2, checkers)
    for result in twin.results(board, die1, die2, checkers):
        pips = twin.pip_counts(result, checkers)
        used = before[0] - pips[0]
        moves = len(next(iter(lines[result])))
        possible = {0: {0}, 1: {die1, die2}}.get(moves, {die1 * moves if die1 == die2 else die1 + die2})
        if mine(result) == mine(board):
            assert used in possible, where
        else:
            assert mine(board) - mine(result) <= used <= max(possible), where
        sent = (point for point in range(1, POINTS + 1) if board[point] == -1 and result[point] != -1)
        assert pips[1] - before[1] == sum(sent), where


@EXAMPLES
@given(game=games(), die1=dice, die2=dice)
def test_the_order_of_the_dice_does_not_matter(
    twin: Twin, game: tuple[Points, int], die1: int, die2: int
) -> None:
    board, checkers = game
    found = twin.results(board, die2, die1, checkers)
    assert_boards(found, twin.results(board, die1, die2, checkers), board, die2, die1, checkers=checkers)


@EXAMPLES
@given(game=games(), die1=dice, die2=dice)
def test_never_no_play_and_never_the_board_among_others(
    twin: Twin, game: tuple[Points, int], die1: int, die2: int
) -> None:
    """There is always a play; that nothing changes is the pass, and then it is the only one."""
    board, checkers = game
    found = twin.results(board, die1, die2, checkers)
    assert found == {board} or (found and board not in found), shown(board, die1, die2, checkers)


@EXAMPLES
@given(game=games(), die1=dice, die2=dice)
def test_the_bar_comes_first(twin: Twin, game: tuple[Points, int], die1: int, die2: int) -> None:
    """As long as a checker stays on the bar, nothing but entries has happened."""
    board, checkers = game
    entries = {BAR - die1, BAR - die2}
    for result in twin.results(board, die1, die2, checkers):
        if result[BAR]:
            changed = {p for p in range(1, BAR) if max(result[p], 0) != max(board[p], 0)}
            assert changed <= entries, shown(board, die1, die2, checkers)
            assert mine(result) == mine(board), shown(board, die1, die2, checkers)


@EXAMPLES
@given(game=games(), die1=dice, die2=dice)
def test_nobody_leaves_while_one_is_outside(
    twin: Twin, game: tuple[Points, int], die1: int, die2: int
) -> None:
    board, checkers = game
    for result in twin.results(board, die1, die2, checkers):
        if any(result[point] > 0 for point in range(HOME + 1, BAR + 1)):
            assert mine(result) == mine(board), shown(board, die1, die2, checkers)


@EXAMPLES
@given(game=games())
def test_the_other_sides_view(twin: Twin, game: tuple[Points, int]) -> None:
    board, checkers = game
    other = twin.swapped(board, checkers)
    assert other == tuple(-count for count in reversed(board)), board
    assert twin.swapped(other, checkers) == board
    assert twin.pip_counts(other, checkers) == twin.pip_counts(board, checkers)[::-1], board
    if mine(board) or theirs(board):
        assert twin.game_result(other, checkers) == -twin.game_result(board, checkers), board


@EXAMPLES
@given(game=games())
def test_a_game_is_over_when_a_side_has_no_checker_left(twin: Twin, game: tuple[Points, int]) -> None:
    board, checkers = game
    result = twin.game_result(board, checkers)
    assert -3 <= result <= 3
    if mine(board) and theirs(board):
        assert result == 0, board
    elif mine(board):
        assert result < 0, board
        assert (result < -1) == (mine(board) == checkers), board
    elif theirs(board):
        assert result > 0, board
        assert (result > 1) == (theirs(board) == checkers), board


@EXAMPLES
@given(game=games())
def test_a_turn_is_counted_as_it_is_listed(twin: Twin, game: tuple[Points, int]) -> None:
    board, checkers = game
    counts = Counter({roll: len(twin.results(board, *roll, checkers)) for roll in ROLLS})
    over = twin.game_result(board, checkers) != 0
    assert twin.perft(board, 1, checkers=checkers) == (1 if over else counts.total()), board
    doubles = sum(counts[roll] for roll in ROLLS if roll[0] == roll[1])
    weighted = 2 * counts.total() - doubles
    assert twin.perft(board, 1, True, checkers) == (1 if over else weighted), board


@EXAMPLES
@given(board=boards(8), die1=dice, die2=dice, checkers=st.integers(8, CHECKERS))
def test_how_many_have_left_changes_no_play(
    twin: Twin, board: Points, die1: int, die2: int, checkers: int
) -> None:
    """The same checkers on the board, with more of them borne off before."""
    found = twin.results(board, die1, die2, checkers)
    assert_boards(found, twin.results(board, die1, die2, 8), board, die1, die2, checkers=checkers)


@pytest.mark.parametrize("checkers", range(1, CHECKERS + 1))
@settings(max_examples=25)
@given(data=st.data(), die1=dice, die2=dice)
def test_every_number_of_checkers(
    twin: Twin, checkers: int, data: st.DataObject, die1: int, die2: int
) -> None:
    """From 1 to 15 a side: the conservation laws hold, and the results are boards of such a game again."""
    board = data.draw(boards(checkers))
    where = shown(board, die1, die2, checkers)
    used = most_pips(die1, die2)
    for result in twin.results(board, die1, die2, checkers):
        assert mine(result) <= checkers, where
        assert theirs(result) == theirs(board) <= checkers, where
        pips = twin.pip_counts(board, checkers)[0] - twin.pip_counts(result, checkers)[0]
        assert 0 <= pips <= used, where
        assert twin.swapped(twin.swapped(result, checkers), checkers) == result, where


@pytest.mark.parametrize("checkers", range(1, CHECKERS + 1))
def test_a_game_of_any_number_of_checkers_can_be_won_in_all_ways(twin: Twin, checkers: int) -> None:
    """The last checker goes off; what that is worth depends on the other side."""
    for other, value in ((f"-24:{checkers}", 2), (f"-6:{checkers}", 3), (f"-bar:{checkers}", 3)):
        board = make(f"1:1 {other}")
        (won,) = twin.results(board, 6, 5, checkers)
        assert won == after(board, "1/off")
        assert twin.game_result(won, checkers) == value
        assert twin.game_result(twin.swapped(won, checkers), checkers) == -value
    if checkers > 1:
        assert twin.game_result(make(f"-24:{checkers - 1}"), checkers) == 1


@pytest.mark.parametrize("variant", sorted(STARTS))
def test_both_sides_start_alike(twin: Twin, variant: str) -> None:
    board, checkers = STARTS[variant]
    assert mine(board) == theirs(board) == checkers
    assert twin.swapped(board, checkers) == board
    assert len(set(twin.pip_counts(board, checkers))) == 1
    assert twin.game_result(board, checkers) == 0
