"""The table of functions each variant of the kernel publishes; core.movegen picks one at import."""

from libc.stdint cimport int8_t, int64_t, uint64_t

from bitgammon.core.board cimport bg_board
from bitgammon.core.dice cimport bg_stream

ctypedef struct bg_kernel:
    int (*generate)(const bg_board* board, int die1, int die2, bg_board* out) noexcept nogil
    int (*general)(const bg_board* board, int die1, int die2, bg_board* out) noexcept nogil
    int (*count)(const bg_board* board, int die1, int die2) noexcept nogil
    int64_t (*perft)(const bg_board* board, int depth, bint weighted) noexcept nogil
    void (*pick)(const bg_board* board, int die1, int die2, bg_stream* stream, bg_board* out) noexcept nogil
    int (*playout)(const bg_board* board, bg_stream* stream, bint opening, int64_t max_turns,
                   int64_t* turns) noexcept nogil
    void (*unpack)(const bg_board* boards, int64_t n, bint swap, int8_t* rows) noexcept nogil
    int64_t (*pack)(const int8_t* rows, int64_t n, int checkers, bg_board* boards) noexcept nogil
