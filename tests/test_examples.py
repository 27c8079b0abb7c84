"""The examples in the docstrings of modules whose tests are spread over several files."""

import doctest
from importlib import import_module
from pathlib import Path

import pytest

import bitgammon

SOURCE = Path(bitgammon.__file__).parent
PARTS = ("batch", "bearoff", "draw", "game")
MODULES = [
    ".".join((bitgammon.__name__, *path.relative_to(SOURCE).with_suffix("").parts)).removesuffix(".__init__")
    for path in sorted(file for part in PARTS for file in (SOURCE / part).rglob("*.py"))
    if ">>>" in path.read_text(encoding="utf-8")
] + ["bitgammon.arguments", "bitgammon.rules"]


@pytest.mark.parametrize("name", MODULES)
def test_the_examples_run(name: str) -> None:
    found = doctest.testmod(import_module(name))
    assert found.attempted > 0
    assert found.failed == 0
