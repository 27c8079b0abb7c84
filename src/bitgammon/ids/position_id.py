"""GNU Position ID: the checkers of a board in 14 characters. No cube, dice, score or turn.

Layout. A string of at most 80 bits: for the OPPONENT of the player on roll first, then for the PLAYER ON
ROLL,
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

from bitgammon.arguments import board_points, quoted
from bitgammon.errors import InvalidBoardError, InvalidIdError
from bitgammon.ids._bits import bits_of, column_of, text_of
from bitgammon.rules import BAR, CHECKERS, POINTS

LENGTH: Final = 14
_KIND: Final = "Position ID"
_BITS: Final = 80


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
    points = board_points(points)
    if points[BAR] < 0 or points[0] > 0:
        raise InvalidBoardError(
            f"points[{BAR}] is the mover's bar (>= 0) and points[0] the opponent's (<= 0),"
            f" not {quoted(points[BAR])} and {quoted(points[0])}"
        )
    mover = [max(points[point], 0) for point in range(1, BAR + 1)]
    opponent = [max(-points[BAR - point], 0) for point in range(1, BAR + 1)]
    for side, slots in (("the mover", mover), ("the opponent", opponent)):
        if sum(slots) > CHECKERS:
            raise InvalidBoardError(
                f"{side} has {quoted(sum(slots))} checkers on {quoted(points)}, at most {CHECKERS}"
            )
    bits = position = 0
    for count in (*opponent, *mover):
        bits |= ((1 << count) - 1) << position
        position += count + 1
    return text_of(bits, LENGTH)


def decode(text: str, checkers: int = CHECKERS) -> tuple[int, ...]:
    """The board of a Position ID as 26 integers seen by the player on roll (see ``encode``).

    ``checkers`` is the number a side plays with. Raises InvalidIdError, quoting the text and naming the
    column or the point, unless the text is exactly 14 base64 characters, every bit after the 50th slot is
    zero, no side has more checkers than it plays with, and no point is held by both.

    >>> decode("4HPwATDgc/ABUA")[19:]
    (-5, 0, 0, 0, 0, 1, 1)
    """
    bits = bits_of(_KIND, text, LENGTH)
    slots = []
    position = 0
    for _ in range(2 * BAR):
        count = 0
        while bits >> position & 1:
            count += 1
            position += 1
        slots.append(count)
        position += 1
    if position > _BITS:
        raise InvalidIdError(
            f"{_KIND} {text!r}: the bits end before {2 * BAR} points are told: {_counts(slots)}"
        )
    rest = bits >> position
    if rest:
        first = position + (rest & -rest).bit_length() - 1
        raise InvalidIdError(
            f"{_KIND} {text!r}: column {column_of(first)}: bits are set after the last point has been told"
        )
    opponent, mover = slots[:BAR], slots[BAR:]
    if sum(opponent) > checkers or sum(mover) > checkers:
        raise InvalidIdError(f"{_KIND} {text!r}: {_counts(slots)}, each may have at most {checkers}")
    points = [0] * (BAR + 1)
    points[0], points[BAR] = -opponent[POINTS], mover[POINTS]
    for point in range(1, BAR):
        own, theirs = mover[point - 1], opponent[POINTS - point]
        if own and theirs:
            raise InvalidIdError(f"{_KIND} {text!r}: both sides hold the mover's point {point}")
        points[point] = own - theirs
    return tuple(points)


def _counts(slots: list[int]) -> str:
    return f"the opponent has {sum(slots[:BAR])} checkers and the mover {sum(slots[BAR:])}"
