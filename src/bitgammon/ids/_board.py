"""Boards of 26 integers on their way into a text: what no id can hold, and the view of the other side."""

from collections.abc import Sequence

from bitgammon.arguments import quoted
from bitgammon.errors import InvalidBoardError
from bitgammon.rules import BAR, CHECKERS


def swapped(points: Sequence[int]) -> tuple[int, ...]:
    """The same board seen by the other side.

    >>> swapped((-2, *(0,) * 24, 1))[0], swapped((-2, *(0,) * 24, 1))[25]
    (-1, 2)
    """
    return tuple(-count for count in reversed(points))


def totals(points: Sequence[int]) -> tuple[int, int]:
    """How many checkers are positive and how many are negative.

    >>> totals((-1, 3, 0, -2))
    (3, 3)
    """
    own = sum(max(count, 0) for count in points)
    return own, own - sum(points)


def check(points: Sequence[int], own: str = "the mover", theirs: str = "the opponent") -> None:
    """Raise InvalidBoardError for a bar of the wrong sign, or more than 15 checkers of one side, of 26 integers.

    ``own`` names the side whose checkers are positive, ``theirs`` the other.
    """
    if points[BAR] < 0 or points[0] > 0:
        raise InvalidBoardError(
            f"points[{BAR}] is {own}'s bar (>= 0) and points[0] {theirs}'s (<= 0),"
            f" not {quoted(points[BAR])} and {quoted(points[0])}"
        )
    for side, total in zip((own, theirs), totals(points), strict=True):
        if total > CHECKERS:
            raise InvalidBoardError(
                f"{side} has {quoted(total)} checkers on {quoted(tuple(points))}, at most {CHECKERS}"
            )
