"""Nanoseconds of ``len(board.plays(d1, d2))`` and ``board.count(d1, d2)`` over the corpus, less the loop.

``median``: each pair alone, called again and again (the best of several such loops), the median of the pairs.
``mean_in_order``: every pair once, one after the other, the best round: what a program sees whose boards
change, with the branches of the processor unprepared. Prints one JSON line.
"""

import argparse
import json
import statistics
from collections.abc import Callable
from itertools import repeat
from pathlib import Path
from time import perf_counter_ns

import numpy as np

from bitgammon import Board

CORPUS = Path(__file__).resolve().parent.parent / "tests" / "data" / "corpus.npz"
CALLS, LOOPS, ROUNDS = 100, 3, 7

Pair = tuple[Board, int, int]


def loop(board: Board, die1: int, die2: int) -> int:
    """The loop around the calls below, without a call."""
    start = perf_counter_ns()
    for _ in repeat(None, CALLS):
        pass
    return perf_counter_ns() - start


def plays(board: Board, die1: int, die2: int) -> int:
    """Time of ``CALLS`` calls."""
    start = perf_counter_ns()
    for _ in repeat(None, CALLS):
        len(board.plays(die1, die2))
    return perf_counter_ns() - start


def count(board: Board, die1: int, die2: int) -> int:
    """Time of ``CALLS`` calls."""
    start = perf_counter_ns()
    for _ in repeat(None, CALLS):
        board.count(die1, die2)
    return perf_counter_ns() - start


def loop_in_order(pairs: list[Pair]) -> int:
    """The loop around the calls below, without a call."""
    start = perf_counter_ns()
    for _board, _die1, _die2 in pairs:
        pass
    return perf_counter_ns() - start


def plays_in_order(pairs: list[Pair]) -> int:
    """Time of one call a pair."""
    start = perf_counter_ns()
    for board, die1, die2 in pairs:
        len(board.plays(die1, die2))
    return perf_counter_ns() - start


def count_in_order(pairs: list[Pair]) -> int:
    """Time of one call a pair."""
    start = perf_counter_ns()
    for board, die1, die2 in pairs:
        board.count(die1, die2)
    return perf_counter_ns() - start


def median(timed: Callable[[Board, int, int], int], pairs: list[Pair]) -> float:
    """Nanoseconds a call: the best loop of each pair, the median of the pairs."""
    return statistics.median(min(timed(*pair) for _ in range(LOOPS)) for pair in pairs) / CALLS


def in_order(timed: Callable[[list[Pair]], int], pairs: list[Pair]) -> float:
    """Nanoseconds a call: the best round over all pairs."""
    return min(timed(pairs) for _ in range(ROUNDS)) / len(pairs)


def main() -> None:
    """Check the counts, then time."""
    parser = argparse.ArgumentParser(description="Nanoseconds of single calls over the corpus.")
    parser.add_argument("--corpus", type=Path, default=CORPUS)
    with np.load(parser.parse_args().corpus) as corpus:
        boards = [Board(points) for points in corpus["boards"].tolist()]
        pairs = [(board, *dice) for board, dice in zip(boards, corpus["dice"].tolist(), strict=True)]
        expected = [max(number, 1) for number in corpus["plays"].tolist()]
    assert [board.count(*dice) for board, *dice in pairs] == expected
    assert [len(board.plays(*dice)) for board, *dice in pairs] == expected
    bare, bare_in_order = median(loop, pairs), in_order(loop_in_order, pairs)
    result = {
        "pairs": len(pairs),
        "plays_median_ns": median(plays, pairs) - bare,
        "count_median_ns": median(count, pairs) - bare,
        "plays_mean_in_order_ns": in_order(plays_in_order, pairs) - bare_in_order,
        "count_mean_in_order_ns": in_order(count_in_order, pairs) - bare_in_order,
    }
    print(json.dumps({key: round(value, 1) for key, value in result.items()}))


if __name__ == "__main__":
    main()
