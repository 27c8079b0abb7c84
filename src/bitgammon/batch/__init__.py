"""Many boards at once: numpy arrays in, numpy arrays out.

Boards are int8 (N, 26) in the mover's view, as ``Board.points``; dice are uint8 (N, 2), 1..6 in either order. Other
integer types are taken when the values fit. The first bad row is named in the error (classes: ``bitgammon.errors``).
"""

from bitgammon.batch.buffers import PlayBuffers
from bitgammon.batch.codes import from_position_keys, hashes, pack, position_keys, unpack
from bitgammon.batch.inputs import features
from bitgammon.batch.plays import PlayBatch, RollBatch, generate, generate_blocks, generate_rolls
from bitgammon.batch.random_play import PlayoutResult, playout
from bitgammon.batch.rows import Phase, apply, check, classify, pip_counts, results, swapped
from bitgammon.batch.segments import best, expected, pick
from bitgammon.batch.texts import from_position_ids, from_xgid_boards, position_ids, xgid_boards
from bitgammon.batch.xgids import XgidBatch, from_xgids, to_xgids

__all__ = [
    "Phase",
    "PlayBatch",
    "PlayBuffers",
    "PlayoutResult",
    "RollBatch",
    "XgidBatch",
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
    "hashes",
    "pack",
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
