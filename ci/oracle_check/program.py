"""GNU Backgammon as a program: answers to many questions from one run of it."""

import json
import os
import subprocess
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, NamedTuple

INSIDE = Path(__file__).with_name("inside_gnubg.py")
#: Seconds that one run may take, many times what it does.
PATIENCE = 120
#: The seats by name. Nothing is done unasked: both sides are people, who roll, move and begin games themselves.
NORTH, SOUTH = "north", "south"
PREPARED = [
    "set display off",
    "set player 0 human",
    "set player 1 human",
    f"set player 0 name {NORTH}",
    f"set player 1 name {SOUTH}",
    "set automatic roll off",
    "set automatic move off",
    "set automatic game off",
    "set automatic bearoff off",
    "set delay 0",
    "set evaluation chequerplay evaluation plies 0",
    "new session",
]

Call = list[Any]


class Pair(NamedTuple):
    """Two values that should be equal, and what of."""

    of: str
    ours: Any
    theirs: Any


class Question(NamedTuple):
    """Calls to be made inside the program, and what to make of their values; ``text`` shows what it is about."""

    text: str
    calls: list[Call]
    pairs: Callable[[list[Any]], Iterator[Pair]]


def ask(program: str, questions: list[Question]) -> list[list[Any]]:
    """The values of the calls of each question, from one run of the program."""
    first: list[Call] = [["command", line] for line in PREPARED]
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        (folder / "requests.json").write_text(json.dumps([first, *(question.calls for question in questions)]))
        done = subprocess.run(
            [program, "--tty", "--quiet", "--python", INSIDE],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,  # the board after each command
            stderr=subprocess.PIPE,
            env={**os.environ, "HOME": name, "ORACLE_FOLDER": name, "LC_ALL": "C"},
            cwd=folder,
            timeout=PATIENCE,
            check=False,
            text=True,
            errors="replace",
        )
        written = folder / "answers.json"
        if done.returncode or not written.exists():
            raise SystemExit(f"oracle: {program} ended with {done.returncode}, unanswered: {done.stderr[-2000:]}")
        answers: list[list[Any]] = json.loads(written.read_text())
    if len(answers) != len(questions) + 1:
        raise SystemExit(f"oracle: {len(answers) - 1} answers to {len(questions)} questions")
    return answers[1:]
