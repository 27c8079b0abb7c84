"""A board as plain text: ASCII, under 80 columns, readable in any terminal and any log.

The mover is X, the opponent O; the numbers of the points are always the mover's, as in the plays. A stack
of more than five shows its number in place of the fifth checker. An empty point shows ``.`` or ``:`` in
turn.
"""

from collections.abc import Sequence
from typing import Final, Protocol

from bitgammon.rules import BAR

_HEIGHT: Final = 5
_SIX: Final = 6
_MARKS: Final = {1: "X", -1: "O"}


class Drawable(Protocol):
    """What a picture needs of a board: 26 integers seen by the mover, and the number of checkers a side."""

    @property
    def points(self) -> tuple[int, ...]:
        """Index 1..24 the mover's points, 25 the mover's bar, 0 the opponent's bar; the opponent negative."""

    @property
    def checkers(self) -> int:
        """Checkers a side, on the board or borne off."""


def board_text(
    board: Drawable,
    *,
    clockwise: bool = False,
    mover_on_top: bool = False,
    names: tuple[str, str] = (f"{_MARKS[1]}  mover", f"{_MARKS[-1]}  opponent"),
) -> str:
    """The picture of a board, without a newline at the end.

    By default the mover's home is at the lower right, its ace point outermost, so that the mover runs
    counter-clockwise. ``clockwise`` mirrors the picture left to right; ``mover_on_top`` turns it half
    round, to what is seen from the opponent's chair. Neither changes the game. ``board`` is anything with
    ``points`` (26 integers, see ``bitgammon.rules``) and ``checkers``. A checker on the bar stands in the
    half where it enters; beside the picture are the pips to go and the checkers borne off, under the ``names`` of mover
    and opponent.

    >>> from types import SimpleNamespace
    >>> from bitgammon.rules import STARTS
    >>> print(board_text(SimpleNamespace(points=STARTS["standard"].board, checkers=15)))
     13 14 15 16 17 18       19 20 21 22 23 24
    +-------------------+---+-------------------+
    | X  :  .  :  O  :  |   | O  :  .  :  .  X  |  O  opponent
    | X           O     |   | O              X  |  pips 167
    | X           O     |   | O                 |  off    0
    | X                 |   | O                 |
    | X                 |   | O                 |
    |                   |BAR|                   |
    | O                 |   | X                 |
    | O                 |   | X                 |
    | O           X     |   | X                 |  X  mover
    | O           X     |   | X              O  |  pips 167
    | O  .  :  .  X  .  |   | X  .  :  .  :  O  |  off    0
    +-------------------+---+-------------------+
     12 11 10  9  8  7        6  5  4  3  2  1
    """
    points = board.points
    top, bottom = list(range(13, 25)), list(range(12, 0, -1))
    if mover_on_top:
        top, bottom = bottom[::-1], top[::-1]
    if clockwise:
        top, bottom = top[::-1], bottom[::-1]
    lower = -1 if mover_on_top else 1
    panel = _panel(points, board.checkers, names)
    rows = [
        _numbers(top),
        _rule(),
        *_half(points, top, lower),
        "|".join(["", " " * 19, "BAR", " " * 19, ""]),
        *reversed(_half(points, bottom, -lower)),
        _rule(),
        _numbers(bottom),
    ]
    beside = dict(zip((2, 3, 4), panel[-lower], strict=True)) | dict(
        zip((len(rows) - 5, len(rows) - 4, len(rows) - 3), panel[lower], strict=True)
    )
    return "\n".join(f"{row}  {beside.get(index, '')}".rstrip() for index, row in enumerate(rows))


def _numbers(points: Sequence[int]) -> str:
    left, right = (" ".join(f"{point:2d}" for point in half) for half in (points[:_SIX], points[_SIX:]))
    return f" {left}       {right}"


def _rule() -> str:
    return f"+{'-' * 19}+---+{'-' * 19}+"


def _half(points: Sequence[int], shown: Sequence[int], bar_side: int) -> list[str]:
    """The five rows of the upper or lower half, from the rim inwards; ``bar_side`` enters in it."""
    columns = [_column(points[point], "." if point % 2 else ":") for point in shown]
    bar = _column(abs(points[BAR] if bar_side > 0 else points[0]) * bar_side, " ")[::-1]
    rows = []
    for row in range(_HEIGHT):
        cells = [column[row] for column in columns]
        rows.append(f"|{''.join(cells[:_SIX])} |{bar[row]}|{''.join(cells[_SIX:])} |")
    return rows


def _column(count: int, empty: str) -> list[str]:
    """The cells of one point from the rim inwards, three characters each."""
    mark, tall = _MARKS[1 if count > 0 else -1], abs(count)
    cells = [f" {mark} " if row < tall else "   " for row in range(_HEIGHT)]
    if tall == 0:
        cells[0] = f" {empty} "
    elif tall > _HEIGHT:
        cells[-1] = f"{tall:2d} "
    return cells


def _panel(points: Sequence[int], checkers: int, names: tuple[str, str]) -> dict[int, tuple[str, str, str]]:
    """Three lines about either side."""
    lines = {}
    for side, name in zip((1, -1), names, strict=True):
        own = [max(side * count, 0) for count in points]
        if side < 0:
            own.reverse()
        pips = sum(point * own[point] for point in range(1, BAR + 1))
        lines[side] = (name, f"pips {pips:3d}", f"off  {checkers - sum(own[1:]):3d}")
    return lines
