"""What can be told of every board of a batch, and moves made on all of them.

Boards are int8 (N, 26) in the mover's view; other integer types are taken when the values fit. They are packed a chunk
at a time: beside its result, and a copy of what is no contiguous int8, a function holds 1 MB a thread. threads says
how many work at it, 0 meaning one a core; the result does not depend on it.
"""

from enum import IntEnum

import numpy as np
from numpy.typing import ArrayLike, NDArray

from bitgammon.arguments import checker_count
from bitgammon.batch.arrays import any_integers, board_rows, integers, on_packed, run, thread_count
from bitgammon.core import rows as core
from bitgammon.errors import IllegalPlayError
from bitgammon.rules import CHECKERS


class Phase(IntEnum):
    """How far a game has come; it never rises in the course of one.

    OVER: a side has borne off all its checkers. BEAROFF: no contact, and all checkers left are home, the mover's on its
    points 1 to 6 and the opponent's on 19 to 24. RACE: no contact, but a checker is still outside. CONTACT: a checker
    has still to pass one of the other side, so that either may be hit or blocked; that is, the mover's rearmost
    checker is on a higher point than the opponent's rearmost, the bar being behind all points.
    """

    OVER = 0
    BEAROFF = 1
    RACE = 2
    CONTACT = 3


def apply(boards: ArrayLike, moves: ArrayLike, *, checkers: int = CHECKERS, threads: int = 1) -> NDArray[np.int8]:
    """The boards after one play each, int8 (N, 26), still in the view of the side that played.

    moves: int8 (N, 4, 2), source (25 the bar) and destination (0 off) of each move in the order they are made, -1 and
    -1 after the last, as ``generate(..., moves=True)`` gives them. A blot on a destination is hit. As with
    ``Board.after``, dice are not asked. Raises IllegalPlayError naming the row and the move where there is no such
    checker, the destination is closed or behind, or the padding is not at the end; InvalidBoardError, BatchShapeError,
    TypeError as ``generate`` does. 26 bytes a row.

    >>> import bitgammon as bg
    >>> start = bg.Board().points
    >>> apply([start], [[[8, 5], [6, 5], [-1, -1], [-1, -1]]])[0, 4:9].tolist()
    [0, 2, 4, 0, 2]
    """
    rows = board_rows(boards)
    steps = integers("moves", moves, np.int8, (len(rows), 4, 2), IllegalPlayError)
    after = np.empty_like(rows)

    def work(_: NDArray[np.uint64], chunk: slice) -> None:
        after[chunk] = rows[chunk]
        bad = core.apply(after[chunk], steps[chunk])
        if bad >= 0:
            row, move = chunk.start + bad // 4, bad % 4
            raise IllegalPlayError(
                f"row {row}: moves[{row}, {move}] is {steps[row, move].tolist()}, which cannot be made"
                f" after {steps[row, :move].tolist()} on {rows[row].tolist()}"
            )

    on_packed(rows, checkers, threads, work)
    return after


def swapped(boards: ArrayLike, *, threads: int = 1) -> NDArray[np.int8]:
    """The same boards seen by the other side, int8 (N, 26); of any variant. Errors as of ``generate``. 26 bytes a row.

    >>> import bitgammon as bg
    >>> swapped([bg.Board([0, 3] + [0] * 22 + [-2, 1]).points])[0].tolist()[:2]
    [-1, 2]
    """
    rows = board_rows(boards)
    other = np.empty_like(rows)
    on_packed(rows, CHECKERS, threads, lambda packed, chunk: core.swapped(packed, other[chunk]))
    return other


def pip_counts(boards: ArrayLike, *, threads: int = 1) -> NDArray[np.int32]:
    """The pips the mover and the opponent have still to go, int32 (N, 2), a checker on the bar having 25; of any
    variant. Errors as of ``generate``. 8 bytes a row.

    >>> import bitgammon as bg
    >>> pip_counts([bg.Board().points, bg.Board.start("hypergammon").points]).tolist()
    [[167, 167], [69, 69]]
    """
    rows = board_rows(boards)
    counts = np.empty((len(rows), 2), np.int32)
    on_packed(rows, CHECKERS, threads, lambda packed, chunk: core.pip_counts(packed, counts[chunk]))
    return counts


def results(boards: ArrayLike, *, checkers: int = CHECKERS, threads: int = 1) -> NDArray[np.int8]:
    """How each game has ended, int8 (N,): 0 while it goes on; 1, 2, 3 when the mover has won a single game, a gammon, a
    backgammon; -1, -2, -3 when the opponent has. Errors as of ``generate``. 1 byte a row.

    >>> results([[0] * 20 + [-15] + [0] * 5, [0, 1] + [0] * 24]).tolist()
    [2, -1]
    """
    rows = board_rows(boards)
    found = np.empty(len(rows), np.int8)
    on_packed(rows, checkers, threads, lambda packed, chunk: core.results(packed, found[chunk]))
    return found


def classify(boards: ArrayLike, *, threads: int = 1) -> NDArray[np.uint8]:
    """The ``Phase`` of each board as its number, uint8 (N,); of any variant. Errors as of ``generate``. 1 byte a row.

    >>> import bitgammon as bg
    >>> [Phase(n).name for n in classify([bg.Board().points, [0, 2] + [0] * 22 + [-2, 0]])]
    ['CONTACT', 'BEAROFF']
    """
    rows = board_rows(boards)
    found = np.empty(len(rows), np.uint8)
    on_packed(rows, CHECKERS, threads, lambda packed, chunk: core.classify(packed, found[chunk]))
    return found


def check(boards: ArrayLike, *, checkers: int = CHECKERS, threads: int = 1) -> NDArray[np.uint8]:
    """Every reason against each row as bits of ``bitgammon.Status``, uint8 (N,), 0 for none: the way to find all bad
    rows, whatever their integers. Rows whose only reasons are BOTH_CLOSED_OUT or BOTH_FINISHED are taken by all other
    functions. Raises BatchShapeError, TypeError for what are no integers. 1 byte a row.

    >>> import bitgammon as bg
    >>> [bg.Status(n).name for n in check([bg.Board().points, [0] * 26, [0, 16] + [0] * 24])]
    ['VALID', 'BOTH_FINISHED', 'MOVER_COUNT']
    """
    given = any_integers("boards", boards, np.int8, ("N", 26))
    count = checker_count(checkers)
    status = np.empty(len(given), np.uint8)

    def work(chunk: slice) -> None:
        part = given[chunk]
        if part.dtype != np.int8:
            # No int8 is nearer to a legal board than these two, so the reasons stay the same.
            part = np.minimum(part, 127) if part.dtype.kind == "u" else np.clip(part, -128, 127)
        core.check(np.require(part, np.int8, ["C", "ALIGNED"]), count, status[chunk])

    run(work, len(given), thread_count(threads))
    return status
