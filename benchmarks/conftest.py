"""What the benchmark files share: the corpus, and one line about the machine and the kernel in use."""

from pathlib import Path
from typing import NamedTuple

import numpy as np
import pytest
from numpy.typing import NDArray

CORPUS = Path(__file__).resolve().parent.parent / "tests" / "data" / "corpus.npz"


class Corpus(NamedTuple):
    """20,000 pairs of board and dice, and the number of plays of each (0 for a pass)."""

    boards: NDArray[np.int8]
    dice: NDArray[np.uint8]
    plays: NDArray[np.uint16]

    @property
    def total(self) -> int:
        """All plays, passes not counted: 336,016."""
        return int(self.plays.sum())


@pytest.fixture(scope="session")
def corpus() -> Corpus:
    """The corpus the tests use too."""
    with np.load(CORPUS) as data:
        found = Corpus(data["boards"], data["dice"], data["plays"])
    assert found.total == 336_016
    return found
