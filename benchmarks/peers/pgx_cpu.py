"""pgx's backgammon, on the CPU.

An action is one move, so whole plays are grown move by move, all pairs in step, each board once. Its states have
no public way to set up a position: ``_board`` is replaced, by the position as the other side sees it, and a step
that does nothing then changes sides and rolls; the key of that step is one found to roll the dice asked for.
Everything else goes through ``step``, ``legal_action_mask`` and ``observation``.
"""

import os
from collections.abc import Callable, Iterable, Sequence
from functools import cache
from importlib.metadata import version
from typing import Any

import numpy as np

from peers import Absent, Door, Pair, Points, off, swapped

# One thread like the others; read when jax starts.
os.environ["XLA_FLAGS"] = "--xla_cpu_multi_thread_eigen=false intra_op_parallelism_threads=1"
os.environ["JAX_PLATFORMS"] = "cpu"
try:
    import jax
    import pgx
    from pgx.experimental import auto_reset
except ImportError as error:
    missing: str | None = str(error)
else:
    missing = None

Array = np.ndarray[Any, np.dtype[Any]]

PASS = 0
ROWS = 256  # states in a step: more or fewer take longer each
GAMES, STEPS = 256, 256  # played side by side, and actions of each in one call
MIXED = 10  # calls before the first, after which games of all ages are in play
KEYS = 4096  # tried for the 21 rolls


def board_of(points: Points) -> list[int]:
    """Points from the mover's far end, bars, checkers off; the opponent's negative."""
    own, other = off(points)
    return [*points[24:0:-1], points[25], points[0], own, -other]


def points_of(board: Sequence[int]) -> Points:
    """And back."""
    return (board[25], *board[23::-1], board[24])


class Machine:
    """The compiled steps, and a key for each roll."""

    def __init__(self) -> None:
        self.env = pgx.make("backgammon")
        self.start = jax.device_get(self.env.init(jax.random.PRNGKey(0)))
        self.leaves, self.shape = jax.tree_util.tree_flatten(self.start)
        self.batch = jax.jit(jax.vmap(self.env.step))
        keys = np.array(jax.random.split(jax.random.PRNGKey(1), KEYS))
        states = self.states([swapped(START)] * KEYS)
        rolled = self.step(states, np.zeros(KEYS, np.int32), keys).observation[:, 28:]
        self.keys = {tuple(roll): key for roll, key in zip(rolled.tolist(), keys, strict=True)}

    def states(self, boards: Sequence[Points]) -> Any:
        """States with these boards, where nothing but the pass is legal."""
        count = len(boards)
        leaves = [np.broadcast_to(leaf, (count, *np.shape(leaf))) for leaf in self.leaves]
        state = jax.tree_util.tree_unflatten(self.shape, leaves)
        only_pass = np.zeros_like(state.legal_action_mask)
        only_pass[:, PASS] = True
        filled = np.array([board_of(points) for points in boards], np.int32)
        return state.replace(_board=filled, legal_action_mask=only_pass, terminated=np.zeros(count, bool))

    def step(self, states: Any, actions: Array, keys: Array) -> Any:
        """``step`` of every row, ``ROWS`` at a time."""
        parts = []
        for first in range(0, len(actions), ROWS):
            rows = np.minimum(np.arange(first, first + ROWS), len(actions) - 1)
            block = jax.tree_util.tree_map(lambda leaf, rows=rows: leaf[rows], states)
            done = jax.device_get(self.batch(block, actions[rows], keys[rows]))
            kept = min(ROWS, len(actions) - first)
            parts.append(jax.tree_util.tree_map(lambda leaf, kept=kept: leaf[:kept], done))
        return jax.tree_util.tree_map(lambda *leaves: np.concatenate(leaves), *parts)

    def rolled(self, pairs: Sequence[Pair]) -> Any:
        """The states at which the movers have their dice."""
        keys = [self.keys[roll_of(pair.die1, pair.die2)] for pair in pairs]
        passed = np.zeros(len(pairs), np.int32)
        return self.step(self.states([swapped(pair.points) for pair in pairs]), passed, np.array(keys))

    def plays(self, states: Any) -> tuple[Array, Array]:
        """Of each whole play the row of its state and its board, each once."""
        movers = states.current_player
        origin = np.arange(len(movers))
        rows, boards = [], []
        key = np.zeros((1, 2), np.uint32)
        while len(origin):
            stuck = states.legal_action_mask[:, PASS]
            rows.append(origin[stuck])
            boards.append(states.observation[stuck, :28])
            node, action = np.nonzero(states.legal_action_mask & ~stuck[:, None])
            if not len(node):
                break
            origin = origin[node]
            above = jax.tree_util.tree_map(lambda leaf, node=node: leaf[node], states)
            states = self.step(above, action.astype(np.int32), np.broadcast_to(key, (len(node), 2)))
            changed = states.current_player != movers[origin]
            seen = np.where(changed[:, None], flipped(states.observation[:, :28]), states.observation[:, :28])
            over = changed | states.terminated
            rows.append(origin[over])
            boards.append(seen[over])
            more = np.flatnonzero(~over)
            more = more[once(origin[more], states.observation[more])]
            origin = origin[more]
            states = jax.tree_util.tree_map(lambda leaf, more=more: leaf[more], states)
        row, board = np.concatenate(rows), np.concatenate(boards)
        first = once(row, board)
        return row[first], board[first]


START: Points = (0, -2, 0, 0, 0, 0, 5, 0, 3, 0, 0, 0, -5, 5, 0, 0, 0, -3, 0, -5, 0, 0, 0, 0, 2, 0)


def roll_of(die1: int, die2: int) -> tuple[int, ...]:
    """A roll as the observation has it: how often each number may be played."""
    times = 4 if die1 == die2 else 1
    return tuple(times * (die in (die1, die2)) for die in range(1, 7))


def flipped(boards: Array) -> Array:
    """Boards from the other side."""
    return np.concatenate([-boards[:, 23::-1], -boards[:, 25:23:-1], -boards[:, 27:25:-1]], axis=1)


def once(row: Array, what: Array) -> Array:
    """Indices that name each pair of row and content once, in the order of rows."""
    bytes_each = np.ascontiguousarray(np.column_stack([row, what]).astype(np.int32))
    names = bytes_each.view(np.dtype((np.void, bytes_each.itemsize * bytes_each.shape[1]))).ravel()
    first = np.unique(names, return_index=True)[1]
    return first[np.argsort(row[first], kind="stable")]


@cache
def machine() -> Machine:
    """Compiled once."""
    return Machine()


class Pgx:
    """``step`` under ``vmap`` and ``jit``."""

    name, program, answer = "pgx `step`, CPU", "pgx", "int32 arrays"
    games_a_round = GAMES

    def __init__(self) -> None:
        self.playing: Any = None

    def version(self) -> str:
        """That of the package and of jax."""
        return f"{version('pgx')} (jax {version('jax')})"

    def pairs(self, corpus: Sequence[Pair]) -> Sequence[Pair]:
        """The corpus."""
        return corpus

    def results(self, pairs: Sequence[Pair]) -> Iterable[set[Points]]:
        """The boards of ``plays`` by row."""
        rows, boards = machine().plays(machine().rolled(pairs))
        found: list[set[Points]] = [set() for _ in pairs]
        for row, board in zip(rows.tolist(), boards.tolist(), strict=True):
            found[row].add(points_of(board))
        return found

    def ready(self, pairs: Sequence[Pair]) -> Callable[[], int]:
        """From states that exist."""
        states = machine().rolled(pairs)
        return lambda: len(machine().plays(states)[0])

    def games(self, seed: int) -> int:
        """Games that end and begin again side by side, uniform over actions; goes on where it stopped."""
        key = jax.random.PRNGKey(seed)
        if self.playing is None:
            env = machine().env
            self.playing = jax.jit(jax.vmap(env.init))(jax.random.split(key, GAMES))
            for _ in range(MIXED):
                self.playing, _ = _advance(self.playing, key)
        self.playing, ended = _advance(self.playing, key)
        return int(ended)


@cache
def _compiled() -> Any:
    env = machine().env
    step = jax.vmap(auto_reset(env.step, env.init))

    def turn(state: Any, key: Any) -> Any:
        choose, roll = jax.random.split(key)
        action = jax.random.categorical(choose, jax.numpy.log(state.legal_action_mask.astype("float32")))
        state = step(state, action, jax.random.split(roll, GAMES))
        return state, state.terminated.sum()

    def advance(state: Any, key: Any) -> Any:
        state, ended = jax.lax.scan(turn, state, jax.random.split(key, STEPS))
        return state, ended.sum()

    return jax.jit(advance)


def _advance(state: Any, key: Any) -> Any:
    return jax.block_until_ready(_compiled()(state, key))


def doors() -> list[Door]:
    """The one, where pgx and jax are installed."""
    if missing:
        raise Absent(missing)
    return [Pgx()]
