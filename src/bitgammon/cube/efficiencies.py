"""How efficient a cube is on a board."""

import numpy as np
from numpy.typing import ArrayLike, NDArray

from bitgammon.batch import Phase, classify, pip_counts

_CONTACT, _BEAROFF = 0.68, 0.6


def efficiency(boards: ArrayLike, *, threads: int = 1) -> NDArray[np.float64]:
    """The x of Janowski's formulas, float64 (M,), for boards int8 (M, 26) seen by the side on roll.

    GNU Backgammon's rule: .68 in contact; in a race .55 + .00125 times the roller's pips, no less than .6 and no more
    than .7; .6 in a bear-off; 0 when the game is over. Hypergammon, which has .6 there, is not told apart. threads: as
    of ``batch.classify``, with its errors.

    >>> import bitgammon as bg
    >>> efficiency([bg.Board().points, [0, 2] + [0] * 22 + [-2, 0]]).tolist()
    [0.68, 0.6]
    """
    phases = classify(boards, threads=threads)
    pips = pip_counts(boards, threads=threads)[:, 0]
    race = np.clip(0.55 + 0.00125 * pips, 0.6, 0.7)
    return np.select(
        [phases == Phase.CONTACT, phases == Phase.RACE, phases == Phase.BEAROFF], [_CONTACT, race, _BEAROFF], 0.0
    )
