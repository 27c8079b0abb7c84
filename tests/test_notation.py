"""Text of a play: what is printed, what is read, what is refused, and which play a text means."""

import doctest
import json
from contextlib import suppress
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from strategies import dice, games
from twins import Points, after, make

from bitgammon import Board, Move, Play, notation, reference
from bitgammon.errors import (
    AmbiguousPlayError,
    BitgammonError,
    IllegalPlayError,
    InvalidPlayError,
    UnknownNameError,
)
from bitgammon.notation import STYLES, Chain, format_moves, parse, resolve
from bitgammon.rules import STARTS

DATA = json.loads((Path(__file__).parent / "data" / "notation.json").read_text(encoding="utf-8"))
START = STARTS["standard"].board


def meant(text: str, board: Points, die1: int, die2: int) -> Points:
    """The board that a text leads to."""
    results = sorted(reference.results(board, die1, die2))
    return results[resolve(text, board, results)]


# What is printed.


@pytest.mark.parametrize(("moves", "text"), DATA["printed"])
def test_the_standard_form(moves: list[tuple[int, int, bool]], text: str) -> None:
    assert format_moves(moves) == text
    assert format_moves(moves[::-1]) == text


@pytest.mark.parametrize(("moves", "xg", "plain"), DATA["styles"])
def test_the_other_styles(moves: list[tuple[int, int, bool]], xg: str, plain: str) -> None:
    for given_moves in (moves, moves[::-1]):
        assert format_moves(given_moves, "xg") == format_moves(given_moves, style="xg") == xg
        assert format_moves(given_moves, "plain") == plain
        assert Play([Move(*move) for move in given_moves]).text("xg") == xg
        assert Play([Move(*move) for move in given_moves]).text(style="plain") == plain


def test_the_standard_style_is_that_of_gnu_backgammon() -> None:
    assert STYLES == ("gnu", "xg", "plain")
    for moves, text in DATA["printed"]:
        play = Play([Move(*move) for move in moves])
        assert format_moves(moves, "gnu") == play.text("gnu") == play.text() == str(play) == text


@pytest.mark.parametrize("style", ["", "GNU", "snowie", "x" * 10_000, None, 3, ["gnu"]])
def test_styles_that_do_not_exist(style: str) -> None:
    for call in (Play().text, lambda style: format_moves([], style)):
        with pytest.raises(UnknownNameError, match=r"^style=.* is none of gnu, xg, plain$") as caught:
            call(style)
        assert len(str(caught.value)) < 200


@pytest.mark.parametrize("style", STYLES)
@pytest.mark.parametrize("moves", [[(8, 8)], [(5, 8)], [(26, 20)], [(0, -1)], [(3, -2)], [(6, 5)] * 5])
def test_what_is_no_play_is_not_printed(moves: list[tuple[int, int]], style: str) -> None:
    with pytest.raises(InvalidPlayError):
        format_moves([(src, dst, False) for src, dst in moves], style)


# What is read.


@pytest.mark.parametrize("text", DATA["read"])
def test_what_others_print_is_read(text: str) -> None:
    chains = parse(text)
    assert [list(chain.points) for chain in chains] == DATA["read"][text]
    stars = [point for chain in chains for point in chain.stars]
    assert len(set(stars)) == text.count("*")


def test_stars_belong_to_their_points() -> None:
    assert parse("24/20*/16 13/9*(2)") == (
        Chain((24, 20, 16), (20,)),
        Chain((13, 9), (9,)),
        Chain((13, 9), (9,)),
    )


@pytest.mark.parametrize("text", DATA["passes"])
def test_passes(text: str) -> None:
    assert parse(text) == ()


@pytest.mark.parametrize("text", DATA["refused"])
def test_what_is_refused_and_where(text: str) -> None:
    with pytest.raises(InvalidPlayError) as caught:
        parse(text)
    assert str(caught.value).startswith(f"{text!r}, column {DATA['refused'][text]}: ")


@pytest.mark.parametrize("text", ["8/5 " * 31, "8" * 1_000_000, " " * 121, "8/5(4" + ")" * 10_000, "*" * 10_000])
def test_long_text_is_refused_at_once(text: str) -> None:
    with pytest.raises(InvalidPlayError) as caught:
        parse(text)
    assert len(str(caught.value)) < 250
    assert (", column 121: " in str(caught.value)) == (len(text) > 120)


def test_text_must_be_text() -> None:
    with pytest.raises(TypeError, match="expected str, not b"):
        parse(b"8/5")  # type: ignore[arg-type]


# Which play is meant.


@pytest.mark.parametrize(
    "text",
    [
        "8/5 6/5",
        "6/5 8/5",
        "6-5 8-5",
        "8 5 6 5",
        "6/5,8/5",
        "8/5*6/5",
        " 8/5  6/5 ",
        "8/5* 6/5*",
        "6/5 8/5 pass",
    ],
)
def test_one_play_in_many_words(text: str) -> None:
    assert meant(text, START, 3, 1) == after(START, "8/5 6/5")


def test_an_intermediate_point_may_be_told_or_not() -> None:
    for text in ("24/20", "24/23/20", "24/21/20", "24/21 21/20", "21/20 24/21"):
        assert meant(text, START, 3, 1) == after(START, "24/21 21/20")
    bearing_off = make("4:1 3:2 -24:2")
    for text in ("4/off", "4/1/off", "4/3/off", "4/1 1/0", "4/o"):
        assert meant(text, bearing_off, 3, 1) == make("3:2 -24:2")


def test_a_joined_move_hits_only_where_the_star_is() -> None:
    board = make("8:1 3:2 -7:1 -24:2")  # 8/7*/1 hits, 8/2/1 does not
    assert meant("8/1", board, 6, 1) == after(board, "8/2/1")
    assert meant("8/7*/1", board, 6, 1) == after(board, "8/7*/1")
    # A point that is named is landed on: its blot is hit, star or not.
    for text in ("8/7/1", "8/7 7/1", "8/7* 7/1"):
        assert meant(text, board, 6, 1) == after(board, "8/7*/1")
    assert meant("8/2/1", board, 6, 1) == after(board, "8/2/1")


def test_a_blot_at_the_end_is_hit_either_way() -> None:
    board = make("8:1 3:2 -7:1 -1:1 -24:2")
    for text in ("8/1", "8/1*", "8/2/1*"):
        assert meant(text, board, 6, 1) == after(board, "8/2/1*")
    for text in ("8/7*/1*", "8/7/1", "8/7*/1"):
        assert meant(text, board, 6, 1) == after(board, "8/7*/1*")


def test_two_readings_are_an_error_that_names_both() -> None:
    board = make("8:1 3:2 -7:1 -2:1 -24:2")  # either way hits, and the text does not say which
    with pytest.raises(AmbiguousPlayError) as caught:
        meant("8/1", board, 6, 1)
    assert "'8/1'" in str(caught.value)
    assert "on 7 or on 2" in str(caught.value) or "on 2 or on 7" in str(caught.value)
    assert meant("8/7*/1", board, 6, 1) == after(board, "8/7*/1")
    assert meant("8/2*/1", board, 6, 1) == after(board, "8/2*/1")
    # A star where there is no blot does not say which.
    with pytest.raises(AmbiguousPlayError):
        meant("8/1*", board, 6, 1)
    board = make("13:2 -11:1 -24:2")
    assert meant("13/8", board, 3, 2) == after(board, "13/10 10/8")
    with pytest.raises(AmbiguousPlayError, match="on 11 or nothing"):
        meant("13/8*", board, 3, 2)


def test_a_star_too_many_is_forgiven_where_there_is_one_reading() -> None:
    assert meant("8/5* 6/5*", START, 3, 1) == after(START, "8/5 6/5")


def test_where_all_readings_are_one_board_the_first_is_taken() -> None:
    board = after(START, "8/5 6/5")
    assert resolve("8/5* 6/5", START, [START, board, board]) == 1


def test_a_pass_is_meant_only_where_nothing_else_is_legal() -> None:
    closed = make("bar:1 -19:2 -20:2 -21:2 -22:2 -23:2 -24:2")
    for text in DATA["passes"]:
        assert meant(text, closed, 3, 1) == closed
        with pytest.raises(IllegalPlayError, match="there is a legal play"):
            meant(text, START, 3, 1)


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("8/5", "more of the roll must be played"),
        ("8/4 6/5", "the dice do not give it"),
        ("24/23 8/5 6/5", "the dice do not give it"),
        ("7/4 6/5", "more checkers than the 0 on point 7"),
        ("24/23(3)", "more checkers than the 2 on point 24"),
        ("bar/24 6/5", "more checkers than the 0 on the bar"),
        ("13/12 8/5/1", "the opponent holds point 12 with 5 checkers"),
        ("6/2 8/5", "the dice do not give it"),
        ("24/23/18", "the dice do not give it"),
        ("24/19/18", "the opponent holds point 19 with 5 checkers"),
    ],
)
def test_illegal_plays_say_why(text: str, says: str) -> None:
    with pytest.raises(IllegalPlayError) as caught:
        meant(text, START, 3, 1)
    assert str(caught.value).startswith(repr(text))
    assert says in str(caught.value)


def test_the_bar_comes_first() -> None:
    board = make("bar:1 13:5 8:3 6:5 24:1 -1:2 -12:5 -17:3 -19:5")
    with pytest.raises(IllegalPlayError, match="on the bar must enter first"):
        meant("8/5 6/5", board, 3, 1)
    assert meant("bar/24 8/5", board, 3, 1) == after(board, "bar/24 8/5")


def test_NT01_bar_and_off_as_numbers() -> None:
    board = make("bar:2 3:2 -19:2")
    assert meant("25/23 25/24", board, 2, 1) == after(board, "bar/23 bar/24")
    home = make("3:1 1:1 -24:2")
    assert meant("3/0 1/0", home, 3, 1) == after(home, "3/off 1/off")


def test_NT02_how_often_and_what_is_hit_are_no_part_of_the_number() -> None:
    assert parse("8/5(2)") == (Chain((8, 5)),) * 2
    assert parse("24/18(2) 13/7(2)") == (Chain((24, 18)),) * 2 + (Chain((13, 7)),) * 2
    assert parse("16/13*(2) 13/10") == (Chain((16, 13), (13,)),) * 2 + (Chain((13, 10)),)
    assert meant("24/18(2) 13/7(2)", START, 6, 6) == after(START, "24/18 24/18 13/7 13/7")
    board = make("24:2 13:3 -19:2 -18:1")
    assert meant("24/18*(2) 13/7(2)", board, 6, 6) == make("18:2 13:1 7:2 -19:2 -bar:1")
    with pytest.raises(InvalidPlayError, match=r"'13\*', column 3: "):  # from there, or to there?
        parse("13*")


@pytest.mark.parametrize(
    ("board", "dice", "texts"),
    [
        ("6:1 4:2 -24:2", (6, 2), ["6/off 4/2", "4/2 6/off"]),
        ("6:2 2:2 -24:2", (2, 1), ["2/off 6/5", "6/5 2/off"]),
    ],
)
def test_NT04_bearing_off_in_any_order(board: str, dice: tuple[int, int], texts: list[str]) -> None:
    plays = [Board(make(board)).parse_play(text, *dice) for text in texts]
    assert plays[0] == plays[1]
    assert plays[0] == Play(list(reversed(plays[0])))
    for style in STYLES:
        assert plays[0].text(style) == plays[1].text(style)


def test_NT05_the_bar_is_the_movers_own() -> None:
    board = make("bar:1 6:2 -22:1 -19:2 -bar:1")
    assert meant("bar/22* 6/5", board, 3, 1) == make("22:1 6:1 5:1 -19:2 -bar:2")


def test_NT07_stars_and_a_pass_at_the_end_are_optional() -> None:
    board = make("bar:1 -18:1 -1:2 -2:2 -3:2")
    for text in ("Bar/24/18", "Bar/24/18*", "bar/24 24/18 Pass"):
        assert meant(text, board, 6, 1) == after(board, "bar/24/18*")


#: The cell of a match file after its dice, and what programs say instead of nothing.
DANCES = ["", " ", " Cannot Move", "Cannot Move", "Can't Move", "can't move."]


@pytest.mark.parametrize("text", DANCES)
def test_NT09_a_dance_is_the_empty_play_where_nothing_else_is_legal(text: str) -> None:
    closed = Board(make("bar:1 6:2 -19:2 -20:2 -21:2 -22:2 -23:2 -24:2"))
    assert closed.parse_play(text, 3, 1) == Play()
    with pytest.raises(IllegalPlayError, match="there is a legal play"):
        Board().parse_play(text, 3, 1)


@pytest.mark.parametrize(("text", "column"), [("B[31]", 2), ("31:", 1), ("31: Cannot Move", 1)])
def test_NT09_the_dice_around_a_dance_are_for_readers_of_files(text: str, column: int) -> None:
    with pytest.raises(InvalidPlayError) as caught:
        parse(text)
    assert str(caught.value).startswith(f"{text!r}, column {column}: ")


def test_NT10_a_play_has_as_many_moves_as_are_written() -> None:
    assert parse("8/5 6/5") == (Chain((8, 5)), Chain((6, 5)))
    assert Board().parse_play("8/5 6/5", 3, 1).moves == (Move(8, 5), Move(6, 5))
    assert parse("") == ()
    closed = Board(make("bar:1 -19:2 -20:2 -21:2 -22:2 -23:2 -24:2"))
    assert closed.parse_play("", 3, 1).moves == ()


# Round trips.


@given(games(), dice, dice)
def test_every_style_is_read_back(game: tuple[Points, int], die1: int, die2: int) -> None:
    points, checkers = game
    board = Board(points, checkers=checkers)
    plays = board.plays(die1, die2)
    for play in plays[:: len(plays) // 12 + 1]:
        for style in STYLES:
            assert board.parse_play(play.text(style), die1, die2) == play


@given(games(), dice, dice)
def test_the_plain_style_is_an_order_that_can_be_played(
    game: tuple[Points, int], die1: int, die2: int
) -> None:
    points, checkers = game
    if die1 == die2 and sum(count for count in points if count > 0) > 6:
        die2 = die1 % 6 + 1  # the reference lists every order: too many for doubles
    number = {str(point): point for point in range(26)}
    for lines in reference.plays(points, die1, die2, checkers).values():
        for line in lines:
            written = format_moves(line, "plain")
            steps = [(step.rstrip("*").split("/"), step.endswith("*")) for step in written.split(" ") if step]
            assert tuple((number[src], number[dst], hit) for (src, dst), hit in steps) in lines


@given(games(), dice, dice)
def test_every_play_printed_is_read_back(game: tuple[Points, int], die1: int, die2: int) -> None:
    points, checkers = game
    plays = Board(points, checkers=checkers).plays(die1, die2)
    results = [board.points for board in plays.boards]
    step = len(plays) // 40 + 1
    for index in range(0, len(plays), step):
        play = plays[index]
        text = str(play)
        assert text == format_moves([(move.src, move.dst, move.hit) for move in play])
        assert resolve(text, points, results) == index
        assert resolve(text.title(), points, results) == index
        assert resolve(text.replace("/", "-"), points, results) == index
        written_out = " ".join(f"{move.src}/{move.dst}{'*' * move.hit}" for move in play)
        assert resolve(written_out, points, results) == index
        assert resolve(written_out.replace("*", ""), points, results) == index


@given(games(), dice, dice)
def test_every_order_of_moves_is_read(game: tuple[Points, int], die1: int, die2: int) -> None:
    points, checkers = game
    if die1 == die2 and sum(count for count in points if count > 0) > 6:
        die2 = die1 % 6 + 1  # the reference lists every order: too many for doubles
    plays = reference.plays(points, die1, die2, checkers)
    results = list(plays)
    for index, lines in enumerate(plays.values()):
        for line in lines:
            assert resolve(format_moves(line), points, results) == index


@given(st.text(max_size=130) | st.text("0123456789/-*(), barofpsBO\N{ARABIC-INDIC DIGIT ONE}", max_size=40))
def test_hostile_text(text: str) -> None:
    with suppress(InvalidPlayError):
        assert sum(len(chain.points) - 1 for chain in parse(text)) <= 4
    results = sorted(reference.results(START, 3, 1))
    with suppress(BitgammonError):
        assert 0 <= resolve(text, START, results) < len(results)


def test_the_examples_run() -> None:
    assert doctest.testmod(notation).attempted > 0
    assert doctest.testmod(notation).failed == 0
