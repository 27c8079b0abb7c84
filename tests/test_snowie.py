"""The position line of Snowie: the verified examples, every field's range, and round trips."""

import doctest
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from strategies import boards
from twins import Points, make

from bitgammon.errors import InvalidBoardError, InvalidIdError
from bitgammon.ids import snowie, xgid
from bitgammon.ids.snowie import Snowie
from bitgammon.rules import STARTS

START = STARTS["standard"].board
#: As GNU Backgammon exports them, with the board as an XGID has it; the last one is of a match that is over.
VERIFIED = [
    (
        "0;1;0;1;1;root;gnubg;0;0;0;1;0;0;-2;0;0;0;0;5;0;3;0;0;0;-5;5;0;0;0;-3;0;-5;0;0;0;0;2;0;3;1;",
        Snowie(START, jacoby=True, name="root", other_name="gnubg", dice=(3, 1)),
    ),
    (
        "5;0;0;0;1;root;gnubg;0;1;2;2;1;0;-1;0;2;0;0;5;0;2;0;-1;0;-4;4;2;0;0;-2;0;-2;-3;-2;0;0;0;0;6;3;",
        Snowie(
            xgid.parse_board("-a-B--E-B-a-dDB--b-bcb----"),
            5,
            name="root",
            other_name="gnubg",
            score=1,
            other_score=2,
            cube_value=2,
            owner=1,
            dice=(6, 3),
        ),
    ),
    (
        "7;0;0;0;1;root;gnubg;0;2;3;4;-1;-1;-1;0;0;2;2;2;2;0;0;0;0;-4;5;0;0;0;-4;0;-5;0;0;0;0;2;0;4;2;",
        Snowie(
            xgid.parse_board("aa--BBBB----dE---d-e----B-"),
            7,
            name="root",
            other_name="gnubg",
            score=2,
            other_score=3,
            cube_value=4,
            owner=-1,
            dice=(4, 2),
        ),
    ),
    (
        "3;0;0;0;0;gnubg;root;0;0;4;2;1;0;0;0;0;0;0;7;0;4;1;0;0;2;1;0;0;0;0;0;0;0;0;0;0;0;0;0;0;",
        Snowie(
            make("6:7 8:4 9:1 12:2 13:1"),
            3,
            mover=0,
            name="gnubg",
            other_name="root",
            score=0,
            other_score=4,
            cube_value=2,
            owner=1,
        ),
    ),
]
INDEX = {name: index for index, name in enumerate(snowie._FIELDS)}


def line(**fields: str) -> str:
    """The second example with some fields other than usual, underscores standing for the spaces of names."""
    values = VERIFIED[1][0].split(";")
    for name, value in fields.items():
        values[INDEX[name.replace("_", " ")]] = value
    return ";".join(values)


def column(text: str, name: str) -> int:
    """Where a field begins."""
    return len(";".join(text.split(";")[: INDEX[name]])) + (2 if INDEX[name] else 1)


@pytest.mark.parametrize(("text", "expected"), VERIFIED)
def test_the_verified_examples(text: str, expected: Snowie) -> None:
    assert snowie.parse(text) == expected
    assert snowie.format(expected) == text
    assert text.count(";") == 40


def test_the_bars() -> None:
    points = make("bar:1 24:2 6:3 -bar:2 -1:4")
    text = snowie.format(Snowie(points))
    values = text.split(";")
    assert (values[12], values[37]) == ("-2", "1")
    assert snowie.parse(text).points == points


def test_the_crawford_game() -> None:
    fields = snowie.parse(line(crawford="1", score="4", other_score="0"))
    assert (fields.crawford, fields.length, fields.score) == (True, 5, 4)


@pytest.mark.parametrize(
    "name", ["", "Ann Lee", " ", "J\N{LATIN SMALL LETTER O WITH DIAERESIS}rg", "a:b,1800", "x" * 64]
)
def test_names(name: str) -> None:
    fields = snowie.parse(line(name=name, other_name=name))
    assert (fields.name, fields.other_name) == (name, name)
    assert snowie.format(fields) == line(name=name, other_name=name)


@pytest.mark.parametrize(
    ("fields", "name", "says"),
    [
        ({"length": "-1"}, "length", "'-1' is not a number in 0..32767"),
        ({"length": "05"}, "length", "'05'"),
        ({"length": " 5"}, "length", "' 5'"),
        ({"length": "\N{ARABIC-INDIC DIGIT ONE}"}, "length", "is not a number"),
        ({"jacoby": "2"}, "jacoby", "'2' is not a number in 0..1"),
        ({"third_field": "1"}, "third field", "'1' is not a number in 0..0"),
        ({"money": "1"}, "money", "'1' with a length of 5: 1 is for money play, 0 for a match"),
        ({"length": "0"}, "money", "'0' with a length of 0"),
        ({"on_roll": "2"}, "on roll", "'2' is not a number in 0..1"),
        ({"on_roll": "-1"}, "on roll", "'-1'"),
        ({"name": "a\nb"}, "name", "control character"),
        ({"name": "x" * 65}, "name", "65 characters, at most 64"),
        ({"other_name": "a\x7f"}, "other name", "control character"),
        ({"crawford": "x"}, "crawford", "'x'"),
        ({"crawford": "1", "length": "0", "money": "1"}, "crawford", "a Crawford game in money play"),
        ({"score": "-1"}, "score", "'-1' is not a number in 0..32767"),
        ({"other_score": "32768"}, "other score", "'32768'"),
        ({"cube": "0"}, "cube", "'0' is not a number in 1..32768"),
        ({"cube": "6"}, "cube", "6 is not a power of 2"),
        ({"owner": "2"}, "owner", "'2' is not a number in -1..1"),
        ({"owner": "+1"}, "owner", "'+1'"),
        ({"bar_of_the_other": "1"}, "bar of the other", "'1' is not a number in -15..0"),
        ({"bar_of_the_other": "-0"}, "bar of the other", "'-0'"),
        ({"bar_of_the_other": "-1"}, "bar of the other", "the other player has 16 checkers, at most 15"),
        ({"point_3": "16"}, "point 3", "'16' is not a number in -15..15"),
        ({"point_24": ""}, "point 24", "''"),
        ({"own_bar": "-1"}, "own bar", "'-1' is not a number in 0..15"),
        ({"own_bar": "1"}, "own bar", "the player on roll has 16 checkers, at most 15"),
        ({"die_1": "0"}, "die 1", "not rolled, but the other die is"),
        ({"die_2": "0"}, "die 2", "not rolled, but the other die is"),
        ({"die_1": "7"}, "die 1", "'7' is not a number in 0..6"),
        ({"die_2": "9" * 200}, "die 2", "is not a number in 0..6"),
    ],
)
def test_what_is_wrong_is_named(fields: dict[str, str], name: str, says: str) -> None:
    text = line(**fields)
    with pytest.raises(InvalidIdError) as caught:
        snowie.parse(text)
    message = str(caught.value)
    assert message.startswith("Snowie position ")
    assert f": {name} (column {column(text, name)}): " in message
    assert says in message
    assert len(message) < 400


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("", "Snowie position '' does not end with ';'"),
        (line() + "\n", "does not end with ';'"),
        (line()[:-1], "does not end with ';'"),
        (line() + ";", "has 41 fields, not 40"),
        (line().removesuffix("3;"), "has 39 fields, not 40"),
        (";" * 1_000_000, "has 1000000 characters, at most 600"),
        (line(name="x" * 1_000_000), "characters, at most 600"),
    ],
)
def test_what_is_no_position_at_all(text: str, says: str) -> None:
    with pytest.raises(InvalidIdError) as caught:
        snowie.parse(text)
    assert says in str(caught.value)
    assert len(str(caught.value)) < 300


@pytest.mark.parametrize(
    ("wrong", "says"),
    [
        ({"length": -1}, "length"),
        ({"length": 10**5000}, "length=<an integer of"),
        ({"jacoby": 2}, "jacoby"),
        ({"mover": 2}, "on roll"),
        ({"name": "a;b"}, "name: 'a;b' has a ';'"),
        ({"other_name": "a\n"}, "other name: 'a\\n' has a control character"),
        ({"name": "x" * 1_000_000}, "name: "),
        ({"crawford": True}, "a Crawford game in money play"),
        ({"score": 40000}, "score=40000"),
        ({"cube_value": 3}, "cube"),
        ({"owner": 2}, "owner"),
        ({"dice": (0, 0)}, "does not say dice=(0, 0)"),
        ({"dice": (3, 0)}, "die 2"),
        ({"dice": (3, 1, 1)}, "dice: (3, 1, 1) are not two dice"),
    ],
)
def test_fields_that_no_text_says(wrong: dict[str, Any], says: str) -> None:
    with pytest.raises(InvalidIdError) as caught:
        snowie.format(Snowie(START)._replace(**wrong))
    assert says in str(caught.value)
    assert len(str(caught.value)) < 400


@pytest.mark.parametrize(
    ("points", "says"),
    [
        ((0,) * 27, "26 integers, not more"),
        ((0, 16) + (0,) * 24, "the player on roll has 16 checkers"),
        ((-1, -15) + (0,) * 24, "the other player has 16 checkers"),
        ((0,) * 25 + (-1,), "not -1 and 0"),
    ],
)
def test_boards_without_a_text(points: Points, says: str) -> None:
    with pytest.raises(InvalidBoardError) as caught:
        snowie.format(Snowie(points))
    assert says in str(caught.value)


def test_types() -> None:
    with pytest.raises(TypeError, match="Snowie position: expected str, not b"):
        snowie.parse(line().encode())  # type: ignore[arg-type]
    with pytest.raises(TypeError, match="Snowie position: name: expected str, not None"):
        snowie.format(Snowie(START, name=None))  # type: ignore[arg-type]
    with pytest.raises(TypeError, match="Snowie position: dice: expected two dice, not 31"):
        snowie.format(Snowie(START, dice=31))  # type: ignore[arg-type]
    with pytest.raises(TypeError, match="Snowie position: owner: expected an integer, not 'x'"):
        snowie.format(Snowie(START, owner="x"))  # type: ignore[arg-type]


@st.composite
def positions(draw: st.DrawFn) -> Snowie:
    length = draw(st.just(0) | st.integers(1, 0x7FFF))
    score, die = st.integers(0, 0x7FFF), st.integers(1, 6)
    names = st.text(st.characters(codec="utf-8", exclude_characters=";").filter(str.isprintable), max_size=64)
    return Snowie(
        draw(boards()),
        length,
        draw(st.booleans()),
        draw(st.integers(0, 1)),
        draw(names),
        draw(names),
        length > 0 and draw(st.booleans()),
        draw(score),
        draw(score),
        1 << draw(st.integers(0, 15)),
        draw(st.integers(-1, 1)),
        draw(st.none() | st.tuples(die, die)),
    )


@given(positions())
def test_every_position_comes_back(fields: Snowie) -> None:
    text = snowie.format(fields)
    assert snowie.parse(text) == fields
    assert text.count(";") == 40


def refused_or_exact(text: str) -> None:
    """What no text may break: it is refused by the one error, or is what format writes."""
    try:
        fields = snowie.parse(text)
    except InvalidIdError:
        return
    assert snowie.format(fields) == text


@given(st.text(max_size=80) | st.lists(st.text("-0125 x", max_size=3), min_size=40, max_size=40).map(";".join))
def test_hostile_text(text: str) -> None:
    refused_or_exact(text)
    refused_or_exact(text + ";")


@given(positions(), st.data())
def test_hostile_mutations(fields: Snowie, data: st.DataObject) -> None:
    text = snowie.format(fields)
    first = data.draw(st.integers(0, len(text)))
    last = data.draw(st.integers(first, min(first + 2, len(text))))
    refused_or_exact(text[:first] + data.draw(st.text("-0125;", max_size=2) | st.text(max_size=2)) + text[last:])


@given(positions(), st.integers(0, 39), st.integers(-30, 30).map(str) | st.text(max_size=3))
def test_hostile_fields(fields: Snowie, index: int, value: str) -> None:
    values = snowie.format(fields).split(";")
    refused_or_exact(";".join((*values[:index], value, *values[index + 1 :])))


def test_the_examples_run() -> None:
    assert doctest.testmod(snowie).attempted > 0
    assert doctest.testmod(snowie).failed == 0
