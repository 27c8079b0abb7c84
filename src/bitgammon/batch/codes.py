"""Boards of a batch in other forms: packed words, position keys, hashes.

Memory and threads as in batch/rows.py.
"""

from base64 import b64encode

import numpy as np
from numpy.typing import ArrayLike, NDArray

from bitgammon.arguments import checker_count
from bitgammon.batch.arrays import board_rows, integers, on_packed, packed_boards, refuse, run, thread_count
from bitgammon.board import Board
from bitgammon.core import rows as core
from bitgammon.errors import InvalidBoardError, InvalidIdError
from bitgammon.rules import CHECKERS


def pack(boards: ArrayLike, *, checkers: int = CHECKERS, threads: int = 1) -> NDArray[np.uint64]:
    """The boards as the core holds them, uint64 (N, 4), as ``Board.to_packed``: compact, and equal only where the
    boards and the numbers of checkers are. Layout: core/board.pxd. Errors as of ``generate``. 32 bytes a row.

    >>> import bitgammon as bg
    >>> tuple(pack([bg.Board().points])[0].tolist()) == bg.Board().to_packed()
    True
    """
    return packed_boards(boards, checkers, threads)


def unpack(packed: ArrayLike, *, checkers: int = CHECKERS, threads: int = 1) -> NDArray[np.int8]:
    """The boards of packed words, int8 (N, 26): the inverse of ``pack``.

    packed: uint64 (N, 4); other integer types are taken when the values fit. Raises InvalidBoardError naming the first
    row that is no board with so many checkers a side, BatchShapeError, TypeError. 26 bytes a row.

    >>> import bitgammon as bg
    >>> unpack([bg.Board().to_packed()])[0].tolist() == list(bg.Board().points)
    True
    """
    words = integers("packed", packed, np.uint64, ("N", 4), InvalidBoardError)
    count = checker_count(checkers)
    rows = np.empty((len(words), 26), np.int8)

    def work(chunk: slice) -> None:
        row = chunk.start + core.unpack(words[chunk], count, rows[chunk])
        if row < chunk.stop:
            refuse(row, lambda: Board.from_packed(words[row].tolist(), checkers=count))

    run(work, len(words), thread_count(threads))
    return rows


def position_keys(boards: ArrayLike, *, threads: int = 1) -> NDArray[np.uint8]:
    """The position key of each board, uint8 (N, 10): the bytes that a GNU Position ID is the base64 of, the mover being
    on roll (layout: ids/position_id.py); of any variant. Errors as of ``generate``. 10 bytes a row.

    >>> import bitgammon as bg
    >>> position_keys([bg.Board().points]).tobytes().hex()
    'e073f00130e073f00130'
    """
    rows = board_rows(boards)
    keys = np.empty((len(rows), 10), np.uint8)
    on_packed(rows, CHECKERS, threads, lambda packed, chunk: core.position_keys(packed, keys[chunk]))
    return keys


def from_position_keys(keys: ArrayLike, *, checkers: int = CHECKERS, threads: int = 1) -> NDArray[np.int8]:
    """The boards of position keys, int8 (N, 26): the inverse of ``position_keys``.

    keys: uint8 (N, 10); other integer types are taken when the values fit. Raises InvalidIdError naming the first row
    that is the key of no board with so many checkers a side, and why, as ``Board.from_position_id`` does;
    BatchShapeError, TypeError. 26 bytes a row.

    >>> import bitgammon as bg
    >>> from_position_keys([list(bytes.fromhex("e073f00130e073f00130"))])[0].tolist() == list(bg.Board().points)
    True
    """
    given = integers("keys", keys, np.uint8, ("N", 10), InvalidIdError)
    count = checker_count(checkers)
    rows = np.empty((len(given), 26), np.int8)

    def work(chunk: slice) -> None:
        row = chunk.start + core.from_position_keys(given[chunk], count, rows[chunk])
        if row < chunk.stop:
            text = b64encode(given[row].tobytes())[:14].decode()
            refuse(row, lambda: Board.from_position_id(text, checkers=count))

    run(work, len(given), thread_count(threads))
    return rows


def hashes(boards: ArrayLike, *, checkers: int = CHECKERS, threads: int = 1) -> NDArray[np.uint64]:
    """A 64-bit hash of each board, uint64 (N,), for tables and for finding repetitions. Errors as of ``generate``.
    8 bytes a row.

    Boards with the same checkers a side have the same hash if they are the same, and others by chance one pair in
    2**64; it is no protection against somebody who looks for such a pair. All arithmetic is modulo 2**64. With the
    words w0..w3 of ``pack``::

        h = 0x6A09E667F3BCC908                  (the fraction of the square root of 2)
        for w in w0, w1, w2, w3:
            h = h xor w
            h = h xor (h >> 32)
            h = h * 0xBB67AE8584CAA73B          (of the square root of 3)
            h = h xor (h >> 29)
            h = h * 0x3C6EF372FE94F82B          (of the square root of 5)
            h = h xor (h >> 32)

    Stability: this is a promise. The hash of a board is the same on every machine and in every version, so that it may
    be stored.

    >>> import bitgammon as bg
    >>> f"{hashes([bg.Board().points])[0]:016x}"
    '0272b3cdb190f2a4'
    """
    rows = board_rows(boards)
    found = np.empty(len(rows), np.uint64)
    on_packed(rows, checkers, threads, lambda packed, chunk: core.hashes(packed, found[chunk]))
    return found
