"""Checks every program's plays against bitgammon's, then times all in turn: ``benchmarks/results/peers.json``.

    PYTHONPATH=benchmarks python -m peers.compare --rounds 7

One process on one core; each round asks every door for the plays of all pairs, again and again for a while, and
lets it play random games. Rates count distinct legal plays (a pass is none), whatever else a program lists. Where
a program is asked about turns of its own games, bitgammon is timed on the same ones, and ratios are to that.
"""

import argparse
import datetime
import json
import os
import platform
import random
import statistics
import sys
from collections.abc import Callable, Iterator, Sequence
from importlib import import_module
from pathlib import Path
from time import perf_counter
from typing import Any, NamedTuple

import numpy as np

from bitgammon.core.movegen import variant
from peers import Absent, Door, Pair, Points, ours

BENCHMARKS = Path(__file__).resolve().parent.parent
CORPUS = BENCHMARKS.parent / "tests" / "data" / "corpus.npz"
OUT = BENCHMARKS / "results" / "peers.json"
#: Adapter of each program but bitgammon.
PROGRAMS = {"gnubg-nn": "gnubg", "bgsage": "sage", "open-spiel": "openspiel", "pgx": "pgx_cpu"}
SINGLE, BATCH = ours.Single(), ours.Batch()


class Asked(NamedTuple):
    """Pairs, and bitgammon's plays of them."""

    pairs: Sequence[Pair]
    plays: list[set[Points]]

    @property
    def total(self) -> int:
        """All plays, passes not counted."""
        return sum(len(plays) for pair, plays in zip(self.pairs, self.plays, strict=True) if plays != {pair.points})


class Runner(NamedTuple):
    """What is timed on one set of pairs."""

    door: Door
    asked: str
    run: Callable[[], int]
    rates: list[float]
    games: list[float]


def corpus_pairs(sample: int, seed: int) -> list[Pair]:
    """The corpus in its order, or a random part of it; ours must find as many plays as the file says."""
    with np.load(CORPUS) as data:
        boards, dice, plays = (data[key].tolist() for key in ("boards", "dice", "plays"))
    found = [len(of) for of in BATCH.results([Pair(tuple(b), *d) for b, d in zip(boards, dice, strict=True)])]
    if found != [max(n, 1) for n in plays]:
        sys.exit(f"{CORPUS.name}: bitgammon's numbers of plays are not the file's")
    chosen = range(len(plays)) if not sample else sorted(random.Random(seed).sample(range(len(plays)), sample))
    return [Pair(tuple(boards[i]), *dice[i]) for i in chosen]


def installed() -> tuple[list[Door], list[dict[str, str]]]:
    """The doors there are, and why others are absent."""
    found, absent = ours.doors(), []
    for program, module in PROGRAMS.items():
        try:
            found += import_module(f"peers.{module}").doors()
        except Absent as reason:
            absent.append({"program": program, "reason": str(reason)})
    return found, absent


def disagreements(door: Door, asked: Asked) -> dict[str, Any]:
    """How many pairs have plays too many or too few, and the first of them."""
    wrong = extra = missing = 0
    example: dict[str, Any] | None = None
    for pair, right, found in zip(asked.pairs, asked.plays, door.results(asked.pairs), strict=True):
        if found == right:
            continue
        wrong, extra, missing = wrong + 1, extra + len(found - right), missing + len(right - found)
        example = example or {
            "points": pair.points,
            "dice": pair[1:],
            "extra": sorted(found - right)[:1],
            "missing": sorted(right - found)[:1],
        }
    return {"wrong_pairs": wrong, "extra_plays": extra, "missing_plays": missing, "example": example}


def rate(call: Callable[[], object], seconds: float) -> float:
    """Calls a second."""
    calls, start = 0, perf_counter()
    while (spent := perf_counter() - start) < seconds or not calls:
        call()
        calls += 1
    return calls / spent


def best_and_median(figures: list[float]) -> dict[str, float] | None:
    """Of the rounds, to five digits."""
    if not figures:
        return None
    return {"best": float(f"{max(figures):.5g}"), "median": float(f"{statistics.median(figures):.5g}")}


def row(runner: Runner, asked: Asked, base: dict[str, float], found: dict[str, Any]) -> dict[str, Any]:
    """The result of one door; ``base`` is the best rate of bitgammon's two on the same pairs."""
    door, best = runner.door, max(runner.rates)
    return {
        "name": door.name,
        "program": door.program,
        "version": door.version(),
        "answer": door.answer,
        "pairs": runner.asked,
        **found,
        "plays_per_s": best_and_median([figure * asked.total for figure in runner.rates]),
        "pairs_per_s": best_and_median([figure * len(asked.pairs) for figure in runner.rates]),
        "single_call_ratio": float(f"{base[SINGLE.name] / best:.4g}"),
        "batch_ratio": float(f"{base[BATCH.name] / best:.4g}"),
        "games_per_s": best_and_median(runner.games),
    }


def cpu_model() -> str:
    """As the system names it."""
    info = Path("/proc/cpuinfo")
    if info.exists():
        for line in info.read_text(encoding="utf-8").splitlines():
            if line.startswith("model name"):
                return line.partition(":")[2].strip()
    return platform.processor() or platform.machine()


def machine(note: str) -> dict[str, Any]:
    """Where and when."""
    return {
        "date": datetime.date.today().isoformat(),
        "cpu": cpu_model(),
        "system": f"{platform.system()} {platform.machine()}",
        "cores": os.cpu_count(),
        "instruction_set": variant,
        "python": platform.python_version(),
        "numpy": np.__version__,
        "note": note,
    }


def say(text: str) -> None:
    """Progress."""
    print(text, file=sys.stderr, flush=True)


def runners(found: list[Door], sets: dict[str, Asked], of: dict[str, str]) -> Iterator[Runner]:
    """Each door on what it is asked, and bitgammon's two on every other set."""
    for door in found:
        yield Runner(door, of[door.name], door.ready(sets[of[door.name]].pairs), [], [])
    for name, asked in sets.items():
        for door in (SINGLE, BATCH):
            if of[door.name] != name:
                yield Runner(door, name, door.ready(asked.pairs), [], [])


def main() -> None:
    """Check, time, write."""
    parser = argparse.ArgumentParser(description="Compare bitgammon with other programs that list plays.")
    parser.add_argument("--rounds", type=int, default=7)
    parser.add_argument("--seconds", type=float, default=0.5, help="of a door in a round, at least")
    parser.add_argument("--sample", type=int, default=0, help="so many random pairs instead of the whole corpus")
    parser.add_argument("--seed", type=int, default=26)
    parser.add_argument("--note", default="", help="what else the machine was doing")
    parser.add_argument("--out", type=Path, default=OUT)
    arguments = parser.parse_args()
    if hasattr(os, "sched_setaffinity"):
        os.sched_setaffinity(0, {max(os.sched_getaffinity(0))})
    found, absent = installed()
    for program in absent:
        say(f"absent: {program['program']}: {program['reason']}")
    corpus = corpus_pairs(arguments.sample, arguments.seed)
    sets: dict[str, Asked] = {}
    of: dict[str, str] = {}
    wrong: dict[str, dict[str, Any]] = {}
    for door in found:
        pairs = door.pairs(corpus)
        of[door.name] = "corpus" if pairs is corpus else f"turns of {door.program}'s own games"
        if of[door.name] not in sets:
            sets[of[door.name]] = Asked(pairs, list(BATCH.results(pairs)))
        wrong[door.name] = disagreements(door, sets[of[door.name]])
        say(f"{door.name}: {wrong[door.name]['wrong_pairs']} of {len(pairs):,} pairs wrong")
    everything = list(runners(found, sets, of))
    listed = [runner.run() for runner in everything]  # before the rounds, so that none compiles in them
    for door in found:
        if door.games_a_round:
            door.games(arguments.seed)
    for number in range(arguments.rounds):
        for runner in everything:
            runner.rates.append(rate(runner.run, arguments.seconds))
            if runner.door.games_a_round and runner.asked == of[runner.door.name]:
                start = perf_counter()
                ended = runner.door.games(arguments.seed + number)
                runner.games.append(ended / (perf_counter() - start))
        say(f"round {number + 1} of {arguments.rounds}")
    best = {(runner.door.name, runner.asked): max(runner.rates) for runner in everything}
    base = {name: {door.name: best[door.name, name] for door in (SINGLE, BATCH)} for name in sets}
    result = {
        **machine(arguments.note),
        "rounds": arguments.rounds,
        "pairs": {name: {"pairs": len(asked.pairs), "plays": asked.total} for name, asked in sets.items()},
        "doors": [
            row(runner, sets[runner.asked], base[runner.asked], {"listed": number, **wrong[runner.door.name]})
            for runner, number in zip(everything[: len(found)], listed, strict=False)
        ],
        "absent": absent,
    }
    arguments.out.parent.mkdir(exist_ok=True)
    arguments.out.write_text(json.dumps(result, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
