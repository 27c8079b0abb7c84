"""Evaluators: what says how good boards are.

>>> from bitgammon.evaluate import evaluator
>>> evaluator("positional").name
'positional'
"""

from bitgammon.evaluate.choose import NAMES, evaluator
from bitgammon.evaluate.custom import Function, Onnx
from bitgammon.evaluate.exact import Exact
from bitgammon.evaluate.outcomes import Evaluator, clipped, equities, evaluated, flipped
from bitgammon.evaluate.pips import Pips
from bitgammon.evaluate.positional import Positional
from bitgammon.rules import OUTCOMES

__all__ = [
    "NAMES",
    "OUTCOMES",
    "Evaluator",
    "Exact",
    "Function",
    "Onnx",
    "Pips",
    "Positional",
    "clipped",
    "equities",
    "evaluated",
    "evaluator",
    "flipped",
]
