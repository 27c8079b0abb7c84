"""Driving the kernel over many boards with no Python per board: what benchmarks and the bench signature time.

A corpus is int8 (N, 26) boards in the mover's view and uint8 (N, 2) dice.
"""

from cpython.exc cimport PyErr_CheckSignals
from libc.stdint cimport int8_t, int64_t, uint8_t, uint64_t
from libc.stdlib cimport free, malloc
from time import perf_counter

from bitgammon.core.board cimport BG_BOTH_CLOSED_OUT, BG_BOTH_FINISHED, BG_MAX_PLAYS, bg_board, bg_from_points
from bitgammon.core.movegen cimport bg_count, bg_generate, bg_generate_general

from bitgammon.errors import InvalidBoardError, InvalidDiceError


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
            raise ValueError(f"expected boards (N, 26) and dice (N, 2), not ({n}, {boards.shape[1]}) and "
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


cdef int64_t list_once(const bg_board* boards, const uint8_t* dice, int64_t n, bint general) noexcept nogil:
    cdef bg_board out[BG_MAX_PLAYS]
    cdef int64_t i, plays = 0
    if general:
        for i in range(n):
            plays += bg_generate_general(boards + i, dice[2 * i], dice[2 * i + 1], out)
    else:
        for i in range(n):
            plays += bg_generate(boards + i, dice[2 * i], dice[2 * i + 1], out)
    return plays


cdef int64_t count_once(const bg_board* boards, const uint8_t* dice, int64_t n) noexcept nogil:
    cdef int64_t i, plays = 0
    for i in range(n):
        plays += bg_count(boards + i, dice[2 * i], dice[2 * i + 1])
    return plays


def time_listing(Corpus corpus not None, int rounds, bint general=False):
    """Lists all plays of the corpus, round by round: (plays of one round, [seconds of each])."""
    cdef int64_t plays = 0
    seconds = []
    for _ in range(rounds):
        PyErr_CheckSignals()
        began = perf_counter()
        with nogil:
            plays = list_once(corpus.boards, corpus.dice, corpus.size, general)
        seconds.append(perf_counter() - began)
    return plays, seconds


def time_counting(Corpus corpus not None, int rounds):
    """Counts all plays of the corpus, round by round: (plays of one round, [seconds of each])."""
    cdef int64_t plays = 0
    seconds = []
    for _ in range(rounds):
        PyErr_CheckSignals()
        began = perf_counter()
        with nogil:
            plays = count_once(corpus.boards, corpus.dice, corpus.size)
        seconds.append(perf_counter() - began)
    return plays, seconds


def list_corpus(boards, dice, int repeats=1):
    """Lists the plays of int8 (N, 26) boards and uint8 (N, 2) dice; the total over all repeats, a pass being 0."""
    return repeats * time_listing(Corpus(boards, dice), repeats)[0]


def count_corpus(boards, dice, int repeats=1):
    """Counts the plays of int8 (N, 26) boards and uint8 (N, 2) dice; the total over all repeats, a pass being 0."""
    return repeats * time_counting(Corpus(boards, dice), repeats)[0]


cdef inline uint64_t mixed(uint64_t state, uint64_t word) noexcept nogil:
    state = (state ^ word) * 0x9E3779B97F4A7C15ULL
    return state ^ (state >> 29)


def signature(Corpus corpus not None):
    """(plays, hash): the number of plays, passes being 0, and a 64-bit hash that depends on every board and the order.

    The hash starts at 0 and takes in, for each pair, the number of its plays and then the four words of each board in
    order; to take in a word: h = (h ^ word) * 0x9E3779B97F4A7C15ULL modulo 2**64, then h = h ^ (h >> 29).
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
