"""What rollouts found: estimates with their standard errors, as values, for JSON and for tables."""

from dataclasses import dataclass
from math import erfc, inf, sqrt
from typing import Any, Final, NamedTuple

from bitgammon.cube import MatchTerms
from bitgammon.errors import OutOfRangeError
from bitgammon.play import Play
from bitgammon.rollout.sums import Sums
from bitgammon.rollout.task import Task
from bitgammon.rules import OUTCOMES, RESULTS

_DUST: Final = 1e-12


class Estimate(NamedTuple):
    """A mean over trials and its standard error: the latter from the spread of the trials, so that it is too large for
    quasi-random dice, and infinite for one trial."""

    value: float
    standard_error: float

    def record(self) -> dict[str, float | None]:
        """For JSON, which has no infinity."""
        return {"value": self.value, "standard_error": None if self.standard_error == inf else self.standard_error}


class CubeValue(NamedTuple):
    """What a position is worth with the cube: ``equity`` in units of the cube at the start, before any double; in a
    match such that losing the cube's points is -1 and winning them +1 (EMG), with ``mwc``, the match winning chance."""

    equity: Estimate
    mwc: Estimate | None

    def record(self) -> dict[str, Any]:
        """For JSON."""
        return {"equity": self.equity.record(), "mwc": None if self.mwc is None else self.mwc.record()}


@dataclass(frozen=True)
class Rollout:
    """What trials of one position say, for the side on roll.

    ``outcomes``: of OUTCOMES, each a chance. ``equity``: cubeless points. ``counts``: games that ended in each of
    RESULTS; ``truncated``: those judged before their end. ``turns``: mean length. ``cube``: of each line of the cube,
    ``no_double`` and where a double is legal ``double_take``, games of their own with the same dice, what it is worth;
    ``at_score`` in place of both where the cube is left alone at the score of a match.
    """

    trials: int
    outcomes: tuple[Estimate, ...]
    equity: Estimate
    counts: tuple[int, ...]
    truncated: int
    turns: float
    cube: dict[str, CubeValue]

    @classmethod
    def of(
        cls, sums: Sums, task: Task, negated: bool = False, doubled: tuple[Sums, Task] | None = None
    ) -> "Rollout":
        """From sums of at least one trial. negated: seen by the side that is not on roll. doubled: the sums of the same
        position with the cube turned and taken."""
        estimates = [_estimate(sums, k) for k in range(6)]
        outcomes, equity = estimates[:5], estimates[5]
        counts = sums.counts
        if negated:
            win = Estimate(1 - outcomes[0].value, outcomes[0].standard_error)
            outcomes = [win, outcomes[3], outcomes[4], outcomes[1], outcomes[2]]
            equity = Estimate(-equity.value, equity.standard_error)
            counts = counts[3:] + counts[:3]
        cube = {
            of.line.name: _cube_value(_estimate(found, 6), of, of.line.unit, negated)
            for found, of in [(sums, task)] + ([] if doubled is None else [doubled])
            if of.line is not None and found.trials
        }
        return cls(
            sums.trials, tuple(outcomes), equity, counts, sums.truncated, sums.turns / sums.trials, cube
        )

    @property
    def ranked_by(self) -> Estimate:
        """What plays are compared by: the first line of the cube if there is one, else the cubeless equity."""
        return next(iter(self.cube.values())).equity if self.cube else self.equity

    @property
    def action(self) -> str | None:
        """What to do with the cube: ``no double``, ``double, take``, ``double, drop`` or ``too good to double``, the
        last where playing on is worth more than a drop by two standard errors; None where it cannot be turned."""
        if "double_take" not in self.cube:
            return None
        stay, take = self.cube["no_double"].equity, self.cube["double_take"].equity.value
        if take > 1:
            return "too good to double" if stay.value > 1 + 2 * stay.standard_error else "double, drop"
        return "double, take" if take > stay.value else "no double"

    def record(self) -> dict[str, Any]:
        """For JSON."""
        return {
            "trials": self.trials,
            "outcomes": {name: found.record() for name, found in zip(OUTCOMES, self.outcomes, strict=True)},
            "equity": self.equity.record(),
            "cube": {name: found.record() for name, found in self.cube.items()},
            "action": self.action,
            "results": dict(zip(RESULTS, self.counts, strict=True)),
            "truncated": self.truncated,
            "mean_turns": self.turns,
        }


@dataclass(frozen=True)
class Candidate:
    """A play and what its rollout says, for the side that makes it. ``behind``: the equity it gives up against the
    best; ``jsd``: in units of the joint standard deviation, the root of the sum of both squared standard errors;
    ``significance``: the chance that it is really the worse one, were both errors normal and independent."""

    play: Play
    rollout: Rollout
    behind: float
    jsd: float
    significance: float

    def record(self) -> dict[str, Any]:
        """For JSON, which has no infinity."""
        return {
            "play": str(self.play),
            "ranked_by": self.rollout.ranked_by.record(),
            "behind": self.behind,
            "jsd": None if inf in (self.jsd, self.rollout.ranked_by.standard_error) else self.jsd,
            "significance": self.significance,
        } | self.rollout.record()


def ranking(plays: list[Play], rollouts: list[Rollout]) -> list[Candidate]:
    """Best first; of equal ones, in the order given. Raises OutOfRangeError for none, or for other numbers of both."""
    if not plays or len(plays) != len(rollouts):
        raise OutOfRangeError(f"plays: {len(plays)} of them and {len(rollouts)} rollouts")
    order = sorted(range(len(plays)), key=lambda k: -rollouts[k].ranked_by.value)
    best = rollouts[order[0]].ranked_by
    found = []
    for place, k in enumerate(order):
        behind = best.value - rollouts[k].ranked_by.value
        jsd = joint_deviations(best, rollouts[k].ranked_by) if place else 0.0
        found.append(Candidate(plays[k], rollouts[k], behind, jsd, 1 - erfc(jsd / sqrt(2)) / 2))
    return found


def joint_deviations(better: Estimate, worse: Estimate) -> float:
    """How many joint standard deviations they are apart: 0 where neither is known, infinite where both are exact and
    differ.

    >>> joint_deviations(Estimate(0.5, 0.3), Estimate(0.0, 0.4))
    1.0
    """
    joint = sqrt(better.standard_error**2 + worse.standard_error**2)
    apart = better.value - worse.value
    if not joint:
        return inf if apart else 0.0
    return apart / joint


def equity_of(sums: Sums, task: Task) -> Estimate:
    """What stop rules look at: the equity, with the cube if there is one, in units of the cube."""
    return Rollout.of(sums, task).ranked_by


def _estimate(sums: Sums, column: int) -> Estimate:
    n, total, square = sums.trials, sums.sums[column], sums.squares[column]
    mean = total / n
    if n < 2:
        return Estimate(mean, inf)
    spread = square - total * mean
    if spread < _DUST * square:  # all trials alike: what is left is rounding
        spread = 0.0
    return Estimate(mean, sqrt(spread / (n - 1) / n))


def _cube_value(found: Estimate, task: Task, log2: int, negated: bool) -> CubeValue:
    """Of a line's values, measured by the cube of this log2."""
    terms = task.terms
    value = found.value
    equity = float(terms.normalised(value, log2))
    unit = abs(float(terms.normalised(1.0, log2)) - float(terms.normalised(0.0, log2)))
    mwc = None
    if isinstance(terms, MatchTerms):
        mwc = Estimate(1 - value if negated else value, found.standard_error)
    return CubeValue(Estimate(-equity if negated else equity, found.standard_error * unit), mwc)
