"""bitgammon: every legal backgammon play, from a Cython core.

>>> import bitgammon as bg
>>> print(bg.Board().parse_play("8/5 6/5", 3, 1))
8/5 6/5
"""

from bitgammon.batch import (
    PlayBatch,
    PlayBuffers,
    PlayoutResult,
    RollBatch,
    generate,
    generate_blocks,
    generate_rolls,
    playout,
)
from bitgammon.board import Board, Plays, Status
from bitgammon.counting import perft
from bitgammon.errors import (
    AmbiguousPlayError,
    BitgammonError,
    IllegalPlayError,
    InvalidBoardError,
    InvalidDiceError,
    InvalidIdError,
    InvalidPlayError,
)
from bitgammon.play import Move, Play

__version__ = "0.1.0"

__all__ = [
    "AmbiguousPlayError",
    "BitgammonError",
    "Board",
    "IllegalPlayError",
    "InvalidBoardError",
    "InvalidDiceError",
    "InvalidIdError",
    "InvalidPlayError",
    "Move",
    "Play",
    "PlayBatch",
    "PlayBuffers",
    "PlayoutResult",
    "Plays",
    "RollBatch",
    "Status",
    "__version__",
    "generate",
    "generate_blocks",
    "generate_rolls",
    "perft",
    "playout",
]
