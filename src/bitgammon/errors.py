"""Every error of the package that is about a value: small classes under ValueError that quote the input.

Imports nothing of the package. A value of the wrong type raises TypeError, as everywhere in Python.
"""


class BitgammonError(ValueError):
    """Base of the package's own errors."""


class InvalidBoardError(BitgammonError):
    """A board no game can hold; ``status`` names every reason (see ``bitgammon.Status``)."""

    def __init__(self, message: str, status: int = 0) -> None:
        super().__init__(message)
        self.status = status


class InvalidDiceError(BitgammonError):
    """A die outside 1..6."""


class InvalidIdError(BitgammonError):
    """Text that is not the id it should be; the message names the id's kind, the field and the column."""


class InvalidPlayError(BitgammonError):
    """Text that is not a play in any known notation."""


class IllegalPlayError(BitgammonError):
    """A well-formed play that the rules do not allow on this board with these dice."""


class AmbiguousPlayError(InvalidPlayError):
    """Text that fits plays with different results; the message names them."""
