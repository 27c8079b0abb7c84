"""Boards of a batch as inputs of neural networks."""

from collections.abc import Callable
from typing import Final

import numpy as np
from numpy.typing import ArrayLike, NDArray

from bitgammon.arguments import quoted
from bitgammon.batch.arrays import board_rows, on_packed
from bitgammon.core import rows as core
from bitgammon.errors import BatchShapeError, UnknownNameError
from bitgammon.rules import CHECKERS

#: For each kind, how many inputs, and what writes them.
_KINDS: Final[dict[str, tuple[int, Callable[[NDArray[np.uint64], NDArray[np.float32]], None]]]] = {
    "tesauro": (198, core.tesauro)
}


def features(
    boards: ArrayLike,
    *,
    kind: str = "tesauro",
    out: NDArray[np.float32] | None = None,
    checkers: int = CHECKERS,
    threads: int = 1,
) -> NDArray[np.float32]:
    """Inputs of a network for each board, float32; for ``kind="tesauro"`` (N, 198), 792 bytes a row.

    Those are the inputs of the first TD-Gammon: the "truncated unary" coding of G. Tesauro, Practical Issues in
    Temporal Difference Learning, 1992, spelt out by Sutton and Barto, Reinforcement Learning, in the chapter on
    TD-Gammon. Neither gives an order; here it is this, p being 1..24 in the mover's numbers for both sides::

        4 * (p - 1)           1 if the mover has 1 checker or more on point p, else 0
        4 * (p - 1) + 1       1 if it has 2 or more
        4 * (p - 1) + 2       1 if it has 3 or more
        4 * (p - 1) + 3       (n - 3) / 2 if it has n, more than 3, else 0
        96                    n / 2 for n checkers of the mover on the bar
        97                    n / 15 for n checkers of the mover borne off
        98 + 4 * (p - 1) ...  the same four for the opponent's checkers on the mover's point p
        194, 195              the opponent's bar and borne-off checkers
        196, 197              1 and 0: the mover is on roll

    So what the sides have in one place is 98 apart, and the inputs of the swapped board are the two halves exchanged,
    each with its points in the opposite order. The last two never change, as the mover is always on roll; they are
    there for networks that expect 198. To value a play by how the next mover sees it, take the boards of
    ``generate(..., swap=True)``.

    out: an array to write to instead of a new one, float32, contiguous, of the very shape of the result; it is
    returned, and filled in part when a row is bad. threads: how many work at it, 0 for one a core. Raises
    UnknownNameError for an unknown kind, BatchShapeError for an out that does not fit, and else as ``generate``.

    >>> import bitgammon as bg
    >>> found = features([bg.Board().points])
    >>> found.shape, found[0, 20:24].tolist(), float(found[0].sum())
    ((1, 198), [1.0, 1.0, 1.0, 1.0], 27.0)
    """
    if not isinstance(kind, str) or kind not in _KINDS:
        raise UnknownNameError(f"kind={quoted(kind)} is none of {', '.join(_KINDS)}")
    width, write = _KINDS[kind]
    rows = board_rows(boards)
    found = np.empty((len(rows), width), np.float32) if out is None else _checked_out(out, (len(rows), width))
    if np.may_share_memory(found, rows):
        rows = rows.copy()
    on_packed(rows, checkers, threads, lambda packed, chunk: write(packed, found[chunk]))
    return found


def _checked_out(out: NDArray[np.float32], shape: tuple[int, int]) -> NDArray[np.float32]:
    if not isinstance(out, np.ndarray) or out.dtype != np.float32:
        named = f"an array of {out.dtype}" if isinstance(out, np.ndarray) else type(out).__name__
        raise TypeError(f"out: expected an array of float32, not {named}")
    if out.shape != shape:
        raise BatchShapeError(f"out: expected shape {shape}, not {out.shape}")
    if not (out.flags.c_contiguous and out.flags.writeable and out.flags.aligned):
        raise BatchShapeError("out: expected a contiguous array that can be written to")
    return out
