"""The dice of rollouts: dealt evenly, drawn evenly, and the same for ever."""

from collections import Counter

import numpy as np
import pytest

from bitgammon.rollout import dice as plan


@pytest.mark.parametrize("opening", [False, True])
def test_dealt_rolls_come_all_equally_often(opening: bool) -> None:
    first = 30 if opening else 36
    trials = np.arange(first * 36 * 36)
    found = [
        plan.rolls(7, 3, trials, turn, quasi_random=True, opening=opening).astype(int) @ [6, 1] for turn in range(3)
    ]
    for start in range(0, 20 * first, first):
        assert len(set(found[0][start : start + first].tolist())) == first
    assert len(set(zip(found[0][: first * 36].tolist(), found[1][: first * 36].tolist(), strict=True))) == first * 36
    assert len(set(zip(*(part.tolist() for part in found), strict=True))) == len(trials)
    for part in found:  # of few trials too, each roll of a turn comes at most once
        assert len(set(part[:30].tolist())) == 30
    dice = plan.rolls(7, 3, trials[:300], 0, quasi_random=True, opening=opening)
    assert (dice[:, 0] == dice[:, 1]).any() != opening


@pytest.mark.parametrize(("quasi_random", "turn"), [(False, 0), (True, 3), (True, 40)])
def test_drawn_rolls_are_uniform_and_depend_on_nothing_else(quasi_random: bool, turn: int) -> None:
    trials = np.arange(72_000)
    found = plan.rolls(11, 5, trials, turn, quasi_random=quasi_random, opening=False)
    counts = Counter(map(tuple, found.tolist()))
    assert len(counts) == 36
    assert sum((n - 2000) ** 2 / 2000 for n in counts.values()) < 80  # chi square of 35 degrees: 1 in 100,000
    some = np.array([70_000, 3, 512])
    assert np.array_equal(plan.rolls(11, 5, some, turn, quasi_random=quasi_random, opening=False), found[some])
    for other in ((12, 5, turn), (11, 6, turn), (11, 5, turn + 1)):
        seed, position, when = other
        assert not np.array_equal(plan.rolls(seed, position, trials, when, quasi_random=False, opening=False), found)


def test_drawn_openings_are_no_doubles_and_uniform() -> None:
    found = plan.rolls(2, 0, np.arange(60_000), 0, quasi_random=False, opening=True)
    counts = Counter(map(tuple, found.tolist()))
    assert len(counts) == 30
    assert all(high != low for high, low in counts)
    assert sum((n - 2000) ** 2 / 2000 for n in counts.values()) < 72


def test_the_dice_of_a_seed_stay_what_they_are() -> None:
    trials = np.array([0, 1, 1296, 10**6])
    dealt = [plan.rolls(5, 0, trials, turn, quasi_random=True, opening=False).tolist() for turn in range(4)]
    assert dealt == [
        [[3, 1], [5, 2], [3, 1], [1, 3]],
        [[2, 5], [5, 2], [2, 5], [4, 3]],
        [[6, 4], [6, 6], [4, 3], [3, 6]],
        [[6, 5], [2, 5], [2, 2], [5, 3]],
    ]


@pytest.mark.parametrize(
    ("quasi_random", "opening", "first", "second", "third"),
    [
        (False, False, [4, 2, 1, 3, 2, 6, 6, 3, 5, 1], [1, 5, 5, 2, 6, 6, 4, 5, 4, 4], [4, 2, 6, 6, 1, 6, 6, 5, 2, 3]),
        (False, True, [4, 2, 1, 3, 2, 6, 6, 2, 5, 1], [1, 5, 5, 2, 6, 6, 4, 5, 4, 4], [4, 2, 6, 6, 1, 6, 6, 5, 2, 3]),
        (True, True, [6, 3, 2, 6, 2, 3, 5, 3, 3, 6], [3, 5, 2, 4, 6, 3, 3, 3, 2, 6], [5, 5, 6, 4, 1, 4, 2, 5, 4, 3]),
    ],
)
def test_so_do_those_drawn_and_those_of_openings(
    quasi_random: bool, opening: bool, first: list[int], second: list[int], third: list[int]
) -> None:
    """For a seed, a position and trials that need all the bits of the counter."""
    trials = np.array([0, 1, 1296, 10**6, 2**40])
    for turn, expected in enumerate((first, second, third, [5, 2, 1, 1, 1, 4, 6, 5, 2, 5])):
        found = plan.rolls(2**63 + 5, 2**35 + 1, trials, turn, quasi_random=quasi_random, opening=opening)
        assert found.ravel().tolist() == expected
