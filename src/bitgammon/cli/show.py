"""``bitgammon show``: a position drawn, with cube, score, dice and pip counts."""

import argparse
import json
from typing import Final

from bitgammon.cli import position
from bitgammon.draw.position import position_text
from bitgammon.errors import BitgammonError
from bitgammon.game import Position
from bitgammon.game.save import position_to_json

NAME: Final = "show"
SUMMARY: Final = "draw a position with cube, score and dice"
DESCRIPTION: Final = """\
Draw a position given as any id, X at the bottom and O at the top unless told otherwise, with the cube, the
score, the dice and the pip counts, and say whose decision it is."""
EXAMPLES: Final = """\
examples:
  bitgammon show "XGID=-a-B--E-B-a-dDB--b-bcb----:1:1:-1:63:0:0:0:3:8"
  bitgammon show 4HPwATDgc/ABMA:QgnqADAAEAAE --json

json: every field of a position by name (bitgammon.game.save), "xgid" (null if none can say it), "position_id",
"pip_counts" {"mover", "opponent"}; the board is seen by "turn", 0 for O and 1 for X"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """POSITION [--checkers N] [--clockwise] [--x-on-top] [--json]."""
    position.add_arguments(parser)
    parser.add_argument("--clockwise", action="store_true", help="mirrored: X runs clockwise")
    parser.add_argument("--x-on-top", action="store_true", help="as seen from the chair of O")
    parser.add_argument("--json", action="store_true", help="one JSON object instead of a picture")


def _xgid(found: Position) -> str | None:
    """The XGID, or None for a position that none can say."""
    try:
        return found.text("xgid")
    except BitgammonError:
        return None


def run(options: argparse.Namespace) -> int:
    """Draw the position; 0. Raises the package's errors for a wrong one."""
    given = position.read(options.position, options.checkers)
    if options.json:
        found = given.position
        record = position_to_json(found, whole=True) | {
            "xgid": _xgid(found),
            "position_id": found.text("position-id"),
            "pip_counts": dict(zip(("mover", "opponent"), found.board.pip_counts(), strict=True)),
        }
        print(json.dumps(record))
    else:
        picture = position_text(given.position, given.names, clockwise=options.clockwise, x_on_top=options.x_on_top)
        print(picture)
    return 0
