"""The key of gnubg-nn: the verified examples, every way a text can be wrong, and round trips."""

import doctest
import json
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from strategies import games
from twins import Points, make

from bitgammon import reference
from bitgammon.errors import InvalidBoardError, InvalidIdError
from bitgammon.ids import _board, nn_key, position_id, xgid
from bitgammon.rules import STARTS

DATA = json.loads((Path(__file__).parent / "data" / "ids.json").read_text(encoding="utf-8"))
START = "OAHDPAABDAOAHDPAABDA"

#: XGID board, mover in upper case, and the ten bytes of its key as GNU Backgammon gives them.
KEYS = [
    ("-b----E-C---eE---c-e----B-", "e073f00130e073f00130"),
    ("-a-B--E-B-a-dDB--b-bcb----", "d8cde009208ccfe00d00"),
    ("aa--BBBB----dE---d-e----B-", "e0f3e00150d836f00130"),
    ("---------------------bbba-", "6d030000000000000000"),
    ("--BBBBBB-------------aB-a-", "110000b06d1b00300000"),
    ("bBBBBBB-----------------C-", "000000dbb60d00c00100"),
]


def text_of(key: str) -> str:
    """Hexadecimal digits as the letters A..P."""
    return "".join(chr(ord("A") + int(digit, 16)) for digit in key)


def test_the_verified_start() -> None:
    assert nn_key.encode(STARTS["standard"].board) == START
    assert nn_key.decode(START) == STARTS["standard"].board


@pytest.mark.parametrize(("board", "key"), KEYS)
def test_the_verified_keys(board: str, key: str) -> None:
    points = xgid.parse_board(board)
    assert nn_key.encode(points) == text_of(key)
    assert nn_key.decode(text_of(key)) == points


@pytest.mark.parametrize("variant", sorted(STARTS))
def test_the_starts(variant: str) -> None:
    start = STARTS[variant]
    assert nn_key.decode(nn_key.encode(start.board), start.checkers) == start.board
    assert position_id.decode(DATA["starts"][variant]) == nn_key.decode(nn_key.encode(start.board))


def test_the_opponents_half_comes_first() -> None:
    points = make("1:1 -24:2")  # bits 0 and 1, then 25 zeros of the opponent, then bit 27
    assert nn_key.encode(points) == "ADAAAAAI" + "A" * 12
    assert nn_key.encode(reference.swapped(points)) != nn_key.encode(points)


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("", "gnubg-nn key '' has 0 characters, not 20"),
        (START[:-1], "19 characters, not 20"),
        (START + "A", "21 characters"),
        (START + "\n", "21 characters"),
        ("Q" + START[1:], "column 1: 'Q' is not 'A'..'P'"),
        (START[:-1] + "a", "column 20: 'a'"),
        (START[:6] + "0" + START[7:], "column 7: '0'"),
        (START[:6] + "\N{CYRILLIC CAPITAL LETTER A}" + START[7:], "column 7"),
        ("P" * 20, "the bits end before 50 points are told"),
        ("A" * 15 + "B" + "A" * 4, "column 16: bits are set after the last point"),
        ("A" * 14 + "B" + "A" * 5, "column 15: bits are set after the last point"),
        (START[:-2] + "HA", "the mover 16"),
        ("A" * 1_000_000, "1000000 characters"),
    ],
)
def test_what_is_wrong_is_named(text: str, says: str) -> None:
    with pytest.raises(InvalidIdError) as caught:
        nn_key.decode(text)
    assert says in str(caught.value)
    assert len(str(caught.value)) < 250


def test_no_side_has_more_checkers_than_it_plays_with() -> None:
    text = nn_key.encode(STARTS["hypergammon"].board)
    assert nn_key.decode(text, 3) == STARTS["hypergammon"].board
    with pytest.raises(InvalidIdError, match="opponent has 3 checkers and the mover 3, each may have at most 2"):
        nn_key.decode(text, 2)


def test_the_point_held_by_both_is_named() -> None:
    # One checker in the opponent's slot 22 (bit 21 of the key), one in the mover's slot 3 (bit 28).
    with pytest.raises(InvalidIdError, match=r"both sides hold the mover's point 3$"):
        nn_key.decode(text_of((1 << 21 | 1 << 28).to_bytes(10, "little").hex()))


@pytest.mark.parametrize(
    ("points", "says"),
    [
        ((0,) * 25, "26 integers, not 25"),
        ((1, *(0,) * 25), "the opponent's (<= 0), not 0 and 1"),
        ((0,) * 25 + (-1,), "the mover's bar (>= 0) and points[0] the opponent's (<= 0), not -1 and 0"),
        ((0, 16) + (0,) * 24, "the mover has 16 checkers"),
        ((-1, -15) + (0,) * 24, "the opponent has 16 checkers"),
        ((0, 10**5000) + (0,) * 24, "the mover has <an integer of"),
    ],
)
def test_boards_without_a_key(points: Points, says: str) -> None:
    with pytest.raises(InvalidBoardError) as caught:
        nn_key.encode(points)
    assert says in str(caught.value)


def test_text_must_be_text() -> None:
    with pytest.raises(TypeError, match="expected str, not b"):
        nn_key.decode(START.encode())  # type: ignore[arg-type]


@given(games())
def test_every_board_comes_back(game: tuple[Points, int]) -> None:
    points, checkers = game
    text = nn_key.encode(points)
    assert nn_key.decode(text, checkers) == points
    assert len(text) == 20


def refused_or_exact(text: str) -> None:
    """What no text may break: it is refused by the one error, or is what encode writes."""
    try:
        points = nn_key.decode(text)
    except InvalidIdError:
        return
    assert nn_key.encode(points) == text


@given(st.text(max_size=40) | st.text("ABCDHP", min_size=20, max_size=20))
def test_hostile_text(text: str) -> None:
    refused_or_exact(text)


@given(games(), st.integers(0, 19), st.sampled_from("ABCDHPQa") | st.characters())
def test_hostile_mutations(game: tuple[Points, int], place: int, letter: str) -> None:
    text = nn_key.encode(game[0])
    refused_or_exact(text[:place] + letter + text[place + 1 :])


def test_the_examples_run() -> None:
    for module in (nn_key, _board):
        assert doctest.testmod(module).attempted > 0
        assert doctest.testmod(module).failed == 0
