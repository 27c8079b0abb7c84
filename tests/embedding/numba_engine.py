"""bitgammon from numba: the plays of 3-1 from the start, and ten games of leaving the fewest blots."""

import numba
import numpy as np

from bitgammon.core import addresses

generate, swap, result = (addresses.function(name) for name in ("generate", "swap", "result"))
stream_init, roll, play_between = (addresses.function(name) for name in ("stream_init", "roll", "play_between"))
from_points, to_points = addresses.function("from_points"), addresses.function("to_points")
MAX_PLAYS, STREAM = addresses.CONSTANTS["BG_MAX_PLAYS"], addresses.SIZES["bg_stream"] // 4


@numba.njit(nogil=True)
def play_game(start: np.ndarray, game: int) -> tuple[int, int]:
    """Play from a board, uint64 (4,), to the end: the turns, and the result for the side that began."""
    board, plays = start.copy(), np.empty((MAX_PLAYS, 4), np.uint64)
    stream, dice, points = np.empty(STREAM, np.uint32), np.empty(2, np.int32), np.empty(26, np.int8)
    stream_init(stream.ctypes.data, 2024, 0, game)
    turns, sign, finished = 0, 1, 0
    while not finished:
        roll(stream.ctypes.data, 0, dice.ctypes.data, dice[1:].ctypes.data)
        fewest = 26
        for k in range(generate(board.ctypes.data, dice[0], dice[1], plays.ctypes.data)):
            to_points(plays[k].ctypes.data, points.ctypes.data)
            blots = np.sum(points == 1)
            if blots < fewest:
                fewest = blots
                board[:] = plays[k]
        swap(board.ctypes.data, board.ctypes.data)
        turns, sign = turns + 1, -sign
        finished = result(board.ctypes.data)  # not after the loop: numba frees an array after its last use by name
    return turns, sign * finished


@numba.njit
def plays_of(board: np.ndarray, die1: int, die2: int) -> np.ndarray:
    """The moves of every play: int8 (n, 16), as bg_play: four bytes of number, four sources, destinations, hits."""
    plays = np.empty((MAX_PLAYS, 4), np.uint64)
    n = generate(board.ctypes.data, die1, die2, plays.ctypes.data)
    moves = np.empty((n, 16), np.int8)
    for k in range(n):
        play_between(board.ctypes.data, plays[k].ctypes.data, die1, die2, moves[k].ctypes.data)
    return moves


points = np.array([0, -2, 0, 0, 0, 0, 5, 0, 3, 0, 0, 0, -5, 5, 0, 0, 0, -3, 0, -5, 0, 0, 0, 0, 2, 0], np.int8)
board = np.empty(4, np.uint64)
assert from_points(points.ctypes.data, 15, board.ctypes.data) == 0  # else bits that say why the board is impossible
for row in plays_of(board, 3, 1):
    n = int(row[:4].view(np.int32)[0])
    print(*(f"{row[4 + m]}/{row[8 + m]}{'*' * row[12 + m]}" for m in range(n)))
for number in range(10):
    print("game {}: {} turns, result {}".format(number, *play_game(board, number)))
