"""``bitgammon hypergammon``: the exact values of the start with one, two or three checkers a side."""

import argparse
import json
import math
from typing import Final

from bitgammon.arguments import MOST_THREADS
from bitgammon.bearoff import store
from bitgammon.bearoff.hypergammon import MOST_CHECKERS, Hypergammon, half_done
from bitgammon.bearoff.solve_hypergammon import TOLERANCE
from bitgammon.cli.exits import INTERRUPTED, complain
from bitgammon.cli.progress import Progress
from bitgammon.cli.values import number

NAME: Final = "hypergammon"
SUMMARY: Final = "exact values of hypergammon's start"
DESCRIPTION: Final = """\
Solve hypergammon with so many checkers a side, or load the solution from the cache, and print what the start is
worth: for the side on roll before any roll, and for the winner of the opening roll. Interrupted or killed, the next
run goes on from the last whole sweep. The cache is the folder that BITGAMMON_CACHE names, or the user's (extra
tables)."""
EXAMPLES: Final = """\
examples:
  bitgammon hypergammon --checkers 1
  bitgammon hypergammon --checkers 2 --json
  bitgammon hypergammon --checkers 3 --threads 0       (forty minutes on two cores, 430 MB in the cache)

json:
  {"checkers": 1, "cubeless": ..., "owned": ..., "centred": ..., "centred_jacoby": ..., "opponent_owned": ...,
   "opening_winner": {"cubeless": ..., ...}, "sweeps": 25}"""

_DIGITS: Final = round(-math.log10(TOLERANCE))


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """--checkers N [--threads T] [--json]."""
    parser.add_argument("--checkers", type=number(1, MOST_CHECKERS), required=True, metavar="N", help="a side, 1 to 3")
    parser.add_argument("--threads", type=number(0, MOST_THREADS), default=1, metavar="T", help="0 for one a core (1)")
    parser.add_argument("--json", action="store_true", help="one JSON object instead of text")


def run(options: argparse.Namespace) -> int:
    """Print the values; 0, or 130 if interrupted."""
    try:
        with Progress("digits", _DIGITS) as progress:

            def told(change: float) -> None:
                digits = 0 if change >= 1 else _DIGITS if change <= TOLERANCE else int(-math.log10(change))
                progress.advance(digits - progress.done)

            solved = Hypergammon.load(options.checkers, threads=options.threads, progress=told)
    except KeyboardInterrupt:
        folder = store.folder()
        kept = folder is not None and half_done(folder, options.checkers).is_file()
        complain(f"interrupted: {'the next run goes on from the last whole sweep' if kept else 'no sweep was kept'}")
        return INTERRUPTED
    start, opening = solved.start()._asdict(), solved.opening_winner()._asdict()
    if options.json:
        record = {"checkers": options.checkers, **start, "opening_winner": opening, "sweeps": solved.sweeps}
        print(json.dumps(record))
        return 0
    print(f"{'':<16}  side on roll   opening winner")
    for name, value in start.items():
        print(f"{name.replace('_', ' '):<16}  {value:+.10f}  {opening[name]:+.10f}")
    print(f"\n{solved.sweeps} sweeps")
    return 0
