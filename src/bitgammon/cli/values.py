"""Values of options, read strictly."""

import argparse
from collections.abc import Callable

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
