"""The rules of the whole game by number: opening, cube, stakes, matches, resignation (R5, R6, R18 to R22)."""

import json
from pathlib import Path
from typing import Any

import pytest
from twins import make

from bitgammon import Board
from bitgammon.errors import (
    IllegalActionError,
    IllegalPlayError,
    InvalidBoardError,
    InvalidPositionError,
    UnknownNameError,
)
from bitgammon.game import Action, Cube, Game, Kind, Match, Offer, Options, Player, Position, Result, Variant
from bitgammon.game.rulebook import legal_actions, legal_kinds, refusal

CASES = {case["id"]: case for case in json.loads((Path(__file__).parent / "data" / "scoring.json").read_text())}
MONEY = Options(jacoby=True, beavers=True, raccoons=True, automatic_doubles=2)
#: The mover's last checkers, against an opponent who has borne off none, and stands in the mover's home.
LAST = make("1:1 -3:15")


def begun(options: Options | None = None, **fields: Any) -> Game:
    """A game in which X is on roll."""
    return Game(Position(options=Options() if options is None else options, **fields))


def kinds(game: Game) -> list[str]:
    """The kinds of action that are legal."""
    return [str(kind) for kind in legal_kinds(game.position)]


def won(options: Options | None = None, board: tuple[int, ...] = LAST, **fields: Any) -> Position:
    """X bears off its last checker."""
    game = begun(options, board=Board(board), dice=(6, 5), **fields)
    game.play("1/off")
    return game.position


# R5, R6: the opening roll and the turns


def test_R5_the_higher_die_begins_and_plays_both() -> None:
    for dice, starter in (((3, 1), Player.O), ((1, 3), Player.X)):
        game = Game()
        assert kinds(game) == ["open"]
        assert game.position.actor is None
        game.open(dice)
        assert (game.position.turn, game.position.actor, game.position.dice) == (starter, starter, (3, 1))
        assert kinds(game) == ["play", "resign"]  # no cube decision before the first play


def test_R5_equal_dice_are_rolled_again() -> None:
    game = Game()
    for die in range(1, 7):
        game.open((die, die))
        assert game.position == game.start
    game.open((2, 5))
    assert game.position.turn is Player.X


def test_R5_drawn_until_they_differ() -> None:
    class Dice:
        def __init__(self) -> None:
            self.left = [0.0, 0.1, 0.99, 0.9, 0.2, 0.9]  # 1-1, 6-6, 2-6

        def random(self) -> float:
            return self.left.pop(0)

    game = Game()
    game.open(source=Dice())
    assert [action.dice for action in game.actions] == [(1, 1), (6, 6), (2, 6)]


def test_R5_the_board_is_seen_by_the_side_that_begins() -> None:
    start = Board(make("24:2 13:5 8:3 6:5 -1:1 -12:5 -17:3 -19:5"))
    game = Game(Position(start, opening=True))
    game.open((6, 1))
    assert game.position.board == start.swapped()
    assert game.position.board_of(Player.X) == start


def test_R6_sides_alternate() -> None:
    game = begun()
    game.roll((3, 1))
    with pytest.raises(IllegalActionError, match="R6: the roll is to be played"):
        game.roll((3, 1))
    game.play("8/5 6/5")
    assert (game.position.turn, game.position.dice) == (Player.O, None)
    assert game.position.board == Board().after(Board().parse_play("8/5 6/5", 3, 1)).swapped()
    with pytest.raises(IllegalActionError, match="R6: the dice are not rolled"):
        game.play("8/5 6/5")


def test_R10_an_illegal_play_changes_nothing() -> None:
    game = begun(dice=(3, 1))
    before = game.position
    for play in ("13/7", Board().plays(6, 1)[0]):
        with pytest.raises(IllegalPlayError):
            game.play(play)
    assert (game.position, game.actions) == (before, ())


def test_R11_a_pass_is_an_action() -> None:
    game = begun(board=Board(make("25:1 -24:2 -23:2 -22:2 -21:2 -20:2 -19:2")), dice=(6, 5))
    assert [str(action.play) for action in game.legal_actions() if action.play is not None] == ["(no play)"]
    game.play("")
    assert game.position.turn is Player.O


# R18, R20: the end


def test_R18_the_game_is_over_at_once() -> None:
    game = begun(board=Board(make("1:1 -24:3")), dice=(6, 6))
    game.play("1/off")
    assert game.outcome is not None
    assert (game.outcome.winner, game.outcome.result, game.outcome.points) == (Player.X, Result.SINGLE, 1)
    assert game.position.actor is None
    assert legal_actions(game.position) == ()
    for kind in set(Kind) - {Kind.PLAY, Kind.RESIGN}:
        with pytest.raises(IllegalActionError, match="R18: the game is over"):
            game.act(Action(kind))


def test_R18_a_finished_board_is_a_finished_game() -> None:
    assert Position(Board(make("6:1"))).outcome is not None
    assert Position(Board(make("-6:1"))).outcome.winner is Player.X  # type: ignore[union-attr]
    assert Position(Board(make("6:1"))).outcome.winner is Player.O  # type: ignore[union-attr]


@pytest.mark.parametrize(
    ("board", "result", "bar_only"),
    [
        ("1:1 -12:14", Result.SINGLE, Result.SINGLE),
        ("1:1 -12:15", Result.GAMMON, Result.GAMMON),
        ("1:1 -12:14 -7:1", Result.GAMMON, Result.GAMMON),
        ("1:1 -12:14 -6:1", Result.BACKGAMMON, Result.GAMMON),
        ("1:1 -12:14 -0:1", Result.BACKGAMMON, Result.BACKGAMMON),
    ],
)
def test_R20_sizes(board: str, result: Result, bar_only: Result) -> None:
    assert won(board=make(board)).outcome.result is result  # type: ignore[union-attr]
    options = Options(bar_only_backgammon=True)
    assert won(options, board=make(board)).outcome.result is bar_only  # type: ignore[union-attr]


def test_R20_SC01_and_SC02() -> None:
    board = CASES["SC01"]["input"]["board_after"]
    assert Position(Board(board)).outcome.points == 3  # type: ignore[union-attr]
    outside = [*board]
    outside[6], outside[7] = 0, outside[6]
    assert Position(Board(outside)).outcome.points == 2  # type: ignore[union-attr]
    one_off = [*board]
    one_off[6] += 1
    assert Position(Board(one_off)).outcome.points == 1  # type: ignore[union-attr]


# R19: the cube


def test_R19_double_take_redouble_drop() -> None:
    game = begun()
    assert kinds(game) == ["roll", "double", "resign"]
    game.double()
    assert (game.position.actor, game.position.turn, game.position.cube) == (Player.O, Player.X, Cube())
    assert kinds(game) == ["take", "drop", "resign"]
    with pytest.raises(IllegalActionError, match="R19: a double is to be taken or dropped"):
        game.roll((3, 1))
    game.take()
    assert game.position.cube == Cube(2, Player.O)  # SC09: taking does not double again
    assert kinds(game) == ["roll", "resign"]  # once a turn
    game.roll((3, 1))
    game.play("8/5 6/5")
    game.double()
    assert game.position.stake == 2
    game.drop()
    assert game.outcome is not None
    assert (game.outcome.winner, game.outcome.points, game.outcome.how) == (Player.O, 2, "dropped")
    assert game.position.cube == Cube(2, Player.O)  # SC09: a drop leaves the cube as it was


def test_R19_only_the_owner_may_redouble() -> None:
    game = begun(cube=Cube(2, Player.O))
    with pytest.raises(IllegalActionError, match="R19: the cube is the other side's"):
        game.double()
    begun(cube=Cube(2, Player.X)).double()


def test_R19_the_limit() -> None:
    game = begun(cube=Cube(64, Player.X))
    with pytest.raises(IllegalActionError, match="R19: the cube shows at most 64"):
        game.double()
    game = begun(Options(cube_limit=1024), cube=Cube(64, Player.X))
    game.double()
    game.take()
    assert game.position.cube.value == 128
    with pytest.raises(IllegalActionError, match="R19: the game is played without a cube"):
        begun(Options(cube=False)).double()


def test_R19_a_dead_cube_may_be_turned_in_a_match() -> None:
    game = begun(cube=Cube(2, Player.X), length=3, score=(0, 1))
    game.double()
    game.take()
    ended = won(cube=Cube(4, Player.O), length=3, score=(0, 1), board=make("1:1 -24:3"))
    assert ended.outcome.points == 4  # type: ignore[union-attr]


# R21: money and matches


def test_R21_jacoby() -> None:
    assert won(MONEY).outcome.points == 1  # type: ignore[union-attr]
    assert won(MONEY, cube=Cube(2, Player.O)).outcome.points == 6  # type: ignore[union-attr]
    assert won(MONEY, length=5).outcome.points == 3  # type: ignore[union-attr]  # no Jacoby in a match


def test_R21_beavers_and_raccoons() -> None:
    game = begun(MONEY)
    game.double()
    assert kinds(game) == ["take", "drop", "beaver", "resign"]
    game.beaver()
    assert game.position.actor is Player.X
    assert kinds(game) == ["take", "drop", "raccoon", "resign"]
    assert game.position.stake == 2
    game.raccoon()
    assert game.position.actor is Player.O
    assert kinds(game) == ["take", "drop", "resign"]
    game.take()
    assert game.position.cube == Cube(8, Player.O)
    assert kinds(game) == ["roll", "resign"]
    assert game.position.actor is Player.X


@pytest.mark.parametrize(("steps", "winner", "points"), [(1, Player.X, 1), (2, Player.O, 2), (3, Player.X, 4)])
def test_R21_what_a_drop_costs(steps: int, winner: Player, points: int) -> None:
    game = begun(MONEY)
    for act in (game.double, game.beaver, game.raccoon)[:steps]:
        act()
    game.drop()
    assert game.outcome is not None
    assert (game.outcome.winner, game.outcome.points) == (winner, points)


def test_R21_beavers_only_where_agreed_and_below_the_limit() -> None:
    for options, fields, reason in (
        (Options(), {}, "R21: beavers are not agreed"),
        (MONEY, {"length": 5}, "R21: no beavers in match play"),
        (MONEY, {"cube": Cube(32, Player.X)}, "R19: the cube shows at most 64"),
    ):
        game = begun(options, **fields)
        game.double()
        with pytest.raises(IllegalActionError, match=reason):
            game.beaver()
    game = begun(Options(beavers=True))
    game.double()
    game.beaver()
    with pytest.raises(IllegalActionError, match="R21: raccoons are not agreed"):
        game.raccoon()


def test_R21_automatic_doubles() -> None:
    game = Game(Position(options=MONEY, opening=True))
    for expected in (2, 4, 4):
        game.open((3, 3))
        assert game.position.cube == Cube(expected)
    game.open((1, 3))
    game.play("8/5 6/5")
    game.resign(Result.BACKGAMMON)
    game.accept()
    assert game.outcome is not None
    assert game.outcome.points == 4  # the cube is centred: Jacoby
    for fields in ({"length": 5}, {"options": Options(cube=False, automatic_doubles=1)}):
        other = Game(Position(**{"options": MONEY, "opening": True} | fields))  # type: ignore[arg-type]
        other.open((3, 3))
        assert other.position.cube == Cube()
    small = Game(Position(options=Options(cube_limit=1, automatic_doubles=3), opening=True))
    small.open((3, 3))
    assert small.position.cube == Cube()


def finish(match: Match, loser: Player, result: Result = Result.SINGLE) -> None:
    """Ends the game by a resignation."""
    match.game.open((6, 1) if loser is Player.O else (1, 6))
    match.game.resign(result)
    match.game.accept()


def test_R21_SC07_crawford_and_after() -> None:
    match = Match(3)
    finish(match, Player.O, Result.GAMMON)
    assert match.score == (0, 2)
    game = match.next_game()
    assert game.position.crawford
    assert not game.position.post_crawford
    game.open((6, 1))
    game.play("13/7 8/7")
    assert kinds(game) == ["roll", "resign"]
    with pytest.raises(IllegalActionError, match="R21: no cube in the Crawford game"):
        game.double()
    game.roll((6, 1))
    game.play("13/7 8/7")
    assert game.position.actor is Player.O
    with pytest.raises(IllegalActionError, match="R21: no cube in the Crawford game"):
        game.double()
    game.roll((6, 2))
    game.play(game.position.board.plays(6, 2)[0])
    game.resign()  # X's turn
    game.accept()
    assert match.score == (1, 2)
    after = match.next_game()
    assert not after.position.crawford
    assert after.position.post_crawford
    after.open((6, 1))
    after.play("13/7 8/7")
    after.double()


def test_R21_crawford_once_and_not_where_it_is_off() -> None:
    match = Match(3, options=Options(crawford=False))
    finish(match, Player.O, Result.GAMMON)
    assert not match.next_game().position.crawford
    one = Match(1)
    assert not one.game.position.crawford
    assert not one.game.position.post_crawford
    both = Match(2)
    finish(both, Player.O)
    assert both.next_game().position.crawford
    finish(both, Player.X)
    assert both.score == (1, 1)
    assert not both.next_game().position.crawford


def test_R21_a_win_past_the_length_counts_as_the_length() -> None:
    match = Match(3)
    finish(match, Player.X, Result.BACKGAMMON)
    assert (match.score, match.winner) == ((3, 0), Player.O)
    with pytest.raises(IllegalActionError, match="R21: the match is over, O has won it"):
        match.next_game()
    match = Match(2)
    with pytest.raises(IllegalActionError, match="R21: the game is not over"):
        match.next_game()
    finish(match, Player.X, Result.BACKGAMMON)
    assert match.score == (2, 0)


def test_R21_a_money_session_has_no_end() -> None:
    session = Match(0)
    for number in range(5):
        finish(session, Player.X, Result.BACKGAMMON)
        assert session.score == (3 * number + 3, 0)
        assert session.winner is None
        session.next_game()


# R22: resignation


def test_R22_at_any_decision_and_answered_by_the_other_side() -> None:
    game = begun(MONEY)
    for decision in (None, game.double, game.beaver, game.raccoon, game.take, lambda: game.roll((3, 1))):
        if decision is not None:
            decision()
        actor = game.position.actor
        assert actor is not None
        before = game.position
        game.resign(Result.GAMMON)
        assert game.position.actor is actor.other
        assert kinds(game) == ["accept", "refuse"]
        with pytest.raises(IllegalActionError, match="R22: a resignation is to be accepted or refused"):
            game.roll((3, 1))
        game.refuse()
        assert game.position == before
    with pytest.raises(IllegalActionError, match="R22: nobody has resigned"):
        game.accept()


@pytest.mark.parametrize(
    ("options", "cube", "result", "points"),
    [
        (Options(), Cube(), Result.GAMMON, 2),
        (Options(), Cube(4, Player.O), Result.BACKGAMMON, 12),
        (MONEY, Cube(), Result.GAMMON, 1),
        (MONEY, Cube(2, Player.X), Result.GAMMON, 4),
    ],
)
def test_R22_points(options: Options, cube: Cube, result: Result, points: int) -> None:
    game = begun(options, cube=cube)
    game.resign(result)
    game.accept()
    assert game.outcome is not None
    assert (game.outcome.winner, game.outcome.points, game.outcome.how) == (Player.O, points, "resigned")


def test_R22_under_a_double_for_what_it_was_worth_before() -> None:
    game = begun(cube=Cube(2, Player.X))
    game.double()
    game.resign(Result.GAMMON)
    game.accept()
    assert game.outcome is not None
    assert (game.outcome.winner, game.outcome.points) == (Player.X, 4)


# What cannot be


@pytest.mark.parametrize(
    "fields",
    [
        {"crawford": True},
        {"crawford": True, "length": 5, "score": (3, 3)},
        {"crawford": True, "length": 1},
        {"crawford": True, "length": 5, "score": (4, 0), "options": Options(crawford=False)},
        {"crawford": True, "length": 5, "score": (4, 0), "cube": Cube(2, Player.X)},
        {"options": Options(cube=False), "cube": Cube(2, Player.X)},
        {"offer": Offer.DOUBLE, "dice": (3, 1)},
        {"offer": Offer.DOUBLE, "cube": Cube(2, Player.O)},
        {"offer": Offer.DOUBLE, "cube": Cube(64, Player.X)},
        {"offer": Offer.BEAVER, "length": 3},
        {"offer": Offer.BEAVER},
        {"offer": Offer.RACCOON, "options": Options(beavers=True)},
        {"opening": True, "dice": (3, 1)},
        {"opening": True, "cube": Cube(2, Player.X)},
        {"opening": True, "resigned": Result.SINGLE},
        {"cube": Cube(2), "length": 3},
    ],
    ids=str,
)
def test_positions_that_contradict_themselves(fields: dict[str, Any]) -> None:
    with pytest.raises(InvalidPositionError, match="|".join(fields)):
        Position(**fields)


def test_variants_begin_as_they_say() -> None:
    for name, checkers in (("hypergammon", 3), ("nackgammon", 15)):
        game = Game.of(name)
        assert game.position.board == Board.start(name)
        assert game.position.board.checkers == checkers
    mine = Variant("mine", Board(make("24:1 -1:1"), checkers=1))
    assert Match(3, mine).game.position.board.checkers == 1
    for board in ("1:1", "1:2 2:2 3:2 4:2 5:2 6:2 25:1 -24:2 -23:2 -22:2 -21:2 -20:2 -19:2 -0:1"):
        with pytest.raises(InvalidBoardError, match="start: nothing can be played"):
            Variant("never", Board(make(board)))


def test_kinds_that_are_none_are_refused_by_name() -> None:
    assert refusal(Position(), "take") == refusal(Position(), Kind.TAKE)  # type: ignore[arg-type]
    for wrong in ("pass", 5, None):
        with pytest.raises(UnknownNameError, match="kind="):
            refusal(Position(), wrong)  # type: ignore[arg-type]
