"""How far the equities of the positional evaluator are from the results of games that it plays against itself.

    python benchmarks/calibration.py [--games 20000] [--seed 1] [--json]

Every position of the games before its roll, seen by the side on roll: the mean of equity less result, with a standard
error that takes a game for one observation; the correlation of equity and result. All positions, those with contact and
those without. And the time of one board in one thread, the best of many rounds over some of them.
"""

import argparse
import json
import math
import time

import numpy as np
from numpy.typing import NDArray
from strength import match, player, positional

import bitgammon as bg
from bitgammon.batch import Phase
from bitgammon.cli.progress import Progress
from bitgammon.evaluate import Positional

#: Rounds of some milliseconds for seconds: on a shared machine a few of them are undisturbed.
ROUNDS, BOARDS = 400, 50_000


def own_games(games: int, seed: int) -> tuple[NDArray[np.int64], NDArray[np.int8], NDArray[np.int8]]:
    """All positions of games of its own: the number of the game, the board, the points that the side on roll wins."""
    turns: list[tuple[NDArray[np.int64], NDArray[np.int8], NDArray[np.int64]]] = []

    def watch(turn: int, ids: NDArray[np.int64], boards: NDArray[np.int8]) -> None:
        turns.append((ids, boards, 1 - 2 * ((ids + turn) % 2)))  # 1 where who plays first in even games is on roll

    points = match(player(positional), player(positional), games, seed, watch)
    ids, boards, signs = (np.concatenate(parts) for parts in zip(*turns, strict=True))
    return ids, boards, (signs * points[ids]).astype(np.int8)


def agreement(
    ids: NDArray[np.int64], equity: NDArray[np.floating], results: NDArray[np.int8]
) -> dict[str, float | int]:
    """The mean error with its standard error, games being drawn, not positions; and the correlation."""
    errors = equity - results
    mean = errors.mean()
    spread = np.bincount(ids, errors - mean)  # of each game
    return {
        "positions": len(ids),
        "mean_error": round(float(mean), 5),
        "mean_error_error": round(math.sqrt((spread**2).sum()) / len(ids), 5),
        "correlation": round(float(np.corrcoef(equity, results)[0, 1]), 4),
    }


def nanoseconds(boards: NDArray[np.int8]) -> float:
    """The time of one board."""
    boards = boards[:: math.ceil(len(boards) / BOARDS)].copy()
    evaluator, took = Positional(), []
    with Progress("rounds", ROUNDS) as progress:
        for _ in range(ROUNDS):
            began = time.perf_counter_ns()
            evaluator.evaluate(boards)
            took.append((time.perf_counter_ns() - began) / len(boards))
            progress.advance(1)
    return round(min(took), 1)


def main() -> None:
    """Play and print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, default=20_000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--json", action="store_true")
    options = parser.parse_args()
    ids, boards, results = own_games(options.games, options.seed)
    equity = positional(boards)
    contact = bg.classify(boards) == Phase.CONTACT
    kinds = {"all": np.ones(len(ids), np.bool_), "with contact": contact, "without contact": ~contact}
    found = {name: agreement(ids[rows], equity[rows], results[rows]) for name, rows in kinds.items()}
    took = nanoseconds(boards)
    if options.json:
        print(json.dumps({"games": options.games, "seed": options.seed, "positions": found, "ns_a_board": took}))
        return
    for name, row in found.items():
        print(
            f"{name}: {row['positions']:,} positions, mean error {row['mean_error']:+.4f}"
            f" (+- {row['mean_error_error']:.4f}), correlation with the results {row['correlation']:.3f}"
        )
    print(f"{took:.0f} ns a board")


if __name__ == "__main__":
    main()
