"""Boards of a batch as text: GNU Position IDs (ids/position_id.py) and the first field of XGIDs (ids/xgid.py).

Texts are taken as an array of bytes or str (``S14`` or ``U14``), or as a sequence of str and bytes, with nothing around
them; made are arrays of bytes, of which ``.astype("U")`` makes str. All is done in one thread.
"""

from binascii import a2b_base64, b2a_base64
from collections.abc import Callable, Sequence
from operator import index as as_index
from typing import Any, Final, NamedTuple, TypeAlias

import numpy as np
from numpy.typing import ArrayLike, NDArray

from bitgammon.arguments import checker_count, quoted
from bitgammon.batch.arrays import CHUNK, array_of, board_rows, chunks, integers, on_packed
from bitgammon.batch.codes import from_position_keys, position_keys
from bitgammon.batch.rows import check
from bitgammon.board import Status
from bitgammon.errors import BatchShapeError, BatchValueError, InvalidIdError, OutOfRangeError
from bitgammon.ids import position_id, xgid
from bitgammon.rules import CHECKERS

Texts: TypeAlias = NDArray[Any] | Sequence[str | bytes]

#: Bytes translated one by one: a character that is in base64 to 0, others to 1.
_ALPHABET: Final = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"
_STRANGE: Final = bytes(code not in _ALPHABET for code in range(256))
#: A character of an XGID's board to the checkers it stands for, and back; -128, which is no number of them, where it
#: stands for none.
_NO_LETTER: Final = -128
_CHECKERS_OF: Final = {ord("-"): 0} | {64 + n: n for n in range(1, 16)} | {96 + n: -n for n in range(1, 16)}
_COUNTS: Final = bytes(_CHECKERS_OF.get(code, _NO_LETTER) & 255 for code in range(256))
_LETTERS: Final = bytes(_COUNTS.index(code) if code in _COUNTS else 0 for code in range(256))
#: The reasons of ``check`` against a board for which there is no XGID.
_NO_XGID: Final = np.uint8(
    Status.MOVER_COUNT | Status.OPPONENT_COUNT | Status.MOVER_BAR_NEGATIVE | Status.OPPONENT_BAR_POSITIVE
)


def position_ids(boards: ArrayLike) -> NDArray[np.bytes_]:
    """The GNU Position ID of each board, S14 (N,), the mover being on roll; of any variant. Errors as of ``generate``.
    14 bytes a row.

    >>> import bitgammon as bg
    >>> position_ids([bg.Board().points]).tolist()
    [b'4HPwATDgc/ABMA']
    """
    keys = position_keys(boards)
    texts = np.empty(len(keys), f"S{position_id.LENGTH}")
    for chunk in chunks(len(keys), CHUNK):
        # With two bytes of nothing after its ten, a key is whole groups of three; the letters of these are cut off.
        groups = np.zeros((chunk.stop - chunk.start, 12), np.uint8)
        groups[:, :10] = keys[chunk]
        texts[chunk] = np.frombuffer(b2a_base64(groups.data, newline=False), "S16")
    return texts


def from_position_ids(texts: Texts, *, checkers: int = CHECKERS) -> NDArray[np.int8]:
    """The boards of GNU Position IDs, int8 (N, 26), seen by the player on roll: the inverse of ``position_ids``.

    texts: S14 or U14 (N,), or so many str or bytes. Raises InvalidIdError naming the first row that is the Position ID
    of no board with so many checkers a side, and why, as ``Board.from_position_id`` does; BatchShapeError for an array
    of other dimensions, InvalidBoardError for another number of checkers, TypeError for what is no text. 26 bytes a
    row.

    >>> import bitgammon as bg
    >>> from_position_ids(["4HPwATDgc/ABMA"])[0].tolist() == list(bg.Board().points)
    True
    """
    count = checker_count(checkers)
    given = read_texts(texts, position_id.LENGTH)
    good = first_row(translated(given.codes, _STRANGE) != 0)
    keys = np.empty((good, 10), np.uint8)
    spare = np.empty(good, np.uint8)
    for chunk in chunks(good, CHUNK):
        groups = np.full((chunk.stop - chunk.start, 16), ord("A"), np.uint8)
        groups[:, : position_id.LENGTH] = given.codes[chunk]
        decoded = np.frombuffer(a2b_base64(groups.data), np.uint8).reshape(-1, 12)
        keys[chunk] = decoded[:, :10]
        spare[chunk] = decoded[:, 10]
    good = first_row(spare != 0)
    boards = from_position_keys(keys[:good], checkers=count)
    given.refuse(good, lambda text: position_id.decode(text, count))
    return boards


def xgid_boards(boards: ArrayLike, turns: ArrayLike = 1) -> NDArray[np.bytes_]:
    """The first field of the XGID of each board, S26 (N,); of any variant.

    turns: 1 where the mover, who sees the board, is the bottom player, -1 where it is the top player; one for all, or
    integers (N,). Raises OutOfRangeError for another one for all, BatchValueError naming the first row with another,
    BatchShapeError for another number of them; the other errors as of ``generate``. 26 bytes a row.

    >>> xgid_boards([[0] * 24 + [1, 2]] * 2, [1, -1]).tolist()
    [b'------------------------AB', b'ba------------------------']
    """
    rows = board_rows(boards)
    on_packed(rows, CHECKERS, 1, lambda _words, _chunk: None)  # only to see that they are boards
    letters = translated(seen(rows, turns_of(turns, len(rows))), _LETTERS)
    return letters.view(f"S{xgid.BOARD_LENGTH}").reshape(len(rows))


def from_xgid_boards(texts: Texts, turns: ArrayLike = 1) -> NDArray[np.int8]:
    """The boards of first fields of XGIDs, int8 (N, 26), each seen by the side whose turn it is: the inverse of
    ``xgid_boards``.

    texts: S26 or U26 (N,), or so many str or bytes, without ``XGID=``. turns: as of ``xgid_boards``. Raises
    InvalidIdError naming the first row that is no board, and its column, as ``ids.xgid.parse_board`` does;
    BatchShapeError, TypeError as ``from_position_ids``, and of turns as ``xgid_boards``. 26 bytes a row.

    >>> from_xgid_boards(["ba------------------------"], -1)[0, -2:].tolist()
    [1, 2]
    """
    given = read_texts(texts, xgid.BOARD_LENGTH)
    sides = turns_of(turns, given.size)
    rows = translated(given.codes, _COUNTS).view(np.int8)
    good = first_row(rows == _NO_LETTER)
    good = first_row(check(rows[:good]) & _NO_XGID != 0)
    given.refuse(good, xgid.parse_board)
    return seen(rows, sides)


def seen(rows: NDArray[np.int8], turns: NDArray[np.int8]) -> NDArray[np.int8]:
    """Boards seen by the bottom player as the side on turn sees them, and the other way round, int8 (N, 26)."""
    return np.where(turns[:, None] == 1, rows, -rows[:, ::-1])


def turns_of(turns: ArrayLike, size: int) -> NDArray[np.int8]:
    """turns as int8 (size,), each 1 or -1, from one for all or so many; errors as of ``xgid_boards``."""
    if isinstance(turns, str | bytes) or not np.iterable(turns):
        try:
            side = as_index(turns)  # type: ignore[arg-type]
        except TypeError:
            raise TypeError(f"turns: expected integers, not {quoted(turns)}") from None
        if side not in (1, -1):
            raise OutOfRangeError(f"turns={quoted(side)} is not 1 or -1")
        return np.full(size, side, np.int8)
    sides: NDArray[np.int8] = integers("turns", turns, np.int8, ("N",), own=True)
    if len(sides) != size:
        raise BatchShapeError(f"{size} rows but {len(sides)} turns")
    bad = first_row((sides != 1) & (sides != -1))
    if bad < size:
        raise BatchValueError(f"turns[{bad}] is {sides[bad]}, not 1 or -1")
    return sides


def first_row(bad: NDArray[np.bool_]) -> int:
    """The first row, of (N,) or (N, M), in which something is bad; N where nothing is."""
    first = int(bad.argmax()) if bad.size else 0
    return first // (bad.size // len(bad)) if bad.size and bad.flat[first] else len(bad)


def translated(codes: NDArray[Any], table: bytes) -> NDArray[np.uint8]:
    """Every byte through a table of 256: several times as fast as an index, which numpy would make eight bytes wide."""
    return np.frombuffer(bytearray(codes).translate(table), np.uint8).reshape(codes.shape)


class Characters(NamedTuple):
    """Texts read: the characters of those before the first of another length, uint8 (n, length), a ``?`` for what is
    above 255; how many texts there are; and each of them as str."""

    codes: NDArray[np.uint8]
    size: int
    text: Callable[[int], str]

    def refuse(self, row: int, decode: Callable[[str], object]) -> None:
        """InvalidIdError naming this row, with what the decoder says of its text, unless it is past the last."""
        if row == self.size:
            return
        text = self.text(row)
        try:
            decode(text)
        except InvalidIdError as error:
            raise InvalidIdError(f"row {row}: {error}") from None
        # A decoder may forgive what stands around a text.
        raise InvalidIdError(f"row {row}: {quoted(text)} has {len(text)} characters, not {self.codes.shape[1]}")


def read_texts(texts: Texts, length: int) -> Characters:
    """Texts of this length, of any kind that this module takes. Raises TypeError, BatchShapeError."""
    if isinstance(texts, np.ndarray):
        given = array_of("texts", texts, ("N",))
        if given.dtype.kind in "SU":
            return _of_array(given, length)
    listed = list_of_texts(texts)
    good = next((row for row, text in enumerate(listed) if len(text) != length), len(listed))
    codes = np.frombuffer("".join(listed[:good]).encode("latin-1", "replace"), np.uint8)
    return Characters(codes.reshape(good, length), len(listed), listed.__getitem__)


def _of_array(given: NDArray[Any], length: int) -> Characters:
    """Texts of an array of S or U."""
    good = first_row(np.strings.str_len(given) != length)
    whole = np.ascontiguousarray(given[:good], f"{given.dtype.kind}{length}")
    codes: NDArray[np.uint8]
    if given.dtype.kind == "S":
        codes = whole.view(np.uint8).reshape(good, length)
    else:
        wide = whole.view(np.uint32).reshape(good, length)
        codes = np.where(wide < 256, wide, ord("?")).astype(np.uint8)
    return Characters(codes, len(given), lambda row: list_of_texts(given[row : row + 1].tolist())[0])


def list_of_texts(texts: Texts) -> list[str]:
    """The texts as str, bytes as characters 0..255, so that columns stay. TypeError naming the first that is none, and
    for what is neither an array nor a sequence, such as an iterator, which may have no end."""
    if hasattr(texts, "__array__") and not isinstance(texts, str | bytes):  # numpy's strings are arrays too
        given = array_of("texts", texts, ("N",))
        if given.dtype.kind not in "SUOT":  # of one length, objects, of any length
            raise TypeError(f"texts: expected str or bytes, not {given.dtype}")
        texts = given.tolist()
    if isinstance(texts, str | bytes) or not isinstance(texts, Sequence):
        raise TypeError(f"texts: expected many str or bytes, not {quoted(texts)}")
    for row, text in enumerate(texts):
        if not isinstance(text, str | bytes):
            raise TypeError(f"texts: row {row}: expected str or bytes, not {quoted(text)}")
    return [str(text) if isinstance(text, str) else text.decode("latin-1") for text in texts]
