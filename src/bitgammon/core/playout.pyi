from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

def play(
    boards: NDArray[np.uint64],
    seed: int,
    first_board: int,
    first_game: int,
    games: int,
    start: int,
    stop: int,
    opening: bool,
    max_turns: int,
    counts: NDArray[np.int64],
) -> None: ...
def draws(
    boards: NDArray[np.uint64], dice: NDArray[np.uint8], seed: int, games: int, picked: NDArray[np.uint64]
) -> None: ...
def rolls(seed: int, board_index: int, first_game: int, opening: bool, dice: NDArray[np.uint8]) -> None: ...
def words(seed: int, board_index: int, game: int, first: int, found: NDArray[np.uint32]) -> None: ...
def trial_rolls(
    seed: int, board_index: int, games: NDArray[np.int64], turn: int, opening: bool, dice: NDArray[np.uint8]
) -> None: ...
def philox(counter: Sequence[int], key: Sequence[int]) -> tuple[int, int, int, int]: ...
