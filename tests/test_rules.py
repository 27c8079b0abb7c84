"""The rules of backgammon, one by one and by their numbers, on the reference and on the core alike.

A board is written from the mover's side: ``make("8:1 -2:2")`` has one checker of the mover on 8 and two of
the opponent on the mover's 2. ``assert_plays`` names all plays of a roll, tries both orders of the dice, and
takes no play at all for a pass. Checkers that are not on the board have been borne off.
"""

import pytest
from twins import ORDERED_ROLLS, Points, Twin, after, assert_plays, make, shown

from bitgammon.rules import BAR, CHECKERS, POINTS, ROLLS, STARTS, roll_weight

START = STARTS["standard"].board
OPENINGS = [roll for roll in ROLLS if roll[0] != roll[1]]
#: The opponent's home, closed: nothing can enter.
CLOSED = "-19:2 -20:2 -21:2 -22:2 -23:2 -24:2"


def on_board(board: Points) -> tuple[int, int]:
    return sum(n for n in board if n > 0), -sum(n for n in board if n < 0)


# R1-R4: the board and the start.


def test_R1_24_points_two_bars_and_15_checkers_a_side(twin: Twin) -> None:
    assert len(START) == POINTS + 2
    assert on_board(START) == (CHECKERS, CHECKERS)
    assert on_board(twin.swapped(START)) == (CHECKERS, CHECKERS)


@pytest.mark.parametrize("place", range(1, BAR + 1))
def test_R1_a_side_has_15_checkers_and_no_more(twin: Twin, place: int) -> None:
    board = [0] * 26
    board[BAR - place], board[place] = -1, 15
    assert twin.game_result(tuple(board)) == 0
    board[place] = 16
    with pytest.raises(ValueError, match="16"):
        twin.game_result(tuple(board))
    with pytest.raises(ValueError, match="16"):
        twin.game_result(tuple(-n for n in reversed(board)))


@pytest.mark.parametrize("point", range(1, POINTS + 1))
def test_R2_my_point_is_the_opponents_25_less_it(twin: Twin, point: int) -> None:
    other = 1 if point != 1 else 2
    assert twin.swapped(make(f"{point}:3 -{other}:1")) == make(f"-{25 - point}:3 {25 - other}:1")


def test_R2_each_side_has_a_bar_of_its_own(twin: Twin) -> None:
    assert twin.swapped(make("bar:3 -7:1")) == make("-bar:3 18:1")
    assert twin.swapped(make("-bar:2 7:1")) == make("bar:2 -18:1")
    assert twin.swapped(make("-bar:2 bar:1 7:1")) == make("bar:2 -bar:1 -18:1")


def test_R3_two_on_24_five_on_13_three_on_8_five_on_6(twin: Twin) -> None:
    stands = {24: 2, 13: 5, 8: 3, 6: 5}
    assert {point: n for point, n in enumerate(START) if n > 0} == stands
    assert {25 - point: -n for point, n in enumerate(START) if n < 0} == stands
    assert twin.swapped(START) == START
    assert twin.pip_counts(START) == (167, 167)
    assert twin.game_result(START) == 0


@pytest.mark.parametrize("point", range(7, 19))
def test_R4_the_sides_travel_in_opposite_directions(twin: Twin, point: int) -> None:
    """From the same point of the table, one side goes down the mover's numbers and the other one up."""
    assert_plays(twin, make(f"{point}:1 -bar:1"), 2, 1, f"{point}/{point - 2}/{point - 3}")
    (moved,) = twin.results(twin.swapped(make(f"-{point}:1 bar:1")), 2, 1)
    assert twin.swapped(moved) == make(f"-{point + 3}:1 bar:1")


# R5-R8: the turn.


def test_R5_an_opening_roll_is_one_of_15_and_never_a_double() -> None:
    assert len(set(ROLLS)) == 21
    assert len(OPENINGS) == 15
    assert all(6 >= high > low >= 1 for high, low in OPENINGS)
    assert {roll_weight(*roll) for roll in OPENINGS} == {2}
    assert sum(roll_weight(*roll) for roll in ROLLS) == 36


def test_R5_the_opener_plays_exactly_those_two_dice(twin: Twin) -> None:
    count = 0
    for high, low in OPENINGS:
        boards = twin.results(START, high, low)
        count += len(boards)
        assert {twin.pip_counts(board) for board in boards} == {(167 - high - low, 167)}
    assert count == 190


def test_R6_sides_alternate_with_two_dice_each(twin: Twin) -> None:
    """Four turns of a game: each side moves its own checkers, by its own dice and by nothing else."""
    board = START
    game = [(3, 1, "8/5 6/5"), (6, 4, "24/18/14"), (5, 2, "13/8 24/22"), (6, 1, "14/8 24/23")]
    for die1, die2, text in game:
        mine, theirs = twin.pip_counts(board)
        played = after(board, text)
        assert played in twin.results(board, die1, die2), shown(board, die1, die2)
        assert twin.pip_counts(played) == (mine - die1 - die2, theirs)
        board = twin.swapped(played)
        assert twin.pip_counts(board) == (theirs, mine - die1 - die2)


@pytest.mark.parametrize("die", range(1, 6))
def test_R7_a_double_is_four_moves_of_one_checker_or_shared(twin: Twin, die: int) -> None:
    """Two checkers on 24 share the four moves 4-0, 3-1 or 2-2."""
    one, two, three, four = (24 - die * moves for moves in range(1, 5))
    assert_plays(
        twin,
        make("24:2 -bar:1"),
        die,
        die,
        f"24/{one}/{two}/{three}/{four}",
        f"24/{one}/{two}/{three} 24/{one}",
        f"24/{one}/{two} 24/{one}/{two}",
    )


def test_R7_a_double_of_sixes(twin: Twin) -> None:
    """A fourth six for the same checker would bear it off, with the other one not home."""
    assert_plays(twin, make("24:2 -bar:1"), 6, 6, "24/18(2) 18/12(2)", "24/18/12/6 24/18")


def test_R7_any_combination(twin: Twin) -> None:
    """Four checkers that never meet share four moves in as many ways as 4 is a sum of four terms."""
    boards = twin.results(make("24:1 18:1 12:1 6:1 -bar:1"), 1, 1)
    assert len(boards) == 35
    four_from_one_stack = [
        "20/18(4)",
        "20/18(3) 18/16",
        "20/18(2) 18/16(2)",
        "20/18(2) 18/16/14",
        "20/18/16/14/12",
    ]
    assert_plays(twin, make("20:4 -bar:1"), 2, 2, *four_from_one_stack)


def test_R8_one_checker_plays_both_dice_by_either_open_point(twin: Twin) -> None:
    assert_plays(twin, make("24:1 -bar:1"), 6, 1, "24/18/17")
    assert_plays(twin, make("24:1 -18:2"), 6, 1, "24/23/17")
    assert_plays(twin, make("24:1 -23:2"), 6, 1, "24/18/17")


@pytest.mark.parametrize(("die1", "die2"), OPENINGS)
def test_R8_no_checker_jumps_two_closed_points(twin: Twin, die1: int, die2: int) -> None:
    """The point at the end is open, and that helps nothing."""
    assert_plays(twin, make(f"24:1 -{24 - die1}:2 -{24 - die2}:2"), die1, die2)
    assert_plays(twin, make(f"bar:1 -{25 - die1}:2 -{25 - die2}:2"), die1, die2)


@pytest.mark.parametrize("moves", range(4))
@pytest.mark.parametrize("die", range(1, 6))
def test_R8_a_double_stops_at_the_first_closed_point(twin: Twin, die: int, moves: int) -> None:
    route = "/".join(str(24 - die * step) for step in range(moves + 1))
    assert_plays(twin, make(f"24:1 -{24 - die * (moves + 1)}:2"), die, die, *([route] if moves else []))


def test_R8_a_blot_on_the_way_makes_two_plays_of_one(twin: Twin) -> None:
    assert_plays(twin, make("11:1 -5:1"), 6, 1, "11/10/4", "11/5*/4")
    assert_plays(twin, make("11:1 -5:1 -10:1"), 6, 1, "11/10*/4", "11/5*/4")
    assert_plays(twin, make("11:1 -5:2 -10:1"), 6, 1, "11/10*/4")
    assert_plays(twin, make("11:1 -5:1 -10:2"), 6, 1, "11/5*/4")
    assert_plays(twin, make("11:1 -4:1"), 6, 1, "11/5/4*")


# R9: where a checker may land.


@pytest.mark.parametrize("die", range(1, 7))
@pytest.mark.parametrize("count", range(14))
def test_R9_open_are_an_empty_point_and_a_single_opposing_checker(twin: Twin, die: int, count: int) -> None:
    first, second = 24 - die, 24 - 2 * die
    board = make(f"24:1 -{second}:2 -{first}:{count}") if count else make(f"24:1 -{second}:2")
    expected = {0: [f"24/{first}"], 1: [f"24/{first}*"]}
    assert_plays(twin, board, die, die, *expected.get(count, []))


@pytest.mark.parametrize("die", range(1, 7))
@pytest.mark.parametrize("count", range(1, 15))
def test_R9_own_checkers_are_never_in_the_way(twin: Twin, die: int, count: int) -> None:
    first, second = 24 - die, 24 - 2 * die
    assert_plays(twin, make(f"24:1 {first}:{count} -{second}:2"), die, die, f"24/{first}")


# R10 and R11: how much of a roll must be played.


def test_R10_both_dice_if_any_order_allows(twin: Twin) -> None:
    """A die that looks dead is freed by the other."""
    assert_plays(twin, make("24:1 -21:2"), 6, 3, "24/18/15")
    assert_plays(twin, make("24:1 -18:2"), 6, 3, "24/21/15")
    assert_plays(twin, make("24:1 3:2 2:2 1:2 -19:2 -21:2 -22:2 -23:2"), 6, 3, "24/18/15")


def test_R10_both_dice_if_any_checker_allows(twin: Twin) -> None:
    assert_plays(twin, make("6:13 8:1 24:1 -4:2 -16:2 -18:3 -19:4 -20:4"), 6, 2, "8/2 24/22")
    assert_plays(twin, make("7:1 6:3 -2:2"), 5, 4, "6/1 7/3")


def test_R10_a_move_that_strands_the_other_die_is_not_legal(twin: Twin) -> None:
    """13/7 leaves no 5 to anybody; 20/14 leaves one."""
    assert_plays(twin, make("13:1 20:1 -8:2 -15:2 -2:2"), 6, 5, "20/14/9")


def test_R10_entering_with_the_die_that_leaves_the_other_one_a_move(twin: Twin) -> None:
    """The 3 enters too, but then no 5 is left."""
    board = make("bar:1 24:3 22:1 6:3 5:2 3:2 2:3 -1:2 -7:1 -12:3 -17:3 -19:6")
    assert_plays(twin, board, 5, 3, "bar/20 24/21", "bar/20 6/3", "bar/20 5/2")


def test_R10_a_bear_off_that_the_other_die_makes_possible(twin: Twin) -> None:
    """There is no 6 until the 1 has brought the last checker home."""
    assert_plays(twin, make("7:1 -1:2"), 6, 1, "7/6/off")
    assert_plays(twin, make("7:1 5:1 -1:2"), 6, 1, "7/6/off")


def test_R10_both_dice_however_much_it_hurts(twin: Twin) -> None:
    assert_plays(twin, make("6:1 13:2 -12:2 -8:2"), 6, 1, "13/7/6", "13/7 6/5")
    assert_plays(twin, make("2:2 -24:2"), 1, 1, "2/1(2) 1/off(2)")


@pytest.mark.parametrize("moves", range(1, 5))
def test_R10_as_many_of_the_four_of_a_double_as_possible(twin: Twin, moves: int) -> None:
    closed = 20 - 3 * (moves + 1)
    route = "/".join(str(20 - 3 * step) for step in range(moves + 1))
    assert_plays(twin, make(f"20:1 -{closed}:2"), 3, 3, route)


def test_R10_of_a_double_the_ways_that_play_most(twin: Twin) -> None:
    assert_plays(twin, make("13:1 24:1 -9:2 -14:2"), 2, 2, "13/11 24/22/20/18", "24/22/20/18/16")
    assert_plays(twin, make("13:1 24:1 -9:2 -18:2"), 2, 2, "13/11 24/22/20")
    assert_plays(twin, make("11:2 13:2 -12:2"), 1, 1, "11/10(2) 10/9(2)", "11/10/9/8 11/10", "11/10/9/8/7")


def test_R10_of_a_double_the_entries_count(twin: Twin) -> None:
    assert_plays(twin, make("bar:2 -22:1 -19:2"), 3, 3, "bar/22* bar/22")
    assert_plays(twin, make("bar:2 13:1 -19:2 -7:2"), 3, 3, "bar/22(2) 13/10")


@pytest.mark.parametrize(("high", "low"), OPENINGS)
def test_R11_the_larger_die_if_either_but_not_both(twin: Twin, high: int, low: int) -> None:
    assert_plays(twin, make(f"24:1 -{24 - high - low}:2"), high, low, f"24/{24 - high}")
    assert_plays(twin, make(f"bar:1 -{25 - high - low}:2"), high, low, f"bar/{25 - high}")


@pytest.mark.parametrize(("high", "low"), OPENINGS)
def test_R11_the_smaller_die_if_only_it_can_be_played(twin: Twin, high: int, low: int) -> None:
    closed = f"-{24 - high}:2 -{24 - high - low}:2"
    assert_plays(twin, make(f"24:1 {closed}"), high, low, f"24/{24 - low}")
    closed = f"-{25 - high}:2 -{25 - high - low}:2"
    assert_plays(twin, make(f"bar:1 {closed}"), high, low, f"bar/{25 - low}")


def test_R11_one_die_may_have_a_choice_of_checkers(twin: Twin) -> None:
    assert_plays(twin, make("24:1 22:1 -19:2 -17:2 -13:2 -11:2"), 6, 5, "24/18", "22/16")
    assert_plays(twin, make("24:1 22:1 -18:2 -16:2 -13:2 -11:2"), 6, 5, "24/19", "22/17")


@pytest.mark.parametrize(("high", "low"), OPENINGS)
def test_R11_one_checker_left_goes_off_by_the_larger_die(twin: Twin, high: int, low: int) -> None:
    """Either die bears it off at once; the play is the same."""
    for point in range(1, low + 1):
        assert_plays(twin, make(f"{point}:1 -24:2"), high, low, f"{point}/off")


def test_R11_no_legal_move_is_a_pass(twin: Twin) -> None:
    assert_plays(twin, make("24:1 -18:2 -23:2"), 6, 1)
    assert_plays(twin, make("6:2 -1:2"), 5, 5)
    assert_plays(twin, make("13:3 12:2 -10:2 -9:2 -11:3"), 3, 2)
    for die1, die2 in ORDERED_ROLLS:
        assert_plays(twin, make(f"bar:1 13:2 6:2 {CLOSED}"), die1, die2)


# R12: hitting.


@pytest.mark.parametrize("point", range(2, POINTS + 1))
def test_R12_landing_on_a_blot_sends_it_to_the_bar(twin: Twin, point: int) -> None:
    source = "bar" if point == POINTS else str(point + 1)
    board = make(f"{source}:1 -{point}:1 -{point - 1}:2")
    assert_plays(twin, board, 1, 1, f"{source}/{point}*")
    assert twin.results(board, 1, 1) == {make(f"{point}:1 -{point - 1}:2 -bar:1")}


def test_R12_a_blot_on_the_ace_point(twin: Twin) -> None:
    assert_plays(twin, make("2:1 13:1 -1:1 -12:2"), 1, 1, "2/1*")


def test_R12_several_hits_in_one_turn(twin: Twin) -> None:
    assert_plays(twin, make("13:1 -7:1 -4:1 -10:2"), 6, 3, "13/7*/4*")
    assert_plays(twin, make("24:1 -22:1 -20:1 -18:1 -16:1"), 2, 2, "24/22*/20*/18*/16*")
    assert_plays(twin, make("bar:1 -22:1 -19:1 -13:2"), 3, 3, "bar/22*/19*/16")
    assert_plays(twin, make("bar:2 -21:1 -23:1"), 4, 2, "bar/21* bar/23*")


def test_R12_a_second_checker_on_the_blots_point_hits_nothing_more(twin: Twin) -> None:
    board = make("10:2 -7:1 -4:2")
    assert_plays(twin, board, 3, 3, "10/7* 10/7")
    assert twin.results(board, 3, 3) == {make("7:2 -4:2 -bar:1")}


@pytest.mark.parametrize("waiting", range(15))
def test_R12_any_number_may_wait_on_the_bar(twin: Twin, waiting: int) -> None:
    board = make(f"6:1 -5:1 -bar:{waiting}") if waiting else make("6:1 -5:1")
    (played,) = twin.results(board, 1, 1)
    assert played == make(f"2:1 -bar:{waiting + 1}")
    assert twin.pip_counts(played) == (2, 25 * (waiting + 1))


def test_R12_a_blot_nobody_lands_on_stays(twin: Twin) -> None:
    assert_plays(twin, make("10:4 -4:2 -22:1"), 3, 3, "10/7(4)")


# R13 and R14: entering.


@pytest.mark.parametrize("die", range(1, 7))
def test_R13_a_die_enters_on_25_less_it(twin: Twin, die: int) -> None:
    for count in range(3):
        blocks = {0: "", 1: f" -{25 - die}:1", 2: f" -{25 - die}:2"}[count]
        board = make(f"bar:1 12:1 -{25 - 2 * die}:2 -{12 - die}:2{blocks}")
        expected = {0: [f"bar/{25 - die}"], 1: [f"bar/{25 - die}*"], 2: []}[count]
        assert_plays(twin, board, die, die, *expected)


@pytest.mark.parametrize("die", range(1, 7))
def test_R13_nothing_else_moves_while_a_checker_is_on_the_bar(twin: Twin, die: int) -> None:
    """Five points closed: rolls without the die that enters are passes, whatever else could move."""
    wall = " ".join(f"-{25 - other}:2" for other in range(1, 7) if other != die)
    board = make(f"bar:1 13:2 8:3 6:1 {wall} -5:1")
    for die1, die2 in ORDERED_ROLLS:
        if die not in (die1, die2):
            assert_plays(twin, board, die1, die2)
        else:
            boards = twin.results(board, die1, die2)
            assert all(after_it[BAR] == 0 for after_it in boards), shown(board, die1, die2)
            assert board not in boards, shown(board, die1, die2)


def test_R13_not_even_a_bear_off_or_a_hit(twin: Twin) -> None:
    for die1, die2 in ORDERED_ROLLS:
        assert_plays(twin, make(f"bar:1 1:5 2:4 {CLOSED}"), die1, die2)
        assert_plays(twin, make(f"bar:1 8:5 -7:1 -6:1 -5:1 {CLOSED}"), die1, die2)


def test_R14_what_cannot_enter_forfeits_the_rest(twin: Twin) -> None:
    assert_plays(twin, make("bar:3 6:5 -22:2 -24:1"), 3, 1, "bar/24*")
    assert_plays(twin, make("bar:2 13:2 -19:2"), 6, 3, "bar/22")
    assert_plays(twin, make("bar:2 13:2 -19:2 -22:2"), 6, 3)
    assert_plays(twin, make("bar:2 13:2 -1:1"), 6, 3, "bar/22 bar/19")
    assert_plays(twin, make("bar:3 13:2 -1:1"), 6, 3, "bar/22 bar/19")


def test_R14_the_last_one_in_the_rest_is_played_normally(twin: Twin) -> None:
    assert_plays(twin, make("bar:1 13:1 -bar:1"), 3, 1, "bar/22/21", "bar/22 13/12", "bar/24 13/10")
    assert_plays(twin, make("bar:1 13:1 -24:2"), 3, 1, "bar/22/21", "bar/22 13/12")


@pytest.mark.parametrize("waiting", range(1, 8))
def test_R14_a_double_enters_up_to_four(twin: Twin, waiting: int) -> None:
    board = make(f"bar:{waiting} 13:1 -19:2 -10:2 -bar:1")
    assert_plays(twin, board, 3, 3, f"bar/22({min(waiting, 4)})")


def test_R14_a_double_goes_on_after_the_last_entry(twin: Twin) -> None:
    assert_plays(twin, make("bar:3 13:1 -bar:1"), 2, 2, "bar/23(3) 23/21", "bar/23(3) 13/11")
    assert_plays(twin, make("bar:4 13:1 -bar:1"), 2, 2, "bar/23(4)")


# R15-R17: bearing off.


@pytest.mark.parametrize("point", range(7, BAR + 1))
def test_R15_not_while_a_checker_is_outside(twin: Twin, point: int) -> None:
    """The one outside cannot move, and the three on the ace point may not leave without it."""
    outside = "bar" if point == BAR else str(point)
    assert_plays(twin, make(f"{outside}:1 1:3 -{point - 1}:2"), 1, 1)


@pytest.mark.parametrize("point", range(3, 7))
def test_R15_with_every_checker_home(twin: Twin, point: int) -> None:
    assert_plays(twin, make(f"{point}:1 1:3 -{point - 1}:2"), 1, 1, "1/off(3)")


def test_R15_the_die_that_brings_the_last_one_home_may_be_followed_by_a_bear_off(twin: Twin) -> None:
    assert_plays(twin, make("7:1 6:1 -24:2"), 6, 1, "7/1/off", "7/1 6/5")
    assert_plays(twin, make("8:2 4:1 -24:2"), 4, 4, "8/4(2) 4/off(2)")
    assert_plays(twin, make("13:1 6:2 -24:2"), 6, 6, "13/7/1 6/off(2)")
    assert_plays(
        twin,
        make("2:9 3:2 4:2 6:1 7:1 -1:1 -13:1 -21:3 -23:2 -24:8"),
        6,
        1,
        *["2/1* 7/1", "3/2 7/1*", "4/3 7/1*", "6/5 7/1*", "7/1*/off", "7/6/off"],
    )


def test_R15_opponents_anywhere_do_not_matter(twin: Twin) -> None:
    assert_plays(twin, make("1:2 -bar:2 -2:2 -7:3 -13:4 -24:4"), 6, 5, "1/off(2)")


@pytest.mark.parametrize("point", range(1, 7))
def test_R16_a_die_bears_off_from_its_own_point(twin: Twin, point: int) -> None:
    assert_plays(twin, make(f"{point}:5 -24:2"), point, point, f"{point}/off(4)")


@pytest.mark.parametrize("die", range(2, 7))
def test_R16_from_the_highest_point_if_the_own_and_all_higher_ones_are_empty(twin: Twin, die: int) -> None:
    for highest in range(2, die):
        board = make(f"{highest}:2 1:5 -24:2")
        assert_plays(twin, board, die, die, f"{highest}/off(2) 1/off(2)")


def test_R16_not_from_a_lower_point_while_a_checker_stands_higher(twin: Twin) -> None:
    assert_plays(twin, make("6:1 2:1 -1:2"), 5, 5)
    assert_plays(twin, make("6:1 1:2 -2:2"), 4, 4)
    assert_plays(twin, make("5:2 3:2 -1:2"), 4, 4)
    assert_plays(twin, make("4:1 2:3 -24:5"), 6, 1, "4/3/off", "2/1 4/off")


def test_R16_with_a_checker_higher_it_moves_inside(twin: Twin) -> None:
    assert_plays(twin, make("5:2 1:2 -24:2"), 3, 3, "5/2(2) 2/off(2)")
    assert_plays(twin, make("6:1 1:1 -24:2"), 5, 5, "6/1 1/off(2)")


def test_R16_a_move_inside_instead_of_a_bear_off(twin: Twin) -> None:
    plays = ["3/off 6/4", "3/off 5/3", "6/3 5/3", "6/3/1", "5/2 6/4", "5/2 3/1"]
    assert_plays(twin, make("6:1 5:1 3:1 -24:2"), 3, 2, *plays)


def test_R16_two_bear_offs_are_one_play_and_other_moves_with_the_same_sources_another(twin: Twin) -> None:
    """With a 6 and a 4, 6/off and 3/off can be had, and so can 6/2 and 3/off; they differ."""
    assert_plays(twin, make("6:1 3:1 -24:2"), 6, 4, "6/off 3/off", "6/2 3/off")
    assert_plays(twin, make("6:1 4:1 -24:2"), 6, 4, "6/off 4/off", "6/2 4/off")


def test_R16_a_hit_instead_of_a_bear_off(twin: Twin) -> None:
    assert_plays(twin, make("6:1 2:2 -1:1 -bar:1"), 6, 1, "2/1* 6/off", "6/5/off")


def test_R17_a_checker_hit_must_enter_and_come_home_first(twin: Twin) -> None:
    """It is hit from the bar, stays out, comes in, and only then does the bearing off go on."""
    hitter = make("bar:1 -24:1 -23:2")
    assert_plays(twin, hitter, 1, 1, "bar/24*")
    board = twin.swapped(after(hitter, "bar/24*"))
    assert board == make("bar:1 2:2 -1:1")
    assert_plays(twin, board, 6, 5, "bar/19/14")
    assert_plays(twin, board, 6, 6, "bar/19/13/7/1*")
    assert_plays(twin, make("1:1 2:2 -bar:1"), 6, 6, "2/off(2) 1/off")
    for die1, die2 in ORDERED_ROLLS:
        assert_plays(twin, make(f"bar:1 1:1 2:1 {CLOSED}"), die1, die2)


# R18 and R20: the end.


@pytest.mark.parametrize(("die1", "die2"), ORDERED_ROLLS)
def test_R18_the_game_ends_at_once_with_dice_left(twin: Twin, die1: int, die2: int) -> None:
    board = make("1:1 -20:3")
    assert_plays(twin, board, die1, die2, "1/off")
    assert twin.game_result(after(board, "1/off")) == 1


def test_R18_the_last_checkers_of_a_double(twin: Twin) -> None:
    assert_plays(twin, make("1:3 -20:3"), 1, 1, "1/off(3)")
    assert_plays(twin, make("1:1 2:1 -20:3"), 1, 1, "2/1 1/off(2)")


def test_R18_as_many_dice_as_possible_up_to_the_end(twin: Twin) -> None:
    """The 6 alone would end the game, but both dice can be played, and on the way the 2 hits."""
    assert_plays(twin, make("4:1 -24:5"), 6, 2, "4/2/off")
    assert_plays(twin, make("4:1 -2:1 -24:4"), 6, 2, "4/2*/off")
    assert_plays(twin, make("4:1 -2:2 -24:4"), 6, 2, "4/off")


@pytest.mark.parametrize(("die1", "die2"), ORDERED_ROLLS)
def test_R18_after_the_end_there_is_nothing_to_play(twin: Twin, die1: int, die2: int) -> None:
    assert_plays(twin, make("-20:3"), die1, die2)
    assert_plays(twin, make("20:3 13:2"), die1, die2)
    assert_plays(twin, make("1:1"), die1, die2)
    assert_plays(twin, make("bar:1 5:2"), die1, die2)


@pytest.mark.parametrize(
    ("loser", "value"),
    [
        ("-24:14", 1),
        ("-24:1", 1),
        ("-1:14", 1),
        ("-bar:14", 1),
        ("-24:15", 2),
        ("-7:15", 2),
        ("-18:5 -13:5 -24:5", 2),
        ("-6:1 -24:14", 3),
        ("-1:1 -24:14", 3),
        ("-bar:1 -24:14", 3),
        ("-bar:1 -6:1 -24:13", 3),
        ("-bar:15", 3),
        ("-1:15", 3),
    ],
)
def test_R20_single_game_gammon_and_backgammon(twin: Twin, loser: str, value: int) -> None:
    board = make(loser)
    assert twin.game_result(board) == value, loser
    assert twin.game_result(twin.swapped(board)) == -value, loser


@pytest.mark.parametrize("place", range(25))
def test_R20_a_backgammon_is_a_last_checker_on_the_bar_or_in_the_winners_home(twin: Twin, place: int) -> None:
    board = [0] * 26
    board[24] = -14
    board[place] -= 1
    assert twin.game_result(tuple(board)) == (3 if place <= 6 else 2)
    board[24] += 1
    assert twin.game_result(tuple(board)) == 1


@pytest.mark.parametrize("checkers", range(1, CHECKERS + 1))
def test_R20_none_borne_off_is_a_matter_of_how_many_there_were(twin: Twin, checkers: int) -> None:
    board = make(f"-20:{checkers}")
    assert twin.game_result(board, checkers) == 2
    assert twin.game_result(make(f"-3:{checkers}"), checkers) == 3
    if checkers < CHECKERS:
        assert twin.game_result(board, checkers + 1) == 1


@pytest.mark.parametrize("text", ["1:1 -24:1", "bar:15 -bar:15", "1:15 -24:15", "24:15 -1:15"])
def test_R20_a_game_that_goes_on_is_worth_nothing_yet(twin: Twin, text: str) -> None:
    assert twin.game_result(make(text)) == 0
