from typing import SupportsIndex

from bitgammon.board import Board

MOST_DEPTH: int

def perft(board: Board, depth: SupportsIndex, weighted: bool = False) -> int: ...
def perft_roll(
    board: Board, die1: SupportsIndex, die2: SupportsIndex, depth: SupportsIndex, weighted: bool = False
) -> int: ...
