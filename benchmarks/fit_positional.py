"""Makes the weights of bitgammon.evaluate.Positional from nothing but the rules and a seed.

    OPENBLAS_NUM_THREADS=1 python benchmarks/fit_positional.py OUT.npz [--seed 1] [--rounds 300] [--games 4096]

Each round plays so many games with the network as it is then, in integers, and makes one pass over their positions:
each is to have the chances that the next one had, mixed with what came after that (TD(lambda)), the result at the end.
In part of the games the first turns are random, so that it learns what it would not play. The first round is played by
pips. Same seed, same numpy and same BLAS, in one thread: same weights; on other machines the last places may differ.
"""

import argparse
import math
import time
from dataclasses import dataclass, field
from decimal import Decimal
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

import bitgammon as bg
from bitgammon.batch import Phase
from bitgammon.evaluate.positional import HIDDEN, INPUTS, LAYOUT, MOST_HIDDEN, MOST_OUTPUT, Positional, hidden_range

Floats = NDArray[np.float32]

BATCH = 1024
#: The share of games that begin with random turns.
RANDOM = 0.3
LONGEST = 400  # turns, after which a game does not count
#: The inputs as the weights are fitted to them: of about the same size.
SCALED = (INPUTS * [1, 1, 1, 0.5]).astype(np.float32)
#: The six results as the other side sees them.
FLIP = [3, 4, 5, 0, 1, 2]
IMPOSSIBLE = np.float32(-1e9)


def counts_of(packed: NDArray[np.uint64]) -> NDArray[np.uint8]:
    """The checkers in each slot of packed boards, uint8 (N, 52)."""
    shifts = np.arange(0, 52, 4, dtype=np.uint64)
    return (packed[:, :, None] >> shifts & np.uint64(15)).astype(np.uint8).reshape(-1, 52)


BITS = (np.arange(64)[:, None] >> np.arange(6) & 1).astype(np.float32)


def patterns_of(counts: NDArray[np.uint8]) -> NDArray[np.int64]:
    """The ten patterns of boards, 0 .. 63 each, (N, 10)."""
    mover = np.zeros((len(counts), 38), np.bool_)
    mover[:, 1:26] = counts[:, 1:26] > 0
    blots = counts[:, 27:51] == 1
    shots = [(mover[:, 1 + d : 25 + d] & blots).any(axis=1) for d in range(1, 13)]
    held = np.concatenate([counts[:, 1:25] >= 2, counts[:, 27:51] >= 2], axis=1)
    bits = np.concatenate([np.stack(shots, axis=1), held], axis=1).reshape(-1, 10, 6)
    return np.asarray(bits @ (1 << np.arange(6)), np.int64)


@dataclass
class Net:
    """One of the two networks, in floats, with what Adam remembers, and the mean of the latest weights. With contact it
    has patterns, and inputs for the bits of the first two, so that what is rare follows from what is not."""

    weights: dict[str, Floats]
    first: dict[str, Floats] = field(default_factory=dict)
    second: dict[str, Floats] = field(default_factory=dict)
    mean: dict[str, Floats] = field(default_factory=dict)
    steps: int = 0

    @classmethod
    def new(cls, rng: np.random.Generator, contact: bool) -> "Net":
        """Random weights."""
        made = {
            "input": rng.normal(0, 0.15, (220 if contact else 208, HIDDEN)),
            "bias": np.full(HIDDEN, 0.1),
            "output": rng.normal(0, 0.1, (HIDDEN, 6)),
            "output_bias": np.log([0.36, 0.13, 0.01, 0.36, 0.13, 0.01]),
        }
        if contact:
            made["patterns"] = np.zeros((640, HIDDEN))
        return cls({name: np.asarray(array, np.float32) for name, array in made.items()})

    def fit(self, counts: NDArray[np.uint8], targets: Floats, rate: float) -> float:
        """One step down the slope; the mean cross entropy before it. counts (n, 52), targets (n, 6)."""
        w, size = self.weights, np.float32(len(counts))
        inputs, contact = SCALED[counts].reshape(len(counts), 208), "patterns" in w
        if contact:
            patterns = patterns_of(counts)
            inputs = np.concatenate([inputs, BITS[patterns[:, 0]], BITS[patterns[:, 1]]], axis=1)
            patterns += 64 * np.arange(10)
        hidden = inputs @ w["input"] + w["bias"]
        if contact:
            hidden += w["patterns"][patterns].sum(axis=1)
        hidden = np.maximum(hidden, 0)
        logits = hidden @ w["output"] + w["output_bias"]
        logits[counts[:, 51] > 0, 1:3] = IMPOSSIBLE
        logits[counts[:, 0] > 0, 4:] = IMPOSSIBLE
        logits -= logits.max(axis=1, keepdims=True)
        chances = np.exp(logits)
        chances /= chances.sum(axis=1, keepdims=True)
        slope = (chances - targets) / size
        back = (slope @ w["output"].T) * (hidden > 0)
        slopes = {
            "input": inputs.T @ back,
            "bias": back.sum(axis=0),
            "output": hidden.T @ slope,
            "output_bias": slope.sum(axis=0),
        }
        if contact:
            chosen = np.zeros((len(counts), 640), np.float32)
            np.put_along_axis(chosen, patterns, np.float32(1), axis=1)
            slopes["patterns"] = chosen.T @ back
        self.step(slopes, rate)
        return float(-(targets * np.log(chances + np.float32(1e-9))).sum() / size)

    def step(self, slopes: dict[str, Floats], rate: float) -> None:
        """Adam."""
        self.steps += 1
        keep = min(0.999, self.steps / (self.steps + 10))
        correct = math.sqrt(1 - 0.999**self.steps) / (1 - 0.9**self.steps)
        for name, slope in slopes.items():
            zero = np.zeros_like(slope)
            self.first[name] = 0.9 * self.first.get(name, zero) + 0.1 * slope
            self.second[name] = 0.999 * self.second.get(name, zero) + 0.001 * slope * slope
            move = self.first[name] / (np.sqrt(self.second[name]) + 1e-7)
            self.weights[name] = (self.weights[name] - rate * correct * move).astype(np.float32)
            self.mean[name] = keep * self.mean.get(name, self.weights[name]) + (1 - keep) * self.weights[name]


def powers() -> NDArray[np.int32]:
    """2**24 * exp(-i / 32) for i = 0 .. 512, rounded, by decimals: no two machines differ."""
    return np.array([int((2**24 * (Decimal(-i) / 32).exp()).to_integral_value()) for i in range(513)], np.int32)


def integers(nets: list[Net], mean: bool) -> dict[str, NDArray[Any]]:
    """The weights as Positional takes them, on the finest scales on which no sum can overflow."""
    found = {name: np.zeros(shape, dtype) for name, (dtype, shape) in LAYOUT.items()}
    found["powers"] = powers()
    for kind, net in enumerate(nets):
        w = {name: np.asarray(array, np.float64) for name, array in (net.mean if mean else net.weights).items()}
        inputs = w["input"][:208].reshape(52, 4, HIDDEN) * np.array([1, 1, 1, 0.5])[:, None]
        patterns = w.get("patterns", np.zeros((0, HIDDEN))).reshape(-1, 64, HIDDEN).copy()
        if kind:
            patterns[0] += BITS @ w["input"][208:214]
            patterns[1] += BITS @ w["input"][214:]
        for scale in range(11, 0, -1):
            whole, shapes, bias = (np.rint(a * 2**scale).astype(np.int64) for a in (inputs, patterns, w["bias"]))
            low, high = hidden_range(whole, shapes, bias)
            if max(high.max(), -low.min(), np.abs(whole).max(), np.abs(shapes).max(initial=0)) <= MOST_HIDDEN:
                break
        for more in range(14, 0, -1):
            output = np.rint(w["output"].T * 2**more).astype(np.int64)
            output_bias = np.rint(w["output_bias"] * 2 ** (scale + more)).astype(np.int64)
            most = (np.abs(output) @ np.maximum(high, 0) + np.abs(output_bias)).max()
            if np.abs(output).max() < 1 << 15 and most <= MOST_OUTPUT and scale + more - 12 < 32:
                break
        arrays = {"input": whole, "bias": bias, "output": output, "output_bias": output_bias}
        for name, array in arrays.items():
            found[name][kind] = array
        if kind:
            found["patterns"][:] = shapes
        found["shifts"][kind] = scale + more - 12
    return found


def six(chances: Floats) -> Floats:
    """The chances of the six results, (N, 6), from what evaluate says, (N, 5)."""
    win, gammon, backgammon, lose_gammon, lose_backgammon = chances.T
    parts = [win - gammon, gammon - backgammon, backgammon, 1 - win - lose_gammon, lose_gammon - lose_backgammon]
    return np.asarray(np.maximum(np.stack([*parts, lose_backgammon], axis=1), 0), np.float32)


def play(player: Positional | None, games: int, rng: np.random.Generator, random_turns: int) -> list[tuple[Any, ...]]:
    """Games from the start, turn by turn: which games, their boards, whether it was played by the player, and of the
    boards after it as the other side sees them the six chances and the result."""
    boards = np.tile(np.array(bg.Board().points, np.int8), (games, 1))
    ids = np.arange(games)
    until = np.where(rng.random(games) < RANDOM, rng.integers(1, random_turns + 1, games), 0)
    buffers, turns = bg.PlayBuffers(), []
    for turn in range(LONGEST):
        dice = rng.integers(1, 7, (len(ids), 2), dtype=np.uint8)
        after = bg.generate(boards, dice, swap=True, out=buffers)
        if player is None:
            pips = bg.pip_counts(after.boards)
            chosen = bg.best(pips[:, 0] - pips[:, 1], after.offsets)
            chances = np.full((len(chosen), 6), 1 / 6, np.float32)
        else:
            found = player.evaluate(after.boards)
            results = bg.results(after.boards)
            # ``equities`` adds up in another order: in float32 other ties, other plays, and in the end other weights.
            equity = 2 * found[:, 0] - 1 + found[:, 1] + found[:, 2] - found[:, 3] - found[:, 4]
            chosen = bg.best(-np.where(results == 0, equity, results), after.offsets)
            chances = six(found[chosen])
        random = turn < until[ids]
        picked = bg.pick(after.offsets, int(rng.integers(1 << 63)))
        chosen = np.where(random, picked, chosen)
        chances[random] = np.nan
        following = after.boards[chosen]
        results = bg.results(following)
        turns.append((ids, boards, ~random, chances, results))
        boards, ids = following[results == 0], ids[results == 0]
        if not len(ids):
            break
    return turns


def lessons(turns: list[tuple[Any, ...]], games: int, mix: float) -> tuple[NDArray[np.int8], Floats]:
    """The boards of all turns but random ones and games without end, and the six chances each is to have."""
    later = np.full((games, 6), np.nan, np.float32)
    boards, targets = [], []
    for ids, before, played, chances, results in reversed(turns):
        seen = (1 - mix) * chances + mix * later[ids]
        over = results != 0
        seen[over] = np.eye(6, dtype=np.float32)[np.where(results > 0, results - 1, 2 - results)[over]]
        later[ids] = target = seen[:, FLIP]
        good = played & ~np.isnan(target[:, 0])
        boards.append(before[good])
        targets.append(target[good])
    return np.concatenate(boards), np.concatenate(targets)


def fit(options: argparse.Namespace) -> list[Net]:
    """All rounds."""
    rng = np.random.default_rng(options.seed)
    nets = [Net.new(rng, contact=False), Net.new(rng, contact=True)]
    began = time.perf_counter()
    for number in range(options.rounds):
        progress = number / options.rounds
        player = Positional(integers(nets, mean=True)) if number else None
        turns = play(player, options.games, rng, options.random_turns)
        # The first rounds know results alone; later ones trust themselves more.
        mix = 1.0 if number < 3 else 0.9 - 0.3 * progress
        boards, targets = lessons(turns, options.games, mix)
        rate = options.rate * 0.5 * (1 + math.cos(math.pi * progress)) + options.rate / 100
        contact = bg.classify(boards) == Phase.CONTACT
        counts = counts_of(bg.pack(boards))
        losses = []
        for kind, net in enumerate(nets):
            rows = rng.permutation(np.flatnonzero(contact == kind))
            ends = range(0, len(rows), BATCH)
            losses.append(
                np.mean([net.fit(counts[rows[k : k + BATCH]], targets[rows[k : k + BATCH]], rate) for k in ends])
            )
        if number % 10 == 0 or number == options.rounds - 1:
            print(
                f"round {number}: {len(boards)} positions, {len(turns)} turns, cross entropy without contact"
                f" {losses[0]:.4f}, with it {losses[1]:.4f}, rate {rate:.2g}, {time.perf_counter() - began:.0f} s",
                flush=True,
            )
            save(options.out, nets)
    return nets


def save(out: Path, nets: list[Net]) -> None:
    """Writes the weights of now."""
    weights = integers(nets, mean=True)
    Positional(weights)  # which checks them
    with out.open("wb") as stream:
        np.savez_compressed(stream, allow_pickle=False, **weights)


def main() -> None:
    """Fit and save."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("out", type=Path)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--rounds", type=int, default=300)
    parser.add_argument("--games", type=int, default=4096)
    parser.add_argument("--rate", type=float, default=2e-3)
    parser.add_argument("--random-turns", type=int, default=12)
    options = parser.parse_args()
    save(options.out, fit(options))


if __name__ == "__main__":
    main()
