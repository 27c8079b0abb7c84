"""bitgammon: every legal backgammon play, from a Cython core.

>>> import bitgammon as bg
>>> print(bg.Board().parse_play("8/5 6/5", 3, 1))
8/5 6/5
"""

from typing import TYPE_CHECKING, Any

from bitgammon.batch import (
    Phase,
    PlayBatch,
    PlayBuffers,
    PlayoutResult,
    RollBatch,
    XgidBatch,
    apply,
    best,
    check,
    classify,
    expected,
    features,
    from_position_ids,
    from_position_keys,
    from_xgid_boards,
    from_xgids,
    generate,
    generate_blocks,
    generate_rolls,
    hashes,
    pack,
    pick,
    pip_counts,
    playout,
    position_ids,
    position_keys,
    results,
    swapped,
    to_xgids,
    unpack,
    xgid_boards,
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
    CheckpointError,
    EvaluatorError,
    ExecutorError,
    FinishedGameError,
    IllegalActionError,
    IllegalPlayError,
    InvalidBoardError,
    InvalidDiceError,
    InvalidIdError,
    InvalidPlayError,
    InvalidPositionError,
    InvalidSaveError,
    MissingExtraError,
    OutOfRangeError,
    TableFileError,
    UnknownNameError,
)
from bitgammon.play import Move, Play

if TYPE_CHECKING:
    from bitgammon.game import Game, Match, Position

__version__ = "0.1.0"

__all__ = [
    "AmbiguousPlayError",
    "BatchShapeError",
    "BatchSizeError",
    "BatchValueError",
    "BenchCorpusError",
    "BitgammonError",
    "Board",
    "CheckpointError",
    "EvaluatorError",
    "ExecutorError",
    "FinishedGameError",
    "Game",
    "IllegalActionError",
    "IllegalPlayError",
    "InvalidBoardError",
    "InvalidDiceError",
    "InvalidIdError",
    "InvalidPlayError",
    "InvalidPositionError",
    "InvalidSaveError",
    "Match",
    "MissingExtraError",
    "Move",
    "OutOfRangeError",
    "Phase",
    "Play",
    "PlayBatch",
    "PlayBuffers",
    "PlayoutResult",
    "Plays",
    "Position",
    "RollBatch",
    "Status",
    "TableFileError",
    "UnknownNameError",
    "XgidBatch",
    "__version__",
    "apply",
    "best",
    "check",
    "classify",
    "expected",
    "features",
    "from_position_ids",
    "from_position_keys",
    "from_xgid_boards",
    "from_xgids",
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
    "position_ids",
    "position_keys",
    "results",
    "swapped",
    "to_xgids",
    "unpack",
    "xgid_boards",
]


def __getattr__(name: str) -> Any:
    """Game, Match and Position, imported when they are first asked for: programs that only list plays need none."""
    if name in ("Game", "Match", "Position"):
        from bitgammon import game

        return getattr(game, name)
    raise AttributeError(f"module 'bitgammon' has no attribute {name!r}")


def __dir__() -> list[str]:
    return __all__
