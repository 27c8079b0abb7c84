"""The bench: its corpora are what they say, its signature sees order and content, wrong files are refused."""

import json
import re
from pathlib import Path

import numpy as np
import pytest

from bitgammon import bench
from bitgammon.core import bench as core
from bitgammon.errors import BenchCorpusError
from bitgammon.rules import STARTS

DATA = Path(__file__).parent / "data"


def test_the_corpora_are_the_same_every_time() -> None:
    first, second = np.zeros((500, 26), np.int8), np.zeros((500, 26), np.int8)
    dice = np.zeros((500, 2), np.uint8)
    core.fill_from_games(first, dice, STARTS["standard"].board, 15, 7)
    core.fill_from_games(second, dice, STARTS["standard"].board, 15, 7)
    assert np.array_equal(first, second)
    core.fill_from_games(second, dice, STARTS["standard"].board, 15, 8)
    assert not np.array_equal(first, second)
    assert tuple(first[0]) == STARTS["standard"].board
    assert set(np.unique(dice)) == set(range(1, 7))


def test_the_signature_sees_content_and_order() -> None:
    boards, dice = np.zeros((40, 26), np.int8), np.zeros((40, 2), np.uint8)
    core.fill_from_games(boards, dice, STARTS["standard"].board, 15, 1)
    plays, value = core.signature(core.Corpus(boards, dice))
    assert plays == sum(core.counted(core.Corpus(boards, dice)))
    assert core.signature(core.Corpus(boards[::-1].copy(), dice[::-1].copy())) != (plays, value)
    # the documented algorithm, in Python
    state = 0
    for listed in core.listed(core.Corpus(boards, dice)):
        words = np.frombuffer(listed, np.dtype(np.uint64)).tolist()
        for word in [len(listed) // 32, *words]:
            state = (state ^ word) * 0x9E3779B97F4A7C15 % 2**64
            state ^= state >> 29
    assert state == value


def test_a_run_measures_what_it_checked() -> None:
    result = bench.run(str(DATA / "corpus.npz"), rounds=2)
    assert result["pairs"] == 20_000
    assert result["plays"] == 336_016
    assert result["perft3"] == 116_154_993
    assert result["signature"] == bench.signature()
    for key in (
        "plays_per_s_best",
        "plays_per_s_median",
        "pairs_per_s_best",
        "counts_per_s_best",
        "perft3_s",
    ):
        assert result[key] > 0
    assert json.loads(json.dumps(result)) == result


def test_files_that_are_no_corpus_are_refused(tmp_path: Path) -> None:
    text = tmp_path / "text.npz"
    text.write_text("not a zip")
    empty = tmp_path / "empty.npz"
    np.savez(empty, other=np.zeros(3))
    bad = tmp_path / "bad.npz"
    np.savez(bad, boards=np.full((1, 26), 9, np.int8), dice=np.ones((1, 2), np.uint8))
    wrong = tmp_path / "wrong.npz"
    np.savez(
        wrong,
        boards=np.array([STARTS["standard"].board], np.int8),
        dice=np.array([[3, 1]], np.uint8),
        plays=np.array([15]),
    )
    with pytest.raises(BenchCorpusError, match="/dev/zero: not a corpus: no regular file"):
        bench.run("/dev/zero", rounds=1)
    for path, reason in ((text, "no .npz file"), (empty, "it has no boards and no dice"), (bad, "row 0: ")):
        with pytest.raises(BenchCorpusError, match=f"{re.escape(str(path))}: not a corpus: {reason}"):
            bench.run(str(path), rounds=1)
    plain = tmp_path / "plain.npy"
    np.save(plain, np.zeros((1, 26), np.int8))
    torn = tmp_path / "torn.npz"
    torn.write_bytes(wrong.read_bytes()[:-40])
    spoilt = tmp_path / "spoilt.npz"
    spoilt.write_bytes(wrong.read_bytes().replace(b"NUMPY", b"PUMPY"))
    objects = tmp_path / "objects.npz"
    np.savez(objects, boards=np.array([[None] * 26]), dice=np.ones((1, 2), np.uint8))
    for path in (plain, torn, spoilt, objects):
        with pytest.raises(BenchCorpusError, match=f"{re.escape(str(path))}: not a corpus: "):
            bench.run(str(path), rounds=1)
    with pytest.raises(IsADirectoryError):
        bench.run(str(tmp_path), rounds=1)
    with pytest.raises(BenchCorpusError, match="listed 16 plays, counted 16, the file says 15"):
        bench.run(str(wrong), rounds=1)
    with pytest.raises(OSError, match="No such file"):
        bench.run(str(tmp_path / "missing.npz"), rounds=1)


@pytest.mark.parametrize(
    ("name", "place", "value", "says"),
    [
        ("boards", (0, 25), 256, r"row 0: boards\[0, 25\] is 256"),
        ("dice", (0, 1), 259, r"row 0: dice\[0, 1\] is 259"),
        ("dice", (0, 1), 7, r"row 0: dice \[3, 7\] are not both 1..6"),
        ("plays", (0,), 16.5, "plays: expected integers"),
    ],
)
def test_a_corpus_of_wider_integers_is_not_wrapped(
    tmp_path: Path, name: str, place: tuple[int, ...], value: float, says: str
) -> None:
    content = {
        "boards": np.array([STARTS["standard"].board], np.int64),
        "dice": np.array([[3, 1]], np.int64),
        "plays": np.array([16]),
    }
    path = tmp_path / "wide.npz"
    np.savez(path, **content)  # type: ignore[arg-type]
    assert bench.run(str(path), rounds=1)["plays"] == 16
    content[name] = content[name].astype(type(value))
    content[name][place] = value
    np.savez(path, **content)  # type: ignore[arg-type]
    with pytest.raises(BenchCorpusError, match=says):
        bench.run(str(path), rounds=1)
