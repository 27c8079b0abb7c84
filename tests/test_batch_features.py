"""Inputs of networks: what plain Python makes of each board, a golden vector, and memory of the caller's."""

from typing import Any

import numpy as np
import pytest
from batch_twins import corpus_and_ends, points_of
from hypothesis import given
from numpy.typing import NDArray
from strategies import games
from twins import Points, make

import bitgammon as bg
from bitgammon import Board
from bitgammon.batch import arrays, features
from bitgammon.errors import BatchShapeError, UnknownNameError
from bitgammon.rules import STARTS

#: The inputs that are 1 in the start position; all others are 0.
START = [
    *(20, 21, 22, 23),  # five checkers on the 6 point
    *(28, 29, 30),  # three on the 8 point
    *(48, 49, 50, 51),  # five on the midpoint
    *(92, 93),  # two on the 24 point
    *(98, 99),  # the opponent: two on the mover's ace point
    *(142, 143, 144, 145),  # five on its 12 point
    *(162, 163, 164),  # three on its 17 point
    *(170, 171, 172, 173),  # five on its 19 point
    196,
]


@pytest.fixture(scope="module")
def boards() -> NDArray[np.int8]:
    return corpus_and_ends()


def side(points: Points, checkers: int, sign: int) -> list[float]:
    counts = [max(sign * count, 0) for count in points]
    units = []
    for n in counts[1:25]:
        units += [float(n >= 1), float(n >= 2), float(n >= 3), (n - 3) / 2 if n > 3 else 0.0]
    bar = counts[25 if sign > 0 else 0]
    return [*units, bar / 2, (checkers - sum(counts)) / 15]


def plain(points: Points, checkers: int = 15) -> list[float]:
    return [*side(points, checkers, 1), *side(points, checkers, -1), 1.0, 0.0]


def test_the_start_position() -> None:
    found = features([Board().points])
    assert (found.shape, found.dtype) == ((1, 198), np.dtype(np.float32))
    assert {int(k): float(found[0, k]) for k in np.flatnonzero(found[0])} == dict.fromkeys(START, 1.0)


def test_every_unit_once() -> None:
    points = make("3:1 5:2 9:3 14:4 20:3 bar:1 -1:5 -2:1 -bar:3")
    found = features([points])[0]
    expected = {
        8: 1,
        16: 1, 17: 1,
        32: 1, 33: 1, 34: 1,
        52: 1, 53: 1, 54: 1, 55: 0.5,
        76: 1, 77: 1, 78: 1,
        96: 0.5, 97: 1 / 15,
        98: 1, 99: 1, 100: 1, 101: 1,
        102: 1,
        194: 1.5, 195: 6 / 15,
        196: 1,
    }  # fmt: skip
    assert {int(k): float(found[k]) for k in np.flatnonzero(found)} == {
        k: float(np.float32(value)) for k, value in expected.items()
    }


def test_the_corpus_and_the_ends_of_games(boards: NDArray[np.int8]) -> None:
    assert np.array_equal(features(boards), np.array([plain(row) for row in points_of(boards)], np.float32))


@given(games())
def test_any_board(game: tuple[Points, int]) -> None:
    points, checkers = game
    assert np.array_equal(features([points], checkers=checkers), np.array([plain(points, checkers)], np.float32))


@pytest.mark.parametrize("variant", list(STARTS))
def test_variants(variant: str) -> None:
    board, checkers = STARTS[variant]
    found = features([board], checkers=checkers)[0]
    assert np.array_equal(found, np.array(plain(board, checkers), np.float32))
    assert (found[97], found[195]) == (0, 0)


def test_the_other_side_has_the_halves_exchanged(boards: NDArray[np.int8]) -> None:
    found, other = features(boards), features(bg.batch.swapped(boards))
    own, theirs = found[:, :96].reshape(-1, 24, 4), other[:, 98:194].reshape(-1, 24, 4)
    assert np.array_equal(own, theirs[:, ::-1])
    assert np.array_equal(found[:, 96:98], other[:, 194:196])


@pytest.mark.parametrize("threads", [1, 2])
def test_memory_of_the_caller_is_filled(
    boards: NDArray[np.int8], monkeypatch: pytest.MonkeyPatch, threads: int
) -> None:
    monkeypatch.setattr(arrays, "CHUNK", 777)
    room = np.full((len(boards) + 2, 198), np.nan, np.float32)
    found = features(boards, out=room[1:-1], threads=threads)
    assert np.shares_memory(found, room)
    assert np.array_equal(room[1:-1], features(boards))
    assert np.isnan(room[[0, -1]]).all()


def test_memory_that_holds_the_boards_too(boards: NDArray[np.int8]) -> None:
    rows = boards[:50]
    expected = features(rows)
    out = np.zeros((50, 198), np.float32)
    shared = out.view(np.int8).reshape(-1)[: rows.size].reshape(rows.shape)
    shared[:] = rows
    assert np.array_equal(features(shared, out=out), expected)


def frozen() -> NDArray[np.float32]:
    array = np.zeros((2, 198), np.float32)
    array.setflags(write=False)
    return array


@pytest.mark.parametrize(
    ("out", "error", "message"),
    [
        (np.zeros((3, 198), np.float32), BatchShapeError, r"out: expected shape \(2, 198\), not \(3, 198\)"),
        (np.zeros((2, 197), np.float32), BatchShapeError, r"out: expected shape \(2, 198\), not \(2, 197\)"),
        (np.zeros((2, 198)), TypeError, "out: expected an array of float32, not an array of float64"),
        (np.zeros((2, 198), ">f4"), TypeError, "out: expected an array of float32, not an array of >f4"),
        ([[0.0] * 198] * 2, TypeError, "out: expected an array of float32, not list"),
        (np.zeros((2, 198), np.float32, order="F"), BatchShapeError, "out: expected a contiguous array"),
        (np.zeros((4, 198), np.float32)[::2], BatchShapeError, "out: expected a contiguous array"),
        (frozen(), BatchShapeError, "out: expected .* that can be written to"),
        (
            np.ndarray((2, 198), np.float32, buffer=bytearray(2 * 198 * 4 + 1), offset=1),
            BatchShapeError,
            "out: expected a contiguous array",
        ),
    ],
)
def test_memory_that_does_not_fit(out: Any, error: type[Exception], message: str) -> None:
    with pytest.raises(error, match=message):
        features([Board().points] * 2, out=out)


def test_an_unknown_kind_names_the_known_ones() -> None:
    for kind in ("gnubg", None, []):
        with pytest.raises(UnknownNameError, match=r"kind=.* is none of tesauro"):
            features([Board().points], kind=kind)  # type: ignore[arg-type]
