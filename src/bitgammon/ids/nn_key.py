"""The key of gnubg-nn: the checkers of a board in 20 letters. No cube, dice, score or turn.

Layout. The ten bytes of a Position ID before they are base64 (``position_id`` tells their bits: the opponent of
the player on roll first), each written as two letters ``A``..``P`` for 0..15, the HIGH half of the byte first. All
80 bits have a letter, so every key has exactly one text. The training data of gnubg-nn are written so, and GNU
Backgammon reads it.
"""

from collections.abc import Sequence
from typing import Final

from bitgammon.arguments import quoted
from bitgammon.errors import InvalidIdError
from bitgammon.ids import _key
from bitgammon.ids._bits import check_length
from bitgammon.rules import CHECKERS

LENGTH: Final = 20
_KIND: Final = "gnubg-nn key"
_LETTERS: Final = "ABCDEFGHIJKLMNOP"


def encode(points: Sequence[int]) -> str:
    """The key of 26 integers seen by the player on roll (see ``position_id.encode``, which raises the same).

    >>> from bitgammon.rules import STARTS
    >>> encode(STARTS["standard"].board)
    'OAHDPAABDAOAHDPAABDA'
    """
    key = _key.bits_of(points).to_bytes(LENGTH // 2, "little")
    return "".join(_LETTERS[byte >> 4] + _LETTERS[byte & 15] for byte in key)


def decode(text: str, checkers: int = CHECKERS) -> tuple[int, ...]:
    """The board of a key as 26 integers seen by the player on roll.

    ``checkers`` is the number a side plays with. Raises InvalidIdError, quoting the text and naming the
    column or the point, unless the text is exactly 20 letters ``A``..``P``, every bit after the 50th slot is
    zero, no side has more checkers than it plays with, and no point is held by both.

    >>> decode("OAHDPAABDAOAHDPAABFA")[19:]
    (-5, 0, 0, 0, 0, 1, 1)
    """
    check_length(_KIND, text, LENGTH)
    halves = [_LETTERS.find(letter) for letter in text]
    if -1 in halves:
        place = halves.index(-1)
        raise InvalidIdError(f"{_KIND} {quoted(text)}: column {place + 1}: {text[place]!r} is not 'A'..'P'")
    key = bytes(high << 4 | low for high, low in zip(halves[::2], halves[1::2], strict=True))
    return _key.points_of(int.from_bytes(key, "little"), checkers, _KIND, text, _column_of)


def _column_of(bit: int) -> int:
    """The column, from 1, of the letter that holds this bit: the high half of its byte comes first."""
    byte, place = divmod(bit, 8)
    return 2 * byte + (1 if place >= 4 else 2)
