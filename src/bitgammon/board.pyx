"""Board, an immutable backgammon board seen by the mover, and Plays, the sequence of its legal plays for a roll."""

from collections.abc import Sequence
from enum import IntFlag
from itertools import islice
from operator import index as as_index

cimport cython
from cpython.bytearray cimport PyByteArray_AS_STRING
from cpython.mem cimport PyMem_Free, PyMem_Malloc
from libc.stdint cimport int8_t, uint32_t, uint64_t
from libc.string cimport memcmp, memcpy

from bitgammon.core.board cimport (
    BG_BOTH_CLOSED_OUT, BG_BOTH_FINISHED, BG_BOTH_ON_POINT, BG_MAX_PLAYS, BG_MOVER_BAR_NEGATIVE, BG_MOVER_COUNT,
    BG_OPPONENT_BAR_POSITIVE, BG_OPPONENT_COUNT, bg_apply, bg_board, bg_checkers, bg_from_points, bg_pip_counts,
    bg_result, bg_slot, bg_status, bg_swap, bg_to_points,
)
from bitgammon.core.movegen cimport bg_count, bg_generate, bg_unpack
from bitgammon.core.play cimport bg_play, bg_play_between
from bitgammon.play cimport Play, play_from

from bitgammon import notation
from bitgammon.arguments import checker_count, integer, quoted
from bitgammon.errors import IllegalPlayError, InvalidBoardError, InvalidDiceError, UnknownNameError
from bitgammon.ids import position_id, xgid
from bitgammon.rules import CHECKERS, STARTS

cdef extern from "Python.h":
    long PyLong_AsLongAndOverflow(object value, int* overflow) except? -1


class Status(IntFlag):
    """Every reason a board is impossible; VALID is none.

    A Board can hold the last two, and nothing but passes follows from them; the others make its constructors raise
    InvalidBoardError, whose ``status`` has them.
    """

    VALID = 0
    MOVER_COUNT = BG_MOVER_COUNT
    OPPONENT_COUNT = BG_OPPONENT_COUNT
    BOTH_ON_POINT = BG_BOTH_ON_POINT
    MOVER_BAR_NEGATIVE = BG_MOVER_BAR_NEGATIVE
    OPPONENT_BAR_POSITIVE = BG_OPPONENT_BAR_POSITIVE
    BOTH_CLOSED_OUT = BG_BOTH_CLOSED_OUT
    BOTH_FINISHED = BG_BOTH_FINISHED


cdef enum:
    HOLDABLE = BG_BOTH_CLOSED_OUT | BG_BOTH_FINISHED


cdef int die_of(object die, str name) except -1:
    """A die as int; TypeError for what is no integer, InvalidDiceError outside 1..6."""
    cdef int overflow = 0
    cdef long value
    try:
        value = PyLong_AsLongAndOverflow(die, &overflow)
    except TypeError:
        raise TypeError(f"{name}: expected an integer, not {quoted(die)}") from None
    if overflow or not 1 <= value <= 6:
        raise InvalidDiceError(f"{name}={quoted(die)} is not 1..6")
    return <int>value


cdef Board board_from(const bg_board* board):
    cdef Board made = Board.__new__(Board)
    made._board = board[0]
    return made


cdef tuple _items(object given, int size, str name):
    """So many items of a sequence or iterator, which may be endless; InvalidBoardError for another number of them."""
    try:
        items = tuple(islice(given, size + 1))
    except TypeError:
        raise TypeError(f"{name}: expected {size} integers, not {quoted(given)}") from None
    if len(items) != size:
        found = len(given) if isinstance(given, (tuple, list)) else "more" if len(items) > size else len(items)
        raise InvalidBoardError(f"{name}: expected {size} integers, not {found}: {quoted(given)}")
    return items


cdef bg_board _packed(tuple points, int checkers) except *:
    """26 Python integers packed; InvalidBoardError naming every reason against them."""
    cdef int8_t row[26]
    cdef bg_board board
    cdef uint32_t status
    for k, count in enumerate(points):
        try:
            value = as_index(count)
        except TypeError:
            raise TypeError(f"points[{k}]: expected an integer, not {quoted(count)}") from None
        row[k] = max(-128, min(127, value))          # no int8 is nearer to a legal count, so the reasons stay
    status = bg_from_points(row, checkers, &board)
    if status & ~<uint32_t>HOLDABLE:
        mover = sum(n for n in points if n > 0)
        opponent = -sum(n for n in points if n < 0)
        reasons = {
            BG_MOVER_COUNT: f"the mover has {quoted(mover)} checkers, more than {checkers}",
            BG_OPPONENT_COUNT: f"the opponent has {quoted(opponent)} checkers, more than {checkers}",
            BG_MOVER_BAR_NEGATIVE: f"index 25, the mover's bar, is {quoted(points[25])}",
            BG_OPPONENT_BAR_POSITIVE: f"index 0, the opponent's bar, is {quoted(points[0])}",
        }
        named = "; ".join(text for bit, text in reasons.items() if status & bit)
        raise InvalidBoardError(f"{named}: {quoted(points)}", Status(status))
    return board


@cython.final
@cython.freelist(256)
cdef class Board:
    """The checkers of both sides, seen by the mover; immutable and hashable.

    ``points`` are 26 integers: index 1..24 the mover's points, own checkers positive, the opponent's negative; 25
    the mover's bar (>= 0); 0 the opponent's bar (<= 0). What is missing to ``checkers`` a side (1..15) is borne off.
    Without points, the start position. Raises InvalidBoardError, which names every reason, and TypeError for what is
    no integer.

    >>> import bitgammon as bg
    >>> board = bg.Board()
    >>> board.count(3, 1)
    16
    >>> bg.Board([0, 1] + [0] * 22 + [-2, 0]).off
    (14, 13)
    """

    def __init__(self, points=None, *, checkers=CHECKERS):
        count = checker_count(checkers)
        if points is None:
            if count != CHECKERS:
                raise InvalidBoardError(f"checkers={checkers}: give points, or use Board.start for a variant")
            points = STARTS["standard"].board
        self._board = _packed(_items(points, 26, "points"), count)

    @staticmethod
    def start(variant="standard"):
        """The start of a variant, a key of ``bitgammon.rules.STARTS``; UnknownNameError for another name.

        >>> Board.start("hypergammon").checkers
        3
        """
        if not isinstance(variant, str) or variant not in STARTS:
            raise UnknownNameError(f"variant={quoted(variant)} is none of {', '.join(STARTS)}")
        found = STARTS[variant]
        return Board(found.board, checkers=found.checkers)

    @staticmethod
    def from_position_id(text, *, checkers=CHECKERS):
        """The board of a GNU Position ID, seen by the player on roll. Raises InvalidIdError naming what is wrong.

        >>> Board.from_position_id("4HPwATDgc/ABMA") == Board()
        True
        """
        return Board(position_id.decode(text, checker_count(checkers)), checkers=checkers)

    @staticmethod
    def from_xgid(text, *, checkers=CHECKERS):
        """The board of an XGID, seen by the side whose turn it is, or of its first field alone (26 characters, seen by
        the bottom player). Raises InvalidIdError naming field and column, InvalidBoardError for too many checkers.

        >>> Board.from_xgid("XGID=-b----E-C---eE---c-e----B-:0:0:1:31:0:0:3:0:10") == Board()
        True
        """
        if isinstance(text, str) and ":" not in text:
            points = xgid.parse_board(text)
        else:
            points = xgid.parse(text).points
        return Board(points, checkers=checkers)

    @staticmethod
    def from_packed(words, *, checkers=CHECKERS):
        """The board of four words as the core holds them (layout: core/board.pxd). Raises InvalidBoardError.

        >>> Board.from_packed(Board().to_packed()) == Board()
        True
        """
        cdef bg_board board
        given = _items(words, 4, "words")
        for k, word in enumerate(given):
            board.w[k] = <uint64_t>integer(f"words[{k}]", word, 0, (1 << 64) - 1, InvalidBoardError)
        status = Status(bg_status(&board, checker_count(checkers)))
        if status & ~HOLDABLE:
            raise InvalidBoardError(f"{status!r}: {given!r}", status)
        return board_from(&board)

    def to_packed(self):
        """The four 64-bit words of the core."""
        return self._board.w[0], self._board.w[1], self._board.w[2], self._board.w[3]

    def position_id(self):
        """The GNU Position ID, the mover being on roll."""
        return position_id.encode(self.points)

    def xgid_board(self, turn=1):
        """The first field of an XGID, 26 characters: turn 1 puts the mover at the bottom, -1 at the top."""
        return xgid.format_board(self.points, turn)

    @property
    def points(self):
        """The 26 integers as a tuple."""
        cdef int8_t row[26]
        bg_to_points(&self._board, row)
        return tuple([row[k] for k in range(26)])

    def to_array(self):
        """The 26 integers as a new numpy array, int8 (26,)."""
        import numpy
        return numpy.array(self.points, dtype=numpy.int8)

    def __len__(self):
        return 26

    def __getitem__(self, point):
        k = as_index(point)
        if not 0 <= k <= 25:
            raise IndexError(f"{quoted(point)} is not 0..25")
        return self.points[k]

    @property
    def checkers(self):
        """Checkers a side, borne-off ones included."""
        return bg_checkers(&self._board)

    @property
    def status(self):
        """What makes the board impossible, as Status; VALID (falsy) if nothing does."""
        return Status(bg_status(&self._board, bg_checkers(&self._board)))

    @property
    def off(self):
        """Checkers borne off: (mover, opponent)."""
        return bg_slot(&self._board, 0, 0), bg_slot(&self._board, 1, 25)

    def pip_counts(self):
        """Pips still to travel: (mover, opponent); a checker on the bar counts 25.

        >>> Board().pip_counts()
        (167, 167)
        """
        cdef int mover, opponent
        bg_pip_counts(&self._board, &mover, &opponent)
        return mover, opponent

    def result(self):
        """0 while the game goes on; 1, 2, 3 when the mover has won a single game, a gammon, a backgammon; negative when
        the opponent has."""
        return bg_result(&self._board)

    def plays(self, die1, die2):
        """Every distinct legal play of the roll, as Plays: at least one, since a pass is a play. The order does not
        depend on the order of the dice. Raises InvalidDiceError and TypeError.

        >>> [str(play) for play in Board.start("hypergammon1").plays(6, 5)]
        ['24/13']
        """
        cdef bg_board found[BG_MAX_PLAYS]
        cdef Plays made = Plays.__new__(Plays)
        cdef int d1 = die_of(die1, "die1"), d2 = die_of(die2, "die2"), n
        n = bg_generate(&self._board, d1, d2, found)
        made.board = self
        made._high = max(d1, d2)
        made._low = min(d1, d2)
        made._passes = n == 0
        if n == 0:
            found[0] = self._board
            n = 1
        made._results = <bg_board*>PyMem_Malloc(n * sizeof(bg_board))
        if made._results == NULL:
            raise MemoryError()
        memcpy(made._results, found, n * sizeof(bg_board))
        made._n = n
        return made

    def count(self, die1, die2):
        """``len(self.plays(die1, die2))``, without listing them."""
        cdef int n = bg_count(&self._board, die_of(die1, "die1"), die_of(die2, "die2"))
        return n if n else 1

    def after(self, play):
        """The board after a play, still seen by the same side; ``swapped()`` then shows it to the next one. Dice are
        not asked. Raises IllegalPlayError where a checker is missing or a point closed.

        >>> board = Board()
        >>> board.after(board.parse_play("8/5 6/5", 3, 1))[5]
        2
        """
        cdef const bg_play* moves
        cdef bg_board board = self._board
        cdef bint hit
        cdef int k
        if not isinstance(play, Play):
            raise TypeError(f"play: expected a Play, not {quoted(play)}")
        moves = &(<Play>play)._play
        for k in range(moves.n):
            if not bg_apply(&board, moves.source[k], moves.destination[k], &board, &hit) or hit != moves.hit[k]:
                raise IllegalPlayError(f"{str(play)!r}: {(<Play>play).moves[k]!r} cannot be made on {self!r}")
        return board_from(&board)

    def swapped(self):
        """The same board seen by the other side."""
        cdef bg_board board
        bg_swap(&self._board, &board)
        return board_from(&board)

    def parse_play(self, text, die1, die2):
        """The legal play that the text means, in any notation of ``bitgammon.notation``. Raises InvalidPlayError for
        what is no play, IllegalPlayError for one the rules forbid, AmbiguousPlayError.

        >>> print(Board().parse_play("6-5 8-5", 3, 1))
        8/5 6/5
        """
        plays = self.plays(die1, die2)
        return plays[notation.resolve(text, self.points, [board.points for board in plays.boards])]

    def __eq__(self, other):
        cdef Board that
        if not isinstance(other, Board):
            return NotImplemented
        that = <Board>other
        return (self._board.w[0] == that._board.w[0] and self._board.w[1] == that._board.w[1]
                and self._board.w[2] == that._board.w[2] and self._board.w[3] == that._board.w[3])

    def __hash__(self):
        return hash(self.to_packed())

    def __repr__(self):
        checkers = self.checkers
        named = "" if checkers == CHECKERS else f", checkers={checkers}"
        return f"Board({list(self.points)!r}{named})"

    def __str__(self):
        from bitgammon.draw.text import board_text
        return board_text(self)

    def __reduce__(self):
        return _restored, (self.points, self.checkers)


def _restored(points, checkers):
    """A pickled board."""
    return Board(points, checkers=checkers)


@cython.final
@cython.freelist(64)
cdef class Plays:
    """The legal plays of a board for a roll: a sequence of Play, never empty, made by ``Board.plays``."""

    def __init__(self):
        raise TypeError("Plays come from Board.plays(die1, die2)")

    def __dealloc__(self):
        PyMem_Free(self._results)

    @property
    def dice(self):
        """The roll, higher die first."""
        return self._high, self._low

    @property
    def boards(self):
        """The board after each play, in order, as a tuple of Board in the mover's view."""
        return tuple([board_from(&self._results[k]) for k in range(self._n)])

    def to_array(self):
        """The board after each play as a new numpy array, int8 (len(self), 26), in the mover's view."""
        import numpy
        rows = bytearray(26 * self._n)
        bg_unpack(self._results, self._n, False, <int8_t*>PyByteArray_AS_STRING(rows))
        return numpy.frombuffer(rows, dtype=numpy.int8).reshape(self._n, 26)

    def __len__(self):
        return self._n

    def __getitem__(self, index):
        if isinstance(index, slice):
            return tuple([_nth(self, k) for k in range(*index.indices(self._n))])
        k = as_index(index)
        if not -self._n <= k < self._n:
            raise IndexError(f"{quoted(k)} is out of range: {self._n} plays")
        return _nth(self, k % self._n)

    def __iter__(self):
        for k in range(self._n):
            yield _nth(self, k)

    def __reversed__(self):
        return reversed(self[:])

    def __contains__(self, play):
        return _place(self, play) >= 0

    def index(self, play, *bounds):
        """The index of the play within optional start and stop; IllegalPlayError if it is not there."""
        k = _place(self, play)
        if k < 0 or (bounds and k not in range(self._n)[slice(*bounds)]):
            raise IllegalPlayError(f"{quoted(play)} is none of these plays of {self._high}-{self._low}")
        return k

    def count(self, play):
        """1 for a legal play, 0 for any other object."""
        return int(play in self)

    def __eq__(self, other):
        cdef Plays that
        if not isinstance(other, Plays):
            return NotImplemented
        that = <Plays>other
        return self.board == that.board and self.dice == that.dice

    def __hash__(self):
        return hash((self.board, self.dice))

    def __repr__(self):
        first = ", ".join(map(str, self[:3]))
        return f"<{self._n} plays of {self._high}-{self._low}: {first}{', ...' if self._n > 3 else ''}>"

    def __reduce__(self):
        return Board.plays, (self.board, self._high, self._low)


cdef int _place(Plays plays, object play) except -2:
    """Where a play stands, -1 if nowhere: found by its result, of which there is one."""
    cdef const bg_play* moves
    cdef bg_board after = plays.board._board
    cdef bint hit
    cdef int k
    if not isinstance(play, Play):
        return -1
    moves = &(<Play>play)._play
    for k in range(moves.n):
        if not bg_apply(&after, moves.source[k], moves.destination[k], &after, &hit):
            return -1
    for k in range(plays._n):
        if memcmp(&after, &plays._results[k], sizeof(bg_board)) == 0:
            return k if _nth(plays, k) == play else -1
    return -1


cdef Play _nth(Plays plays, int k):
    cdef bg_play play
    bg_play_between(&plays.board._board, &plays._results[k], plays._high, plays._low, &play)
    return play_from(&play)


Sequence.register(Plays)
