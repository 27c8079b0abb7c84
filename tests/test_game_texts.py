"""Positions as texts: read, written, read again, and what is lost on the way."""

import json
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from strategies import boards
from twins import make

from bitgammon import Board
from bitgammon.errors import BitgammonError, InvalidIdError, InvalidPositionError, OutOfRangeError, UnknownNameError
from bitgammon.game import Cube, Offer, Options, Player, Position, Result, texts
from bitgammon.ids import match_id

CASES = json.loads((Path(__file__).parent / "data" / "ids.json").read_text(encoding="utf-8"))
FULL = ("xgid", "gnubg", "ogid", "fibs", "snowie")
players = st.sampled_from(list(Player))


@st.composite
def positions(draw: st.DrawFn) -> Position:
    """Positions of all kinds, as far as any id can say them."""
    points = draw(boards(15))
    length = draw(st.sampled_from([0, 1, 2, 5, 25]))
    score = (draw(st.integers(0, length - 1)), draw(st.integers(0, length - 1))) if length else (0, 0)
    crawford = length > 1 and length - 1 in score and draw(st.booleans())
    turn = draw(players)
    cube = Cube()
    if not crawford and draw(st.booleans()):
        cube = Cube(1 << draw(st.integers(1, 5)), draw(players))
    dice = draw(st.none() | st.tuples(st.integers(1, 6), st.integers(1, 6)))
    offer = Offer.NONE
    if dice is None and not crawford and cube.owner in (None, turn) and draw(st.booleans()):
        offer = draw(st.sampled_from([Offer.DOUBLE] if length else list(Offer)))
    if cube.value << offer > 64:
        offer = Offer.NONE
    options = Options(
        jacoby=not length and draw(st.booleans()),
        beavers=not length and (draw(st.booleans()) or offer > Offer.DOUBLE),
        raccoons=offer is Offer.RACCOON,
    )
    resigned = draw(st.sampled_from([None, None, *Result]))
    board = Board(points)
    if board.result():
        dice, offer, resigned = None, Offer.NONE, None
    return Position(board, turn, dice, cube, offer, resigned, score, length, crawford, options)


@given(positions(), st.sampled_from(sorted(texts.KINDS)))
def test_what_is_read_again_is_the_same_but_for_what_is_told_to_be_lost(position: Position, kind: str) -> None:
    text = texts.write(position, kind)
    lost = texts.lost(position, kind)
    again = texts.read(text).position
    assert texts.read(text).kind == kind
    assert (again == position) == (not lost)
    assert texts.write(again, kind) == text
    can_not: dict[str, set[str]] = {
        "xgid": {"resigned"},
        "gnubg": {"offer", "options.beavers", "options.raccoons"},
        "ogid": {"resigned", "offer", "options.jacoby", "options.beavers", "options.raccoons"},
        "fibs": {"resigned", "offer", "options.jacoby", "options.beavers", "options.raccoons", "crawford"},
        "snowie": {"resigned", "offer", "options.beavers", "options.raccoons"},
    }
    if kind in FULL and position.outcome is None:
        assert set(lost) <= can_not[kind], (lost, text)


@given(positions(), st.sampled_from(FULL), st.sampled_from(FULL))
def test_any_two_kinds_agree_on_what_both_can_say(position: Position, one: str, two: str) -> None:
    first = texts.read(texts.write(position, one)).position
    second = texts.read(texts.write(first, two)).position
    assert second.board_of(Player.X) == position.board_of(Player.X)
    if position.outcome is None:
        assert (second.turn, second.dice, second.cube, second.score, second.length) == (
            position.turn,
            position.dice,
            position.cube,
            position.score,
            position.length,
        )


@pytest.mark.parametrize("case", CASES["match ids of xgids"], ids=str)
def test_xgids_and_gnubg_ids(case: list[str]) -> None:
    text, gnubg = case
    position = texts.read(text).position
    assert texts.write(position, "gnubg") == gnubg
    again = texts.read(gnubg).position
    assert again.with_(options=position.options) == position


def test_ID08_the_board_of_an_xgid_is_absolute() -> None:
    for case in CASES["ID08"]:
        position = texts.read(case["xgid"]).position
        assert position.turn is Player.O
        assert position.text("position-id") == case["position_id"]


def test_ID13_offers() -> None:
    double = texts.read("XGID=-a-B--E-B-a-dDB--b-bcb----:0:0:1:D:2:1:0:5:8").position
    assert (double.offer, double.turn, double.actor) == (Offer.DOUBLE, Player.X, Player.O)
    beaver = texts.read("XGID=-a-B--E-B-a-dDB--b-bcb----:0:0:1:B:0:0:2:0:8").position
    assert (beaver.offer, beaver.actor) == (Offer.BEAVER, Player.X)
    raccoon = texts.read("XGID=-a-B--E-B-a-dDB--b-bcb----:0:0:1:R:0:0:2:0:8").position
    assert (raccoon.offer, raccoon.actor) == (Offer.RACCOON, Player.O)
    with pytest.raises(InvalidPositionError, match="offer=BEAVER in a match"):
        texts.read("XGID=-a-B--E-B-a-dDB--b-bcb----:0:0:1:B:0:0:0:5:8")


def test_the_same_position_in_every_id() -> None:
    position = Position(
        Board(make("24:1 23:1 13:4 8:3 6:4 25:1 -1:2 -12:5 -17:3 -19:4 -0:1")),
        turn=Player.O,
        dice=(4, 2),
        cube=Cube(4, Player.X),
        score=(3, 2),
        length=7,
    )
    for kind in FULL:
        assert texts.read(texts.write(position, kind)).position == position, kind
    assert texts.lost(position, "position-id") == ("turn", "dice", "cube", "score", "length")
    assert texts.lost(position, "match-id") == ("board",)
    assert position.text("xgid").endswith(":2:1:-1:42:2:3:0:7:6")


def test_a_fibs_line_is_written_for_the_side_to_answer() -> None:
    for turn in Player:
        position = Position(turn=turn, offer=Offer.DOUBLE, length=3, score=(1, 2))
        reading = texts.read(texts.write(position, "fibs", ("oh", "ex")))
        assert reading.position == position
        assert reading.names == ("oh", "ex")
        assert texts.write(position, "fibs", ("oh", "ex")).split(":")[1] == ("oh", "ex")[turn.other]


def test_crawford_on_fibs_is_told_by_the_score() -> None:
    for crawford in (True, False):
        position = Position(length=5, score=(4, 2), crawford=crawford)
        assert texts.read(position.text("fibs")).position == position
    plain = Position(length=5, score=(4, 2), options=Options(crawford=False))
    assert texts.read(plain.text("fibs")).position == plain


def test_names_go_along() -> None:
    snowie = texts.write(Position(), "snowie", ("Oh", "Ex"))
    reading = texts.read(snowie)
    assert reading.names == ("Oh", "Ex")
    assert texts.read(texts.write(reading.position, "fibs", reading.names)).names == ("Oh", "Ex")


def test_what_a_position_does_not_hold_is_told() -> None:
    ogid = "11ccccchhhjjjjj:66666888dddddoo:W1T:13:W:A:0:0:0:7"
    assert texts.read(ogid).unread == ("cube action", "state", "move id")
    over = match_id.encode(match_id.MatchId(state=2, length=3, scores=(0, 4)))
    assert texts.read(f"4HPwATDgc/ABMA:{over}").unread == ("state",)


def test_the_cube_of_an_xgid() -> None:
    none = texts.read("XGID=-b----E-C---eE---c-e----B-:0:0:1:00:0:0:0:0:0").position
    assert not none.options.cube
    assert none.text().endswith(":0")
    assert texts.read("XGID=-b----E-C---eE---c-e----B-:0:0:1:00:0:0:0:0:10").position.options.cube_limit == 1024


def test_other_numbers_of_checkers() -> None:
    board = Board.start("hypergammon")
    for kind in ("ogid", "fibs"):
        assert texts.read(Position(board).text(kind)).position.board == board
        assert texts.lost(Position(board), kind) == ()
    for kind in ("xgid", "gnubg", "snowie", "position-id", "nn"):
        assert texts.read(Position(board).text(kind), checkers=3).position.board == board
        assert texts.lost(Position(board), kind) == ("board.checkers",)
    assert texts.lost(Position(board), "match-id") == ("board",)


@pytest.mark.parametrize(
    ("call", "error", "message"),
    [
        (lambda: texts.read("nonsense"), InvalidIdError, "'nonsense' is no position: none of fibs"),
        (lambda: texts.read(""), InvalidIdError, "'' is no position"),
        (lambda: texts.read(None), TypeError, "text: expected str"),
        (lambda: texts.read("4HPwATDgc/ABMA", checkers=0), BitgammonError, "checkers=0"),
        (lambda: Position().text("chess"), UnknownNameError, "kind='chess' is none of"),
        (lambda: texts.write(None, "xgid"), TypeError, "position: expected a Position"),
        (lambda: Position(score=(40_000, 0)).text("xgid"), BitgammonError, "score"),
        (lambda: texts.write(Position(), "fibs", ("a:b", "c")), InvalidIdError, "opponent"),
    ],
)
def test_what_is_wrong_is_named(call: Any, error: type[Exception], message: str) -> None:
    with pytest.raises(error, match=message):
        call()


@given(st.text(max_size=80) | st.text("0123456789abcdpABOWN-:=;+/", max_size=80))
def test_any_text_is_read_or_refused(text: str) -> None:
    with suppress(BitgammonError):
        assert texts.read(text).kind in texts.KINDS


def test_contradictions_are_named() -> None:
    with pytest.raises(InvalidPositionError, match="nobody is one point from the end"):
        texts.read("XGID=-b----E-C---eE---c-e----B-:0:0:1:00:3:1:1:7:10")
    with pytest.raises(OutOfRangeError):
        Cube(3)
