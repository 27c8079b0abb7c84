"""``bitgammon bench``: the signature of this build and how fast it is here."""

import argparse
import json
from collections.abc import Iterator, Mapping
from typing import Final

NAME: Final = "bench"
SUMMARY: Final = "print the bench signature and speed of this build"
DESCRIPTION: Final = """\
List every play of a fixed set of positions. The signature depends on the plays and their order and on
nothing else: it is the same on every machine, and changes only when the package's behaviour does."""
EXAMPLES: Final = """\
examples:
  bitgammon bench
  bitgammon bench --json
  bitgammon bench --corpus boards.npz

json:
  {"pairs": 20000, "plays": 386777, "plays_per_s_best": ..., "plays_per_s_median": ..., "pairs_per_s_best": ...,
   "counts_per_s_best": ..., "perft3": 116154993, "perft3_s": ..., "playouts_per_s": ..., "turns_per_s": ...,
   "signature": "...", "cpu": "v3", "version": "..."}"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """[--corpus FILE.npz] [--json]."""
    parser.add_argument("--corpus", metavar="FILE.npz", help="boards int8 (N, 26) and dice uint8 (N, 2) to time")
    parser.add_argument("--json", action="store_true", help="one JSON object instead of text")


def run(options: argparse.Namespace) -> int:
    """Print what ``bitgammon.bench.run`` measures; 0."""
    from bitgammon import bench

    record = bench.run(options.corpus)
    if options.json:
        print(json.dumps(record))
    else:
        lines = list(_lines(record))
        width = max((len(name) for name, _ in lines), default=0)
        for name, value in lines:
            print(f"{name:<{width}}  {value}".rstrip())
    return 0


def _lines(record: Mapping[str, object], prefix: str = "") -> Iterator[tuple[str, str]]:
    """Names and values a person can read, nested records under their name."""
    for key, value in record.items():
        name = prefix + key.replace("_per_s", "/s").replace("_", " ")
        if isinstance(value, Mapping):
            yield from _lines(value, f"{name}: ")
        elif isinstance(value, bool) or value is None:
            yield name, {True: "yes", False: "no", None: "-"}[value]
        elif isinstance(value, int):
            yield name, f"{value:,}"
        elif isinstance(value, float):
            yield name, f"{value:,.3f}" if abs(value) < 1000 else f"{value:,.0f}"
        else:
            yield name, str(value)
