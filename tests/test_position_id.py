"""The Position ID: the verified examples, every way a text can be wrong, and round trips."""

import base64
import doctest
import json
from pathlib import Path
from types import ModuleType

import pytest
from hypothesis import given
from hypothesis import strategies as st
from strategies import games
from twins import Points, make

from bitgammon import reference
from bitgammon.errors import BitgammonError, InvalidBoardError, InvalidIdError
from bitgammon.ids import _bits, position_id, xgid
from bitgammon.rules import STARTS

DATA = json.loads((Path(__file__).parent / "data" / "ids.json").read_text(encoding="utf-8"))
START = STARTS["standard"].board


@pytest.mark.parametrize(("board", "mover", "swapped"), DATA["position ids"])
def test_the_verified_table(board: str, mover: str, swapped: str) -> None:
    points = xgid.parse_board(board)
    assert position_id.encode(points) == mover
    assert position_id.decode(mover) == points
    assert position_id.encode(reference.swapped(points)) == swapped
    assert position_id.decode(swapped) == xgid.parse_board(board, turn=-1)


@pytest.mark.parametrize("variant", sorted(STARTS))
def test_the_starts(variant: str) -> None:
    start = STARTS[variant]
    assert position_id.encode(start.board) == DATA["starts"][variant]
    assert position_id.decode(DATA["starts"][variant], start.checkers) == start.board


def test_ID01_the_opponents_bar_is_negative() -> None:
    case = DATA["ID01"]
    assert position_id.encode(case["board"]) == case["position_id"]
    assert position_id.decode(case["position_id"]) == tuple(case["board"])


@pytest.mark.parametrize("case", DATA["ID02"], ids=lambda case: case["id"])
def test_ID02_ids_of_no_board_are_refused(case: dict[str, str]) -> None:
    with pytest.raises(InvalidIdError) as caught:
        position_id.decode(case["id"])
    assert repr(case["id"]) in str(caught.value)
    assert case["says"] in str(caught.value)


def test_ID06_the_opponents_half_comes_first() -> None:
    case = DATA["ID06"]
    assert position_id.decode(case["position_id"]) == tuple(case["board"])
    assert position_id.encode(case["board"]) == case["position_id"]
    assert position_id.encode(reference.swapped(case["board"])) != case["position_id"]


def test_ID14_a_board_with_nobody_on_it() -> None:
    assert position_id.decode("A" * 14) == (0,) * 26
    assert position_id.encode((0,) * 26) == "A" * 14


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("", "0 characters, not 14"),
        ("4HPwATDgc/ABM", "13 characters, not 14"),
        ("4HPwATDgc/ABMA=", "15 characters"),
        (" 4HPwATDgc/ABM", "column 1:"),
        ("4HPwATDgc/ABMA\n", "15 characters"),
        ("4HPwATDgc_ABMA", "column 10: '_'"),
        ("4HPwATDgc/ABM\N{CYRILLIC CAPITAL LETTER A}", "column 14"),
        ("4HPwATDgc/ABMB", "column 14"),  # a bit in the four that belong to no byte
        ("AAAAAAAAAAAAEA", "column 13: bits are set after"),
        ("4HPwATDgc/ABOA", "the mover 16"),
        ("A" * 100_000, "100000 characters"),
    ],
)
def test_what_is_wrong_is_named(text: str, says: str) -> None:
    with pytest.raises(InvalidIdError) as caught:
        position_id.decode(text)
    assert says in str(caught.value)
    assert len(str(caught.value)) < 250


def test_no_side_has_more_checkers_than_it_plays_with() -> None:
    hyper = DATA["starts"]["hypergammon"]
    assert position_id.decode(hyper, 3) == position_id.decode(hyper)
    with pytest.raises(InvalidIdError, match="at most 2"):
        position_id.decode(hyper, 2)
    own = position_id.encode(make("1:3 -24:1"))
    with pytest.raises(InvalidIdError, match="opponent has 1 checkers and the mover 3, each may have at most 2"):
        position_id.decode(own, 2)
    theirs = position_id.encode(make("1:1 -24:3"))
    with pytest.raises(InvalidIdError, match="opponent has 3 checkers and the mover 1, each may have at most 2"):
        position_id.decode(theirs, 2)


def test_the_point_held_by_both_is_named() -> None:
    # One checker in the opponent's slot 22 (bit 21 of the key), one in the mover's slot 3 (bit 28).
    text = base64.b64encode((1 << 21 | 1 << 28).to_bytes(10, "little")).decode()[:14]
    with pytest.raises(InvalidIdError, match=r"both sides hold the mover's point 3$"):
        position_id.decode(text)


@pytest.mark.parametrize(
    ("points", "says"),
    [
        ((0,) * 25, "26 integers, not 25"),
        ((1, *(0,) * 25), "the opponent's (<= 0), not 0 and 1"),
        ((0,) * 25 + (-1,), "the mover's bar (>= 0) and points[0] the opponent's (<= 0), not -1 and 0"),
        ((0, 16) + (0,) * 24, "the mover has 16 checkers"),
        ((-1, -15) + (0,) * 24, "the opponent has 16 checkers"),
    ],
)
def test_boards_without_an_id(points: Points, says: str) -> None:
    with pytest.raises(InvalidBoardError) as caught:
        position_id.encode(points)
    assert says in str(caught.value)


def test_text_must_be_text() -> None:
    with pytest.raises(TypeError, match="expected str, not b"):
        position_id.decode(b"4HPwATDgc/ABMA")  # type: ignore[arg-type]
    with pytest.raises(InvalidBoardError, match=r"checkers=16 is not 1\.\.15"):
        position_id.decode("4HPwATDgc/ABMA", 16)
    with pytest.raises(TypeError, match="checkers: expected an integer, not 'x'"):
        position_id.decode("4HPwATDgc/ABMA", "x")  # type: ignore[arg-type]


@given(games())
def test_every_board_comes_back(game: tuple[Points, int]) -> None:
    points, checkers = game
    text = position_id.encode(points)
    assert position_id.decode(text, checkers) == points
    assert text == text.strip()
    assert len(text) == 14


@given(st.text(max_size=40) | st.text("ABCDwxyz0189+/", min_size=14, max_size=14))
def test_hostile_text(text: str) -> None:
    try:
        points = position_id.decode(text)
    except BitgammonError:
        return
    assert position_id.encode(points) == text


@pytest.mark.parametrize("module", [_bits, position_id])
def test_the_examples_run(module: ModuleType) -> None:
    assert doctest.testmod(module).attempted > 0
    assert doctest.testmod(module).failed == 0
