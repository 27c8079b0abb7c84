"""How many ways some turns can go: the golden figures of ``data/standard.perft``, and how they are composed.

That file is for any program: what its keys mean stands at its head. Every figure in it was counted by two
implementations at least.
"""

import subprocess
import sys
from pathlib import Path
from typing import NamedTuple

import pytest
from twins import CORE, REFERENCE, Points, Twin, shown

import bitgammon
from bitgammon import reference
from bitgammon.rules import ROLLS, STARTS, roll_weight

#: The largest figure that plain Python counts in bearable time.
SLOW = 6_000
OPENINGS = [roll for roll in ROLLS if roll[0] != roll[1]]


class Line(NamedTuple):
    """One figure: ``numbers`` are the depth or the roll."""

    name: str
    board: Points
    checkers: int
    key: str
    numbers: tuple[int, ...]
    figure: int

    def __str__(self) -> str:
        return "-".join([self.name, self.key, *map(str, self.numbers)])


def read(path: Path) -> list[Line]:
    lines: list[Line] = []
    name, checkers = "", 0
    board: Points = ()
    for text in path.read_text("utf-8").splitlines():
        match text.partition("#")[0].split():
            case ["id", word]:
                name = word
            case ["board", *numbers]:
                board = tuple(map(int, numbers))
            case ["checkers", number]:
                checkers = int(number)
            case [key, *numbers, figure]:
                lines.append(Line(name, board, checkers, key, tuple(map(int, numbers)), int(figure)))
    return lines


LINES = read(Path(__file__).parent / "data" / "standard.perft")
STANDARD = [line for line in LINES if line.name == "standard"]


def of(key: str) -> list[Line]:
    return [line for line in LINES if line.key == key]


def figures(key: str) -> list[object]:
    """Every figure of this key for the core, and for the reference those it can count."""
    return [
        pytest.param(twin, line, id=f"{twin.name}-{line}")
        for twin in (REFERENCE, CORE)
        for line in of(key)
        if twin is CORE or line.figure <= SLOW
    ]


def test_the_file_is_whole() -> None:
    keys = {key: len(of(key)) for key in {line.key for line in LINES}}
    assert keys == {
        "perft": 44,
        "weighted": 37,
        "opening": 3,
        "opening-weighted": 3,
        "distinct": 2,
        "opening-distinct": 2,
        "plays": 21,
        "sequences": 21,
        "divide": 21,
    }
    for variant, start in STARTS.items():
        assert {(line.board, line.checkers) for line in LINES if line.name == variant} == {tuple(start)}
    assert {line.numbers for line in of("plays")} == set(ROLLS)
    assert sum(line.figure for line in of("plays")) == 447
    assert sum(line.figure for line in of("sequences")) == 2_195
    assert sum(line.figure for line in of("divide")) == 202_782


def test_published_figures() -> None:
    """Written out once more, so that no change of the file goes unseen."""
    published = {
        "standard": (447, 202_782, 116_154_993),
        "nackgammon": (547, 324_161),
        "hypergammon": (195, 38_017, 6_645_799),
        "longgammon": (59, 3_484, 713_141),
    }
    for name, counts in published.items():
        assert tuple(line.figure for line in of("perft") if line.name == name) == counts
    weighted = tuple(line.figure for line in STANDARD if line.key == "weighted")
    assert weighted == (637, 419_783, 346_692_108)
    assert [line.figure for line in of("distinct")] == [406, 163_706]


@pytest.mark.parametrize(("twin", "line"), figures("perft"))
def test_perft(twin: Twin, line: Line) -> None:
    assert twin.perft(line.board, line.numbers[0], checkers=line.checkers) == line.figure


@pytest.mark.parametrize(("twin", "line"), figures("weighted"))
def test_weighted(twin: Twin, line: Line) -> None:
    assert twin.perft(line.board, line.numbers[0], weighted=True, checkers=line.checkers) == line.figure


@pytest.mark.parametrize("line", of("plays"), ids=str)
def test_opening_plays(twin: Twin, line: Line) -> None:
    high, low = line.numbers
    for die1, die2 in ((high, low), (low, high)):
        where = shown(line.board, die1, die2, line.checkers)
        assert len(twin.results(line.board, die1, die2, line.checkers)) == line.figure, where
        assert bitgammon.Board(line.board).count(die1, die2) == line.figure, where


@pytest.mark.parametrize("line", of("sequences"), ids=str)
def test_opening_sequences(line: Line) -> None:
    lines = [way for ways in reference.plays(line.board, *line.numbers).values() for way in ways]
    assert len(set(lines)) == len(lines) == line.figure


@pytest.mark.parametrize("line", of("divide"), ids=str)
def test_divide(line: Line) -> None:
    boards = CORE.results(line.board, *line.numbers)
    assert sum(CORE.perft(CORE.swapped(board), 1) for board in boards) == line.figure


@pytest.mark.parametrize("weighted", [False, True])
def test_perft_is_the_sum_over_rolls_and_plays(twin: Twin, weighted: bool) -> None:
    """Hypergammon, where games may end on the way; by this recursion two turns follow from one."""
    start, checkers = STARTS["hypergammon"]
    total = 0
    for die1, die2 in ROLLS:
        boards = twin.results(start, die1, die2, checkers)
        counts = [twin.perft(twin.swapped(board, checkers), 1, weighted, checkers) for board in boards]
        total += sum(counts) * (roll_weight(die1, die2) if weighted else 1)
    assert total == twin.perft(start, 2, weighted, checkers)


@pytest.mark.parametrize("weighted", [False, True])
@pytest.mark.parametrize("depth", [1, 2, 3])
def test_games_that_open_without_a_double(depth: int, weighted: bool) -> None:
    (line,) = (line for line in of("opening-weighted" if weighted else "opening") if line.numbers == (depth,))
    total = 0
    for roll in OPENINGS:
        boards = bitgammon.Board(line.board).plays(*roll).boards
        weight = roll_weight(*roll) if weighted else 1
        total += weight * sum(bitgammon.perft(board.swapped(), depth - 1, weighted) for board in boards)
    assert total == line.figure


@pytest.mark.parametrize("rolls", [ROLLS, OPENINGS], ids=["distinct", "opening-distinct"])
def test_distinct_boards(rolls: list[tuple[int, int]]) -> None:
    """Boards after one turn and after two, the first of which may not open with a double."""
    one, two = (line.figure for line in of("distinct" if len(rolls) == 21 else "opening-distinct"))
    level = {board.swapped() for roll in rolls for board in bitgammon.Board().plays(*roll).boards}
    assert len(level) == one
    level = {after for board in level for roll in ROLLS for after in board.plays(*roll).boards}
    assert len(level) == two


def test_distinct_boards_of_the_reference() -> None:
    start = STARTS["standard"].board
    assert len({board for roll in ROLLS for board in reference.results(start, *roll)}) == 406


def test_a_finished_game_is_one_leaf(twin: Twin) -> None:
    won = (0,) * 24 + (-2, 0)
    assert [twin.perft(won, depth) for depth in range(4)] == [1, 1, 1, 1]
    assert [twin.perft(won, depth, weighted=True) for depth in range(4)] == [1, 1, 1, 1]
    last = (0, 1, *won[2:])  # every roll wins
    assert [twin.perft(last, depth) for depth in range(4)] == [1, 21, 21, 21]
    assert [twin.perft(last, depth, weighted=True) for depth in range(4)] == [1, 36, 36, 36]


def test_a_pass_is_one_play(twin: Twin) -> None:
    shut = (0,) + (2,) * 6 + (0,) * 12 + (-2,) * 6 + (1,)
    assert twin.perft(shut, 1) == 21
    assert twin.perft(shut, 1, weighted=True) == 36


@pytest.mark.processes
def test_the_deepest_one_fits_the_stack_of_a_thread() -> None:
    """A stack of 1 MB, as on Windows. The count would never end: that it has begun is enough."""
    code = (
        "import os, threading, time, bitgammon as bg\n"
        "from bitgammon.counting import MOST_DEPTH\n"
        "threading.stack_size(1 << 20)\n"
        "threading.Thread(target=bg.perft, args=(bg.Board(), MOST_DEPTH), daemon=True).start()\n"
        "time.sleep(1)\n"
        "os._exit(7)"
    )
    assert subprocess.run([sys.executable, "-c", code], timeout=60, check=False).returncode == 7
