"""What a second thread brings: one thread's time over two threads', for the work that takes threads.

    python benchmarks/threads.py [--rounds 9] [--json]

Each round times all of it, with one thread and with two in turn. The last row is the control: the counting loop of the
core over two halves of the input, with nothing shared, which is what the machine has to give at that moment.
"""

import argparse
import json
import statistics
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import numpy as np

import bitgammon as bg
from bitgammon.core import batch as core

CORPUS = Path(__file__).resolve().parent.parent / "tests" / "data" / "corpus.npz"
REPEATS = 20


def seconds(work: Callable[[int], object], threads: int) -> float:
    """How long the work takes with so many threads."""
    began = time.perf_counter()
    work(threads)
    return time.perf_counter() - began


def works() -> dict[str, Callable[[int], object]]:
    """What is timed, each a function of the number of threads."""
    with np.load(CORPUS) as file:
        boards, dice = np.tile(file["boards"], (REPEATS, 1)), np.tile(file["dice"], (REPEATS, 1))
    starts = np.array([bg.Board().points] * 100, np.int8)
    buffers = bg.PlayBuffers()
    packed, counts = bg.pack(boards), np.empty(len(boards), np.int64)
    half = len(boards) // 2
    halves = [slice(0, half), slice(half, len(boards))]
    pool = ThreadPoolExecutor(2)  # for the control; it ends with the program

    def count(part: slice) -> None:
        core.count(packed[part], dice[part], counts[part])

    def control(threads: int) -> None:
        list(map(count, halves)) if threads == 1 else list(pool.map(count, halves))

    return {
        "playout": lambda threads: bg.playout(starts, 1000, seed=1, threads=threads),
        "generate, out=": lambda threads: bg.generate(boards, dice, threads, out=buffers),
        # A bound makes it count first, as new arrays do, which spend most of their time on new pages of memory.
        "the same, counted": lambda threads: bg.generate(boards, dice, threads, out=buffers, max_bytes=1 << 40),
        "generate, new": lambda threads: bg.generate(boards, dice, threads),
        "features": lambda threads: bg.features(boards, threads=threads),
        "control": control,
    }


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rounds", type=int, default=9)
    parser.add_argument("--json", action="store_true")
    options = parser.parse_args()
    todo = works()
    times: dict[str, list[tuple[float, float]]] = {name: [] for name in todo}
    for _ in range(options.rounds):
        for name, work in todo.items():
            times[name].append((seconds(work, 1), seconds(work, 2)))
    found = {}
    for name, pairs in times.items():
        best = min(one for one, _ in pairs) / min(two for _, two in pairs)
        found[name] = {"best": round(best, 2), "median": round(statistics.median(a / b for a, b in pairs), 2)}
    if options.json:
        print(json.dumps(found))
        return
    for name, row in found.items():
        print(f"{name:<18} best {row['best']:.2f}, median {row['median']:.2f}")


if __name__ == "__main__":
    main()
