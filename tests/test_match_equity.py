"""Match equity: the table's own properties and figures, and what lies beyond it."""

import doctest
import pickle

import numpy as np
import pytest

from bitgammon.cube import MOST_AWAY, MatchEquityTable, match_equity
from bitgammon.errors import BatchShapeError, BatchValueError, OutOfRangeError, UnknownNameError

TABLE = MatchEquityTable.load()
EVERY = np.arange(1, MOST_AWAY + 1)


def test_examples() -> None:
    found = doctest.testmod(match_equity)
    assert found.attempted > 0
    assert found.failed == 0


def test_the_table_is_whole() -> None:
    assert (TABLE.pre.shape, TABLE.post.shape, TABLE.length) == ((25, 25), (25,), 25)
    assert (TABLE.pre.dtype, TABLE.post.dtype) == (np.float64, np.float64)
    assert "Copyright 2011 Neil Kazaross" in TABLE.notice
    assert np.abs(TABLE.pre + TABLE.pre.T - 1).max() < 1e-15
    assert (np.diagonal(TABLE.pre) == 0.5).all()
    assert (np.diff(TABLE.pre, axis=0) < 0).all()
    assert (np.diff(TABLE.post) < 0).all()


@pytest.mark.parametrize(
    ("own", "other", "chance"),
    [
        (1, 2, 0.67736),
        (1, 3, 0.75076),
        (1, 4, 0.81436),
        (1, 5, 0.84179),
        (2, 3, 0.59947),
        (2, 4, 0.66870),
        (3, 4, 0.57150),
    ],
)
def test_figures_before_and_at_the_crawford_game(own: int, other: int, chance: float) -> None:
    assert float(TABLE.chance(own, other)) == chance
    assert float(TABLE.chance(other, own)) == pytest.approx(1 - chance, abs=1e-15)


def test_figures_after_the_crawford_game() -> None:
    trailer = [0.5, 0.48803, 0.32264, 0.31002, 0.19012, 0.18072, 0.11559, 0.10906, 0.06953, 0.065161]
    assert TABLE.chance(np.arange(1, 11), 1, True).tolist() == trailer
    assert TABLE.chance(1, np.arange(1, 11), True).tolist() == pytest.approx([1 - mwc for mwc in trailer], abs=1e-15)
    # The free drop: the leader of 1 away against 2 has more than the half that one game would give.
    assert float(TABLE.chance(1, 2, True)) == pytest.approx(0.51197, abs=1e-12)


def test_a_match_that_is_over() -> None:
    assert TABLE.chance([0, -3, 5, 64], [1, 64, 0, -(2**62)]).tolist() == [1, 1, 0, 0]
    assert TABLE.chance([0, 1], [1, 0], [True, True]).tolist() == [1, 0]


@pytest.mark.parametrize("post_crawford", [False, True])
def test_sides_and_points_to_sixty_four_away(post_crawford: bool) -> None:
    own, other = EVERY[:, None], EVERY
    found = TABLE.chance(own, other, post_crawford)
    assert found.shape == (MOST_AWAY, MOST_AWAY)
    assert np.abs(found + found.T - 1).max() < 1e-15
    assert (np.diagonal(found) == 0.5).all()
    assert (np.diff(found[:25], axis=0)[:, :25] < 0).all()
    if not post_crawford:  # after the Crawford game, a row of 1 away is no neighbour of the others
        assert (np.diff(found, axis=0) < 0).all()
        assert (np.diff(found, axis=1) > 0).all()
    assert ((found > 0) & (found < 1)).all()


def test_beyond_the_table() -> None:
    # The approximation goes on where the table ends, and is near it inside.
    rough = match_equity._extended(np.full((1, 1), 0.5), np.array([0.5]))[0]
    assert np.abs(rough[4:25, 4:25] - TABLE.pre[4:, 4:]).max() < 0.02
    assert np.abs(rough[:25, :25] - TABLE.pre).max() < 0.055
    assert float(TABLE.chance(26, 27)) == pytest.approx(0.5306, abs=5e-4)
    after, crawford = TABLE.chance(EVERY, 1, True), TABLE.chance(EVERY, 1)
    assert (np.diff(after) < 0).all()
    assert (np.diff(crawford) < 0).all()
    assert (crawford[1:] < after[1:]).all()  # the trailer has a cube


def test_a_table_of_ones_own() -> None:
    small = MatchEquityTable("small", [[0.5, 0.7], [0.3, 0.5]], [0.5, 0.49])
    assert float(small.chance(1, 2)) == 0.7
    assert float(small.chance(1, 2, True)) == pytest.approx(0.51)
    assert (np.diff(small.chance(EVERY, 1, True)) < 0).all()
    again = pickle.loads(pickle.dumps(small))
    assert again == small
    assert hash(again) == hash(small)
    assert again != TABLE
    assert small != "small"
    assert repr(small) == "<MatchEquityTable small, 2 points>"


def test_it_cannot_be_changed() -> None:
    assert pickle.loads(pickle.dumps(TABLE)) is TABLE
    for array in (TABLE.pre, TABLE.post):
        with pytest.raises(ValueError, match="read-only"):
            array[0] = 1
    with pytest.raises(AttributeError, match="name"):
        TABLE.name = "other"
    with pytest.raises(AttributeError, match="pre"):
        del TABLE.pre
    mine = np.array([[0.5]])
    MatchEquityTable("one", mine, [0.5])
    mine[0] = 0.4  # still the caller's


@pytest.mark.parametrize(
    ("arguments", "error", "message"),
    [
        ((65, 1), OutOfRangeError, "own_away=65 is more than 64"),
        (([1, 2], [1, 99]), OutOfRangeError, r"other_away\[1\]=99"),
        ((0, 0), OutOfRangeError, "both sides have won"),
        (([3, 0], [0, -1]), OutOfRangeError, "own_away=0, other_away="),
        (([1, 2], [1, 2, 3]), BatchShapeError, "own_away, other_away, post_crawford"),
        ((1.5, 2), TypeError, "own_away"),
        ((1, [2.0]), TypeError, "other_away"),
        ((1, 2, 1), TypeError, "post_crawford"),
        ((2**70, 2), OutOfRangeError, "own_away"),
    ],
)
def test_wrong_scores(arguments: tuple[object, ...], error: type[Exception], message: str) -> None:
    with pytest.raises(error, match=message):
        TABLE.chance(*arguments)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("pre", "post", "error", "message"),
    [
        ([[0.5, 0.6]], [0.5], BatchShapeError, "pre, post"),
        ([[0.5]], [0.5, 0.4], BatchShapeError, "pre, post"),
        (np.zeros((0, 0)), [], BatchShapeError, "pre, post"),
        ([[np.nan]], [0.5], BatchValueError, "pre"),
        ([[0.5]], [1.5], BatchValueError, "post"),
        ([[0.5, 0.4], [0.6, 0.5]], [0.5, 0.4], BatchValueError, "pre"),
        ([[0.5, 0.7], [0.3, 0.5]], [0.5, 0.6], BatchValueError, "post"),
        ([["a"]], [0.5], TypeError, "pre"),
    ],
)
def test_wrong_tables(pre: object, post: object, error: type[Exception], message: str) -> None:
    with pytest.raises(error, match=message):
        MatchEquityTable("wrong", pre, post)  # type: ignore[arg-type]


@pytest.mark.parametrize("name", ["woolsey", "", 3, None])
def test_unknown_names(name: object) -> None:
    with pytest.raises(UnknownNameError, match="kazaross-xg2"):
        MatchEquityTable.load(name)  # type: ignore[arg-type]
