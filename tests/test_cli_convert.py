"""``bitgammon convert`` and ``bitgammon show``: what they print, and what is lost on the way."""

import json

import pytest

from bitgammon.cli import main
from bitgammon.draw.position import position_text
from bitgammon.draw.text import board_text
from bitgammon.game import Cube, Offer, Options, Outcome, Player, Position, Result, texts
from bitgammon.game.save import position_from_json
from bitgammon.rules import STARTS

XGID = "XGID=-a-B--E-B-a-dDB--b-bcb----:1:1:-1:63:0:0:0:3:6"

Capture = pytest.CaptureFixture[str]


def said(capsys: Capture, *arguments: str, code: int = 0) -> tuple[str, str]:
    """What a run prints, and what it says on standard error."""
    assert main(arguments) == code
    out, err = capsys.readouterr()
    return out.rstrip("\n"), err.rstrip("\n").removeprefix("bitgammon: ")


# convert


@pytest.mark.parametrize("kind", sorted(texts.KINDS))
def test_any_kind_is_converted_to_any_other(kind: str, capsys: Capture) -> None:
    for source in texts.KINDS:
        text = Position.from_text(XGID).text(source)
        made, note = said(capsys, "convert", text, "--to", kind)
        position = texts.read(text).position
        assert made == position.text(kind)
        lost = texts.lost(position, kind)
        assert not lost or f"note: lost, as {kind} cannot say it: {', '.join(lost)}" in note
        record = json.loads(said(capsys, "convert", text, "--to", kind, "--json")[0])
        assert (record["text"], record["kind"], record["from"]) == (made, kind, source)
        assert set(record["lost"]) - {"names"} == set(lost)


def test_what_is_no_part_of_a_position_is_told(capsys: Capture) -> None:
    made, note = said(capsys, "convert", "cIkFAAAAAAAA", "--to", "xgid")
    assert made == "XGID=-b----E-C---eE---c-e----B-:0:0:1:31:0:0:1:0:6"
    assert note == "note: not part of the position: board (none in a Match ID: that of the start is shown)"
    assert said(capsys, "convert", "cIkFAAAAAAAA", "--to", "match-id") == ("cIkFAAAAAAAA", "")


def test_checkers_are_told_to_be_lost(capsys: Capture) -> None:
    ogid = "123:mno:N0N::W::0:0:0:0:3"
    assert said(capsys, "convert", ogid, "--to", "ogid") == (ogid, "")
    _, note = said(capsys, "convert", ogid, "--to", "xgid")
    assert note == "note: lost, as xgid cannot say it: board.checkers"


def test_names_go_along_as_far_as_they_can(capsys: Capture) -> None:
    snowie = texts.write(Position(length=3), "snowie", ("Ann Lee", "g:x"))
    assert said(capsys, "convert", snowie, "--to", "snowie") == (snowie, "")
    fibs, note = said(capsys, "convert", snowie, "--to", "fibs")
    assert fibs.startswith("board:g_x:Ann_Lee:3:")
    assert note == "note: lost, as fibs cannot say it: names"
    assert said(capsys, "convert", snowie, "--to", "gnubg")[1] == "note: lost, as gnubg cannot say it: names"
    fibs = texts.write(Position(length=3), "fibs", ("a;b", "c"))
    assert said(capsys, "convert", fibs, "--to", "snowie")[0].split(";")[5:7] == ["c", "a_b"]


def test_what_cannot_be_converted_is_an_error(capsys: Capture) -> None:
    assert said(capsys, "convert", "nonsense", "--to", "xgid", code=2)[1].startswith("error: 'nonsense' is no position")
    assert "--to: invalid choice: 'chess'" in said(capsys, "convert", XGID, "--to", "chess", code=2)[1]
    assert "length" in said(capsys, "convert", Position(length=12_000).text(), "--to", "fibs", code=2)[1]


# show


@pytest.mark.parametrize(
    ("position", "told"),
    [
        (Position(), ["money; cube 1, centred", "X to roll or double"]),
        (
            Position(options=Options(jacoby=True, beavers=True), score=(3, 1), offer=Offer.BEAVER),
            ["money, X 1 - O 3, Jacoby, beavers; cube 1, centred", "O beavers, X to answer"],
        ),
        (
            Position(length=5, score=(4, 2), crawford=True, turn=Player.O),
            ["match to 5: X 2 - O 4 (Crawford); cube 1, centred", "O to roll"],
        ),
        (
            Position(length=5, score=(4, 2), cube=Cube(2, Player.X), dice=(1, 6)),
            ["match to 5: X 2 - O 4 (post-Crawford); cube 2, owned by X", "X to play 6-1"],
        ),
        (Position(turn=Player.O, offer=Offer.DOUBLE), ["money; cube 1, centred", "O doubles, X to answer"]),
        (
            Position(resigned=Result.GAMMON, options=Options(cube=False)),
            ["money; no cube", "X resigns a gammon, O to accept or refuse"],
        ),
        (Position(opening=True), ["money; cube 1, centred", "the opening roll is to be made"]),
        (
            Position(outcome=Outcome(Player.O, Result.SINGLE, 2, "dropped"), cube=Cube(2, Player.O)),
            ["money; cube 2, owned by O", "O has won 2 (single, dropped)"],
        ),
    ],
)
def test_what_is_told_under_the_picture(position: Position, told: list[str]) -> None:
    assert position_text(position).splitlines()[-2:] == told


def test_x_is_at_the_bottom_whoever_is_on_roll(capsys: Capture) -> None:
    for text in (XGID, Position.from_text(XGID).text("gnubg")):
        picture, _ = said(capsys, "show", text)
        assert picture.splitlines()[2] == "| X  X  .  :  O  :  |   | O  O  O  :  .  :  |  O"
        assert picture.splitlines()[11] == "| O           X     |   | X        X        |  pips 132"
        assert picture.endswith("O to play 6-3")


@pytest.mark.parametrize("clockwise", [False, True])
@pytest.mark.parametrize("on_top", [False, True])
def test_R4_a_position_is_drawn_in_both_directions_and_from_both_sides(
    clockwise: bool, on_top: bool, capsys: Capture
) -> None:
    options = ["--clockwise"] * clockwise + ["--x-on-top"] * on_top
    picture, _ = said(capsys, "show", XGID, *options)
    board = Position.from_text(XGID).board.swapped()
    assert picture.startswith(
        board_text(board, clockwise=clockwise, mover_on_top=on_top, names=("X", "O")) + "\n\nmatch to 3"
    )


def test_names_stand_beside_the_picture(capsys: Capture) -> None:
    picture, _ = said(capsys, "show", texts.write(Position(), "fibs", ("oh", "ex")))
    assert "|  O oh\n" in picture
    assert "|  X ex\n" in picture


def test_json_says_all_of_a_position(capsys: Capture) -> None:
    for text in (XGID, *STARTS):
        record = json.loads(said(capsys, "show", text, "--json")[0])
        pips = record.pop("pip_counts")
        position = position_from_json({name: record[name] for name in record.keys() - {"xgid", "position_id"}})
        assert (pips["mover"], pips["opponent"]) == position.board.pip_counts()
        assert (record["xgid"], record["position_id"]) == (position.text("xgid"), position.text("position-id"))
