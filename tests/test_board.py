"""Board and Plays as Python values: construction, forms, errors, sequence behaviour."""

import copy
import pickle
from itertools import count
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from strategies import games
from twins import Points, make

import bitgammon as bg
from bitgammon import Board, IllegalPlayError, InvalidBoardError, InvalidDiceError, Move, Play, Plays, Status
from bitgammon.errors import BitgammonError, UnknownNameError
from bitgammon.rules import STARTS

START = STARTS["standard"].board


def test_start_positions() -> None:
    assert Board() == Board(START) == Board.start()
    for name, start in STARTS.items():
        board = Board.start(name)
        assert (board.points, board.checkers) == start
        assert board.swapped() == board
    for variant in ("chess", None, []):
        with pytest.raises(UnknownNameError, match=r"variant=.* is none of standard, nackgammon"):
            Board.start(variant)  # type: ignore[arg-type]
    with pytest.raises(InvalidBoardError, match="checkers=3: give points"):
        Board(checkers=3)


@pytest.mark.parametrize("kind", [list, tuple, iter, lambda p: np.array(p, np.int8), lambda p: np.array(p, np.int64)])
def test_any_iterable_of_integers_makes_a_board(kind: Any) -> None:
    assert Board(kind(START)) == Board()


@given(games())
def test_every_form_of_a_board_leads_back_to_it(drawn: tuple[Points, int]) -> None:
    points, checkers = drawn
    board = Board(points, checkers=checkers)
    assert board.points == points
    assert tuple(board[k] for k in range(26)) == points
    assert board.to_array().dtype == np.int8
    assert tuple(board.to_array()) == points
    assert Board(board.to_array(), checkers=checkers) == board
    assert Board.from_packed(board.to_packed(), checkers=checkers) == board
    assert Board.from_position_id(board.position_id(), checkers=checkers) == board
    assert Board.from_xgid(board.xgid_board(), checkers=checkers) == board
    assert Board.from_xgid(board.xgid_board(-1), checkers=checkers) == board.swapped()
    assert eval(repr(board), {"Board": Board}) == board
    assert pickle.loads(pickle.dumps(board)) == board
    assert copy.deepcopy(board) == board
    assert hash(Board(points, checkers=checkers)) == hash(board)
    assert board.swapped().swapped() == board
    assert board.checkers == checkers
    assert sum(n for n in points if n > 0) + board.off[0] == checkers
    assert -sum(n for n in points if n < 0) + board.off[1] == checkers


def test_a_board_differs_by_its_number_of_checkers() -> None:
    points = make("6:1 -19:1")
    assert Board(points, checkers=1) != Board(points, checkers=2)
    assert Board(points) != points


def test_a_board_cannot_be_changed() -> None:
    board = Board()
    for name in ("points", "checkers", "off", "status"):
        with pytest.raises(AttributeError):
            setattr(board, name, 1)
    with pytest.raises(AttributeError):
        board.anything = 1  # type: ignore[attr-defined]
    with pytest.raises(TypeError):
        board[6] = 1  # type: ignore[index]


BAD_BOARDS = [
    ([0] * 25, "26 integers, not 25", Status.VALID),
    ([], "26 integers, not 0", Status.VALID),
    (make("6:15 8:1"), "the mover has 16 checkers, more than 15", Status.MOVER_COUNT),
    (make("-6:15 -8:1"), "the opponent has 16 checkers, more than 15", Status.OPPONENT_COUNT),
    (make("6:16"), "the mover has 16 checkers, more than 15", Status.MOVER_COUNT),
    (make("-6:100"), "the opponent has 100 checkers, more than 15", Status.OPPONENT_COUNT),
    (
        make("6:9 7:9 -8:9 -9:9"),
        "the mover has 18 .*; the opponent has 18",
        Status.MOVER_COUNT | Status.OPPONENT_COUNT,
    ),
    ([0] * 25 + [-1], "index 25, the mover's bar, is -1", Status.MOVER_BAR_NEGATIVE),
    ([2] + [0] * 25, "index 0, the opponent's bar, is 2", Status.OPPONENT_BAR_POSITIVE),
    ([2**70] + [0] * 25, "index 0, the opponent's bar, is 1180", Status.MOVER_COUNT | Status.OPPONENT_BAR_POSITIVE),
]


@pytest.mark.parametrize(("points", "message", "status"), BAD_BOARDS)
def test_a_bad_board_is_refused_by_name(points: Any, message: str, status: Status) -> None:
    with pytest.raises(InvalidBoardError, match=message) as caught:
        Board(points)
    assert caught.value.status == status


@pytest.mark.parametrize("points", [[0.0] * 26, ["0"] * 26, [None] * 26, 5, object(), [[0]] * 26])
def test_what_is_no_integer_is_a_type_error(points: Any) -> None:
    with pytest.raises(TypeError, match=r"points(\[0\])?: expected (an integer|26 integers), not "):
        Board(points)


def test_every_reason_is_named_whatever_the_size() -> None:
    for points in ([16, -1] + [0] * 23 + [-16], [0, 3, -20] + [0] * 22 + [-1], [10**30] * 26):
        with pytest.raises(InvalidBoardError) as caught:
            Board(points)
        assert caught.value.status == bg.check([points])[0]


def test_what_never_ends_or_is_very_long_is_refused_in_a_short_line() -> None:
    with pytest.raises(InvalidBoardError, match="points: expected 26 integers, not more: count"):
        Board(count())
    with pytest.raises(InvalidBoardError, match="words: expected 4 integers, not more: count"):
        Board.from_packed(count())
    with pytest.raises(InvalidBoardError, match="points: expected 26 integers, not 1000000: ") as caught:
        Board([0] * 1_000_000)
    assert len(str(caught.value)) < 200
    with pytest.raises(InvalidBoardError, match="the mover has <an integer of 16610 bits> checkers, more than 15: "):
        Board([0, 0, 0, 10**5000] + [0] * 22)
    with pytest.raises(InvalidDiceError, match="die1=<an integer of 16610 bits> is not"):
        Board().plays(10**5000, 1)
    for call in (Board.from_position_id, Board.from_xgid, lambda text: Board().parse_play(text, 3, 1)):
        with pytest.raises(BitgammonError) as refused:
            call("x" * 1_000_000)  # type: ignore[operator]
        assert len(str(refused.value)) < 400
    with pytest.raises(TypeError, match="moves: a Play is made of Move"):
        Play(count())  # type: ignore[arg-type]


@pytest.mark.parametrize("checkers", [0, 16, -1, 2**80])
def test_the_number_of_checkers_is_checked(checkers: int) -> None:
    for build in (
        lambda: Board(START, checkers=checkers),
        lambda: Board.from_position_id("AA", checkers=checkers),
    ):
        with pytest.raises(InvalidBoardError, match=r"checkers=.* is not 1\.\.15"):
            build()
    with pytest.raises(TypeError):
        Board(START, checkers=1.5)  # type: ignore[arg-type]


def test_packed_boards_are_checked() -> None:
    good = Board().to_packed()
    with pytest.raises(InvalidBoardError, match="words: expected 4 integers, not 3"):
        Board.from_packed(good[:3])
    with pytest.raises(InvalidBoardError, match=r"words\[2\]=-1 is not 0\.\."):
        Board.from_packed((good[0], good[1], -1, good[3]))
    both = list(good)
    both[2] += (1 << 24) - (1 << 4 * 12)  # an opposing checker from 12 to 6, where the mover has five
    with pytest.raises(InvalidBoardError) as caught:
        Board.from_packed(both)
    assert caught.value.status == Status.BOTH_ON_POINT
    with pytest.raises(InvalidBoardError) as caught:
        Board.from_packed((good[0] | 1 << 60, *good[1:]))
    assert caught.value.status == Status.MOVER_COUNT
    with pytest.raises(InvalidBoardError) as caught:
        Board.from_packed((2**64 - 1,) * 4)
    assert caught.value.status == Status(sum(flag for flag in Status if "BAR" not in flag.name))


def test_status_names_what_a_board_can_hold_and_no_game_can_reach() -> None:
    closed = make("1:2 2:2 3:2 4:2 5:2 6:2 bar:1 -19:2 -20:2 -21:2 -22:2 -23:2 -24:2 -bar:1")
    assert Board(closed).status == Status.BOTH_CLOSED_OUT
    assert Board([0] * 26).status == Status.BOTH_FINISHED
    assert Board().status == Status.VALID
    assert not Board().status
    for points in (closed, [0] * 26):
        board = Board(points)
        for die1, die2 in ((1, 2), (6, 6)):
            assert [len(play) for play in board.plays(die1, die2)] == [0]
            assert board.count(die1, die2) == 1


@pytest.mark.parametrize("dice", [(0, 1), (1, 7), (-1, 3), (3, 2**70), (256 + 3, 1)])
def test_dice_out_of_range(dice: tuple[int, int]) -> None:
    for call in (Board().plays, Board().count, lambda *d: Board().parse_play("8/5", *d)):
        with pytest.raises(InvalidDiceError, match=r"die[12]=.* is not 1\.\.6"):
            call(*dice)


@pytest.mark.parametrize("die", [1.0, "3", None, [3]])
def test_dice_that_are_no_integers(die: Any) -> None:
    for call in (Board().plays, Board().count):
        with pytest.raises(TypeError, match="die1: expected an integer, not "):
            call(die, 1)
        with pytest.raises(TypeError, match="die2: expected an integer, not "):
            call(1, die)


def test_numpy_dice_are_dice() -> None:
    assert Board().count(np.uint8(3), np.int64(1)) == 16


def test_plays_are_a_sequence() -> None:
    plays = Board().plays(1, 3)
    assert isinstance(plays, Plays)
    assert plays.dice == (3, 1)
    assert plays.board == Board()
    assert len(plays) == len(list(plays)) == len(plays.boards) == 16
    assert plays[0] == plays[-16] == plays[:1][0] == next(iter(plays))
    assert list(reversed(plays)) == list(plays)[::-1] == list(plays[::-1])
    assert plays.index(plays[3]) == 3
    assert plays.count(plays[3]) == 1
    assert plays.count(Play()) == 0
    assert plays[2] in plays
    assert Play() not in plays
    assert "8/5 6/5" not in plays
    assert plays == Board().plays(3, 1)
    assert hash(plays) == hash(Board().plays(3, 1))
    assert plays != Board().plays(2, 1)
    assert pickle.loads(pickle.dumps(plays)) == plays
    assert repr(plays).startswith("<16 plays of 3-1: ")
    assert plays.to_array().shape == (16, 26)
    assert [tuple(row) for row in plays.to_array().tolist()] == [board.points for board in plays.boards]
    for index in (16, -17, 10**30):
        with pytest.raises(IndexError):
            plays[index]
    with pytest.raises(TypeError):
        plays["0"]  # type: ignore[call-overload]
    with pytest.raises(TypeError, match=r"Board\.plays"):
        Plays()


def test_a_pass_is_the_falsy_play() -> None:
    board = Board(make("bar:1 6:5 -19:2 -20:2 -21:2 -22:2 -23:2 -24:2"))
    plays = board.plays(5, 2)
    assert len(plays) == 1
    assert not plays[0]
    assert plays[0] == Play()
    assert board.after(plays[0]) == board
    assert board.parse_play("(no play)", 5, 2) == Play()


@given(games(), st.integers(1, 6), st.integers(1, 6))
def test_every_play_leads_to_its_board_and_is_read_back(drawn: tuple[Points, int], die1: int, die2: int) -> None:
    points, checkers = drawn
    board = Board(points, checkers=checkers)
    plays = board.plays(die1, die2)
    for play, after in zip(plays[:40], plays.boards[:40], strict=True):
        assert board.after(play) == after, f"{board!r} {die1}-{die2} {play!r}"
        assert list(play.moves) == sorted(play.moves, key=lambda m: (-m.src, -m.dst))
    for play in plays[:5]:
        read = board.parse_play(str(play), die1, die2)
        assert board.after(read) == board.after(play), f"{board!r} {die1}-{die2} {play}"


def test_after_refuses_what_cannot_be_moved() -> None:
    board = Board()
    for moves, why in (
        ([Move(5, 4)], "5/4"),
        ([Move(6, 1)], "6/1"),
        ([Move(24, 23), Move(24, 22), Move(24, 21)], "24/21"),
        ([Move(6, 5, True)], "6/5"),
    ):
        with pytest.raises(IllegalPlayError, match=why):
            board.after(Play(moves))
    with pytest.raises(TypeError, match="expected a Play"):
        board.after("8/5 6/5")  # type: ignore[arg-type]
    assert board == Board()


def test_results() -> None:
    assert Board().result() == 0
    assert Board(make("-19:1")).result() == 1
    assert Board(make("-19:15")).result() == 2
    assert Board(make("-19:14 -6:1")).result() == 3
    assert Board(make("-19:14 -bar:1")).result() == 3
    assert Board(make("6:1")).result() == -1
    assert Board(make("18:15")).result() == -2
    assert Board(make("6:14 19:1")).result() == -3
    assert Board(make("6:14 bar:1")).result() == -3


def test_the_public_names_are_there() -> None:
    for name in bg.__all__:
        assert getattr(bg, name) is not None
