"""A small network in integers that plays a decent game and gives the same bits on every machine."""

from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from typing import Any, Final, NoReturn

import numpy as np
from numpy.typing import ArrayLike, NDArray

from bitgammon.arguments import quoted
from bitgammon.batch.arrays import board_rows, integers, on_packed
from bitgammon.core import positional as core
from bitgammon.core import rows as core_rows
from bitgammon.errors import BatchValueError
from bitgammon.rules import CHECKERS

#: Numbers of the hidden layer.
HIDDEN: Final = core.HIDDEN
#: dtype and shape of each array of the weights.
LAYOUT: Final[dict[str, tuple[type[Any], tuple[int, ...]]]] = {
    "input": (np.int16, (2, 52, 4, HIDDEN)),
    "patterns": (np.int16, (10, 64, HIDDEN)),
    "bias": (np.int16, (2, HIDDEN)),
    "output": (np.int16, (2, 6, HIDDEN)),
    "output_bias": (np.int32, (2, 6)),
    "shifts": (np.int32, (2,)),
    "powers": (np.int32, (513,)),
}
#: The four inputs of 0 to 15 checkers in a slot, int64 (16, 4).
INPUTS: Final = np.array([[n >= 1, n >= 2, n >= 3, max(n - 3, 0)] for n in range(CHECKERS + 1)], np.int64)
#: Sums of the hidden layer fit int16; sums of products stay above what stands for the logarithm of 0 in the core.
MOST_HIDDEN: Final = (1 << 15) - 1
MOST_OUTPUT: Final = (1 << 30) - 1


class Positional:
    """Values boards by what stands where, for the side on roll before its roll: fast, decent, and always the same.

    Over 20,000 games (``benchmarks/strength.py``) it wins 99.83 % of them and 2.57 points a game against random play,
    99.64 % and 2.57 points against a player that looks at pips alone; over 10,000 it wins 42.7 % against GNU Backgammon
    without lookahead and loses 0.203 points a game (+- 0.013). Over 20,000 games of its own
    (``benchmarks/calibration.py``) its equity is 0.001 above the results in the mean, and has a correlation of 0.59
    with them as long as there is contact, 0.91 without. One board takes 0.1 microseconds.

    **What it is.** A network with one hidden layer of 32 numbers, in two sets: for boards without contact and for those
    with it (``bitgammon.batch.Phase``). Its inputs are, for each of the 52 slots of a packed board (core/board.pxd: the
    mover's borne off, points 1..24 and bar, then the opponent's bar, points 1..24 and borne off, all in the mover's
    numbers), whether n >= 1, n >= 2, n >= 3, and max(n - 3, 0), n being the checkers there. With contact there are ten
    patterns of six bits more, the lowest first: whether a checker of the mover, the bar included, stands 1..6 and
    7..12 points before a blot of the opponent; whether the mover holds the points 1..6, 7..12, 13..18, 19..24 with two
    checkers or more; and the same of the opponent. Weights are integers, and so is all arithmetic up to five divisions:
    the same boards have the same values, bit by bit, on every machine, in whatever batch, for any number of threads.

    **Layout** (``LAYOUT``), set 0 being that without contact:

    - ``input`` int16 (2, 52, 4, 32), ``patterns`` int16 (10, 64, 32), ``bias`` int16 (2, 32): hidden number j is the
      bias and what inputs and patterns add up to, or 0 where that is negative.
    - ``output`` int16 (2, 6, 32), ``output_bias`` int32 (2, 6): six sums, whose distances from the largest, shifted
      right by ``shifts`` int32 (2,), are in units of 1/4096; so they are logarithms of the chances to win a single
      game, a gammon, a backgammon, to lose a single game, a gammon, a backgammon. A side that has borne off a checker
      loses no gammon.
    - ``powers`` int32 (513,): 2**24 * exp(-i / 32), rounded; between them runs a straight line, and after them 0.

    **How it was made.** ``benchmarks/fit_positional.py`` plays it against itself from random weights and fits it to
    later values of the same games (temporal differences), all from a seed: 300 rounds of 4,096 games, in 12 minutes.

    Objects never change; they can be pickled, and used by many threads at once. weights: others than those of the
    package, by name. Raises BatchValueError for a name that is missing, a number out of range or a sum that could
    overflow, BatchShapeError, TypeError.

    >>> import bitgammon as bg
    >>> start = Positional().evaluate([bg.Board().points])
    >>> start.shape, start.dtype, [round(chance, 4) for chance in start[0].tolist()]
    ((1, 5), dtype('float32'), [0.5274, 0.1359, 0.0055, 0.1151, 0.0046])
    """

    __slots__ = ("_tables", "_weights")

    name = "positional"

    _tables: NDArray[np.int16]
    _weights: dict[str, NDArray[Any]]

    def __init__(self, weights: Mapping[str, ArrayLike] | None = None) -> None:
        found, tables = _default() if weights is None else _checked(weights)
        object.__setattr__(self, "_weights", found)
        object.__setattr__(self, "_tables", tables)

    def __setattr__(self, name: str, value: object) -> NoReturn:
        raise AttributeError(f"{type(self).__name__} objects do not change: {name}")

    def __delattr__(self, name: str) -> NoReturn:
        raise AttributeError(f"{type(self).__name__} objects do not change: {name}")

    def __reduce__(self) -> tuple[type["Positional"], tuple[dict[str, NDArray[Any]], ...]]:
        return (type(self), () if self._weights is _default()[0] else (dict(self._weights),))

    @property
    def weights(self) -> dict[str, NDArray[Any]]:
        """The weights by name (see the class); they cannot be written to."""
        return dict(self._weights)

    def evaluate(self, boards: ArrayLike, *, threads: int = 1) -> NDArray[np.float32]:
        """The chances of the side on roll, float32 (M, 5): to win, to win a gammon or better, to win a backgammon, to
        lose a gammon or worse, to lose a backgammon.

        boards: int8 (M, 26), 15 checkers a side, those that are missing being borne off; other integer types are taken
        when the values fit. threads: how many work at it, 0 for one a core. Finished games have chances too, which mean
        nothing. Raises InvalidBoardError naming the first row that is no board, BatchShapeError, OutOfRangeError,
        TypeError. 20 bytes a row, and 1 MB a thread.

        >>> import bitgammon as bg
        >>> chances = Positional().evaluate([[0] * 22 + [-2, -2, -2, 0], [0, 2] + [0] * 20 + [-2, -2, -2, 0]])
        >>> chances.shape, bool(chances[1, 0] > 0.99), chances[1, 1:].tolist()
        ((2, 5), True, [0.0, 0.0, 0.0, 0.0])
        """
        rows = board_rows(boards)
        chances = np.empty((len(rows), 5), np.float32)
        weights = self._weights

        def work(packed: NDArray[np.uint64], chunk: slice) -> None:
            phases = np.empty(len(packed), np.uint8)
            core_rows.classify(packed, phases)
            core.evaluate(
                packed,
                phases,
                self._tables,
                weights["patterns"],
                weights["bias"],
                weights["output"],
                weights["output_bias"],
                weights["shifts"],
                weights["powers"],
                chances[chunk],
            )

        on_packed(rows, CHECKERS, threads, work)
        return chances


def hidden_range(
    inputs: NDArray[np.integer[Any]], patterns: NDArray[np.integer[Any]], bias: NDArray[np.integer[Any]]
) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """The least and the largest sum that each hidden number of one set has over all ways to place 15 checkers a side
    and for all patterns, int64 (HIDDEN,) each. inputs: (52, 4, HIDDEN), patterns: (n, 64, HIDDEN), bias: (HIDDEN,)."""
    tables = np.einsum("nf,sfh->snh", INPUTS, inputs.astype(np.int64))
    ends = []
    for better in (np.minimum, np.maximum):
        total = bias + better.reduce(patterns.astype(np.int64), axis=1).sum(axis=0)
        for side in (tables[:26], tables[26:]):
            # reach[c]: the best sum of the slots so far when they hold c checkers.
            reach = side[0]
            for slot in side[1:]:
                new = reach.copy()  # none here; a row for 0 checkers is 0
                for n in range(1, CHECKERS + 1):
                    new[n:] = better(new[n:], reach[: CHECKERS + 1 - n] + slot[n])
                reach = new
            total = total + reach[CHECKERS]
        ends.append(total)
    return ends[0], ends[1]


def _checked(weights: Mapping[str, ArrayLike]) -> tuple[dict[str, NDArray[Any]], NDArray[np.int16]]:
    """The weights as arrays nobody can write to, and the tables of the core: (2, 64, 16, HIDDEN)."""
    if not isinstance(weights, Mapping):
        raise TypeError(f"weights: expected a mapping of arrays, not {quoted(weights)}")
    found = {}
    for name, (dtype, shape) in LAYOUT.items():
        if name not in weights:
            raise BatchValueError(f"weights: {name} is missing")
        found[name] = integers(f"weights[{name!r}]", weights[name], dtype, shape, own=True)
    if not ((found["shifts"] >= 0) & (found["shifts"] < 32)).all():
        raise BatchValueError(f"weights: shifts {found['shifts'].tolist()} are not all 0..31")
    powers = found["powers"]
    if powers[0] != 1 << 24 or powers.min() < 0 or (np.diff(powers) > 0).any():
        raise BatchValueError("weights: powers do not fall from 2**24 to 0 or more")
    for kind in range(2):
        low, high = hidden_range(found["input"][kind], found["patterns"][: 10 * kind], found["bias"][kind])
        if low.min() < -MOST_HIDDEN or high.max() > MOST_HIDDEN:
            raise BatchValueError(f"weights: a hidden sum of set {kind} may overflow")
        sums = np.abs(found["output"][kind].astype(np.int64)) @ np.maximum(high, 0)
        if (sums + np.abs(found["output_bias"][kind].astype(np.int64))).max() > MOST_OUTPUT:
            raise BatchValueError(f"weights: a sum of products of set {kind} may overflow")
    # 16 slots a word, as the core spreads them. Single numbers may wrap, as sums on the way to the last one do.
    spread = np.zeros((2, 4, 16, CHECKERS + 1, HIDDEN), np.int16)
    of_slots = np.einsum("nf,ksfh->ksnh", INPUTS, found["input"].astype(np.int64))
    spread[:, :, :13] = of_slots.astype(np.int16).reshape(2, 4, 13, CHECKERS + 1, HIDDEN)
    tables = spread.reshape(2, 64, CHECKERS + 1, HIDDEN)
    for array in (tables, *found.values()):
        array.setflags(write=False)
    return found, tables


@cache
def _default() -> tuple[dict[str, NDArray[Any]], NDArray[np.int16]]:
    with files("bitgammon.evaluate").joinpath("data/positional.npz").open("rb") as stream, np.load(stream) as file:
        return _checked(dict(file))
