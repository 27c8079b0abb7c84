"""The XGID: the verified examples, every field's range, and round trips."""

import doctest
import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from strategies import boards
from twins import Points, make

from bitgammon import reference
from bitgammon.errors import BitgammonError, InvalidBoardError, InvalidIdError, OutOfRangeError
from bitgammon.ids import gnubg_id, position_id, xgid
from bitgammon.ids.match_id import MatchId
from bitgammon.ids.xgid import Xgid
from bitgammon.rules import STARTS

DATA = json.loads((Path(__file__).parent / "data" / "ids.json").read_text(encoding="utf-8"))
BOARD = "-b----E-C---eE---c-e----B-"


def line(**fields: str) -> str:
    """An XGID of the start position with some fields other than usual."""
    usual = {
        "board": BOARD,
        "cube": "0",
        "owner": "0",
        "turn": "1",
        "dice": "31",
        "bottom": "0",
        "top": "0",
        "rules": "0",
        "length": "7",
        "max": "10",
    }
    return "XGID=" + ":".join((usual | fields).values())


def match_of(fields: Xgid) -> MatchId:
    """What the Match ID of a position says, from its XGID: bottom is player 1."""
    scores = (fields.top_score, fields.bottom_score)
    player = int(fields.turn == 1)
    return MatchId(
        cube=fields.cube,
        owner={1: 1, -1: 0, 0: None}[fields.owner],
        mover=player,
        turn=player,
        crawford=bool(fields.length and fields.rules),
        dice=fields.dice,
        length=fields.length,
        scores=scores,
        jacoby=bool(not fields.length and fields.rules & 1),
    )


@pytest.mark.parametrize(("text", "expected"), DATA["match ids of xgids"])
def test_the_verified_table(text: str, expected: str) -> None:
    fields = xgid.parse(text)
    assert gnubg_id.encode(fields.points, match_of(fields)) == expected
    assert gnubg_id.decode(expected) == (fields.points, match_of(fields))
    assert xgid.format(fields) == text


@pytest.mark.parametrize("case", DATA["ID08"], ids=["all on roll", "top on roll"])
def test_ID08_the_board_is_absolute(case: dict[str, str]) -> None:
    fields = xgid.parse(case["xgid"])
    assert fields.turn == -1
    assert position_id.encode(fields.points) == case["position_id"]
    assert position_id.encode(fields.board) != case["position_id"]
    assert fields.board == xgid.parse(case["xgid"].replace(":-1:", ":1:")).board


def test_ID13_a_double_is_kept_and_malformed_lines_are_named() -> None:
    doubled = xgid.parse("XGID=-a-B--E-B-a-dDB--b-bcb----:0:0:1:D:2:1:0:5:8")
    assert (doubled.action, doubled.dice, doubled.turn) == ("D", None, 1)
    assert (doubled.bottom_score, doubled.top_score, doubled.length, doubled.max_cube) == (2, 1, 5, 8)
    for text, says in (
        (f"XGID={BOARD}", "has 1 fields, not 10"),
        (
            f"XGID={BOARD}:0:0:1:63:9:0:0:7:10",
            "bottom score (column 42): '9' is not a number in 0..6 in a match",
        ),
        (f"XGID={BOARD}:0:0:2:77:0:0:0:7:10", "turn (column 37): '2' is not 1 or -1"),
        (f"XGID={BOARD}:0:0:1:77:0:0:0:7:10", "dice (column 39): '77' is not 00, D, B, R or two digits 1-6"),
    ):
        with pytest.raises(InvalidIdError) as caught:
            xgid.parse(text)
        assert says in str(caught.value)
        assert repr(text) in str(caught.value)


def test_all_ten_fields() -> None:
    fields = xgid.parse("XGID=aa--BBBB----dE---d-e----B-:2:-1:-1:24:2:3:1:7:9")
    assert fields == Xgid(
        board=make("4:2 5:2 6:2 7:2 13:5 24:2 -bar:1 -1:1 -12:4 -17:4 -19:5"),
        cube=2,
        owner=-1,
        turn=-1,
        dice=(2, 4),
        action="",
        bottom_score=2,
        top_score=3,
        rules=1,
        length=7,
        max_cube=9,
    )
    assert fields.points == reference.swapped(fields.board)
    assert fields._replace(turn=1).points == fields.board


def test_the_prefix_and_space_around_may_be_missing_or_there() -> None:
    text = line()
    assert xgid.parse(text) == xgid.parse(text.removeprefix("XGID=")) == xgid.parse(f" \t{text}\r\n")


@pytest.mark.parametrize("action", ["D", "B", "R"])
def test_actions(action: str) -> None:
    fields = xgid.parse(line(dice=action))
    assert (fields.action, fields.dice) == (action, None)
    assert xgid.format(fields) == line(dice=action)


def test_the_roll_is_still_to_come() -> None:
    assert xgid.parse(line(dice="00"))[4:6] == (None, "")


@pytest.mark.parametrize(
    ("fields", "says"),
    [
        ({"cube": "16"}, "cube (column 33): '16' is not a number in 0..15"),
        ({"cube": "-1"}, "cube"),
        ({"cube": "00"}, "cube"),
        ({"cube": ""}, "cube"),
        ({"cube": " 1"}, "cube"),
        ({"cube": "\N{ARABIC-INDIC DIGIT ONE}"}, "cube"),
        ({"cube": "9" * 40}, "cube (column 33)"),
        ({"cube": "9" * 5000}, "has 5045 characters, at most 200"),
        ({"owner": "2"}, "owner (column 35): '2' is not a number in -1..1"),
        ({"owner": "-2"}, "owner"),
        ({"owner": "--1"}, "owner"),
        ({"owner": "-0"}, "owner"),
        ({"owner": "+1"}, "owner"),
        ({"turn": "0"}, "turn (column 37)"),
        ({"turn": "+1"}, "turn"),
        ({"dice": "0"}, "dice (column 39)"),
        ({"dice": "3"}, "dice"),
        ({"dice": "07"}, "dice"),
        ({"dice": "61 "}, "dice"),
        ({"dice": "d"}, "dice"),
        ({"dice": "DD"}, "dice"),
        ({"bottom": "7"}, "bottom score (column 42): '7' is not a number in 0..6 in a match to that length"),
        ({"bottom": "-1"}, "bottom score"),
        ({"top": "7"}, "top score (column 44): '7' is not a number in 0..6"),
        ({"rules": "2"}, "rules (column 46): '2' is not a number in 0..1 in match play"),
        ({"rules": "4", "length": "0"}, "rules (column 46): '4' is not a number in 0..3"),
        ({"length": "32768"}, "length (column 48): '32768' is not a number in 0..32767"),
        ({"length": "-1"}, "length"),
        ({"bottom": "32768", "length": "0"}, "bottom score"),
        ({"max": "16"}, "max cube (column 50)"),
        ({"max": ""}, "max cube"),
        ({"max": "10:0"}, "has 11 fields, not 10"),
        ({"board": ""}, "board (column 6): '' has 0 characters, not 26"),
        ({"board": BOARD + "-"}, "board (column 6)"),
        ({"board": BOARD[:-1] + "b"}, "board (column 31): 'b': the last place"),
        ({"board": "B" + BOARD[1:]}, "board (column 6): 'B': the first place"),
        ({"board": "-Q" + BOARD[2:]}, "board (column 7): 'Q'"),
        ({"board": "-q" + BOARD[2:]}, "board (column 7): 'q'"),
        ({"board": "-0" + BOARD[2:]}, "board (column 7): '0'"),
        ({"board": "-P" + "-" * 24}, "the bottom player has 16 checkers, at most 15"),
        ({"board": "ao" + "-" * 24}, "the top player has 16 checkers, at most 15"),
    ],
)
def test_what_is_wrong_is_named(fields: dict[str, str], says: str) -> None:
    with pytest.raises(InvalidIdError) as caught:
        xgid.parse(line(**fields))
    assert says in str(caught.value)
    assert len(str(caught.value)) < 400


def test_columns_count_from_the_start_of_the_text() -> None:
    for before in ("", "XGID=", "  XGID="):
        text = before + line(dice="99").removeprefix("XGID=")
        with pytest.raises(InvalidIdError, match=rf"dice \(column {text.index('99') + 1}\)"):
            xgid.parse(text)


@pytest.mark.parametrize("money", ["0", "1", "2", "3"])
def test_money_rules_and_scores(money: str) -> None:
    fields = xgid.parse(line(rules=money, length="0", bottom="12", top="3"))
    assert (fields.rules, fields.bottom_score, fields.top_score) == (int(money), 12, 3)


@pytest.mark.parametrize(
    "wrong",
    [
        {"turn": 0},
        {"dice": (7, 1)},
        {"dice": (3, 1), "action": "D"},
        {"action": "X"},
        {"cube": 16},
        {"rules": 2, "length": 5},
        {"bottom_score": 5, "length": 5},
    ],
)
def test_fields_that_no_line_says(wrong: dict[str, Any]) -> None:
    fields = Xgid(STARTS["standard"].board)._replace(**wrong)
    with pytest.raises(InvalidIdError):
        xgid.format(fields)


@pytest.mark.parametrize(
    ("points", "turn", "says"),
    [
        ((0,) * 27, 1, "26 integers, not more"),
        ((0, 16) + (0,) * 24, 1, "the bottom player has 16"),
        ((0, 16) + (0,) * 24, -1, "the top player has 16"),
        ((1, *(0,) * 25), 1, "not 0 and 1"),
        ((0,) * 25 + (-1,), 1, "not -1 and 0"),
    ],
)
def test_boards_without_a_text(points: Points, turn: int, says: str) -> None:
    with pytest.raises(InvalidBoardError) as caught:
        xgid.format_board(points, turn)
    assert says in str(caught.value)


def test_a_turn_is_1_or_minus_1() -> None:
    for call in (lambda: xgid.parse_board(BOARD, 0), lambda: xgid.format_board((0,) * 26, 2)):
        with pytest.raises(OutOfRangeError, match=r"turn=[02] is not (1 or -1|-1\.\.1)"):
            call()


def test_text_must_be_text() -> None:
    for call in (xgid.parse, xgid.parse_board):
        with pytest.raises(TypeError, match="expected str, not b"):
            call(b"XGID=")  # type: ignore[arg-type]


@given(boards(), st.sampled_from((1, -1)))
def test_every_board_comes_back(points: Points, turn: int) -> None:
    text = xgid.format_board(points, turn)
    assert xgid.parse_board(text, turn) == points
    assert xgid.parse_board(text, -turn) == reference.swapped(points)


@st.composite
def xgids(draw: st.DrawFn) -> Xgid:
    length = draw(st.just(0) | st.integers(1, 64))
    score = st.integers(0, length - 1 if length else 99)
    action = draw(st.sampled_from(("", "", "D", "B", "R")))
    die = st.integers(1, 6)
    return Xgid(
        draw(boards()),
        draw(st.integers(0, 15)),
        draw(st.integers(-1, 1)),
        draw(st.sampled_from((1, -1))),
        None if action else draw(st.none() | st.tuples(die, die)),
        action,
        draw(score),
        draw(score),
        draw(st.integers(0, 1 if length else 3)),
        length,
        draw(st.integers(0, 15)),
    )


@given(xgids())
def test_every_xgid_comes_back(fields: Xgid) -> None:
    assert xgid.parse(xgid.format(fields)) == fields


@given(st.text(max_size=80) | st.lists(st.text("-01263DBRabcAB \t", max_size=4), min_size=9, max_size=9))
def test_hostile_text(text: str | list[str]) -> None:
    whole = text if isinstance(text, str) else ":".join((BOARD, *text))
    try:
        fields = xgid.parse(whole)
    except BitgammonError:
        return
    assert xgid.format(fields) == "XGID=" + whole.strip()


def test_the_examples_run() -> None:
    assert doctest.testmod(xgid).attempted > 0
    assert doctest.testmod(xgid).failed == 0
