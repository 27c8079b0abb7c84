"""What the tests of the executors have done by workers, who must be able to import it."""

import os
import signal
import sys
import time
from pathlib import Path


class Unlikely(Exception):
    """An error of the work's own, with arguments of its own kind."""

    def __init__(self, first: int, *, second: int) -> None:
        super().__init__(first)
        self.second = second

    def __reduce__(self) -> tuple[object, ...]:
        return _unlikely, (self.args[0], self.second)


def _unlikely(first: int, second: int) -> Unlikely:
    return Unlikely(first, second=second)


class Unpicklable(Exception):
    """An error that is pickled, and then cannot be unpickled."""

    def __init__(self, first: int, second: int) -> None:
        super().__init__(f"{first} and {second}")


def tenth(item: int) -> float:
    """A result in which every bit counts."""
    return item / 10


def slow(item: int) -> float:
    """The same, in a while."""
    time.sleep(0.05)
    return item / 10


def with_table(table: bytes, item: int) -> int:
    """Work that comes with much data."""
    return len(table) + table[item] + item


def who(_item: int) -> int:
    """The process that works on it."""
    return os.getpid()


def wait_for(path: str, item: int) -> int:
    """Item 1 notes its process, then takes forever; the others take a moment."""
    if item == 1:
        Path(path).write_text(str(os.getpid()), encoding="ascii")
        time.sleep(1000)
    return item


def die_once(folder: str, item: int) -> float:
    """Kills its process, as the system does when memory runs out, once for every third item."""
    mark = Path(folder) / str(item)
    if item % 3 == 1 and not mark.exists():
        mark.touch()
        os.kill(os.getpid(), signal.SIGKILL)
    return item / 10


def die_at_two(item: int) -> int:
    """Kills its process whenever the item is 2."""
    if item == 2:
        os.kill(os.getpid(), signal.SIGKILL)
    return item


def fail(item: int) -> int:
    """A different error for every item from 3 on, and the slowest first, so that they do not come in order."""
    if item == 3:
        time.sleep(0.2)
        raise Unlikely(3, second=4)
    if item == 4:
        raise KeyError("four")
    if item == 5:
        sys.exit(5)
    if item == 6:
        raise Unpicklable(6, 7)
    return item


def unpicklable_result(item: int) -> object:
    """A result that cannot be sent."""
    return lambda: item


def noted(folder: str, item: int) -> int:
    """Leaves a note that it was begun, and by whom; takes a while."""
    (Path(folder) / str(item)).write_text(str(os.getpid()), encoding="ascii")
    time.sleep(0.05)
    return item
