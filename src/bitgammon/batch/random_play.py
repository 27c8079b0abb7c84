"""Random games to the end, for every board of a batch."""

from threading import Lock
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import ArrayLike, NDArray

from bitgammon.arguments import LARGEST_SEED, flag, integer
from bitgammon.batch.arrays import packed_boards, run, thread_count
from bitgammon.core import playout as core
from bitgammon.rules import CHECKERS

#: Games a thread plays at a time: about fifteen milliseconds.
GAMES_CHUNK: Final = 2_000
#: Board and game indices lie below this: what the counter of the dice has room for.
INDEX_LIMIT: Final = 1 << 48
#: max_turns lies below this.
TURNS_LIMIT: Final = 1 << 62


class PlayoutResult(NamedTuple):
    """What ``playout`` returns, a row a board.

    ``counts``: int64 (N, 6), games in which the side on roll won a single game, a gammon, a backgammon, then lost one.
    ``turns``: int64 (N,), turns of all games together, those of both sides, passes included. ``unfinished``: int64
    (N,), games that ``max_turns`` cut off or that have no end, which are in no column of counts.
    """

    counts: NDArray[np.int64]
    turns: NDArray[np.int64]
    unfinished: NDArray[np.int64]


def playout(
    boards: ArrayLike,
    games: int,
    *,
    seed: int,
    threads: int = 1,
    opening: bool = False,
    max_turns: int | None = None,
    first_game: int = 0,
    first_board: int = 0,
    checkers: int = CHECKERS,
) -> PlayoutResult:
    """Plays every board to the end so many times, with random dice and, of the distinct plays of each roll, a random
    one, each as likely as any other.

    boards: int8 (N, 26). seed: 0 .. 2**64 - 1. opening: the first roll is of two different dice, as in R5. max_turns:
    games still going on after so many turns are given up. A board of status BOTH_CLOSED_OUT, where nobody can ever
    move, is given up at once: its games are unfinished, after 0 turns. threads: 0 for one a core.

    The dice and plays of a game depend on the seed, on its index and on the index of its board alone: not on threads,
    machine or instruction set. To play a large job in parts, give the parts' first_board and first_game; their results
    add up to those of the whole. The generator is Philox4x32-10; core/dice.pxd states how it is keyed, and the promise
    that this stays as it is.

    Raises InvalidBoardError naming the first bad row, OutOfRangeError, TypeError. Ctrl-C is heard between chunks of
    games. Memory: 32 bytes a board while it works, 64 a board of results.

    >>> import bitgammon as bg
    >>> result = bg.playout([bg.Board().points], 1000, seed=1, opening=True)
    >>> int(result.counts.sum()), bool(90 < result.turns[0] / 1000 < 104)
    (1000, True)
    """
    packed = packed_boards(boards, checkers, threads)
    count = integer("games", games, 0, INDEX_LIMIT - 1)
    key = integer("seed", seed, 0, LARGEST_SEED)
    game = integer("first_game", first_game, 0, INDEX_LIMIT - count)
    board = integer("first_board", first_board, 0, INDEX_LIMIT - len(packed))
    opening = flag("opening", opening)
    limit = -1 if max_turns is None else integer("max_turns", max_turns, 0, TURNS_LIMIT - 1)
    totals = np.zeros((len(packed), 8), np.int64)
    lock = Lock()

    def play(chunk: slice) -> None:
        first, last = chunk.start // count, (chunk.stop - 1) // count
        part = np.zeros((last - first + 1, 8), np.int64)
        core.play(packed, key, board, game, count, chunk.start, chunk.stop, opening, limit, part)
        with lock:
            totals[first : last + 1] += part

    run(play, len(packed) * count, thread_count(threads), GAMES_CHUNK)
    return PlayoutResult(totals[:, :6].copy(), totals[:, 6].copy(), totals[:, 7].copy())
