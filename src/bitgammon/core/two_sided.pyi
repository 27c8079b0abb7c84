import numpy as np
from numpy.typing import NDArray

def solve(
    value: NDArray[np.float64],
    worth: NDArray[np.float64],
    after: NDArray[np.int32],
    offsets: NDArray[np.int64],
    weights: NDArray[np.float64],
    first: int,
    last: int,
    other_first: int,
    other_last: int,
) -> None: ...
