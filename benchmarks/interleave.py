"""Compares programs that print one JSON line of figures each, in turn, so that a slow minute hits all alike.

    python benchmarks/interleave.py --rounds 7 \\
        "ours=bitgammon bench --json --corpus tests/data/corpus.npz" "other=./other corpus.bin"

Of every key that all print, the best of the rounds is taken (the largest of a rate ``..._per_s...``, the
smallest of a time ``..._s``), and its ratio to the same figure of the last program; above 1 is better. Other
numbers must be the same in all programs and rounds. Prints a table on the error stream and one JSON line.
"""

import argparse
import json
import re
import shlex
import subprocess
import sys
from collections.abc import Callable

Figures = dict[str, float]


def kind(key: str) -> str:
    """Whether a key is a rate, a time, or a fact that must not change."""
    if re.search(r"_per_s(_|$)", key):
        return "rate"
    return "time" if key.endswith(("_s", "_ms", "_us", "_ns")) else "fact"


def figures(command: str) -> Figures:
    """Runs one program; its last line of output is the JSON."""
    run = subprocess.run(shlex.split(command), capture_output=True, text=True, check=False)
    if run.returncode or not run.stdout.strip():
        sys.exit(f"{command}: exit status {run.returncode}\n{run.stderr}")
    found = json.loads(run.stdout.strip().splitlines()[-1])
    return {key: value for key, value in found.items() if isinstance(value, int | float)}


def best(key: str, rounds: list[Figures]) -> float:
    """The best figure of the rounds."""
    choose: Callable[[list[float]], float] = max if kind(key) == "rate" else min
    return choose([figure[key] for figure in rounds])


def compare(results: dict[str, list[Figures]]) -> dict[str, dict[str, dict[str, float]]]:
    """Per key and program: the best and the ratio to the last program."""
    names = list(results)
    runs = [figure for rounds in results.values() for figure in rounds]
    shared = [key for key in results[names[-1]][0] if all(key in figure for figure in runs)]
    table: dict[str, dict[str, dict[str, float]]] = {}
    for key in shared:
        if kind(key) == "fact":
            values = {figure[key] for figure in runs}
            if len(values) > 1:
                sys.exit(f"{key} differs: {values}")
            continue
        base = best(key, results[names[-1]])
        table[key] = {}
        for name in names:
            figure = best(key, results[name])
            ratio = figure / base if kind(key) == "rate" else base / figure
            table[key][name] = {"best": figure, "ratio": round(ratio, 4)}
    return table


def main() -> None:
    """Run, compare, print."""
    parser = argparse.ArgumentParser(description="Compare programs that print one JSON line of figures each.")
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("commands", nargs="+", metavar="NAME=COMMAND")
    arguments = parser.parse_args()
    commands = dict(text.split("=", 1) for text in arguments.commands)
    results: dict[str, list[Figures]] = {name: [] for name in commands}
    for _ in range(arguments.rounds):
        for name, command in commands.items():
            results[name].append(figures(command))
    table = compare(results)
    for key, row in table.items():
        cells = "   ".join(f"{name} {cell['best']:,.6g} ({cell['ratio']:.3f})" for name, cell in row.items())
        print(f"{key:24} {cells}", file=sys.stderr)
    print(json.dumps({"rounds": arguments.rounds, "ratios": table}))


if __name__ == "__main__":
    main()
