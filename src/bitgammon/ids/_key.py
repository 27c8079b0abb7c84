"""The 80 bits of a board, which the Position ID and the key of gnubg-nn write in different letters.

The layout is told in ``position_id``. Here the bits are one Python integer, bit k of it being bit ``k % 8``, the
lowest first, of byte ``k // 8`` of the ten.
"""

from collections.abc import Callable, Sequence
from typing import Final

from bitgammon.arguments import board_points, checker_count, quoted
from bitgammon.errors import InvalidIdError
from bitgammon.ids._board import check
from bitgammon.rules import BAR, POINTS

_BITS: Final = 80


def bits_of(points: Sequence[int]) -> int:
    """The bits of 26 integers seen by the player on roll.

    Raises InvalidBoardError for another number of points, a bar of the wrong sign, or more than 15 checkers
    of one side, which 80 bits cannot hold.
    """
    points = board_points(points)
    check(points)
    mover = [max(points[point], 0) for point in range(1, BAR + 1)]
    opponent = [max(-points[BAR - point], 0) for point in range(1, BAR + 1)]
    bits = position = 0
    for count in (*opponent, *mover):
        bits |= ((1 << count) - 1) << position
        position += count + 1
    return bits


def points_of(bits: int, checkers: int, kind: str, text: str, column_of: Callable[[int], int]) -> tuple[int, ...]:
    """The 26 integers of 80 bits, seen by the player on roll: the inverse of ``bits_of``.

    ``kind``, ``text`` and ``column_of``, the column of the character that holds a bit, are for the InvalidIdError
    raised when the bits are those of no board, or a side has more checkers than it plays with. InvalidBoardError for
    another number of checkers than 1..15, TypeError.
    """
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
        raise InvalidIdError(f"{kind} {quoted(text)}: the bits end before {2 * BAR} points are told: {_counts(slots)}")
    rest = bits >> position
    if rest:
        first = position + (rest & -rest).bit_length() - 1
        raise InvalidIdError(
            f"{kind} {quoted(text)}: column {column_of(first)}: bits are set after the last point has been told"
        )
    opponent, mover = slots[:BAR], slots[BAR:]
    most = checker_count(checkers)
    if sum(opponent) > most or sum(mover) > most:
        raise InvalidIdError(f"{kind} {quoted(text)}: {_counts(slots)}, each may have at most {most}")
    points = [0] * (BAR + 1)
    points[0], points[BAR] = -opponent[POINTS], mover[POINTS]
    for point in range(1, BAR):
        own, theirs = mover[point - 1], opponent[POINTS - point]
        if own and theirs:
            raise InvalidIdError(f"{kind} {quoted(text)}: both sides hold the mover's point {point}")
        points[point] = own - theirs
    return tuple(points)


def _counts(slots: list[int]) -> str:
    return f"the opponent has {sum(slots[:BAR])} checkers and the mover {sum(slots[BAR:])}"
