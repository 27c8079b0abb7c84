"""Complete matches between random players under random options, with what must hold in them.

    python tests/random_matches.py [--matches 1000000] [--first 0] [--processes 2]

A number of a match is its seed: a failure names it, and ``--first N --matches 1`` plays it again.
"""

import argparse
import random
import sys
import time
from concurrent.futures import ProcessPoolExecutor

from bitgammon import Board
from bitgammon.game import Match, Options, Position, RandomPlayer, play_match
from bitgammon.game.rulebook import legal_kinds

CHUNK = 500


def checkers_of(board: Board) -> tuple[int, int]:
    """Checkers of the mover and the opponent, borne off included."""
    own = sum(n for n in board.points if n > 0) + board.off[0]
    return own, board.off[1] - sum(n for n in board.points if n < 0)


def keeps(match: Match, position: Position) -> None:
    """What holds in every position of a match."""
    side = match.variant.start.checkers
    assert checkers_of(position.board) == (side, side)
    cube = position.cube
    assert cube.value & (cube.value - 1) == 0
    assert 1 <= cube.value <= max(match.options.cube_limit, 1)
    assert cube.value == 1 or (match.options.cube and not position.crawford)
    if cube.owner is None:
        assert cube.value <= 1 << (0 if match.length else match.options.automatic_doubles)
    if position.offer:
        assert cube.owner in (None, position.turn)
        assert position.dice is None
    assert (position.actor is None) == (position.opening or position.outcome is not None)
    assert (position.outcome is None) == (legal_kinds(position) != ())
    # What the public constructor makes of the same fields is the same position: nothing impossible was trusted.
    assert position.with_() == position


def matches(count: int, first: int = 0) -> int:
    """Plays random matches of all kinds, and looks at every position: how many actions there were."""
    actions = 0
    for seed in range(first, first + count):
        chance = random.Random(seed)
        agreed = Options(
            cube=chance.random() < 0.9,
            cube_limit=chance.choice([2, 64, 64]),
            crawford=chance.random() < 0.8,
            jacoby=chance.random() < 0.5,
            beavers=True,
            raccoons=chance.random() < 0.5,
            automatic_doubles=chance.randint(0, 2),
        )
        length = chance.randint(0, 5)
        players = [RandomPlayer(2 * seed + k, doubles=0.1) for k in range(2)]
        match = play_match(
            *players,
            seed,
            length,
            games=None if length else 2,
            variant=chance.choice(["standard", "standard", "nackgammon", "hypergammon"]),
            options=agreed,
        )
        for game in match.games:
            actions += len(game.actions)
            assert game.outcome is not None
            assert game.outcome.points == game.outcome.result * (
                game.position.stake if game.outcome.how != "dropped" else game.outcome.points
            )
            for position in game.positions[:: max(len(game.positions) // 5, 1)]:
                keeps(match, position)
        if length:
            assert match.winner is not None
            assert sum(game.position.crawford for game in match.games) <= 1
        points = [0, 0]
        for game in match.games:
            assert game.start.score == tuple(points)
            assert game.outcome is not None
            points[game.outcome.winner] += game.outcome.points
    return actions


def main() -> None:
    """Play and count; the first broken invariant ends it with its traceback."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--matches", type=int, default=1_000_000)
    parser.add_argument("--first", type=int, default=0)
    parser.add_argument("--processes", type=int, default=2)
    given = parser.parse_args()
    last = given.first + given.matches
    starts = range(given.first, last, CHUNK)
    began, actions, done = time.perf_counter(), 0, 0
    with ProcessPoolExecutor(given.processes) as pool:
        for start, found in zip(starts, pool.map(matches, [min(CHUNK, last - k) for k in starts], starts), strict=True):
            actions += found
            done = min(start + CHUNK, last) - given.first
            if sys.stderr.isatty():
                sys.stderr.write(f"\r{done:,} of {given.matches:,} matches, {time.perf_counter() - began:,.0f} s")
    seconds = time.perf_counter() - began
    print(f"{done:,} matches, {actions:,} actions, no invariant broken, {seconds:,.0f} s")


if __name__ == "__main__":
    main()
