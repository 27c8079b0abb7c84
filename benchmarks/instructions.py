"""Instructions of the kernel on the corpus, counted by valgrind's callgrind: the same figure run after run.

Each figure is the difference between processes that differ only in how often they go over the corpus, so what
the interpreter does cancels. ``instructions.json`` beside this file records them by compiler and variant; a
growth of more than 3 % under the same compiler fails. Run ``ci/instructions [--update]``, or this file with
bitgammon installed.
"""

import argparse
import json
import os
import platform
import re
import subprocess
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

HERE = Path(__file__).resolve().parent
RECORD = HERE / "instructions.json"
CORPUS = HERE.parent / "tests" / "data" / "corpus.npz"
ALLOWED_GROWTH = 0.03
EXTRA = 4  # rounds over the corpus that a figure is the mean of


def drive(lists: int, counts: int) -> None:
    """What runs under valgrind: list and count the plays of the corpus that often."""
    import numpy as np

    from bitgammon.core import bench

    corpus = np.load(CORPUS)
    boards, dice, plays = corpus["boards"], corpus["dice"], int(corpus["plays"].sum())
    for function, repeats in ((bench.list_corpus, lists), (bench.count_corpus, counts)):
        if function(boards, dice, repeats) != plays * repeats:
            sys.exit(f"{function}: wrong number of plays")


def instructions(variant: str, lists: int, counts: int) -> int:
    """Instructions of one whole process."""
    quiet = {"OPENBLAS_NUM_THREADS": "1", "PYTHONHASHSEED": "0", "PYTHONDONTWRITEBYTECODE": "1"}
    with tempfile.NamedTemporaryFile() as out:
        command = ["valgrind", "--tool=callgrind", f"--callgrind-out-file={out.name}"]
        command += [sys.executable, __file__, "--drive", str(lists), str(counts)]
        environment = os.environ | quiet | {"BITGAMMON_CPU": variant}
        run = subprocess.run(command, env=environment, capture_output=True, text=True, check=False)
    total = re.search(r"Collected : (\d+)", run.stderr)
    if run.returncode or not total:
        sys.exit(f"{' '.join(command)}\n{run.stdout}{run.stderr}")
    return int(total[1])


def measure(variant: str) -> dict[str, int]:
    """Instructions of one round over the corpus: listing, counting."""
    runs = [(1, 1), (1 + EXTRA, 1), (1, 1 + EXTRA)]
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        base, listing, counting = pool.map(lambda run: instructions(variant, *run), runs)
    return {"list": (listing - base) // EXTRA, "count": (counting - base) // EXTRA}


def kernels() -> dict[str, Path]:
    """The compiled kernels of the installed package, by variant."""
    import bitgammon.core

    folder = Path(str(bitgammon.core.__file__)).parent
    return {path.name.split(".")[0].removeprefix("_kernel_"): path for path in folder.glob("_kernel_*.so")}


def compiler(module: Path) -> str:
    """Which compiler a module was built with, as it says itself."""
    marks = re.findall(rb"GCC: \([^)\0]*\) [\w.-]+|clang version [^\0]*", module.read_bytes())
    return f"{platform.machine()}, " + (" + ".join(sorted({m.decode() for m in marks})) or "unknown compiler")


def main() -> int:
    """0 unless a figure has grown too much."""
    parser = argparse.ArgumentParser(description="Instructions of the kernel, against the record.")
    parser.add_argument("--update", action="store_true", help="write the record for this compiler")
    parser.add_argument("--drive", nargs=2, type=int, help=argparse.SUPPRESS)
    arguments = parser.parse_args()
    if arguments.drive:
        drive(*arguments.drive)
        return 0
    record = json.loads(RECORD.read_text(encoding="utf-8")) if RECORD.exists() else {}
    grown = 0
    for variant, module in sorted(kernels().items()):
        figures, name = measure(variant), compiler(module)
        before = record.get(name, {}).get(variant)
        if arguments.update:
            record.setdefault(name, {})[variant] = figures
        for key, figure in figures.items():
            line = f"{variant:9} {key:6} {figure:12,} instructions"
            if before is None:
                print(f"{line}   NOTHING RECORDED under {name}: passes unchecked, --update records it")
                continue
            change = figure / before[key] - 1
            failed = change > ALLOWED_GROWTH and not arguments.update
            grown += failed
            print(f"{line}   {change:+.2%} against {before[key]:,}{'   GROWN' if failed else ''}")
    if arguments.update:
        RECORD.write_text(json.dumps(record, indent=2, sort_keys=True) + "\n", encoding="utf-8")
    return 1 if grown else 0


if __name__ == "__main__":
    sys.exit(main())
