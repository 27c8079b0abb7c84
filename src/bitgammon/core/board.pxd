"""The packed board and what can be told of it without generating plays.

Layout. For each side 26 slots of 4 bits, 13 to a word: slot s lies in bits 4*(s % 13) .. +3 of word s // 13 of
that side. Words 0 and 1 are the mover's, words 2 and 3 the opponent's; both in the mover's coordinates:

    slot        0                1..24               25
    mover       borne off        checkers on point   bar
    opponent    bar              checkers on point   borne off

No slot passes 15, so adding a constant never carries from slot to slot: a move is one addition of four words.
The top 12 bits of every word are zero. A board is 32 bytes and needs no alignment: the struct is packed.
"""

from libc.stdint cimport int8_t, uint32_t, uint64_t

cdef extern from *:
    """
    #ifndef BG_BOARD_DEFINED
    #define BG_BOARD_DEFINED
    #pragma pack(push, 1)                 /* callers bring memory of any alignment */
    typedef struct { uint64_t w[4]; } bg_board;
    #pragma pack(pop)
    #endif
    """
    ctypedef struct bg_board:
        uint64_t w[4]

cdef enum:
    BG_BAR = 25
    BG_OFF = 0
    BG_MAX_PLAYS = 3060      # boards a caller's buffer must hold; see movegen.pxd

# Reasons a board is impossible, as bits of the answer of bg_status.
cdef enum bg_reason:
    BG_MOVER_COUNT = 1           # the mover's slots do not add up to the number of checkers
    BG_OPPONENT_COUNT = 2
    BG_BOTH_ON_POINT = 4         # a point holds checkers of both sides
    BG_MOVER_BAR_NEGATIVE = 8    # only in 26 integers: index 25 below 0
    BG_OPPONENT_BAR_POSITIVE = 16    # only in 26 integers: index 0 above 0
    BG_BOTH_CLOSED_OUT = 32      # both have a checker on the bar before six closed points: nobody could ever move
    BG_BOTH_FINISHED = 64        # both have borne off all


cdef inline int bg_slot(const bg_board* board, int side, int slot) noexcept nogil:
    """Checkers of side (0 the mover, 1 the opponent) in a slot."""
    return <int>((board.w[2 * side + (1 if slot >= 13 else 0)] >> (4 * (slot % 13))) & 15)


cdef inline uint64_t bg_reversed(uint64_t word) noexcept nogil:
    """The 13 slots of a word in the opposite order: nibbles swapped, then pairs of nibbles, and so on."""
    word <<= 12
    word = ((word >> 4) & 0x0F0F0F0F0F0F0F0FULL) | ((word & 0x0F0F0F0F0F0F0F0FULL) << 4)
    word = ((word >> 8) & 0x00FF00FF00FF00FFULL) | ((word & 0x00FF00FF00FF00FFULL) << 8)
    word = ((word >> 16) & 0x0000FFFF0000FFFFULL) | ((word & 0x0000FFFF0000FFFFULL) << 16)
    return (word >> 32) | (word << 32)


cdef inline void bg_swap(const bg_board* board, bg_board* out) noexcept nogil:
    """The same board seen by the other side: slot s of one side becomes slot 25 - s of the other (R2)."""
    cdef uint64_t w0 = board.w[0], w1 = board.w[1], w2 = board.w[2], w3 = board.w[3]
    out.w[0] = bg_reversed(w3)
    out.w[1] = bg_reversed(w2)
    out.w[2] = bg_reversed(w1)
    out.w[3] = bg_reversed(w0)


cdef int bg_checkers(const bg_board* board) noexcept nogil
cdef uint32_t bg_from_points(const int8_t* points, int checkers, bg_board* out) noexcept nogil
cdef void bg_to_points(const bg_board* board, int8_t* points) noexcept nogil
cdef uint32_t bg_status(const bg_board* board, int checkers) noexcept nogil
cdef void bg_pip_counts(const bg_board* board, int* mover, int* opponent) noexcept nogil
cdef int bg_result(const bg_board* board) noexcept nogil
cdef bint bg_apply(const bg_board* board, int source, int destination, bg_board* out, bint* hit) noexcept nogil
