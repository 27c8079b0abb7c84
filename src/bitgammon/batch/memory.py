"""How large a result may become: asked before it is allocated."""

import os

from bitgammon.arguments import integer
from bitgammon.errors import BatchSizeError


def free_bytes() -> int | None:
    """Memory that can be had without swapping, or None where the system does not tell."""
    try:
        with open("/proc/meminfo", encoding="ascii") as file:
            for line in file:
                if line.startswith("MemAvailable:"):
                    return int(line.split()[1]) * 1024
    except OSError:
        pass
    try:
        return os.sysconf("SC_AVPHYS_PAGES") * os.sysconf("SC_PAGE_SIZE")
    except (AttributeError, ValueError, OSError):
        return None


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
