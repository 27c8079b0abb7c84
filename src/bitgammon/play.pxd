"""Move and Play for Cython users: ``from bitgammon.play cimport Move, Play``."""

from bitgammon.core.play cimport bg_play


cdef class Move:
    cdef readonly int src
    cdef readonly int dst
    cdef readonly bint hit


cdef class Play:
    cdef bg_play _play


cdef Play play_from(const bg_play* play)
