"""What ``import bitgammon`` adds to ``import numpy``: milliseconds and megabytes (peak resident), Linux only.

Fresh processes, the two in turn, medians of each, their difference. Prints one JSON line.
"""

import argparse
import json
import statistics
import subprocess
import sys

PROBE = """
import time
start = time.perf_counter()
import {module}
seconds = time.perf_counter() - start
peak = next(line for line in open("/proc/self/status") if line.startswith("VmHWM:"))
print(seconds * 1e3, int(peak.split()[1]) / 1024)
"""


def probe(module: str) -> tuple[float, float]:
    """Milliseconds of the import and the process's peak in MB."""
    # -P keeps the current folder off the path: the installed package is measured.
    command = [sys.executable, "-P", "-c", PROBE.format(module=module)]
    milliseconds, megabytes = subprocess.run(command, capture_output=True, check=True).stdout.split()
    return float(milliseconds), float(megabytes)


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description="What import bitgammon adds to import numpy.")
    parser.add_argument("--rounds", type=int, default=21)
    rounds = parser.parse_args().rounds
    modules = ("numpy", "bitgammon")
    for module in modules:
        probe(module)  # files into the cache, bytecode written
    found: dict[str, list[tuple[float, float]]] = {module: [] for module in modules}
    for _ in range(rounds):
        for module in modules:
            found[module].append(probe(module))
    numpy_ms, numpy_mb = (statistics.median(column) for column in zip(*found["numpy"], strict=True))
    ours_ms, ours_mb = (statistics.median(column) for column in zip(*found["bitgammon"], strict=True))
    result = {
        "rounds": rounds,
        "numpy_ms": numpy_ms,
        "added_ms": ours_ms - numpy_ms,
        "numpy_mb": numpy_mb,
        "added_mb": ours_mb - numpy_mb,
    }
    print(json.dumps({key: round(value, 2) for key, value in result.items()}))


if __name__ == "__main__":
    main()
