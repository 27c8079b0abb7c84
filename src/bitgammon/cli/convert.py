"""``bitgammon convert``: a position from one id to another."""

import argparse
import json
from typing import Final

from bitgammon.cli.exits import complain
from bitgammon.cli.values import number
from bitgammon.game import texts
from bitgammon.rules import CHECKERS

NAME: Final = "convert"
SUMMARY: Final = "write a position as another id"
DESCRIPTION: Final = """\
Write a position as another kind of id. What the new id cannot say, and what of the old one is no part of a
position, is named on standard error."""
EXAMPLES: Final = """\
examples:
  bitgammon convert "XGID=-b----E-C---eE---c-e----B-:0:0:1:31:0:0:3:0:10" --to gnubg
  bitgammon convert 4HPwATDgc/ABMA:QgnqADAAEAAE --to fibs
  bitgammon convert 4HPwATDgc/ABMA --to ogid --json

json:
  {"text": "...", "kind": "ogid", "from": "position-id", "lost": [], "unread": []}"""


#: What a name may not have in the kinds of text that have names.
_BARRED: Final = {"fibs": " :", "snowie": ";"}


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """ID --to KIND [--checkers N] [--json]."""
    parser.add_argument("id", metavar="ID", help="XGID, GNUbg ID, Position ID, Match ID, OGID, FIBS, Snowie, or key")
    parser.add_argument("--to", choices=sorted(texts.KINDS), required=True, metavar="KIND", help=", ".join(texts.KINDS))
    parser.add_argument("--checkers", type=number(1, CHECKERS), default=CHECKERS, metavar="N", help="a side (15)")
    parser.add_argument("--json", action="store_true", help="one JSON object instead of text")


def _names(names: tuple[str, str], kind: str) -> tuple[str, str]:
    """The names as the text of a kind can have them, with ``_`` for what they may not have; none if it has no names."""
    if kind not in _BARRED:
        return "", ""
    table = str.maketrans(dict.fromkeys(_BARRED[kind], "_"))
    return names[0].translate(table), names[1].translate(table)


def run(options: argparse.Namespace) -> int:
    """Print the id; 0. Raises the package's errors for what is wrong with the old one."""
    reading = texts.read(options.id, checkers=options.checkers)
    names = _names(reading.names, options.to)
    made = texts.write(reading.position, options.to, names)
    lost = list(texts.lost(reading.position, options.to))
    if names != reading.names:
        lost.append("names")
    unread = list(reading.unread)
    if reading.kind == "match-id" and options.to != "match-id":
        unread.append("board (none in a Match ID: that of the start is shown)")
    if options.json:
        record = {"text": made, "kind": options.to, "from": reading.kind, "lost": lost, "unread": unread}
        print(json.dumps(record))
        return 0
    print(made)
    if lost:
        complain(f"note: lost, as {options.to} cannot say it: {', '.join(lost)}")
    if unread:
        complain(f"note: not part of the position: {', '.join(unread)}")
    return 0
