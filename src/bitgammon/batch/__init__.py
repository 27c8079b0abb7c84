"""Many boards at once: numpy arrays in, numpy arrays out.

Boards are int8 (N, 26) in the mover's view, as ``Board.points``; dice are uint8 (N, 2), 1..6 in either order. Other
integer types are taken when the values fit. The first bad row is named in the error.
"""

from bitgammon.batch.arrays import BatchShapeError
from bitgammon.batch.plays import PlayBatch, generate

__all__ = ["BatchShapeError", "PlayBatch", "generate"]
