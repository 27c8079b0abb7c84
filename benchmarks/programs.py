"""Where the programs are that the benchmarks run beside the package."""

import shutil


def find(name: str) -> str | None:
    """The path of a program, or None; Debian's games are not on everybody's path."""
    return shutil.which(name) or shutil.which(name, path="/usr/games")
