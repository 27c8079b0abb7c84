"""Runs inside GNU Backgammon, by its own Python: calls functions of its module and writes down what they return.

The folder that the environment names in ORACLE_FOLDER holds ``requests.json``, a list of requests, each a list of
calls: ``[["command", "set board 4HPwATDgc/ABMA"], ["gnubgid"]]``. ``answers.json`` gets a list for each request, the
value of every call in it; ``["raised", NAME]`` is that of a call that raised an exception.
"""

import json
import os
from pathlib import Path
from typing import Any

import gnubg  # type: ignore[import-not-found]  # only there inside the program


def frozen(value: Any) -> Any:
    """Lists as tuples, all the way down: what the functions of the module take."""
    if isinstance(value, dict):
        return {name: frozen(item) for name, item in value.items()}
    return tuple(frozen(item) for item in value) if isinstance(value, list) else value


def called(name: str, *arguments: Any) -> Any:
    """What one call returns."""
    try:
        return getattr(gnubg, name)(*(frozen(argument) for argument in arguments))
    except Exception as error:
        return ["raised", type(error).__name__]


folder = Path(os.environ["ORACLE_FOLDER"])
requests = json.loads((folder / "requests.json").read_text())
answers = [[called(*call) for call in request] for request in requests]
(folder / "answers.json").write_text(json.dumps(answers))
