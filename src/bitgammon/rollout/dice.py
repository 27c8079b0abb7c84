"""The dice of trials: which roll turn t of trial n has, whoever asks and in whatever order.

Each trial takes one word a turn of the stream (seed, position, trial) of core/dice.pxd. With quasi-random dice the
first three turns are not drawn but dealt, after the way GNU Backgammon's rollouts do it: of 36 trials each has another
first roll, and another second and third one; of 1,296 each another pair of first rolls, and so on to 46,656. With
permutations P of 0..35 that the seed shuffles, one for each turn m and each i up to m, roll m of trial t is the last of

    j(-1) = 0,    j(i) = P[m, i][(digit i of t in base 36 + j(i - 1)) mod 36]

which for any fixed digits of t but one runs through all 36 rolls as that one does. At an opening without doubles turn 0
deals the thirty other rolls, the base of digit 0 is 30, and so is the size of its deck; of the next turns digit 0 then
deals thirty different rolls.

Stability: this is a promise, as of core/dice.pxd.
"""

from functools import lru_cache
from typing import Final

import numpy as np
from numpy.typing import NDArray

from bitgammon.core import playout as core

#: Turns whose rolls are dealt.
DEALT: Final = 3
_SIDES: Final = 36
_OPENING: Final = 30
#: Words of the permutations: from here on, of a trial no rollout has.
_TRIAL: Final = (1 << 48) - 1


def rolls(
    seed: int, position: int, trials: NDArray[np.int64], turn: int, *, quasi_random: bool, opening: bool
) -> NDArray[np.uint8]:
    """The roll of every trial in this turn, uint8 (N, 2).

    >>> found = rolls(1, 0, np.arange(36), 0, quasi_random=True, opening=False)
    >>> len({tuple(roll) for roll in found.tolist()})
    36
    """
    first = opening and turn == 0
    dice = np.empty((len(trials), 2), np.uint8)
    if not quasi_random or turn >= DEALT:
        core.trial_rolls(seed, position, trials, turn, first, dice)
        return dice
    sizes = [_OPENING if opening else _SIDES] + [_SIDES] * (DEALT - 1)
    decks = _decks(seed, position, turn, sizes[turn])
    j = np.zeros(len(trials), np.int64)
    rest = trials
    for i in range(turn + 1):
        j = decks[i][(rest % sizes[i] + j) % sizes[turn]]
        rest = rest // sizes[i]
    if first:
        die1 = j // 5
        other = j % 5
        dice[:, 0], dice[:, 1] = 1 + die1, 1 + other + (other >= die1)
    else:
        dice[:, 0], dice[:, 1] = 1 + j // 6, 1 + j % 6
    return dice


@lru_cache(maxsize=256)
def _decks(seed: int, position: int, turn: int, size: int) -> tuple[NDArray[np.int64], ...]:
    """turn + 1 shuffled decks of so many cards."""
    found = []
    for i in range(turn + 1):
        words = np.empty(size, np.uint32)
        core.words(seed, position, _TRIAL, 64 * (DEALT * turn + i), words)
        found.append(np.argsort(words, kind="stable").astype(np.int64))
    return tuple(found)
