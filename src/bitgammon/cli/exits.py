"""How the commands end: their exit codes, and what they say on standard error, which may be closed."""

import os
import sys
from contextlib import suppress
from typing import Final, TextIO

BAD_INPUT: Final = 2
INTERRUPTED: Final = 130
BROKEN_PIPE: Final = 141
_LONGEST: Final = 1000


def complain(message: str) -> None:
    """One line ``bitgammon: message`` on standard error, if there is one."""
    if sys.stderr is not None:
        line = " ".join(message.split())
        with suppress(OSError):  # nobody is left to be told
            sys.stderr.write(f"bitgammon: {line if len(line) <= _LONGEST else line[:_LONGEST] + '...'}\n")
            sys.stderr.flush()


def let_go(stream: TextIO | None) -> None:
    """What is still buffered and cannot be written goes nowhere, without a complaint at exit."""
    if stream is None:
        return
    try:
        stream.flush()
    except OSError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())


def on_terminal() -> bool:
    """Whether standard error is a terminal."""
    return sys.stderr is not None and sys.stderr.isatty()
