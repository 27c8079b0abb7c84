import numpy as np
from numpy.typing import NDArray

_Values = NDArray[np.float32] | NDArray[np.float64]

def best(values: _Values, offsets: NDArray[np.int64], found: NDArray[np.int64]) -> int: ...
def expected(
    values: _Values, offsets: NDArray[np.int64], weights: NDArray[np.float64] | None, found: NDArray[np.float64]
) -> int: ...
def pick(offsets: NDArray[np.int64], seed: int, first: int, found: NDArray[np.int64]) -> None: ...
