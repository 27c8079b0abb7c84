"""Random games over rows of a batch, and single draws for tests: no Python object per game, the GIL released.

Boards are uint64 (N, 4), the packed form of core/board.pxd. Arrays are checked by bitgammon.playout.
"""

from libc.stdint cimport int64_t, uint8_t, uint32_t, uint64_t

from bitgammon.core.board cimport bg_board
from bitgammon.core.dice cimport bg_below, bg_philox, bg_roll, bg_stream, bg_stream_of, bg_word
from bitgammon.core.movegen cimport bg_pick, bg_playout


def play(const uint64_t[:, ::1] boards, uint64_t seed, uint64_t first_board, uint64_t first_game, int64_t games,
         int64_t start, int64_t stop, bint opening, int64_t max_turns, int64_t[:, ::1] counts):
    """Plays games start .. stop - 1 of a list that has so many games of each board in turn. Adds to counts (K, 8),
    whose row 0 is of board start // games: the six results, the turns, and the games that max_turns cut off."""
    cdef bg_stream stream
    cdef int64_t k, row = 0, turns, base = start // games if games else 0
    cdef int value
    with nogil:
        for k in range(start, stop):
            row = k // games
            stream = bg_stream_of(seed, first_board + <uint64_t>row, first_game + <uint64_t>(k % games))
            value = bg_playout(<const bg_board*>&boards[row, 0], &stream, opening, max_turns, &turns)
            counts[row - base, 7 if value == 0 else value - 1 if value > 0 else 2 - value] += 1
            counts[row - base, 6] += turns


def draws(const uint64_t[:, ::1] boards, const uint8_t[:, ::1] dice, uint64_t seed, int64_t games,
          uint64_t[:, :, ::1] picked):
    """picked (N, games, 4): for each pair, the board after a play drawn with the words of each game."""
    cdef bg_stream stream
    cdef int64_t i, game
    with nogil:
        for i in range(boards.shape[0]):
            for game in range(games):
                stream = bg_stream_of(seed, i, game)
                bg_pick(<const bg_board*>&boards[i, 0], dice[i, 0], dice[i, 1], &stream,
                        <bg_board*>&picked[i, game, 0])


def rolls(uint64_t seed, uint64_t board_index, uint64_t first_game, bint opening, uint8_t[:, ::1] dice):
    """dice (games, 2): the first roll of each game."""
    cdef bg_stream stream
    cdef int64_t game
    cdef int die1, die2
    for game in range(dice.shape[0]):
        stream = bg_stream_of(seed, board_index, first_game + <uint64_t>game)
        bg_roll(&stream, opening, &die1, &die2)
        dice[game, 0] = die1
        dice[game, 1] = die2


def philox(counter, key):
    """The block of four words of a counter of four 32-bit words and a key of two."""
    cdef uint32_t c[4]
    cdef uint32_t k[2]
    cdef uint32_t words[4]
    c[0], c[1], c[2], c[3] = counter
    k[0], k[1] = key
    bg_philox(c, k, words)
    return words[0], words[1], words[2], words[3]


cdef inline void seek(bg_stream* stream, uint32_t word) noexcept nogil:
    """Makes a word of the stream the next one."""
    stream.counter[0] = word // 4
    bg_philox(stream.counter, stream.key, stream.words)
    stream.counter[0] += 1
    stream.used = word % 4


def words(uint64_t seed, uint64_t board_index, uint64_t game, uint32_t first, uint32_t[::1] found):
    """Words first, first + 1, ... of the stream of a game."""
    cdef bg_stream stream = bg_stream_of(seed, board_index, game)
    cdef int64_t k
    seek(&stream, first)
    for k in range(found.shape[0]):
        found[k] = bg_word(&stream)


def trial_rolls(uint64_t seed, uint64_t board_index, const int64_t[::1] games, uint32_t turn, bint opening,
                uint8_t[:, ::1] dice):
    """dice (N, 2): the roll of turn ``turn`` of each game when every turn takes one word of the game's stream: its
    first two digits in base 6 or, for an opening, of the thirty rolls that are no double the one it falls on."""
    cdef bg_stream stream
    cdef int64_t k
    cdef uint32_t which
    cdef int die1, die2
    with nogil:
        for k in range(games.shape[0]):
            stream = bg_stream_of(seed, board_index, <uint64_t>games[k])
            seek(&stream, turn)
            if opening:
                which = bg_below(&stream, 30)
                dice[k, 0] = 1 + which // 5
                dice[k, 1] = 1 + which % 5 + (1 if which % 5 >= which // 5 else 0)
            else:
                bg_roll(&stream, False, &die1, &die2)
                dice[k, 0] = die1
                dice[k, 1] = die2
