"""GNU Backgammon as a player for strength.py: a program that is asked for plays and never imported.

It plays without lookahead (0-ply) by cubeless money equity, gammons counting, with the bear-off tables that it comes
with. Games and dice stay ours: a play of its own that is none of ours ends the benchmark.
"""

import os
import subprocess
import tempfile
from contextlib import ExitStack, suppress
from pathlib import Path
from typing import IO, Self

import numpy as np
from numpy.typing import NDArray

import bitgammon as bg

INSIDE = Path(__file__).with_name("inside_gnubg.py")
#: It answers in 0.15 ms and then sleeps until 10 ms are over; so many of them share a core.
PROCESSES = 8


def moved(boards: NDArray[np.int8], moves: NDArray[np.uint8]) -> NDArray[np.int8]:
    """Boards after moves, as the mover sees them. moves: (M, 8), from and to in turn, zeros after the last."""
    after = boards.copy()
    for start, end in moves.reshape(-1, 4, 2).transpose(1, 2, 0):
        rows = np.flatnonzero(start)
        after[rows, start[rows]] -= 1
        rows = np.flatnonzero(end)
        hit = rows[after[rows, end[rows]] == -1]
        after[hit, end[hit]] = 0
        after[hit, 0] -= 1
        after[rows, end[rows]] += 1
    return after


def _end(process: subprocess.Popen[bytes]) -> None:
    """Ends it whatever it does: there is nothing that it keeps."""
    process.kill()
    with suppress(BrokenPipeError):  # what it was to be asked
        process.communicate()


class GnuBackgammon:
    """A context: some processes of the program, as one player."""

    def __init__(self, program: str, processes: int = PROCESSES) -> None:
        self.program = program
        self._stack = ExitStack()
        with self._stack:
            self._pipes = [self._started() for _ in range(processes)]
            self._stack = self._stack.pop_all()

    def _started(self) -> tuple[IO[bytes], IO[bytes]]:
        """One process, in a home of its own, without settings: where questions go and answers come from."""
        folder = self._stack.enter_context(tempfile.TemporaryDirectory())
        reading, writing = os.pipe()
        answers = self._stack.enter_context(os.fdopen(reading, "rb"))
        try:
            process = subprocess.Popen(
                [self.program, "--tty", "--quiet", "--no-rc", "--python", INSIDE],
                stdin=subprocess.PIPE,
                stdout=subprocess.DEVNULL,
                pass_fds=[writing],
                env={**os.environ, "HOME": folder, "GNUBG_ANSWERS": str(writing), "LC_ALL": "C"},
                cwd=folder,
                start_new_session=True,  # Ctrl-C is for us alone
            )
        finally:
            os.close(writing)
        self._stack.callback(_end, process)
        assert process.stdin is not None
        return process.stdin, answers

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._stack.close()

    def moves(self, boards: NDArray[np.int8], dice: NDArray[np.uint8]) -> NDArray[np.uint8]:
        """What it plays, uint8 (M, 8): from and to of each move, zeros after the last."""
        parts = np.array_split(np.concatenate([boards.view(np.uint8), dice], axis=1), len(self._pipes))
        found = []
        try:
            for part, (questions, _) in zip(parts, self._pipes, strict=True):
                questions.write(len(part).to_bytes(4, "little") + part.tobytes())
                questions.flush()
            for part, (_, answers) in zip(parts, self._pipes, strict=True):
                answer = answers.read(8 * len(part))
                if len(answer) < 8 * len(part):
                    raise BrokenPipeError
                found.append(np.frombuffer(answer, np.uint8).reshape(-1, 8))
        except BrokenPipeError:
            raise SystemExit(f"{self.program} ended without an answer") from None
        return np.concatenate(found)

    def __call__(
        self, boards: NDArray[np.int8], dice: NDArray[np.uint8], after: bg.PlayBatch, _: int
    ) -> NDArray[np.integer]:
        """The row of ``after`` that it chooses for each board, after being swapped boards; forced plays go unasked."""
        counts = np.diff(after.offsets)
        asked = np.flatnonzero(counts > 1)
        wanted = after.boards[after.offsets[:-1]]
        wanted[asked] = -moved(boards[asked], self.moves(boards[asked], dice[asked]))[:, ::-1]
        found = (after.boards == np.repeat(wanted, counts, axis=0)).all(axis=1)
        chosen = bg.best(found.astype(np.float32), after.offsets)
        wrong = np.flatnonzero(~found[chosen])
        if len(wrong):
            row = wrong[0]
            raise SystemExit(f"{self.program} plays what is no play of {boards[row].tolist()}, {dice[row].tolist()}")
        return chosen
