"""``bitgammon rollout --file``: one result a line, as soon as it is there."""

import argparse
import hashlib
import json
import time
import zipfile
import zlib
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

import numpy as np

from bitgammon.batch.arrays import board_rows
from bitgammon.board import Board
from bitgammon.cli import position, rollout_text
from bitgammon.cli.exits import BAD_INPUT, INTERRUPTED, complain
from bitgammon.cli.progress import Progress
from bitgammon.cli.rollout_how import executor_of, head_of, settings_of
from bitgammon.errors import BitgammonError, InvalidIdError
from bitgammon.game import Position
from bitgammon.rollout import Rollout, Settings, Sums, Task, rollout_many
from bitgammon.rollout.api import tasks_of
from bitgammon.rules import CHECKERS

_LONGEST_LINE: Final = 4096
_BLOCK: Final = 1 << 20


def run(options: argparse.Namespace) -> int:
    """Roll out every position of the file and print each result; 0, 130 or 2."""
    settings, path = settings_of(options), Path(options.file)
    if path.exists() and not path.is_file():
        raise InvalidIdError(f"{path}: no regular file; positions are read more than once, so not from a pipe")
    source = (_Boards if path.suffix == ".npz" else _Lines)(path, options, settings)
    if not source.count:
        raise InvalidIdError(f"{path}: no positions in it")
    began = time.perf_counter()
    done = trials = 0
    names: dict[int, str] = {}  # of the positions that are being rolled out
    problem: BaseException | None = None

    def positions() -> Iterator[Position]:
        for number, (name, given) in enumerate(source):
            names[number] = name
            yield given

    with Progress("positions", source.count) as progress:

        def report(more: int, task: Task, sums: Sums, known: bool) -> None:
            nonlocal trials
            trials += 0 if known else more
            error = Rollout.of(sums, task).ranked_by.standard_error
            progress.note = f"{trials / (time.perf_counter() - began):,.0f} games/s, s.e. {error:.4f}"
            progress.advance()

        try:
            with executor_of(options) as who:
                for found in rollout_many(
                    positions(),
                    settings,
                    executor=who,
                    checkpoint=options.checkpoint,
                    about=f"{_digest(path)} {options.checkers}",
                    report=report,
                ):
                    record: dict[str, Any] = {"number": done, "position": names.pop(done)}
                    record |= head_of(settings) | found.record()
                    progress.clear()
                    print(json.dumps(record) if options.json else rollout_text.line(record), flush=True)
                    done += 1
                    progress.advance(1)
        except BrokenPipeError:  # of standard output, as with every command
            raise
        except (KeyboardInterrupt, BitgammonError, OSError) as error:
            problem = error
    if not options.json:
        print(f"seed {settings.seed}")
    if isinstance(problem, KeyboardInterrupt):
        complain(f"interrupted: {done:,} of {source.count:,} positions are done")
        return INTERRUPTED
    if problem is not None:
        complain(f"error: {problem}")
        return BAD_INPUT
    return 0


class _Lines:
    """Positions of a text file: all of them are looked at first, and read again when their turn comes."""

    def __init__(self, path: Path, options: argparse.Namespace, settings: Settings) -> None:
        self.path = path
        self.checkers = options.checkers
        self.count = 0
        for number, text in self._texts():
            try:
                tasks_of(self._position(text), settings, 0)
            except BitgammonError as error:
                raise InvalidIdError(f"{path}, line {number}: {error}") from None
            self.count += 1

    def __iter__(self) -> Iterator[tuple[str, Position]]:
        for _, text in self._texts():
            yield text, self._position(text)

    def _position(self, text: str) -> Position:
        given = position.read(text, self.checkers)
        if given.pending or given.dice:
            raise InvalidIdError(given.pending or "it has rolled: only positions before the roll")
        return given.position

    def _texts(self) -> Iterator[tuple[int, str]]:
        """Number and text of every line that has a position."""
        with self.path.open("rb") as file:
            number = 0
            while line := file.readline(_LONGEST_LINE + 1):
                number += 1
                if len(line) > _LONGEST_LINE:
                    raise InvalidIdError(f"{self.path}, line {number}: longer than {_LONGEST_LINE} bytes")
                try:
                    text = line.decode("utf-8-sig" if number == 1 else "utf-8").strip()
                except UnicodeDecodeError as error:
                    raise InvalidIdError(f"{self.path}, line {number}: {error}") from None
                if text and not text.startswith("#"):
                    yield number, text


class _Boards:
    """Boards of an .npz, int8 (N, 26) under the name ``boards``."""

    def __init__(self, path: Path, options: argparse.Namespace, settings: Settings) -> None:
        self.path = path
        self.checkers = CHECKERS if options.checkers is None else options.checkers
        try:
            with path.open("rb") as raw, np.load(raw) as file:
                self.boards = board_rows(file["boards"])
        except (zipfile.BadZipFile, zlib.error, ValueError, KeyError, EOFError, TypeError, AttributeError):
            raise InvalidIdError(f"{path}: no .npz with boards of int8 (N, 26)") from None
        for row, points in enumerate(self.boards):
            try:
                tasks_of(Board(points.tolist(), checkers=self.checkers), settings, 0)
            except BitgammonError as error:
                raise InvalidIdError(f"{path}, row {row}: {error}") from None
        self.count = len(self.boards)

    def __iter__(self) -> Iterator[tuple[str, Position]]:
        for points in self.boards:
            board = Board(points.tolist(), checkers=self.checkers)
            yield board.position_id(), Position(board)


def _digest(path: Path) -> str:
    summed = hashlib.blake2b(digest_size=16)
    with path.open("rb") as file:
        while block := file.read(_BLOCK):
            summed.update(block)
    return summed.hexdigest()
