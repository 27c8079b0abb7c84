"""Errors: one place for their classes, and none without a class."""

import pickle
import re
from pathlib import Path

import numpy as np
import pytest

import bitgammon as bg
from bitgammon import arguments, errors
from bitgammon.batch import arrays, segments

ROOT = Path(__file__).resolve().parent.parent / "src" / "bitgammon"
SOURCES = sorted(path for path in ROOT.rglob("*") if path.suffix in {".py", ".pyx"})
CLASSES = [value for value in vars(errors).values() if isinstance(value, type)]


def test_every_class_is_public() -> None:
    assert len(CLASSES) > 10
    for kind in CLASSES:
        assert issubclass(kind, errors.BitgammonError)
        assert getattr(bg, kind.__name__) is kind
        assert kind.__doc__


def test_no_error_stands_elsewhere_and_none_is_nameless() -> None:
    for path in SOURCES:
        text = path.read_text(encoding="utf-8")
        if path.name != "errors.py":
            assert not re.findall(r"^class \w+\(\w*(?:Error|Exception)\)", text, re.M), path
        if path.name != "reference.py":  # plain Python, of which the package makes no use
            assert not re.findall(r"raise (?:ValueError|BitgammonError|Exception)\b", text), path


@pytest.mark.parametrize(
    "error",
    [errors.InvalidBoardError("no board", 3), errors.BatchSizeError(10, 5), errors.OutOfRangeError("x=1 is not 2..3")],
)
def test_errors_can_be_pickled(error: errors.BitgammonError) -> None:
    again = pickle.loads(pickle.dumps(error))
    assert type(again) is type(error)
    assert (str(again), vars(again)) == (str(error), vars(error))


def test_what_is_quoted_is_short() -> None:
    for value in (10**5000, [10**5000] * 1000, "x" * 10**6, b"x" * 10**6, {"x" * 1000: "y" * 1000}, np.zeros(10**6)):
        assert len(arguments.quoted(value)) < 1000
    assert arguments.quoted(list(range(-13, 13))) == repr(list(range(-13, 13)))
    assert arguments.quoted("x" * 80) == repr("x" * 80)


def test_integers_that_are_only_looked_up_are_copied_when_checked() -> None:
    # Another thread may write to the caller's arrays: what compiled code trusts is no longer theirs.
    dice = np.ones((3, 2), np.uint8)
    offsets = np.arange(4)
    assert not np.may_share_memory(arrays.checked_dice(dice, 3), dice)
    assert not np.may_share_memory(arrays.checked_dice(memoryview(dice), 3), dice)  # type: ignore[arg-type]
    assert not np.may_share_memory(segments._checked_offsets(offsets), offsets)
