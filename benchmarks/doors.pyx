# cython: language_level=3
"""The compiled doors that bench_doors.py times: cimport, and the table of bitgammon.h as a C program has it."""

from libc.stdint cimport int8_t

from bitgammon.core.board cimport BG_MAX_PLAYS, bg_board, bg_from_points
from bitgammon.core.movegen cimport bg_count, bg_generate

cdef extern from "bitgammon.h":
    ctypedef struct bg_api:
        int (*generate)(const bg_board*, int, int, bg_board*) noexcept nogil
        int (*count)(const bg_board*, int, int) noexcept nogil
    const bg_api* bg_import() except NULL

cdef const bg_api* bg = bg_import()
cdef bg_board board
cdef bg_board plays[BG_MAX_PLAYS]


def place(const int8_t[::1] points):
    """Sets the board of the calls below."""
    if bg_from_points(&points[0], 15, &board):
        raise ValueError("no board")


def count_cimport(int calls):
    """All plays of so many calls."""
    cdef int _, total = 0
    with nogil:
        for _ in range(calls):
            total += bg_count(&board, 3, 1)
    return total


def generate_cimport(int calls):
    """The same, listed."""
    cdef int _, total = 0
    with nogil:
        for _ in range(calls):
            total += bg_generate(&board, 3, 1, plays)
    return total


def count_table(int calls):
    """The same, counted, through the table."""
    cdef int _, total = 0
    with nogil:
        for _ in range(calls):
            total += bg.count(&board, 3, 1)
    return total


def generate_table(int calls):
    """The same, listed, through the table."""
    cdef int _, total = 0
    with nogil:
        for _ in range(calls):
            total += bg.generate(&board, 3, 1, plays)
    return total
