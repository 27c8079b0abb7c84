"""One process at a time has a file: a lock that ends with the process, where the system has one."""

import os
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from types import ModuleType

from bitgammon.errors import CheckpointError

fcntl: ModuleType | None
try:
    import fcntl
except ImportError:  # Windows
    fcntl = None


def locked(path: Path, handle: int) -> Callable[[], None]:
    """Locks an open file, and gives what unlocks it, to be called once the file is closed. CheckpointError where it is
    locked already, in this process or another.

    Where files cannot be locked, a second file beside it says that it is in use. Windows removes that with its process;
    elsewhere, on a network's disk for example, whoever kills the process has to.

    >>> import tempfile
    >>> with tempfile.NamedTemporaryFile() as file:
    ...     unlock = locked(Path(file.name), file.fileno())
    ...     unlock()
    """
    if fcntl is not None:
        try:
            fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
            return _closed_with_the_file
        except BlockingIOError:
            raise CheckpointError(f"{path}: in use by another process") from None
        except OSError:
            pass  # not on this file system
    return _file_beside(path)


def _file_beside(path: Path) -> Callable[[], None]:
    beside = path.with_name(f"{path.name}.lock")
    goes = getattr(os, "O_TEMPORARY", 0)  # Windows: removed when it is closed, by a kill too
    try:
        lock = os.open(beside, os.O_RDWR | os.O_CREAT | os.O_EXCL | goes, 0o666)
    except FileExistsError:
        raise CheckpointError(f"{path}: in use by another process, or remove {beside}") from None

    def unlock() -> None:
        with suppress(OSError):
            os.close(lock)
            if not goes:
                beside.unlink()

    return unlock


def _closed_with_the_file() -> None:
    """The system has unlocked it."""
