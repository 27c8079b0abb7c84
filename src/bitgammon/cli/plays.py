"""``bitgammon plays``: every legal play of a roll, with the position it leads to."""

import argparse
import json
from typing import Final

from bitgammon.cli import position
from bitgammon.draw.text import board_text

NAME: Final = "plays"
SUMMARY: Final = "list every legal play of a roll"
DESCRIPTION: Final = """\
Draw the position and list every legal play of a roll, each with the GNU Position ID of the board
after it, seen by the NEXT player on roll (the opponent), as GNU Backgammon shows it after the play.
Two plays that lead to one board are one play. Dice in the position are used; --dice must agree."""
EXAMPLES: Final = """\
examples:
  bitgammon plays 4HPwATDgc/ABMA --dice 31
  bitgammon plays XGID=-a-B--E-B-a-dDB--b-bcb----:1:1:-1:63:0:0:0:3:8
  bitgammon plays 4HPwATDgc/ABMA:cIkFAAAAAAAA --json
  bitgammon plays hypergammon --dice 6-5

json:
  {"position_id": "...", "dice": [3, 1], "plays": [{"play": "8/5 6/5", "position_id": "..."}], "count": 16}"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """POSITION [--dice 31] [--checkers N] [--json]."""
    position.add_arguments(parser)
    parser.add_argument("--dice", metavar="31", help="the roll, if the position has none")
    parser.add_argument("--json", action="store_true", help="one JSON object instead of text")


def run(options: argparse.Namespace) -> int:
    """Print the plays; 0. Raises the package's errors for what is wrong with the position or the dice."""
    given = position.read(options.position, options.checkers)
    dice = position.dice_of(given, options.dice)
    board = given.board
    plays = board.plays(*dice)
    listed = [(str(play), after.swapped().position_id()) for play, after in zip(plays, plays.boards, strict=True)]
    if options.json:
        record = {
            "position_id": board.position_id(),
            "dice": list(dice),
            "plays": [{"play": play, "position_id": after} for play, after in listed],
            "count": len(listed),
        }
        print(json.dumps(record))
        return 0
    print(board_text(board))
    print()
    over = " The game is over." if board.result() else ""
    print(f"{dice[0]}-{dice[1]}: {len(listed)} {'play' if len(listed) == 1 else 'plays'}.{over}")
    print("Position IDs: the board after the play, seen by the next player on roll.")
    print()
    width = max(len(play) for play, _ in listed)
    for number, (play, after) in enumerate(listed, 1):
        print(f"{number:>{len(str(len(listed)))}}. {play:<{width}}  {after}")
    return 0
