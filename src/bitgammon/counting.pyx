"""perft: how many plays a tree of turns has, the field's check of a generator."""

from operator import index as as_index

from cpython.exc cimport PyErr_CheckSignals
from libc.stdint cimport int64_t

from bitgammon.board cimport Board, board_from
from bitgammon.core.board cimport BG_MAX_PLAYS, bg_board, bg_result, bg_swap
from bitgammon.core.movegen cimport bg_generate, bg_perft

from bitgammon.rules import ROLLS, roll_weight

cdef enum:
    NATIVE = 2       # turns counted in one go, between two looks for Ctrl-C


cdef object _below(const bg_board* board, int depth, bint weighted):
    cdef bg_board after
    cdef bg_board* plays
    cdef int64_t counted
    if bg_result(board) or depth == 0:
        return 1
    PyErr_CheckSignals()
    if depth <= NATIVE:
        with nogil:
            counted = bg_perft(board, depth, weighted)
        return counted
    return sum(perft_roll(board_from(board), high, low, depth, weighted) for high, low in ROLLS)


def perft_roll(Board board not None, int high, int low, int depth, bint weighted=False):
    """The part of ``perft(board, depth, weighted)`` whose first roll is this one: a line of the divide."""
    cdef bg_board plays[BG_MAX_PLAYS]
    cdef bg_board after
    cdef int n = bg_generate(&board._board, high, low, plays)
    if n == 0:
        plays[0] = board._board
        n = 1
    total = 0
    for k in range(n):
        bg_swap(&plays[k], &after)
        total += _below(&after, depth - 1, weighted)
    return total * (roll_weight(high, low) if weighted else 1)


def perft(board, depth, weighted=False):
    """The number of ways to play depth turns, each with any of the 21 rolls and any of its distinct plays.

    A pass is one play; a game that ends is one leaf where it ends. weighted counts a roll of two different dice twice,
    as the 36 throws do. The last turn is counted, not listed. Ctrl-C is heard. Raises TypeError, and ValueError for a
    negative depth.

    >>> from bitgammon import Board, perft
    >>> perft(Board(), 1), perft(Board(), 2), perft(Board(), 2, weighted=True)
    (447, 202782, 419783)
    """
    if not isinstance(board, Board):
        raise TypeError(f"expected a Board, not {board!r}")
    if as_index(depth) < 0:
        raise ValueError(f"depth {depth} is negative")
    if depth > 64:
        raise ValueError(f"depth {depth} is past 64, which nobody could wait for")
    return _below(&(<Board>board)._board, depth, weighted)
