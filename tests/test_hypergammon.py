"""Hypergammon: a twin in plain Python, published and recomputed figures, kills and resumptions."""

import json
import logging
import os
import signal
import subprocess
import sys
import time
from functools import cache
from math import comb
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from bitgammon import Board, reference
from bitgammon.bearoff import Hypergammon, store
from bitgammon.bearoff.solve_hypergammon import TOLERANCE, half_boards, legal, levels, sweeps
from bitgammon.cli import main
from bitgammon.core.hypergammon import Positions
from bitgammon.errors import FinishedGameError, InvalidBoardError, OutOfRangeError
from bitgammon.rules import ROLLS, roll_weight

COLUMNS = ("cubeless", "owned", "centred", "centred_jacoby", "opponent_owned")
START = {
    1: ((0.4527731370, 0.5882763405, 0.5393157449, 0.4556764305, 0.3863554529),
        (0.3142563395, 0.4615663537, 0.4113424329, 0.4305256128, 0.2438882274)),
    2: ((0.1522439125, 0.3278603481, 0.2091076497, 0.2045217826, 0.0107395607),
        (0.1133299673, 0.2848302921, 0.1577950120, 0.1529553108, -0.0312292301)),
}  # fmt: skip


@pytest.fixture(scope="module")
def one(tmp_path_factory: pytest.TempPathFactory) -> Hypergammon:
    return Hypergammon.load(1, folder=tmp_path_factory.mktemp("one"))


@pytest.fixture(scope="module")
def two(tmp_path_factory: pytest.TempPathFactory) -> Hypergammon:
    return Hypergammon.load(2, folder=tmp_path_factory.mktemp("two"), threads=2)


@pytest.mark.long
def test_the_start_with_one_and_two(one: Hypergammon, two: Hypergammon) -> None:
    for solved in (one, two):
        start, opening = START[solved.checkers]
        assert np.abs(np.array(solved.start()) - start).max() < 6e-11
        assert np.abs(np.array(solved.opening_winner()) - opening).max() < 6e-11
        assert solved.start()._fields == COLUMNS


@pytest.mark.parametrize(("checkers", "positions"), [(1, 601), (2, 106_552)])
def test_positions_are_counted(checkers: int, positions: int) -> None:
    counts = half_boards(Positions(checkers))
    assert legal(counts).sum() == positions
    everything, ends = levels(counts).everything
    assert len(everything) == len(np.unique(everything)) == positions
    assert ends[0] == 0
    assert ends[-1] == positions
    # The numbering of the bear-off tables, over 25 points.
    assert all(rank_of_25(row) == k for k, row in enumerate(counts[:, 1:].tolist()))


def rank_of_25(counts: list[int]) -> int:
    """As ``numbering.rank``, of more points than that takes."""
    total = found = 0
    for k, count in enumerate(reversed(counts), 1):
        total += count
        found += comb(total + k - 1, k)
    return found


def test_means_over_all_positions(one: Hypergammon, two: Hypergammon) -> None:
    for solved, mean in ((one, 0.653010275043), (two, 0.396951074825)):
        inside = legal(half_boards(Positions(solved.checkers))).ravel()
        assert solved.values[inside, 0].mean() == pytest.approx(mean, abs=6e-13)


def test_two_checkers_opening_by_opening(two: Hypergammon) -> None:
    known = {
        21: -0.0318628645, 31: 0.0089666329, 32: 0.0458488212, 41: 0.0458488212, 42: 0.0824647170,
        43: 0.1174636697, 51: 0.0824647170, 52: 0.1174636697, 53: 0.1512206646, 54: 0.1880423212,
        61: 0.1172903083, 62: 0.1512206646, 63: 0.1880423212, 64: 0.2022623496, 65: 0.2332126958,
    }  # fmt: skip
    positions, values = Positions(2), np.array(two.values)
    own, other = positions.rank(np.array(Board.start("hypergammon2").to_packed(), np.uint64))
    rolls = np.empty((21, 5))
    positions.rolls(values, own * positions.halves + other, rolls)
    for (high, low), row in zip(ROLLS, rolls.tolist(), strict=True):
        if high != low:
            assert row[0] == pytest.approx(known[10 * high + low], abs=6e-11)


def test_one_checker_by_the_definition(one: Hypergammon) -> None:
    """Every position from every other by the rules of the reference: the solution is a fixed point of it."""

    def board_of(own: int, other: int) -> tuple[int, ...]:
        points = [0] * 26
        points[own] += 1
        points[25 - other] -= 1
        return tuple(points)

    @cache
    def value(points: tuple[int, ...]) -> tuple[float, ...]:
        return tuple(one.of(Board(points, checkers=1)))

    tried = 0
    for own in range(1, 26):
        for other in range(1, 26):
            if own + other == 25:
                continue
            points, totals = board_of(own, other), [0.0] * 5
            for high, low in ROLLS:
                best = [-9.0] * 5
                for after in reference.results(points, high, low, checkers=1):
                    size = reference.game_result(after, checkers=1)
                    if size:
                        worth = (size, size, size, 1.0, size)
                    else:
                        c, o, m, j, t = value(reference.swapped(after))
                        turned = min(1.0, 2 * t)
                        worth = (-c, -t, -max(m, turned), -max(j, turned), -max(o, turned))
                    best = [max(a, b) for a, b in zip(best, worth, strict=True)]
                for k in range(5):
                    totals[k] += roll_weight(high, low) * best[k] / 36
            assert value(points) == pytest.approx(totals, abs=1e-13), points
            tried += 1
    assert tried == 601


def test_threads_do_not_matter() -> None:
    def last(threads: int) -> Any:
        for sweep in sweeps(2, threads=threads):
            if sweep.number == 2:
                return sweep.values.copy()
        return None

    first = last(1)
    for threads in (2, 3):
        assert np.array_equal(first, last(threads))


def test_killed_at_any_moment_it_goes_on_to_the_same_bits(tmp_path: Path) -> None:
    code = (
        "import sys, pathlib\nfrom bitgammon.bearoff import Hypergammon\n"
        "Hypergammon.load(2, folder=pathlib.Path(sys.argv[1]))"
    )
    part = tmp_path / "hypergammon-2.part"
    seen = [0]
    for _ in range(3):
        with subprocess.Popen([sys.executable, "-c", code, str(tmp_path)]) as process:
            before, limit = part.stat().st_mtime_ns if part.exists() else 0, time.monotonic() + 120
            while not part.exists() or part.stat().st_mtime_ns == before:
                assert time.monotonic() < limit
                time.sleep(0.01)
            process.send_signal(signal.SIGKILL)
            assert process.wait(60) == -signal.SIGKILL
        seen.append(int(kept(part)["state"][0]))
    assert seen == sorted(set(seen))  # each went on from the one before
    straight = next(sweep for sweep in sweeps(2) if sweep.number == seen[-1])
    assert np.array_equal(kept(part)["values"], straight.values)


def kept(path: Path) -> dict[str, Any]:
    """The arrays of a solution that is not finished."""
    return store.read(path, "hypergammon, not finished", {"checkers": int(path.stem[-1])})


def test_resumed_it_ends_as_if_nothing_had_been(tmp_path: Path, one: Hypergammon) -> None:
    half = next(sweep for sweep in sweeps(1) if sweep.number == 7)
    about, state = {"checkers": 1}, np.array([half.number, half.change])
    arrays = {"values": half.values, "state": state}
    store.write(tmp_path / "hypergammon-1.part", "hypergammon, not finished", about, arrays)
    resumed = Hypergammon.load(1, folder=tmp_path)
    assert resumed.sweeps == one.sweeps
    assert np.array_equal(resumed.values, one.values)
    assert [path.name for path in tmp_path.iterdir()] == ["hypergammon-1.table"]


@pytest.mark.parametrize("name", ["hypergammon-1.table", "hypergammon-1.part"])
def test_what_is_kept_is_not_trusted(
    tmp_path: Path, one: Hypergammon, caplog: pytest.LogCaptureFixture, name: str
) -> None:
    Hypergammon.load(1, folder=tmp_path)
    path = tmp_path / "hypergammon-1.table"
    content = bytearray(path.read_bytes())
    content[len(content) // 2] ^= 1
    path.unlink()
    (tmp_path / name).write_bytes(content)
    with caplog.at_level(logging.WARNING):
        again = Hypergammon.load(1, folder=tmp_path)
    assert "it is solved anew" in caplog.text
    for solved in (again, Hypergammon.load(1, folder=tmp_path)):  # computed and read
        with pytest.raises(ValueError, match="read-only"):
            solved.values[0] = 1
    assert np.array_equal(again.values, one.values)


def test_a_folder_that_cannot_be_written(tmp_path: Path, caplog: pytest.LogCaptureFixture, one: Hypergammon) -> None:
    (tmp_path / "file").write_text("")
    with caplog.at_level(logging.WARNING):
        found = Hypergammon.load(1, folder=tmp_path / "file" / "below")
    assert "nothing is kept" in caplog.text
    assert found.start() == one.start()


def test_boards_that_have_no_value(one: Hypergammon) -> None:
    with pytest.raises(InvalidBoardError, match="15 checkers a side, solved is 1"):
        one.of(Board())
    with pytest.raises(FinishedGameError, match="the game is over"):
        one.of(Board([0] * 26, checkers=1))
    with pytest.raises(TypeError, match="board: expected a Board"):
        one.of([0] * 26)  # type: ignore[arg-type]
    for checkers in (0, 4):
        with pytest.raises(OutOfRangeError, match=f"checkers={checkers} is not 1..3"):
            Hypergammon.load(checkers)


def test_known_positions(one: Hypergammon) -> None:
    """Both on the ace: the side on roll wins a gammon; 24 against 24 as a chance to win."""
    both = one.of(Board([0, 1] + [0] * 22 + [-1, 0], checkers=1))
    assert tuple(both) == pytest.approx((2, 2, 2, 1, 2), abs=1e-12)
    start = one.start()
    # Every win is a gammon or more; GNU Backgammon's file has 0.584821 to win.
    assert start.cubeless >= 2 * 0.584821 - 3 * 0.415179
    assert TOLERANCE <= 1e-14


# The command line


def test_the_command(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["hypergammon", "--checkers", "1", "--json"]) == 0
    record = json.loads(capsys.readouterr().out)
    for values, found in zip(START[1], (record, record["opening_winner"]), strict=True):
        assert [found[name] for name in COLUMNS] == pytest.approx(values, abs=6e-11)
    assert main(["hypergammon", "--checkers", "1"]) == 0
    out = capsys.readouterr().out
    assert "cubeless          +0.4527731370  +0.3142563395" in out
    for wrong in ("0", "4", "x"):
        assert main(["hypergammon", "--checkers", wrong]) == 2
        assert "is not a number 1..3" in capsys.readouterr().err


@pytest.mark.long
@pytest.mark.parametrize("broken", [False, True])
def test_interrupted_it_says_what_is_kept(tmp_path: Path, broken: bool) -> None:
    folder = tmp_path / "folder"
    if broken:
        folder.write_text("a file")
    command = [sys.executable, "-m", "bitgammon", "hypergammon", "--checkers", "2"]
    environment = os.environ | {"BITGAMMON_CACHE": str(folder)}
    pipe = subprocess.PIPE
    with subprocess.Popen(command, stdout=pipe, stderr=pipe, text=True, env=environment) as process:
        until = time.monotonic() + 60
        while not broken and not (folder / "hypergammon-2.part").exists() and time.monotonic() < until:
            time.sleep(0.01)
        if broken:
            assert process.stderr is not None
            assert process.stderr.readline().endswith("it is solved anew\n")
            time.sleep(0.2)
        process.send_signal(signal.SIGINT)
        out, err = process.communicate(timeout=60)
    assert (process.returncode, out) == (130, "")
    said = "no sweep was kept" if broken else "the next run goes on from the last whole sweep"
    assert err.endswith(f"bitgammon: interrupted: {said}\n")
