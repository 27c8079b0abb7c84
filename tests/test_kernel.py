"""The kernel from inside: every fast path against the general one, counts against lists, memory, and the variants."""

import os
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from bitgammon import Board, bench
from bitgammon.core import bench as core
from bitgammon.core import movegen
from bitgammon.errors import InvalidBoardError, InvalidDiceError

DATA = Path(__file__).parent / "data"
BOARD_BYTES = 32


def split(listed: bytes) -> list[bytes]:
    return [listed[k : k + BOARD_BYTES] for k in range(0, len(listed), BOARD_BYTES)]


def corpus_of(name: str) -> core.Corpus:
    if name == "corpus":
        with np.load(DATA / "corpus.npz") as file:
            return core.Corpus(file["boards"], file["dice"])
    if name == "signature":
        return bench.signature_corpus()
    boards, dice = np.zeros((60_000, 26), np.int8), np.zeros((60_000, 2), np.uint8)
    core.fill_at_random(boards, dice, 15, int(name))
    return core.Corpus(boards, dice)


@pytest.mark.parametrize("name", ["corpus", "signature", "1", "2", "3"])
def test_fast_paths_list_what_the_general_path_lists(name: str) -> None:
    corpus = corpus_of(name)
    fast, general, counts = core.listed(corpus), core.listed(corpus, True), core.counted(corpus)
    for k, (quick, slow, count) in enumerate(zip(fast, general, counts, strict=True)):
        boards = split(quick)
        assert set(boards) == set(split(slow)), f"{name}: pair {k}"
        assert len(set(boards)) == len(boards) == count, (
            f"{name}: pair {k}: listed {len(boards)}, counted {count}"
        )


@pytest.mark.parametrize("offset", [0, 1, 7, 13, 16, 31])
def test_any_alignment_and_nothing_written_outside_the_buffer(offset: int) -> None:
    corpus = corpus_of("signature")
    assert core.listed(corpus, offset=offset) == core.listed(corpus)


def test_the_largest_count_fits_the_buffer() -> None:
    board = Board.from_position_id("BCIiACmllFIKAA").to_array()
    corpus = core.Corpus(board[None], np.array([[1, 1]], np.uint8))
    for offset in (0, 5):
        assert len(split(core.listed(corpus, offset=offset)[0])) == 2226


def in_variant(variant: str, code: str) -> str:
    """What a new process prints with the variant forced."""
    environment = os.environ | {"BITGAMMON_CPU": variant}
    done = subprocess.run(
        [sys.executable, "-c", code], env=environment, capture_output=True, text=True, check=False
    )
    return done.stdout + done.stderr


def test_every_variant_gives_the_same_plays_in_the_same_order() -> None:
    assert {"portable", "baseline"} <= set(movegen.variants)
    code = (
        "from bitgammon import bench; from bitgammon.core import movegen;"
        "print(movegen.variant, bench.signature())"
    )
    for variant in movegen.variants:
        assert in_variant(variant, code).split() == [variant, bench.signature()]


def test_every_variant_agrees_with_its_own_general_path() -> None:
    code = (
        "from bitgammon import bench; from bitgammon.core import bench as core; c = bench.signature_corpus();"
        "a, b, n = core.listed(c), core.listed(c, True), core.counted(c);"
        "s = lambda x: {x[k:k + 32] for k in range(0, len(x), 32)};"
        "print(all(s(x) == s(y) and 32 * k == len(x) for x, y, k in zip(a, b, n)))"
    )
    for variant in movegen.variants:
        assert in_variant(variant, code).strip() == "True", variant


def test_an_unknown_variant_is_refused_by_name() -> None:
    answer = in_variant("v9", "import bitgammon")
    assert "ImportError: BITGAMMON_CPU='v9': this build on this CPU has portable, baseline" in answer


def test_the_corpus_is_checked() -> None:
    boards, dice = np.zeros((2, 26), np.int8), np.ones((2, 2), np.uint8)
    with pytest.raises(InvalidDiceError, match="row 1: dice 1, 7"):
        core.Corpus(boards, np.array([[1, 1], [1, 7]], np.uint8))
    boards[1, 6] = 16
    with pytest.raises(InvalidBoardError, match="row 1: not a board of 15 checkers a side"):
        core.Corpus(boards, dice)
    with pytest.raises(ValueError, match=r"expected boards .* not \(2, 26\) and \(1, 2\)"):
        core.Corpus(boards, dice[:1])
    with pytest.raises(ValueError, match="offset=32"):
        core.listed(core.Corpus(boards[:1], dice[:1]), offset=32)
