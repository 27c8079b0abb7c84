"""``bitgammon perft``: count the plays a number of turns ahead, roll by roll."""

import argparse
import json
import time
from typing import Final, NamedTuple

import bitgammon
from bitgammon.cli import position
from bitgammon.cli.exits import INTERRUPTED, complain
from bitgammon.cli.progress import Progress
from bitgammon.cli.values import number
from bitgammon.counting import MOST_DEPTH
from bitgammon.rules import ROLLS, roll_weight

NAME: Final = "perft"
SUMMARY: Final = "count the plays some turns ahead"
DESCRIPTION: Final = """\
Count the ways the next N turns can go, over the 21 rolls of each turn and their plays, and show the
count by first roll. A pass is one play; a finished game is one at the depth where it ends."""
EXAMPLES: Final = """\
examples:
  bitgammon perft standard --depth 2                (202782)
  bitgammon perft standard --depth 2 --weighted     (419783: a roll of two different dice counts twice)
  bitgammon perft 4HPwATDgc/ABMA --depth 3 --json

Dice in the position are not looked at. Interrupted (Ctrl-C), it shows the rolls done, with exit code 130.

json:
  {"position_id": "...", "depth": 2, "weighted": false, "rolls": [{"roll": "11", "count": 18498, "plays": [{"play": ...,
   "count": ...}]}], "total": 202782, "seconds": ..., "complete": true}, "plays" with --divide alone"""

_IN_ONE_GO: Final = 3  # turns counted between two looks at the clock, a fraction of a second


class _Row(NamedTuple):
    """One first roll: its count, and the count of each of its plays."""

    roll: str
    total: int
    plays: list[tuple[str, int]]


class _Outcome(NamedTuple):
    """All that was counted; not ``complete`` if it was interrupted."""

    rows: list[_Row]
    total: int
    seconds: float
    complete: bool


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """POSITION --depth N [--weighted] [--divide] [--checkers N] [--json]."""
    position.add_arguments(parser)
    parser.add_argument("--depth", type=number(0, MOST_DEPTH), required=True, metavar="N", help="how many turns")
    parser.add_argument("--weighted", action="store_true", help="count every roll as often as it falls in 36")
    parser.add_argument("--divide", action="store_true", help="show the count of every first play too")
    parser.add_argument("--json", action="store_true", help="one JSON object instead of text")


def run(options: argparse.Namespace) -> int:
    """Print the counts; 0, or 130 if interrupted. Raises the package's errors for a wrong position."""
    board = position.read(options.position, options.checkers).board
    outcome = _count(board, options.depth, options.weighted)
    if options.json:
        print(json.dumps(_record(board, options, outcome)))
    else:
        _print(outcome, options.divide)
    if outcome.complete:
        return 0
    done = f"{len(outcome.rows)} of {len(ROLLS)} rolls are done, the total is theirs"
    complain(f"interrupted: {done}")
    return INTERRUPTED


def _count(board: bitgammon.Board, depth: int, weighted: bool) -> _Outcome:
    """Count roll by roll; an interrupt keeps the rolls that are done."""
    begin = time.perf_counter()
    rows: list[_Row] = []
    if depth == 0 or board.result():
        return _Outcome(rows, 1, time.perf_counter() - begin, True)
    complete = False
    with Progress("rolls", len(ROLLS)) as progress:
        try:
            for roll in ROLLS:
                weight = roll_weight(*roll) if weighted else 1
                plays = board.plays(*roll)
                counts = []
                for play, after in zip(plays, plays.boards, strict=True):
                    below = _perft(after.swapped(), depth - 1, weighted, progress)
                    counts.append((str(play), weight * below))
                rows.append(_Row(f"{roll[0]}{roll[1]}", sum(count for _, count in counts), counts))
                progress.advance(1)
            complete = True
        except KeyboardInterrupt:
            pass
    return _Outcome(rows, sum(row.total for row in rows), time.perf_counter() - begin, complete)


def _perft(board: bitgammon.Board, depth: int, weighted: bool, progress: Progress) -> int:
    """The same as ``bitgammon.perft``, in pieces that let the progress be shown."""
    if depth <= _IN_ONE_GO or board.result():
        progress.advance()
        return bitgammon.perft(board, depth, weighted)
    total = 0
    for roll in ROLLS:
        boards = board.plays(*roll).boards
        below = sum(_perft(after.swapped(), depth - 1, weighted, progress) for after in boards)
        total += below * (roll_weight(*roll) if weighted else 1)
    return total


def _print(outcome: _Outcome, divide: bool) -> None:
    if outcome.rows:
        width = max(len(f"{outcome.total:,}"), len("plays"))
        print(f"roll  {'plays':>{width}}")
        for row in outcome.rows:
            print(f"{row.roll:<4}  {row.total:>{width},}")
            if divide:
                for play, count in row.plays:
                    print(f"      {count:>{width},}  {play}")
        print()
    print(f"total {outcome.total:,} in {outcome.seconds:.3f} s")


def _record(board: bitgammon.Board, options: argparse.Namespace, outcome: _Outcome) -> dict[str, object]:
    rolls: list[dict[str, object]] = []
    for row in outcome.rows:
        rolls.append({"roll": row.roll, "count": row.total})
        if options.divide:
            rolls[-1]["plays"] = [{"play": play, "count": count} for play, count in row.plays]
    return {
        "position_id": board.position_id(),
        "depth": options.depth,
        "weighted": options.weighted,
        "rolls": rolls,
        "total": outcome.total,
        "seconds": round(outcome.seconds, 6),
        "complete": outcome.complete,
    }
