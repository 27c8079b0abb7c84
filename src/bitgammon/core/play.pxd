"""The moves behind a result: which checkers went where, in the canonical writing of a play."""

from bitgammon.core.board cimport bg_board

# One roll played: n moves, 0 to 4, by source descending, then destination descending; 25 is the bar, destination 0 off.
# hit is 1 where the move hits a blot.
ctypedef struct bg_play:
    int n
    signed char source[4]
    signed char destination[4]
    signed char hit[4]

# The canonical play that leads from a legal board to after, one of the boards bg_generate gives for the dice. A board
# that is none of them, or board itself, gives False or no moves.
cdef bint bg_play_between(const bg_board* board, const bg_board* after, int die1, int die2,
                          bg_play* out) noexcept nogil
