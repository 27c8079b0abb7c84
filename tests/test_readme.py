"""The README is true: its Python blocks run, its Cython block compiles, its command lines work."""

import doctest
import importlib.metadata
import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

from bitgammon import cli

README = Path(__file__).resolve().parent.parent / "README.md"
TEXT = README.read_text(encoding="utf-8")
SECTIONS = dict(re.findall(r"^## (.*)\n((?:(?!## ).*\n)*)", TEXT, re.M))


def blocks(language: str, text: str = TEXT) -> list[str]:
    """The code blocks of a language."""
    return re.findall(rf"^```{language}\n(.*?)^```$", text, re.M | re.S)


def commands(text: str) -> list[list[str]]:
    """The command lines of sh blocks that call bitgammon, as arguments."""
    lines = [line for block in blocks("sh", text) for line in block.splitlines()]
    calls = [shlex.split(call) for line in lines for call in re.split(r"&&|\|", line)]
    return [call[1:] for call in calls if call and Path(call[0]).name == "bitgammon"]


def test_the_python_blocks() -> None:
    failed, tried = doctest.testfile(str(README), module_relative=False)
    assert tried == sum(block.count(">>> ") for block in blocks("python")) > 10
    assert not failed


def test_an_example_stands_before_the_sections() -> None:
    assert blocks("python", TEXT.partition("\n## ")[0])


@pytest.mark.parametrize("title", ["Try it", "Test it"])
def test_a_section_is_one_command_line(title: str) -> None:
    (block,) = blocks("sh", SECTIONS[title])
    assert SECTIONS[title].count("```") == 2
    assert block.count("\n") == 1
    assert block.startswith("python3 -m venv .venv && .venv/bin/pip install ")


@pytest.mark.long
def test_the_command_lines(capsys: pytest.CaptureFixture[str]) -> None:
    found = commands(TEXT)
    known = {"plays", "show", "convert", "perft", "playout", "rollout", "bearoff", "hypergammon", "bench"}
    assert {arguments[0] for arguments in found} == known
    for arguments in found:
        assert cli.main(arguments) == 0, capsys.readouterr().err
        assert capsys.readouterr().out


def test_the_command_is_installed() -> None:
    (script,) = importlib.metadata.entry_points(group="console_scripts", name="bitgammon")
    assert script.load() is cli.main


def test_the_cython_block(tmp_path: Path) -> None:
    (block,) = blocks("cython")
    (tmp_path / "example.pyx").write_text(block, encoding="utf-8")
    build = """if True:
        from Cython.Build import cythonize
        from setuptools import setup
        setup(ext_modules=cythonize("example.pyx"))
    """
    use = """if True:
        import bitgammon, example
        board = bitgammon.Board()
        plays = board.plays(6, 5)
        reply = board.after(plays[0]).swapped()
        assert example.replies(board.to_array(), 6, 5) == (len(plays), reply.count(2, 1))
    """
    for arguments in [build, "build_ext", "--inplace"], [use]:
        command = [sys.executable, "-c", *arguments]
        done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=False)
        assert done.returncode == 0, done.stderr
