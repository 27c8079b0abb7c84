"""Batches: the same plays as one by one, whatever the threads, and errors that name the row."""

import copy
import re
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import bitgammon as bg
from bitgammon import BitgammonError, Board, InvalidBoardError, InvalidDiceError, generate, generate_rolls
from bitgammon.batch import arrays, buffers, memory
from bitgammon.errors import BatchSizeError, OutOfRangeError
from bitgammon.rules import ROLLS, STARTS, roll_weight

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
    with pytest.raises(error, match=message) as caught:
        generate(boards, dice)
    if isinstance(caught.value, InvalidBoardError):
        assert caught.value.status  # as of the row alone
        with pytest.raises(InvalidBoardError) as alone:
            Board(boards[int(re.findall(r"row (\d+)", str(caught.value))[0])])
        assert caught.value.status == alone.value.status


def test_other_integers_are_looked_at_a_chunk_at_a_time(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(arrays, "CHUNK", 8)
    boards, dice = np.array([Board().points] * 20, np.int64)[::-1], np.array(DICE, ">u4")
    assert np.array_equal(generate(boards, dice).boards, generate([Board().points] * 20, DICE).boards)
    boards[17, 3] = boards[19, 0] = 128
    with pytest.raises(InvalidBoardError, match=r"^row 17: boards\[17, 3\] is 128$"):
        generate(boards, dice)
    assert bg.best(np.arange(20.0), np.array([0, 5, 20], np.int16)).tolist() == [4, 19]
    with pytest.raises(BitgammonError, match=rf"^offsets\[18\] is {2**63}$"):
        bg.pick(np.array([*range(18), 2**63], np.uint64), 1)


def test_what_is_no_integer_is_a_type_error() -> None:
    with pytest.raises(TypeError, match="boards: expected integers"):
        generate(np.zeros((2, 26)), np.ones((2, 2), np.uint8))
    with pytest.raises(TypeError, match="dice: expected integers"):
        generate(np.zeros((2, 26), np.int8), np.ones((2, 2), np.float32))
    with pytest.raises(TypeError, match=r"boards: expected integers \(int8\), not 'a'"):
        generate(np.full((2, 26), "a", object), np.ones((2, 2), np.uint8))


def test_numbers_are_checked() -> None:
    pair = [Board().points], [[3, 1]]
    for threads in (-1, 10**5000):
        with pytest.raises(OutOfRangeError, match=r"threads=.* is not 0\.\.4096"):
            generate(*pair, threads)
    for name in ("threads", "max_bytes"):
        for value in (1.5, "x", float("nan")):
            with pytest.raises(TypeError, match=f"{name}: expected an integer, not {value!r}"):
                generate(*pair, **{name: value})
            with pytest.raises(TypeError, match=f"{name}: expected an integer, not {value!r}"):
                generate_rolls(pair[0], **{name: value})
    for size in (-1, 2**70):
        with pytest.raises(OutOfRangeError, match=f"max_bytes={size} is not 0"):
            generate(*pair, max_bytes=size, out=bg.PlayBuffers())
    for rows in (1e9, "x", None):
        with pytest.raises(TypeError, match="rows: expected an integer"):
            bg.generate_blocks(*pair, rows=rows)  # type: ignore[arg-type]
    for checkers in (0, 16):
        with pytest.raises(InvalidBoardError, match=f"checkers={checkers} is not"):
            generate(*pair, checkers=checkers)


def test_the_public_name_is_the_function() -> None:
    assert bg.generate is generate


def test_moves_lead_to_the_boards(corpus: dict[str, np.ndarray]) -> None:
    boards, dice = corpus["boards"], corpus["dice"]
    batch = generate(boards, dice, moves=True)
    assert batch.moves is not None
    assert (batch.moves.dtype, batch.moves.shape) == (np.int8, (len(batch.boards), 4, 2))
    segment = np.repeat(np.arange(len(boards)), np.diff(batch.offsets))
    after = boards[segment].astype(int)
    rows = np.arange(len(after))
    for k in range(4):
        source, destination = batch.moves[:, k, 0].astype(int), batch.moves[:, k, 1].astype(int)
        made = source >= 0
        assert np.array_equal(made, destination >= 0)
        after[rows[made], source[made]] -= 1
        inside = made & (destination > 0)
        hit = inside & (after[rows, destination] == -1)
        after[rows[hit], destination[hit]] = 0
        after[rows[hit], 0] -= 1
        after[rows[inside], destination[inside]] += 1
    assert np.array_equal(after, batch.boards)
    assert generate(boards[:5], dice[:5]).moves is None
    for k in range(0, len(boards), 501):
        for play, row in zip(
            Board(boards[k]).plays(*dice[k].tolist()),
            batch.moves[batch.offsets[k] : batch.offsets[k + 1]].tolist(),
            strict=True,
        ):
            assert [(m.src, m.dst) for m in play] == [tuple(pair) for pair in row if pair[0] >= 0]


def test_swap_shows_the_boards_to_the_next_mover(corpus: dict[str, np.ndarray]) -> None:
    boards, dice = corpus["boards"], corpus["dice"]
    plain, swapped = generate(boards, dice), generate(boards, dice, swap=True)
    assert np.array_equal(swapped.boards, -plain.boards[:, ::-1])
    assert np.array_equal(swapped.offsets, plain.offsets)


@pytest.mark.parametrize("threads", [1, 2, 3, 8])
def test_buffers_are_reused_and_grow(
    corpus: dict[str, np.ndarray], monkeypatch: pytest.MonkeyPatch, threads: int
) -> None:
    for module in (arrays, buffers):
        monkeypatch.setattr(module, "CHUNK", 501)
    reused = bg.PlayBuffers()
    assert reused.nbytes == 0
    for size, moves in ((3, False), (4000, True), (20, True), (9000, False), (9000, True)):
        boards, dice = corpus["boards"][-size:], corpus["dice"][-size:]
        expected = generate(boards, dice, moves=True, swap=True)
        found = generate(boards, dice, threads, moves=moves, swap=True, out=reused)
        assert np.array_equal(found.boards, expected.boards)
        assert np.array_equal(found.offsets, expected.offsets)
        assert (found.moves is None) != moves
        if moves:
            assert np.array_equal(found.moves, expected.moves)
        assert reused.nbytes >= found.boards.nbytes
    before = found.boards.__array_interface__["data"][0]
    again = generate(boards, dice, threads, moves=True, out=reused)
    assert again.boards.__array_interface__["data"][0] == before
    with pytest.raises(TypeError, match="out: expected PlayBuffers, not ndarray"):
        generate(boards, dice, out=found.boards)  # type: ignore[arg-type]


@pytest.mark.parametrize("moves", [False, True])
def test_threads_share_rolls_of_very_many_plays(monkeypatch: pytest.MonkeyPatch, moves: bool) -> None:
    """More than a thread's scratch holds: a block is written in pieces, in its turn."""
    monkeypatch.setattr(buffers, "CHUNK", 100)
    most = Board.from_position_id("BCIiACmllFIKAA").points
    boards, dice = [most, Board().points, most] * 100, [[1, 1], [2, 1], [3, 3]] * 100
    expected = generate(boards, dice, moves=moves, swap=True)
    reused = bg.PlayBuffers()
    for _ in range(3):
        found = generate(boards, dice, 3, moves=moves, swap=True, out=reused)
        assert np.array_equal(found.boards, expected.boards)
        assert np.array_equal(found.offsets, expected.offsets)
        assert not moves or np.array_equal(found.moves, expected.moves)


@pytest.mark.parametrize("threads", [1, 3])
def test_the_first_bad_row_is_named_whoever_finds_one(corpus: dict[str, np.ndarray], threads: int) -> None:
    boards, dice = corpus["boards"].copy(), corpus["dice"]
    boards[[9_000, 13_000, 19_999], 0] = 3
    with pytest.raises(InvalidBoardError, match="row 9000: "):  # past what new buffers have room for
        generate(boards, dice, threads, out=bg.PlayBuffers())
    reused = bg.PlayBuffers()
    generate(corpus["boards"], dice, threads, out=reused)
    with pytest.raises(InvalidBoardError, match="row 9000: "):
        generate(boards, dice, threads, out=reused)
    found = generate(corpus["boards"], dice, threads, out=reused)
    assert np.array_equal(found.boards, generate(corpus["boards"], dice).boards)


@pytest.mark.parametrize("threads", [1, 3])
@pytest.mark.parametrize("size", [20, 20_000])
def test_boards_in_the_buffers_that_are_written_to(corpus: dict[str, np.ndarray], threads: int, size: int) -> None:
    reused = bg.PlayBuffers()
    before = generate(corpus["boards"][:size], corpus["dice"][:size], threads, swap=True, out=reused).boards[:20_000]
    dice = corpus["dice"][: len(before)]
    expected = generate(before.copy(), dice)
    found = generate(before, dice, threads, out=reused)
    assert np.array_equal(found.boards, expected.boards)
    assert np.array_equal(found.offsets, expected.offsets)


@pytest.mark.parametrize("max_bytes", [None, 10**9])
def test_buffers_are_for_one_call_at_a_time(
    corpus: dict[str, np.ndarray], monkeypatch: pytest.MonkeyPatch, max_bytes: int | None
) -> None:
    """Two of them would read each other's boards half written."""
    boards, dice, reused, said = corpus["boards"][:100], corpus["dice"][:100], bg.PlayBuffers(), []
    grow = bg.PlayBuffers._grow

    def another(*arguments: Any) -> None:
        with pytest.raises(RuntimeError) as caught:
            generate(boards, dice, out=reused, max_bytes=max_bytes)
        said.append(str(caught.value))
        grow(*arguments)

    with monkeypatch.context() as patched:
        patched.setattr(bg.PlayBuffers, "_grow", another)
        found = generate(boards, dice, out=reused, max_bytes=max_bytes).boards
    assert set(said) == {"out: another call is writing to these buffers"}
    assert np.array_equal(found, generate(boards, dice).boards)
    with pytest.raises(BatchSizeError):
        generate(boards, dice, out=reused, max_bytes=10)
    assert np.array_equal(generate(boards, dice, out=reused, max_bytes=max_bytes).boards, found)
    assert np.array_equal(generate(boards, dice, out=copy.deepcopy(reused), max_bytes=max_bytes).boards, found)


@pytest.mark.parametrize("reused", [None, bg.PlayBuffers()])
def test_all_rolls_of_every_board(corpus: dict[str, np.ndarray], reused: bg.PlayBuffers | None) -> None:
    boards = corpus["boards"][::900]
    batch = generate_rolls(boards, 2, swap=True, out=reused)
    assert batch.dice.tolist() == [list(roll) for roll in ROLLS]
    assert np.allclose(batch.weights * 36, [roll_weight(*roll) for roll in ROLLS])
    assert len(batch.offsets) == 21 * len(boards) + 1
    for k, board in enumerate(boards):
        for r, roll in enumerate(ROLLS):
            segment = batch.boards[batch.offsets[21 * k + r] : batch.offsets[21 * k + r + 1]]
            assert np.array_equal(segment, -Board(board).plays(*roll).to_array()[:, ::-1])
    assert batch.moves is None
    pairs = np.repeat(boards, 21, axis=0), np.tile(batch.dice, (len(boards), 1))
    again = generate_rolls(boards, moves=True, out=reused)
    for found, expected in zip((again.boards, again.offsets, again.moves), generate(*pairs, moves=True), strict=True):
        assert np.array_equal(found, expected)
    if reused is not None:
        assert np.shares_memory(again.boards, generate_rolls(boards, out=reused).boards)
    with pytest.raises(TypeError, match="out: expected PlayBuffers, not ndarray"):
        generate_rolls(boards, out=again.boards)  # type: ignore[arg-type]


def test_blocks_bound_the_memory_and_join_to_the_whole(corpus: dict[str, np.ndarray]) -> None:
    boards, dice = corpus["boards"], corpus["dice"]
    whole = generate(boards, dice, moves=True)
    blocks = list(bg.generate_blocks(boards, dice, 2, rows=5000, moves=True))
    assert all(len(block.boards) <= 5000 for _, block in blocks)
    assert [part.start for part, _ in blocks[1:]] == [part.stop for part, _ in blocks[:-1]]
    assert (blocks[0][0].start, blocks[-1][0].stop) == (0, len(boards))
    assert np.array_equal(np.concatenate([block.boards for _, block in blocks]), whole.boards)
    assert np.array_equal(np.concatenate([block.moves for _, block in blocks]), whole.moves)
    assert len(blocks) < 1.05 * len(whole.boards) / 5000
    for rows in (3059, -1, 2**70):
        with pytest.raises(OutOfRangeError, match=f"rows={rows} is not 3060"):
            bg.generate_blocks(boards, dice, rows=rows)
    with pytest.raises(InvalidDiceError, match="row 1"):
        bg.generate_blocks(boards[:2], [[1, 1], [0, 1]])


def test_a_result_too_large_is_refused_before_it_is_made() -> None:
    # 1,000,000 pairs of 2,226 plays: rows past 2**31, and 58 GB
    wide = Board.from_position_id("BCIiACmllFIKAA").to_array()
    boards, dice = np.repeat(wide[None], 1_000_000, axis=0), np.ones((1_000_000, 2), np.uint8)
    needed = 1_000_000 * 2226 * 26
    with pytest.raises(BatchSizeError, match=f"{needed:,} bytes, 1,000,000,000 are allowed") as caught:
        generate(boards, dice, max_bytes=10**9)
    assert caught.value.needed == needed
    with pytest.raises(BatchSizeError) as caught:
        generate(boards, dice, moves=True, max_bytes=10**9, out=bg.PlayBuffers())
    assert caught.value.needed == 1_000_000 * 2226 * 34


def test_free_memory_is_the_bound_when_none_is_given(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(memory, "free_bytes", lambda: 100_000_000)
    memory.check_size(90_000_000, None)
    with pytest.raises(BatchSizeError, match="110,000,000 bytes, 100,000,000"):
        memory.check_size(110_000_000, None)
    wide = Board.from_position_id("BCIiACmllFIKAA").to_array()  # 2,226 plays of 1-1
    blocks = bg.generate_blocks(np.repeat(wide[None], 2000, axis=0), np.ones((2000, 2), np.uint8), rows=10**9)
    with pytest.raises(BatchSizeError, match=f"{2000 * 2226 * 26:,} bytes, 100,000,000"):
        next(blocks)
    monkeypatch.setattr(memory, "free_bytes", lambda: None)
    memory.check_size(1 << 60, None)
    monkeypatch.undo()
    found = memory.free_bytes()
    assert found is None or found > 1 << 20


GROUPS = {
    "none": ({}, 8192 * 1024),
    "a container": ({"cgroup": "0::/\n", "memory.max": "5000000", "memory.current": "3000000"}, 2_000_000),
    "what the kernel can let go": (
        {
            "cgroup": "0::/a/b\n",
            "a/memory.max": "5000000",
            "a/memory.current": "4000000",
            "a/memory.stat": "anon 1\ninactive_file 500000\nactive_file 7\n",
            "a/b/memory.max": "max",
            "a/b/memory.current": "4000000",
        },
        1_500_007,
    ),
    "more than there is": ({"cgroup": "0::/\n", "memory.max": "9000000000", "memory.current": "5"}, 8192 * 1024),
    "more used than the limit": ({"cgroup": "0::/\n", "memory.max": "5", "memory.current": "6"}, 0),
    "the first kind": (
        {
            "cgroup": "5:cpu:/x\n4:blkio,memory:/gone\n0::/\n",
            "memory/memory.limit_in_bytes": "700000",
            "memory/memory.usage_in_bytes": "200000",
            "memory/memory.stat": "inactive_file 9\ntotal_inactive_file 1000\n",
        },
        501_000,
    ),
}


@pytest.mark.parametrize("name", GROUPS)
def test_limits_of_control_groups(name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    files, expected = GROUPS[name]
    for place, text in ({"meminfo": "MemTotal: 9999 kB\nMemAvailable: 8192 kB\n"} | files).items():
        (tmp_path / place).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / place).write_text(text, encoding="ascii")
    monkeypatch.setattr(memory, "_MEMINFO", tmp_path / "meminfo")
    monkeypatch.setattr(memory, "_OWN_GROUPS", tmp_path / "cgroup")
    monkeypatch.setattr(memory, "_GROUPS", tmp_path)
    assert memory.free_bytes() == expected


def test_a_forked_child_can_use_threads() -> None:
    code = (
        "import os, numpy as np, bitgammon as bg\n"
        "b = [bg.Board().points] * 100_000; d = [[3, 1]] * 100_000\n"
        "n = len(bg.generate(b, d, 2).boards)\n"
        "pid = os.fork()\n"
        "if pid == 0: os._exit(0 if len(bg.generate(b, d, 2).boards) == n else 1)\n"
        "print(os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1]))\n"
    )
    done = subprocess.run(
        [sys.executable, "-W", "ignore", "-c", code], capture_output=True, text=True, timeout=120, check=True
    )
    assert done.stdout.strip() == "0"


def test_many_python_threads_at_once(corpus: dict[str, np.ndarray]) -> None:
    boards, dice = corpus["boards"], corpus["dice"]
    expected = generate(boards, dice).boards
    with ThreadPoolExecutor(8) as pool:
        found = list(pool.map(lambda k: generate(boards, dice, 1 + k % 3).boards, range(16)))
    assert all(np.array_equal(one, expected) for one in found)
