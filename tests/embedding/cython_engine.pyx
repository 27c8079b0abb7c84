# cython: language_level=3
from bitgammon.core.board cimport BG_MAX_PLAYS, bg_board, bg_from_points, bg_swap
from bitgammon.core.movegen cimport bg_generate


def replies(const signed char[::1] points, int die1, int die2):
    """How many boards the roll can lead to, and how many the opponent can reach from the first with 2-1."""
    cdef bg_board plays[BG_MAX_PLAYS]
    cdef bg_board board, next
    cdef int count = 0, answers = 0
    if points.shape[0] != 26 or not 1 <= die1 <= 6 or not 1 <= die2 <= 6:
        raise ValueError("26 points and two dice, please: the core itself does not look")
    with nogil:
        if not bg_from_points(&points[0], 15, &board):       # else the reasons the board is impossible
            count = bg_generate(&board, die1, die2, plays)
            if count:
                bg_swap(&plays[0], &next)
                answers = bg_generate(&next, 2, 1, plays)
    return count, answers


# The rest is what all the engines in this folder do: list the plays of 3-1 from the start, then play ten games,
# each side leaving the fewest blots it can.
from bitgammon.core.board cimport bg_result, bg_to_points
from bitgammon.core.dice cimport bg_roll, bg_stream, bg_stream_of
from bitgammon.core.play cimport bg_play, bg_play_between

cdef signed char* START = [0, -2, 0, 0, 0, 0, 5, 0, 3, 0, 0, 0, -5, 5, 0, 0, 0, -3, 0, -5, 0, 0, 0, 0, 2, 0]


cdef int best_play(const bg_board* plays, int n) noexcept nogil:
    """The index of the board with the fewest single checkers of the mover; the first of equals."""
    cdef signed char points[26]
    cdef int k, slot, blots, best = 0, fewest = 26
    for k in range(n):
        bg_to_points(&plays[k], points)
        blots = 0
        for slot in range(26):
            blots += points[slot] == 1
        if blots < fewest:
            fewest = blots
            best = k
    return best


cdef int play_game(bg_board board, unsigned long long game, int* turns) noexcept nogil:
    """Plays a game to its end: the result for the side that began."""
    cdef bg_board plays[BG_MAX_PLAYS]
    cdef bg_stream stream = bg_stream_of(2024, 0, game)
    cdef int die1, die2, n, sign = 1
    turns[0] = 0
    while bg_result(&board) == 0:
        bg_roll(&stream, False, &die1, &die2)
        n = bg_generate(&board, die1, die2, plays)
        if n:                                                # else a pass
            board = plays[best_play(plays, n)]
        bg_swap(&board, &board)
        sign = -sign
        turns[0] += 1
    return sign * bg_result(&board)


def main():
    """Prints the plays and the games."""
    cdef bg_board plays[BG_MAX_PLAYS]
    cdef bg_board board
    cdef bg_play play
    cdef int k, m, turns, result
    bg_from_points(START, 15, &board)
    for k in range(bg_generate(&board, 3, 1, plays)):
        bg_play_between(&board, &plays[k], 3, 1, &play)
        print(*[f"{play.source[m]}/{play.destination[m]}{'*' * play.hit[m]}" for m in range(play.n)])
    for k in range(10):
        with nogil:
            result = play_game(board, k, &turns)
        print(f"game {k}: {turns} turns, result {result}")
