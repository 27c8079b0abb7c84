"""Boards with their rolls, packed and checked, and the two loops over them: counting plays, and writing them out."""

import numpy as np
from numpy.typing import NDArray

from bitgammon.batch.arrays import run
from bitgammon.core import batch as core


class Pairs:
    """Boards, uint64 (N, 4), with a roll each, uint8 (N, 2), or with every one of the rolls, board by board."""

    def __init__(self, packed: NDArray[np.uint64], rolls: NDArray[np.uint8], every: bool = False) -> None:
        self._packed = packed
        self._rolls = rolls
        self._every = every

    def __len__(self) -> int:
        return len(self._packed) * (len(self._rolls) if self._every else 1)

    def part(self, chunk: slice) -> tuple[NDArray[np.uint64], NDArray[np.uint8]]:
        """The boards and rolls of some pairs."""
        if not self._every:
            return self._packed[chunk], self._rolls[chunk]
        board, roll = np.divmod(np.arange(chunk.start, chunk.stop), len(self._rolls))
        return self._packed[board], self._rolls[roll]

    def count(self, offsets: NDArray[np.int64], workers: int) -> None:
        """Fills offsets (N + 1,) with where the plays of each pair begin and end."""
        offsets[0] = 0
        counts = offsets[1:]
        run(lambda chunk: core.count(*self.part(chunk), counts[chunk]), len(self), workers)
        np.cumsum(counts, out=counts)

    def fill(
        self,
        offsets: NDArray[np.int64],
        rows: NDArray[np.int8],
        steps: NDArray[np.int8] | None,
        swap: bool,
        workers: int,
    ) -> None:
        """Writes the plays of each pair where offsets (N + 1,) says."""

        def work(chunk: slice) -> None:
            # offsets are known: a copy keeps chunks from writing where the next one reads
            own = offsets[chunk.start : chunk.stop + 1].copy()
            core.fill(*self.part(chunk), own, rows, steps, swap)

        run(work, len(self), workers)
