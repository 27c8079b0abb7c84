"""Our tables against the files that GNU Backgammon's own programs make.

    tables.py [--folder /usr/games] [--two-sided]

``makebearoff`` and ``makehyper`` stand in the folder. The one-sided file of 6 points is always compared; the two-sided
one of 6 checkers and 6 points takes makebearoff half a minute.
"""

import argparse
import subprocess
import sys
import tempfile
from pathlib import Path

import numpy as np

from bitgammon.bearoff import Hypergammon, OneSided, TwoSided, gnubg_files
from bitgammon.bearoff.solve_hypergammon import half_boards, legal
from bitgammon.core.hypergammon import Positions

#: How far 16 bits may be off: chances cut at both ends move a mean by up to this, equities by some steps of 1/32767.5.
MEAN, FIRST, EQUITY = 3e-4, 6e-5, 1.4e-4
#: Its iteration ends when nothing changes by more than this or so.
HYPERGAMMON = 1e-4


def made(folder: Path, arguments: list[str], path: Path) -> None:
    """Has makebearoff write a file."""
    command = [str(folder / "makebearoff"), *arguments, "-f", str(path)]
    subprocess.run(command, check=True, capture_output=True, timeout=600)


def told(name: str, differences: dict[str, float], limits: dict[str, float]) -> bool:
    """Prints a line; whether every difference is within its limit."""
    shown = ", ".join(f"{of} {value:.2e}" for of, value in differences.items())
    print(f"{name}: largest differences {shown}")
    return all(differences[of] <= limits[of] for of in limits)


def one_sided(folder: Path, scratch: Path) -> bool:
    """The chances of rolls, as means, and of the first checker; of our file too."""
    made(folder, ["-o", "6"], scratch / "theirs.bd")
    table = OneSided.build()
    gnubg_files.write_one_sided(scratch / "ours.bd", table)
    files = [gnubg_files.read_one_sided(scratch / name) for name in ("ours.bd", "theirs.bd")]
    rolls = np.arange(files[0].rolls.shape[1])
    differences = {
        "of means": float(np.abs(files[0].rolls @ rolls - files[1].rolls @ rolls).max()),
        "from the exact means": float(np.abs(files[1].rolls @ rolls - table.means).max()),
        "of first checkers": float(np.abs(files[0].first - files[1].first).max()),
    }
    limits = {"of means": MEAN, "from the exact means": MEAN, "of first checkers": FIRST}
    return told("one-sided, 6 points", differences, limits)


def two_sided(folder: Path, scratch: Path) -> bool:
    """All four equities of every pair."""
    made(folder, ["-t", "6x6"], scratch / "theirs.bd")
    table = TwoSided.build()
    gnubg_files.write_two_sided(scratch / "ours.bd", table)
    files = [gnubg_files.read_two_sided(scratch / name).equities[1:, 1:] for name in ("ours.bd", "theirs.bd")]
    names = ("cubeless", "owned", "centred", "opponent owned")
    differences = dict(zip(names, np.abs(files[0] - files[1]).max(axis=(0, 1)).tolist(), strict=True))
    return told("two-sided, 6 points, 6 checkers", differences, dict.fromkeys(names, EQUITY))


def hypergammon(folder: Path, scratch: Path) -> bool:
    """The four cubeful equities of every position of one checker a side."""
    path = scratch / "hyper1.bd"  # makehyper ends in an abort where the name is long
    command = [str(folder / "makehyper"), "-c", "1", "-n", "-f", path.name]
    subprocess.run(command, check=True, capture_output=True, timeout=600, cwd=scratch)
    solved = Hypergammon.load(1, folder=scratch)
    inside = legal(half_boards(Positions(1)))
    ours = np.asarray(solved.values).reshape(*inside.shape, 5)[inside][:, 1:]
    theirs = gnubg_files.read_hypergammon(path).equities[inside]
    largest = float(np.abs(ours - theirs).max())
    print(f"hypergammon, 1 checker: largest difference {largest:.2e}")
    return largest <= HYPERGAMMON


def main() -> None:
    """Exit with 1 unless all is within what 16 bits leave open."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--folder", type=Path, default=Path("/usr/games"))
    parser.add_argument("--two-sided", action="store_true")
    given = parser.parse_args()
    with tempfile.TemporaryDirectory() as scratch:
        fine = one_sided(given.folder, Path(scratch))
        fine &= hypergammon(given.folder, Path(scratch))
        if given.two_sided:
            fine &= two_sided(given.folder, Path(scratch))
    sys.exit(0 if fine else 1)


if __name__ == "__main__":
    main()
