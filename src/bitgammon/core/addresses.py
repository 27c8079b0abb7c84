"""The functions of the core by address, for ctypes, cffi, numba, and anything else that calls through a pointer.

What is named here is what bitgammon.h says, read from that file; there every function has its description. The
functions touch no Python object: they need no GIL, and may be called from any number of threads at once. ``ABI``
changes when a signature, a constant or a layout does; check it if you hold copies of them.

A board is 32 bytes at any alignment: a ``Board``, a row of a numpy array uint64 (N, 4), or memory of your own. To
ctypes every pointer is a ``c_void_p``, which takes such objects by ``byref``, arrays of them, and addresses as int.

>>> import ctypes
>>> from bitgammon.core import addresses
>>> from_points, count = addresses.function("from_points"), addresses.function("count")
>>> start = [0, -2, 0, 0, 0, 0, 5, 0, 3, 0, 0, 0, -5, 5, 0, 0, 0, -3, 0, -5, 0, 0, 0, 0, 2, 0]
>>> board = addresses.Board()
>>> from_points((ctypes.c_int8 * 26)(*start), 15, ctypes.byref(board))
0
>>> count(ctypes.byref(board), 3, 1)
16
"""

import ctypes
import re
from pathlib import Path
from typing import Any

from bitgammon.core.capi import address as TABLE
from bitgammon.core.headers import get_include

__all__ = [
    "ABI",
    "CONSTANTS",
    "DECLARATIONS",
    "FUNCTIONS",
    "OFFSETS",
    "SIGNATURES",
    "SIZES",
    "TABLE",
    "Board",
    "Play",
    "Stream",
    "function",
]


class Board(ctypes.Structure):
    """``bg_board``."""

    _pack_ = 1
    _layout_ = "ms"
    _fields_ = [("w", ctypes.c_uint64 * 4)]
    w: ctypes.Array[ctypes.c_uint64]


class Play(ctypes.Structure):
    """``bg_play``."""

    _fields_ = [
        ("n", ctypes.c_int),
        ("source", ctypes.c_byte * 4),
        ("destination", ctypes.c_byte * 4),
        ("hit", ctypes.c_byte * 4),
    ]
    n: int
    source: ctypes.Array[ctypes.c_byte]
    destination: ctypes.Array[ctypes.c_byte]
    hit: ctypes.Array[ctypes.c_byte]


class Stream(ctypes.Structure):
    """``bg_stream``; ``stream_init`` starts it."""

    _fields_ = [
        ("key", ctypes.c_uint32 * 2),
        ("counter", ctypes.c_uint32 * 4),
        ("words", ctypes.c_uint32 * 4),
        ("used", ctypes.c_int),
    ]
    key: ctypes.Array[ctypes.c_uint32]
    counter: ctypes.Array[ctypes.c_uint32]
    words: ctypes.Array[ctypes.c_uint32]
    used: int


_TEXT = (Path(get_include()) / "bitgammon.h").read_text(encoding="utf-8")
_TEXT = re.sub(r"\n\s*\n", "\n", re.sub(r"/\*.*?\*/", "", _TEXT, flags=re.S))

#: The constants by name, ``BG_MAX_PLAYS`` and the others.
CONSTANTS: dict[str, int] = {name: int(value) for name, value in re.findall(r"^#define (BG_\w+) (\d+)", _TEXT, re.M)}

#: The structs as C, ``bg_api`` the last: for ``FFI().cdef(DECLARATIONS)``, where boards of one's own are aligned, or
#: for a generator of bindings.
DECLARATIONS: str = "\n".join(re.findall(r"^typedef struct \{.*?^\} \w+;", _TEXT, re.M | re.S))

#: The C type of a pointer to each function, in the order of the table.
SIGNATURES: dict[str, str] = {
    name: f"{result} (*)({arguments})"
    for result, name, arguments in re.findall(r"^ +(\w+) \(\*(\w+)\)\((.*?)\);", _TEXT, re.M | re.S)
}


def _api() -> type[ctypes.Structure]:
    """``bg_api``, its functions as addresses."""
    numbers = re.findall(r"^ +uint32_t (\w+);", DECLARATIONS, re.M)
    fields = [*((name, ctypes.c_uint32) for name in numbers), *((name, ctypes.c_void_p) for name in SIGNATURES)]
    return type("bg_api", (ctypes.Structure,), {"_fields_": fields})


_STRUCTS: dict[str, type[ctypes.Structure]] = {
    "bg_board": Board,
    "bg_play": Play,
    "bg_stream": Stream,
    "bg_api": _api(),
}

#: Bytes of each struct, and of each field from the start of its struct.
SIZES: dict[str, int] = {name: ctypes.sizeof(struct) for name, struct in _STRUCTS.items()}
OFFSETS: dict[str, dict[str, int]] = {
    name: {field[0]: getattr(struct, field[0]).offset for field in struct._fields_} for name, struct in _STRUCTS.items()
}

_table: Any = _STRUCTS["bg_api"].from_address(TABLE)
if (_table.api_size, _table.board_size, _table.play_size, _table.stream_size) != tuple(
    SIZES[name] for name in ("bg_api", "bg_board", "bg_play", "bg_stream")
):
    raise ImportError(f"bitgammon.h in {get_include()} is not the one this bitgammon was built with: install it again")

#: Major and minor number of the interface.
ABI: tuple[int, int] = (_table.abi, _table.minor)

#: The address of each function, in the order of the table; all of them stay where they are until the process ends.
FUNCTIONS: dict[str, int] = {name: getattr(_table, name) for name in SIGNATURES}

_SCALARS = {
    "void": None,
    "int": ctypes.c_int,
    "int64_t": ctypes.c_int64,
    "uint32_t": ctypes.c_uint32,
    "uint64_t": ctypes.c_uint64,
}


def _type(declared: str) -> Any:
    """The ctypes type of an argument such as ``const bg_board *board`` or ``int die1``."""
    return ctypes.c_void_p if "*" in declared else _SCALARS[declared.split(maxsplit=1)[0]]


def function(name: str) -> Any:
    """A function of ``FUNCTIONS`` for ctypes and numba: it releases the GIL while it runs.

    KeyError for a name that is not there.
    """
    result, arguments = SIGNATURES[name].split(" (*)")
    types = [_type(argument.strip()) for argument in arguments.strip("()").split(",")]
    return ctypes.CFUNCTYPE(_type(result), *types)(FUNCTIONS[name])
