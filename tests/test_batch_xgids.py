"""Whole XGIDs of batches: every field as for one of them, and back."""

import doctest
from typing import Any

import numpy as np
import pytest

import bitgammon as bg
from bitgammon import batch
from bitgammon.batch import xgids
from bitgammon.errors import BatchShapeError, BatchValueError, InvalidBoardError, InvalidIdError
from bitgammon.ids import xgid

XGIDS = [
    "XGID=-b----E-C---eE---c-e----B-:0:0:1:31:0:0:3:0:10",
    "XGID=-b----E-C---eE---c-e----B-:0:0:1:00:0:0:0:0:10",
    "XGID=-a-B--E-B-a-dDB--b-bcb----:1:1:-1:63:0:0:0:3:8",
    "XGID=aa--BBBB----dE---d-e----B-:2:-1:1:42:2:3:0:7:10",
    "XGID=-b----E-C---eE---c-e----B-:0:0:1:52:4:0:1:5:10",
    "XGID=-b----E-C---eE---c-e----B-:1:-1:-1:D:3:4:0:7:10",
    "XGID=ba----------------------B-:15:1:-1:R:32766:0:0:32767:15",
    "XGID=--------------------------:0:0:1:B:0:32767:2:0:0",
]


def test_the_fields_of_xgids() -> None:
    found = batch.from_xgids(XGIDS)
    shapes = {
        "boards": ("i1", (8, 26)),
        "dice": ("u1", (8, 2)),
        "actions": ("S1", (8,)),
        "scores": ("i4", (8, 2)),
        "length": ("i4", (8,)),
    }
    for name, values in found._asdict().items():
        dtype, shape = shapes.get(name, ("i1", (8,)))
        assert (values.dtype, values.shape) == (np.dtype(dtype), shape)
    for row, text in enumerate(XGIDS):
        one = xgid.parse(text)
        assert tuple(found.boards[row].tolist()) == one.points
        assert tuple(found.dice[row].tolist()) == (one.dice or (0, 0))
        assert found.actions[row].decode() == one.action
        assert tuple(found.scores[row].tolist()) == (one.bottom_score, one.top_score)
        for name in ("cube", "owner", "turn", "rules", "length", "max_cube"):
            assert getattr(found, name)[row] == getattr(one, name)
    assert batch.to_xgids(found) == XGIDS


def test_xgids_of_every_kind() -> None:
    bare = [text.removeprefix("XGID=") for text in XGIDS]
    given_texts: list[Any] = [
        np.array(XGIDS),
        np.array(XGIDS, "S"),
        np.array(XGIDS, object),
        [text.encode() for text in XGIDS],
        bare,
        tuple(f" {text}\n" for text in XGIDS),
    ]
    for one in given_texts:
        assert batch.to_xgids(batch.from_xgids(one)) == XGIDS
    found = batch.from_xgids(XGIDS)
    listed = batch.XgidBatch(*(values.tolist() for values in found))
    others: dict[str, Any] = {"boards": found.boards.astype(np.int64), "scores": found.scores.astype(np.uint16)}
    wide = found._replace(**others, actions=found.actions.astype("U"))
    assert batch.to_xgids(listed) == batch.to_xgids(wide) == XGIDS


def test_no_xgids() -> None:
    none = batch.from_xgids([])
    assert [values.shape for values in none] == [(0, 26), (0, 2), *[(0,)] * 4, (0, 2), *[(0,)] * 3]
    assert [values.dtype for values in none] == [values.dtype for values in batch.from_xgids(XGIDS)]
    assert batch.to_xgids(none) == []


@pytest.mark.parametrize(
    ("bad", "message"),
    [
        ("", "has 1 fields, not 10"),
        (XGIDS[0] + ":1", "has 11 fields"),
        (XGIDS[0].replace(":31:", ":71:"), r"dice \(column 39\)"),
        (XGIDS[0].replace("E-C", "F-C"), "the bottom player has 16 checkers"),
        ("\u0142" + XGIDS[0], "board"),
    ],
)
def test_the_first_bad_xgid_is_named(bad: str, message: str) -> None:
    listed = [XGIDS[0]] * 17 + [bad, XGIDS[0], ""]
    for given_texts in (listed, np.array(listed), np.array(listed, object)):
        with pytest.raises(InvalidIdError, match=f"^row 17: XGID .*{message}"):
            batch.from_xgids(given_texts)


@pytest.mark.parametrize(
    ("name", "value", "error", "message"),
    [
        ("boards", [16] + [0] * 25, InvalidBoardError, "row 5: "),
        ("boards", [0, 16] + [0] * 24, InvalidBoardError, "row 5: the top player has 16 checkers"),
        ("boards", [300] + [0] * 25, InvalidBoardError, r"row 5: boards\[5, 0\] is 300"),
        ("dice", [3, 0], InvalidIdError, "row 5: XGID .*dice"),
        ("dice", [7, 1], InvalidIdError, "row 5: XGID .*dice"),
        ("dice", [2, 1], InvalidIdError, r"row 5: XGID .*does not say dice=\(2, 1\)"),  # beside a double
        ("dice", [-1, 1], InvalidIdError, r"row 5: dice\[5, 0\] is -1"),
        ("cube", 16, InvalidIdError, "row 5: XGID .*cube"),
        ("cube", 300, InvalidIdError, r"cube\[5\] is 300"),
        ("owner", 2, InvalidIdError, "row 5: XGID .*owner"),
        ("turn", 0, BatchValueError, r"turns\[5\] is 0, not 1 or -1"),
        ("actions", b"X", InvalidIdError, "row 5: XGID .*dice"),
        ("actions", b":", InvalidIdError, "row 5: XGID "),
        ("scores", [0, 7], InvalidIdError, "row 5: XGID .*top score"),
        ("scores", [-1, 0], InvalidIdError, "row 5: XGID .*bottom score"),
        ("rules", 2, InvalidIdError, "row 5: XGID .*rules"),
        ("length", 32768, InvalidIdError, "row 5: XGID .*length"),
        ("max_cube", -1, InvalidIdError, "row 5: XGID .*max cube"),
    ],
)
def test_fields_of_no_xgid(name: str, value: Any, error: type[Exception], message: str) -> None:
    fields = {key: values.tolist() for key, values in batch.from_xgids(XGIDS[:6])._asdict().items()}
    fields[name][5] = value
    with pytest.raises(error, match=f"^{message}"):
        batch.to_xgids(batch.XgidBatch(**fields))


def test_fields_that_do_not_fit_together() -> None:
    found = batch.from_xgids(XGIDS)
    for name in found._fields[1:]:
        with pytest.raises(BatchShapeError, match="8"):
            batch.to_xgids(found._replace(**{name: getattr(found, name)[:5]}))
    with pytest.raises(TypeError, match="batch: expected an XgidBatch, not "):
        batch.to_xgids(tuple(found))  # type: ignore[arg-type]
    halves: dict[str, Any] = {"scores": found.scores / 2}
    with pytest.raises(TypeError, match="scores: expected integers"):
        batch.to_xgids(found._replace(**halves))


def test_texts_that_are_none() -> None:
    for one in ("x", 5, None):
        with pytest.raises(TypeError, match=r"^texts: expected many str or bytes, not "):
            batch.from_xgids(one)  # type: ignore[arg-type]
    with pytest.raises(TypeError, match=r"^texts: row 1: expected str or bytes, not 5"):
        batch.from_xgids([XGIDS[0], 5])  # type: ignore[list-item]
    with pytest.raises(BatchShapeError, match=r"^texts: expected shape \(N,\), not \(1, 1\)"):
        batch.from_xgids(np.array([[XGIDS[0]]]))


def test_they_are_public() -> None:
    for name in ("XgidBatch", "from_xgids", "to_xgids"):
        assert getattr(bg, name) is getattr(batch, name)


def test_the_examples_run() -> None:
    assert doctest.testmod(xgids).attempted > 0
    assert doctest.testmod(xgids).failed == 0
