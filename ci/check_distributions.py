"""Checks what an sdist and a wheel hold against the source tree: check_distributions.py TREE SDIST WHEEL."""

import sys
import tarfile
import zipfile
from pathlib import Path


def check(kind: str, expected: set[str], found: set[str]) -> bool:
    """Whether everything expected is there, and nothing that is written at build time."""
    missing = sorted(expected - found)
    extra = sorted(name for name in found - expected if name.endswith((".c", ".cpp", ".pyc", ".o")))
    for name in missing:
        print(f"{kind} lacks {name}", file=sys.stderr)
    for name in extra:
        print(f"{kind} should not hold {name}", file=sys.stderr)
    return not missing and not extra


def main() -> None:
    """Exit with 1 unless both hold what they should."""
    tree, sdist, wheel = (Path(argument) for argument in sys.argv[1:])
    files = {path.relative_to(tree).as_posix() for path in tree.rglob("*") if path.is_file()}
    sources = {name for name in files if name.startswith("src/")}
    modules = {name.removeprefix("src/").removesuffix(".pyx") for name in sources if name.endswith(".pyx")}
    with tarfile.open(sdist) as archive:
        in_sdist = {name.partition("/")[2] for name in archive.getnames()}
    with zipfile.ZipFile(wheel) as archive:
        in_wheel = set(archive.namelist())
    compiled = {f"{name.partition('.')[0]} (compiled)" for name in in_wheel if name.endswith((".so", ".pyd"))}
    good = check("sdist", files, in_sdist)
    good &= check("wheel", {name.removeprefix("src/") for name in sources}, in_wheel)
    good &= check("wheel", {f"{name} (compiled)" for name in modules}, compiled)
    outside = sorted(name for name in in_wheel if not name.startswith(("bitgammon/", "bitgammon-")))
    if outside:
        print(f"wheel holds files outside the package: {outside}", file=sys.stderr)
    if not good or outside:
        sys.exit(1)
    print(f"{sdist.name}: {len(in_sdist)} names")
    print(f"{wheel.name}: {len(in_wheel)} files, {len(compiled)} extensions")


if __name__ == "__main__":
    main()
