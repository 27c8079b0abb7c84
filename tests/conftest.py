"""What every test file shares: the two implementations as one fixture, and how hypothesis searches."""

import os
import signal
import tempfile
from pathlib import Path

import hypothesis
import numpy as np
import pytest
from twins import TWINS, Twin

import bitgammon

# A run started in the background of a script inherits a SIGINT that is ignored, and so would the processes that tests
# interrupt: they would never end.
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)

# Tables that tests solve are kept for this run alone, not in the cache of whoever runs it.
if "BITGAMMON_CACHE" not in os.environ:
    _FOLDER = tempfile.TemporaryDirectory(prefix="bitgammon-tests-")
    os.environ["BITGAMMON_CACHE"] = _FOLDER.name

# By default the same examples every time, so that a red run is red for everybody; HYPOTHESIS_PROFILE=search
# looks for new ones.
hypothesis.settings.register_profile("repeatable", deadline=None, derandomize=True, print_blob=True)
hypothesis.settings.register_profile("search", deadline=None, print_blob=True)
hypothesis.settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "repeatable"))


@pytest.fixture(scope="session", params=TWINS, ids=lambda twin: twin.name)
def twin(request: pytest.FixtureRequest) -> Twin:
    """The reference, then the core."""
    chosen: Twin = request.param
    return chosen


@pytest.fixture(scope="session")
def contact() -> list[bitgammon.Board]:
    """Boards with contact, of all sorts, from the corpus."""
    with np.load(Path(__file__).parent / "data" / "corpus.npz") as file:
        rows = file["boards"][(file["phase"] == 0) & (bitgammon.classify(file["boards"]) == bitgammon.Phase.CONTACT)]
    return [bitgammon.Board(row.tolist()) for row in rows[::911]]
