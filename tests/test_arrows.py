"""The import arrows: who in the package may import whom, downwards only.

Read from the sources' imports, cimports and includes, so that the test holds for code no other test runs.
"""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
PACKAGE = ROOT / "src" / "bitgammon"

#: Every unit of the package (a folder or module of its top level) and the units right below it.
ARROWS: dict[str, set[str]] = {
    "rules": set(),
    "errors": set(),
    "arguments": {"rules", "errors"},
    "core": set(),
    "reference": {"rules"},
    "ids": {"arguments"},
    "notation": {"arguments"},
    "play": {"core", "notation"},
    "board": {"core", "ids", "notation", "play"},
    "counting": {"board"},
    "batch": {"core", "board"},
    "game": {"board", "counting"},
    "draw": {"board", "game"},
    "files": {"game"},
    "bearoff": {"core", "batch"},
    "evaluate": {"batch", "bearoff"},
    "cube": {"batch", "game"},
    "rollout": {"evaluate", "cube"},
    "analysis": {"rollout", "files", "draw"},
    "rl": {"rollout"},
    "protocols": {"analysis"},
    # The package itself, which is its public names, and what stands above it.
    "__init__": {"analysis", "rl", "protocols"},
    "bench": {"__init__"},
    "cli": {"__init__", "bench"},
    "__main__": {"cli"},
}
#: Beside the arrows, by file: the driver of the benchmarks has a face for Python and its errors; a board
#: loads what draws it when it is first asked for its picture, so not at the top of the module.
ALSO = {"core/bench.pyx": {"errors"}}
WHEN_ASKED = {"board.pyx": {"draw"}}
PRIVATE = "reference"  # no unit may import it: tests and benchmarks do
SUFFIXES = {".py", ".pyi", ".pyx", ".pxd", ".pxi"}


def below(unit: str) -> set[str]:
    """Every unit that a unit may import: itself and all that the arrows lead to."""
    reached, new = {unit}, [unit]
    while new:
        fresh = ARROWS[new.pop()] - reached
        reached |= fresh
        new += fresh
    return reached


def unit_of(path: Path) -> str:
    """The unit a source file belongs to."""
    return path.relative_to(PACKAGE).parts[0].partition(".")[0]


def unit_named(module: str, names: list[str]) -> set[str]:
    """The units that ``from module import names`` reaches; nothing for a module outside the package."""
    parts = module.split(".")
    if parts[0] != "bitgammon":
        return set()
    if len(parts) > 1:
        return {parts[1]}
    return {name if name in ARROWS else "__init__" for name in names or [""]}


def absolute(path: Path, module: str, level: int) -> str:
    """A relative module name made absolute."""
    if not level:
        return module
    folders = path.relative_to(PACKAGE.parent).parts[:-level]
    return ".".join([*folders, *filter(None, [module])])


Imports = Iterator[tuple[bool, str, list[str]]]


def python_imports(path: Path) -> Imports:
    """For every import of a Python file: whether at the top of it, from which module, which names."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            yield from ((not node.col_offset, alias.name, []) for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            names = [alias.name for alias in node.names]
            yield not node.col_offset, absolute(path, node.module or "", node.level), names


def cython_imports(path: Path) -> Imports:
    """The same of a Cython file: import, cimport, include, from anywhere."""
    text = re.sub(r'("""|\'\'\').*?\1|#[^\n]*', "", path.read_text(encoding="utf-8"), flags=re.S)
    text = re.sub(r"\\\n", " ", text)
    whole = r"^([ \t]*)from[ \t]+(\.*)([\w.]*)[ \t]+c?import[ \t]+(\([^)]*\)|[^\n]*)"
    for indent, dots, module, names in re.findall(whole, text, re.M):
        listed = [name.split()[0] for name in names.strip("()").replace("\n", " ").split(",") if name.strip()]
        yield not indent, absolute(path, module, len(dots)), listed
    for indent, modules in re.findall(r"^([ \t]*)c?import[ \t]+([^\n]*)", text, re.M):
        yield from ((not indent, name.split()[0], []) for name in modules.split(","))
    for _, name in re.findall(r"^[ \t]*include[ \t]+([\"'])(.*?)\1", text, re.M):
        inside = (path.parent / name).resolve().relative_to(PACKAGE.parent)
        yield True, ".".join(inside.with_suffix("").parts), []


def imported(path: Path, top: bool | None = None) -> set[str]:
    """The units a file reaches for; with top, only from its top, or only from inside functions."""
    read = python_imports if path.suffix in {".py", ".pyi"} else cython_imports
    found = [(module, names) for at_top, module, names in read(path) if top in {None, at_top}]
    return {unit for module, names in found for unit in unit_named(module, names)}


FILES = sorted(path for path in PACKAGE.rglob("*") if path.suffix in SUFFIXES)


def test_the_sources_are_read() -> None:
    found = {path: imported(path) for path in FILES}
    units = {unit_of(path) for path in found}
    assert {"core", "board", "batch", "ids", "cli", "rules", "reference", "__init__"} <= units
    edges = {(unit_of(path), unit) for path, reached in found.items() for unit in reached}
    assert {("board", "core"), ("batch", "core"), ("core", "core"), ("reference", "rules")} <= edges


def test_the_arrows_lead_downwards() -> None:
    for unit, lower in ARROWS.items():
        assert not any(unit in below(name) for name in lower), f"a circle at {unit}"
        assert PRIVATE not in below(unit) - {PRIVATE}


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.relative_to(PACKAGE).as_posix())
def test_imports_follow_the_arrows(path: Path) -> None:
    unit = unit_of(path)
    assert unit in ARROWS, f"{unit} is new: give it a line in ARROWS"
    name = path.relative_to(PACKAGE).as_posix()
    allowed = below(unit) | ALSO.get(name, set())
    upward = imported(path, top=True) - allowed
    upward |= imported(path, top=False) - allowed - WHEN_ASKED.get(name, set())
    assert not upward, f"{unit} may import {sorted(allowed - {unit})}, not {sorted(upward)}"


@pytest.mark.parametrize(
    ("source", "found"),
    [
        ("from bitgammon.core.board cimport (\n    a, b as c)\n", {"core"}),
        ("from bitgammon cimport board\nimport bitgammon.ids, os\n", {"board", "ids"}),
        ("from bitgammon import Board\n", {"__init__"}),
        ("from . cimport kernel\nfrom .. cimport rules\nfrom ..ids import xgid\n", {"core", "rules", "ids"}),
        ('"""\nfrom bitgammon.cli import main\n"""\n# import bitgammon.cli\n', set()),
        ('include "kernel/pairs.pxi"\n', {"core"}),
        ("def f():\n    from bitgammon.reference import results\n", {"reference"}),
    ],
)
def test_the_reader_of_cython_imports(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, source: str, found: set[str]
) -> None:
    package = tmp_path.resolve() / "bitgammon"
    monkeypatch.setitem(globals(), "PACKAGE", package)
    path = package / "core" / "sample.pyx"
    path.parent.mkdir(parents=True)
    path.write_text(source, encoding="utf-8")
    assert imported(path) == found
