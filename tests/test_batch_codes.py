"""Packed words, position keys and hashes of batches: taken back only when they are boards, and unchanged."""

from base64 import b64encode
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from batch_twins import corpus_and_ends, key, kinds, points_of, told
from hypothesis import given
from hypothesis import strategies as st
from numpy.typing import NDArray
from strategies import games
from twins import Points

import bitgammon as bg
from bitgammon import Board, InvalidBoardError, Status, batch
from bitgammon.batch import arrays, codes
from bitgammon.errors import BatchShapeError, BatchValueError
from bitgammon.ids import position_id
from bitgammon.rules import STARTS


@pytest.fixture(scope="module")
def boards() -> NDArray[np.int8]:
    return corpus_and_ends()


def test_a_hash_is_a_promise() -> None:
    found = {name: f"{batch.hashes([start.board], checkers=start.checkers)[0]:016x}" for name, start in STARTS.items()}
    assert found == {
        "standard": "0272b3cdb190f2a4",
        "nackgammon": "0b3eb4e3726c4637",
        "longgammon": "449b5956ceac10db",
        "hypergammon": "c5245dd091b46fb5",
        "hypergammon2": "ff5dec6cc313e9a3",
        "hypergammon1": "364209a4ee2a3c26",
    }


def test_hashes_of_different_boards_differ(boards: NDArray[np.int8]) -> None:
    rolls = np.tile(np.array([[6, 1]], np.uint8), (len(boards), 1))
    different = np.unique(bg.generate(boards, rolls).boards, axis=0)
    found = batch.hashes(different)
    assert len(np.unique(found)) == len(different) > 200_000
    # Each bit is set in half of them: six standard deviations leave room for chance.
    for bit in range(64):
        share = ((found >> np.uint64(bit)) & np.uint64(1)).mean()
        assert abs(share - 0.5) < 6 * 0.5 / len(different) ** 0.5


@given(games(), st.lists(st.tuples(st.integers(0, 3), st.integers(0, 63)), max_size=2), st.integers(1, 15))
def test_words_are_taken_only_if_they_are_a_board(
    game: tuple[Points, int], flips: list[tuple[int, int]], claimed: int
) -> None:
    points, checkers = game
    words = list(Board(points, checkers=checkers).to_packed())
    for word, bit in flips:
        words[word] ^= 1 << bit
    for count in (checkers, claimed):
        assert_words(words, count)


def assert_words(words: list[int], checkers: int) -> None:
    """The batch and Board agree, in what they give or in what they complain of."""
    expected = told(lambda: Board.from_packed(words, checkers=checkers).points)
    found = told(lambda: points_of(batch.unpack([words], checkers=checkers))[0])
    assert found == (f"row 0: {expected}" if isinstance(expected, str) else expected)


@given(games(), st.lists(st.integers(0, 79), max_size=3), st.integers(1, 15))
def test_keys_are_taken_only_if_they_are_a_board(game: tuple[Points, int], flips: list[int], claimed: int) -> None:
    points, checkers = game
    changed = key(points)
    for bit in flips:
        changed[bit // 8] ^= 1 << bit % 8
    for count in (checkers, claimed):
        assert_key(bytes(changed), count)


@given(st.binary(min_size=10, max_size=10))
def test_keys_of_any_bytes(changed: bytes) -> None:
    assert_key(changed, 15)


def assert_key(changed: bytes, checkers: int) -> None:
    """The batch and the Position ID agree, in what they give or in what they complain of."""
    text = b64encode(changed)[:14].decode()
    expected = told(lambda: position_id.decode(text, checkers))
    found = told(lambda: points_of(batch.from_position_keys([list(changed)], checkers=checkers))[0])
    assert found == (f"row 0: {expected}" if isinstance(expected, str) else expected)


def test_words_and_keys_of_every_kind(boards: NDArray[np.int8]) -> None:
    rows = boards[-300:]
    for packed in kinds(batch.pack(rows), np.int64):
        assert np.array_equal(batch.unpack(packed), rows)
    for keys in kinds(batch.position_keys(rows), np.int16):
        assert np.array_equal(batch.from_position_keys(keys), rows)


@pytest.mark.parametrize("threads", [0, 1, 2, 8])
def test_threads_and_chunks_of_words_and_keys(
    boards: NDArray[np.int8], monkeypatch: pytest.MonkeyPatch, threads: int
) -> None:
    packed, keys = batch.pack(boards), batch.position_keys(boards)
    monkeypatch.setattr(arrays, "CHUNK", 777)
    assert np.array_equal(batch.unpack(packed, threads=threads), boards)
    assert np.array_equal(batch.from_position_keys(keys, threads=threads), boards)


def test_no_words_and_no_keys() -> None:
    for none in (batch.unpack(np.zeros((0, 4), np.uint64)), batch.from_position_keys(np.zeros((0, 10), np.uint8))):
        assert none.shape == (0, 26)
        assert none.dtype == np.int8


def test_words_and_keys_that_do_not_fit(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(arrays, "CHUNK", 5)
    for name, function, width, error in (
        ("packed", batch.unpack, 4, InvalidBoardError),
        ("keys", batch.from_position_keys, 10, bg.InvalidIdError),
    ):
        with pytest.raises(BatchShapeError, match=rf"{name}: expected shape \(N, {width}\), not \(2, 3\)"):
            function(np.zeros((2, 3), np.int64))
        with pytest.raises(TypeError, match=f"{name}: expected integers"):
            function(np.zeros((2, width)))
        with pytest.raises(error, match=rf"row 1: {name}\[1, 2\] is -1"):
            function(np.array([[0] * width, [0, 0, -1] + [0] * (width - 3)]))
        with pytest.raises(InvalidBoardError, match="checkers=16 is not"):
            function(np.zeros((2, width), np.int64), checkers=16)
    with pytest.raises(bg.InvalidIdError, match=r"row 0: keys\[0, 9\] is 256"):
        batch.from_position_keys(np.array([[0] * 9 + [256]]))
    rows = np.array([Board().points] * 20, np.int8)
    packed, keys = batch.pack(rows), batch.position_keys(rows)
    packed[17, 0] += np.uint64(1)
    keys[17, 9] |= 128
    for threads in (1, 2):
        with pytest.raises(InvalidBoardError, match=r"row 17: <Status\.MOVER_COUNT: 1>") as caught:
            batch.unpack(packed, threads=threads)
        assert caught.value.status == Status.MOVER_COUNT
        with pytest.raises(bg.InvalidIdError, match="row 17: Position ID"):
            batch.from_position_keys(keys, threads=threads)


@pytest.mark.parametrize(
    ("module", "name", "call"),
    [
        (arrays, "pack", lambda: bg.generate([Board().points], [[3, 1]])),
        (arrays, "pack", lambda: bg.generate([Board().points], [[3, 1]], out=bg.PlayBuffers())),
        (arrays, "pack", lambda: bg.hashes([Board().points])),
        (codes, "unpack", lambda: bg.unpack(bg.pack([Board().points]))),
        (codes, "from_position_keys", lambda: bg.from_position_keys(bg.position_keys([Board().points]))),
    ],
)
def test_a_row_found_bad_is_never_taken(
    monkeypatch: pytest.MonkeyPatch, module: Any, name: str, call: Callable[[], object]
) -> None:
    """Another thread, or a process with the same memory, may have made it good when the reason is looked for."""
    call()
    monkeypatch.setattr(module.core, name, lambda *arguments: 0)
    with pytest.raises(BatchValueError, match=r"^row 0: it was changed while it was read$"):
        call()
