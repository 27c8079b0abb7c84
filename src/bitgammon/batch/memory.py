"""How large a result may become: asked before it is allocated."""

import os
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from bitgammon.arguments import integer
from bitgammon.errors import BatchSizeError

_MEMINFO: Final = Path("/proc/meminfo")
_OWN_GROUPS: Final = Path("/proc/self/cgroup")
_GROUPS: Final = Path("/sys/fs/cgroup")
#: A control group's limit, what is used of it, and the parts of that which are let go when needed: cached files
#: (memory.stat). As the kernel's cgroup-v2.rst and cgroup-v1/memory.rst name them.
_SECOND: Final = ("memory.max", "memory.current", {"inactive_file", "active_file"})
_FIRST: Final = ("memory.limit_in_bytes", "memory.usage_in_bytes", {"total_inactive_file", "total_active_file"})


def free_bytes() -> int | None:
    """Memory that this process can have without swapping, or None where the system does not tell."""
    free = [*_of_the_system(), *_of_groups()]
    return min(free) if free else None


def _of_the_system() -> Iterator[int]:
    for line in _lines(_MEMINFO):
        if line.startswith("MemAvailable:"):
            yield int(line.split()[1]) * 1024
            return
    try:
        yield os.sysconf("SC_AVPHYS_PAGES") * os.sysconf("SC_PAGE_SIZE")
    except (AttributeError, ValueError, OSError):
        return


def _of_groups() -> Iterator[int]:
    """What is left in each control group with a limit that this process is in, as every container is."""
    for line in _lines(_OWN_GROUPS):
        _, controllers, path = line.split(":", 2)
        if not controllers:
            root, names = _GROUPS, _SECOND
        elif "memory" in controllers.split(","):
            root, names = _GROUPS / "memory", _FIRST
        else:
            continue
        folder = root / path.lstrip("/")
        for group in (folder, *folder.parents):
            if group.is_relative_to(root):
                yield from _of_group(group, *names)


def _of_group(group: Path, limit: str, used: str, spare: set[str]) -> Iterator[int]:
    most, now = _lines(group / limit), _lines(group / used)
    if most and now and most[0].isdigit() and now[0].isdigit():  # no limit is "max"
        spared = [int(line.split()[1]) for line in _lines(group / "memory.stat") if line.split()[0] in spare]
        yield max(int(most[0]) - int(now[0]) + sum(spared), 0)


def _lines(path: Path) -> list[str]:
    """Of a small file of the system; none where it is not there."""
    try:
        return path.read_text(encoding="utf-8", errors="replace").splitlines()
    except OSError:
        return []


def check_size(needed: int, max_bytes: int | None) -> None:
    """BatchSizeError if a result of so many bytes is more than max_bytes or, when that is None, than what is free."""
    if max_bytes is not None:
        allowed = max_bytes
    else:
        if needed < 1 << 26:  # asking the system takes longer than such a result
            return
        found = free_bytes()
        if found is None:
            return
        allowed = found
    if needed > allowed:
        raise BatchSizeError(needed, allowed)


def byte_limit(max_bytes: int | None) -> int | None:
    """max_bytes, checked: None, or 0 .. 2**63 - 1; OutOfRangeError, TypeError."""
    return None if max_bytes is None else integer("max_bytes", max_bytes, 0, (1 << 63) - 1)
