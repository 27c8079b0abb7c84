"""Driving the kernel over many boards with no Python per board: what benchmarks and the bench signature time.

A corpus is int8 (N, 26) boards in the mover's view and uint8 (N, 2) dice.
"""

from cpython.bytearray cimport PyByteArray_AS_STRING
from cpython.exc cimport PyErr_CheckSignals
from libc.stdint cimport int8_t, int64_t, uint8_t, uint64_t, uintptr_t
from libc.stdlib cimport free, malloc
from time import perf_counter

from bitgammon.core.board cimport (
    BG_BOTH_CLOSED_OUT, BG_BOTH_FINISHED, BG_MAX_PLAYS, bg_board, bg_from_points, bg_result, bg_swap, bg_to_points,
)
from bitgammon.core.movegen cimport bg_count, bg_generate, bg_generate_general

from bitgammon.errors import BatchShapeError, InvalidBoardError, InvalidDiceError, OutOfRangeError


cdef class Corpus:
    """Packed boards and dice, checked once."""

    cdef bg_board* boards
    cdef uint8_t* dice
    cdef readonly int64_t size

    def __cinit__(self, const int8_t[:, ::1] boards, const uint8_t[:, ::1] dice, checkers=15):
        cdef int64_t i, n = boards.shape[0]
        cdef int sides
        per_row = [checkers] * n if isinstance(checkers, int) else list(checkers)
        if boards.shape[1] != 26 or dice.shape[0] != n or dice.shape[1] != 2:
            raise BatchShapeError(f"expected boards (N, 26) and dice (N, 2), not ({n}, {boards.shape[1]}) and "
                                  f"({dice.shape[0]}, {dice.shape[1]})")
        self.size = n
        self.boards = <bg_board*>malloc(max(n, 1) * sizeof(bg_board))
        self.dice = <uint8_t*>malloc(max(n, 1) * 2)
        if self.boards == NULL or self.dice == NULL:
            raise MemoryError()
        for i in range(n):
            sides = per_row[i]
            if bg_from_points(&boards[i, 0], sides, &self.boards[i]) & ~(BG_BOTH_CLOSED_OUT | BG_BOTH_FINISHED):
                raise InvalidBoardError(f"row {i}: not a board of {sides} checkers a side")
            self.dice[2 * i] = dice[i, 0]
            self.dice[2 * i + 1] = dice[i, 1]
            if not (1 <= dice[i, 0] <= 6 and 1 <= dice[i, 1] <= 6):
                raise InvalidDiceError(f"row {i}: dice {dice[i, 0]}, {dice[i, 1]} are not both 1..6")

    def __dealloc__(self):
        free(self.boards)
        free(self.dice)


ctypedef int64_t (*bg_pass)(const bg_board*, const uint8_t*, int64_t) noexcept nogil


cdef int64_t list_once(const bg_board* boards, const uint8_t* dice, int64_t n) noexcept nogil:
    cdef bg_board out[BG_MAX_PLAYS]
    cdef int64_t i, plays = 0
    for i in range(n):
        plays += bg_generate(boards + i, dice[2 * i], dice[2 * i + 1], out)
    return plays


cdef int64_t list_generally(const bg_board* boards, const uint8_t* dice, int64_t n) noexcept nogil:
    cdef bg_board out[BG_MAX_PLAYS]
    cdef int64_t i, plays = 0
    for i in range(n):
        plays += bg_generate_general(boards + i, dice[2 * i], dice[2 * i + 1], out)
    return plays


cdef int64_t count_once(const bg_board* boards, const uint8_t* dice, int64_t n) noexcept nogil:
    cdef int64_t i, plays = 0
    for i in range(n):
        plays += bg_count(boards + i, dice[2 * i], dice[2 * i + 1])
    return plays


cdef object timed(bg_pass once, Corpus corpus, int rounds):
    cdef int64_t plays = 0
    seconds = []
    for _ in range(rounds):
        PyErr_CheckSignals()
        began = perf_counter()
        with nogil:
            plays = once(corpus.boards, corpus.dice, corpus.size)
        seconds.append(perf_counter() - began)
    return plays, seconds


def time_listing(Corpus corpus not None, int rounds, bint general=False):
    """Lists all plays of the corpus, round by round: (plays of one round, [seconds of each])."""
    return timed(list_generally if general else list_once, corpus, rounds)


def time_counting(Corpus corpus not None, int rounds):
    """Counts all plays of the corpus, round by round: (plays of one round, [seconds of each])."""
    return timed(count_once, corpus, rounds)


def list_corpus(boards, dice, int repeats=1):
    """Lists the plays of int8 (N, 26) boards and uint8 (N, 2) dice; the total over all repeats, a pass being 0."""
    return repeats * time_listing(Corpus(boards, dice), repeats)[0]


def count_corpus(boards, dice, int repeats=1):
    """Counts the plays of int8 (N, 26) boards and uint8 (N, 2) dice; the total over all repeats, a pass being 0."""
    return repeats * time_counting(Corpus(boards, dice), repeats)[0]


def listed(Corpus corpus not None, bint general=False, int offset=0):
    """The plays of each pair as bytes, 32 a board, in order: for tests of the kernel itself.

    They are written to memory that begins offset bytes (0..31) past an aligned address and holds BG_MAX_PLAYS
    boards; the bytes before and behind must stay as they were, or RuntimeError names the pair.
    """
    cdef int size = BG_MAX_PLAYS * sizeof(bg_board), n
    cdef int64_t i
    if not 0 <= offset < 32:
        raise OutOfRangeError(f"offset={offset} is not 0..31")
    memory = bytearray(b"\xa5" * (size + 128))
    cdef char* base = PyByteArray_AS_STRING(memory)
    cdef int start = 32 + offset - <int>(<uintptr_t>base % 32)
    cdef bg_board* out = <bg_board*>(base + start)
    guards = bytes(memory[:start]), bytes(memory[start + size:])
    found = []
    for i in range(corpus.size):
        if general:
            n = bg_generate_general(corpus.boards + i, corpus.dice[2 * i], corpus.dice[2 * i + 1], out)
        else:
            n = bg_generate(corpus.boards + i, corpus.dice[2 * i], corpus.dice[2 * i + 1], out)
        found.append(bytes(memory[start:start + 32 * n]))
        if memory[:start] != guards[0] or memory[start + size:] != guards[1]:
            raise RuntimeError(f"pair {i}: written outside the caller's buffer")
    return found


def counted(Corpus corpus not None):
    """The number of plays of each pair, a pass being 0, by counting."""
    cdef int64_t i
    return [bg_count(corpus.boards + i, corpus.dice[2 * i], corpus.dice[2 * i + 1]) for i in range(corpus.size)]


cdef inline uint64_t mixed(uint64_t state, uint64_t word) noexcept nogil:
    state = (state ^ word) * 0x9E3779B97F4A7C15ULL
    return state ^ (state >> 29)


def signature(Corpus corpus not None):
    """(plays, hash): the number of plays, passes being 0, and a 64-bit hash that depends on every board and the order.

    The hash starts at 0 and takes in, for each pair, the number of its plays and then the four words of each board in
    order; to take in a word: h = (h ^ word) * 0x9E3779B97F4A7C15 modulo 2**64, then h = h ^ (h >> 29).
    """
    cdef bg_board out[BG_MAX_PLAYS]
    cdef uint64_t state = 0
    cdef int64_t i, plays = 0
    cdef int n, j, k
    with nogil:
        for i in range(corpus.size):
            n = bg_generate(corpus.boards + i, corpus.dice[2 * i], corpus.dice[2 * i + 1], out)
            plays += n
            state = mixed(state, n)
            for j in range(n):
                for k in range(4):
                    state = mixed(state, out[j].w[k])
    return plays, state


cdef inline uint64_t drawn(uint64_t* state) noexcept nogil:
    """SplitMix64 (Steele, Lea and Flood, 2014)."""
    cdef uint64_t z
    state[0] += 0x9E3779B97F4A7C15ULL
    z = state[0]
    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9ULL
    z = (z ^ (z >> 27)) * 0x94D049BB133111EBULL
    return z ^ (z >> 31)


cdef inline int below(uint64_t* state, int bound) noexcept nogil:
    return <int>((drawn(state) >> 32) * <uint64_t>bound >> 32)


def fill_from_games(int8_t[:, ::1] boards, uint8_t[:, ::1] dice, start, int checkers, uint64_t seed):
    """Fills the rows with the turns of random games from a start of 26 integers.

    Of the plays of a roll the one is made whose board has the least hash under a drawn key: the games do not depend on
    the order in which plays are listed, so the corpus stays the same when the order changes.
    """
    cdef bg_board out[BG_MAX_PLAYS]
    cdef bg_board first, now
    cdef int8_t row[26]
    cdef uint64_t state = seed, key, value, least
    cdef int64_t i
    cdef int n, j, k, best
    for k in range(26):
        row[k] = start[k]
    if bg_from_points(row, checkers, &first):
        raise InvalidBoardError(f"not a board of {checkers} checkers a side: {start!r}")
    now = first
    for i in range(boards.shape[0]):
        bg_to_points(&now, &boards[i, 0])
        dice[i, 0] = 1 + below(&state, 6)
        dice[i, 1] = 1 + below(&state, 6)
        key = drawn(&state)
        n = bg_generate(&now, dice[i, 0], dice[i, 1], out)
        best = -1
        least = 0
        for j in range(n):
            value = key
            for k in range(4):
                value = mixed(value, out[j].w[k])
            if best < 0 or value < least:
                best = j
                least = value
        if best >= 0:
            now = out[best]
        bg_swap(&now, &now)
        if bg_result(&now):
            now = first


def fill_at_random(int8_t[:, ::1] boards, uint8_t[:, ::1] dice, int checkers, uint64_t seed):
    """Fills the rows with boards no game need reach: each side has a drawn number of checkers left, in drawn slots."""
    cdef uint64_t state = seed
    cdef int64_t i
    cdef int side, sign, slot, reach
    for i in range(boards.shape[0]):
        for slot in range(26):
            boards[i, slot] = 0
        for side in range(2):
            sign = 1 - 2 * side
            reach = 6 if below(&state, 3) == 0 else 25       # now and then all at home
            for _ in range(1 + below(&state, checkers)):
                slot = 1 + below(&state, reach)
                if side:
                    slot = 25 - slot
                if boards[i, slot] * sign >= 0:
                    boards[i, slot] += sign
        dice[i, 0] = 1 + below(&state, 6)
        dice[i, 1] = 1 + below(&state, 6)
