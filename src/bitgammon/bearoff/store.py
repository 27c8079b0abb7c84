"""Tables on disk: one file a table, written whole or not at all, and believed only if its checksum is right.

Layout: the line ``bitgammon table``, then one line of JSON, padded with spaces to a multiple of 64 bytes, then the
arrays one after the other, little-endian, each beginning at a multiple of 64. The JSON object has ``version`` (1),
``kind``, ``about`` (what the table was made for), ``arrays`` (name, dtype, shape of each) and ``blake2b``, the digest
of the JSON of those four and of all that follows the line.
"""

import hashlib
import json
import logging
import os
import tempfile
from collections.abc import Callable, Iterable, Mapping
from importlib import import_module
from pathlib import Path
from typing import Any, Final, Protocol, TypeVar

import numpy as np
from numpy.typing import NDArray

from bitgammon.arguments import quoted
from bitgammon.errors import TableFileError

_FIRST: Final = b"bitgammon table\n"
_VERSION: Final = 1
_LOG: Final = logging.getLogger(__name__)
_ALIGN: Final = 64
_BLOCK: Final = 1 << 24
_LONGEST_HEADER: Final = 1 << 16
#: The folder for tables, if not the one of the user's cache.
VARIABLE: Final = "BITGAMMON_CACHE"


def folder() -> Path | None:
    """Where tables are kept: the folder that BITGAMMON_CACHE names, or the user's cache; None if neither can be told,
    since platformdirs (the extra ``tables``) is not installed.

    >>> folder() is None or folder().name != ""
    True
    """
    if named := os.environ.get(VARIABLE):
        return Path(named)
    try:
        return Path(import_module("platformdirs").user_cache_dir("bitgammon"))
    except ImportError:
        return None


def write(path: Path, kind: str, about: Mapping[str, Any], arrays: Mapping[str, NDArray[Any]]) -> None:
    """Writes a table beside its place and moves it there, so that whoever reads finds the old one or the new one.

    Raises OSError, and leaves nothing behind.
    """
    little = {name: np.ascontiguousarray(array, array.dtype.newbyteorder("<")) for name, array in arrays.items()}
    listed = [[name, array.dtype.str, list(array.shape)] for name, array in little.items()]
    header: dict[str, Any] = {"version": _VERSION, "kind": kind, "about": dict(about), "arrays": listed}
    digest = hashlib.blake2b(json.dumps(header).encode())
    for array in little.values():
        digest.update(_bytes(array))
        digest.update(b"\0" * (-array.nbytes % _ALIGN))
    header["blake2b"] = digest.hexdigest()
    line = json.dumps(header).encode()
    line = line.ljust(len(line) + -(len(_FIRST) + len(line) + 1) % _ALIGN) + b"\n"
    parts: list[bytes | memoryview] = [_FIRST + line]
    for array in little.values():
        parts += [_bytes(array), b"\0" * (-array.nbytes % _ALIGN)]
    replace(path, parts)


def replace(path: Path, parts: Iterable[bytes | memoryview]) -> None:
    """Writes a file beside its place and moves it there. Raises OSError, and leaves nothing behind."""
    path.parent.mkdir(parents=True, exist_ok=True)
    handle, name = tempfile.mkstemp(dir=path.parent, prefix=path.name[:40], suffix=".part")
    try:
        with os.fdopen(handle, "wb") as file:
            for part in parts:
                file.write(part)
            file.flush()
            os.fsync(file.fileno())
        os.replace(name, path)
    except BaseException:
        Path(name).unlink(missing_ok=True)
        raise


def read(path: Path, kind: str, about: Mapping[str, Any]) -> dict[str, NDArray[Any]]:
    """The arrays of a table, mapped into memory, not to be written to. Raises TableFileError for what is no table of
    this kind made for this, is cut short or changed, and OSError."""
    with path.open("rb") as file:
        if file.readline(len(_FIRST)) != _FIRST:
            raise TableFileError(f"{path}: no table of bitgammon")
        line = file.readline(_LONGEST_HEADER)
        start = file.tell()
        try:
            header = json.loads(line)
            found = header["version"], header["kind"], header["about"]
            listed = [(str(name), np.dtype(dtype), tuple(map(int, shape))) for name, dtype, shape in header["arrays"]]
            digest = header.pop("blake2b")
            summed = hashlib.blake2b(json.dumps(header).encode())
        except (ValueError, KeyError, TypeError, AttributeError, OverflowError, RecursionError) as error:
            raise TableFileError(f"{path}: its header cannot be read: {error}") from error
        if found != (_VERSION, kind, dict(about)):
            raise TableFileError(f"{path}: a table of {quoted(found)}, not of {(_VERSION, kind, dict(about))!r}")
        while block := file.read(_BLOCK):
            summed.update(block)
        size = file.tell() - start
    if summed.hexdigest() != digest:
        raise TableFileError(f"{path}: its checksum is wrong: cut short or changed")
    arrays: dict[str, NDArray[Any]] = {}
    offset = start
    for name, dtype, shape in listed:
        nbytes = dtype.itemsize * int(np.prod(shape, dtype=np.int64))
        if dtype.hasobject or nbytes < 0 or offset + nbytes > start + size:
            raise TableFileError(f"{path}: {name} does not fit into it")
        arrays[name] = np.memmap(path, dtype, "r", offset, shape) if nbytes else np.empty(shape, dtype)
        offset += nbytes + -nbytes % _ALIGN
    return arrays


class _Table(Protocol):
    def save(self, path: Path, /) -> None: ...


_T = TypeVar("_T", bound=_Table)


def loaded(name: str, where: str | Path | None, read_it: Callable[[Path], _T], build: Callable[[], _T]) -> _T:
    """The table of this name in a folder, or in the cache; built and put there if it is not in it or is broken.

    What cannot be kept is returned as it was built, and said in the log.
    """
    parent = Path(where) if where else folder()
    if parent is None:
        return build()
    path = parent / name
    try:
        return read_it(path)
    except FileNotFoundError:
        pass
    except (TableFileError, OSError) as error:
        _LOG.warning("%s; the table is made anew", error)
    made = build()
    try:
        made.save(path)
        return read_it(path)
    except OSError as error:
        _LOG.warning("%s; the table is not kept", error)
        return made


def _bytes(array: NDArray[Any]) -> memoryview:
    return memoryview(array.reshape(-1).view(np.uint8).data)
