"""The bear-off and hypergammon files of GNU Backgammon, read and written. Integers are little-endian.

Every file begins with 40 bytes of ASCII, filled up with ``x`` and ended by a newline. Positions are numbered as in
``numbering``.

One-sided, compressed, with gammons: ``gnubg-OS-06-15-1-1-0`` for 6 points and 15 checkers. Then eight bytes a position:
uint32 where its numbers begin, counted in uint16 from the start of the data; how many chances of rolls are stored, and
the roll of the first one; the same two of the first checker's. Then the data, uint16 chances of 65535: first those of
rolls to bear off all, then those of the first checker. Chances below half of 1 / 65535 are left out at both ends; the
chances of a position sum to 65535.

Two-sided, cubeful: ``gnubg-TS-06-06-1``. Four uint16 for each pair, the side on roll first: cubeless, owned, centred,
opponent owns; equity = v / 32767.5 - 1.

Hypergammon: ``gnubg-H3`` for 3 checkers. 28 bytes a pair of C(25 + n, 25) positions on 25 points, the bar being the
25th: five chances of three bytes, v / 16777215 (win, gammon, backgammon, lose gammon, backgammon), four equities of
three bytes, (v / 16777215 - 0.5) * 6 (owned, centred, centred under the Jacoby rule, opponent owns), and one byte of no
use.
"""

from math import comb
from pathlib import Path
from typing import Any, Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from bitgammon.bearoff import store
from bitgammon.bearoff.numbering import size
from bitgammon.bearoff.one_sided import OneSided
from bitgammon.bearoff.two_sided import TwoSided
from bitgammon.errors import OutOfRangeError, TableFileError
from bitgammon.rules import BAR, CHECKERS

_HEADER: Final = 40
_ONE: Final = 65535
_HALF: Final = 32767.5
_THREE_BYTES: Final = (1 << 24) - 1
_COLUMNS: Final = 32
_INDEX: Final = np.dtype([("offset", "<u4"), ("count", "u1"), ("first", "u1"), ("count2", "u1"), ("first2", "u1")])


class OneSidedFile(NamedTuple):
    """Chances as the file has them, float64 (N, 32), column i those of exactly i rolls: to bear off all, and the first
    of 15 checkers."""

    points: int
    rolls: NDArray[np.float64]
    first: NDArray[np.float64]


class HypergammonFile(NamedTuple):
    """``outcomes`` float64 (n, n, 5) and ``equities`` float64 (n, n, 4), the side on roll first; columns as in the
    file."""

    checkers: int
    outcomes: NDArray[np.float64]
    equities: NDArray[np.float64]


def read_one_sided(path: Path) -> OneSidedFile:
    """A compressed one-sided file with gammons. Raises TableFileError for anything else, OSError."""
    words, data = _opened(path, "OS", 5)
    points, checkers, gammons, compressed, normal = words
    if (checkers, gammons, compressed, normal) != (CHECKERS, 1, 1, 0):
        raise TableFileError(f"{path}: only compressed one-sided files of 15 checkers with gammons are read")
    n = size(points)
    if len(data) < n * _INDEX.itemsize or (len(data) - n * _INDEX.itemsize) % 2:
        raise TableFileError(f"{path}: cut short: {n} positions do not fit into {len(data)} bytes")
    index = np.frombuffer(data, _INDEX, n)
    values = np.frombuffer(data, "<u2", -1, n * _INDEX.itemsize)
    starts = index["offset"].astype(np.int64)
    seconds = starts + index["count"]
    if (seconds + index["count2"]).max() > len(values):
        raise TableFileError(f"{path}: cut short: a position points past its end")
    found = [
        _spread(path, values, begin, index[count], index[first])
        for begin, count, first in ((starts, "count", "first"), (seconds, "count2", "first2"))
    ]
    return OneSidedFile(points, *found)


def _spread(path: Path, values: NDArray[Any], starts: NDArray[Any], counts: NDArray[Any], first: NDArray[Any]) -> Any:
    """The stored chances put where they belong."""
    if (counts.astype(int) + first).max() > _COLUMNS:
        raise TableFileError(f"{path}: more than {_COLUMNS} rolls")
    spread = np.zeros((len(starts), _COLUMNS))
    rows = np.repeat(np.arange(len(starts)), counts)
    nth = np.arange(len(rows)) - np.repeat(np.cumsum(counts.astype(np.int64)) - counts, counts)
    spread[rows, first[rows] + nth] = values[starts[rows] + nth] / _ONE
    return spread


def write_one_sided(path: Path, table: OneSided) -> None:
    """Writes a table as a compressed file with gammons. Raises TableFileError for one of more rolls than such a file
    holds, OSError."""
    if table.rolls.shape[1] > _COLUMNS:
        raise TableFileError(f"{path}: {table.rolls.shape[1] - 1} rolls, the file holds {_COLUMNS - 1}")
    numbers = np.arange(size(table.points))
    index = np.zeros(len(numbers), _INDEX)
    parts = []
    for chances, count, first in (
        (np.asarray(table.rolls), "count", "first"),
        (table.first_of(numbers), "count2", "first2"),
    ):
        whole = _rounded(chances)
        there = whole > 0
        index[first] = there.argmax(axis=1)
        index[count] = whole.shape[1] - there[:, ::-1].argmax(axis=1) - index[first]
        columns = np.arange(whole.shape[1])
        inside = (columns >= index[first][:, None]) & (columns < (index[first] + index[count].astype(int))[:, None])
        parts.append((whole, inside))
    both = np.concatenate([whole for whole, _ in parts], axis=1)
    inside = np.concatenate([where for _, where in parts], axis=1)
    lengths = index["count"].astype(np.int64) + index["count2"]
    index["offset"] = np.cumsum(lengths) - lengths
    header = _header(f"gnubg-OS-{table.points:02d}-{CHECKERS}-1-1-0")
    store.replace(path, [header, index.tobytes(), both[inside].astype("<u2").tobytes()])


def _rounded(chances: NDArray[np.float64]) -> NDArray[np.int64]:
    """Chances as integers that sum to 65535: what rounding adds or takes is made up where the chance is largest."""
    whole = np.rint(chances * _ONE).astype(np.int64)
    rows = np.arange(len(whole))
    whole[rows, whole.argmax(axis=1)] += _ONE - whole.sum(axis=1)
    return whole


def read_two_sided(path: Path) -> TwoSided:
    """A two-sided file; of one without cubeful equities, those are NaN. Raises TableFileError, OSError."""
    (points, checkers, cubeful), data = _opened(path, "TS", 3)
    if not 1 <= checkers < CHECKERS or cubeful > 1:
        raise TableFileError(f"{path}: {checkers} checkers, cubeful {cubeful}: not 1..14 and 0 or 1")
    n, width = size(points, checkers), 4 if cubeful else 1
    if len(data) != n * n * width * 2:
        raise TableFileError(f"{path}: {len(data)} bytes, not {n * n * width * 2} of {n} positions")
    equities = np.full((n, n, 4), np.nan)
    equities[..., :width] = np.frombuffer(data, "<u2").reshape(n, n, width) / _HALF - 1
    return TwoSided(points, checkers, equities)


def write_two_sided(path: Path, table: TwoSided) -> None:
    """Writes a table with its cubeful equities. Raises OSError."""
    values = np.rint((np.asarray(table.equities) + 1) * _HALF).clip(0, _ONE).astype("<u2")
    store.replace(path, [_header(f"gnubg-TS-{table.points:02d}-{table.checkers:02d}-1"), values.tobytes()])


def read_hypergammon(path: Path) -> HypergammonFile:
    """A hypergammon file. Raises TableFileError, OSError."""
    (checkers,), data = _opened(path, "H", 1)
    n = size_of_hypergammon(checkers)
    if len(data) != n * n * 28:
        raise TableFileError(f"{path}: {len(data)} bytes, not {n * n * 28} of {n} positions")
    raw = np.frombuffer(data, np.uint8).reshape(n, n, 28)[..., :27].reshape(n, n, 9, 3).astype(np.int32)
    values = (raw[..., 0] | raw[..., 1] << 8 | raw[..., 2] << 16) / _THREE_BYTES
    return HypergammonFile(checkers, values[..., :5], (values[..., 5:] - 0.5) * 6)


def write_hypergammon(path: Path, table: HypergammonFile) -> None:
    """Writes a hypergammon file. Raises TableFileError for arrays of another shape, OSError."""
    n = size_of_hypergammon(table.checkers)
    if table.outcomes.shape != (n, n, 5) or table.equities.shape != (n, n, 4):
        raise TableFileError(f"{path}: shapes {table.outcomes.shape} and {table.equities.shape}, not of {n} positions")
    values = np.concatenate([table.outcomes, table.equities / 6 + 0.5], axis=2)
    whole = np.rint(values * _THREE_BYTES).clip(0, _THREE_BYTES).astype(np.int64)
    raw = np.zeros((n, n, 28), np.uint8)
    for k in range(3):
        raw[..., k:27:3] = whole >> 8 * k & 255
    store.replace(path, [_header(f"gnubg-H{table.checkers}"), raw.tobytes()])


def size_of_hypergammon(checkers: int) -> int:
    """Positions of at most so many checkers on 24 points and the bar."""
    return comb(BAR + checkers, BAR)


def _header(text: str) -> bytes:
    return text.encode().ljust(_HEADER - 1, b"x") + b"\n"


def _opened(path: Path, kind: str, numbers: int) -> tuple[list[int], bytes]:
    """The numbers of the header, and what follows it."""
    content = path.read_bytes()
    head, data = content[:_HEADER], content[_HEADER:]
    try:
        words = head.decode("ascii").rstrip("\n").rstrip("x").removeprefix("gnubg-").split("-")
    except UnicodeDecodeError:
        words = []
    name, given = ("H", [words[0][1:]]) if kind == "H" and words else ((words or [""])[0], words[1:])
    fits = len(head) == _HEADER and head.startswith(f"gnubg-{kind}".encode()) and head.endswith(b"\n")
    if not fits or name != kind or len(given) != numbers or not all(word.isdigit() and len(word) < 3 for word in given):
        raise TableFileError(f"{path}: no gnubg-{kind} file: it begins {head!r}")
    found = [int(word) for word in given]
    try:
        size_of_hypergammon(found[0]) if kind == "H" else size(found[0], found[1])
    except OutOfRangeError as error:
        raise TableFileError(f"{path}: {error}") from error
    if kind == "H" and not 1 <= found[0] <= 3:
        raise TableFileError(f"{path}: {found[0]} checkers, not 1..3")
    return found, data
