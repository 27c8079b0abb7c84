"""How strong evaluators are: games of two of them against each other, cubeless.

    python benchmarks/strength.py [ONE OTHER] [--games 20000] [--seed 1] [--json]

Names: random, pips (own pips less the opponent's), positional; all three pairs if none are given. And gnubg, which is
GNU Backgammon without lookahead, a program that must be installed: 2,000 games against it take a minute. Each begins
half of the games. Every game has its dice from the seed. Shares and points are those of the first named, with standard
errors.
"""

import argparse
import json
import math
from collections.abc import Callable
from contextlib import ExitStack

import numpy as np
from gnubg_player import GnuBackgammon
from numpy.typing import NDArray
from programs import find

import bitgammon as bg
from bitgammon.cli.progress import Progress
from bitgammon.evaluate import Positional, equities

#: Of boards and their dice, all plays (swapped) and a number for chance: the row of the play of each.
Player = Callable[[NDArray[np.int8], NDArray[np.uint8], bg.PlayBatch, int], NDArray[np.integer]]
#: Equity for the side on roll of boards, float (M,).
Evaluator = Callable[[NDArray[np.int8]], NDArray[np.floating]]
#: Is shown each turn: the number of it, the games still on, their boards.
Watch = Callable[[int, NDArray[np.int64], NDArray[np.int8]], None]
NAMES = ["random", "pips", "positional", "gnubg"]


def pips(boards: NDArray[np.int8]) -> NDArray[np.floating]:
    """How far the side on roll is ahead."""
    counts = bg.pip_counts(boards).astype(np.float64)
    return counts[:, 1] - counts[:, 0]


def positional(boards: NDArray[np.int8]) -> NDArray[np.floating]:
    """Cubeless equity, exact where the game is over."""
    results = bg.results(boards)
    return np.where(results == 0, equities(Positional().evaluate(boards).astype(np.float64)), results)


def at_random(_: NDArray[np.int8], __: NDArray[np.uint8], after: bg.PlayBatch, key: int) -> NDArray[np.integer]:
    """Any play."""
    return bg.pick(after.offsets, key)


def player(evaluator: Evaluator) -> Player:
    """Plays to the board that is worst for the other side."""
    return lambda boards, dice, after, key: bg.best(-evaluator(after.boards), after.offsets)


def match(one: Player, other: Player, games: int, seed: int, watch: Watch | None = None) -> NDArray[np.int8]:
    """The points that the first wins in each game, negative where it loses; it begins those of even number."""
    rng = np.random.default_rng(seed)
    boards = np.tile(np.array(bg.Board().points, np.int8), (games, 1))
    ids, points = np.arange(games), np.zeros(games, np.int8)
    buffers, turn = bg.PlayBuffers(), 0
    with Progress("games", games) as progress:
        while len(ids):
            if watch is not None:
                watch(turn, ids, boards)
            dice = rng.integers(1, 7, (games, 2), dtype=np.uint8)[ids]
            key = int(rng.integers(1 << 63))
            if turn == 0:  # who begins has thrown the higher die: no doubles
                dice[:, 1] = (dice[:, 0] - 1 + rng.integers(1, 6, games)) % 6 + 1
            following = np.empty_like(boards)
            for number, chosen_by in enumerate((one, other)):
                mine = np.flatnonzero((ids + turn) % 2 == number)
                after = bg.generate(boards[mine], dice[mine], swap=True, out=buffers)
                following[mine] = after.boards[chosen_by(boards[mine], dice[mine], after, key)]
            results = bg.results(following)
            # A board is seen by the side that moves next: what it has lost, the other one has won.
            over = results != 0
            points[ids[over]] = np.where((ids[over] + turn) % 2 == 0, -results[over], results[over])
            boards, ids, turn = following[~over], ids[~over], turn + 1
            progress.advance(int(over.sum()))
    return points


def summary(points: NDArray[np.int8]) -> dict[str, float]:
    """Share of games won and points a game, each with its standard error."""
    wins, root = points > 0, math.sqrt(len(points))
    found = {
        "wins": wins.mean(),
        "wins_error": wins.std() / root,
        "points": points.mean(),
        "points_error": points.std() / root,
    }
    return {name: round(float(value), 5) for name, value in found.items()}


def main() -> None:
    """Play and print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("names", nargs="*", metavar="NAME", help=", ".join(NAMES))
    parser.add_argument("--games", type=int, default=20_000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--json", action="store_true")
    options = parser.parse_args()
    if len(options.names) not in {0, 2} or not set(options.names) <= set(NAMES):
        parser.error(f"name two of {', '.join(NAMES)}, or none")
    pairs = [("positional", "random"), ("positional", "pips"), ("pips", "random")]
    if options.names:
        pairs = [tuple(options.names)]
    players: dict[str, Player] = {"random": at_random, "pips": player(pips), "positional": player(positional)}
    found = []
    with ExitStack() as stack:
        if "gnubg" in options.names:
            program = find("gnubg")
            if program is None:
                parser.error("gnubg: GNU Backgammon is not installed (Debian, Ubuntu: apt-get install gnubg)")
            players["gnubg"] = stack.enter_context(GnuBackgammon(program))
        for one, other in pairs:
            played = summary(match(players[one], players[other], options.games, options.seed))
            found.append({"one": one, "other": other, "games": options.games, "seed": options.seed, **played})
            if not options.json:
                print(
                    f"{one} against {other}: {100 * played['wins']:.2f} % won (+- {100 * played['wins_error']:.2f}),"
                    f" {played['points']:+.4f} points a game (+- {played['points_error']:.4f})",
                    flush=True,
                )
    if options.json:
        print(json.dumps(found))


if __name__ == "__main__":
    main()
