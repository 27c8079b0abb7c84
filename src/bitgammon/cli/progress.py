"""How far a long command has come: on a terminal's standard error, nothing elsewhere.

With the package rich (the extra ``cli``) it is a bar; without it, and on terminals that cannot move the cursor up, one
line of text, rewritten.
"""

import importlib
import os
import sys
import time
from types import TracebackType
from typing import Any, Final, Self

from bitgammon.cli.exits import on_terminal

_PATIENCE: Final = 1.0  # seconds before anything appears
_INTERVAL: Final = 0.2


class Progress:
    """A context: ``advance`` tells how many more of ``total`` are done, none being a sign of life; rate and time left
    are worked out. ``note`` is shown behind them. ``clear`` makes room for what is printed meanwhile.

    >>> with Progress("games", 10) as progress:
    ...     progress.advance(10)
    """

    def __init__(self, unit: str, total: int) -> None:
        self.unit = unit
        self.total = total
        self.done = 0
        self.note = ""
        self._begin = time.perf_counter()
        self._next = self._begin + _PATIENCE
        self._width = 0
        self._bar: Any = None

    def __enter__(self) -> Self:
        return self

    def advance(self, more: int = 0) -> None:
        """So many more are done."""
        self.done += more
        now = time.perf_counter()
        if now < self._next or not on_terminal():
            return
        self._next = now + _INTERVAL
        seconds = now - self._begin
        if not self._width and self._bar is None:
            self._bar = _rich_bar(self.unit, self.total)
        if self._bar is not None:
            self._bar.start()  # if it is not shown
            rate = f"{self.done / seconds:,.0f}/s"
            self._bar.update(self._bar.task_ids[0], completed=self.done, rate=rate, note=self.note)
            return
        line = self.line(seconds)[: _columns() - 1]
        self._width = max(self._width, len(line))
        sys.stderr.write("\r" + line.ljust(self._width))
        sys.stderr.flush()

    def line(self, seconds: float) -> str:
        """The line of text after so many seconds.

        >>> progress = Progress("games", 400)
        >>> progress.advance(100)
        >>> progress.line(2.0)
        '100 of 400 games, 25 %, 50/s, 6 s left'
        """
        rate = self.done / seconds if seconds > 0 else 0.0
        left = f", {(self.total - self.done) / rate:,.0f} s left" if rate else ""
        share = 100 * self.done // self.total if self.total else 100
        note = f", {self.note}" if self.note else ""
        return f"{self.done:,} of {self.total:,} {self.unit}, {share} %, {rate:,.0f}/s{left}{note}"

    def clear(self) -> None:
        """Takes away what is shown, until the next ``advance``."""
        if self._bar is not None:
            self._bar.stop()
        elif self._width:
            sys.stderr.write("\r" + " " * min(self._width, _columns() - 1) + "\r")
            sys.stderr.flush()

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.clear()


def _columns() -> int:
    """How many characters a line of the terminal has; 80 where it does not say."""
    try:
        return os.get_terminal_size(sys.stderr.fileno()).columns or 80
    except OSError:
        return 80


def _rich_bar(unit: str, total: int) -> Any:
    """A bar of rich on standard error, gone when it stops; None where rich is not installed or cannot draw it."""
    try:
        console = importlib.import_module("rich.console").Console(stderr=True)
        bars = importlib.import_module("rich.progress")
    except ImportError:
        return None
    if console.is_dumb_terminal:
        return None
    bar = bars.Progress(
        bars.BarColumn(),
        bars.MofNCompleteColumn(),
        bars.TextColumn(unit),
        bars.TextColumn("{task.fields[rate]}"),
        bars.TimeRemainingColumn(),
        bars.TextColumn("{task.fields[note]}"),
        console=console,
        transient=True,
        redirect_stdout=False,
        redirect_stderr=False,
    )
    bar.add_task(unit, total=total, rate="", note="")
    return bar
