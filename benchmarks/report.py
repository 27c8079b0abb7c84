"""Writes what ``peers/compare.py`` found into README, between the markers of the table.

    python benchmarks/report.py             # benchmarks/results/peers.json into README.md
    python benchmarks/report.py --check     # fail if README says something else

Nothing is left out: a program that is faster shows as a ratio below 1, in bold; one that is absent, with the
reason; one that is wrong, with the number of pairs.
"""

import argparse
import json
import sys
import textwrap
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
BEGIN, END = "<!-- peers table: begin -->", "<!-- peers table: end -->"
HEAD = (
    "| program and call | version | answer | plays/s | single call | batch | random games/s | wrong pairs |\n"
    "| --- | --- | --- | ---: | ---: | ---: | ---: | ---: |"
)
WIDTH = 112


class ReportError(Exception):
    """README without the markers, or results without what the table needs."""


def short(number: float) -> str:
    """Three digits that count."""
    rounded = float(f"{number:.3g}")
    return f"{rounded:,.0f}" if rounded >= 100 else f"{rounded:g}"


def ratio(number: float) -> str:
    """How many times as fast bitgammon is; a loss in bold."""
    return short(number) if number >= 1 else f"**{short(number)}**"


def door_row(door: dict[str, Any], pairs: dict[str, dict[str, int]]) -> str:
    """One line of the table."""
    ours = door["program"] == "bitgammon"
    games = door["games_per_s"]
    asked = f"{door['wrong_pairs']:,} of {pairs[door['pairs']]['pairs']:,}"
    cells = [
        door["name"] + ("" if door["pairs"] == "corpus" else " (1)"),
        door["version"],
        door["answer"],
        short(door["plays_per_s"]["best"]),
        *((short if ours else ratio)(door[key]) for key in ("single_call_ratio", "batch_ratio")),
        short(games["best"]) if games else "",
        asked if not door["wrong_pairs"] else f"**{asked}**",
    ]
    return "| " + " | ".join(cells) + " |"


def absent_row(program: dict[str, str]) -> str:
    """The line of a program that was not there."""
    return f"| {program['program']} | | absent: {program['reason']} | | | | | |"


def paragraphs(result: dict[str, Any]) -> list[str]:
    """What the table needs to be read."""
    corpus = result["pairs"]["corpus"]
    said = [
        f"Best of {result['rounds']} rounds in turn, one process on one core, {result['date']}: {result['cpu']}, "
        f"{result['system']}, {result['cores']} cores, instruction set {result['instruction_set']}; "
        f"Python {result['python']}, numpy {result['numpy']}" + (f"; {result['note']}." if result["note"] else "."),
        f"Plays/s: distinct legal plays of {corpus['pairs']:,} pairs of board and roll ({corpus['plays']:,} plays). "
        "Single call and batch: how many times as fast bitgammon's are; a loss would be below 1, in bold. Boards "
        "are in a program's own form before the clock starts; what a call hands back differs, so the answer stands "
        "beside it. The plays of bitgammon's single call become objects when one is looked at: `.boards` is what to "
        "set against programs that hand out boards. Random games: uniform over plays, or over actions "
        "in programs whose actions are less than a play. Wrong pairs: those whose plays are not bitgammon's, which "
        "are those of the rules (`bitgammon.reference`).",
    ]
    own = [name for name in result["pairs"] if name != "corpus"]
    if own:
        numbers = "; ".join(f"{result['pairs'][name]['pairs']:,} {name}" for name in own)
        said.append(f"(1) No call sets up a position, so it was asked about, and bitgammon timed on, {numbers}.")
    for door in result["doors"]:
        if door["wrong_pairs"]:
            what = [f"{door[f'{kind}_plays']:,} {kind}" for kind in ("extra", "missing") if door[f"{kind}_plays"]]
            said.append(f"{door['name']}: {' and '.join(what)} plays in the wrong pairs.")
    return said


def table(result: dict[str, Any]) -> str:
    """What stands between the markers."""
    try:
        rows = [door_row(door, result["pairs"]) for door in result["doors"]]
        rows += [absent_row(program) for program in result["absent"]]
        said = paragraphs(result)
    except KeyError as error:
        raise ReportError(f"the results lack {error}") from None
    text = (textwrap.fill(one, WIDTH, break_on_hyphens=False, break_long_words=False) for one in said)
    return "\n".join([HEAD, *rows, "", "\n\n".join(text)])


def with_table(readme: str, wanted: str) -> str:
    """README with the table put in."""
    before, begin, rest = readme.partition(BEGIN)
    _, end, after = rest.partition(END)
    if not begin or not end:
        raise ReportError(f"no place for the table: {BEGIN} and {END} must both be there, in this order")
    return f"{before}{BEGIN}\n\n{wanted}\n\n{END}{after}"


def main(arguments: list[str] | None = None) -> int:
    """Write or check."""
    parser = argparse.ArgumentParser(description="Put the results of the comparison into README.")
    parser.add_argument("--check", action="store_true", help="write nothing; fail if README is not what they give")
    parser.add_argument("--results", type=Path, default=ROOT / "benchmarks" / "results" / "peers.json")
    parser.add_argument("--readme", type=Path, default=ROOT / "README.md")
    options = parser.parse_args(arguments)
    now = options.readme.read_text(encoding="utf-8")
    try:
        wanted = with_table(now, table(json.loads(options.results.read_text(encoding="utf-8"))))
    except ReportError as error:
        print(f"{parser.prog}: {error}", file=sys.stderr)
        return 2
    if options.check and wanted != now:
        print(f"{options.readme.name}: the table is not what {options.results.name} gives", file=sys.stderr)
        return 1
    if not options.check:
        options.readme.write_text(wanted, encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
