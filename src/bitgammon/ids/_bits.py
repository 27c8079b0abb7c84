"""Bit strings as base64 text: what the Position ID and the Match ID have in common.

Bit k of the string is bit ``k % 8`` (the lowest is 0) of byte ``k // 8``; the bytes are written in the
standard base64 alphabet without the ``=`` padding. Here a bit string is one Python integer, bit k of it
being bit k.
"""

from typing import Final

from bitgammon.arguments import check_text, quoted
from bitgammon.errors import InvalidIdError

_ALPHABET: Final = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"
_VALUES: Final = {letter: value for value, letter in enumerate(_ALPHABET)}


def check_length(kind: str, text: str, length: int) -> None:
    """Raise InvalidIdError unless the text has this many characters, TypeError unless it is text."""
    check_text(kind, text)
    if len(text) != length:
        raise InvalidIdError(f"{kind} {quoted(text)} has {len(text)} characters, not {length}")


def bits_of(kind: str, text: str, length: int) -> int:
    """The bits of ``length`` base64 characters; InvalidIdError names ``kind`` and the column at fault."""
    check_length(kind, text, length)
    stream = 0
    for column, letter in enumerate(text, 1):
        value = _VALUES.get(letter)
        if value is None:
            raise InvalidIdError(f"{kind} {text!r}: column {column}: {letter!r} is not a base64 character")
        stream = stream << 6 | value
    spare = length * 6 % 8
    if stream & ((1 << spare) - 1):
        raise InvalidIdError(
            f"{kind} {text!r}: column {length}: {text[-1]!r} sets bits that no byte of the id holds"
        )
    return int.from_bytes((stream >> spare).to_bytes(length * 6 // 8, "big"), "little")


def text_of(bits: int, length: int) -> str:
    """The inverse of ``bits_of``, for bits that fit."""
    size = length * 6 // 8
    stream = int.from_bytes(bits.to_bytes(size, "little"), "big") << length * 6 % 8
    return "".join(_ALPHABET[stream >> shift & 63] for shift in range(length * 6 - 6, -1, -6))


def column_of(bit: int) -> int:
    """The column, from 1, of the character that holds this bit.

    >>> column_of(0), column_of(7), column_of(79)
    (2, 1, 13)
    """
    byte, place = divmod(bit, 8)
    return (byte * 8 + 7 - place) // 6 + 1
