"""The loops over rows of a batch: no Python object per row, the GIL released. Arrays are checked by bitgammon.batch.

Boards travel as uint64 (N, 4), the packed form of core/board.pxd.
"""

from libc.stdint cimport int8_t, int64_t, uint8_t, uint64_t

from bitgammon.core.board cimport BG_MAX_PLAYS, bg_board
from bitgammon.core.movegen cimport bg_count, bg_generate, bg_pack, bg_unpack


def pack(const int8_t[:, ::1] rows, int checkers, uint64_t[:, ::1] packed):
    """Packs int8 (N, 26) rows into uint64 (N, 4); the number packed, which is less than N at the first bad row."""
    cdef int64_t n = rows.shape[0], done = 0
    if n:
        with nogil:
            done = bg_pack(&rows[0, 0], n, checkers, <bg_board*>&packed[0, 0])
    return done


def count(const uint64_t[:, ::1] packed, const uint8_t[:, ::1] dice, int64_t[::1] counts):
    """The number of plays of each pair, a pass being one."""
    cdef int64_t i
    cdef int n
    with nogil:
        for i in range(packed.shape[0]):
            n = bg_count(<const bg_board*>&packed[i, 0], dice[i, 0], dice[i, 1])
            counts[i] = n if n else 1


def fill(const uint64_t[:, ::1] packed, const uint8_t[:, ::1] dice, int8_t[:, ::1] rows):
    """Writes the board after each play of each pair, a pass being the board unchanged, one after another to rows,
    which must hold exactly as many as count says."""
    cdef bg_board plays[BG_MAX_PLAYS]
    cdef int64_t i
    cdef int n
    cdef int8_t* at = &rows[0, 0] if rows.shape[0] else NULL
    with nogil:
        for i in range(packed.shape[0]):
            n = bg_generate(<const bg_board*>&packed[i, 0], dice[i, 0], dice[i, 1], plays)
            if n == 0:
                plays[0] = (<const bg_board*>&packed[i, 0])[0]
                n = 1
            bg_unpack(plays, n, at)
            at += 26 * n
