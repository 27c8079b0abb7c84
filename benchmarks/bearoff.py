"""Positions of the exact tables solved a second, and GNU Backgammon's makebearoff in the same run, if installed.

    python benchmarks/bearoff.py [--threads 1] [--json]

Each table is checked by a published figure before its time counts. Seconds are of the processor, which another program
on the machine does not lengthen; makebearoff takes half a minute for its two-sided file.
"""

import argparse
import json
import resource
import subprocess
import tempfile
import time
from collections.abc import Callable
from itertools import islice
from pathlib import Path

from programs import find

from bitgammon.bearoff import OneSided, TwoSided
from bitgammon.bearoff.solve_hypergammon import sweeps

MEANS, CENTRED = 394310.93333793, 263313.26692754


def one_sided(threads: int) -> int:
    """The table of 6 points."""
    table = OneSided.build(threads=threads)
    assert abs(table.means.sum() - MEANS) < 1e-7
    return len(table.means)


def two_sided(threads: int) -> int:
    """The table of 6 points and 6 checkers."""
    equities = TwoSided.build(threads=threads).equities
    assert abs(equities[1:, 1:, 2].sum() - CENTRED) < 1e-6
    return int(equities[..., 0].size)


def hypergammon(threads: int) -> int:
    """Three sweeps of two checkers a side."""
    last = list(islice(sweeps(2, threads=threads), 3))[-1]
    assert last.number == 3
    return 3 * 106_552


def makebearoff(arguments: list[str]) -> float | None:
    """Seconds of the processor that makebearoff takes, or None where it is absent."""
    program = find("makebearoff")
    if program is None:
        return None
    before = resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime
    with tempfile.TemporaryDirectory() as folder:
        subprocess.run([program, *arguments, "-f", "made.bd"], check=True, capture_output=True, cwd=Path(folder))
    return resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime - before


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--threads", type=int, default=1)
    parser.add_argument("--json", action="store_true")
    given = parser.parse_args()
    works: dict[str, tuple[Callable[[int], int], list[str]]] = {
        "one-sided, 6 points": (one_sided, ["-o", "6"]),
        "two-sided, 6 checkers": (two_sided, ["-t", "6x6"]),
        "hypergammon, 2 checkers, a sweep's": (hypergammon, []),
    }
    found = {}
    for name, (work, arguments) in works.items():
        began = time.process_time()
        positions = work(given.threads)
        seconds = time.process_time() - began
        theirs = makebearoff(arguments) if arguments else None
        found[name] = {"positions_per_s": round(positions / seconds), "s": round(seconds, 3), "makebearoff_s": theirs}
    if given.json:
        print(json.dumps(found))
        return
    for name, row in found.items():
        other = "" if row["makebearoff_s"] is None else f", makebearoff {row['makebearoff_s']:.1f} s"
        print(f"{name:<36} {row['positions_per_s']:>12,} positions/s, {row['s']:.2f} s{other}")


if __name__ == "__main__":
    main()
