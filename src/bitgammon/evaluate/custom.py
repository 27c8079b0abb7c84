"""Evaluators of one's own: any callable, and networks saved as ONNX."""

from collections.abc import Callable
from importlib import import_module
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from bitgammon.arguments import quoted, told
from bitgammon.batch import features
from bitgammon.errors import EvaluatorError, MissingExtraError


class Function:
    """A function of boards, int8 (M, 26), to outcomes, (M, 5): numpy arrays, or what numpy can read, such as tensors of
    torch that need no gradient.

    >>> Function(lambda boards: np.full((len(boards), 5), 0.25)).evaluate(np.zeros((2, 26), np.int8)).shape
    (2, 5)
    """

    def __init__(self, function: Callable[[NDArray[np.int8]], Any]) -> None:
        if not callable(function):
            raise TypeError(f"function: expected a callable, not {quoted(function)}")
        self.function = function
        self.name = getattr(function, "__qualname__", type(function).__name__)

    def evaluate(self, boards: NDArray[np.int8]) -> Any:
        """What the function says of a copy."""
        return self.function(boards.copy())


class Onnx:
    """A network saved as ONNX, run by onnxruntime on one thread (the extra ``onnx``).

    Its one input is float32 (M, 198), the ``features`` of kind tesauro; its first output is the outcomes, (M, 5).
    Raises MissingExtraError without onnxruntime, OSError for a file that cannot be read, EvaluatorError for one that is
    no such network.
    """

    def __init__(self, path: str | Path) -> None:
        self.path = Path(path)
        self.name = f"onnx:{self.path}"
        try:
            runtime = import_module("onnxruntime")
        except ImportError:
            raise MissingExtraError(
                "networks saved as ONNX need onnxruntime: pip install 'bitgammon[onnx]'"
            ) from None
        model = self.path.read_bytes()
        options = runtime.SessionOptions()
        options.intra_op_num_threads = options.inter_op_num_threads = 1
        options.log_severity_level = 4
        try:
            self._session = runtime.InferenceSession(model, options, providers=["CPUExecutionProvider"])
        except Exception as error:  # its errors share no base but Exception
            raise EvaluatorError(f"{self.path}: no network that onnxruntime reads: {error}") from error
        inputs = self._session.get_inputs()
        if len(inputs) != 1 or len(inputs[0].shape) != 2 or inputs[0].shape[1] != 198:
            shapes = [part.shape for part in inputs]
            raise EvaluatorError(f"{self.path}: expected one input of shape (M, 198), not {quoted(shapes)}")
        self._input = inputs[0].name

    def __reduce__(self) -> tuple[type["Onnx"], tuple[Path]]:
        return type(self), (self.path,)

    def evaluate(self, boards: NDArray[np.int8]) -> Any:
        """The first output of the network."""
        return self._session.run(None, {self._input: features(boards)})[0]


def named_function(text: str) -> Function:
    """The function ``package.module:name``; EvaluatorError when there is none.

    >>> named_function("math:erf").name
    'erf'
    """
    module, _, name = text.partition(":")
    try:
        found: Any = import_module(module)
        for part in name.split("."):
            found = getattr(found, part)
    except Exception as error:  # of the module's own code, too
        raise EvaluatorError(f"evaluator {quoted(text)}: {told(error)}") from error
    if not callable(found):
        raise EvaluatorError(f"evaluator {quoted(text)} is no function but {quoted(found)}")
    return Function(found)
