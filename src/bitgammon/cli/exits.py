"""How the commands end: their exit codes, and what they say on standard error, which may be closed."""

import sys
from typing import Final

DONE: Final = 0
BAD_INPUT: Final = 2
INTERRUPTED: Final = 130
BROKEN_PIPE: Final = 141


def complain(message: str) -> None:
    """One line ``bitgammon: message`` on standard error, if there is one."""
    if sys.stderr is not None:
        sys.stderr.write(f"bitgammon: {' '.join(message.split())}\n")


def on_terminal() -> bool:
    """Whether standard error is a terminal."""
    return sys.stderr is not None and sys.stderr.isatty()
