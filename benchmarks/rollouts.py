"""Rollouts: games a second, where the time goes, what luck explains, what dask costs, and GNU Backgammon beside them.

    python benchmarks/rollouts.py [--rounds 5] [--dask] [--gnubg] [--json]

Everything is timed on one thread, in rounds that take all of it in turn; the best and the median round are shown. The
shares of the time are from one more run with a clock around each part. Variance reduction is measured on the contact
positions of tests/data/corpus.npz that come every 400th, each rolled out with and without it, same dice.

--dask: a local cluster of one process against the same pieces in this thread: seconds more a piece. Its pieces take
about a second. --gnubg: GNU Backgammon (Debian's, if it is installed) rolls out the start, 0-ply, with its variance
reduction, one thread; the evaluators are not alike, so that this compares what a user waits for and nothing else.
"""

import argparse
import json
import statistics
import subprocess
import time
from collections import defaultdict
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
from programs import find

import bitgammon as bg
from bitgammon import batch
from bitgammon.core import outcomes as core_outcomes
from bitgammon.evaluate import Positional
from bitgammon.rollout import Dask, Serial, Settings, rollout
from bitgammon.rollout.api import tasks_of
from bitgammon.rollout.play import play
from bitgammon.rollout.task import Piece

CORPUS = Path(__file__).resolve().parent.parent / "tests" / "data" / "corpus.npz"
#: What is timed: settings with so many trials that a round takes a fraction of a second.
WORK = {
    "random": Settings(trials=64_800, evaluator="random"),
    "positional": Settings(trials=1296, seed=1),
    "positional, cubeful": Settings(trials=648, seed=1, cubeful=True),
    "positional, variance reduction": Settings(trials=324, seed=1, variance_reduction=True),
    "pips, truncated after 10 turns": Settings(trials=6480, seed=1, evaluator="pips", truncation=10),
}
GNUBG = """\
set automatic game off
set player 0 human
set player 1 human
new session
set turn 1
set board 4HPwATDgc/ABMA
set rollout trials {trials}
set rollout cubeful off
set rollout varredn on
set threads 1
{command}
"""


def games_per_second(rounds: int) -> dict[str, Any]:
    """Best and median of each work."""
    board = bg.Board()
    seconds: dict[str, list[float]] = defaultdict(list)
    for _ in range(rounds):
        for name, settings in WORK.items():
            began = time.perf_counter()
            rollout(board, settings)
            seconds[name].append(time.perf_counter() - began)
    return {
        name: {
            "best": round(WORK[name].trials / min(took)),
            "median": round(WORK[name].trials / statistics.median(took)),
        }
        for name, took in seconds.items()
    }


def shares(settings: Settings) -> dict[str, float]:
    """The share of a rollout's time that each part takes."""
    spent: dict[str, float] = defaultdict(float)

    def timed(name: str, function: Callable[..., Any]) -> Callable[..., Any]:
        def run(*arguments: Any, **more: Any) -> Any:
            began = time.perf_counter()
            try:
                return function(*arguments, **more)
            finally:
                spent[name] += time.perf_counter() - began

        return run

    parts = [
        (batch, "generate", "generation"),
        (Positional, "evaluate", "evaluator"),
        (core_outcomes, "clip", "clipping"),
        (batch, "best", "choice"),
    ]
    kept = [getattr(owner, name) for owner, name, _ in parts]
    for (owner, name, part), function in zip(parts, kept, strict=True):
        setattr(owner, name, timed(part, function))
    try:
        began = time.perf_counter()
        rollout(bg.Board(), settings)
        whole = time.perf_counter() - began
    finally:
        for (owner, name, _), function in zip(parts, kept, strict=True):
            setattr(owner, name, function)
    found = {part: round(seconds / whole, 3) for part, seconds in spent.items()}
    return found | {"rest": round(1 - sum(spent.values()) / whole, 3)}


def variance_reduction(trials: int) -> dict[str, Any]:
    """Standard errors with it over those without, over contact positions."""
    with np.load(CORPUS) as file:
        rows = file["boards"][bg.classify(file["boards"]) == 3][::400]
    ratios = []
    for number, row in enumerate(rows):
        settings = Settings(trials=trials, seed=number)
        pair = [
            rollout(bg.Board(row.tolist()), replace(settings, variance_reduction=reduced)).equity.standard_error
            for reduced in (False, True)
        ]
        ratios.append(pair[1] / pair[0])
    return {
        "positions": len(ratios),
        "trials": trials,
        "error_ratio_median": round(statistics.median(ratios), 3),
        "error_ratio_worst": round(max(ratios), 3),
        "share_at_least_halved": round(sum(ratio <= 0.5 for ratio in ratios) / len(ratios), 3),
    }


def dask_overhead(pieces: int = 12) -> dict[str, Any]:
    """Seconds more a piece than in this thread."""
    settings = Settings(trials=1 << 20, seed=1)
    (task,) = tasks_of(bg.Board(), settings, 0)
    work = [Piece(task, settings, 2592 * k, 2592) for k in range(pieces)]
    with Serial() as serial, Dask(workers=1) as dask:
        list(dask.map(play, work[:2]))
        began = time.perf_counter()
        alone = list(serial.map(play, work))
        middle = time.perf_counter()
        sent = list(dask.map(play, work))
        end = time.perf_counter()
    assert alone == sent
    return {
        "seconds_a_piece": round((middle - began) / pieces, 3),
        "dask_seconds_more": round(((end - middle) - (middle - began)) / pieces, 4),
    }


def gnubg_games(trials: int = 72) -> dict[str, Any]:
    """GNU Backgammon's games a second, its start and end taken off."""
    program = find("gnubg")
    if program is None:
        return {"gnubg": "absent"}

    def seconds(command: str) -> float:
        began = time.perf_counter()
        text = GNUBG.format(trials=trials, command=command)
        subprocess.run([program, "-t", "-q", "-r"], input=text, capture_output=True, text=True, check=True)
        return time.perf_counter() - began

    took = seconds("rollout") - seconds("")
    ours = Settings(trials=trials, seed=1, variance_reduction=True)
    began = time.perf_counter()
    rollout(bg.Board(), ours)
    mine = time.perf_counter() - began
    return {"gnubg_games_per_s": round(trials / took, 1), "bitgammon_games_per_s": round(trials / mine, 1)}


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--dask", action="store_true")
    parser.add_argument("--gnubg", action="store_true")
    parser.add_argument("--json", action="store_true")
    options = parser.parse_args()
    rollout(bg.Board(), Settings(trials=36))  # tables and weights are loaded
    found: dict[str, Any] = {
        "games_per_s": games_per_second(options.rounds),
        "shares": {name: shares(WORK[name]) for name in ("positional", "positional, variance reduction")},
        "variance_reduction": variance_reduction(324),
    }
    if options.dask:
        found["dask"] = dask_overhead()
    if options.gnubg:
        found["gnubg"] = gnubg_games()
    if options.json:
        print(json.dumps(found))
        return
    for name, rows in found.items():
        print(name.replace("_", " "))
        for key, value in rows.items():
            text = ", ".join(f"{k} {v:,}" for k, v in value.items()) if isinstance(value, dict) else value
            print(f"  {key.replace('_', ' '):<32} {text}")


if __name__ == "__main__":
    main()
