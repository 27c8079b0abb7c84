"""bitgammon through cffi: the plays of 3-1 from the start, and ten games of leaving the fewest blots."""

from typing import Any

from cffi import FFI

from bitgammon.core import addresses

ffi = FFI()
ffi.cdef(addresses.DECLARATIONS)
bg = ffi.cast("const bg_api *", addresses.TABLE)
plays = ffi.new("bg_board[]", addresses.CONSTANTS["BG_MAX_PLAYS"])


def start() -> Any:
    """A board with the checkers where a game begins."""
    board = ffi.new("bg_board *")
    points = [0, -2, 0, 0, 0, 0, 5, 0, 3, 0, 0, 0, -5, 5, 0, 0, 0, -3, 0, -5, 0, 0, 0, 0, 2, 0]
    assert bg.from_points(points, 15, board) == 0  # else bits that say why the board is impossible
    return board


def print_plays(board: Any, die1: int, die2: int) -> None:
    """One play a line."""
    play = ffi.new("bg_play *")
    for k in range(bg.generate(board, die1, die2, plays)):
        bg.play_between(board, plays + k, die1, die2, play)
        print(*(f"{play.source[m]}/{play.destination[m]}{'*' * play.hit[m]}" for m in range(play.n)))


def blots(k: int) -> int:
    """The single checkers of the mover after a play."""
    points = ffi.new("int8_t[26]")
    bg.to_points(plays + k, points)
    return list(points).count(1)


def play_game(board: Any, game: int) -> tuple[int, int]:
    """Play from the board to the end: the turns, and the result for the side that began."""
    stream, dice = ffi.new("bg_stream *"), ffi.new("int[2]")
    bg.stream_init(stream, 2024, 0, game)
    turns, sign = 0, 1
    while not bg.result(board):
        bg.roll(stream, False, dice, dice + 1)
        count = bg.generate(board, dice[0], dice[1], plays)
        bg.swap(plays + min(range(count), key=blots) if count else board, board)  # without plays a pass
        turns, sign = turns + 1, -sign
    return turns, sign * bg.result(board)


print_plays(start(), 3, 1)
for number in range(10):
    print("game {}: {} turns, result {}".format(number, *play_game(start(), number)))
