"""``bitgammon playout``: random games from a position to the end."""

import argparse
import json
import secrets
import time
from typing import Any, Final

import numpy as np

import bitgammon
from bitgammon.arguments import LARGEST_SEED, MOST_THREADS
from bitgammon.batch.random_play import INDEX_LIMIT, TURNS_LIMIT
from bitgammon.cli import position
from bitgammon.cli.exits import INTERRUPTED, complain
from bitgammon.cli.progress import Progress
from bitgammon.cli.values import number
from bitgammon.rules import RESULT_POINTS, RESULTS

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
(Ctrl-C), it shows the games done, with exit code 130.

json:
  {"position_id": "...", "seed": 5, "games": 20000, "unfinished": 0, "outcomes": {"win_single": {"games": ..., "share":
   ..., "standard_error": ...}, ...}, "equity": ..., "equity_standard_error": ..., "mean_turns": ..., "seconds": ...,
   "games_per_s": ..., "complete": true}, null for what the games do not say"""

_POINTS: Final = np.array(RESULT_POINTS)
_STEP: Final = 20_000  # games between two updates: a fraction of a second


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """POSITION [--games N] [--seed S] [--threads T] [--opening] [--max-turns N] [--checkers N] [--json]."""
    position.add_arguments(parser)
    games = number(1, INDEX_LIMIT - 1)
    turns = number(0, TURNS_LIMIT - 1)
    parser.add_argument("--games", type=games, default=100_000, metavar="N", help="how many (100000)")
    parser.add_argument(
        "--seed", type=number(0, LARGEST_SEED), metavar="S", help="0 .. 2**64 - 1; by default a new one, shown"
    )
    parser.add_argument(
        "--threads", type=number(0, MOST_THREADS), default=1, metavar="T", help="0 for one a core (1)"
    )
    parser.add_argument("--opening", action="store_true", help="the first roll is no double")
    parser.add_argument("--max-turns", type=turns, metavar="N", help="give up games after so many turns")
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
    complain(f"interrupted: {record['games']:,} of {options.games:,} games are done")
    return INTERRUPTED


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
    """The figures: shares and equity of the finished games, with their standard errors; None where there are none, and
    one game says nothing of how far games differ."""
    counts, turns, unfinished = totals[:6], int(totals[6]), int(totals[7])
    finished = int(counts.sum())
    games = finished + unfinished
    outcomes: dict[str, dict[str, Any]] = {
        name: {"games": int(count), "share": None, "standard_error": None}
        for name, count in zip(RESULTS, counts, strict=True)
    }
    equity = equity_error = None
    if finished:
        shares = counts / finished
        for outcome, share in zip(outcomes.values(), shares.tolist(), strict=True):
            outcome |= {"share": share, "standard_error": _error(share * (1 - share), finished)}
        equity = float((shares * _POINTS).sum())
        equity_error = _error(float((shares * _POINTS**2).sum()) - equity**2, finished)
    return {
        "position_id": board.position_id(),
        "seed": seed,
        "games": games,
        "unfinished": unfinished,
        "outcomes": outcomes,
        "equity": equity,
        "equity_standard_error": equity_error,
        "mean_turns": turns / games if games else None,
        "seconds": round(seconds, 6),
        "games_per_s": round(games / seconds) if seconds else 0,
        "complete": complete,
    }


def _error(variance: float, games: int) -> float | None:
    """The standard error of the mean of so many games, of which this is the mean square less the squared mean."""
    return (max(variance, 0.0) / (games - 1)) ** 0.5 if games > 1 else None


def _print(record: dict[str, Any]) -> None:
    width = max(len(f"{record['games']:,}"), len("games"))
    print(f"{'outcome':<16} {'games':>{width}}  {'share':>7}   s.e.")
    for name, row in record["outcomes"].items():
        share = "" if row["share"] is None else f"  {row['share']:7.2%}"
        error = "" if row["standard_error"] is None else f"  {row['standard_error']:.2%}"
        print(f"{name.replace('_', ' '):<16} {row['games']:>{width},}{share}{error}")
    if record["unfinished"]:
        print(f"{'unfinished':<16} {record['unfinished']:>{width},}")
    print()
    if record["equity"] is not None:
        error = "" if record["equity_standard_error"] is None else f" +- {record['equity_standard_error']:.4f}"
        print(f"equity {record['equity']:+.4f}{error} points, cubeless")
    turns = "" if record["mean_turns"] is None else f"{record['mean_turns']:.2f} turns a game; "
    print(f"{turns}seed {record['seed']}")
    print(f"{record['games']:,} games in {record['seconds']:.3f} s, {record['games_per_s']:,} a second")
