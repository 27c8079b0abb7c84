"""perft: how many plays a tree of turns has, the field's check of a generator."""

from cpython.exc cimport PyErr_CheckSignals
from libc.stdint cimport int64_t

from bitgammon.board cimport Board, die_of
from bitgammon.core.board cimport BG_MAX_PLAYS, bg_board, bg_result, bg_swap
from bitgammon.core.movegen cimport bg_generate, bg_perft

from bitgammon.arguments import flag, integer, quoted
from bitgammon.errors import FinishedGameError
from bitgammon.rules import ROLLS, roll_weight

cdef enum:
    NATIVE = 2           # turns counted in one go, between two looks for Ctrl-C
    MOST_TURNS = 8       # each takes 98 KB of stack, of which a thread may have 1 MB; six turns are 10**14 plays


MOST_DEPTH = MOST_TURNS


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


cdef int _checked(object board, object depth, int least) except -1:
    if not isinstance(board, Board):
        raise TypeError(f"board: expected a Board, not {quoted(board)}")
    return integer("depth", depth, least, MOST_TURNS)


def perft(board, depth, weighted=False):
    """The number of ways to play depth turns, each with any of the 21 rolls and any of its distinct plays.

    A pass is one play; a game that ends is one leaf where it ends. weighted counts a roll of two different dice twice,
    as the 36 throws do. The last turn is counted, not listed. Ctrl-C is heard. Raises TypeError, and
    OutOfRangeError for a depth that is negative or past any patience.

    >>> from bitgammon import Board, perft
    >>> perft(Board(), 1), perft(Board(), 2), perft(Board(), 2, weighted=True)
    (447, 202782, 419783)
    """
    cdef int turns = _checked(board, depth, 0)
    return _below(&(<Board>board)._board, turns, flag("weighted", weighted))


def perft_roll(board, die1, die2, depth, weighted=False):
    """The part of ``perft(board, depth, weighted)`` whose first roll is this one: a line of the divide. Raises
    OutOfRangeError for a depth below 1, FinishedGameError, InvalidDiceError, TypeError.

    >>> from bitgammon import Board
    >>> perft_roll(Board(), 3, 1, 2)
    7459
    """
    cdef int turns = _checked(board, depth, 1)
    cdef int d1 = die_of(die1, "die1"), d2 = die_of(die2, "die2")
    if bg_result(&(<Board>board)._board):
        raise FinishedGameError(f"the game is over: {board!r}")
    return _of_roll(&(<Board>board)._board, max(d1, d2), min(d1, d2), turns, flag("weighted", weighted))
