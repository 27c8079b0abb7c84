"""The core: packed boards and the generator of plays, for compiled code.

Everything here is nogil, allocates nothing and touches no Python object. From Cython:
``from bitgammon.core.board cimport bg_board`` and ``from bitgammon.core.movegen cimport bg_generate``.
"""
