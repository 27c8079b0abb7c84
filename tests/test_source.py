"""What every source keeps: short lines and files, docstrings, nothing left undone, nothing of one machine."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from bitgammon import rules

ROOT = Path(__file__).resolve().parent.parent
FOLDERS = ["src", "tests", "benchmarks", "ci", ".ci"]
TOP = {*FOLDERS, "pyproject.toml", "setup.py", "README.md", "LICENSE", "CHANGELOG.md", "MANIFEST.in"}
#: Written by a build, or by the making of an sdist, beside what is kept.
MADE = {"build", "dist", "PKG-INFO", "setup.cfg"}
GENERATED = {".c", ".so", ".pyd", ".pyc", ".json"}
LINES, WIDTH = 600, 120


def kept(path: Path) -> bool:
    """Whether a path is a source: no build product, no cache, no data."""
    inside = path.relative_to(ROOT)
    made = any(part == "__pycache__" or part.endswith((".egg-info", "_cache")) for part in inside.parts)
    return path.is_file() and not made and not {"data", ".hypothesis"} & set(inside.parts)


def sources() -> list[Path]:
    """Every text that people write here."""
    below = [path for folder in FOLDERS for path in (ROOT / folder).rglob("*")]
    found = [path for path in [*ROOT.iterdir(), *below] if kept(path) and path.suffix not in GENERATED]
    return sorted(path for path in found if path.parent != ROOT or path.name in TOP)


def relative(path: Path) -> str:
    """A path as it stands in messages and test names."""
    return path.relative_to(ROOT).as_posix()


FILES = sources()
PYTHON = [path for path in FILES if path.suffix == ".py"]
SCRIPTS = [path for path in FILES if path.parent.name in {"ci", ".ci"} and not path.suffix]
PACKAGE = [path for path in FILES if path.is_relative_to(ROOT / "src") and path.suffix in {".py", ".pyx"}]
FORBIDDEN = {
    "work left undone": "TO" + "DO|FIX" + "ME|X" + "XX",
    "a path of one machine": r"(?<![\w.~/\-])/(?:home|root|work|tmp|Users|mnt|opt)/",
    "a path above the checkout": r"\.\./sha" + "red",
}


def test_the_top_level() -> None:
    names = {path.name for path in ROOT.iterdir() if path.is_dir() or not path.name.startswith(".")}
    folders_of_tools = {name for name in names if name.startswith((".", "venv")) or name == "__pycache__"}
    assert names - folders_of_tools - TOP - MADE == set()


def test_there_are_sources() -> None:
    assert {"README.md", "setup.py", "tests/test_source.py"} <= {relative(path) for path in FILES}
    assert {path.suffix for path in PACKAGE} == {".py", ".pyx"}


@pytest.mark.parametrize("path", FILES, ids=relative)
def test_text(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    lines = text.splitlines()
    assert len(lines) <= LINES
    # README's commands are one line each, and a row of a table cannot be broken.
    free = ("|", "python3 -m venv ") if path.suffix == ".md" else ()
    assert [n for n, line in enumerate(lines, 1) if len(line) > WIDTH and not line.startswith(free)] == []
    assert [n for n, line in enumerate(lines, 1) if line != line.rstrip()] == []
    assert not text or (text.endswith("\n") and not text.endswith("\n\n"))
    for what, pattern in FORBIDDEN.items():
        assert [n for n, line in enumerate(lines, 1) if re.search(pattern, line)] == [], what


def undocumented(tree: ast.AST, prefix: str = "") -> Iterator[str]:
    """Public classes, functions and methods without a docstring, inner functions and overloads apart."""
    for node in ast.iter_child_nodes(tree):
        if not isinstance(node, ast.ClassDef | ast.FunctionDef) or node.name.startswith("_"):
            continue
        decorators = {ast.unparse(decorator) for decorator in node.decorator_list}
        if ast.get_docstring(node) is None and not decorators & {"overload", "typing.overload", "override"}:
            yield prefix + node.name
        if isinstance(node, ast.ClassDef):
            yield from undocumented(node, f"{prefix}{node.name}.")


#: The head of a def, cpdef or class at module or class level, to the colon at the end of one of its lines.
HEAD = re.compile(
    r"^(?:    )?(?:cpdef\b[^(\n]*?|def|class|cdef class) ([A-Za-z]\w*)\b(?:.*\n)*?.*:\s*(?:#.*)?\n", re.M
)


def undocumented_cython(text: str) -> Iterator[str]:
    """The same of Cython, as far as the layout of the text tells."""
    for match in HEAD.finditer(text):
        if not re.match(r'\s*(?:#[^\n]*\s*)*[rf]?"""', text[match.end() :]):
            yield match[1]


@pytest.mark.parametrize("path", PYTHON, ids=relative)
def test_python_modules_say_what_they_are(path: Path) -> None:
    tree = ast.parse(path.read_text(encoding="utf-8"))
    assert ast.get_docstring(tree)
    if path in PACKAGE:
        assert list(undocumented(tree)) == []


@pytest.mark.parametrize("path", [path for path in PACKAGE if path.suffix == ".pyx"], ids=relative)
def test_cython_modules_say_what_they_are(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    assert re.match(r'#|\s*"""', text), "no docstring, nor a comment that says what it is"
    assert list(undocumented_cython(text)) == []


@pytest.mark.parametrize("path", SCRIPTS, ids=relative)
def test_scripts_have_a_header(path: Path) -> None:
    first, second, *rest = path.read_text(encoding="utf-8").splitlines()
    assert first == "#!/usr/bin/env bash"
    assert second.startswith("# ")
    assert any(line in {"set -euo pipefail", 'source "$(dirname "$0")/lib.sh"'} for line in rest)


def test_every_rule_that_is_named_is_listed_once() -> None:
    listed = re.findall(r"^R(\d+) ", rules.__doc__ or "", re.M)
    assert listed == [str(number) for number in range(1, 23)]
    folders = [ROOT / "src", ROOT / "tests"]
    texts = [path.read_text(encoding="utf-8") for path in FILES if any(map(path.is_relative_to, folders))]
    named = {number for text in texts for number in re.findall(r"(?:\b|_)R(\d+)(?=\b|_)", text)}
    assert named == set(listed)
