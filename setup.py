"""Extensions of the package; everything else stands in pyproject.toml.

The kernel is compiled from one source for the instruction set every machine of the platform has, for
x86-64-v3 (AVX2, BMI) on x86-64, and without anything a plain C compiler may lack. The package chooses at run time.

With BITGAMMON_SANITIZE=1 in the environment it is built with the address and undefined-behaviour sanitizers.
"""

import os
import platform
import sys
from pathlib import Path

from setuptools import Extension, setup

PACKAGE = Path("src/bitgammon")
MSVC = sys.platform == "win32"
X86_64 = (
    platform.machine().lower() in {"x86_64", "amd64"}
    and sys.maxsize > 1 << 32  # not a Python of 32 bits on such a machine
    and "arm64" not in os.environ.get("ARCHFLAGS", "")
)

OPTIMISE = ["/O2"] if MSVC else ["-O3"]
SANITIZE = ["-fsanitize=address,undefined"] if os.environ.get("BITGAMMON_SANITIZE") else []
if SANITIZE:
    OPTIMISE = ["-O1", "-g", "-fno-omit-frame-pointer", "-fno-sanitize-recover=undefined", *SANITIZE]
# The parts of x86-64-v3 that integers use, which is what core/movegen.pyx asks the processor for. By their names: GCC
# before 11 and clang before 12 do not know that of the whole.
V3 = ["/arch:AVX2"] if MSVC else ["-mavx2", "-mbmi", "-mbmi2", "-mlzcnt", "-mpopcnt"]
DIRECTIVES = {
    "language_level": 3,
    "boundscheck": False,
    "wraparound": False,
    "cdivision": True,
    "initializedcheck": False,
    "binding": False,
    "freethreading_compatible": True,
}


def extension(path: str, flags: list[str] | None = None, macro: str = "") -> Extension:
    """An extension named after its source, rebuilt when anything it includes or cimports changes."""
    name = "bitgammon." + path.replace("/", ".")
    shared = [*PACKAGE.glob("core/*.pxd"), *PACKAGE.glob("core/kernel/*.pxi")]
    return Extension(
        name,
        [f"{PACKAGE}/{path}.pyx"],
        depends=[str(p) for p in shared],
        extra_compile_args=OPTIMISE + (flags or []),
        extra_link_args=SANITIZE,
        define_macros=[(macro, "1")] if macro else [],
    )


def extensions() -> list[Extension]:
    found = [
        extension("core/board"),
        extension("core/_kernel_portable", macro="BG_PORTABLE"),
        extension("core/_kernel_baseline"),
        extension("core/movegen"),
        extension("core/bench"),
        extension("core/play"),
        extension("core/capi"),
        extension("play"),
        extension("board"),
        extension("counting"),
        extension("core/batch"),
        extension("core/rows"),
        extension("core/segments"),
        extension("core/playout"),
        extension("core/two_sided"),
        extension("core/hypergammon"),
        extension("core/outcomes"),
        extension("core/positional"),
    ]
    if X86_64:
        found.append(extension("core/_kernel_v3", V3))
    return found


if __name__ == "__main__":
    from Cython.Build import cythonize

    modules = cythonize(extensions(), compiler_directives=DIRECTIVES, include_path=["src"])
    setup(ext_modules=modules, options={"build_ext": {"parallel": os.cpu_count()}})
