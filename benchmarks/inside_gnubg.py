"""Runs inside GNU Backgammon, by its own Python, for gnubg_player.py: reads boards and dice, writes its plays.

Questions come on standard input: how many as four bytes, the lowest first, then for each 26 signed bytes of a board and
two of dice. Answers go to the descriptor that the environment names in GNUBG_ANSWERS: eight bytes for each, up to four
moves as from and to, 25 being the bar and 0 off, then zeros. It ends where the questions do.
"""

import os
import struct
from collections.abc import Sequence

import gnubg  # type: ignore[import-not-found]  # only there inside the program

QUESTION = struct.Struct("<26b2B")
#: Without cube, lookahead and noise.
CONTEXT = {"cubeful": 0, "plies": 0, "deterministic": 1, "prune": 0, "noise": 0.0}


def halves(points: Sequence[int]) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """The board as its module has it: opponent, then mover, each 24 points of its own and its bar."""
    opponent = tuple(max(-points[25 - point], 0) for point in range(1, 26))
    return opponent, tuple(max(points[point], 0) for point in range(1, 26))


gnubg.command("set jacoby off")  # with it gammons would not count
info = gnubg.cubeinfo(1, -1, 1, 0, (0, 0), 0, 0)
assert info["gammonprice"] == ((1.0, 1.0), (1.0, 1.0)), info
with open(0, "rb", closefd=False) as questions, os.fdopen(int(os.environ["GNUBG_ANSWERS"]), "wb") as answers:
    while head := questions.read(4):
        asked = questions.read(QUESTION.size * int.from_bytes(head, "little"))
        for *points, die1, die2 in QUESTION.iter_unpack(asked):
            moves = gnubg.findbestmove(halves(points), info, CONTEXT, (die1, die2))
            answers.write(bytes(moves).ljust(8, b"\0"))
        answers.flush()
