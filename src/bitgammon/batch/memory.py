"""How large a result may become: asked before it is allocated."""

import os

from bitgammon.errors import BitgammonError


class BatchSizeError(BitgammonError):
    """A result larger than allowed; ``needed`` is the size in bytes it would have had."""

    def __init__(self, needed: int, allowed: int) -> None:
        super().__init__(f"the result needs {needed:,} bytes, {allowed:,} are allowed (max_bytes)")
        self.needed = needed


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
