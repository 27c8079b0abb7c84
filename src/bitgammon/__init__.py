"""bitgammon: every legal backgammon play, from a Cython core.

>>> import bitgammon as bg
>>> print(bg.Board().parse_play("8/5 6/5", 3, 1))
8/5 6/5
"""

from bitgammon.batch import (
    Phase,
    PlayBatch,
    PlayBuffers,
    PlayoutResult,
    RollBatch,
    apply,
    best,
    check,
    classify,
    expected,
    features,
    from_position_keys,
    generate,
    generate_blocks,
    generate_rolls,
    hashes,
    pack,
    pick,
    pip_counts,
    playout,
    position_keys,
    results,
    swapped,
    unpack,
)
from bitgammon.board import Board, Plays, Status
from bitgammon.core.headers import get_include
from bitgammon.counting import perft
from bitgammon.errors import (
    AmbiguousPlayError,
    BatchShapeError,
    BatchSizeError,
    BatchValueError,
    BenchCorpusError,
    BitgammonError,
    FinishedGameError,
    IllegalPlayError,
    InvalidBoardError,
    InvalidDiceError,
    InvalidIdError,
    InvalidPlayError,
    OutOfRangeError,
    UnknownNameError,
)
from bitgammon.play import Move, Play

__version__ = "0.1.0"

__all__ = [
    "AmbiguousPlayError",
    "BatchShapeError",
    "BatchSizeError",
    "BatchValueError",
    "BenchCorpusError",
    "BitgammonError",
    "Board",
    "FinishedGameError",
    "IllegalPlayError",
    "InvalidBoardError",
    "InvalidDiceError",
    "InvalidIdError",
    "InvalidPlayError",
    "Move",
    "OutOfRangeError",
    "Phase",
    "Play",
    "PlayBatch",
    "PlayBuffers",
    "PlayoutResult",
    "Plays",
    "RollBatch",
    "Status",
    "UnknownNameError",
    "__version__",
    "apply",
    "best",
    "check",
    "classify",
    "expected",
    "features",
    "from_position_keys",
    "generate",
    "generate_blocks",
    "generate_rolls",
    "get_include",
    "hashes",
    "pack",
    "perft",
    "pick",
    "pip_counts",
    "playout",
    "position_keys",
    "results",
    "swapped",
    "unpack",
]
