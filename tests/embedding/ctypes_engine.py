"""bitgammon through ctypes: the plays of 3-1 from the start, and ten games of leaving the fewest blots."""

from ctypes import byref, c_int, c_int8

import bitgammon
from bitgammon.core.addresses import CONSTANTS, Board, Play, Stream, function

generate, play_between, swap = function("generate"), function("play_between"), function("swap")
board, plays = Board(), (Board * CONSTANTS["BG_MAX_PLAYS"])()
board.w[:] = bitgammon.Board().to_packed()  # the start

from_points, to_points, result = function("from_points"), function("to_points"), function("result")
stream_init, roll = function("stream_init"), function("roll")
START = (c_int8 * 26)(*bitgammon.Board().points)


def start() -> None:
    """Put the checkers on the board."""
    reasons = from_points(START, 15, byref(board))
    assert not reasons  # bits that say why the board is impossible


def print_plays(die1: int, die2: int) -> None:
    """One play a line."""
    for after in plays[: generate(byref(board), die1, die2, plays)]:
        play = Play()
        play_between(byref(board), byref(after), die1, die2, byref(play))
        moves = list(zip(play.source, play.destination, play.hit, strict=True))[: play.n]
        print(*(f"{source}/{destination}{'*' * hit}" for source, destination, hit in moves))


def blots(after: Board) -> int:
    """The single checkers of the mover."""
    points = (c_int8 * 26)()
    to_points(byref(after), points)
    return points[:].count(1)


def play_game(game: int) -> tuple[int, int]:
    """Play from the board to the end: the turns, and the result for the side that began."""
    stream, die1, die2 = Stream(), c_int(), c_int()
    stream_init(byref(stream), 2024, 0, game)
    turns, sign = 0, 1
    while not result(byref(board)):
        roll(byref(stream), False, byref(die1), byref(die2))
        count = generate(byref(board), die1, die2, plays)
        after = min(plays[:count], key=blots) if count else board  # else a pass
        swap(byref(after), byref(board))
        turns, sign = turns + 1, -sign
    return turns, sign * result(byref(board))


start()
print_plays(3, 1)
for number in range(10):
    start()
    print("game {}: {} turns, result {}".format(number, *play_game(number)))
