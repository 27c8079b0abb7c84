"""The loops over rows of a batch: no Python object per row, the GIL released. Arrays are checked by bitgammon.batch.

Boards travel as uint64 (N, 4), the packed form of core/board.pxd.
"""

cimport cython
from libc.stdint cimport int8_t, int64_t, uint8_t, uint64_t

from bitgammon.core.atomics cimport bg_atomic_add, bg_atomic_load, bg_atomic_store, bg_give_way
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
    cdef int64_t i, done = 0, at = offsets[0], room = rows.shape[0]
    cdef bint with_moves = moves is not None
    cdef int n
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
                write_moves(board, dice[i, 0], dice[i, 1], plays, n, &moves[at, 0, 0])
            at += n
            offsets[i + 1] = at
            done = i + 1
    return done


cdef enum:
    BLOCK = 128     # pairs a thread takes at a time: some 2,000 plays, which lie in a second-level cache
    SPINS = 200     # looks at whose turn it is before giving way
    SCRATCH = 2 * BG_MAX_PLAYS

#: How many boards of scratch each thread of fill_together needs, two of them to begin where a cache line does.
SCRATCH_BOARDS = SCRATCH + 2


@cython.final
cdef class Turns:
    """What the threads of fill_together share. In order of the input each block of pairs gets its turn: the thread that
    has it knows the row where the plays of the block begin.

    To be read once all threads are back: ``done``, the pairs before this one are good boards that had room.
    """

    cdef int64_t next               # the first pair of the next block to be taken
    cdef int64_t turn               # the first pair of the block whose turn it is
    cdef int64_t row                # the row where its plays begin: for whoever has the turn alone
    cdef readonly int64_t done
    cdef int64_t stopped

    def stop(self):
        """No more blocks are wanted: whoever waits for a turn gives up."""
        bg_atomic_store(&self.stopped, 1)

    cdef bint wait_for(self, int64_t first) noexcept nogil:
        """Waits for the turn of the block that begins with this pair; False when it will not come."""
        cdef int spins = 0
        while bg_atomic_load(&self.turn) != first:
            if bg_atomic_load(&self.stopped):
                return False
            spins += 1
            if spins > SPINS:
                bg_give_way()
        return True


def fill_together(const int8_t[:, ::1] boards, int checkers, uint64_t[:, ::1] packed, const uint8_t[:, ::1] dice,
                  int64_t[::1] offsets, int8_t[:, ::1] rows, int8_t[:, :, ::1] moves, bint swap,
                  uint64_t[:, ::1] scratch, Turns turns not None):
    """As fill, by all the threads that call it with the same arrays but a scratch (SCRATCH_BOARDS, 4) each, in one
    pass. boards (N, 26) are packed into packed on the way; a bad one ends it all.

    A thread lists a block into its scratch, waits for the turn of the block, passes the turn on to the next block with
    the row where that one begins, and only then writes its own rows. A block whose plays overflow the scratch waits for
    its turn first and writes in pieces. The one that has the turn depends on nobody, so that all get on.
    """
    # From a multiple of 64 bytes on, so that no board lies in two cache lines: 5 % of the whole.
    cdef bg_board* plays = <bg_board*>((<size_t>&scratch[0, 0] + 63) & ~<size_t>63)
    cdef int64_t first, last, i, j, at, used, written, row, pairs = packed.shape[0], room = rows.shape[0]
    cdef bint with_moves = moves is not None, mine
    cdef int n
    with nogil:
        while True:
            first = bg_atomic_add(&turns.next, BLOCK)
            if first >= pairs or bg_atomic_load(&turns.stopped):
                break
            last = min(first + BLOCK, pairs)
            if bg_pack(&boards[first, 0], last - first, checkers, <bg_board*>&packed[first, 0]) < last - first:
                bg_atomic_store(&turns.stopped, 1)
                break
            mine, at, used, i, written = False, 0, 0, first, first
            while True:
                while i < last and used + BG_MAX_PLAYS <= SCRATCH:
                    n = bg_generate(<const bg_board*>&packed[i, 0], dice[i, 0], dice[i, 1], plays + used)
                    if n == 0:
                        plays[used] = (<const bg_board*>&packed[i, 0])[0]
                        n = 1
                    used += n
                    i += 1
                    offsets[i] = used       # from the row that is known later
                if not mine:
                    mine = turns.wait_for(first)
                    if not mine:
                        break
                    at = turns.row
                if at + used > room:
                    bg_atomic_store(&turns.stopped, 1)
                    mine = False
                    break
                if i == last:
                    turns.row = at + used
                    turns.done = last
                    bg_atomic_store(&turns.turn, last)
                bg_unpack(plays, <int>used, swap, &rows[at, 0])
                row = at
                for j in range(written, i):
                    if with_moves:
                        write_moves(<const bg_board*>&packed[j, 0], dice[j, 0], dice[j, 1], plays + (row - at),
                                    <int>(at + offsets[j + 1] - row), &moves[row, 0, 0])
                    row = at + offsets[j + 1]
                    offsets[j + 1] = row
                if i == last:
                    break
                at, used, written = at + used, 0, i
            if not mine:
                break


cdef void write_moves(const bg_board* board, int die1, int die2, const bg_board* plays, int n,
                      int8_t* moves) noexcept nogil:
    """Source and destination of each move of so many plays, 8 numbers a play, -1 where there is none."""
    cdef bg_play play
    cdef int j, k
    for j in range(n):
        bg_play_between(board, plays + j, die1, die2, &play)
        for k in range(4):
            moves[8 * j + 2 * k] = play.source[k] if k < play.n else -1
            moves[8 * j + 2 * k + 1] = play.destination[k] if k < play.n else -1
