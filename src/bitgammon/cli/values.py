"""Values of options, read strictly."""

import argparse
from collections.abc import Callable
from math import isfinite

from bitgammon.arguments import quoted


def number(least: int, most: int) -> Callable[[str], int]:
    """What reads a whole number within limits, for argparse's ``type=``.

    >>> number(0, 9)("7")
    7
    """

    def read(text: str) -> int:
        if not (text.isascii() and text.isdigit() and len(text) <= 20 and least <= int(text) <= most):
            raise argparse.ArgumentTypeError(f"{quoted(text)} is not a number {least}..{most}")
        return int(text)

    return read


def positive(text: str) -> float:
    """A number above 0, for argparse's ``type=``.

    >>> positive("0.01")
    0.01
    """
    try:
        value = float(text)
    except ValueError:
        value = 0.0
    if not (isfinite(value) and value > 0):
        raise argparse.ArgumentTypeError(f"{quoted(text)} is not a number above 0")
    return value
