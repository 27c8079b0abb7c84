"""Batches row by row: what plain Python says of each board, from any kind of array, and errors that name the row."""

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from batch_twins import DATA, corpus_and_ends, hash_of, key, kinds, phase, points_of, status
from hypothesis import given
from hypothesis import strategies as st
from numpy.typing import NDArray
from strategies import games
from twins import Points, make

import bitgammon as bg
from bitgammon import Board, IllegalPlayError, InvalidBoardError, Status, batch, reference
from bitgammon.batch import Phase, arrays
from bitgammon.errors import BatchShapeError, OutOfRangeError
from bitgammon.rules import STARTS


@pytest.fixture(scope="module")
def boards() -> NDArray[np.int8]:
    return corpus_and_ends()


def assert_plain(rows: NDArray[np.int8], checkers: int) -> None:
    """Every function that takes boards alone, against plain Python."""
    points = points_of(rows)
    packed = [Board(row, checkers=checkers).to_packed() for row in points]
    keys = [key(row) for row in points]
    for found, dtype, expected in (
        (batch.swapped(rows), np.int8, [reference.swapped(row) for row in points]),
        (batch.pip_counts(rows), np.int32, [reference.pip_counts(row, checkers) for row in points]),
        (
            batch.results(rows, checkers=checkers),
            np.int8,
            [reference.game_result(row, checkers) for row in points],
        ),
        (batch.classify(rows), np.uint8, [phase(row) for row in points]),
        (batch.check(rows, checkers=checkers), np.uint8, [status(row, checkers) for row in points]),
        (batch.pack(rows, checkers=checkers), np.uint64, packed),
        (batch.hashes(rows, checkers=checkers), np.uint64, [hash_of(words) for words in packed]),
        (batch.position_keys(rows), np.uint8, keys),
        (batch.unpack(packed, checkers=checkers), np.int8, points),
        (batch.from_position_keys(keys, checkers=checkers), np.int8, points),
    ):
        assert found.dtype == dtype
        assert np.array_equal(found, expected), points


def test_the_corpus_and_the_ends_of_games(boards: NDArray[np.int8]) -> None:
    assert_plain(boards, 15)
    assert set(batch.classify(boards).tolist()) == set(Phase)
    assert set(batch.results(boards).tolist()) == {-3, -2, -1, 0, 1, 2, 3}


@given(games())
def test_any_board(game: tuple[Points, int]) -> None:
    points, checkers = game
    assert_plain(np.array([points, reference.swapped(points)], np.int8), checkers)


@pytest.mark.parametrize("variant", list(STARTS))
def test_variants(variant: str) -> None:
    start = STARTS[variant]
    assert_plain(np.array([start.board] * 2, np.int8), start.checkers)


def test_a_phase_is_the_same_for_both_sides_and_never_rises(boards: NDArray[np.int8]) -> None:
    before = batch.classify(boards)
    assert np.array_equal(batch.classify(batch.swapped(boards)), before)
    for roll in ([6, 6], [2, 1], [6, 5]):
        plays = bg.generate(boards, np.tile(np.array([roll], np.uint8), (len(boards), 1)))
        assert (batch.classify(plays.boards) <= np.repeat(before, np.diff(plays.offsets))).all()


# Moves.


def test_the_moves_of_every_play_of_the_corpus_lead_to_its_board() -> None:
    with np.load(DATA / "corpus.npz") as file:
        plays = bg.generate(file["boards"], file["dice"], moves=True)
        before = np.repeat(file["boards"], np.diff(plays.offsets), axis=0)
    assert plays.moves is not None
    kept = before.copy()
    assert np.array_equal(batch.apply(before, plays.moves), plays.boards)
    assert np.array_equal(before, kept)


@given(games(), st.integers(1, 6), st.integers(1, 6))
def test_moves_in_any_legal_order(game: tuple[Points, int], die1: int, die2: int) -> None:
    points, checkers = game
    lines = reference.plays(points, die1, die2, checkers)
    orders = [(after, line) for after, found in lines.items() for line in sorted(found)[:20]]
    moves = [[move[:2] for move in line] + [(-1, -1)] * (4 - len(line)) for _, line in orders]
    found = batch.apply([points] * len(orders), moves, checkers=checkers)
    assert points_of(found) == [after for after, _ in orders]


NONE = (-1, -1)
#: On a board with checkers on 24 (2), 8, 6 and 5, the opponent on 18 (2), 4 (a blot) and its bar.
SCENE = make("24:2 8:1 6:1 5:1 -18:2 -4:1 -bar:1")


def test_a_blot_is_hit_and_a_checker_borne_off() -> None:
    found = batch.apply([SCENE], [[(8, 4), (6, 0), NONE, NONE]])
    assert points_of(found) == [make("24:2 5:1 4:1 -18:2 -bar:2")]


@pytest.mark.parametrize(
    ("moves", "fault"),
    [
        ([(7, 3), NONE, NONE, NONE], 0),  # no checker there
        ([(8, 4), (8, 4), NONE, NONE], 1),  # not a second one
        ([(24, 18), NONE, NONE, NONE], 0),  # closed
        ([(4, 3), NONE, NONE, NONE], 0),  # the opponent's
        ([(25, 20), NONE, NONE, NONE], 0),  # nobody on the bar
        ([(0, -1), NONE, NONE, NONE], 0),
        ([(26, 20), NONE, NONE, NONE], 0),
        ([(8, 8), NONE, NONE, NONE], 0),
        ([(5, 6), NONE, NONE, NONE], 0),  # backwards
        ([(8, -1), NONE, NONE, NONE], 0),
        ([(-1, 5), NONE, NONE, NONE], 0),
        ([(127, -128), NONE, NONE, NONE], 0),
        ([(-128, -128), NONE, NONE, NONE], 0),
        ([NONE, (8, 4), NONE, NONE], 1),  # after the padding
        ([(24, 23), (23, 22), (22, 21), (21, 18)], 3),
    ],
)
@pytest.mark.parametrize("threads", [1, 2])
def test_a_move_that_cannot_be_made_is_named(
    monkeypatch: pytest.MonkeyPatch, moves: list[tuple[int, int]], fault: int, threads: int
) -> None:
    monkeypatch.setattr(arrays, "CHUNK", 5)
    rows: list[Any] = [[(24, 23), NONE, NONE, NONE]] * 20
    rows[17] = moves
    named = rf"row 17: moves\[17, {fault}\] is \[{moves[fault][0]}, {moves[fault][1]}\], which cannot be made"
    with pytest.raises(IllegalPlayError, match=named):
        batch.apply([SCENE] * 20, np.array(rows, np.int8), threads=threads)


def test_moves_that_do_not_fit() -> None:
    moves = np.full((3, 4, 2), -1)
    with pytest.raises(BatchShapeError, match=r"moves: expected shape \(2, 4, 2\), not \(3, 4, 2\)"):
        batch.apply([SCENE] * 2, moves)
    with pytest.raises(BatchShapeError, match=r"moves: expected shape \(3, 4, 2\), not \(3, 8\)"):
        batch.apply([SCENE] * 3, moves.reshape(3, 8))
    with pytest.raises(TypeError, match=r"moves: expected integers \(int8\), not float64"):
        batch.apply([SCENE] * 3, moves.astype(np.float64))
    moves[2, 1, 0] = 264  # 8, were it cut to a byte
    with pytest.raises(IllegalPlayError, match=r"row 2: moves\[2, 1, 0\] is 264"):
        batch.apply([SCENE] * 3, moves)


# Status, of anything.


@given(
    st.lists(st.lists(st.integers(-128, 127) | st.integers(-2, 2), min_size=26, max_size=26).map(tuple), max_size=4),
    st.integers(1, 15),
)
def test_status_of_any_integers(rows: list[Points], checkers: int) -> None:
    found = batch.check(np.array(rows, np.int8).reshape(-1, 26), checkers=checkers)
    assert found.tolist() == [status(row, checkers) for row in rows]


def test_every_bad_row_among_good_ones_is_found(boards: NDArray[np.int8], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(arrays, "CHUNK", 3_000)
    rows = boards.copy()
    bad = np.unique(np.concatenate([[0, 255, 256, 257, 2_999, 3_000], np.random.default_rng(5).integers(0, 9_000, 50)]))
    rows[bad, 7] = 99
    found = batch.check(rows, threads=2)
    assert np.flatnonzero(found & Status.MOVER_COUNT).tolist() == bad.tolist()
    good = np.setdiff1d(np.arange(len(rows)), bad)
    assert np.array_equal(found[good], batch.check(boards)[good])


@pytest.mark.parametrize("dtype", [np.int16, np.int64, np.uint8, np.uint64, ">i4"])
def test_status_of_integers_that_no_int8_holds(dtype: Any) -> None:
    rows = np.zeros((3, 26), dtype)
    rows[1, 3] = 200
    expected = [Status.BOTH_FINISHED, Status.MOVER_COUNT, Status.BOTH_FINISHED]
    if rows.dtype.kind == "i":
        rows[2, 25], rows[2, 4] = -300, 300
        expected[2] = Status.MOVER_COUNT | Status.OPPONENT_COUNT | Status.MOVER_BAR_NEGATIVE
    else:
        rows[2, 0] = 200
        expected[2] = Status.MOVER_COUNT | Status.OPPONENT_BAR_POSITIVE
    assert batch.check(rows).tolist() == expected


# What all of them share.

Function = Callable[..., NDArray[Any]]
FUNCTIONS: dict[str, Function] = {
    "apply": lambda rows, **more: batch.apply(rows, np.full((len(rows), 4, 2), -1, np.int8), **more),
    "swapped": batch.swapped,
    "pip_counts": batch.pip_counts,
    "results": batch.results,
    "classify": batch.classify,
    "check": batch.check,
    "pack": batch.pack,
    "position_keys": batch.position_keys,
    "hashes": batch.hashes,
    "features": batch.features,
}
every = pytest.mark.parametrize("function", FUNCTIONS.values(), ids=FUNCTIONS.keys())
strict = pytest.mark.parametrize(
    "function", [f for name, f in FUNCTIONS.items() if name != "check"], ids=[n for n in FUNCTIONS if n != "check"]
)


@every
def test_arrays_of_every_kind(boards: NDArray[np.int8], function: Function) -> None:
    rows = boards[-300:]
    expected = function(rows)
    for given_rows in kinds(rows, np.int64):
        assert np.array_equal(function(given_rows), expected)


@every
@pytest.mark.parametrize("threads", [0, 1, 2, 8])
def test_threads_and_chunks_do_not_change_the_result(
    boards: NDArray[np.int8], monkeypatch: pytest.MonkeyPatch, function: Function, threads: int
) -> None:
    rows = boards[-4_000:]
    expected = function(rows)
    monkeypatch.setattr(arrays, "CHUNK", 777)
    assert np.array_equal(function(rows, threads=threads), expected)


@every
def test_no_rows(function: Function) -> None:
    one, none = function(np.array([Board().points], np.int8)), function(np.zeros((0, 26), np.int8))
    assert (none.shape, none.dtype) == ((0, *one.shape[1:]), one.dtype)


@strict
@pytest.mark.parametrize("threads", [1, 2])
@pytest.mark.parametrize(
    ("column", "value", "message"),
    [
        (6, 6, "row 17: the mover has 16 checkers"),
        (1, -9, "row 17: the opponent has 22 checkers"),
        (25, -1, "row 17: .*bar"),
        (0, 1, "row 17: .*bar"),
        (9, -128, "row 17: "),
        (9, 127, "row 17: "),
    ],
)
def test_the_first_bad_row_is_named(
    monkeypatch: pytest.MonkeyPatch, function: Function, threads: int, column: int, value: int, message: str
) -> None:
    monkeypatch.setattr(arrays, "CHUNK", 5)
    rows = np.array([Board().points] * 40, np.int8)
    rows[17, column] = rows[33, column] = value
    with pytest.raises(InvalidBoardError, match=message):
        function(rows, threads=threads)


@every
def test_shapes_and_types_that_do_not_fit(function: Function) -> None:
    for shape in ((26,), (2, 25), (2, 27), (1, 2, 26)):
        with pytest.raises(BatchShapeError, match=r"boards: expected shape \(N, 26\)"):
            function(np.zeros(shape, np.int8))
    for dtype in (np.float64, bool, "U1"):
        with pytest.raises(TypeError, match="boards: expected integers"):
            function(np.zeros((2, 26), dtype))
    for value in (None, 0.0, True):
        with pytest.raises(TypeError, match=rf"boards: expected integers \(int8\), not {value}"):
            function(np.full((2, 26), value, object))
    with pytest.raises(BatchShapeError, match="boards: no array of one shape"):
        function([[0] * 26, [0] * 25])
    masked = np.ma.masked_equal(np.zeros((2, 26), np.int8), 0)
    with pytest.raises(TypeError, match="boards: some values are masked"):
        function(masked)


@every
@pytest.mark.parametrize(
    ("threads", "error", "message"),
    [
        (-1, OutOfRangeError, r"threads=-1 is not 0\.\.4096"),
        (4097, OutOfRangeError, r"threads=4097 is not"),
        (2**70, OutOfRangeError, r"threads=1180591620717411303424 is not"),
        (1.5, TypeError, "threads: expected an integer, not 1.5"),
        ("x", TypeError, "threads: expected an integer, not 'x'"),
        (None, TypeError, "threads: expected an integer, not None"),
        (float("nan"), TypeError, "threads: expected an integer, not nan"),
    ],
)
def test_the_number_of_threads_is_checked(
    function: Function, threads: Any, error: type[Exception], message: str
) -> None:
    with pytest.raises(error, match=message):
        function(np.zeros((2, 26), np.int8), threads=threads)


@strict
def test_integers_that_do_not_fit(function: Function) -> None:
    rows = np.array([Board().points] * 20)
    rows[7, 9] = 256  # 0, were it cut to a byte
    with pytest.raises(InvalidBoardError, match=r"row 7: boards\[7, 9\] is 256"):
        function(rows)
    listed: list[Any] = rows.tolist()
    listed[7][9] = 2**70  # numpy makes objects of it
    with pytest.raises(InvalidBoardError, match=rf"row 7: boards\[7, 9\] is {2**70}"):
        function(listed)
    listed[7][9] = 10**5000
    with pytest.raises(InvalidBoardError, match=r"row 7: boards\[7, 9\] is <an integer of 16610 bits>"):
        function(listed)


@pytest.mark.parametrize("name", ["apply", "results", "check", "pack", "hashes", "features"])
def test_the_number_of_checkers_is_checked(name: str) -> None:
    rows = np.array([Board.start("hypergammon").points], np.int8)
    for checkers in (0, 16):
        with pytest.raises(InvalidBoardError, match=f"checkers={checkers} is not"):
            FUNCTIONS[name](rows, checkers=checkers)
    if name != "check":
        with pytest.raises(InvalidBoardError, match="row 0: the mover has 3 checkers, more than 2"):
            FUNCTIONS[name](rows, checkers=2)
