"""The engines in tests/embedding, built and run as their authors would: they print what Python says they must.

Each lists the plays of 3-1 and plays ten games, through Cython, C, C++, ctypes, cffi or numba. The README shows
parts of them.
"""

import os
import re
import sys
from functools import cache
from pathlib import Path

import numpy as np
import pytest
from compiling import cython_extension, embedding_program, extension, run

from bitgammon import Board, generate
from bitgammon.core.playout import philox

ENGINES = Path(__file__).resolve().parent / "embedding"
README = ENGINES.parent.parent / "README.md"
SEED = 2024


def rolled(game: int, turn: int) -> tuple[int, int]:
    """The dice of a turn: the first two digits in base 6 of a word, four of which make a block."""
    word = philox((turn // 4, game, 0, 0), (SEED, 0))[turn % 4]
    return 1 + 6 * word // 2**32, 1 + 36 * word // 2**32 % 6


def listed(board: Board, die1: int, die2: int) -> list[tuple[int, ...]]:
    """The boards after every play in the order of the core, a pass being one."""
    rows = generate(np.array([board.points], np.int8), np.array([[die1, die2]], np.uint8)).boards
    return [tuple(row) for row in rows.tolist()]


def played(game: int) -> tuple[int, int]:
    """The turns and the result of a game."""
    board, turns, sign = Board(), 0, 1
    while not board.result():
        plays = listed(board, *rolled(game, turns))
        board = Board(min(plays, key=lambda points: points.count(1))).swapped()
        turns, sign = turns + 1, -sign
    return turns, sign * board.result()


@cache
def expected() -> str:
    """What every engine must print."""
    start, lines = Board(), []
    for points in listed(start, 3, 1):
        (play,) = [play for play in start.plays(3, 1) if start.after(play).points == points]
        lines.append(" ".join(f"{move.src}/{move.dst}{'*' * move.hit}" for move in play))
    for game in range(10):
        lines.append("game {}: {} turns, result {}".format(game, *played(game)))
    return "\n".join(lines) + "\n"


def test_what_is_expected() -> None:
    lines = expected().splitlines()
    assert len(lines) == 16 + 10
    assert "8/5 6/5" in lines
    assert len(set(lines)) == len(lines)


def test_cython(tmp_path: Path) -> None:
    cython_extension((ENGINES / "cython_engine.pyx").read_text(encoding="utf-8"), "cython_engine", tmp_path)
    assert run(sys.executable, "-c", "import cython_engine as e; e.main()", cwd=tmp_path) == expected()


def test_c(tmp_path: Path) -> None:
    program = embedding_program(ENGINES / "c_engine.c", tmp_path)
    home = f"{sys.base_prefix}{os.pathsep}{sys.base_exec_prefix}"  # of the interpreter it was linked with
    assert run(program, cwd=tmp_path, PYTHONHOME=home) == expected()


def test_cpp(tmp_path: Path) -> None:
    extension(ENGINES / "cpp_engine.cpp", tmp_path)
    assert run(sys.executable, "-c", "import cpp_engine as e; print(e.text(), end='')", cwd=tmp_path) == expected()


@pytest.mark.parametrize("door", ["ctypes", "cffi", "numba"])
def test_pointers(door: str, tmp_path: Path) -> None:
    assert run(sys.executable, "-W", "error", ENGINES / f"{door}_engine.py", cwd=tmp_path) == expected()


def test_every_engine_has_a_test() -> None:
    names = {path.name for path in ENGINES.iterdir() if path.is_file()}
    scripts = {f"{door}_engine.py" for door in ("ctypes", "cffi", "numba")}
    assert names == {"cython_engine.pyx", "c_engine.c", "cpp_engine.cpp"} | scripts


def is_part(block: str, source: str) -> bool:
    """Whether a source has every paragraph of a block, whole, in this order."""
    place = 0
    for paragraph in re.findall(r"^.+\n(?:.+\n)*", block, re.M):
        match = re.compile("^" + re.escape(paragraph), re.M).search(source, place)
        if not match:
            return False
        place = match.end()
    return place > 0


def test_parts() -> None:
    source = "a\nb\n\nc\nd\n"
    assert all(is_part(block, source) for block in ("a\n", source, "a\nb\n\nd\n"))
    assert not any(is_part(block, source) for block in ("", "a\nc\n", "c\n\na\n", "a\n\na\n", "e\n"))


def excerpts() -> list[tuple[str, str]]:
    """The language and the text of each block of README's section."""
    text = README.read_text(encoding="utf-8")
    section = text.partition("\n## For engine authors\n")[2].partition("\n## ")[0]
    return re.findall(r"^```(\w+)\n(.*?)^```$", section, re.M | re.S)


def test_the_python_excerpts_import_what_they_name(tmp_path: Path) -> None:
    blocks = [block for language, block in excerpts() if language == "python"]
    assert len(blocks) == 3
    for block in blocks:
        run(sys.executable, "-W", "error", "-c", block, cwd=tmp_path)


def test_the_readme_shows_parts_of_these_files() -> None:
    shown = excerpts()
    sources = {
        "cython": ["cython_engine.pyx"],
        "c": ["c_engine.c"],
        "cpp": ["cpp_engine.cpp"],
        "python": ["ctypes_engine.py", "cffi_engine.py", "numba_engine.py"],
    }
    found = [
        name
        for language, block in shown
        for name in sources[language]
        if is_part(block, (ENGINES / name).read_text(encoding="utf-8"))
    ]
    assert sorted(found) == sorted(name for names in sources.values() for name in names)
    assert len(shown) == len(found)
