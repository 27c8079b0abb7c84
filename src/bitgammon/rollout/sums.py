"""What a piece of a rollout brings, in a form that pieces can be added up in, sent and kept."""

from collections.abc import Mapping
from dataclasses import asdict, dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from bitgammon.errors import CheckpointError
from bitgammon.rules import RESULT_POINTS


@dataclass(frozen=True, slots=True)
class Sums:
    """trials; counts: of them, how many ended in each of the six results (single, gammon, backgammon won, then lost, by
    the side on roll); truncated: how many were judged before their end; turns of all. sums, squares: of every value of
    a trial and of its square: the five outcomes, the equity, then a value a line of the cube (``rollout.cubes``).

    Adding is done in the order of the trials, so that the same trials give the same bits.

    >>> one = Sums(1, (1, 0, 0, 0, 0, 0), 0, 2, (1.0,), (1.0,))
    >>> (one + one).counts
    (2, 0, 0, 0, 0, 0)
    """

    trials: int
    counts: tuple[int, ...]
    truncated: int
    turns: int
    sums: tuple[float, ...]
    squares: tuple[float, ...]

    @classmethod
    def none(cls, values: int) -> "Sums":
        """No trials, of so many values."""
        return cls(0, (0,) * 6, 0, 0, (0.0,) * values, (0.0,) * values)

    @classmethod
    def of(
        cls, values: NDArray[np.float64], results: NDArray[np.int8], turns: NDArray[np.int64]
    ) -> "Sums":
        """From values (N, K), results (N,), 1 to 3 won, -1 to -3 lost, 0 truncated, and turns (N,) of each trial."""
        counts = tuple(int((results == value).sum()) for value in RESULT_POINTS)
        return cls(
            len(values),
            counts,
            len(values) - sum(counts),
            int(turns.sum()),
            tuple(values.sum(axis=0).tolist()),
            tuple((values * values).sum(axis=0).tolist()),
        )

    def __add__(self, other: "Sums") -> "Sums":
        def both(one: tuple[Any, ...], two: tuple[Any, ...]) -> tuple[Any, ...]:
            return tuple(a + b for a, b in zip(one, two, strict=True))

        return Sums(
            self.trials + other.trials,
            both(self.counts, other.counts),
            self.truncated + other.truncated,
            self.turns + other.turns,
            both(self.sums, other.sums),
            both(self.squares, other.squares),
        )

    def record(self) -> dict[str, Any]:
        """As JSON has it; floats survive exactly."""
        return asdict(self)

    @classmethod
    def read(cls, record: Any, trials: int, values: int) -> "Sums":
        """Of a record; CheckpointError for what is none of so many trials and values."""
        if isinstance(record, Mapping) and record.keys() == set(cls.__slots__):
            counts, sums, squares = (record[name] for name in ("counts", "sums", "squares"))
            truncated, turns = record["truncated"], record["turns"]
            whole = _list_of([truncated, turns], int, 2) and _list_of(counts, int, 6)
            whole &= record["trials"] == trials
            if whole and _list_of(sums, float, values) and _list_of(squares, float, values):
                return cls(trials, tuple(counts), truncated, turns, tuple(sums), tuple(squares))
        raise CheckpointError(f"no sums of a rollout: {str(record)[:200]}")


def _list_of(given: Any, kind: type, size: int) -> bool:
    return isinstance(given, list) and len(given) == size and all(type(item) is kind for item in given)
