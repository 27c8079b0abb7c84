"""What a text says of a position."""

from typing import NamedTuple

from bitgammon.game.position import Position


class Reading(NamedTuple):
    """What a text says: its ``kind``, a key of ``texts.KINDS``, the names of O and X, empty where it has none, and what
    it says that ``position`` does not hold."""

    position: Position
    kind: str
    names: tuple[str, str] = ("", "")
    unread: tuple[str, ...] = ()


def log2(value: int) -> int:
    """The exponent of a power of two."""
    return value.bit_length() - 1
