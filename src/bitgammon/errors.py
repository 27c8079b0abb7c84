"""Every error of the package that is about a value: small classes under ValueError that quote the input.

Imports nothing of the package. A value of the wrong type raises TypeError, as everywhere in Python.
"""


class BitgammonError(ValueError):
    """Base of the package's own errors."""


class OutOfRangeError(BitgammonError):
    """A number given to a function that is outside its limits; the message names the argument and the limits."""


class UnknownNameError(BitgammonError):
    """A name given to a function that is none of those it knows; the message lists them."""


class InvalidBoardError(BitgammonError):
    """A board no game can hold, or one that an id has no room for. Where a ``Board`` or a batch refused 26 integers or
    four words of 64 bits, ``status`` names every reason (``bitgammon.Status``), for fifteen checkers a side where a
    number does not fit int8; else it is 0."""

    def __init__(self, message: str, status: int = 0) -> None:
        super().__init__(message)
        self.status = status


class InvalidPositionError(BitgammonError):
    """Fields of a position that cannot be so at one time; the message names them."""


class InvalidDiceError(BitgammonError):
    """A die outside 1..6."""


class InvalidIdError(BitgammonError):
    """Text that is not the id it should be; the message names the id's kind, the field and the column."""


class InvalidPlayError(BitgammonError):
    """Text that is not a play in any known notation."""


class IllegalActionError(BitgammonError):
    """Something that the side to act, or chance, may not do in this position; the message names the rule."""


class IllegalPlayError(IllegalActionError):
    """A well-formed play that the rules do not allow on this board with these dice."""


class AmbiguousPlayError(InvalidPlayError):
    """Text that fits plays with different results; the message names them."""


class InvalidSaveError(BitgammonError):
    """A saved game that is not one, or breaks a rule; the message names the place."""


class FinishedGameError(BitgammonError):
    """Something that needs a game still going on, asked of a finished one."""


class BatchShapeError(BitgammonError):
    """An array whose shape, or memory to be written to, does not fit; the message names the argument."""


class BatchValueError(BitgammonError):
    """A value of an array that its argument cannot have; the message names its place."""


class BatchSizeError(BitgammonError):
    """A result larger than allowed; ``needed`` is the size in bytes it would have had."""

    def __init__(self, needed: int, allowed: int) -> None:
        super().__init__(f"the result needs {needed:,} bytes, {allowed:,} are allowed (max_bytes, or what is free)")
        self.needed = needed
        self.allowed = allowed

    def __reduce__(self) -> tuple[type["BatchSizeError"], tuple[int, int]]:
        return type(self), (self.needed, self.allowed)


class MissingExtraError(BitgammonError, ImportError):
    """Something that needs a package which is not installed; the message says which, and how to install it."""


class TableFileError(BitgammonError):
    """A file of a table that is none, is cut short or changed, or was made for something else; the message says so."""


class EvaluatorError(BitgammonError):
    """An evaluator that raised, or whose answer is no outcomes: NaN, out of 0..1, or of a wrong shape or dtype."""


class ExecutorError(BitgammonError):
    """Workers that died or did not answer in time, or a scheduler that is gone; what was done before is kept."""


class CheckpointError(BitgammonError):
    """A checkpoint that is of another job, is in use, or is damaged before its last record; the message says so."""


class BenchCorpusError(BitgammonError):
    """A corpus file that cannot be read, or whose recorded numbers of plays are not what the core finds."""
