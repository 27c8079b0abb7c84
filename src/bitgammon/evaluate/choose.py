"""From what a user says to an evaluator."""

from typing import Any, Final

from bitgammon.arguments import quoted
from bitgammon.errors import UnknownNameError
from bitgammon.evaluate.custom import Function, Onnx, named_function
from bitgammon.evaluate.outcomes import Evaluator
from bitgammon.evaluate.pips import Pips
from bitgammon.evaluate.positional import Positional

_BUILT_IN: Final = {"positional": Positional, "pips": Pips}
#: What can be named; of the last two the rest of the text says which.
NAMES: Final = ("positional", "pips", "onnx:FILE", "MODULE:FUNCTION")


def evaluator(given: Any = "positional") -> Evaluator:
    """The evaluator of a name of NAMES, of a function of boards to outcomes (see Function), or what is one already.

    Raises UnknownNameError, EvaluatorError and MissingExtraError for a network or function that cannot be had, OSError,
    TypeError.

    >>> evaluator("pips").name
    'pips'
    """
    if isinstance(given, str):
        if given in _BUILT_IN:
            built_in: Evaluator = _BUILT_IN[given]()
            return built_in
        if given.startswith("onnx:"):
            return Onnx(given.removeprefix("onnx:"))
        if ":" in given.strip(":"):
            return named_function(given)
        raise UnknownNameError(f"evaluator {quoted(given)} is none of {', '.join(NAMES)}, nor random, of rollouts")
    if isinstance(given, type) or not (isinstance(given, Evaluator) or callable(given)):
        raise TypeError(f"evaluator: expected a name, a function or what has evaluate(boards), not {quoted(given)}")
    return given if isinstance(given, Evaluator) else Function(given)
