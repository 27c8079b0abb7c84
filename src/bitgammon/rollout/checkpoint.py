"""What a long job has done, on disk: a file that is only added to, so that a kill loses no more than the last record.

Layout, in ASCII: every line is JSON, a tab, 16 hexadecimal digits, a line feed. The first line's JSON is an object with
``format`` ("bitgammon checkpoint"), ``version`` (1) and ``job``, which says what the records are of; every other line's
is ``[key, value]``. The digits are blake2b, 8 bytes, of the digits of the line before (nothing for the first) and the
JSON, so that no line can be changed, lost or moved without a trace but the last.
"""

import errno
import json
import os
import stat
from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from hashlib import blake2b
from pathlib import Path
from threading import Lock
from time import monotonic
from typing import Any, Final, NamedTuple, Self

from bitgammon.arguments import check_text, quoted
from bitgammon.errors import CheckpointError
from bitgammon.rollout.locking import locked

_FORMAT: Final = "bitgammon checkpoint"
_VERSION: Final = 1
_BEGIN: Final = json.dumps({"format": _FORMAT})[:-1].encode()
_DIGITS: Final = 16
#: Bytes of a line, and levels of lists and objects in a value: no record needs them, and no file may ask for more.
_LONGEST: Final = 1 << 24
_DEEPEST: Final = 32
#: Seconds between two times that the system is told to bring what was written to the disk.
_SYNC: Final = 1.0


class _End(NamedTuple):
    """Where the next record goes, and the digits it continues."""

    size: int
    digits: bytes


class Checkpoint:
    """The records of a job, each a key and a value that JSON can hold. Made by ``open``; close it, or use it in a
    ``with`` block. Values are as JSON gives them back: lists for tuples, floats to the last bit. They stay in the file,
    so that a long job needs no more memory than 150 bytes a record.

    >>> import tempfile
    >>> path = Path(tempfile.mkdtemp()) / "job.checkpoint"
    >>> with Checkpoint.open(path, {"games": 1296}) as checkpoint:
    ...     checkpoint.add("1", [0.1, 0.2])
    >>> with Checkpoint.open(path, {"games": 1296}) as checkpoint:
    ...     checkpoint.records
    {'1': [0.1, 0.2]}
    """

    def __init__(self, path: Path, handle: int, unlock: Callable[[], None], job: Mapping[str, Any]) -> None:
        """For ``open``: takes a locked file, reads it and makes it end with a whole line."""
        self.path = path
        self._places: dict[bytes, int] = {}  # of every key, made short, the byte where its line begins
        self._handle = handle
        self._unlock = unlock
        self._closed = True  # until it can be used: what goes wrong before, open cleans up
        self._mutex = Lock()
        self._end = self._read(job)
        size = os.fstat(handle).st_size
        if size > self._end.size:  # the last record is torn
            os.ftruncate(handle, self._end.size)
        self._torn = False
        self._synced = monotonic()
        if not self._end.size:
            self._write(json.dumps({"format": _FORMAT, "version": _VERSION, "job": dict(job)}))
        if size != self._end.size:
            os.fsync(handle)
        self._closed = False

    @classmethod
    def open(cls, path: str | os.PathLike[str], job: Mapping[str, Any]) -> "Checkpoint":
        """A new file, or the one that is there, gone on with; a last record that was not written to its end is dropped.

        job: whatever tells this job from others, settings and positions for example, such as JSON can hold.

        Raises CheckpointError, and leaves the file as it is, where it is of another job, naming what differs; is
        no checkpoint or one of a later version; is damaged before its last record; or is in use. OSError; TypeError for
        a job that JSON cannot hold.
        """
        where = Path(path)
        _dumped("job", dict(job))
        new = not where.exists()
        handle = os.open(where, os.O_RDWR | os.O_CREAT | os.O_APPEND | getattr(os, "O_BINARY", 0), 0o666)
        unlock: Callable[[], None] = _nothing
        try:
            if not stat.S_ISREG(os.fstat(handle).st_mode):
                raise CheckpointError(f"{where}: not a file that can be added to")
            unlock = locked(where, handle)
            made = cls(where, handle, unlock, job)
            if new:
                _sync_folder(where.parent)
        except BaseException:
            os.close(handle)
            unlock()
            raise
        return made

    @staticmethod
    def job_of(path: str | os.PathLike[str]) -> dict[str, Any] | None:
        """What a file says that it is of, whatever else is in it; None where there is no file, or one that is no
        checkpoint. OSError.

        >>> import tempfile
        >>> path = Path(tempfile.mkdtemp()) / "job.checkpoint"
        >>> Checkpoint.open(path, {"games": 5}).close()
        >>> Checkpoint.job_of(path), Checkpoint.job_of(path.parent / "other")
        ({'games': 5}, None)
        """
        if not Path(path).is_file():
            return None
        with open(path, "rb") as file:
            text, digits = _checked(file.readline(_LONGEST + 1), b"")
        if digits is None or not text.startswith(_BEGIN.decode()):
            return None
        job = json.loads(text).get("job")
        return job if isinstance(job, dict) else None

    def add(self, key: str, value: Any) -> None:
        """Keeps a value. When this has returned, a kill of the process does not lose it; a power cut may, if it comes
        in the next second.

        Raises CheckpointError for a key that is there, a value larger than 16 MB or nested more than 32 deep, or when
        closed; TypeError for what JSON cannot hold; OSError where the disk is full, for example: what was there before
        stays, and add may be tried again.
        """
        check_text("key", key)
        text = _dumped("value", [key, value], _DEEPEST + 1)
        with self._mutex:
            self._check_open()
            if _short(key) in self._places:
                raise CheckpointError(f"{self.path}: there is a record {quoted(key)} already")
            self._write(text, key)

    def get(self, key: str) -> Any:
        """The value of a record, or None where there is none. Raises CheckpointError when closed, OSError, TypeError.

        >>> import tempfile
        >>> with Checkpoint.open(Path(tempfile.mkdtemp()) / "job.checkpoint", {}) as checkpoint:
        ...     checkpoint.add("1", 5)
        ...     checkpoint.get("1"), checkpoint.get("2")
        (5, None)
        """
        check_text("key", key)
        with self._mutex:
            self._check_open()
            place = self._places.get(_short(key))
            return None if place is None else self._at(place)[1]

    @property
    def records(self) -> dict[str, Any]:
        """All that was done, in order, read anew. Raises CheckpointError when closed, OSError."""
        with self._mutex:
            self._check_open()
            return dict(map(self._at, self._places.values()))

    def close(self) -> None:
        """Brings everything to the disk and lets others open the file; any number of times. Raises OSError."""
        with self._mutex:
            if self._closed:
                return
            self._closed = True
            try:
                if self._torn:
                    os.ftruncate(self._handle, self._end.size)
                os.fsync(self._handle)
            finally:
                os.close(self._handle)
                self._unlock()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_exception: object) -> None:
        self.close()

    def __del__(self) -> None:
        if not getattr(self, "_closed", True):
            self._closed = True
            with suppress(OSError):
                os.close(self._handle)
            self._unlock()

    def _check_open(self) -> None:
        if self._closed:
            raise CheckpointError(f"{self.path}: this checkpoint is closed")

    def _at(self, place: int) -> tuple[str, Any]:
        """The key and the value of the line that begins with this byte, and continues the digits before it."""
        where = f"{self.path}: the record at byte {place}"
        with open(self._handle, "rb", closefd=False) as file:
            file.seek(place - _DIGITS - 1)
            before = file.read(_DIGITS + 1)[:_DIGITS]
            text, digits = _checked(file.readline(_LONGEST + 1), before)
        if digits is None:
            raise CheckpointError(f"{where} has changed")
        return _record(where, text)

    def _write(self, text: str, key: str | None = None) -> None:
        """One line, whole or not at all: an error, or Ctrl-C at any moment, leaves the records and the file as they
        were, or, where the file cannot be cut short now, marks it as torn, for the next time."""
        end = self._end
        if self._torn:
            os.ftruncate(self._handle, end.size)
        line, digits = _line(text, end.digits)
        self._torn = True
        try:
            written = os.write(self._handle, line)
            if written < len(line):
                raise OSError(errno.ENOSPC, f"only {written} of {len(line)} bytes could be written", str(self.path))
            if monotonic() - self._synced >= _SYNC:
                os.fsync(self._handle)
                self._synced = monotonic()
            if key is not None:
                self._places[_short(key)] = end.size
            self._end = _End(end.size + len(line), digits)
            self._torn = False
        except BaseException:
            if self._end is end:
                if key is not None:
                    self._places.pop(_short(key), None)
                os.ftruncate(self._handle, end.size)
            self._torn = False
            raise

    def _read(self, job: Mapping[str, Any]) -> _End:
        """Finds the records; where the last whole line ends."""
        end = _End(0, b"")
        with open(self._handle, "rb", closefd=False) as file:
            for line in _lines(file.readline):
                text, digits = _checked(line, end.digits)
                where = f"{self.path}: the record at byte {end.size}" if end.size else f"{self.path}: its first line"
                if not end.size:
                    _check_header(self.path, line, digits is not None, job)
                if digits is None:
                    # A write that was cut short is one line's beginning, and nothing follows.
                    if not _could_be_torn(line) or file.read(1):
                        raise CheckpointError(f"{where} is damaged")
                    break
                if end.size:
                    key, _ = _record(where, text)
                    if _short(key) in self._places:
                        raise CheckpointError(f"{where} has the key of another, {quoted(key)}")
                    self._places[_short(key)] = end.size
                end = _End(end.size + len(line), digits)
        return end


def _short(key: str) -> bytes:
    """Instead of a key, however long: no two keys of any job share these 16 bytes."""
    return blake2b(key.encode("utf-8", "surrogatepass"), digest_size=16).digest()


def _lines(readline: Callable[[int], bytes]) -> Iterator[bytes]:
    while line := readline(_LONGEST + 1):
        yield line


def _line(text: str, before: bytes) -> tuple[bytes, bytes]:
    """The line of a text, and its digits."""
    digits = blake2b(before + text.encode("ascii"), digest_size=_DIGITS // 2).hexdigest().encode()
    return text.encode("ascii") + b"\t" + digits + b"\n", digits


def _checked(line: bytes, before: bytes) -> tuple[str, bytes | None]:
    """The text of a line and its digits, which are None if they or anything else is wrong."""
    with suppress(UnicodeDecodeError):
        text = line.rpartition(b"\t")[0].decode("ascii")
        right, digits = _line(text, before)
        if right == line and len(line) <= _LONGEST:
            return text, digits
    return "", None


def _could_be_torn(line: bytes) -> bool:
    """Whether this could be one line that was not written to its end or, as a whole line, has changed since: two with
    a line feed lost between them have a second tab, or more after the first."""
    _, tab, digits = line.partition(b"\t")
    return len(line) <= _LONGEST and (not tab or (len(digits) <= _DIGITS + 1 and b"\t" not in digits))


def _check_header(path: Path, line: bytes, whole: bool, job: Mapping[str, Any]) -> None:
    """CheckpointError where a file's first line is not this job's, or not the beginning of one."""
    if line[: len(_BEGIN)] != _BEGIN[: len(line)]:
        raise CheckpointError(f"{path}: no checkpoint of bitgammon")
    if not line.endswith(b"\n"):
        return  # torn, or much too long
    header = _loaded(f"{path}: its first line", line.partition(b"\t")[0].decode("ascii", "replace"))
    version = header.get("version") if isinstance(header, dict) else None
    if type(version) is int and version > _VERSION:
        raise CheckpointError(f"{path}: a checkpoint of version {quoted(version)}, this bitgammon reads {_VERSION}")
    if not whole or type(version) is not int or version != _VERSION or not isinstance(header.get("job"), dict):
        raise CheckpointError(f"{path}: its first line is damaged")
    found, wanted = ({key: _canonical(value) for key, value in each.items()} for each in (header["job"], _as_json(job)))
    different = sorted(key for key in found.keys() | wanted.keys() if found.get(key) != wanted.get(key))
    if different:
        told = ", ".join(
            f"{quoted(key)} is {_shown(found.get(key))}, not {_shown(wanted.get(key))}" for key in different[:5]
        )
        raise CheckpointError(f"{path}: a checkpoint of another job: {told}{', ...' * (len(different) > 5)}")


def _record(where: str, text: str) -> tuple[str, Any]:
    record = _loaded(where, text)
    if not isinstance(record, list) or len(record) != 2 or not isinstance(record[0], str):
        raise CheckpointError(f"{where} is not a key and a value")
    return record[0], record[1]


def _loaded(where: str, text: str) -> Any:
    try:
        value = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise CheckpointError(f"{where} cannot be read: {error}") from None
    if _deeper(value, _DEEPEST + 1):  # one for the line itself
        raise CheckpointError(f"{where} cannot be read: too deeply nested")
    return value


def _dumped(name: str, value: Any, deepest: int = _DEEPEST) -> str:
    """value as JSON; CheckpointError, naming it, where a checkpoint would not read it back."""
    try:
        text = json.dumps(value)
    except (ValueError, RecursionError) as error:  # it holds itself, or an integer of thousands of digits
        raise CheckpointError(f"{name}: {error}") from None
    if len(text) > _LONGEST - 256:
        raise CheckpointError(f"{name}: {len(text):,} bytes, at most 16 MB can be kept")
    if _deeper(value, deepest):
        raise CheckpointError(f"{name}: lists or objects nested more than {_DEEPEST} deep")
    return text


def _deeper(value: Any, most: int) -> bool:
    """Whether lists and objects are nested more than so many deep."""
    layer = [value]
    for _ in range(most + 1):
        layer = [inner for outer in layer if isinstance(outer, dict | list | tuple) for inner in _inside(outer)]
    return bool(layer)


def _inside(value: Any) -> list[Any]:
    return list(value.values()) if isinstance(value, dict) else list(value)


def _as_json(job: Mapping[str, Any]) -> dict[str, Any]:
    given: dict[str, Any] = json.loads(json.dumps(dict(job)))
    return given


def _canonical(value: Any) -> str:
    """As text, in which NaN equals itself and 1 is not 1.0."""
    return json.dumps(value, sort_keys=True)


def _shown(text: str | None) -> str:
    return "missing" if text is None else text if len(text) <= 80 else f"{text[:80]}..."


def _sync_folder(folder: Path) -> None:
    """Brings a new file's name to the disk, where folders can be opened."""
    with suppress(OSError):
        handle = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)


def _nothing() -> None:
    """Nothing is locked."""
