"""Chances of the outcomes of a game, row by row: checked, and clipped to what the board leaves possible.

A row is float32 (5): for the side on roll the chances to win, to win a gammon or more, a backgammon, to lose a gammon
or more, a backgammon. Boards are int8 (M, 26) in the view of the same side. The GIL is released.
"""

from libc.stdint cimport int8_t, int64_t, uint64_t

from bitgammon.core.board cimport bg_board, bg_result
from bitgammon.core.movegen cimport bg_pack
from bitgammon.core.phase cimport CONTACT, phase_of

cdef enum:
    WIN = 0
    WIN_GAMMON = 1
    WIN_BACKGAMMON = 2
    LOSE_GAMMON = 3
    LOSE_BACKGAMMON = 4
    BLOCK = 128
    TOP = 48                            # bits below the last slot of a word

cdef uint64_t HOME = 0xFFFFFFF          # slots 0..6 of word 2: the bar and the mover's home, for an opponent's checker
cdef uint64_t FAR = 0xFFFFFFF << 24     # slots 19..25 of word 1: the opponent's home and the bar, for the mover's


def first_bad(const float[:, ::1] outcomes, float slack):
    """The first row with a chance that is NaN or further than slack out of 0..1, or -1."""
    cdef int64_t i
    cdef int k
    cdef float chance
    with nogil:
        for i in range(outcomes.shape[0]):
            for k in range(5):
                chance = outcomes[i, k]
                if not (-slack <= chance <= 1 + slack):
                    with gil:
                        return i
    return -1


def clip(const int8_t[:, ::1] boards, int checkers, float[:, ::1] outcomes):
    """Takes out what cannot happen, in place; finished boards get their one outcome. The number of rows done, less than
    all at the first that is no board.

    - A side that has borne off a checker loses no gammon, let alone a backgammon.
    - Without contact nobody is hit any more: a side with no checker in the other's home loses no backgammon.
    - A gammon is a win and a backgammon a gammon, so that no chance exceeds the one it is part of.
    """
    cdef bg_board packed[BLOCK]
    cdef int64_t first, count, rows = outcomes.shape[0], done = 0
    cdef int k
    with nogil:
        while done < rows:
            first, count = done, min(BLOCK, rows - done)
            count = bg_pack(&boards[first, 0], count, checkers, packed)
            for k in range(count):
                clip_row(&packed[k], checkers, &outcomes[first + k, 0])
            done += count
            if count < min(BLOCK, rows - first):
                break
    return done


cdef inline void clip_row(const bg_board* board, int checkers, float* row) noexcept nogil:
    cdef int own_off = <int>(board.w[0] & 15), other_off = <int>(board.w[3] >> TOP & 15), result
    cdef bint contact
    if own_off == checkers or other_off == checkers:
        result = bg_result(board)
        row[WIN] = result > 0
        row[WIN_GAMMON] = result >= 2
        row[WIN_BACKGAMMON] = result == 3
        row[LOSE_GAMMON] = result <= -2
        row[LOSE_BACKGAMMON] = result == -3
        return
    contact = phase_of(board) == CONTACT
    limit(&row[WIN], 1)
    limit(&row[WIN_GAMMON], 0 if other_off else row[WIN])
    limit(&row[WIN_BACKGAMMON], row[WIN_GAMMON] if contact or board.w[2] & HOME else 0)
    limit(&row[LOSE_GAMMON], 0 if own_off else 1 - row[WIN])
    limit(&row[LOSE_BACKGAMMON], row[LOSE_GAMMON] if contact or board.w[1] & FAR else 0)


cdef inline void limit(float* chance, float most) noexcept nogil:
    if chance[0] > most:
        chance[0] = most
    if chance[0] < 0:
        chance[0] = 0
