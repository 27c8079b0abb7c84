"""The functions of the core as one table, which C, C++ and everything that calls through a pointer use.

``api`` is the capsule that ``bg_import()`` of bitgammon.h asks for; ``bitgammon.core.addresses`` has the same for
programs without that header. The kernel's entries are those of the variant chosen for the CPU, with nothing between.
"""

import importlib

from cpython.pycapsule cimport PyCapsule_GetPointer, PyCapsule_New
from libc.stdint cimport int8_t, int64_t, uint32_t, uint64_t, uintptr_t

from bitgammon.core.board cimport (
    bg_apply, bg_board, bg_checkers, bg_from_points, bg_pip_counts, bg_result, bg_status, bg_swap, bg_to_points,
)
from bitgammon.core.dice cimport bg_below, bg_roll, bg_stream, bg_stream_of, bg_word
from bitgammon.core.kernel_table cimport bg_kernel
from bitgammon.core.play cimport bg_play, bg_play_between

from bitgammon.core import movegen

# The C compiler checks every entry against the header. Its bg_play and bg_stream are the core's, but to C other types.
cdef extern from "include/bitgammon.h":
    enum:
        BG_ABI
        BG_ABI_MINOR
    ctypedef struct c_play "bg_play":
        int n
        signed char source[4]
        signed char destination[4]
        signed char hit[4]
    ctypedef struct c_stream "bg_stream":
        uint32_t key[2]
        uint32_t counter[4]
        uint32_t words[4]
        int used
    ctypedef struct bg_api:
        uint32_t abi
        uint32_t minor
        uint32_t api_size
        uint32_t board_size
        uint32_t play_size
        uint32_t stream_size
        int (*generate)(const bg_board*, int, int, bg_board*) noexcept nogil
        int (*generate_general)(const bg_board*, int, int, bg_board*) noexcept nogil
        int (*count)(const bg_board*, int, int) noexcept nogil
        int64_t (*perft)(const bg_board*, int, bint) noexcept nogil
        void (*pick)(const bg_board*, int, int, c_stream*, bg_board*) noexcept nogil
        int (*playout)(const bg_board*, c_stream*, bint, int64_t, int64_t*) noexcept nogil
        bint (*play_between)(const bg_board*, const bg_board*, int, int, c_play*) noexcept nogil
        bint (*apply)(const bg_board*, int, int, bg_board*, bint*) noexcept nogil
        void (*swap)(const bg_board*, bg_board*) noexcept nogil
        int (*result)(const bg_board*) noexcept nogil
        uint32_t (*status)(const bg_board*, int) noexcept nogil
        int (*checkers)(const bg_board*) noexcept nogil
        void (*pip_counts)(const bg_board*, int*, int*) noexcept nogil
        uint32_t (*from_points)(const int8_t*, int, bg_board*) noexcept nogil
        void (*to_points)(const bg_board*, int8_t*) noexcept nogil
        int64_t (*pack)(const int8_t*, int64_t, int, bg_board*) noexcept nogil
        void (*unpack)(const bg_board*, int64_t, bint, int8_t*) noexcept nogil
        void (*stream_init)(c_stream*, uint64_t, uint64_t, uint64_t) noexcept nogil
        uint32_t (*word)(c_stream*) noexcept nogil
        uint32_t (*below)(c_stream*, uint32_t) noexcept nogil
        void (*roll)(c_stream*, bint, int*, int*) noexcept nogil

cdef bg_kernel KERNEL = (
    <bg_kernel*>PyCapsule_GetPointer(
        importlib.import_module(f"bitgammon.core._kernel_{movegen.variant}").table, "bitgammon.core.kernel")
)[0]


cdef void pick(const bg_board* board, int die1, int die2, c_stream* stream, bg_board* out) noexcept nogil:
    KERNEL.pick(board, die1, die2, <bg_stream*>stream, out)


cdef int playout(const bg_board* board, c_stream* stream, bint opening, int64_t max_turns,
                 int64_t* turns) noexcept nogil:
    return KERNEL.playout(board, <bg_stream*>stream, opening, max_turns, turns)


cdef bint play_between(const bg_board* board, const bg_board* after, int die1, int die2, c_play* out) noexcept nogil:
    return bg_play_between(board, after, die1, die2, <bg_play*>out)


cdef void swap(const bg_board* board, bg_board* out) noexcept nogil:
    bg_swap(board, out)


cdef void stream_init(c_stream* stream, uint64_t seed, uint64_t board, uint64_t game) noexcept nogil:
    (<bg_stream*>stream)[0] = bg_stream_of(seed, board, game)


cdef uint32_t word(c_stream* stream) noexcept nogil:
    return bg_word(<bg_stream*>stream)


cdef uint32_t below(c_stream* stream, uint32_t bound) noexcept nogil:
    return bg_below(<bg_stream*>stream, bound)


cdef void roll(c_stream* stream, bint opening, int* die1, int* die2) noexcept nogil:
    bg_roll(<bg_stream*>stream, opening, die1, die2)


cdef bg_api TABLE
TABLE.abi = BG_ABI
TABLE.minor = BG_ABI_MINOR
TABLE.api_size = sizeof(bg_api)
TABLE.board_size = sizeof(bg_board)
TABLE.play_size = sizeof(c_play)
TABLE.stream_size = sizeof(c_stream)
TABLE.generate = KERNEL.generate
TABLE.generate_general = KERNEL.general
TABLE.count = KERNEL.count
TABLE.perft = KERNEL.perft
TABLE.pick = pick
TABLE.playout = playout
TABLE.play_between = play_between
TABLE.apply = bg_apply
TABLE.swap = swap
TABLE.result = bg_result
TABLE.status = bg_status
TABLE.checkers = bg_checkers
TABLE.pip_counts = bg_pip_counts
TABLE.from_points = bg_from_points
TABLE.to_points = bg_to_points
TABLE.pack = KERNEL.pack
TABLE.unpack = KERNEL.unpack
TABLE.stream_init = stream_init
TABLE.word = word
TABLE.below = below
TABLE.roll = roll

api = PyCapsule_New(&TABLE, "bitgammon.core.capi.api", NULL)
address = <uintptr_t>&TABLE
