"""The Match ID and the GNUbg ID: the verified examples, every way a text can be wrong, and round trips."""

import base64
import doctest
import json
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from strategies import boards
from twins import Points

from bitgammon.errors import BitgammonError, InvalidIdError
from bitgammon.ids import gnubg_id, match_id
from bitgammon.ids.match_id import MatchId

DATA = json.loads((Path(__file__).parent / "data" / "ids.json").read_text(encoding="utf-8"))


def text_of(bits: int) -> str:
    """Any 72 bits as text, whether or not a match can have them."""
    return base64.b64encode(bits.to_bytes(9, "little")).decode()


def expected(fields: dict[str, Any]) -> MatchId:
    """A MatchId of what the data file says differs from money play, player 1 on roll."""
    said: dict[str, Any] = {k: tuple(v) if isinstance(v, list) else v for k, v in fields.items()}
    return MatchId(**said)


@pytest.mark.parametrize("text", DATA["match ids"])
def test_the_verified_table(text: str) -> None:
    match = expected(DATA["match ids"][text])
    assert match_id.decode(text) == match
    assert match_id.encode(match) == text


def test_ID10_scores_and_lengths_have_15_bits() -> None:
    case = DATA["ID10"]
    most = MatchId(length=0x7FFF, scores=(0x7FFF, 0x7FFF))
    assert match_id.decode(match_id.encode(most)) == most
    with pytest.raises(InvalidIdError, match=r"length=32769 is not 0\.\.32767"):
        match_id.encode(MatchId(length=case["length"]))
    with pytest.raises(InvalidIdError, match=r"score of player 0=32768 is not 0\.\.32767"):
        match_id.encode(MatchId(length=9, scores=tuple(case["score"])))


def test_a_pending_double_and_a_resignation() -> None:
    doubled = MatchId(mover=1, turn=0, doubled=True, length=5, scores=(1, 2))
    assert match_id.decode(match_id.encode(doubled)) == doubled
    resigned = MatchId(mover=1, turn=0, resigned=2, state=1)
    assert match_id.decode(match_id.encode(resigned)) == resigned
    assert len({match_id.encode(MatchId()), match_id.encode(doubled), match_id.encode(resigned)}) == 3


def test_the_larger_die_comes_first() -> None:
    assert match_id.encode(MatchId(dice=(1, 3))) == match_id.encode(MatchId(dice=(3, 1)))
    assert match_id.decode(match_id.encode(MatchId(dice=(1, 3)))).dice == (3, 1)
    assert match_id.decode(text_of(3 << 4 | 1 << 8 | 1 << 15 | 3 << 18)).dice == (3, 1)


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("", "0 characters, not 12"),
        ("cIkFAAAAAAA", "11 characters, not 12"),
        ("cIkFAAAAAAAA=", "13 characters"),
        ("cIkFAAAA-AAA", "column 9: '-'"),
        ("c\N{CYRILLIC SMALL LETTER A}kFAAAAAAAA", "column 2"),
        ("A" * 100_000, "100000 characters"),
        (text_of(2 << 4), "owner (column 1): 2 is neither"),
        (text_of(3 << 4 | 5 << 8), "state (column 3): 5 is not in 0..4"),
        (text_of(3 << 4 | 7 << 15 | 1 << 18), "die 1 (column 2): 7 is not on a die"),
        (text_of(3 << 4 | 1 << 15 | 7 << 18), "die 2 (column 4): 7 is not on a die"),
        (text_of(3 << 4 | 1 << 15), "die 2 (column 4): not rolled"),
        (text_of(3 << 4 | 1 << 18), "die 1 (column 2): not rolled"),
        (text_of(3 << 4 | 1 << 7), "crawford (column 1): a Crawford game in money play"),
        (text_of(3 << 4 | 1 << 71), "rest (column 12): bits 67-71"),
        (text_of(3 << 4 | 1 << 67), "rest (column 12)"),
    ],
)
def test_what_is_wrong_is_named(text: str, says: str) -> None:
    with pytest.raises(InvalidIdError) as caught:
        match_id.decode(text)
    assert says in str(caught.value)
    assert len(str(caught.value)) < 250


@pytest.mark.parametrize(
    ("wrong", "says"),
    [
        ({"cube": 16}, "cube=16"),
        ({"cube": -1}, "cube=-1"),
        ({"owner": 2}, "owner: 2"),
        ({"owner": 3}, "owner: 3"),
        ({"owner": 4}, "owner=4"),
        ({"mover": 2}, "mover=2"),
        ({"state": 5}, "state: 5"),
        ({"turn": -1}, "turn=-1"),
        ({"resigned": 4}, "resigned=4"),
        ({"dice": (0, 0)}, "die 1"),
        ({"dice": (3, 0)}, "die 2"),
        ({"dice": (7, 1)}, "die 1: 7"),
        ({"dice": (8, 1)}, "die 1=8"),
        ({"dice": (1, -1)}, "die 2=-1"),
        ({"crawford": True}, "crawford"),
        ({"length": -1}, "length=-1"),
        ({"scores": (0, 40000)}, "score of player 1=40000"),
    ],
)
def test_fields_without_an_id(wrong: dict[str, Any], says: str) -> None:
    with pytest.raises(InvalidIdError) as caught:
        match_id.encode(MatchId()._replace(**wrong))
    assert says in str(caught.value)


@st.composite
def matches(draw: st.DrawFn) -> MatchId:
    length = draw(st.just(0) | st.integers(1, 0x7FFF))
    player, score, die = st.integers(0, 1), st.integers(0, 0x7FFF), st.integers(1, 6)
    dice = draw(st.none() | st.tuples(die, die))
    return MatchId(
        draw(st.integers(0, 15)),
        draw(st.none() | player),
        draw(player),
        draw(st.booleans()) and length > 0,
        draw(st.integers(0, 4)),
        draw(player),
        draw(st.booleans()),
        draw(st.integers(0, 3)),
        dice and (max(dice), min(dice)),
        length,
        (draw(score), draw(score)),
        draw(st.booleans()),
    )


@given(matches())
def test_every_match_comes_back(match: MatchId) -> None:
    text = match_id.encode(match)
    assert len(text) == 12
    assert match_id.decode(text) == match


@given(st.integers(0, (1 << 72) - 1).map(text_of) | st.text(max_size=20))
def test_hostile_text(text: str) -> None:
    try:
        match = match_id.decode(text)
    except BitgammonError:
        return
    assert match_id.decode(match_id.encode(match)) == match


# The GNUbg ID.


def test_split() -> None:
    assert gnubg_id.split("4PPgAVDYNvABMA:QgnqADAAEAAE") == ("4PPgAVDYNvABMA", "QgnqADAAEAAE")


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("", "has 0 colons"),
        ("4PPgAVDYNvABMA", "has 0 colons"),
        ("4PPgAVDYNvABMA:QgnqADAAEAAE:", "has 2 colons"),
        ("4PPgAVDYNvABM:QgnqADAAEAAE", "Position ID '4PPgAVDYNvABM' has 13 characters, not 14"),
        ("4PPgAVDYNvABMA:QgnqADAAEAA", "Match ID 'QgnqADAAEAA' has 11 characters, not 12"),
        ("4PPgAVDYNvABMA: QgnqADAAEAAE", "Match ID ' QgnqADAAEAAE' has 13 characters, not 12"),
        (":" * 100_000, "has 100000 colons"),
    ],
)
def test_split_names_what_is_wrong(text: str, says: str) -> None:
    with pytest.raises(InvalidIdError) as caught:
        gnubg_id.split(text)
    assert says in str(caught.value)
    assert len(str(caught.value)) < 250


def test_decode_names_the_half() -> None:
    with pytest.raises(InvalidIdError, match=r"Position ID .* column 1:"):
        gnubg_id.decode("!PPgAVDYNvABMA:QgnqADAAEAAE")
    with pytest.raises(InvalidIdError, match=r"Match ID .* column 12:"):
        gnubg_id.decode("4PPgAVDYNvABMA:QgnqADAAEAA!")
    with pytest.raises(InvalidIdError, match="at most 3"):
        gnubg_id.decode("4PPgAVDYNvABMA:QgnqADAAEAAE", 3)


def test_text_must_be_text() -> None:
    for call in (match_id.decode, gnubg_id.split, gnubg_id.decode):
        with pytest.raises(TypeError, match="expected str, not b"):
            call(b"cIkFAAAAAAAA")  # type: ignore[arg-type]


@given(boards(), matches())
def test_every_gnubg_id_comes_back(points: Points, match: MatchId) -> None:
    assert gnubg_id.decode(gnubg_id.encode(points, match)) == (points, match)


@pytest.mark.parametrize("module", [match_id, gnubg_id])
def test_the_examples_run(module: ModuleType) -> None:
    assert doctest.testmod(module).attempted > 0
    assert doctest.testmod(module).failed == 0
