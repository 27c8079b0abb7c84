"""perft: how many plays a tree of turns has, the field's check of a generator."""

from operator import index as as_index

from cpython.exc cimport PyErr_CheckSignals
from libc.stdint cimport int64_t

from bitgammon.board cimport Board, die_of
from bitgammon.core.board cimport BG_MAX_PLAYS, bg_board, bg_result, bg_swap
from bitgammon.core.movegen cimport bg_generate, bg_perft

from bitgammon.rules import ROLLS, roll_weight

cdef enum:
    NATIVE = 2           # turns counted in one go, between two looks for Ctrl-C
    MOST_TURNS = 16      # each takes 98 KB of stack; six turns are 10**14 plays


cdef object _below(const bg_board* board, int depth, bint weighted):
    """perft of a board that may be of a finished game."""
    cdef int64_t counted
    if bg_result(board) or depth == 0:
        return 1
    PyErr_CheckSignals()
    if depth <= NATIVE:
        with nogil:
            counted = bg_perft(board, depth, weighted)
        return counted
    return sum([_of_roll(board, high, low, depth, weighted) for high, low in ROLLS])


cdef object _of_roll(const bg_board* board, int high, int low, int depth, bint weighted):
    cdef bg_board plays[BG_MAX_PLAYS]
    cdef bg_board after
    cdef int n = bg_generate(board, high, low, plays)
    if n == 0:
        plays[0] = board[0]
        n = 1
    total = 0
    for k in range(n):
        bg_swap(&plays[k], &after)
        total += _below(&after, depth - 1, weighted)
    return total * (roll_weight(high, low) if weighted else 1)


cdef int _checked(object board, object depth) except -1:
    if not isinstance(board, Board):
        raise TypeError(f"expected a Board, not {board!r}")
    turns = as_index(depth)
    if not 0 <= turns <= MOST_TURNS:
        raise ValueError(f"depth {depth} is not 0..{MOST_TURNS}")
    return turns


def perft(board, depth, weighted=False):
    """The number of ways to play depth turns, each with any of the 21 rolls and any of its distinct plays.

    A pass is one play; a game that ends is one leaf where it ends. weighted counts a roll of two different dice twice,
    as the 36 throws do. The last turn is counted, not listed. Ctrl-C is heard. Raises TypeError, and ValueError for a
    depth that is negative or past any patience.

    >>> from bitgammon import Board, perft
    >>> perft(Board(), 1), perft(Board(), 2), perft(Board(), 2, weighted=True)
    (447, 202782, 419783)
    """
    cdef int turns = _checked(board, depth)
    return _below(&(<Board>board)._board, turns, bool(weighted))


def perft_roll(board, die1, die2, depth, weighted=False):
    """The part of ``perft(board, depth, weighted)`` whose first roll is this one: a line of the divide. depth >= 1.

    >>> from bitgammon import Board
    >>> perft_roll(Board(), 3, 1, 2)
    7459
    """
    cdef int turns = _checked(board, depth)
    cdef int d1 = die_of(die1, "die1"), d2 = die_of(die2, "die2")
    if turns == 0:
        raise ValueError("depth 0 has no first roll")
    if bg_result(&(<Board>board)._board):
        raise ValueError(f"the game is over: {board!r}")
    return _of_roll(&(<Board>board)._board, max(d1, d2), min(d1, d2), turns, bool(weighted))
