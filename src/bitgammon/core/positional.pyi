import numpy as np
from numpy.typing import NDArray

HIDDEN: int

def evaluate(
    packed: NDArray[np.uint64],
    phases: NDArray[np.uint8],
    tables: NDArray[np.int16],
    patterns: NDArray[np.int16],
    bias: NDArray[np.int16],
    output: NDArray[np.int16],
    output_bias: NDArray[np.int32],
    shifts: NDArray[np.int32],
    powers: NDArray[np.int32],
    chances: NDArray[np.float32],
) -> None: ...
