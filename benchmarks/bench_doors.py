"""What a call costs through each door: 1000 calls for 3-1 from the start, so that microseconds are nanoseconds a call.

The loop around the calls is in the language of the caller, and included: for ctypes, cffi and the methods of Board it
is Python's.
"""

import importlib
import subprocess
import sys
from collections.abc import Callable
from ctypes import byref
from pathlib import Path
from typing import Any

import numba
import numpy as np
import pytest
from cffi import FFI  # type: ignore[import-untyped]
from pytest_benchmark.fixture import BenchmarkFixture

from bitgammon import Board
from bitgammon.core import addresses, movegen
from bitgammon.core.headers import get_include

CALLS, PLAYS = 1000, 16
MAX_PLAYS = addresses.CONSTANTS["BG_MAX_PLAYS"]
POINTS = np.array(Board().points, np.int8)
BUILD = """if True:
    from Cython.Build import cythonize
    from setuptools import Extension, setup
    setup(ext_modules=cythonize(Extension("doors", ["doors.pyx"], include_dirs=[INCLUDE], extra_compile_args=["-O3"])))
"""

Door = Callable[[int], int]


@pytest.fixture(scope="session")
def compiled(tmp_path_factory: pytest.TempPathFactory) -> Any:
    """The module doors.pyx."""
    folder = tmp_path_factory.mktemp("doors")
    source = Path(__file__).with_name("doors.pyx")
    (folder / source.name).write_text(source.read_text(encoding="utf-8"), encoding="utf-8")
    command = [sys.executable, "-c", BUILD.replace("INCLUDE", repr(get_include())), "build_ext", "--inplace"]
    subprocess.run(command, cwd=folder, check=True, capture_output=True)
    with pytest.MonkeyPatch.context() as patch:
        patch.syspath_prepend(folder)
        module = importlib.import_module("doors")
    module.place(POINTS)
    return module


def ctypes_door(name: str) -> Door:
    """A loop in Python around a ctypes function."""
    call = addresses.function(name)
    memory, plays = addresses.Board(), (addresses.Board * MAX_PLAYS)()
    addresses.function("from_points")(POINTS.ctypes.data, 15, byref(memory))
    board, rest = byref(memory), (plays,) if name == "generate" else ()

    def door(calls: int) -> int:
        return sum(call(board, 3, 1, *rest) for _ in range(calls))

    return door


def cffi_door(name: str) -> Door:
    """A loop in Python around a cffi function."""
    ffi = FFI()
    ffi.cdef(addresses.DECLARATIONS)
    bg = ffi.cast("const bg_api *", addresses.TABLE)
    board, plays = ffi.new("bg_board *"), ffi.new("bg_board[]", MAX_PLAYS)
    bg.from_points(ffi.from_buffer("int8_t[]", POINTS), 15, board)
    call, rest = getattr(bg, name), (plays,) if name == "generate" else ()

    def door(calls: int) -> int:
        return sum(call(board, 3, 1, *rest) for _ in range(calls))

    return door


def numba_door(name: str) -> Door:
    """A compiled loop around the pointer."""
    count, generate = addresses.function("count"), addresses.function("generate")
    board, plays = np.empty(4, np.uint64), np.empty((MAX_PLAYS, 4), np.uint64)
    addresses.function("from_points")(POINTS.ctypes.data, 15, board.ctypes.data)

    @numba.njit(nogil=True)
    def counted(calls: int, board: Any, plays: Any) -> int:
        total = 0
        for _ in range(calls):
            total += count(board.ctypes.data, 3, 1)
        return total

    @numba.njit(nogil=True)
    def listed(calls: int, board: Any, plays: Any) -> int:
        total = 0
        for _ in range(calls):
            total += generate(board.ctypes.data, 3, 1, plays.ctypes.data)
        return total

    loop = counted if name == "count" else listed
    return lambda calls: int(loop(calls, board, plays))


def python_door(name: str) -> Door:
    """A loop in Python around the method of Board: count, or plays and their number."""
    board = Board()
    if name == "count":
        return lambda calls: sum(board.count(3, 1) for _ in range(calls))
    return lambda calls: sum(len(board.plays(3, 1)) for _ in range(calls))


INTERPRETED: dict[str, Callable[[str], Door]] = {
    "ctypes": ctypes_door,
    "cffi": cffi_door,
    "numba": numba_door,
    "python": python_door,
}


@pytest.mark.parametrize("door", ["cimport", "table", *INTERPRETED])
@pytest.mark.parametrize("name", ["count", "generate"])
def test_door(benchmark: BenchmarkFixture, compiled: Any, door: str, name: str) -> None:
    calls = INTERPRETED[door](name) if door in INTERPRETED else getattr(compiled, f"{name}_{door}")
    assert calls(CALLS) == CALLS * PLAYS
    benchmark.group = name
    benchmark.extra_info |= {"calls": CALLS, "cpu": movegen.variant}
    assert benchmark(calls, CALLS) == CALLS * PLAYS
