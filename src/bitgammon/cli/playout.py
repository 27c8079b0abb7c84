"""``bitgammon playout``: random games from a position to the end."""

import argparse
import json
import secrets
import sys
import time
from typing import Any, Final

import numpy as np

import bitgammon
from bitgammon.cli import position
from bitgammon.cli.progress import Progress

NAME: Final = "playout"
SUMMARY: Final = "play a position to the end many times at random"
DESCRIPTION: Final = """\
Play the position to the end with random dice and random plays, every distinct play of a roll as likely as
any other, and say how the games ended for the player on roll. This measures nothing but random play."""
EXAMPLES: Final = """\
examples:
  bitgammon playout standard --games 1000000 --opening
  bitgammon playout 4HPwATDgc/ABMA --games 20000 --seed 5 --threads 2 --json

The same seed gives the same games, whatever the threads. Dice in the position are not looked at. Interrupted
(Ctrl-C), it shows the games done, with exit code 130."""

OUTCOMES: Final = (
    "win_single",
    "win_gammon",
    "win_backgammon",
    "lose_single",
    "lose_gammon",
    "lose_backgammon",
)
_POINTS: Final = np.array([1, 2, 3, -1, -2, -3])
_STEP: Final = 20_000  # games between two updates: a fraction of a second
_INTERRUPTED: Final = 130


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """POSITION [--games N] [--seed S] [--threads T] [--opening] [--max-turns N] [--checkers N] [--json]."""
    position.add_arguments(parser)
    parser.add_argument("--games", type=_number, default=100_000, metavar="N", help="how many (100000)")
    parser.add_argument("--seed", type=_number, metavar="S", help="0 .. 2**64 - 1; by default a new one, shown")
    parser.add_argument("--threads", type=_number, default=1, metavar="T", help="0 for one a core (1)")
    parser.add_argument("--opening", action="store_true", help="the first roll is no double")
    parser.add_argument("--max-turns", type=_number, metavar="N", help="give up games after so many turns")
    parser.add_argument("--json", action="store_true", help="one JSON object instead of text")


def run(options: argparse.Namespace) -> int:
    """Print the outcomes; 0, or 130 if interrupted. Raises the package's errors for wrong input."""
    board = position.read(options.position, options.checkers).board
    seed = secrets.randbits(64) if options.seed is None else options.seed
    totals = np.zeros(8, np.int64)
    begin = time.perf_counter()
    complete = False
    with Progress("games", options.games) as progress:
        try:
            while progress.done < options.games:
                step = min(_STEP, options.games - progress.done)
                totals += _played(board, step, seed, progress.done, options)
                progress.advance(step)
            complete = True
        except KeyboardInterrupt:
            pass
    record = _record(board, seed, totals, time.perf_counter() - begin, complete)
    print(json.dumps(record)) if options.json else _print(record)
    if complete:
        return 0
    sys.stderr.write(f"bitgammon: interrupted: {record['games']:,} of {options.games:,} games are done\n")
    return _INTERRUPTED


def _number(text: str) -> int:
    if not (text.isascii() and text.isdigit() and len(text) <= 20 and int(text) < 1 << 64):
        raise argparse.ArgumentTypeError(f"{text[:80]!r} is not a number 0 .. 2**64 - 1")
    return int(text)


def _played(
    board: bitgammon.Board, games: int, seed: int, first: int, options: argparse.Namespace
) -> np.ndarray[Any, np.dtype[np.int64]]:
    """Outcomes, turns, and games given up, of the games from first on."""
    result = bitgammon.playout(
        [board.points],
        games,
        seed=seed,
        threads=options.threads,
        opening=options.opening,
        max_turns=options.max_turns,
        first_game=first,
        checkers=board.checkers,
    )
    return np.concatenate([result.counts[0], result.turns, result.unfinished])


def _record(
    board: bitgammon.Board,
    seed: int,
    totals: np.ndarray[Any, np.dtype[np.int64]],
    seconds: float,
    complete: bool,
) -> dict[str, Any]:
    """The figures: shares and equity of the finished games, with their standard errors."""
    counts, turns, unfinished = totals[:6], int(totals[6]), int(totals[7])
    finished = int(counts.sum())
    games = finished + unfinished
    shares = counts / max(finished, 1)
    errors = np.sqrt(shares * (1 - shares) / max(finished, 1))
    equity = float((shares * _POINTS).sum())
    variance = float((shares * _POINTS**2).sum()) - equity**2
    return {
        "position_id": board.position_id(),
        "seed": seed,
        "games": games,
        "unfinished": unfinished,
        "outcomes": {
            name: {"games": int(count), "share": float(share), "standard_error": float(error)}
            for name, count, share, error in zip(OUTCOMES, counts, shares, errors, strict=True)
        },
        "equity": equity,
        "equity_standard_error": (max(variance, 0.0) / max(finished, 1)) ** 0.5,
        "mean_turns": turns / games if games else 0.0,
        "seconds": round(seconds, 6),
        "games_per_s": round(games / seconds) if seconds else 0,
        "complete": complete,
    }


def _print(record: dict[str, Any]) -> None:
    width = max(len(f"{record['games']:,}"), len("games"))
    print(f"{'outcome':<16} {'games':>{width}}  {'share':>7}   s.e.")
    for name, row in record["outcomes"].items():
        share, error = 100 * row["share"], 100 * row["standard_error"]
        print(f"{name.replace('_', ' '):<16} {row['games']:>{width},}  {share:6.2f}%  {error:.2f}%")
    if record["unfinished"]:
        print(f"{'unfinished':<16} {record['unfinished']:>{width},}")
    print()
    print(f"equity {record['equity']:+.4f} +- {record['equity_standard_error']:.4f} points, cubeless")
    print(f"{record['mean_turns']:.2f} turns a game; seed {record['seed']}")
    print(f"{record['games']:,} games in {record['seconds']:.3f} s, {record['games_per_s']:,} a second")
