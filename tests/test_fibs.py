"""The FIBS board: the verified examples, all four ways to write a board, every field's range, and round trips."""

import doctest
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from strategies import boards
from twins import Points, make

from bitgammon import reference
from bitgammon.errors import InvalidBoardError, InvalidIdError
from bitgammon.ids import fibs, xgid
from bitgammon.ids.fibs import Fibs
from bitgammon.rules import CHECKERS, STARTS

START = STARTS["standard"].board
TAIL = "1:0:0:0:0:1:1:1:0:1:-1:0:25:0:0:0:0:0:0:0:0"
VERIFIED = [
    (
        f"board:You:Opp:7:1:2:0:-2:0:0:0:0:5:0:3:0:0:0:-5:5:0:0:0:-3:0:-5:0:0:0:0:2:0:{TAIL}",
        "-b----E-C---eE---c-e----B-",
    ),
    (
        f"board:You:Opp:7:1:2:0:-1:0:2:0:0:5:0:2:0:-1:0:-4:4:2:0:0:-2:0:-2:-3:-2:0:0:0:0:{TAIL}",
        "-a-B--E-B-a-dDB--b-bcb----",
    ),
]
#: Where each field stands, by the names errors use.
INDEX = {name: index for index, name in enumerate(fibs._FIELDS)}


def line(**fields: str) -> str:
    """The start position with some fields other than usual, underscores standing for the spaces of names."""
    values = VERIFIED[0][0].split(":")
    for name, value in fields.items():
        values[INDEX[name.replace("_", " ")]] = value
    return ":".join(values)


def column(text: str, name: str) -> int:
    """Where a field begins."""
    return len(":".join(text.split(":")[: INDEX[name]])) + (2 if INDEX[name] else 1)


def written(own: Points, color: int, direction: int) -> Points:
    """The places of a board of the player's, by hand: one after the other."""
    places = [0] * 26
    for point, count in enumerate(own):
        places[point if direction == -1 else 25 - point] = count * color
    return tuple(places)


@pytest.mark.parametrize(("text", "board"), VERIFIED)
def test_the_verified_examples(text: str, board: str) -> None:
    points = xgid.parse_board(board)
    expected = Fibs("You", "Opp", points, 7, 1, 2)
    assert fibs.parse(text) == expected
    assert fibs.parse(text).points == points
    assert fibs.format(expected) == text
    assert text.count(":") == 52


@pytest.mark.parametrize(
    "board", ["aa--BBBB----dE---d-e----B-", "bBBBBBB-----------------C-", "--BBBBBB-------------aB-aA"]
)
@pytest.mark.parametrize("color", [1, -1])
@pytest.mark.parametrize("direction", [1, -1])
def test_a_board_can_be_written_in_four_ways(board: str, color: int, direction: int) -> None:
    own = xgid.parse_board(board)
    off, opponent_off = CHECKERS - sum(max(n, 0) for n in own), CHECKERS + sum(min(n, 0) for n in own)
    mine = Fibs(
        "You",
        "Opp",
        written(own, color, direction),
        turn=color,
        color=color,
        direction=direction,
        player_off=off,
        opponent_off=opponent_off,
    )
    text = fibs.format(mine)
    home = "0:25" if direction == -1 else "25:0"
    assert f":{color}:{direction}:{home}:{off}:{opponent_off}:{own[25]}:{-own[0]}:" in text
    assert fibs.parse(text) == mine
    assert mine.points == own
    assert mine._replace(turn=-color).points == reference.swapped(own)
    assert mine._replace(turn=0).points == own


def test_all_fields() -> None:
    places = "1:0:0:0:0:0:0:0:0:0:0:0:0:0:0:0:0:0:0:0:0:0:0:-3:0:-2"
    text = f"board:Ann:Bob_2:9999:12:34:{places}:-1:3:1:6:6:4:1:0:1:-1:1:25:0:7:8:0:0:4:3:1:5"
    expected = Fibs(
        player="Ann",
        opponent="Bob_2",
        board=(1, *(0,) * 22, -3, 0, -2),
        length=9999,
        player_score=12,
        opponent_score=34,
        turn=-1,
        player_dice=(3, 1),
        opponent_dice=(6, 6),
        cube_value=4,
        player_may_double=True,
        opponent_may_double=False,
        was_doubled=True,
        color=-1,
        direction=1,
        player_off=7,
        opponent_off=8,
        can_move=4,
        forced=3,
        after_crawford=True,
        redoubles=5,
    )
    # The player is X and moves up: its bar is place 0, where an O stands; the opponent's is place 25.
    with pytest.raises(InvalidIdError, match=r"place 0 \(column 28\): the player's bar holds checkers of the opponent"):
        fibs.parse(text)
    text = text.replace(places, "-1:0:0:0:0:0:0:0:0:0:0:0:0:0:0:0:0:0:0:0:0:0:0:-3:0:2").replace(":0:0:4:3", ":1:2:4:3")
    expected = expected._replace(board=(-1, *(0,) * 22, -3, 0, 2))
    assert fibs.parse(text) == expected
    assert fibs.format(expected) == text
    assert expected.points == make("bar:1 2:3 -bar:2")


@pytest.mark.parametrize(
    ("fields", "name", "says"),
    [
        ({"first_word": "Board"}, "first word", "'Board' is not board"),
        ({"player": ""}, "player", "the name is empty"),
        ({"player": "a b"}, "player", "'a b' has a space or control character"),
        ({"opponent": "a\tb"}, "opponent", "control character"),
        ({"opponent": "a\N{NO-BREAK SPACE}b"}, "opponent", "control character"),
        ({"opponent": "a\x00"}, "opponent", "control character"),
        ({"opponent": "x" * 65}, "opponent", "65 characters, at most 64"),
        ({"length": "0"}, "length", "'0' is not a number in 1..9999"),
        ({"length": "10000"}, "length", "'10000' is not"),
        ({"length": "+7"}, "length", "'+7'"),
        ({"length": "07"}, "length", "'07'"),
        ({"length": " 7"}, "length", "' 7'"),
        ({"length": ""}, "length", "''"),
        ({"length": "\N{ARABIC-INDIC DIGIT ONE}"}, "length", "is not a number"),
        ({"player_score": "-1"}, "player score", "'-1' is not a number in 0..32767"),
        ({"opponent_score": "32768"}, "opponent score", "'32768'"),
        ({"place_3": "16"}, "place 3", "'16' is not a number in -15..15"),
        ({"place_3": "-0"}, "place 3", "'-0'"),
        ({"place_3": "--1"}, "place 3", "'--1'"),
        ({"place_25": "x"}, "place 25", "'x'"),
        ({"place_25": "-1"}, "place 25", "the player's bar holds checkers of the opponent"),
        ({"place_0": "1"}, "place 0", "the opponent's bar holds checkers of the player"),
        ({"turn": "2"}, "turn", "'2' is not a number in -1..1"),
        ({"player_die_1": "7"}, "player die 1", "'7' is not a number in 0..6"),
        ({"player_die_1": "3"}, "player die 2", "not rolled, but the other die is"),
        ({"player_die_2": "3"}, "player die 1", "not rolled, but the other die is"),
        ({"opponent_die_1": "-1"}, "opponent die 1", "'-1'"),
        ({"opponent_die_1": "3"}, "opponent die 2", "not rolled"),
        ({"opponent_die_2": "3"}, "opponent die 1", "not rolled"),
        ({"cube": "3"}, "cube", "3 is not a power of 2"),
        ({"cube": "0"}, "cube", "'0' is not a number in 1..32768"),
        ({"cube": "65536"}, "cube", "'65536'"),
        ({"player_may_double": "2"}, "player may double", "'2' is not a number in 0..1"),
        ({"opponent_may_double": "-1"}, "opponent may double", "'-1'"),
        ({"was_doubled": "x"}, "was doubled", "'x'"),
        ({"color": "0"}, "color", "'0' is not 1 or -1"),
        ({"color": "+1"}, "color", "'+1'"),
        ({"direction": "0"}, "direction", "'0' is not 1 or -1"),
        ({"direction": "1"}, "home", "'0' is not 25 with direction 1"),
        ({"direction": "1", "home": "25"}, "bar", "'25' is not 0 with direction 1"),
        ({"home": "1"}, "home", "'1' is not 0 with direction -1"),
        ({"bar": "24"}, "bar", "'24' is not 25 with direction -1"),
        ({"player_off": "16"}, "player off", "'16' is not a number in 0..15"),
        ({"player_off": "1"}, "player off", "with 1 the player has 16 checkers, at most 15"),
        ({"opponent_off": "3"}, "opponent off", "with 3 the opponent has 18 checkers, at most 15"),
        ({"place_6": "6"}, "player off", "with 0 the player has 16 checkers"),
        ({"player_on_bar": "1"}, "player on bar", "'1' is not 0 as on place 25"),
        ({"opponent_on_bar": "-0"}, "opponent on bar", "'-0' is not 0 as on place 0"),
        ({"place_25": "1", "place_6": "4"}, "player on bar", "'0' is not 1 as on place 25"),
        ({"place_0": "-1", "place_1": "-1"}, "opponent on bar", "'0' is not 1 as on place 0"),
        ({"can_move": "5"}, "can move", "'5' is not a number in 0..4"),
        ({"forced": "4"}, "forced", "'4' is not a number in 0..3"),
        ({"after_crawford": "2"}, "after crawford", "'2' is not a number in 0..1"),
        ({"redoubles": "-1"}, "redoubles", "'-1' is not a number in 0..9999"),
        ({"redoubles": "0\n"}, "redoubles", r"'0\n'"),
    ],
)
def test_what_is_wrong_is_named(fields: dict[str, str], name: str, says: str) -> None:
    text = line(**fields)
    with pytest.raises(InvalidIdError) as caught:
        fibs.parse(text)
    message = str(caught.value)
    assert message.startswith("FIBS board ")
    assert f": {name} (column {column(text, name)}): " in message
    assert says in message
    assert len(message) < 400


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("", "FIBS board '' has 1 fields, not 53"),
        (line() + ":0", "has 54 fields, not 53"),
        (line().removesuffix(":0"), "has 52 fields, not 53"),
        (" " + line(), "first word (column 1): ' board' is not board"),
        ("board:" * 100_000, "has 600000 characters, at most 600"),
        (line(player="x" * 1_000_000), "characters, at most 600"),
    ],
)
def test_what_is_no_board_at_all(text: str, says: str) -> None:
    with pytest.raises(InvalidIdError) as caught:
        fibs.parse(text)
    assert says in str(caught.value)
    assert len(str(caught.value)) < 300


def test_the_longest_text_is_read() -> None:
    name = "x" * 64
    whole = Fibs(name, name, (-1,) * 14 + (1,) * 12, 9999, 32767, 32767, 1, cube_value=32768, redoubles=9999)
    assert fibs.parse(fibs.format(whole)) == whole


@pytest.mark.parametrize(
    ("wrong", "says"),
    [
        ({"player": ""}, "player: the name is empty"),
        ({"opponent": "a:b"}, "opponent: 'a:b' has a ':'"),
        ({"opponent": "a b"}, "opponent: 'a b' has a space"),
        ({"player": "x" * 1_000_000}, "player: "),
        ({"length": 0}, "length"),
        ({"turn": 2}, "turn"),
        ({"turn": 10**5000}, "turn=<an integer of"),
        ({"player_dice": (0, 0)}, "does not say player_dice=(0, 0)"),
        ({"player_dice": (3,)}, "player dice: (3,) are not two dice"),
        ({"player_dice": ()}, "player dice: () are not two dice"),
        ({"opponent_dice": (7, 1)}, "opponent die 1"),
        ({"cube_value": 3}, "cube"),
        ({"was_doubled": 2}, "was doubled"),
        ({"color": 0}, "color"),
        ({"direction": 2}, "direction"),
        ({"player_off": 1}, "player off"),
        ({"opponent_off": -1}, "opponent off"),
        ({"can_move": 5}, "can move"),
    ],
)
def test_fields_that_no_text_says(wrong: dict[str, Any], says: str) -> None:
    with pytest.raises(InvalidIdError) as caught:
        fibs.format(Fibs("You", "Opp", START)._replace(**wrong))
    assert says in str(caught.value)
    assert len(str(caught.value)) < 400


@pytest.mark.parametrize(
    ("points", "says"),
    [
        ((0,) * 25, "26 integers, not 25"),
        ((0, 16) + (0,) * 24, "the player has 16 checkers"),
        ((-1, -15) + (0,) * 24, "the opponent has 16 checkers"),
        ((1, *(0,) * 25), "the player's bar (>= 0) and points[0] the opponent's (<= 0), not 0 and 1"),
        ((0, 10**5000) + (0,) * 24, "the player has <an integer of"),
    ],
)
def test_boards_without_a_text(points: Points, says: str) -> None:
    with pytest.raises(InvalidBoardError) as caught:
        fibs.format(Fibs("You", "Opp", points))
    assert says in str(caught.value)


def test_types() -> None:
    with pytest.raises(TypeError, match="FIBS board: expected str, not b"):
        fibs.parse(line().encode())  # type: ignore[arg-type]
    with pytest.raises(TypeError, match="FIBS board: player: expected str, not "):
        fibs.format(Fibs(5, "Opp", START))  # type: ignore[arg-type]
    with pytest.raises(TypeError, match="FIBS board: opponent dice: expected two dice, not 31"):
        fibs.format(Fibs("You", "Opp", START, opponent_dice=31))  # type: ignore[arg-type]
    with pytest.raises(TypeError, match="FIBS board: turn: expected an integer, not '1'"):
        fibs.format(Fibs("You", "Opp", START, turn="1"))  # type: ignore[arg-type]


names = st.text(st.characters(codec="utf-8", exclude_characters=": ").filter(str.isprintable), min_size=1, max_size=64)


@st.composite
def lines(draw: st.DrawFn) -> Fibs:
    own = draw(boards())
    color, direction = draw(st.sampled_from((1, -1))), draw(st.sampled_from((1, -1)))
    flag, score, die = st.booleans(), st.integers(0, 0x7FFF), st.integers(1, 6)
    dice = st.none() | st.tuples(die, die)
    return Fibs(
        draw(names),
        draw(names),
        written(own, color, direction),
        draw(st.integers(1, 9999)),
        draw(score),
        draw(score),
        draw(st.integers(-1, 1)),
        draw(dice),
        draw(dice),
        1 << draw(st.integers(0, 15)),
        draw(flag),
        draw(flag),
        draw(flag),
        color,
        direction,
        draw(st.integers(0, CHECKERS - sum(max(count, 0) for count in own))),
        draw(st.integers(0, CHECKERS + sum(min(count, 0) for count in own))),
        draw(st.integers(0, 4)),
        draw(st.integers(0, 3)),
        draw(flag),
        draw(st.integers(0, 9999)),
    )


@given(lines())
def test_every_board_comes_back(fields: Fibs) -> None:
    text = fibs.format(fields)
    assert fibs.parse(text) == fields
    own = written(fields.points, fields.color, fields.direction)
    assert fields.board == (
        own
        if fields.turn in (0, fields.color)
        else written(reference.swapped(fields.points), fields.color, fields.direction)
    )


def refused_or_exact(text: str) -> None:
    """What no text may break: it is refused by the one error, or is what format writes."""
    try:
        fields = fibs.parse(text)
    except InvalidIdError:
        return
    assert fibs.format(fields) == text


@given(st.text(max_size=80) | st.lists(st.text("-01259 x", max_size=3), min_size=53, max_size=53).map(":".join))
def test_hostile_text(text: str) -> None:
    refused_or_exact(text)


@given(lines(), st.data())
def test_hostile_mutations(fields: Fibs, data: st.DataObject) -> None:
    text = fibs.format(fields)
    first = data.draw(st.integers(0, len(text)))
    last = data.draw(st.integers(first, min(first + 2, len(text))))
    refused_or_exact(text[:first] + data.draw(st.text("-0125:", max_size=2) | st.text(max_size=2)) + text[last:])


@given(lines(), st.integers(0, 52), st.integers(-30, 30).map(str) | st.text(max_size=3))
def test_hostile_fields(fields: Fibs, index: int, value: str) -> None:
    values = fibs.format(fields).split(":")
    refused_or_exact(":".join((*values[:index], value, *values[index + 1 :])))


def test_the_examples_run() -> None:
    assert doctest.testmod(fibs).attempted > 0
    assert doctest.testmod(fibs).failed == 0
