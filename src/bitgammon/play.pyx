"""One checker moved (Move) and a whole roll played (Play): immutable values."""

from collections.abc import Sequence
from itertools import islice

cimport cython

from bitgammon.core.play cimport bg_play

from bitgammon.arguments import flag, integer, quoted
from bitgammon.errors import InvalidPlayError
from bitgammon.notation import format_moves


@cython.final
@cython.freelist(64)
cdef class Move:
    """One checker moved by one die: from point ``src`` (25 the bar) to ``dst`` (0 off), hitting a blot or not.

    Raises InvalidPlayError for a point out of range or a move that does not go down.

    >>> from bitgammon import Move
    >>> Move(25, 22, True)
    Move(25, 22, hit=True)
    """

    def __init__(self, src, dst, hit=False):
        src = integer("src", src, 1, 25, InvalidPlayError)
        dst = integer("dst", dst, 0, 24, InvalidPlayError)
        hit = flag("hit", hit)
        if hit and not dst:
            raise InvalidPlayError(f"Move({src}, {dst}, hit=True): nothing is hit by bearing off")
        if dst >= src:
            raise InvalidPlayError(
                f"Move({src}, {dst}, hit={hit}): a move goes down, from 25 (bar) .. 1 to 24 .. 0"
            )
        self.src = src
        self.dst = dst
        self.hit = hit

    def __eq__(self, other):
        if not isinstance(other, Move):
            return NotImplemented
        return _key(self) == _key(<Move>other)

    def __lt__(self, other):
        if not isinstance(other, Move):
            return NotImplemented
        return _key(self) < _key(<Move>other)

    def __hash__(self):
        return hash(_key(self))

    def __repr__(self):
        return f"Move({self.src}, {self.dst}, hit=True)" if self.hit else f"Move({self.src}, {self.dst})"

    def __str__(self):
        return format_moves([_key(self)])

    def __reduce__(self):
        return Move, _key(self)


cdef tuple _key(Move move):
    return move.src, move.dst, move.hit


cdef Move _move(const bg_play* play, int k):
    cdef Move move = Move.__new__(Move)
    move.src = play.source[k]
    move.dst = play.destination[k]
    move.hit = play.hit[k]
    return move


cdef Play play_from(const bg_play* play):
    cdef Play made = Play.__new__(Play)
    made._play = play[0]
    return made


cdef enum:
    MOST_MOVES = 4


@cython.final
@cython.freelist(64)
cdef class Play:
    """A whole roll played: 0 to 4 moves, by source descending, then destination descending.

    A sequence of Move; the play of no moves, a pass, is falsy. ``str(play)`` is the standard notation. Raises
    InvalidPlayError for more than four moves, TypeError for anything but Move.

    >>> from bitgammon import Move, Play
    >>> play = Play([Move(6, 5), Move(8, 5)])
    >>> print(play)
    8/5 6/5
    >>> bool(Play())
    False
    """

    def __init__(self, moves=()):
        try:
            each = iter(moves)
        except TypeError:
            raise TypeError(f"moves: a Play is made of Move, not {quoted(moves)}") from None
        given = list(islice(each, MOST_MOVES + 1))
        if not all(isinstance(move, Move) for move in given):
            raise TypeError(f"moves: a Play is made of Move, not {quoted(given)}")
        if len(given) > MOST_MOVES:
            raise InvalidPlayError(f"a roll is at most {MOST_MOVES} moves, not more: {quoted(given)}")
        given.sort(key=_order)
        self._play.n = len(given)
        for k, move in enumerate(given):
            self._play.source[k] = (<Move>move).src
            self._play.destination[k] = (<Move>move).dst
            self._play.hit[k] = (<Move>move).hit

    @property
    def moves(self):
        """The moves as a tuple."""
        return tuple([_move(&self._play, k) for k in range(self._play.n)])

    def __len__(self):
        return self._play.n

    def __bool__(self):
        return self._play.n > 0

    def __getitem__(self, index):
        return self.moves[index]

    def __iter__(self):
        return iter(self.moves)

    def __contains__(self, move):
        return move in self.moves

    def __reversed__(self):
        return reversed(self.moves)

    def index(self, move, *bounds):
        """The index of the first equal move within optional start and stop; InvalidPlayError if there is none."""
        for k in range(self._play.n)[slice(*bounds)] if bounds else range(self._play.n):
            if self.moves[k] == move:
                return k
        raise InvalidPlayError(f"{quoted(move)} is no move of {str(self)!r}")

    def count(self, move):
        """How often the move is part of the play."""
        return self.moves.count(move)

    def text(self, style="gnu"):
        """The play in a style of ``bitgammon.notation.format_moves``: ``gnu`` (as ``str``), ``xg`` or ``plain``;
        UnknownNameError for another.

        >>> from bitgammon import Move, Play
        >>> Play([Move(25, 21, True), Move(21, 16)]).text("xg")
        'Bar/21* 21/16'
        """
        return format_moves([_key(move) for move in self.moves], style)

    def __eq__(self, other):
        if not isinstance(other, Play):
            return NotImplemented
        return self.moves == (<Play>other).moves

    def __hash__(self):
        return hash(self.moves)

    def __str__(self):
        return self.text()

    def __repr__(self):
        return f"Play({list(self.moves)!r})" if self._play.n else "Play()"

    def __reduce__(self):
        return Play, (self.moves,)


def _order(Move move):
    """Canonical order; of two moves that are the same but for the hit, the hitting one comes first."""
    return -move.src, -move.dst, not move.hit


Sequence.register(Play)
