"""GNU Position ID: the checkers of a board in 14 characters. No cube, dice, score or turn.

Layout. A string of at most 80 bits: for the OPPONENT of the player on roll first, then for the PLAYER ON ROLL,
25 slots each (that side's own points 1 to 24 counted from its own side, then its bar): one 1-bit for every
checker there, then one 0-bit. Fifteen checkers a side use 15 + 15 ones and 50 zeros; with fewer on the
board the rest is zero. Checkers borne off are not written. Bit k is bit ``k % 8``, lowest first, of byte
``k // 8``; the ten bytes are written in base64 (``A-Z a-z 0-9 + /``) without padding, so the low four bits
of the last character are zero.

The order of the halves matters and the start position hides it, being the same from both sides: descriptions
that put the player on roll first do not agree with what programs write.
"""

from collections.abc import Sequence
from typing import Final

from bitgammon.ids import _key
from bitgammon.ids._bits import bits_of, column_of, text_of
from bitgammon.rules import CHECKERS

LENGTH: Final = 14
_KIND: Final = "Position ID"


def encode(points: Sequence[int]) -> str:
    """The Position ID of 26 integers seen by the player on roll.

    ``points[1..24]`` are the mover's points (own checkers positive, the opponent's negative),
    ``points[25]`` the mover's bar (>= 0), ``points[0]`` the opponent's bar (<= 0).

    Raises InvalidBoardError for another number of points, a bar of the wrong sign, or more than 15 checkers
    of one side, which the 80 bits cannot hold.

    >>> from bitgammon.rules import STARTS
    >>> encode(STARTS["standard"].board), encode((0,) * 24 + (1, 0))
    ('4HPwATDgc/ABMA', 'AAAAAAAAAQAAAA')
    """
    return text_of(_key.bits_of(points), LENGTH)


def decode(text: str, checkers: int = CHECKERS) -> tuple[int, ...]:
    """The board of a Position ID as 26 integers seen by the player on roll (see ``encode``).

    ``checkers`` is the number a side plays with. Raises InvalidIdError, quoting the text and naming the
    column or the point, unless the text is exactly 14 base64 characters, every bit after the 50th slot is
    zero, no side has more checkers than it plays with, and no point is held by both.

    >>> decode("4HPwATDgc/ABUA")[19:]
    (-5, 0, 0, 0, 0, 1, 1)
    """
    return _key.points_of(bits_of(_KIND, text, LENGTH), checkers, _KIND, text, column_of)
