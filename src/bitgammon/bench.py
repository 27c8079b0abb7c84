"""The bench: a signature of what the core lists, and how fast it lists and counts.

The signature is the same on every build, machine and instruction set; a change of which plays come out, or of
their order, changes it. It is taken over a corpus made from a seed: turns of random games of every variant, and
boards no game need reach, of 1 to 15 checkers a side.
"""

import statistics
import time
import zipfile
from pathlib import Path
from typing import Any, BinaryIO, Final

import numpy as np
from numpy.typing import NDArray

from bitgammon.arguments import integer
from bitgammon.batch.arrays import board_rows, checked_dice, integers
from bitgammon.board import Board
from bitgammon.core import bench as core
from bitgammon.core import playout
from bitgammon.core.movegen import variant
from bitgammon.counting import perft
from bitgammon.errors import BenchCorpusError
from bitgammon.rules import CHECKERS, STARTS

SEED: Final = 26
GAME_PAIRS: Final = 20_000
VARIANT_PAIRS: Final = 1_000
RANDOM_PAIRS: Final = 1_000
ROUNDS: Final = 60
PERFT_ROUNDS: Final = 5
PLAYOUT_GAMES: Final = 20_000
PLAYOUT_ROUNDS: Final = 5


def _pairs(count: int) -> tuple[NDArray[np.int8], NDArray[np.uint8]]:
    return np.zeros((count, 26), np.int8), np.zeros((count, 2), np.uint8)


def games_corpus() -> core.Corpus:
    """Turns of random games from the start position: what rates are measured on when no corpus is given."""
    boards, dice = _pairs(GAME_PAIRS)
    start = STARTS["standard"]
    core.fill_from_games(boards, dice, start.board, start.checkers, SEED)
    return core.Corpus(boards, dice)


def signature_corpus() -> core.Corpus:
    """Turns of games of every variant, and boards of 1 to 15 checkers a side placed at random."""
    parts, sides = [], []
    for k, start in enumerate(STARTS.values()):
        part = _pairs(VARIANT_PAIRS)
        core.fill_from_games(*part, start.board, start.checkers, SEED + k)
        parts.append(part)
        sides += [start.checkers] * VARIANT_PAIRS
    for checkers in range(1, CHECKERS + 1):
        part = _pairs(RANDOM_PAIRS)
        core.fill_at_random(*part, checkers, SEED + checkers)
        parts.append(part)
        sides += [checkers] * RANDOM_PAIRS
    boards = np.concatenate([part[0] for part in parts])
    dice = np.concatenate([part[1] for part in parts])
    return core.Corpus(boards, dice, sides)


def signature() -> str:
    """The signature as one word: number of plays, a hyphen, the hash in hexadecimal (see core.bench.signature).

    >>> signature().count("-")
    1
    """
    plays, value = core.signature(signature_corpus())
    return f"{plays}-{value:016x}"


def load_corpus(path: str) -> tuple[core.Corpus, int | None]:
    """A corpus from an .npz file with ``boards`` int8 (N, 26), ``dice`` uint8 (N, 2) and, to check against, ``plays``
    (N,): the corpus, and the total of the plays if they are recorded. Raises BenchCorpusError, OSError."""
    try:
        where = Path(path)
        if where.exists() and not (where.is_file() or where.is_dir()):
            raise BenchCorpusError("no regular file: others may never end")
        with open(path, "rb") as file:
            arrays = _arrays(file)
        if missing := {"boards", "dice"} - arrays.keys():
            raise BenchCorpusError(f"it has no {' and no '.join(sorted(missing))}")
        boards = board_rows(arrays["boards"])
        dice = checked_dice(arrays["dice"], len(boards))
        plays = integers("plays", arrays["plays"], np.int64, (len(boards),)) if "plays" in arrays else None
        if not len(boards):
            raise BenchCorpusError("it is empty")
        return core.Corpus(boards, dice), None if plays is None else int(plays.sum())
    except (ValueError, TypeError) as error:
        raise BenchCorpusError(f"{path}: not a corpus: {error}") from error


def _arrays(file: BinaryIO) -> dict[str, NDArray[Any]]:
    """The arrays of an .npz file that matter."""
    if not zipfile.is_zipfile(file):
        raise BenchCorpusError("no .npz file")
    try:
        with np.load(file, allow_pickle=False) as stored:
            return {name: stored[name] for name in ("boards", "dice", "plays") if name in stored}
    except Exception as error:  # each compression, and numpy's reader of headers, has errors of its own
        raise BenchCorpusError(f"it cannot be read: {str(error) or type(error).__name__}") from error


def run(corpus: str | None = None, rounds: int = ROUNDS) -> dict[str, Any]:
    """Measures, and returns what ``bitgammon bench --json`` prints.

    One thread, packed boards into one buffer, no Python per pair, passes counted 0. Rates are plays or pairs a second;
    ``_best`` and ``_median`` are over the rounds; ``perft3_s``, in seconds, and the random games from the start are the
    best of five. Raises BenchCorpusError when the file's own counts are not met: nothing wrong is timed.
    """
    from bitgammon import __version__

    rounds = integer("rounds", rounds, 1, 1_000_000)
    pairs, expected = (games_corpus(), None) if corpus is None else load_corpus(corpus)
    plays, seconds = core.time_listing(pairs, rounds)
    counted, count_seconds = core.time_counting(pairs, rounds)
    if counted != plays or expected not in {None, plays}:
        raise BenchCorpusError(f"{corpus}: listed {plays} plays, counted {counted}, the file says {expected}")
    perft_seconds = []
    for _ in range(PERFT_ROUNDS):
        began = time.perf_counter()
        perft3 = perft(Board(), 3)
        perft_seconds.append(time.perf_counter() - began)
    start = np.array([Board().to_packed()], np.uint64)
    turns, playout_seconds = 0, []
    for _ in range(PLAYOUT_ROUNDS):
        counts = np.zeros((1, 8), np.int64)
        began = time.perf_counter()
        playout.play(start, SEED, 0, 0, PLAYOUT_GAMES, 0, PLAYOUT_GAMES, False, -1, counts)
        playout_seconds.append(time.perf_counter() - began)
        turns = int(counts[0, 6])
    return {
        "pairs": pairs.size,
        "plays": plays,
        "plays_per_s_best": round(plays / min(seconds)),
        "plays_per_s_median": round(plays / statistics.median(seconds)),
        "pairs_per_s_best": round(pairs.size / min(seconds)),
        "counts_per_s_best": round(pairs.size / min(count_seconds)),
        "perft3": perft3,
        "perft3_s": round(min(perft_seconds), 4),
        "playouts_per_s": round(PLAYOUT_GAMES / min(playout_seconds)),
        "turns_per_s": round(turns / min(playout_seconds)),
        "signature": signature(),
        "cpu": variant,
        "version": __version__,
    }
