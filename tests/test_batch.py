"""Batches: the same plays as one by one, whatever the threads, and errors that name the row."""

from pathlib import Path
from typing import Any

import numpy as np
import pytest

import bitgammon as bg
from bitgammon import BitgammonError, Board, InvalidBoardError, InvalidDiceError, generate
from bitgammon.batch import arrays
from bitgammon.rules import STARTS

DATA = Path(__file__).parent / "data"


@pytest.fixture(scope="module")
def corpus() -> dict[str, np.ndarray]:
    with np.load(DATA / "corpus.npz") as file:
        return dict(file)


def test_a_batch_holds_what_single_calls_give(corpus: dict[str, np.ndarray]) -> None:
    boards, dice = corpus["boards"], corpus["dice"]
    batch = generate(boards, dice)
    assert (batch.boards.dtype, batch.offsets.dtype) == (np.int8, np.int64)
    assert batch.offsets[0] == 0
    assert np.array_equal(np.diff(batch.offsets), np.maximum(corpus["plays"], 1))
    for k in range(0, len(boards), 7):
        alone = Board(boards[k]).plays(*dice[k].tolist()).to_array()
        assert np.array_equal(batch.boards[batch.offsets[k] : batch.offsets[k + 1]], alone), f"row {k}"


@pytest.mark.parametrize("threads", [0, 2, 3, 8])
def test_threads_do_not_change_the_result(
    corpus: dict[str, np.ndarray], monkeypatch: pytest.MonkeyPatch, threads: int
) -> None:
    expected = generate(corpus["boards"], corpus["dice"])
    monkeypatch.setattr(arrays, "CHUNK", 777)
    found = generate(corpus["boards"], corpus["dice"], threads)
    assert np.array_equal(found.boards, expected.boards)
    assert np.array_equal(found.offsets, expected.offsets)


def test_a_pass_and_a_finished_game_are_one_row() -> None:
    closed = [0, 0, 0, 0, 0, 0, 5] + [0] * 12 + [-2] * 6 + [1]
    finished = [0] * 26
    batch = generate([closed, finished], [[3, 1], [6, 6]])
    assert batch.boards.tolist() == [closed, finished]
    assert batch.offsets.tolist() == [0, 1, 2]


def test_no_pairs_give_no_plays() -> None:
    batch = generate(np.zeros((0, 26), np.int8), np.zeros((0, 2), np.uint8), 2)
    assert batch.boards.shape == (0, 26)
    assert batch.offsets.tolist() == [0]


@pytest.mark.parametrize("variant", list(STARTS))
def test_variants_say_how_many_checkers(variant: str) -> None:
    board = Board.start(variant)
    batch = generate([board.points], [[2, 1]], checkers=board.checkers)
    assert np.array_equal(batch.boards, board.plays(2, 1).to_array())


def test_arrays_of_every_kind_give_the_right_answer(corpus: dict[str, np.ndarray]) -> None:
    boards, dice = corpus["boards"][:500], corpus["dice"][:500]
    expected = generate(boards, dice)
    frozen = boards.copy()
    frozen.setflags(write=False)
    wide = np.zeros((500, 52), np.int8)
    wide[:, ::2] = boards
    for given, rolls in (
        (frozen, dice),
        (wide[:, ::2], dice),
        (np.asfortranarray(boards), np.asfortranarray(dice)),
        (boards.astype(np.int64), dice.astype(np.int32)),
        (boards.tolist(), dice.tolist()),
        (boards.astype(">i4"), dice.astype(">u2")),
        (boards[::-1][::-1], dice[::-1][::-1]),
    ):
        found = generate(given, rolls)
        assert np.array_equal(found.boards, expected.boards)
        assert np.array_equal(found.offsets, expected.offsets)


def changed(row: int, column: int, value: int) -> list[list[int]]:
    boards = [list(Board().points) for _ in range(20)]
    boards[row][column] = value
    return boards


DICE = [[3, 1]] * 20


@pytest.mark.parametrize(
    ("boards", "dice", "error", "message"),
    [
        (changed(17, 6, 6), DICE, InvalidBoardError, "row 17: the mover has 16 checkers"),
        (changed(3, 1, -9), DICE, InvalidBoardError, "row 3: the opponent has 22 checkers"),
        (changed(4, 25, -1), DICE, InvalidBoardError, "row 4: .*bar"),
        (changed(5, 0, 1), DICE, InvalidBoardError, "row 5: .*bar"),
        (changed(6, 9, -128), DICE, InvalidBoardError, "row 6: "),
        (changed(6, 9, 127), DICE, InvalidBoardError, "row 6: "),
        (changed(7, 9, 300), DICE, InvalidBoardError, r"row 7: boards\[7, 9\] is 300"),
        ([Board().points] * 20, [*DICE[:9], [0, 1], *DICE[:10]], InvalidDiceError, r"row 9: dice \[0, 1\]"),
        ([Board().points] * 20, [*DICE[:9], [1, 7], *DICE[:10]], InvalidDiceError, r"row 9: dice \[1, 7\]"),
        (
            [Board().points] * 20,
            [*DICE[:9], [1, -1], *DICE[:10]],
            InvalidDiceError,
            r"row 9: dice\[9, 1\] is -1",
        ),
        (
            [Board().points] * 20,
            [*DICE[:9], [1, 257], *DICE[:10]],
            InvalidDiceError,
            r"row 9: dice\[9, 1\] is 257",
        ),
        ([Board().points] * 20, DICE[:19], BitgammonError, "20 boards but 19 dice"),
        (
            [Board().points[:25]] * 20,
            DICE,
            BitgammonError,
            r"boards: expected shape \(N, 26\), not \(20, 25\)",
        ),
        (Board().points, DICE, BitgammonError, r"boards: expected shape \(N, 26\), not \(26,\)"),
        (
            [Board().points] * 20,
            [[1, 2, 3]] * 20,
            BitgammonError,
            r"dice: expected shape \(N, 2\), not \(20, 3\)",
        ),
    ],
)
def test_what_is_wrong_is_named(boards: Any, dice: Any, error: type[Exception], message: str) -> None:
    with pytest.raises(error, match=message):
        generate(boards, dice)


def test_what_is_no_integer_is_a_type_error() -> None:
    with pytest.raises(TypeError, match="boards: expected integers"):
        generate(np.zeros((2, 26)), np.ones((2, 2), np.uint8))
    with pytest.raises(TypeError, match="dice: expected integers"):
        generate(np.zeros((2, 26), np.int8), np.ones((2, 2), np.float32))
    with pytest.raises(TypeError, match="boards: expected integers"):
        generate(np.zeros((2, 26), object), np.ones((2, 2), np.uint8))


def test_numbers_are_checked() -> None:
    pair = [Board().points], [[3, 1]]
    with pytest.raises(ValueError, match="threads=-1 is negative"):
        generate(*pair, -1)
    for checkers in (0, 16):
        with pytest.raises(InvalidBoardError, match=f"checkers={checkers} is not"):
            generate(*pair, checkers=checkers)


def test_the_public_name_is_the_function() -> None:
    assert bg.generate is generate
