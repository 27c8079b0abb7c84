"""How far a game has come: the numbers are those of ``bitgammon.batch.Phase``, which says what they mean."""

from libc.stdint cimport uint64_t

from bitgammon.core.board cimport bg_board

cdef enum phase:
    OVER = 0
    BEAROFF = 1
    RACE = 2
    CONTACT = 3


cdef inline int phase_of(const bg_board* board) noexcept nogil:
    """There is no contact when the mover's rearmost checker is below the opponent's: when the mover's slots, read as
    one number, are less than the lowest bit of the opponent's, for no slot holds both."""
    cdef uint64_t own_low = board.w[0] & ~15ULL, own_high = board.w[1]
    cdef uint64_t other_low = board.w[2], other_high = board.w[3] & 0xFFFFFFFFFFFFULL
    if not (own_low | own_high) or not (other_low | other_high):
        return OVER
    if other_low:
        if own_high or own_low >= (other_low & (0 - other_low)):
            return CONTACT
    elif own_high >= (other_high & (0 - other_high)):
        return CONTACT
    return RACE if own_high or own_low >> 28 or other_low or other_high & 0xFFFFFF else BEAROFF
