"""How to roll out: plain values, checked once."""

import pickle
from dataclasses import dataclass
from hashlib import blake2b
from importlib import import_module
from pathlib import Path
from typing import Any, Final

from bitgammon.arguments import LARGEST_SEED, MOST_TRIALS, MOST_TURNS, flag, integer, quoted, real
from bitgammon.errors import CheckpointError, OutOfRangeError
from bitgammon.evaluate import evaluator

#: Trials of one piece of work: multiples of 36, so that quasi-random dice deal each first roll as often in every piece.
#: All trials of a piece go forward together, and the fewer they are the more a turn of theirs costs.
CHUNK: Final = 648
#: The same with variance reduction, which has twenty times the work a turn.
REDUCED_CHUNK: Final = 324
#: The same for random play, whose games are twenty times as fast.
RANDOM_CHUNK: Final = 32_400
#: What checkpoints are good for: changes whenever the same settings give other trials.
STREAM: Final = 1
_LARGEST_LIMIT: Final = 1e6

#: The evaluator that plays at random, in the core, and judges nothing.
RANDOM: Final = "random"


@dataclass(frozen=True, slots=True)
class Settings:
    """trials: how many games a position or play gets, at most. seed: 0 .. 2**64 - 1, of the dice. evaluator: a name,
    function or object as ``bitgammon.evaluate.evaluator`` takes them, which chooses the plays and judges truncated
    games, or "random": random play to the end, without judgement.

    truncation: games going on after so many turns are judged by the evaluator, 0 for none. exact: games end at
    bear-offs that the exact two-sided table has. quasi_random: the first three rolls are dealt, not drawn
    (``rollout.dice``). variance_reduction: each trial is corrected by its luck, what the evaluator made of its rolls
    less what it makes of all 21 on average; some sixteen times the work a trial. opening: the first roll is no double,
    and nobody doubles before it.

    cubeful: the cube is in play, without beavers, by Janowski's interpolation (``bitgammon.cube``), for money or at the
    score of the match. stop_error: stop when the standard error of the equity is no more than this. stop_jsd: of
    several plays, stop with each that is this many joint standard deviations behind the best. Both are looked at after
    every piece of work (``chunk`` trials).

    None for exact, quasi_random: yes, unless play is random, which knows neither. Raises OutOfRangeError, TypeError.

    >>> Settings(trials=36).quasi_random
    True
    """

    trials: int = 1296
    seed: int = 0
    evaluator: Any = "positional"
    truncation: int = 0
    exact: bool | None = None
    quasi_random: bool | None = None
    variance_reduction: bool = False
    opening: bool = False
    cubeful: bool = False
    stop_error: float | None = None
    stop_jsd: float | None = None

    def __post_init__(self) -> None:
        for name, least, most in (
            ("trials", 1, MOST_TRIALS),
            ("seed", 0, LARGEST_SEED),
            ("truncation", 0, MOST_TURNS),
        ):
            object.__setattr__(self, name, integer(name, getattr(self, name), least, most))
        random = isinstance(self.evaluator, str) and self.evaluator == RANDOM
        for name in ("exact", "quasi_random"):
            if getattr(self, name) is None:
                object.__setattr__(self, name, not random)
        for name in ("exact", "quasi_random", "variance_reduction", "opening", "cubeful"):
            given = flag(name, getattr(self, name))
            object.__setattr__(self, name, given)
            if given and random and name != "opening":
                raise OutOfRangeError(f"{name}=True: random play has no evaluator to do it with")
        if random and self.truncation:
            raise OutOfRangeError(f"truncation={self.truncation}: random play has no evaluator to do it with")
        for name in ("stop_error", "stop_jsd"):
            limit = getattr(self, name)
            if limit is None:
                continue
            object.__setattr__(self, name, real(name, limit))
            if not 0 < getattr(self, name) <= _LARGEST_LIMIT:
                raise OutOfRangeError(f"{name}={quoted(limit)} is not a number above 0, and at most {_LARGEST_LIMIT:g}")
        if not random:
            evaluator(self.evaluator)

    @property
    def random(self) -> bool:
        """Whether play is random."""
        return isinstance(self.evaluator, str) and self.evaluator == RANDOM

    @property
    def chunk(self) -> int:
        """Trials of one piece of work."""
        return RANDOM_CHUNK if self.random else REDUCED_CHUNK if self.variance_reduction else CHUNK

    def job(self) -> dict[str, Any]:
        """What tells one job from another, for JSON: the number of trials may change, and the rules when to stop. Of an
        evaluator its name, with the file of its network or module; of a function or object how it is pickled, which
        for a function is where it stands, not what it does.

        Raises CheckpointError for an evaluator that cannot be told from others: it has to be a name, or something that
        can be pickled; OSError where it is a file that cannot be read.
        """
        names = ("seed", "truncation", "exact", "quasi_random", "variance_reduction", "opening", "cubeful")
        found = {name: getattr(self, name) for name in names}
        return found | {"evaluator": _identity(self.evaluator), "stream": STREAM}


def _identity(given: Any) -> str:
    """The name of an evaluator, with a digest of its file or of itself."""
    if isinstance(given, str):
        kind, colon, rest = given.partition(":")
        if kind == "onnx":
            content = Path(rest).read_bytes()
        else:
            file = getattr(import_module(kind), "__file__", None) if colon else None
            if file is None or not Path(file).is_file():  # built in, here or in Python, or in an archive
                return given
            content = Path(file).read_bytes()
    else:
        try:
            content = pickle.dumps(given)
        except Exception as error:  # pickle raises what it likes
            raise CheckpointError(f"evaluator: it cannot be pickled, nor told from others: {error}") from None
        given = type(given).__name__
    return f"{given} {blake2b(content, digest_size=16).hexdigest()}"
