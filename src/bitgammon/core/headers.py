"""Where the C header stands."""

from pathlib import Path


def get_include() -> str:
    """The folder that holds ``bitgammon.h``, for the include directories of a C or C++ compiler.

    >>> from pathlib import Path
    >>> from bitgammon.core.headers import get_include
    >>> (Path(get_include()) / "bitgammon.h").is_file()
    True
    """
    return str(Path(__file__).resolve().parent / "include")
