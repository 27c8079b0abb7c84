"""What a function is given, checked: integers within limits, and input and errors quoted at a readable length."""

from itertools import islice
from math import inf
from numbers import Real
from operator import index as as_index
from reprlib import Repr
from typing import Any, Final

from bitgammon.errors import BitgammonError, InvalidBoardError, OutOfRangeError
from bitgammon.rules import BAR, CHECKERS

#: More threads than any machine has cores.
MOST_THREADS: Final = 4096
#: Seeds are 64 bits.
LARGEST_SEED: Final = (1 << 64) - 1
#: More trials than any rollout gets done.
MOST_TRIALS: Final = 1 << 40
#: Games of a rollout are at most this long: what goes on is judged as where rollouts are truncated.
MOST_TURNS: Final = 4_000

_LONGEST: Final = 80
_WHOLE: Final = 240  # a board of 26 large numbers fits
_TOLD: Final = 500


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
_QUOTING.maxlevel = 2  # lists in lists in lists are a lot of work


def quoted(value: Any) -> str:
    """The value as an error shows it: as Python writes it, shortened where it is long.

    >>> quoted(2.5), quoted("x" * 1000)[-20:], quoted(list(range(100)))[-9:]
    ('2.5', "xxxx'... (1000 long)", ' 25, ...]')
    """
    text = _QUOTING.repr(value)
    return text if len(text) <= _WHOLE else f"{text[:_WHOLE]}..."


def told(error: BaseException) -> str:
    """An error in a few words, whatever its class does when it is asked.

    >>> told(KeyError("a"))
    "KeyError: 'a'"
    """
    try:
        return f"{type(error).__name__}: {error}"[:_TOLD]
    except Exception:
        return type(error).__name__


def integer(
    name: str, value: Any, least: int, most: int, error: type[BitgammonError] = OutOfRangeError
) -> int:
    """value as an int; TypeError for what is no integer, error outside least..most, both naming the argument.

    >>> integer("games", 5, 0, 10)
    5
    """
    number = _int(name, value)
    if not least <= number <= most:
        raise error(f"{name}={quoted(number)} is not {least}..{most}")
    return number


def _int(name: str, value: Any) -> int:
    try:
        return as_index(value)
    except TypeError:
        raise TypeError(f"{name}: expected an integer, not {quoted(value)}") from None


def flag(name: str, value: Any) -> bool:
    """value as a bool, which it must be, numpy's included; TypeError naming the argument.

    >>> flag("swap", True)
    True
    """
    if not isinstance(value, bool) and type(value).__name__ not in ("bool", "bool_"):
        raise TypeError(f"{name}: expected True or False, not {quoted(value)}")
    return bool(value)


def real(name: str, value: Any) -> float:
    """value, a float or an integer of any size, numpy's too, as a float, and as infinity where that is too small;
    TypeError, naming the argument, for what is no number.

    >>> real("doubles", 0.5)
    0.5
    """
    if not isinstance(value, Real) or isinstance(value, bool):
        raise TypeError(f"{name}: expected a number, not {quoted(value)}")
    try:
        return float(value)
    except OverflowError:
        return inf


def check_kind(name: str, value: Any, kind: type[Any]) -> None:
    """TypeError, naming the argument, unless value is of this class.

    >>> check_kind("dice", (3, 1), tuple)
    """
    if not isinstance(value, kind):
        raise TypeError(f"{name}: expected {kind.__name__}, not {quoted(value)}")


def check_text(name: str, value: Any) -> None:
    """TypeError, naming the argument, unless value is text."""
    if not isinstance(value, str):
        raise TypeError(f"{name}: expected str, not {quoted(value)}")


def pair(name: str, value: Any, items: str = "integers") -> tuple[Any, Any]:
    """The two items of a tuple or list; TypeError naming the argument, and what they are, for anything else."""
    if not isinstance(value, tuple | list) or len(value) != 2:
        raise TypeError(f"{name}: expected two {items}, not {quoted(value)}")
    return value[0], value[1]


def board_points(points: Any) -> tuple[int, ...]:
    """26 integers, of any size; InvalidBoardError for another number of them, TypeError.

    >>> board_points([0] * 26) == (0,) * 26
    True
    """
    try:
        items = tuple(islice(points, BAR + 2))
    except TypeError:
        raise TypeError(f"points: expected {BAR + 1} integers, not {quoted(points)}") from None
    if len(items) != BAR + 1:
        raise InvalidBoardError(f"points: expected {BAR + 1} integers, not {_many(items)}: {quoted(points)}")
    return tuple(_int(f"points[{k}]", count) for k, count in enumerate(items))


def _many(items: tuple[Any, ...]) -> str:
    return "more" if len(items) > BAR + 1 else str(len(items))


def checker_count(checkers: Any) -> int:
    """The number of checkers a side; InvalidBoardError outside 1..15, TypeError for no integer."""
    return integer("checkers", checkers, 1, CHECKERS, InvalidBoardError)
