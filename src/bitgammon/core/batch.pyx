"""The loops over rows of a batch: no Python object per row, the GIL released. Arrays are checked by bitgammon.batch.

Boards travel as uint64 (N, 4), the packed form of core/board.pxd.
"""

from libc.stdint cimport int8_t, int64_t, uint8_t, uint64_t

from bitgammon.core.board cimport BG_MAX_PLAYS, bg_board
from bitgammon.core.movegen cimport bg_count, bg_generate, bg_pack, bg_unpack
from bitgammon.core.play cimport bg_play, bg_play_between


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


def fill(const uint64_t[:, ::1] packed, const uint8_t[:, ::1] dice, int64_t[::1] offsets, int8_t[:, ::1] rows,
         int8_t[:, :, ::1] moves, bint swap):
    """Writes the board after each play of each pair to rows, from row offsets[0] on, a pass being the board unchanged,
    and where the plays of each pair end to offsets (N + 1,). swap: in the next mover's view. moves (M, 4, 2), unless
    None: source and destination of each move, -1 where there is none. The number of pairs done, less than N when rows
    is full.
    """
    cdef bg_board plays[BG_MAX_PLAYS]
    cdef const bg_board* board
    cdef bg_play play
    cdef int64_t i, done = 0, at = offsets[0], room = rows.shape[0]
    cdef bint with_moves = moves is not None
    cdef int n, j, k
    with nogil:
        for i in range(packed.shape[0]):
            board = <const bg_board*>&packed[i, 0]
            n = bg_generate(board, dice[i, 0], dice[i, 1], plays)
            if n == 0:
                plays[0] = board[0]
                n = 1
            if at + n > room:
                break
            bg_unpack(plays, n, swap, &rows[at, 0])
            if with_moves:
                for j in range(n):
                    bg_play_between(board, plays + j, dice[i, 0], dice[i, 1], &play)
                    for k in range(4):
                        moves[at + j, k, 0] = play.source[k] if k < play.n else -1
                        moves[at + j, k, 1] = play.destination[k] if k < play.n else -1
            at += n
            offsets[i + 1] = at
            done = i + 1
    return done
