"""The loops over rows of a batch that list no plays: no Python object per row, the GIL released.

Boards travel as uint64 (N, 4), the packed form of core/board.pxd, or as rows of 26 int8. Arrays are checked by
bitgammon.batch, and so are boards; a function that can meet a bad row says where, and its caller why.
"""

from libc.stdint cimport int8_t, int32_t, int64_t, uint8_t, uint32_t, uint64_t
from libc.string cimport memcpy, memset

from bitgammon.core.board cimport (
    bg_board, bg_from_points, bg_result, bg_reversed, bg_slot, bg_status, bg_swap,
)
from bitgammon.core.movegen cimport bg_pack, bg_unpack
from bitgammon.core.phase cimport phase_of

include "kernel/vector.pxi"

cdef enum:
    BLOCK = 256    # boards on the stack

# Two slots at once, the lower in bits 0..3: their checkers as ones, each slot closed by a zero, and how many bits.
cdef uint32_t UNARY[256]
cdef uint8_t UNARY_LENGTH[256]

# The four inputs of n checkers on a point.
cdef float POINT_INPUTS[16][4]


cdef void fill_tables() noexcept nogil:
    cdef uint32_t low, high
    cdef int n
    for low in range(16):
        for high in range(16):
            UNARY[low | high << 4] = ((1u << low) - 1) | ((1u << high) - 1) << (low + 1)
            UNARY_LENGTH[low | high << 4] = <uint8_t>(low + high + 2)
    for n in range(16):
        POINT_INPUTS[n][0] = n >= 1
        POINT_INPUTS[n][1] = n >= 2
        POINT_INPUTS[n][2] = n >= 3
        POINT_INPUTS[n][3] = (n - 3) / <float>2 if n > 3 else <float>0


fill_tables()


cdef inline const bg_board* board_at(const uint64_t[:, ::1] packed, int64_t i) noexcept nogil:
    return <const bg_board*>&packed[i, 0]


# Boards to boards.


def swapped(const uint64_t[:, ::1] packed, int8_t[:, ::1] rows):
    """Writes the 26 integers of each board as the other side sees it."""
    if packed.shape[0]:
        with nogil:
            bg_unpack(board_at(packed, 0), packed.shape[0], True, &rows[0, 0])


def apply(int8_t[:, ::1] rows, const int8_t[:, :, ::1] moves):
    """Makes the moves (N, 4, 2) of each row in place. The answer is -1 or, where a move cannot be made or comes after
    the padding, 4 * row + move of the first; that row is left half done."""
    cdef int8_t* board
    cdef int64_t i, bad = -1
    cdef int k, source, destination
    cdef bint ended
    with nogil:
        for i in range(rows.shape[0]):
            board = &rows[i, 0]
            ended = False
            for k in range(4):
                source = moves[i, k, 0]
                destination = moves[i, k, 1]
                if source == -1 and destination == -1:
                    ended = True
                    continue
                if ended or not (1 <= source <= 25 and 0 <= destination < source) or board[source] < 1 or (
                        destination and board[destination] < -1):
                    bad = 4 * i + k
                    break
                board[source] -= 1
                if destination:
                    if board[destination] == -1:
                        board[destination] = 0
                        board[0] -= 1
                    board[destination] += 1
            if bad >= 0:
                break
    return bad


cdef inline int sum_of_slots(uint64_t word) noexcept nogil:
    word = (word & 0x0F0F0F0F0F0F0F0FULL) + (word >> 4 & 0x0F0F0F0F0F0F0F0FULL)
    return <int>(word * 0x0101010101010101ULL >> 56)


cdef inline uint64_t occupied(uint64_t word) noexcept nogil:
    """The lowest bit of every slot that holds a checker."""
    word |= word >> 2
    return (word | word >> 1) & 0x1111111111111ULL


def unpack(const uint64_t[:, ::1] packed, int checkers, int8_t[:, ::1] rows):
    """Writes the 26 integers of each board up to the first that is none with so many checkers a side; the number
    written."""
    cdef const bg_board* board
    cdef int64_t i = 0
    with nogil:
        while i < packed.shape[0]:
            board = board_at(packed, i)
            if ((board.w[0] | board.w[1] | board.w[2] | board.w[3]) >> 52
                    or sum_of_slots(board.w[0]) + sum_of_slots(board.w[1]) != checkers
                    or sum_of_slots(board.w[2]) + sum_of_slots(board.w[3]) != checkers
                    or occupied(board.w[0]) & occupied(board.w[2]) & ~15ULL
                    or occupied(board.w[1]) & occupied(board.w[3]) & 0xFFFFFFFFFFFFULL):
                break
            i += 1
        if i:
            bg_unpack(board_at(packed, 0), i, False, &rows[0, 0])
    return i


# Boards to numbers.


cdef inline int weighted(uint64_t word, int first) noexcept nogil:
    """The sum over 13 slots of checkers times slot number, the lowest slot having the number first. Four lanes of 16
    bits hold every fourth slot; a multiplication adds up the lanes, each by its weight, in the highest."""
    cdef uint64_t lanes = 0x000F000F000F000FULL, ones = 0x0001000100010001ULL
    cdef uint64_t weights = first * ones + 0x000000040008000CULL
    return <int>(((word & lanes) * weights + (word >> 4 & lanes) * (weights + ones)
                  + (word >> 8 & lanes) * (weights + 2 * ones) + (word >> 12 & lanes) * (weights + 3 * ones)) >> 48)


def pip_counts(const uint64_t[:, ::1] packed, int32_t[:, ::1] counts):
    """The mover's pips and the opponent's, (N, 2)."""
    cdef int64_t i
    with nogil:
        for i in range(packed.shape[0]):
            counts[i, 0] = weighted(packed[i, 0], 0) + weighted(packed[i, 1], 13)
            counts[i, 1] = weighted(bg_reversed(packed[i, 3]), 0) + weighted(bg_reversed(packed[i, 2]), 13)


def results(const uint64_t[:, ::1] packed, int8_t[::1] found):
    """bg_result of each board."""
    cdef int64_t i
    with nogil:
        for i in range(packed.shape[0]):
            found[i] = <int8_t>bg_result(board_at(packed, i))


def classify(const uint64_t[:, ::1] packed, uint8_t[::1] found):
    """The phase of each board."""
    cdef int64_t i
    with nogil:
        for i in range(packed.shape[0]):
            found[i] = <uint8_t>phase_of(board_at(packed, i))


def check(const int8_t[:, ::1] rows, int checkers, uint8_t[::1] status):
    """Every reason against each row of 26 integers, whatever they are. Most rows can be packed, and quickly; of those
    that can, only boards with both sides on the bar or borne off may still be impossible."""
    cdef bg_board boards[BLOCK]
    cdef const bg_board* board
    cdef int64_t i = 0, n = rows.shape[0], packed, k
    with nogil:
        while i < n:
            packed = bg_pack(&rows[i, 0], min(<int64_t>BLOCK, n - i), checkers, boards)
            for k in range(packed):
                board = boards + k
                if (bg_slot(board, 0, 25) and bg_slot(board, 1, 0)) or (bg_slot(board, 0, 0) == checkers
                                                                        and bg_slot(board, 1, 25) == checkers):
                    status[i + k] = <uint8_t>bg_status(board, checkers)
                else:
                    status[i + k] = 0
            i += packed
            if packed < BLOCK and i < n:
                status[i] = <uint8_t>bg_from_points(&rows[i, 0], checkers, boards)
                i += 1


cdef inline uint64_t mixed(uint64_t x) noexcept nogil:
    x ^= x >> 32
    x *= 0xBB67AE8584CAA73BULL
    x ^= x >> 29
    x *= 0x3C6EF372FE94F82BULL
    return x ^ x >> 32


def hashes(const uint64_t[:, ::1] packed, uint64_t[::1] found):
    """The hash of each board, as bitgammon.batch.hashes describes it."""
    cdef int64_t i
    with nogil:
        for i in range(packed.shape[0]):
            found[i] = mixed(mixed(mixed(mixed(
                0x6A09E667F3BCC908ULL ^ packed[i, 0]) ^ packed[i, 1]) ^ packed[i, 2]) ^ packed[i, 3])


# Position keys (ids/position_id.py): 25 slots of the opponent in its own numbers, then 25 of the mover.


cdef inline int unary(uint64_t low, uint64_t high, uint64_t* bits) noexcept nogil:
    """Slots 1..25 of a side in its own numbers as bits; how many: 40 at most."""
    cdef int _, length = 0
    bits[0] = 0
    low >>= 4
    for _ in range(6):
        bits[0] |= <uint64_t>UNARY[low & 255] << length
        length += UNARY_LENGTH[low & 255]
        low >>= 8
    for _ in range(7):
        bits[0] |= <uint64_t>UNARY[high & 255] << length
        length += UNARY_LENGTH[high & 255]
        high >>= 8
    return length - 1    # the slot after the last is none


def position_keys(const uint64_t[:, ::1] packed, uint8_t[:, ::1] keys):
    """The ten bytes of each board, (N, 10)."""
    cdef bg_board swapped
    cdef uint64_t first, second
    cdef int64_t i
    cdef int k, length
    with nogil:
        for i in range(packed.shape[0]):
            bg_swap(board_at(packed, i), &swapped)
            length = unary(swapped.w[0], swapped.w[1], &first)
            unary(packed[i, 0], packed[i, 1], &second)
            first |= second << length
            second >>= 64 - length
            for k in range(8):
                keys[i, k] = <uint8_t>(first >> 8 * k)
            keys[i, 8] = <uint8_t>second
            keys[i, 9] = <uint8_t>(second >> 8)


cdef bint row_of_key(const uint8_t* key, int checkers, int8_t* row) noexcept nogil:
    """The 26 integers of a key; False where it is none. A side with no more checkers than 15 needs no more bits than
    there are, so that counting them is enough."""
    cdef uint64_t low = 0, high = key[8] | <uint64_t>key[9] << 8
    cdef int k, count, slot = 0, own = 0, other = 0
    for k in range(8):
        low |= <uint64_t>key[k] << 8 * k
    memset(row, 0, 26)
    while low:
        k = bit_first64(low)
        low = low >> k | (high << 1) << (63 - k)
        high >>= k
        slot += k
        if slot >= 50 or (low & 0xFFFF) == 0xFFFF:
            return False
        count = bit_first64(~low)
        if slot < 25:
            other += count
            row[24 - slot] = <int8_t>-count
        else:
            own += count
            if row[slot - 24]:
                return False
            row[slot - 24] = <int8_t>count
        k = count + 1
        low = low >> k | high << (64 - k)
        high >>= k
        slot += 1
    return not high and own <= checkers and other <= checkers


def from_position_keys(const uint8_t[:, ::1] keys, int checkers, int8_t[:, ::1] rows):
    """The 26 integers of each key up to the first that is none; the number done."""
    cdef int64_t i = 0
    with nogil:
        while i < keys.shape[0] and row_of_key(&keys[i, 0], checkers, &rows[i, 0]):
            i += 1
    return i


# Inputs of networks.


cdef inline void side_inputs(uint64_t low, uint64_t high, int bar, int off, float* out) noexcept nogil:
    cdef int k
    for k in range(12):
        memcpy(out + 4 * k, POINT_INPUTS[low >> 4 * (k + 1) & 15], 16)
        memcpy(out + 48 + 4 * k, POINT_INPUTS[high >> 4 * k & 15], 16)
    out[96] = bar / <float>2
    out[97] = off / <float>15


def tesauro(const uint64_t[:, ::1] packed, float[:, ::1] out):
    """The 198 inputs of each board, as bitgammon.batch.features describes them."""
    cdef const bg_board* board
    cdef int64_t i
    with nogil:
        for i in range(packed.shape[0]):
            board = board_at(packed, i)
            side_inputs(board.w[0], board.w[1], bg_slot(board, 0, 25), bg_slot(board, 0, 0), &out[i, 0])
            side_inputs(board.w[2], board.w[3], bg_slot(board, 1, 0), bg_slot(board, 1, 25), &out[i, 98])
            out[i, 196] = 1
            out[i, 197] = 0
