"""Arrays of one number a row that the functions about the cube are given, checked."""

from typing import Any, Final

import numpy as np
from numpy.typing import ArrayLike, NDArray

from bitgammon.arguments import quoted
from bitgammon.batch.arrays import array_of, integers
from bitgammon.errors import BatchShapeError, BatchValueError, OutOfRangeError
from bitgammon.game.options import LARGEST_CUBE

#: The cube's value is a power of two, told by its logarithm: 0 is 1, 15 the largest.
LARGEST_LOG2: Final = LARGEST_CUBE.bit_length() - 1
#: What float32 may add to a chance of 1; what is beyond 0 or 1 by no more is taken as 0 or 1.
_SLACK: Final = 1e-6


def numbers(name: str, values: ArrayLike, least: int, most: int) -> NDArray[np.int64]:
    """values, one integer or (M,), as int64 of shape () or (M,). Raises OutOfRangeError for one integer outside
    least..most, BatchValueError naming the first of an array, BatchShapeError, TypeError."""
    alone = not isinstance(values, list | tuple) and np.ndim(values) == 0
    several: Any = [values] if alone else values
    given = integers(name, several, np.int64, ("M",))
    bad = np.flatnonzero((given < least) | (given > most))
    if len(bad):
        row = int(bad[0])
        if alone:
            raise OutOfRangeError(f"{name}={given[row]} is not {least}..{most}")
        raise BatchValueError(f"{name}[{row}] is {given[row]}, not {least}..{most}")
    return given.reshape(()) if alone else given


def levels(log2: ArrayLike) -> NDArray[np.int64]:
    """The cube's value as its logarithm, 0..15, one for all or (M,)."""
    return numbers("log2", log2, 0, LARGEST_LOG2)


def owners(owner: ArrayLike) -> NDArray[np.int64]:
    """Whose the cube is, one for all or (M,): 0 centred, +1 the side that the terms are seen from, -1 the other."""
    return numbers("owner", owner, -1, 1)


def a_row_each(name: str, values: NDArray[Any], size: int) -> NDArray[Any]:
    """values of shape () or (size,) as (size,); BatchShapeError naming the argument."""
    if values.ndim and len(values) != size:
        raise BatchShapeError(f"{name}: expected one number or shape ({size},), not {values.shape}")
    return np.broadcast_to(values, (size,))


def together(first: NDArray[np.int64], second: NDArray[np.int64], names: tuple[str, str]) -> tuple[int, ...]:
    """The shape of two arguments of shape () or (M,) used together; BatchShapeError if their lengths differ."""
    if first.ndim and second.ndim and len(first) != len(second):
        raise BatchShapeError(f"{names[1]}: expected shape {first.shape}, that of {names[0]}, not {second.shape}")
    return first.shape or second.shape


def real(name: str, values: ArrayLike, shape: tuple[str | int, ...]) -> NDArray[np.float64]:
    """values as float64 of this shape (see ``array_of``); TypeError for what is neither float nor integer."""
    given = array_of(name, values, shape)
    if given.dtype.kind not in "iuf":
        if given.size:
            raise TypeError(f"{name}: expected real numbers, not {given.dtype}")
        given = given.astype(np.float64)
    return np.asarray(given, np.float64)


def chances(name: str, values: ArrayLike) -> NDArray[np.float64]:
    """values, one number or (M,), each 0..1, as float64. Errors as of ``numbers``."""
    if not isinstance(values, list | tuple) and np.ndim(values) == 0:
        given = real(name, values, ())
        if not 0 <= float(given) <= 1:
            raise OutOfRangeError(f"{name}={quoted(float(given))} is not 0..1")
        return given
    given = real(name, values, ("M",))
    bad = np.flatnonzero(~((given >= 0) & (given <= 1)))
    if len(bad):
        raise BatchValueError(f"{name}[{bad[0]}] is {given[bad[0]]}, not 0..1")
    return given


def checked_outcomes(outcomes: ArrayLike) -> NDArray[np.float64]:
    """Outcomes as float64 (M, 5): chance to win, to win a gammon, a backgammon, to lose a gammon, a backgammon, each
    including the next larger. What is not nested is cut: no more gammons than wins, or backgammons than gammons.
    Raises BatchValueError naming the first row with a number that is not 0..1, BatchShapeError, TypeError."""
    given = real("outcomes", outcomes, ("M", 5))
    bad = np.argwhere(~((given >= -_SLACK) & (given <= 1 + _SLACK)))
    if len(bad):
        row, column = bad[0].tolist()
        raise BatchValueError(f"row {row}: outcomes[{row}, {column}] is {given[row, column]}, not 0..1")
    found = np.clip(given, 0.0, 1.0)
    np.minimum(found[:, 1], found[:, 0], out=found[:, 1])
    np.minimum(found[:, 2], found[:, 1], out=found[:, 2])
    np.minimum(found[:, 3], 1 - found[:, 0], out=found[:, 3])
    np.minimum(found[:, 4], found[:, 3], out=found[:, 4])
    return found
