"""The variants: start board, checkers a side and usual options. To add one, give it a line in ``rules.STARTS`` and,
if it is not played with the usual options, one here."""

from dataclasses import dataclass, field
from typing import Final

from bitgammon.arguments import check_text, quoted
from bitgammon.board import Board
from bitgammon.errors import InvalidBoardError, UnknownNameError
from bitgammon.game.options import Options
from bitgammon.rules import STARTS

_OPTIONS: Final[dict[str, Options]] = {}


@dataclass(frozen=True, slots=True)
class Variant:
    """A way to begin: ``start`` is the board seen by X; sides that stand alike see the same.

    A start of one's own is a variant too: ``Variant("mine", Board([...]))``. Raises InvalidBoardError for a board on
    which the game is over or nobody can ever move, TypeError.
    """

    name: str
    start: Board
    options: Options = field(default_factory=Options)

    def __post_init__(self) -> None:
        check_text("name", self.name)
        if not isinstance(self.options, Options):
            raise TypeError(f"options: expected Options, not {quoted(self.options)}")
        if not isinstance(self.start, Board):
            raise TypeError(f"start: expected a Board, not {quoted(self.start)}")
        if self.start.result() or self.start.status:
            raise InvalidBoardError(f"start: nothing can be played on {self.start!r}")


VARIANTS: Final = {name: Variant(name, Board.start(name), _OPTIONS.get(name, Options())) for name in STARTS}


def variant_of(variant: "str | Variant") -> Variant:
    """The variant of this name, or the one given; UnknownNameError.

    >>> variant_of("nackgammon").start.checkers
    15
    """
    if isinstance(variant, Variant):
        return variant
    if not isinstance(variant, str) or variant not in VARIANTS:
        raise UnknownNameError(f"variant={quoted(variant)} is none of {', '.join(VARIANTS)}")
    return VARIANTS[variant]
