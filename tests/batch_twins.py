"""What plain Python says of a board, for the tests of batches: slow twins of what numpy gets from the core."""

from base64 import b64decode
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray
from twins import Points, make

from bitgammon import BitgammonError, Status
from bitgammon.batch import Phase
from bitgammon.ids import position_id

DATA = Path(__file__).parent / "data"
#: What a corpus of positions in play has none of.
ENDS = [
    make("-24:15"),
    make("-1:15"),
    make("-bar:1 -24:14"),
    make("-24:3"),
    make("1:15"),
    make("bar:1 1:14"),
    make("24:15"),
    make("3:2"),
    (0,) * 26,
    make("6:15 -19:15"),
    make("7:1 6:14 -19:15"),
    make("6:15 -18:1 -19:14"),
    make("12:15 -13:15"),
    make("13:15 -12:15"),
    make("12:1 -13:1"),
    make("bar:1 -24:1"),
    make("1:1 -bar:1"),
    make("bar:1 1:2 2:2 3:2 4:2 5:2 6:2 -bar:1 -19:2 -20:2 -21:2 -22:2 -23:2 -24:2"),
]


def corpus_and_ends() -> NDArray[np.int8]:
    """The boards of the corpus, then ENDS."""
    with np.load(DATA / "corpus.npz") as file:
        return np.concatenate([file["boards"], np.array(ENDS, np.int8)])


def phase(points: Points) -> Phase:
    """How far the game has come, from where checkers stand."""
    own = [place for place, count in enumerate(points) if count > 0]
    other = [place for place, count in enumerate(points) if count < 0]
    if not own or not other:
        return Phase.OVER
    if own[-1] > other[0]:
        return Phase.CONTACT
    return Phase.BEAROFF if own[-1] <= 6 and other[0] >= 19 else Phase.RACE


def status(points: Points, checkers: int) -> Status:
    """Every reason against 26 integers, whatever they are."""
    found = Status.VALID
    if points[25] < 0:
        found |= Status.MOVER_BAR_NEGATIVE
    if points[0] > 0:
        found |= Status.OPPONENT_BAR_POSITIVE
    if sum(count for count in points if count > 0) > checkers:
        found |= Status.MOVER_COUNT
    if sum(count for count in points if count < 0) < -checkers:
        found |= Status.OPPONENT_COUNT
    if found:
        return found
    if not any(points):
        found |= Status.BOTH_FINISHED
    closed = min(points[1:7]) >= 2 and max(points[19:25]) <= -2
    if closed and points[25] > 0 and points[0] < 0:
        found |= Status.BOTH_CLOSED_OUT
    return found


def key(points: Points) -> list[int]:
    """The ten bytes under a Position ID."""
    return list(b64decode(position_id.encode(points) + "=="))


def hash_of(words: tuple[int, ...]) -> int:
    """The hash as its docstring tells it."""
    h = 0x6A09E667F3BCC908
    for word in words:
        h ^= word
        h ^= h >> 32
        h = h * 0xBB67AE8584CAA73B % 2**64
        h ^= h >> 29
        h = h * 0x3C6EF372FE94F82B % 2**64
        h ^= h >> 32
    return h


def points_of(rows: NDArray[np.int8]) -> list[Points]:
    """Rows as tuples."""
    return [tuple(row) for row in rows.tolist()]


def kinds(rows: NDArray[Any], wide: Any) -> list[Any]:
    """The same numbers in arrays of every kind."""
    frozen = rows.copy()
    frozen.setflags(write=False)
    spaced = np.zeros((len(rows), 2 * rows.shape[1]), rows.dtype)
    spaced[:, ::2] = rows
    unaligned = np.ndarray(rows.shape, rows.dtype, buffer=b"-" + rows.tobytes(), offset=1)
    return [
        frozen,
        spaced[:, ::2],
        np.asfortranarray(rows),
        rows[::-1].copy()[::-1],
        unaligned,
        rows.astype(wide),
        rows.astype(np.dtype(wide).newbyteorder(">")),
        rows.tolist(),
    ]


def told(call: Callable[[], Points]) -> Points | str:
    """What a call gives or, where the package refuses, what it says."""
    try:
        return call()
    except BitgammonError as error:
        return str(error)
