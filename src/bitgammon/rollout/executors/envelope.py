"""What goes to a worker elsewhere and comes back: bytes, so that only the work itself can fail on the way.

An executor that pickles for itself takes an error that cannot be unpickled, or an item that cannot, for a dead worker.
"""

import pickle
import traceback
from functools import lru_cache
from typing import Any

from bitgammon.arguments import told
from bitgammon.errors import ExecutorError


def sealed(name: str, value: Any) -> bytes:
    """value pickled; TypeError naming the argument for what cannot be.

    >>> sealed("item", 2) == pickle.dumps(2, pickle.HIGHEST_PROTOCOL)
    True
    """
    try:
        return pickle.dumps(value, pickle.HIGHEST_PROTOCOL)
    except (pickle.PicklingError, AttributeError, TypeError, RecursionError) as error:
        raise TypeError(f"{name}: cannot be pickled, which other processes need: {told(error)}") from error


def answer(work: bytes, item: bytes) -> bytes:
    """The result of the work, or what it raised; always returns.

    >>> opened(answer(sealed("work", abs), sealed("item", -2)))
    2
    """
    try:
        return pickle.dumps((_work(work)(pickle.loads(item)), None), pickle.HIGHEST_PROTOCOL)
    except BaseException as error:  # SystemExit too ends the work, not the worker
        text = traceback.format_exc(limit=-20)
        return _failed(error, text)


def same(value: bytes) -> bytes:
    """The value: what every chunk of a job depends on, as a task of its own.

    >>> same(b"1")
    b'1'
    """
    return value


def opened(answered: bytes) -> Any:
    """The result in an answer; raises what the work raised, with a note of where."""
    try:
        result, failed = pickle.loads(answered)
    except Exception as error:
        raise ExecutorError(f"a worker's answer cannot be unpickled: {told(error)}") from error
    if failed is None:
        return result
    raised, text = failed
    raised.add_note(f"In a worker:\n{text}")
    raise raised


@lru_cache(2)
def _work(work: bytes) -> Any:
    """Unpickled once, not for every item."""
    return pickle.loads(work)


def _failed(error: BaseException, text: str) -> bytes:
    try:
        made = pickle.dumps((None, (error, text)), pickle.HIGHEST_PROTOCOL)
        if type(pickle.loads(made)[1][0]) is type(error):
            return made
    except Exception:
        pass
    unsent = ExecutorError(f"the work raised what cannot be pickled: {told(error)}")
    return pickle.dumps((None, (unsent, text)), pickle.HIGHEST_PROTOCOL)
