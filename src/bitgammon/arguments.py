"""What a function is given, checked: integers within limits, and input quoted in an error at a readable length."""

from operator import index as as_index
from reprlib import Repr
from typing import Any, Final

from bitgammon.errors import BitgammonError, InvalidBoardError, OutOfRangeError
from bitgammon.rules import CHECKERS

#: More threads than any machine has cores.
MOST_THREADS: Final = 4096

_LONGEST: Final = 80


class _Quoting(Repr):
    def repr_str(self, value: str, level: int) -> str:
        """Text from its beginning on: errors name columns."""
        return repr(value) if len(value) <= _LONGEST else f"{value[:_LONGEST]!r}... ({len(value)} long)"

    def repr_int(self, value: int, level: int) -> str:
        """Python itself refuses to write out integers of many thousand digits."""
        return f"<an integer of {value.bit_length()} bits>" if value.bit_length() > 256 else repr(value)


_QUOTING: Final = _Quoting()
_QUOTING.maxtuple = _QUOTING.maxlist = 26  # a board is shown whole
_QUOTING.maxother = _LONGEST


def quoted(value: Any) -> str:
    """The value as an error shows it: as Python writes it, shortened where it is long.

    >>> quoted(2.5), quoted("x" * 1000)[-20:], quoted(list(range(100)))[-9:]
    ('2.5', "xxx'... (1000 long)", ' 25, ...]')
    """
    return _QUOTING.repr(value)


def integer(
    name: str, value: Any, least: int, most: int, error: type[BitgammonError] = OutOfRangeError
) -> int:
    """value as an int; TypeError for what is no integer, error outside least..most, both naming the argument.

    >>> integer("games", 5, 0, 10)
    5
    """
    try:
        number = as_index(value)
    except TypeError:
        raise TypeError(f"{name}: expected an integer, not {quoted(value)}") from None
    if not least <= number <= most:
        raise error(f"{name}={quoted(number)} is not {least}..{most}")
    return number


def checker_count(checkers: Any) -> int:
    """The number of checkers a side; InvalidBoardError outside 1..15, TypeError for no integer."""
    return integer("checkers", checkers, 1, CHECKERS, InvalidBoardError)
