"""Texts of fields between separators: cut apart, read strictly, and written within limits."""

from collections.abc import Iterator, Sequence
from typing import Any, Final, Protocol

from bitgammon.arguments import check_text, integer, quoted
from bitgammon.errors import InvalidIdError

#: The cube's 2 ** 15 and 15-bit scores are what a Match ID holds, far above what any program writes.
MAX_CUBE: Final = 15
MAX_SCORE: Final = 0x7FFF
#: Longer than any player's name.
MAX_NAME: Final = 64


class _Fields(Protocol):
    """What a NamedTuple is, whichever it is."""

    @property
    def _fields(self) -> tuple[str, ...]: ...

    def __iter__(self) -> Iterator[Any]: ...


class Field:
    """One field of a text, able to say where it stands."""

    def __init__(self, kind: str, text: str, name: str, value: str, column: int) -> None:
        self.kind = kind
        self.text = text
        self.name = name
        self.value = value
        self.column = column

    def error(self, reason: str, offset: int = 0) -> InvalidIdError:
        """What is to be raised when this field is wrong, at some character of it."""
        return InvalidIdError(f"{self.kind} {quoted(self.text)}: {self.name} (column {self.column + offset}): {reason}")

    def part(self, value: str, offset: int, name: str = "") -> "Field":
        """A piece of this field as one of its own."""
        return Field(self.kind, self.text, name or self.name, value, self.column + offset)

    def number(self, low: int, high: int, why: str = "") -> int:
        """The field as a decimal number: no sign but a minus, no leading zeros, no spaces. why: of these limits."""
        digits = self.value.removeprefix("-")
        plain = digits.isascii() and digits.isdigit() and len(digits) <= 5
        number = int(self.value) if plain else low - 1
        if not low <= number <= high or str(number) != self.value:
            raise self.error(f"{quoted(self.value)} is not a number in {low}..{high} {why}".rstrip())
        return number

    def one_of(self, values: Sequence[str]) -> str:
        """The field as one of these words; '' stands for an empty field."""
        if self.value not in values:
            *most, last = (value or "nothing" for value in values)
            listed = f"{', '.join(most)} or {last}" if most else last
            raise self.error(f"{quoted(self.value)} is not {listed}")
        return self.value

    def sign(self) -> int:
        """The field as 1 or -1."""
        return int(self.one_of(("1", "-1")))

    def flag(self) -> bool:
        """The field as 0 or 1."""
        return bool(self.number(0, 1))

    def player_name(self, *, spaces: bool) -> str:
        """The field as a name: printable characters, and with ``spaces`` it may have some, or be empty."""
        reason = _name_fault(self.value, spaces)
        if reason:
            raise self.error(reason)
        return self.value

    def cube_value(self) -> int:
        """The field as the number on a cube."""
        number = self.number(1, 1 << MAX_CUBE)
        if number & (number - 1):
            raise self.error(f"{number} is not a power of 2")
        return number


def split(
    kind: str,
    text: str,
    separator: str,
    names: Sequence[str],
    *,
    longest: int,
    least: int | None = None,
    terminated: bool = False,
    skip: int = 0,
) -> list[Field]:
    """The fields of a text; TypeError unless it is text, InvalidIdError unless it has as many fields as names.

    ``least`` allows fewer of them. ``terminated`` says that the separator follows the last one too, ``skip`` how many
    characters stand before the first. More characters than ``longest`` are refused before anything else is done.
    """
    check_text(kind, text)
    if len(text) - skip > longest:
        raise InvalidIdError(f"{kind} {quoted(text)} has {len(text) - skip} characters, at most {longest}")
    if terminated and not text.endswith(separator):
        raise InvalidIdError(f"{kind} {quoted(text)} does not end with {separator!r}")
    values = text[skip:].split(separator)
    if terminated:
        values.pop()
    if not (least or len(names)) <= len(values) <= len(names):
        number = str(len(names)) if least is None else f"{least}..{len(names)}"
        raise InvalidIdError(f"{kind} {quoted(text)} has {len(values)} fields, not {number}")
    fields = []
    column = 1 + skip
    for name, value in zip(names, values, strict=False):
        fields.append(Field(kind, text, name, value, column))
        column += len(value) + len(separator)
    return fields


def read_dice(first: Field, second: Field) -> tuple[int, int] | None:
    """Two dice as two fields, both 0 before the roll."""
    dice = (first.number(0, 6), second.number(0, 6))
    if any(dice) and not all(dice):
        raise (second if dice[0] else first).error("not rolled, but the other die is")
    return dice if any(dice) else None


def write_number(kind: str, name: str, value: Any) -> str:
    """An integer as text; TypeError for what is none. Its own range is for the reading back to check."""
    return str(int(integer(f"{kind}: {name}", value, -1 << 15, 1 << 15, InvalidIdError)))


def write_text(kind: str, name: str, value: Any) -> str:
    """Text as it is; TypeError for what is none. Whether it may stand there is for the reading back to check."""
    check_text(f"{kind}: {name}", value)
    return str(value)


def exact(kind: str, text: str, made: _Fields, again: _Fields) -> str:
    """The text made of these fields; InvalidIdError, naming the first one, if others are read from it ``again``."""
    for name, value, found in zip(made._fields, made, again, strict=True):
        if value != found:
            raise InvalidIdError(f"{kind} {quoted(text)} does not say {name}={quoted(value)}")
    return text


def dice_numbers(kind: str, name: str, dice: tuple[int, int] | None) -> tuple[int, int]:
    """The two dice, 0 and 0 before the roll; InvalidIdError unless they are two, TypeError for no dice at all."""
    if dice is not None and not isinstance(dice, tuple | list):
        raise TypeError(f"{kind}: {name}: expected two dice, not {quoted(dice)}")
    if dice is not None and len(dice) != 2:
        raise InvalidIdError(f"{kind}: {name}: {quoted(dice)} are not two dice")
    return dice or (0, 0)


def write_name(kind: str, name: str, value: Any, separator: str, *, spaces: bool) -> str:
    """A player's name as text, if it is one that can be read back."""
    text = write_text(kind, name, value)
    reason = _name_fault(text, spaces) or (separator in text and f"{quoted(value)} has a {separator!r}")
    if reason:
        raise InvalidIdError(f"{kind}: {name}: {reason}")
    return text


def _name_fault(value: str, spaces: bool) -> str:
    """Why no player has this name; '' if all is well."""
    if len(value) > MAX_NAME:
        return f"{quoted(value)} has {len(value)} characters, at most {MAX_NAME}"
    if not spaces and not value:
        return "the name is empty"
    if not value.isprintable() or (not spaces and " " in value):
        return f"{quoted(value)} has a {'' if spaces else 'space or '}control character"
    return ""
