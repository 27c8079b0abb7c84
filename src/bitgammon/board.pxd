"""Board for Cython users: ``from bitgammon.board cimport Board`` gives the packed board of a Python one."""

from bitgammon.core.board cimport bg_board


cdef class Board:
    cdef bg_board _board


cdef class Plays:
    cdef readonly Board board
    cdef int _high
    cdef int _low
    cdef int _n
    cdef bint _passes
    cdef bg_board* _results


cdef Board board_from(const bg_board* board)
cdef int die_of(object die, str name) except -1
