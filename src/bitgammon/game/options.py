"""Seats, sizes of a win, and the options of R19 to R21: plain values."""

from dataclasses import dataclass
from enum import IntEnum
from typing import Final

from bitgammon.arguments import flag, integer
from bitgammon.errors import OutOfRangeError

#: A cube cannot be larger: what four bits of the ids hold as a power of two.
LARGEST_CUBE: Final = 1 << 15
_set: Final = object.__setattr__


class Player(IntEnum):
    """A side by its seat: X is drawn at the bottom, O at the top. The numbers are those of GNU Backgammon's ids."""

    O = 0  # noqa: E741  (the field's name for the seat)
    X = 1

    @property
    def other(self) -> "Player":
        """The opponent."""
        return _OTHER[self]


_OTHER: Final = (Player.X, Player.O)


class Result(IntEnum):
    """The size of a win, in units of the stake (R20)."""

    SINGLE = 1
    GAMMON = 2
    BACKGAMMON = 3


@dataclass(frozen=True, slots=True)
class Options:
    """What may be agreed before a game. Each holds only where the rules have it: beavers, raccoons, Jacoby and
    automatic doubles in money play, Crawford in matches.

    ``cube``: there is a cube. ``cube_limit``: the highest value it may show, a power of two up to 2**15. ``crawford``:
    the first game after a side has come to one point from the end is played without a cube. ``jacoby``: gammons count
    one while the cube is centred. ``beavers``, ``raccoons``: see R21; raccoons need beavers. ``automatic_doubles``:
    how many equal opening rolls double the stake. ``bar_only_backgammon``: a backgammon needs a checker on the bar
    (the option of R20). Raises OutOfRangeError, and TypeError for what is neither integer nor bool.

    >>> Options(jacoby=True, automatic_doubles=1).cube_limit
    64
    """

    cube: bool = True
    cube_limit: int = 64
    crawford: bool = True
    jacoby: bool = False
    beavers: bool = False
    raccoons: bool = False
    automatic_doubles: int = 0
    bar_only_backgammon: bool = False

    def __post_init__(self) -> None:
        for name in ("cube", "crawford", "jacoby", "beavers", "raccoons", "bar_only_backgammon"):
            _set(self, name, flag(name, getattr(self, name)))
        _set(self, "automatic_doubles", integer("automatic_doubles", self.automatic_doubles, 0, 15))
        _set(self, "cube_limit", power_of_two("cube_limit", self.cube_limit))
        if self.raccoons and not self.beavers:
            raise OutOfRangeError("raccoons=True needs beavers=True")


def power_of_two(name: str, value: int) -> int:
    """value, if it is a power of two up to 2**15; OutOfRangeError naming the argument, TypeError.

    >>> power_of_two("cube", 8)
    8
    """
    number = integer(name, value, 1, LARGEST_CUBE)
    if number & (number - 1):
        raise OutOfRangeError(f"{name}={number} is not a power of two")
    return number
