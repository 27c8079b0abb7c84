from typing import final

import numpy as np
from numpy.typing import NDArray

SCRATCH_BOARDS: int

@final
class Turns:
    @property
    def done(self) -> int: ...
    def stop(self) -> None: ...

def pack(rows: NDArray[np.int8], checkers: int, packed: NDArray[np.uint64]) -> int: ...
def count(packed: NDArray[np.uint64], dice: NDArray[np.uint8], counts: NDArray[np.int64]) -> None: ...
def fill(
    packed: NDArray[np.uint64],
    dice: NDArray[np.uint8],
    offsets: NDArray[np.int64],
    rows: NDArray[np.int8],
    moves: NDArray[np.int8] | None,
    swap: bool,
) -> int: ...
def fill_together(
    boards: NDArray[np.int8],
    checkers: int,
    packed: NDArray[np.uint64],
    dice: NDArray[np.uint8],
    offsets: NDArray[np.int64],
    rows: NDArray[np.int8],
    moves: NDArray[np.int8] | None,
    swap: bool,
    scratch: NDArray[np.uint64],
    turns: Turns,
) -> None: ...
