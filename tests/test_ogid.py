"""The OGID: the verified examples, every field's range, and round trips."""

import doctest
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from strategies import games
from twins import Points, make

from bitgammon import reference
from bitgammon.errors import InvalidBoardError, InvalidIdError
from bitgammon.ids import ogid, xgid
from bitgammon.ids.ogid import STATES, Ogid
from bitgammon.rules import STARTS

START = STARTS["standard"].board
WHITE, BLACK = "11ccccchhhjjjjj", "66666888dddddoo"


def line(**fields: str) -> str:
    """An OGID of the start position with some fields other than usual."""
    usual = {
        "white": WHITE,
        "black": BLACK,
        "cube": "N0N",
        "dice": "",
        "color": "B",
        "state": "",
        "sw": "0",
        "sb": "0",
        "length": "7",
        "move": "0",
    }
    return ":".join((usual | fields).values())


#: The mover's board as an XGID has it, who the mover is, and the OGID.
VERIFIED = [
    ("-b----E-C---eE---c-e----B-", "W", f"{WHITE}:{BLACK}:N0N::B::0:0:0:0"),
    ("-b----E-C---eE---c-e----B-", "B", f"{WHITE}:{BLACK}:N0N:13:W::0:0:0:0"),
    ("-a-B--E-B-a-dDB--b-bcb----", "W", "bbcccchhjjjjjmm:445556688ddddfo:W1N::B::1:2:5:0"),
    ("aa--BBBB----dE---d-e----B-", "W", "11ccccciijjkkll:666668888ddddop:N0N:24:B::6:3:7C:0"),
    ("--BBBBBB-------------aB-aA", "B", "lo:223344556677mmp:N0N:12:W::0:0:0:0"),
    ("-b----E-C---eE---c-e----B-", "B", f"{WHITE}:{BLACK}:N0N::W:IW:0:0:1:0"),
]


@pytest.mark.parametrize(("board", "mover", "text"), VERIFIED)
def test_the_verified_table(board: str, mover: str, text: str) -> None:
    fields = ogid.parse(text)
    assert fields.turn == mover
    assert fields.points == xgid.parse_board(board)
    assert fields.board == xgid.parse_board(board, turn=1 if mover == "B" else -1)
    assert ogid.format(fields) == text
    assert ogid.format(fields._replace(fields=None)) == text


def test_the_color_is_the_player_who_acted_last() -> None:
    # As programs write them: White is to play a 64; Black is, after White's; Black has doubled.
    white = ogid.parse(f"{WHITE}:{BLACK}:N0N:46:B:IB:0:0:3:0")
    black = ogid.parse("17ccccghhhjjjjj:66666888dddddoo:N0N:46:W:R:0:0:3:1")
    doubled = ogid.parse("cccccgghhhjjjjj:112233666777dll:N0O::B:D:0:0:3:11")
    assert [each.turn for each in (white, black, doubled)] == ["W", "B", "B"]
    assert white.points == START
    assert black.points == black.board == make("6:5 8:3 13:5 24:2 -1:1 -7:1 -12:4 -16:1 -17:3 -19:5")
    assert doubled.points == doubled.board
    assert doubled._replace(action="T").turn == "W"
    assert doubled._replace(action="T").points == reference.swapped(doubled.board)


def test_all_eleven_fields() -> None:
    text = "0bb:5mmp:B3T:63:W:A:2:3:7L:12:4"
    assert ogid.parse(text) == Ogid(
        board=make("25:1 5:1 22:2 -bar:1 -11:2"),
        cube=3,
        owner="B",
        action="T",
        dice=(6, 3),
        color="W",
        state="A",
        white_score=2,
        black_score=3,
        length=7,
        post_crawford=True,
        move_id=12,
        checkers=4,
        fields=11,
    )
    assert ogid.format(ogid.parse(text)) == text


@pytest.mark.parametrize("number", range(3, 12))
def test_fields_may_be_missing_from_the_end(number: int) -> None:
    text = ":".join((line() + ":15").split(":")[:number])
    fields = ogid.parse(text)
    assert fields.fields == number
    assert fields.color == ("B" if number >= 5 else None)
    assert (fields.length, fields.checkers) == (7 if number >= 9 else 0, 15)
    assert ogid.format(fields) == text


def test_without_a_color_nobody_knows_whose_turn_it_is() -> None:
    fields = ogid.parse(f"{WHITE}:{BLACK}:N0N:31")
    assert (fields.turn, fields.dice, fields.board) == (None, (3, 1), START)
    with pytest.raises(InvalidIdError, match="color: there is none"):
        _ = fields.points


def test_what_is_made_has_the_usual_fields() -> None:
    board = STARTS["hypergammon"].board
    assert ogid.format(Ogid(board, color="W")) == "123:mno:N0N::W::0:0:0:0"
    assert ogid.format(Ogid(board, color="W", checkers=3)) == "123:mno:N0N::W::0:0:0:0:3"
    assert ogid.format(Ogid(board, fields=3)) == "123:mno:N0N"
    assert ogid.format(Ogid(list(board), fields=4, dice=(2, 1))) == "123:mno:N0N:21"  # type: ignore[arg-type]
    assert ogid.format(Ogid((0,) * 26, fields=3)) == "::N0N"


@pytest.mark.parametrize(
    ("length", "expected"),
    [
        ("0", (0, False, False, None)),
        ("7", (7, False, False, None)),
        ("7C", (7, True, False, None)),
        ("7L", (7, False, True, None)),
        ("0G5", (0, False, False, 5)),
        ("7G32767", (7, False, False, 32767)),
    ],
)
def test_what_follows_the_length(length: str, expected: tuple[int, bool, bool, int | None]) -> None:
    fields = ogid.parse(line(length=length))
    assert (fields.length, fields.crawford, fields.post_crawford, fields.max_games) == expected
    assert ogid.format(fields) == line(length=length)


@pytest.mark.parametrize("state", STATES)
def test_states(state: str) -> None:
    assert ogid.parse(line(state=state)).state == state


@pytest.mark.parametrize(
    ("fields", "says"),
    [
        ({"white": "11ccccchhhjjjjq"}, "white (column 15): 'q': checkers borne off are not listed"),
        ({"white": "21"}, "white (column 2): '1' after '2': the places are not sorted"),
        ({"white": "A"}, "white (column 1): 'A' is not '0'..'9' or 'a'..'p'"),
        ({"white": "1 "}, "white (column 2): ' '"),
        ({"white": "1p"}, "white (column 2): 'p' is the bar of the other side, not of White"),
        ({"white": "1" * 16}, "white (column 1): White has 16 checkers, at most 15"),
        ({"white": "\N{ARABIC-INDIC DIGIT ONE}"}, "white (column 1)"),
        ({"black": "0"}, "black (column 17): '0' is the bar of the other side, not of Black"),
        ({"black": "66j"}, "black (column 19): both sides hold the place 'j'"),
        ({"black": "6" * 16}, "black (column 17): Black has 16 checkers, at most 15"),
        ({"cube": ""}, "cube (column 33): '' is not an owner, a number and an action"),
        ({"cube": "NN"}, "cube (column 33)"),
        ({"cube": "X0N"}, "cube owner (column 33): 'X' is not N, W, B, D or ?"),
        ({"cube": "N0X"}, "cube action (column 35): 'X' is not N, O, T or P"),
        ({"cube": "N16N"}, "cube (column 34): '16' is not a number in 0..15"),
        ({"cube": "N01N"}, "cube (column 34)"),
        ({"cube": "N-1N"}, "cube (column 34)"),
        ({"cube": "N0NN"}, "cube (column 34): '0N'"),
        ({"dice": "1"}, "dice (column 37): '1' is not nothing or two digits 1-6"),
        ({"dice": "00"}, "dice (column 37)"),
        ({"dice": "17"}, "dice (column 37)"),
        ({"dice": "131"}, "dice (column 37)"),
        ({"dice": "13", "cube": "N0O"}, "dice (column 37): rolled while a double is pending"),
        ({"color": ""}, "color (column 38): '' is not W or B"),
        ({"color": "w"}, "color (column 38)"),
        ({"color": "WB"}, "color (column 38)"),
        ({"state": "X"}, "state (column 40): 'X' is not nothing, IW, IB, R,"),
        ({"state": "r"}, "state (column 40)"),
        ({"sw": "-1"}, "white score (column 41): '-1' is not a number in 0..32767"),
        ({"sw": ""}, "white score (column 41)"),
        ({"sb": "32768"}, "black score (column 43): '32768' is not a number in 0..32767"),
        ({"length": ""}, "length (column 45): '' is not a number in 0..32767"),
        ({"length": "C"}, "length (column 45)"),
        ({"length": "-7"}, "length (column 45): '-' is not nothing, C, L or G"),
        ({"length": "07"}, "length (column 45): '07'"),
        ({"length": "7X"}, "length (column 46): 'X' is not nothing, C, L or G"),
        ({"length": "7c"}, "length (column 46)"),
        ({"length": "7CL"}, "length (column 47): 'L' after 'C'"),
        ({"length": "7L2"}, "length (column 47): '2' after 'L'"),
        ({"length": "0C"}, "length (column 46): 'C': money play has no Crawford game"),
        ({"length": "0L"}, "length (column 46): 'L'"),
        ({"length": "0G"}, "max games (column 47): '' is not a number in 1..32767"),
        ({"length": "0G0"}, "max games (column 47): '0'"),
        ({"length": "0GG"}, "max games (column 47)"),
        ({"move": "x"}, "move id (column 47): 'x' is not a number"),
        ({"move": "0:16"}, "checkers (column 49): '16' is not a number in 1..15"),
        ({"move": "0:0"}, "checkers (column 49)"),
        ({"move": "0:14"}, "white (column 1): White has 15 checkers, at most 14"),
        ({"move": "0:15:"}, "has 12 fields, not 3..11"),
    ],
)
def test_what_is_wrong_is_named(fields: dict[str, str], says: str) -> None:
    with pytest.raises(InvalidIdError) as caught:
        ogid.parse(line(**fields))
    assert str(caught.value).startswith("OGID ")
    assert says in str(caught.value)
    assert len(str(caught.value)) < 400


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("", "OGID '' has 1 fields, not 3..11"),
        (f"{WHITE}:{BLACK}", "has 2 fields"),
        (f"OGID={line()}", "white (column 1): 'O'"),
        (f" {line()}", "white (column 1): ' '"),
        (f"{line()}\n", r"move id (column 47): '0\n' is not a number"),
        ("1" * 1_000_000, "has 1000000 characters, at most 120"),
        (":" * 1_000_000, "has 1000000 characters"),
        (line(length="9" * 121), "characters, at most 120"),
    ],
)
def test_what_is_no_ogid_at_all(text: str, says: str) -> None:
    with pytest.raises(InvalidIdError) as caught:
        ogid.parse(text)
    assert says in str(caught.value)
    assert len(str(caught.value)) < 250


@pytest.mark.parametrize(
    ("wrong", "says"),
    [
        ({"cube": 16}, "cube (column 34): '16'"),
        ({"cube": 10**5000}, "cube=<an integer of"),
        ({"owner": "X"}, "cube owner"),
        ({"owner": ""}, "cube"),
        ({"action": "N:"}, "checkers (column 48)"),
        ({"dice": (7, 1)}, "dice (column 37): '71'"),
        ({"dice": (3, 12)}, "dice"),
        ({"dice": (31,)}, "dice: (31,) are not two dice"),
        ({"dice": (12, 1)}, "dice"),
        ({"dice": ()}, "dice: () are not two dice"),
        ({"dice": (3, 1), "action": "O"}, "rolled while a double is pending"),
        ({"color": None}, "color (column 38): '' is not W or B"),
        ({"color": "X"}, "color"),
        ({"state": "X"}, "state"),
        ({"state": "R" * 1_000_000}, "characters, at most 120"),
        ({"white_score": -1}, "white score"),
        ({"black_score": 40000}, "black score=40000"),
        ({"length": 5, "crawford": True, "post_crawford": True}, "length"),
        ({"length": 5, "crawford": True, "max_games": 3}, "length"),
        ({"max_games": 0}, "max games"),
        ({"crawford": True}, "money play has no Crawford game"),
        ({"crawford": 2, "length": 5}, "does not say crawford=2"),
        ({"move_id": -1}, "move id"),
        ({"checkers": 14}, "White has 15 checkers, at most 14"),
        ({"checkers": 16}, "checkers"),
        ({"fields": 2}, "fields=2 is not 3..11"),
        ({"fields": 12}, "fields=12"),
        ({"fields": 8, "length": 7}, "does not say length=7"),
        ({"fields": 4}, "does not say color='B'"),
    ],
)
def test_fields_that_no_text_says(wrong: dict[str, Any], says: str) -> None:
    with pytest.raises(InvalidIdError) as caught:
        ogid.format(Ogid(START, color="B")._replace(**wrong))
    assert says in str(caught.value)
    assert len(str(caught.value)) < 400


@pytest.mark.parametrize(
    ("points", "says"),
    [
        ((0,) * 27, "26 integers, not more"),
        ((0, 16) + (0,) * 24, "Black has 16 checkers"),
        ((-1, -15) + (0,) * 24, "White has 16 checkers"),
        ((0, 10**9) + (0,) * 24, "Black has 1000000000 checkers"),
        ((1, *(0,) * 25), "points[25] is Black's bar (>= 0) and points[0] White's (<= 0), not 0 and 1"),
        ((0,) * 25 + (-1,), "not -1 and 0"),
    ],
)
def test_boards_without_a_text(points: Points, says: str) -> None:
    with pytest.raises(InvalidBoardError) as caught:
        ogid.format(Ogid(points, color="B"))
    assert says in str(caught.value)


def test_types() -> None:
    with pytest.raises(TypeError, match="OGID: expected str, not b"):
        ogid.parse(line().encode())  # type: ignore[arg-type]
    with pytest.raises(TypeError, match="OGID: cube: expected an integer, not '1'"):
        ogid.format(Ogid(START, color="B", cube="1"))  # type: ignore[arg-type]
    with pytest.raises(TypeError, match="OGID: dice: expected two dice, not 31"):
        ogid.format(Ogid(START, color="B", dice=31))  # type: ignore[arg-type]
    with pytest.raises(TypeError, match=r"OGID: fields: expected an integer, not 10\.0"):
        ogid.format(Ogid(START, color="B", fields=10.0))  # type: ignore[arg-type]
    for name in ("owner", "action", "state", "color"):
        shown = f"cube {name}" if name in ("owner", "action") else name
        with pytest.raises(TypeError, match=f"OGID: {shown}: expected str, not 5"):
            ogid.format(Ogid(START, color="B")._replace(**{name: 5}))  # type: ignore[arg-type]


@st.composite
def ogids(draw: st.DrawFn) -> Ogid:
    points, checkers = draw(games())
    action = draw(st.sampled_from("NNOTP"))
    length = draw(st.just(0) | st.integers(1, 0x7FFF))
    rule = draw(st.sampled_from(("", "", "G", "C", "L") if length else ("", "", "G")))
    number, die = st.integers(0, 0x7FFF), st.integers(1, 6)
    whole = Ogid(
        points,
        draw(st.integers(0, 15)),
        draw(st.sampled_from("NWBD?")),
        action,
        None if action == "O" else draw(st.none() | st.tuples(die, die)),
        draw(st.sampled_from("WB")),
        draw(st.sampled_from(STATES)),
        draw(number),
        draw(number),
        length,
        rule == "C",
        rule == "L",
        draw(st.integers(1, 0x7FFF)) if rule == "G" else None,
        draw(number),
        checkers,
        11,
    )
    return draw(st.just(whole) | st.builds(cut, st.just(whole), st.integers(3, 10)))


def cut(whole: Ogid, number: int) -> Ogid:
    """The same with that many fields of the text."""
    part = Ogid(whole.board, whole.cube, whole.owner, whole.action, fields=number)
    names = (("dice",), ("color",), ("state",), ("white_score",), ("black_score",))
    groups = (*names, ("length", "crawford", "post_crawford", "max_games"), ("move_id",))
    for group in groups[: number - 3]:
        part = part._replace(**{name: getattr(whole, name) for name in group})
    return part


@given(ogids())
def test_every_ogid_comes_back(fields: Ogid) -> None:
    text = ogid.format(fields)
    assert ogid.parse(text) == fields
    assert text.count(":") + 1 == fields.fields
    if fields.turn:
        assert fields.points == (fields.board if fields.turn == "B" else reference.swapped(fields.board))


def refused_or_exact(text: str) -> None:
    """What no text may break: it is refused by the one error, or is what format writes."""
    try:
        fields = ogid.parse(text)
    except InvalidIdError:
        return
    assert ogid.format(fields) == text


@given(st.text(max_size=80) | st.lists(st.text("0123bcpqNWBDO?TPCLGIRM ", max_size=4), max_size=12).map(":".join))
def test_hostile_text(text: str) -> None:
    refused_or_exact(text)


@given(ogids(), st.data())
def test_hostile_mutations(fields: Ogid, data: st.DataObject) -> None:
    text = ogid.format(fields)
    first = data.draw(st.integers(0, len(text)))
    last = data.draw(st.integers(first, min(first + 2, len(text))))
    refused_or_exact(text[:first] + data.draw(st.text("0159bpqNWO:CG", max_size=2) | st.text(max_size=2)) + text[last:])


def test_the_examples_run() -> None:
    assert doctest.testmod(ogid).attempted > 0
    assert doctest.testmod(ogid).failed == 0
