"""Move and Play as values, and the canonical writing of a play."""

import pickle

import pytest
from twins import make

from bitgammon import Board, InvalidPlayError, Move, Play


def test_moves_are_values() -> None:
    move = Move(13, 7, True)
    assert (move.src, move.dst, move.hit) == (13, 7, True)
    assert move == Move(13, 7, hit=True) != Move(13, 7)
    assert hash(move) == hash(Move(13, 7, True))
    assert Move(8, 5) < Move(13, 7)
    assert eval(repr(move), {"Move": Move}) == move
    assert eval(repr(Move(6, 0)), {"Move": Move}) == Move(6, 0)
    assert (str(move), str(Move(25, 20)), str(Move(4, 0))) == ("13/7*", "bar/20", "4/off")
    assert pickle.loads(pickle.dumps(move)) == move
    assert move != (13, 7, True)
    with pytest.raises(AttributeError):
        move.src = 3  # type: ignore[misc]


@pytest.mark.parametrize("args", [(0, 0), (26, 3), (5, 5), (5, 6), (5, -1), (25, 25), (3, 0, True), (-3, -5)])
def test_bad_moves(args: tuple[int, ...]) -> None:
    says = r"a move goes down|nothing is hit by bearing off|src=.* is not 1\.\.25|dst=.* is not 0\.\.24"
    with pytest.raises(InvalidPlayError, match=says):
        Move(*args)  # type: ignore[arg-type]


@pytest.mark.parametrize("args", [("8", 5), (8.0, 5), (None, 1)])
def test_moves_of_the_wrong_type(args: tuple[object, int]) -> None:
    with pytest.raises(TypeError, match="src: expected an integer, not "):
        Move(*args)  # type: ignore[arg-type]


def test_moves_past_any_integer() -> None:
    with pytest.raises(InvalidPlayError, match=f"src={2**70} is not"):
        Move(2**70, 1)


def test_plays_are_values() -> None:
    play = Play([Move(6, 5), Move(8, 5)])
    assert play.moves == (Move(8, 5), Move(6, 5))
    assert play == Play((Move(8, 5), Move(6, 5)))
    assert hash(play) == hash(Play(play.moves))
    assert (len(play), bool(play), list(play)) == (2, True, [Move(8, 5), Move(6, 5)])
    assert play[0] == Move(8, 5)
    assert play[-1:] == (Move(6, 5),)
    assert list(reversed(play)) == [Move(6, 5), Move(8, 5)]
    assert Move(6, 5) in play
    assert play.index(Move(6, 5)) == 1
    assert play.count(Move(8, 5)) == 1
    assert eval(repr(play), {"Play": Play, "Move": Move}) == play
    assert eval(repr(Play()), {"Play": Play}) == Play()
    assert pickle.loads(pickle.dumps(play)) == play
    assert (str(play), str(Play())) == ("8/5 6/5", "(no play)")
    assert not Play()
    with pytest.raises(InvalidPlayError, match="at most 4 moves, not more"):
        Play([Move(6, 5)] * 5)
    with pytest.raises(TypeError, match="made of Move"):
        Play(["8/5"])  # type: ignore[list-item]
    with pytest.raises(TypeError, match=r"^moves: a Play is made of Move, not 3$"):
        Play(3)  # type: ignore[arg-type]
    with pytest.raises(TypeError, match=r"^src: expected an integer, not 'a'$"):  # what the iterable raises itself
        Play(Move(*fields) for fields in [("a", 5)])  # type: ignore[arg-type]


CANONICAL = [
    # (board, dice, result of the play as text) -> the writing
    ("24:2 13:5 8:3 6:5 -1:2 -12:5 -17:3 -19:5", (1, 3), "8/5 6/5"),
    ("13:2 -20:2", (2, 1), "13/10"),  # two routes: the larger die first
    ("11:1 -5:1 -19:2", (6, 1), "11/5*/4"),
    ("11:1 -5:1 -19:2", (6, 1), "11/4"),
    ("8:2 6:1 -4:1", (4, 2), "8/4* 6/4"),
    ("8:2 9:1 -4:1 -5:2", (4, 4), "8/4*(2)"),
    ("bar:1 24:1 -22:1", (3, 2), "bar/22* 24/22"),
    ("6:4 -19:1", (6, 6), "6/off(4)"),
    ("5:1 2:1 -19:1", (6, 3), "5/off 2/off"),
    ("24:1 -21:1 -18:1 -1:5", (3, 3), "24/21*/18*/12"),
]


@pytest.mark.parametrize(("points", "dice", "text"), CANONICAL)
def test_the_canonical_writing(points: str, dice: tuple[int, int], text: str) -> None:
    plays = Board(make(points)).plays(*dice)
    assert text in [str(play) for play in plays], [str(play) for play in plays]
    assert plays.board.parse_play(text, *dice) in plays


def test_one_checker_by_two_routes_moves_the_larger_die_first() -> None:
    play = Board(make("13:1 -20:2")).plays(2, 1)[0]
    assert play.moves == (Move(13, 11), Move(11, 10))
    play = Board(make("13:1 12:1 11:1 -20:2")).parse_play("13/10", 2, 1)
    assert play.moves == (Move(13, 11), Move(11, 10))
