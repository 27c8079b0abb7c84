"""The cube: terms, take and cash points, cubeful values and decisions, against a plain twin and known figures."""

import doctest
import pickle
from typing import Any

import numpy as np
import pytest
from cube_twin import ScalarCube
from numpy.typing import NDArray
from twins import make

from bitgammon import cube
from bitgammon.bearoff import TwoSided
from bitgammon.cube import (
    CubeAction,
    MatchEquityTable,
    MatchTerms,
    MoneyTerms,
    cash_point,
    cubeful,
    decide,
    efficiencies,
    efficiency,
    janowski,
    mean_points,
    points,
    take_point,
    terms,
    terms_of,
    window,
)
from bitgammon.errors import BatchShapeError, BatchValueError, InvalidPositionError, OutOfRangeError
from bitgammon.game.options import Options, Player
from bitgammon.game.position import Position

EVEN = [[0.5, 0.0, 0.0, 0.0, 0.0]]
TERMS = [
    MoneyTerms(),
    MoneyTerms(jacoby=True),
    MoneyTerms(cube_limit=4),
    MatchTerms(7, 7),
    MatchTerms(2, 2),
    MatchTerms(4, 2),
    MatchTerms(2, 4),
    MatchTerms(3, 5, cube_limit=2),
    MatchTerms(1, 3),
    MatchTerms(4, 1),
    MatchTerms(3, 1, crawford=True),
    MatchTerms(1, 1),
    MatchTerms(25, 11),
    MatchTerms(64, 40),
]


def rows_of(seed: int, size: int) -> NDArray[np.float64]:
    """Outcomes as no engine gives them: any share of gammons."""
    rng = np.random.default_rng(seed)
    found = rng.random((size, 5))
    found[: size // 20, 0] = 0
    found[size // 20 : size // 10, 0] = 1
    found[:, 1] *= found[:, 0]
    found[:, 2] *= found[:, 1]
    found[:, 3] *= 1 - found[:, 0]
    found[:, 4] *= found[:, 3]
    return found


def along(wins: NDArray[np.float64], gammons: float, backgammons: float = 0.0) -> NDArray[np.float64]:
    """Rows of the same shares of gammons on both sides."""
    losses = 1 - wins
    won, lost = wins * gammons, losses * gammons
    return np.stack([wins, won, won * backgammons, lost, lost * backgammons], axis=1)


@pytest.mark.parametrize("module", [cube, efficiencies, terms, points, janowski])
def test_examples(module: Any) -> None:
    found = doctest.testmod(module)
    assert found.attempted > 0
    assert found.failed == 0


# What a game is played for.


def test_money() -> None:
    assert MoneyTerms().payoffs(2, False).tolist() == [4, 8, 12, -4, -8, -12]
    jacoby = MoneyTerms(jacoby=True).payoffs([0, 2], [True, False])
    assert jacoby.tolist() == [[1, 1, 1, -1, -1, -1], [4, 8, 12, -4, -8, -12]]
    assert MoneyTerms(jacoby=True).payoffs(0, [True, False]).shape == (2, 6)
    assert MoneyTerms().legal_double([4, 5, 6, 0, 0], [0, 1, 1, -1, 1]).tolist() == [True, True, False, False, True]
    assert MoneyTerms(cube_limit=1).may_double(0, [0, 1]).tolist() == [False, False]
    assert MoneyTerms(cube_limit=2**15).may_double([14, 15], 0).tolist() == [True, False]


def test_match_payoffs() -> None:
    game = MatchTerms(4, 5)
    assert game.payoffs(0, True).tolist() == pytest.approx([0.64795, 0.74359, 0.84179, 0.5, 0.4285, 0.3313])
    assert MatchTerms(1, 2).payoffs(0, True).tolist() == [1, 1, 1, 0.5, 0, 0]
    assert float(MatchTerms(1, 3).dropped_value(0)) == pytest.approx(0.51197)  # 1 away against 2, after Crawford
    assert float(MatchTerms(2, 3).drop_value(0)) == 0.75076  # the Crawford game comes
    both = game.payoffs(np.arange(16), False) + game.swapped().payoffs(np.arange(16), False)[:, [3, 4, 5, 0, 1, 2]]
    assert both == pytest.approx(np.ones((16, 6)))
    assert (game.payoffs(1, True) == game.payoffs(1, False)).all()  # no Jacoby rule


@pytest.mark.parametrize("game", TERMS)
def test_normalised(game: MoneyTerms | MatchTerms) -> None:
    log2 = np.arange(4)
    assert game.normalised(game.drop_value(log2), log2) == pytest.approx(np.ones(4))
    assert game.normalised(game.dropped_value(log2), log2) == pytest.approx(-np.ones(4))
    won, lost = game.drop_value(0), game.dropped_value(0)
    assert float(game.normalised((won + lost) / 2, 0)) == pytest.approx(0, abs=1e-12)


def test_a_dead_cube_is_not_turned() -> None:
    assert not MatchTerms(1, 3).may_double([0, 1], [0, 1]).any()  # the leader
    assert MatchTerms(3, 1).may_double([0, 1, 2], [0, 1, 1]).tolist() == [True, True, False]
    assert not MatchTerms(3, 1, crawford=True).may_double(0, 0)
    assert not MatchTerms(1, 1).may_double(0, 0)
    assert MatchTerms(1, 3).legal_double(0, 0)  # a mistake, but allowed


def test_terms_of_positions() -> None:
    assert terms_of(Position(options=Options(jacoby=True, cube_limit=256))) == MoneyTerms(True, 256)
    assert terms_of(Position(options=Options(cube=False))) == MoneyTerms(cube_limit=1)
    match = Position(length=7, score=(2, 5), turn=Player.X)
    assert terms_of(match) == MatchTerms(2, 5)
    assert terms_of(match.with_(turn=Player.O)) == MatchTerms(5, 2)
    assert terms_of(Position(length=7, score=(6, 5), crawford=True, turn=Player.O)) == MatchTerms(1, 2, crawford=True)
    assert terms_of(Position(length=7, score=(6, 5), turn=Player.X)) == MatchTerms(2, 1, post_crawford=True)
    assert terms_of(Position(length=7, score=(6, 5), turn=Player.X, options=Options(crawford=False))).post_crawford
    assert terms_of(Position(length=7, options=Options(jacoby=True))) == MatchTerms(7, 7)
    with pytest.raises(OutOfRangeError, match="length=65: match equities are known to 64 away"):
        terms_of(Position(length=65))
    with pytest.raises(InvalidPositionError, match="over"):
        terms_of(Position(length=7, score=(7, 5)))
    with pytest.raises(TypeError, match="position"):
        terms_of("4HPwATDgc/ABMA")  # type: ignore[arg-type]


@pytest.mark.parametrize("game", TERMS)
def test_terms_can_be_pickled(game: MoneyTerms | MatchTerms) -> None:
    game.payoffs(0, True)
    again = pickle.loads(pickle.dumps(game))
    assert again == game
    assert hash(again) == hash(game)
    assert game.swapped().swapped() == game


# Take and cash points.


def test_points_for_money() -> None:
    assert float(take_point(1, 1)) == 0.25
    assert float(take_point(1, 1, 1)) == 0.2
    assert float(take_point(2, 1)) == pytest.approx(1 / 6)
    assert float(take_point(2, 1, 1)) == pytest.approx(1 / 7)
    assert (float(cash_point(1, 1)), float(cash_point(1, 1, 1))) == (0.75, 0.8)
    W, L, x = np.random.default_rng(1).random((3, 500)) * [[2], [2], [1]] + [[1], [1], [0]]
    assert take_point(W, L, x) == pytest.approx(1 - cash_point(L, W, x))
    assert (take_point(W, L, 1) <= take_point(W, L, x)).all()
    assert (cash_point(W, L, 1) >= cash_point(W, L, x)).all()
    assert (take_point(W, L, x) < cash_point(W, L, x)).all()


@pytest.mark.parametrize(
    ("own", "other", "dead"),
    [
        (2, 2, 0.32264),
        (3, 3, 0.30166),
        (2, 3, 0.26184),
        (3, 2, 0.36796),
        (4, 4, 0.28809),
        (2, 4, 0.19894),
        (4, 2, 0.37128),
        (25, 25, 0.25197),
    ],
)
def test_dead_take_points_in_matches(own: int, other: int, dead: float) -> None:
    assert window(EVEN, MatchTerms(own, other), live=False).take[0] == pytest.approx(dead, abs=5e-6)
    assert window(EVEN, MatchTerms(other, own), live=False).cash[0] == pytest.approx(1 - dead, abs=5e-6)


def test_live_points_in_matches() -> None:
    found = window(EVEN, MatchTerms(2, 2))
    assert (found.take[0], found.cash[0]) == pytest.approx((0.32264, 0.67736))  # no use for a cube of 4
    # Whoever takes at 4 away against 2 turns a cube that the other side may as well take up to even chances.
    assert window(EVEN, MatchTerms(4, 2)).take[0] == pytest.approx(0.37128 * 0.5)
    far = window(EVEN, MatchTerms(25, 25))
    assert (far.take[0], far.cash[0]) == pytest.approx((0.2, 0.8), abs=0.002)
    # A long match is like money, with gammons too.
    shares = [[0.5, 0.2, 0.05, 0.1, 0.0]]
    assert window(shares, MatchTerms(60, 60)).take == pytest.approx(window(shares, MoneyTerms()).take, abs=0.01)
    assert window(EVEN, MatchTerms(25, 25), live=False).take[0] == pytest.approx(0.25, abs=0.002)


def test_points_where_the_rules_have_none() -> None:
    assert np.isnan(window(EVEN, MatchTerms(2, 1, crawford=True))).all()
    assert np.isnan(window(EVEN, MoneyTerms(), 6)).all()
    last = window(EVEN * 3, MoneyTerms(), [3, 4, 5])  # to 64, and no further
    assert last.take.tolist() == [0.2, 0.2, 0.25]
    assert last.cash.tolist() == [0.8, 0.8, 0.75]
    assert window(np.zeros((0, 5)), MatchTerms(3, 3)).take.shape == (0,)


# Values.


def test_known_values() -> None:
    assert cubeful(EVEN * 3, MoneyTerms(), 0, [0, 1, -1], 1) == pytest.approx([0, 0.25, -0.25], abs=1e-15)
    assert cubeful(EVEN * 3, MoneyTerms(), 2, [0, 1, -1], 1) == pytest.approx([0, 1, -1], abs=1e-15)
    assert cubeful(EVEN * 3, MoneyTerms(), 0, [0, 1, -1], 0) == pytest.approx([0, 0, 0])
    at = along(np.array([0.2, 0.8]), 0)
    assert cubeful(at, MoneyTerms(), 0, 0, 1) == pytest.approx([-1, 1])
    gammons = along(np.array([0.5, 0.9]), 1)
    assert cubeful(gammons, MoneyTerms(jacoby=True), 0, 0, [0, 1]) == pytest.approx([0, 1])
    assert cubeful(gammons, MoneyTerms(jacoby=True), 0, 1, 0) == pytest.approx([0, 1.6])
    assert cubeful(gammons, MoneyTerms(jacoby=True), 0, 1, 1) == pytest.approx(cubeful(gammons, MoneyTerms(), 0, 1, 1))


def test_gammons_and_cube_are_worthless_at_double_match_point() -> None:
    rows = rows_of(2, 300)
    for log2, owner in ((0, 0), (3, 1), (2, -1)):
        assert cubeful(rows, MatchTerms(1, 1), log2, owner, 0.68) == pytest.approx(rows[:, 0])
    assert not decide(rows, MatchTerms(1, 1), 0, 0, 0.68).action.any()


def test_the_crawford_game_has_no_cube() -> None:
    rows = rows_of(3, 300)
    game = MatchTerms(3, 1, crawford=True)
    found = decide(rows, game, 0, 0, 1)
    assert not found.action.any()
    assert np.isnan(found.double_take).all()
    assert np.isnan(found.double_drop).all()
    payoffs, (w, wg, wb, lg, lb) = game.payoffs(0, True), rows.T
    chances = np.stack([w - wg, wg - wb, wb, 1 - w - lg, lg - lb, lb], axis=1)
    assert found.no_double == pytest.approx(chances @ payoffs)


def test_the_trailer_doubles_at_once_after_the_crawford_game() -> None:
    rows = along(np.linspace(0.1, 0.9, 81), 0.25)
    for away in (2, 3, 4, 5, 7):
        found = decide(rows, MatchTerms(away, 1), 0, 0, 0.68)
        assert found.action[20:51].all(), away  # 30 to 60 in 100
    assert not decide(rows, MatchTerms(1, 4), 0, 0, 0.68).action.any()  # the leader never does
    assert not np.isnan(decide(rows, MatchTerms(1, 4), 0, 0, 0.68).double_take).any()


def test_two_away_each() -> None:
    # Without gammons, a double ends in a match of one game: the value of the cube taken is the chance to win.
    wins = np.linspace(0, 1, 101)
    found = decide(along(wins, 0), MatchTerms(2, 2), 0, 0, 0.68)
    assert found.double_take == pytest.approx(wins)
    assert (found.action[(wins > 0.545) & (wins < 0.675)] == CubeAction.DOUBLE_TAKE).all()
    assert (found.action[(wins > 0.678) & (wins < 1)] == CubeAction.DOUBLE_DROP).all()
    assert found.action[-1] == CubeAction.NO_DOUBLE  # a win that is certain is worth the same
    assert found.double_drop == pytest.approx(np.full(101, 0.67736))


def test_decisions() -> None:
    wins = np.array([0.5, 0.7, 0.76, 0.79, 0.85, 0.97])
    found = decide(along(wins, 0), MoneyTerms(), 0, 0, 0.68)
    assert found.action.tolist() == [0, 1, 1, 2, 2, 2]
    too_good = decide([[0.85, 0.7, 0.1, 0.0, 0.0]] * 3, MoneyTerms(), 0, [0, 1, -1], 0.68)
    assert too_good.action.tolist() == [0, 0, 0]
    assert (too_good.double_take[:2] > too_good.double_drop[:2]).all()
    assert np.isnan(too_good.double_take[2])
    jacoby = decide([[0.85, 0.7, 0.1, 0.0, 0.0]] * 2, MoneyTerms(jacoby=True), 0, [0, 1], 0.68)
    assert jacoby.action.tolist() == [2, 0]
    assert decide(EVEN, MoneyTerms(), 15, 0, 0.5).action.tolist() == [0]
    assert decide(np.zeros((0, 5)), MatchTerms(3, 3), 0, 0, 0.5).action.dtype == np.uint8


@pytest.mark.parametrize("game", TERMS)
def test_against_the_plain_twin(game: MoneyTerms | MatchTerms) -> None:
    size = 240
    rng = np.random.default_rng(4)
    rows = rows_of(5, size)
    log2, owner, x = rng.integers(0, 7, size), rng.integers(-1, 2, size), rng.random(size)
    log2[: size // 2] = 0
    found, twin = decide(rows, game, log2, owner, x), ScalarCube(game)
    assert found.no_double.tolist() == cubeful(rows, game, log2, owner, x).tolist()
    for k in range(size):
        wanted = twin.decide(rows[k].tolist(), int(log2[k]), int(owner[k]), float(x[k]))
        assert found.no_double[k] == pytest.approx(wanted[1], abs=1e-9), k
        assert found.double_take[k] == pytest.approx(wanted[2], abs=1e-9, nan_ok=True), k
        assert found.double_drop[k] == pytest.approx(wanted[3], abs=1e-12, nan_ok=True), k
        margin = abs(min(wanted[2], wanted[3]) - wanted[1])
        assert found.action[k] == wanted[0] or margin < 1e-9, k


@pytest.mark.parametrize("game", TERMS)
@pytest.mark.parametrize("owner", [-1, 0, 1])
def test_values_rise_with_the_chance_to_win_and_do_not_jump(game: MoneyTerms | MatchTerms, owner: int) -> None:
    wins = np.linspace(0, 1, 4001)
    for log2 in (0, 1, 2):
        for gammons in (0, 0.3, 1):
            found = game.normalised(cubeful(along(wins, gammons, 0.2), game, log2, owner, 0.68), log2)
            steps = np.diff(found)
            assert steps.min() > -1e-12
            assert steps.max() < 60 * (found[-1] - found[0]) / 4000  # steep where a point is near an end, but no jump
            ends = game.payoffs(log2, owner == 0)
            assert ends[5] - 1e-12 <= cubeful(along(wins[:1], 1, 1), game, log2, owner, 0.68)[0] <= ends[0]


@pytest.mark.parametrize("game", TERMS)
def test_sides_are_alike(game: MoneyTerms | MatchTerms) -> None:
    rows = rows_of(6, 500)
    other = rows[:, [0, 3, 4, 1, 2]]
    other[:, 0] = 1 - rows[:, 0]
    total = 0 if isinstance(game, MoneyTerms) else 1
    for owner in (-1, 0, 1):
        both = cubeful(rows, game, 1, owner, 0.7) + cubeful(other, game.swapped(), 1, -owner, 0.7)
        assert both == pytest.approx(np.full(500, total), abs=1e-9)


@pytest.mark.parametrize("game", TERMS)
def test_a_cube_that_one_owns_is_worth_most(game: MoneyTerms | MatchTerms) -> None:
    if isinstance(game, MoneyTerms) and game.jacoby:
        game = MoneyTerms()  # under the Jacoby rule, a centred cube takes gammons away
    rows = rows_of(7, 500)
    owned, dead, given = (cubeful(rows, game, 1, owner, x) for owner, x in ((1, 0.68), (0, 0), (-1, 0.68)))
    assert (owned >= dead - 1e-12).all()
    assert (dead >= given - 1e-12).all()


@pytest.mark.parametrize(
    "game", [MoneyTerms(cube_limit=2), MoneyTerms(jacoby=True, cube_limit=2), MatchTerms(9, 9, cube_limit=2)]
)
def test_the_limit_of_the_cube(game: MoneyTerms | MatchTerms) -> None:
    rows = rows_of(8, 200)
    assert decide(rows, game, 1, 1, 0.68).action.tolist() == [0] * 200
    assert cubeful(rows, game, 1, 1, 0.68) == pytest.approx(cubeful(rows, game, 1, -1, 0))
    assert np.isnan(decide(rows, game, 1, 1, 0.68).double_drop).all()
    assert decide(rows, game, 0, 0, 0.68).action.any()


def test_exact_values_of_bear_offs() -> None:
    """Janowski's model with the efficiency of a bear-off is near the exact values of six checkers a side for money, and
    nearer than a dead or a live cube: measured .024, .035 and .031 in the mean."""
    exact = np.asarray(TwoSided.build().equities)[1:, 1:].reshape(-1, 4)
    exact = exact[np.random.default_rng(9).integers(0, len(exact), 40_000)]
    rows = np.zeros((len(exact), 5))
    rows[:, 0] = (1 + exact[:, 0]) / 2
    for column, owner, bound in ((1, 1, 0.026), (2, 0, 0.037), (3, -1, 0.033)):
        error = {x: np.abs(cubeful(rows, MoneyTerms(), 0, owner, x) - exact[:, column]).mean() for x in (0, 0.6, 1)}
        assert error[0.6] < bound
        assert error[0.6] < error[0] / 2
        assert error[0.6] < error[1] * 0.55
    doubled = 2 * exact[:, 3]
    right = np.where(doubled > 1, 2, np.where(doubled > exact[:, 2], 1, 0))
    assert (decide(rows, MoneyTerms(), 0, 0, 0.6).action == right).mean() > 0.92


def test_efficiency() -> None:
    start = Position().board.points
    race, short, long = make("9:4 -20:2"), make("7:1 -20:2"), make("12:15 -13:15")
    boards = [start, make("6:2 -19:2"), race, short, long, make("-19:2")]
    assert efficiency(boards).tolist() == pytest.approx([0.68, 0.6, 0.6, 0.6, 0.7, 0.0])
    middle = make("8:10 -18:10")
    assert efficiency([middle])[0] == pytest.approx(0.55 + 0.00125 * 80)
    assert efficiency(np.zeros((0, 26), np.int8)).shape == (0,)


def test_efficiency_may_differ_by_row() -> None:
    rows = rows_of(10, 50)
    x = np.linspace(0, 1, 50)
    found = cubeful(rows, MatchTerms(5, 7), 1, 1, x)
    assert found.tolist() == [float(cubeful(rows[k : k + 1], MatchTerms(5, 7), 1, 1, x[k])[0]) for k in range(50)]


def test_outcomes_that_are_not_nested_are_cut() -> None:
    slack = np.array([[1.0000005, 1.0000005, 0, 0.1, 0]])
    assert cubeful(slack, MoneyTerms(), 0, 1, 0.5) == pytest.approx([2])
    assert [values.tolist() for values in mean_points([[0.5, 0.9, 0.9, 0, 0], [0, 0, 0, 0, 0]])] == [[3, 1], [1, 1]]


@pytest.mark.parametrize(
    ("arguments", "error", "message"),
    [
        ((EVEN, MoneyTerms(), 16, 0, 0.5), OutOfRangeError, "log2=16 is not 0..15"),
        ((EVEN, MoneyTerms(), [-1], 0, 0.5), BatchValueError, r"log2\[0\] is -1"),
        ((EVEN, MoneyTerms(), 0, 2, 0.5), OutOfRangeError, "owner=2"),
        ((EVEN, MatchTerms(3, 3), 0, [3], 0.5), BatchValueError, r"owner\[0\] is 3"),
        ((EVEN, MoneyTerms(), 0, 0, 1.5), OutOfRangeError, "efficiency=1.5"),
        ((EVEN, MoneyTerms(), 0, 0, np.nan), OutOfRangeError, "efficiency=nan"),
        ((EVEN, MoneyTerms(), 0, 0, [np.nan]), BatchValueError, r"efficiency\[0\] is nan"),
        ((EVEN, MoneyTerms(), [0, 0], 0, 0.5), BatchShapeError, "log2"),
        ((EVEN, MoneyTerms(), 0, [0, 0], 0.5), BatchShapeError, "owner"),
        ((EVEN, MoneyTerms(), 0, 0, [0.5, 0.5]), BatchShapeError, "efficiency"),
        ((EVEN[0], MoneyTerms(), 0, 0, 0.5), BatchShapeError, "outcomes"),
        (([[0.5] * 6], MoneyTerms(), 0, 0, 0.5), BatchShapeError, "outcomes"),
        (
            ([EVEN[0], [0.5, np.nan, 0, 0, 0]], MoneyTerms(), 0, 0, 0.5),
            BatchValueError,
            r"row 1: outcomes\[1, 1\] is nan",
        ),
        (([[1.5, 0, 0, 0, 0]], MoneyTerms(), 0, 0, 0.5), BatchValueError, r"outcomes\[0, 0\] is 1.5"),
        (([["a"] * 5], MoneyTerms(), 0, 0, 0.5), TypeError, "outcomes"),
        ((EVEN, "money", 0, 0, 0.5), TypeError, "terms"),
        ((EVEN, MoneyTerms(), 0.5, 0, 0.5), TypeError, "log2"),
        ((EVEN, MoneyTerms(), 0, [True], 0.5), TypeError, "owner"),
        ((EVEN, MoneyTerms(), 0, 0, "x"), TypeError, "efficiency"),
    ],
)
def test_wrong_arguments(arguments: tuple[Any, ...], error: type[Exception], message: str) -> None:
    for function in (cubeful, decide):
        with pytest.raises(error, match=message):
            function(*arguments)


@pytest.mark.parametrize(
    ("make_terms", "error", "message"),
    [
        (lambda: MoneyTerms(jacoby=1), TypeError, "jacoby"),
        (lambda: MoneyTerms(cube_limit=3), OutOfRangeError, "cube_limit"),
        (lambda: MatchTerms(0, 3), OutOfRangeError, "own_away"),
        (lambda: MatchTerms(3, 65), OutOfRangeError, "other_away"),
        (lambda: MatchTerms(3.0, 3), TypeError, "own_away"),
        (lambda: MatchTerms(3, 3, crawford=True), OutOfRangeError, "crawford"),
        (lambda: MatchTerms(3, 3, post_crawford=True), OutOfRangeError, "post_crawford"),
        (lambda: MatchTerms(1, 3, True, True), OutOfRangeError, "crawford=True and post_crawford=True"),
        (lambda: MatchTerms(3, 3, table=0.5), TypeError, "table"),
        (lambda: MatchTerms(3, 3, cube_limit=2**16), OutOfRangeError, "cube_limit"),
        (lambda: MoneyTerms().payoffs([0, 1], [True]), BatchShapeError, "centred"),
        (lambda: MoneyTerms().payoffs(0, 1), TypeError, "centred"),
        (lambda: MoneyTerms().may_double([0, 1], [0]), BatchShapeError, "owner"),
        (lambda: MoneyTerms().normalised([1.0], [0, 1]), BatchShapeError, "value"),
        (lambda: take_point(0.5, 1), BatchValueError, "W=0.5 is not 1..3"),
        (lambda: take_point(1, [1, 4]), BatchValueError, "L="),
        (lambda: cash_point(1, 1, np.nan), BatchValueError, "x="),
        (lambda: cash_point([1, 1], [1, 1, 1]), BatchShapeError, "W, L, x"),
        (lambda: window(EVEN, 3), TypeError, "terms"),
        (lambda: window(EVEN, MoneyTerms(), live="x"), TypeError, "live"),
        (lambda: MatchEquityTable(5, [[0.5]], [0.5]), TypeError, "name"),
        (lambda: MatchEquityTable("even", [[0.5]], [0.5], notice=5), TypeError, "notice"),
        (lambda: window(EVEN, MoneyTerms(), [1, 2]), BatchShapeError, "log2"),
    ],
)
def test_wrong_terms(make_terms: Any, error: type[Exception], message: str) -> None:
    with pytest.raises(error, match=message):
        make_terms()


def test_another_table() -> None:
    flat = MatchEquityTable("flat", [[0.5, 0.75], [0.25, 0.5]], [0.5, 0.49])
    assert window(EVEN, MatchTerms(2, 2, table=flat)).take[0] == 0.25
    assert MatchTerms(2, 2, table=flat) != MatchTerms(2, 2)
