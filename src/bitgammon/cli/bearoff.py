"""``bitgammon bearoff``: exact figures of a bear-off, and building the tables they come from."""

import argparse
import json
from importlib import import_module
from pathlib import Path
from typing import Any, Final

import numpy as np

from bitgammon.arguments import MOST_THREADS, quoted
from bitgammon.batch.memory import check_size
from bitgammon.bearoff import BearoffEvaluator, OneSided, Source, TwoSided, one_sided, store, two_sided
from bitgammon.bearoff.numbering import MOST_POINTS, size
from bitgammon.bearoff.solve_one import longest
from bitgammon.cli import position
from bitgammon.cli.exits import INTERRUPTED, complain
from bitgammon.cli.progress import Progress
from bitgammon.cli.values import number
from bitgammon.errors import MissingExtraError, OutOfRangeError, UnknownNameError
from bitgammon.rules import CHECKERS, HOME, OUTCOMES

NAME: Final = "bearoff"
SUMMARY: Final = "exact rolls, chances and cube action of a bear-off"
DESCRIPTION: Final = """\
Say how many rolls each side of a bear-off takes, its effective pip count, who wins, and what to do with a centred
cube for money, before the roll: cube, score and dice of the position are not looked at. The tables are solved at
first use and kept in the cache: the folder that BITGAMMON_CACHE names, or the user's (extra tables). With the word
build instead of a position, solve and keep a table: --points N, and for both sides at once --checkers N."""
EXAMPLES: Final = """\
examples:
  bitgammon bearoff VQUAgKoCAAAAAA
  bitgammon bearoff VQUAgKoCAAAAAA --json
  bitgammon bearoff build --points 7 --threads 2

json:
  {"position_id": "...", "mean_rolls": 1.2, "epc": 10.2, "distribution": [...], "opponent": {...}, "outcomes": {...},
   "source": "two_sided", "cube": {"cubeless": 0.5, "owned": ..., "centred": ..., "opponent_owned": ...,
   "action": "double, take", "value": ...}}, "cube" null where the table of both sides does not reach; of build
  {"table": "...", "positions": 1307504, "bytes": ...}"""

_WIDTH: Final = 50


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """POSITION [--json] [--plot FILE], or build [--points N] [--checkers N] [--threads T]."""
    position.add_arguments(parser)
    parser.add_argument("--plot", metavar="FILE", help="draw both distributions (.png, .svg, ...; needs matplotlib)")
    parser.add_argument("--points", type=number(1, MOST_POINTS), metavar="N", help="of build (6)")
    parser.add_argument("--threads", type=number(0, MOST_THREADS), default=1, metavar="T", help="0 for one a core (1)")
    parser.add_argument("--json", action="store_true", help="one JSON object instead of text")


def run(options: argparse.Namespace) -> int:
    """Print the figures, or build a table; 0, or 130 if interrupted."""
    build = options.position == "build"
    if build and options.plot is not None:
        raise OutOfRangeError("build draws no --plot")
    if options.points is not None and not build:
        raise OutOfRangeError("--points is for build alone")
    if build:
        return _build(options)
    given = position.read(options.position, options.checkers)
    board = given.board
    with Progress("positions", size(HOME)) as progress:
        table = OneSided.load(threads=options.threads, progress=progress.advance)
    evaluator = BearoffEvaluator(table, TwoSided.load(threads=options.threads))
    found = evaluator.evaluate([board.points])
    sides = [[max(count, 0) for count in seen.points[1 : HOME + 1]] for seen in (board, board.swapped())]
    record: dict[str, Any] = {"position_id": board.position_id()}
    mine, theirs = (_side(table, counts) for counts in sides)
    record |= mine
    record["opponent"] = theirs
    record["outcomes"] = dict(zip(OUTCOMES, found.outcomes[0].tolist(), strict=True))
    record["source"] = Source(int(found.sources[0])).name.lower()
    record["cube"] = None
    if found.sources[0] == Source.TWO_SIDED:
        equities = evaluator.two_sided.of(*sides)
        record["cube"] = equities._asdict() | {"action": equities.action, "value": equities.value}
    if options.plot is not None:
        _plot(options.plot, mine, theirs)
    print(json.dumps(record)) if options.json else _print(record)
    return 0


def _side(table: OneSided, counts: list[int]) -> dict[str, Any]:
    chances = table.distribution(counts)
    last = int(np.flatnonzero(chances)[-1])
    return {
        "mean_rolls": table.mean(counts),
        "epc": table.epc(counts),
        "distribution": chances[: last + 1].tolist(),
    }


def _print(record: dict[str, Any]) -> None:
    for name, side in (("on roll", record), ("opponent", record["opponent"])):
        print(f"{name}: {side['mean_rolls']:.4f} rolls on average, EPC {side['epc']:.3f}")
    chances = record["outcomes"]
    how = "both sides' exact table" if record["source"] == "two_sided" else "each side's own rolls"
    gammons = f"(gammon {chances['win_gammon']:.4%}), loses a gammon {chances['lose_gammon']:.4%}"
    print(f"wins {chances['win']:.4%} {gammons}")
    print(f"by {how}" if record["source"] != "over" else "the game is over")
    if record["cube"]:
        cube = record["cube"]
        print(
            f"equity {cube['cubeless']:+.4f} cubeless, {cube['owned']:+.4f} owned, {cube['centred']:+.4f} centred,"
            f" {cube['opponent_owned']:+.4f} opponent owns"
        )
        print(f"for money, before the roll, with a centred cube: {cube['action']} ({cube['value']:+.4f})")
    print()
    top = max(record["distribution"])
    for rolls, chance in enumerate(record["distribution"]):
        if chance >= 0.00005:
            unit, bar = "roll " if rolls == 1 else "rolls", "#" * round(_WIDTH * chance / top)
            print(f"{rolls:>3} {unit} {chance:8.2%}  {bar}".rstrip())


def _plot(path: str, mine: dict[str, Any], theirs: dict[str, Any]) -> None:
    try:
        figure = import_module("matplotlib.figure").Figure()  # without pyplot, which looks for a window
    except ImportError:
        raise MissingExtraError("--plot needs matplotlib: pip install 'bitgammon[plot]'") from None
    axes = figure.subplots()
    for label, side, shift in (("on roll", mine, -0.2), ("opponent", theirs, 0.2)):
        chances = side["distribution"]
        axes.bar(np.arange(len(chances)) + shift, chances, 0.4, label=f"{label}: {side['mean_rolls']:.2f} rolls")
    axes.set_xlabel("rolls to bear off")
    axes.set_ylabel("chance")
    axes.legend()
    kinds = figure.canvas.get_supported_filetypes()
    if (kind := Path(path).suffix[1:].lower()) not in kinds:
        raise UnknownNameError(f"--plot {quoted(path)}: {quoted(kind)} is none of {', '.join(sorted(kinds))}")
    figure.savefig(path)


def _build(options: argparse.Namespace) -> int:
    """Solve a table and keep it, whatever the cache has."""
    where = store.folder()
    if where is None:
        raise MissingExtraError("tables are kept with platformdirs: pip install 'bitgammon[tables]'")
    points, checkers = options.points or HOME, options.checkers
    alone = checkers is None
    total = size(points) if alone else size(points, checkers) ** 2
    check_size(total * (8 * (longest(points, CHECKERS)[0] + 1) if alone else 64), None)
    try:
        with Progress("positions", total) as progress:
            arguments = {"threads": options.threads, "progress": progress.advance}
            if alone:
                path = where / one_sided.file_name(points)
                OneSided.build(points, **arguments).save(path)
            else:
                path = where / two_sided.file_name(points, checkers)
                TwoSided.build(points, checkers, **arguments).save(path)
    except KeyboardInterrupt:
        complain("interrupted: no table was kept")
        return INTERRUPTED
    record = {"table": str(path), "positions": total, "bytes": path.stat().st_size}
    print(json.dumps(record) if options.json else f"{path}: {total:,} positions, {record['bytes']:,} bytes")
    return 0
