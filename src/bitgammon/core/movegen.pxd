"""Every legal play of a board and a roll, for compiled code: nogil, no allocation, no Python object.

Each call goes through the variant of the kernel chosen for the CPU at import.
"""

from libc.stdint cimport int8_t, int64_t

from bitgammon.core.board cimport bg_board
from bitgammon.core.dice cimport bg_stream

# Writes the distinct boards the mover can reach with the dice (1..6, either order), in the mover's view, to out, which
# must hold BG_MAX_PLAYS boards at any alignment (what is behind the last board may be overwritten); their number. 0 for
# a pass and for a finished game. board must be legal (bg_status 0). The order of the boards does not depend on the
# order of the dice and is part of the bench signature.
cdef int bg_generate(const bg_board* board, int die1, int die2, bg_board* out) noexcept nogil

# The same set of boards by the general path alone: the slow twin, in an order of its own.
cdef int bg_generate_general(const bg_board* board, int die1, int die2, bg_board* out) noexcept nogil

# How many boards bg_generate would write.
cdef int bg_count(const bg_board* board, int die1, int die2) noexcept nogil

# Plays counted over depth turns of all 21 rolls, a pass being one play and a game that ends one leaf; weighted counts a
# roll of different dice twice. depth >= 1, the game not finished. Uses 98 KB of stack a turn.
cdef int64_t bg_perft(const bg_board* board, int depth, bint weighted) noexcept nogil

# Unpacks n boards to n rows of 26 int8 in the mover's view, or, with swap, in the opponent's.
cdef void bg_unpack(const bg_board* boards, int64_t n, bint swap, int8_t* rows) noexcept nogil

# Packs rows of 26 int8 with so many checkers a side; the number packed, less than n at the first row that is no board
# (bg_from_points then tells why).
cdef int64_t bg_pack(const int8_t* rows, int64_t n, int checkers, bg_board* boards) noexcept nogil

# Draws one of the distinct plays of a roll, each as likely as any other, and writes the board after it; a pass and a
# finished game leave the board as it is. How many words of the stream it takes depends on the board.
cdef void bg_pick(const bg_board* board, int die1, int die2, bg_stream* stream, bg_board* out) noexcept nogil

# Plays one game to the end with random dice and plays: its result for the side on roll as in bg_result, or 0 when
# max_turns (negative: no limit) ended it or, after 0 turns, when it has no end (BG_BOTH_CLOSED_OUT). turns counts
# passes too. opening: the first roll is of two different dice.
cdef int bg_playout(const bg_board* board, bg_stream* stream, bint opening, int64_t max_turns,
                    int64_t* turns) noexcept nogil
