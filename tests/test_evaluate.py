"""Evaluators: what they answer is checked and clipped, names lead to them, and each says what it should."""

import doctest
import pickle
import sys
from collections.abc import Callable
from importlib import import_module
from math import erf, sqrt
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

import bitgammon as bg
from bitgammon import Board, EvaluatorError, MissingExtraError, UnknownNameError
from bitgammon.batch import Phase
from bitgammon.bearoff import TwoSided
from bitgammon.errors import BatchShapeError, BatchValueError, InvalidBoardError
from bitgammon.evaluate import (
    OUTCOMES,
    Evaluator,
    Exact,
    Function,
    Onnx,
    Pips,
    Positional,
    clipped,
    equities,
    evaluated,
    evaluator,
    flipped,
)

DATA = Path(__file__).parent / "data"


@pytest.fixture(scope="module")
def boards() -> np.ndarray:
    """Boards of games at random from the corpus on: all phases, finished ones among them."""
    with np.load(DATA / "corpus.npz") as file:
        rows, dice = file["boards"][::7], file["dice"][::7]
    found = [rows]
    for _ in range(3):
        listed = bg.generate(rows, dice, swap=True)
        rows = listed.boards[bg.pick(listed.offsets, 3)]
        found.append(rows)
    whole = np.concatenate(found)
    assert set(bg.classify(whole).tolist()) == {0, 1, 2, 3}
    return whole


@pytest.mark.parametrize("name", ["", ".choose", ".custom", ".exact", ".outcomes", ".pips"])
def test_the_examples_run(name: str) -> None:
    found = doctest.testmod(import_module(f"bitgammon.evaluate{name}"))
    assert found.attempted > 0
    assert found.failed == 0


def possible(points: list[int], checkers: int, chances: list[float]) -> list[float]:
    """The slow twin of clipping."""
    own, other = sum(n for n in points if n > 0), -sum(n for n in points if n < 0)
    result = Board(points, checkers=checkers).result()
    if result:
        return [float(result >= 1), float(result >= 2), float(result == 3), float(result <= -2), float(result == -3)]
    mine = [k for k, n in enumerate(points) if n > 0]
    theirs = [k for k, n in enumerate(points) if n < 0]
    contact = max(mine) > min(theirs)
    win = min(max(chances[0], 0), 1)
    win_gammon = min(max(chances[1], 0), win) if other == checkers else 0.0
    win_backgammon = min(max(chances[2], 0), win_gammon) if contact or min(theirs) <= 6 else 0.0
    lose_gammon = min(max(chances[3], 0), 1 - win) if own == checkers else 0.0
    lose_backgammon = min(max(chances[4], 0), lose_gammon) if contact or max(mine) >= 19 else 0.0
    return [win, win_gammon, win_backgammon, lose_gammon, lose_backgammon]


def test_what_cannot_happen_is_clipped(boards: np.ndarray) -> None:
    given = np.random.default_rng(1).random((len(boards), 5)).astype(np.float32)
    before = given.copy()
    found = clipped(boards, given)
    assert np.array_equal(given, before)
    assert found.dtype == np.float32
    twin = [possible(row.tolist(), 15, chances.tolist()) for row, chances in zip(boards, given, strict=True)]
    assert np.allclose(found, twin, atol=1e-7)
    phases = bg.classify(boards)
    assert found[phases == Phase.BEAROFF, 2].max() == 0.0
    assert (found[:, 1] <= found[:, 0]).all()
    assert (found[:, 3] <= 1 - found[:, 0] + 1e-7).all()


@pytest.mark.parametrize("checkers", [1, 3])
def test_clipping_knows_how_many_checkers_there_are(checkers: int) -> None:
    rng = np.random.default_rng(checkers)
    rows = []
    while len(rows) < 300:
        points = [0] * 26
        for sign in (1, -1):
            for _ in range(checkers):
                place = int(rng.integers(0, 26))
                if (sign > 0 and place) or (sign < 0 and place < 25):
                    points[place] += sign if points[place] * sign >= 0 else 0
        if any(points) and not Board.status.__get__(Board(points, checkers=checkers)):
            rows.append(points)
    given = rng.random((len(rows), 5)).astype(np.float32)
    found = clipped(rows, given, checkers=checkers)
    twin = [possible(row, checkers, chances.tolist()) for row, chances in zip(rows, given, strict=True)]
    assert np.allclose(found, twin, atol=1e-7)


def test_clipping_refuses_what_are_no_chances_or_boards() -> None:
    start = Board().points
    for bad in (float("nan"), 1.1, -0.1, float("inf"), 1e300):
        with pytest.raises(BatchValueError, match="row 1: "):
            clipped([start, start], [[0.5] * 5, [0.5, bad, 0, 0, 0]])
    with pytest.raises(BatchShapeError, match="outcomes"):
        clipped([start], [[0.5] * 4])
    with pytest.raises(TypeError, match="outcomes"):
        clipped([start], [["a"] * 5])
    with pytest.raises(InvalidBoardError, match="row 1: the mover has 16"):
        clipped([start, [1, *start[1:]]], [[0.5] * 5] * 2)


def test_the_other_side_sees_the_same_outcomes(boards: np.ndarray) -> None:
    given = clipped(boards, np.random.default_rng(2).random((len(boards), 5)))
    assert np.allclose(flipped(flipped(given)), given, atol=1e-6)
    assert np.allclose(equities(flipped(given)), -equities(given), atol=1e-5)
    assert equities(np.array([1.0, 1.0, 1.0, 0.0, 0.0])) == 3.0


@pytest.mark.parametrize("turned", [flipped, equities])
def test_outcomes_are_any_floats_or_integers(turned: Callable[[Any], np.ndarray]) -> None:
    for dtype in (np.float32, np.float64):
        assert turned(np.zeros((2, 3, 5), dtype)).dtype == dtype
    assert np.array_equal(turned([[1, 1, 0, 0, 0]]), turned(np.array([[1.0, 1.0, 0.0, 0.0, 0.0]])))
    assert np.array_equal(turned(np.array([0, 0, 0, 1, 1], np.uint8)), turned([0.0, 0.0, 0.0, 1.0, 1.0]))
    for bad in (np.zeros((5, 6)), 0.5, [[0.5] * 5, [0.5]]):
        with pytest.raises(BatchShapeError, match=r"^outcomes: "):
            turned(bad)
    with pytest.raises(TypeError, match=r"^outcomes: expected real numbers"):
        turned(["a"] * 5)


def test_boards_that_are_none_are_the_callers_fault() -> None:
    def even(boards: np.ndarray) -> np.ndarray:
        return np.full((len(boards), 5), 0.5)

    start, won = Board().points, [0] * 24 + [-2, 0]
    assert evaluated(Function(even), [won]).tolist() == [[1, 0, 0, 0, 0]]
    for judge in (Function(even), evaluator("positional"), evaluator("pips")):
        with pytest.raises(InvalidBoardError, match="row 0: the mover has 16"):
            evaluated(judge, [[1, *start[1:]], won])
    with pytest.raises(BatchShapeError, match="boards"):
        evaluated(Function(even), start)


class Speechless(Exception):
    def __str__(self) -> str:
        raise RuntimeError("no words")


@pytest.mark.parametrize(
    ("answer", "message"),
    [
        (lambda rows: np.full((len(rows), 5), np.nan), "nan"),
        (lambda rows: np.full((len(rows), 5), 1.5), "no chances"),
        (lambda rows: np.full((len(rows), 5), -0.5), "no chances"),
        (lambda rows: np.zeros((len(rows), 4)), "shape"),
        (lambda rows: np.zeros((len(rows) + 1, 5)), "shape"),
        (lambda rows: np.zeros(5 * len(rows)), "shape"),
        (lambda rows: np.zeros((len(rows), 5), int), "int64"),
        (lambda rows: np.zeros((len(rows), 5), complex), "complex"),
        (lambda rows: [["a"] * 5 for _ in rows], "not with floats"),
        (lambda rows: None, "shape"),
        (lambda rows: 1 / 0, "ZeroDivisionError"),
        (lambda rows: sys.exit(4), "SystemExit"),
        (lambda rows: (_ for _ in ()).throw(Speechless), "raised Speechless$"),
        (lambda rows: np.full((len(rows), 5), 1e300), "no chances"),
    ],
)
def test_a_wrong_answer_is_an_error(answer: Any, message: str) -> None:
    with pytest.raises(EvaluatorError, match=message):
        evaluated(evaluator(answer), np.array([Board().points] * 3, np.int8))


def test_boards_are_not_written_to() -> None:
    boards = np.array([Board().points], np.int8)

    def greedy(rows: np.ndarray) -> np.ndarray:
        rows[:] = 0
        return np.full((len(rows), 5), 0.1)

    evaluated(evaluator(greedy), boards)  # a function has a copy
    assert tuple(boards[0].tolist()) == Board().points
    with pytest.raises(EvaluatorError, match="read-only"):
        evaluated(SimpleNamespace(evaluate=greedy), boards)


def test_answers_are_copied_and_float32() -> None:
    kept = np.full((1, 5), 0.25)
    found = evaluated(evaluator(lambda rows: kept), np.array([Board().points], np.int8))
    found[:] = 0
    assert (kept == 0.25).all()
    assert found.dtype == np.float32


def test_names_lead_to_evaluators(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert isinstance(evaluator(), Positional)
    assert isinstance(evaluator("pips"), Pips)
    (tmp_path / "mine.py").write_text("import numpy as np\ndef half(rows): return np.full((len(rows), 5), 0.5)\n")
    monkeypatch.syspath_prepend(str(tmp_path))
    found = evaluator("mine:half")
    assert evaluated(found, np.array([Board().points], np.int8))[0].tolist() == [0.5] * 5
    assert evaluator(found) is found
    for wrong in ("", "positionals", "mine", ":", "mine:", ":half"):
        with pytest.raises(UnknownNameError, match="none of positional"):
            evaluator(wrong)
    (tmp_path / "broken.py").write_text("def f(:")
    for wrong in ("mine:third", "no_such_module_here:f", "mine:np.pi", "broken:f"):
        with pytest.raises(EvaluatorError, match=wrong.partition(":")[0]):
            evaluator(wrong)
    for wrong in (None, 5, Positional, [1]):
        with pytest.raises(TypeError, match="evaluator"):
            evaluator(wrong)


def test_built_in_evaluators_are_evaluators(boards: np.ndarray) -> None:
    for given in (Positional(), Pips(), Exact(Pips()), Function(lambda rows: np.zeros((len(rows), 5)))):
        assert isinstance(given, Evaluator)
        found = evaluated(given, boards)
        assert found.shape == (len(boards), len(OUTCOMES))
        # The same answer for a board alone, and from a copy sent elsewhere.
        if not isinstance(given, Function):
            again = pickle.loads(pickle.dumps(given))
            assert np.array_equal(evaluated(again, boards[5:9]), found[5:9])


def test_pips_are_kleinmans_metric(boards: np.ndarray) -> None:
    going = boards[bg.classify(boards) != Phase.OVER]
    expected = []
    for mine, theirs in bg.pip_counts(going).tolist():
        lead = theirs - mine + 4
        expected.append(0.5 + 0.5 * erf(lead / (2 * sqrt(max(mine + theirs - 4, 1)))))
    assert np.allclose(Pips().evaluate(going)[:, 0], expected, atol=2e-3)
    assert not Pips().evaluate(going)[:, 1:].any()


def test_exact_answers_are_those_of_the_tables(boards: np.ndarray) -> None:
    exact, table = Exact(Pips()), TwoSided.load()
    own, other = [0, 1, 0, 2, 0, 0], [1, 1, 1, 0, 0, 1]
    points = [0, *own] + [0] * 12 + [-n for n in reversed(other)] + [0]
    found = exact.evaluate(np.array([points, Board().points], np.int8))
    assert found[0, 0] == pytest.approx((1 + table.of(own, other).cubeless) / 2, abs=1e-7)
    assert np.array_equal(found[1], Pips().evaluate(np.array([Board().points], np.int8))[0])
    whole = Exact(Pips(), one_sided=True).evaluate(boards)
    ends = bg.classify(boards) == Phase.BEAROFF
    assert not np.allclose(whole[ends], Pips().evaluate(boards[ends]), atol=1e-3)
    assert np.array_equal(whole[~ends], Pips().evaluate(boards[~ends]))
    # With three checkers a side a gammon is possible as long as nobody has borne off, which the table does not know.
    three = [0, 1, 1, 1] + [0] * 18 + [-1, -1, -1, 0]
    assert Exact(Pips(), checkers=3).evaluate(np.array([three], np.int8))[0, 0] != exact.evaluate([three])[0, 0]
    with pytest.raises(TypeError, match="base"):
        Exact(lambda rows: rows)  # type: ignore[arg-type]


def network(path: Path, inputs: int) -> None:
    """A network of one layer whose outcomes are a sigmoid of the inputs' sum, saved as ONNX."""
    onnx = pytest.importorskip("onnx")
    helper, kind = onnx.helper, onnx.TensorProto.FLOAT
    weights = np.full((inputs, 5), 0.01, np.float32)
    graph = helper.make_graph(
        [
            helper.make_node("MatMul", ["boards", "weights"], ["sums"]),
            helper.make_node("Sigmoid", ["sums"], ["outcomes"]),
        ],
        "small",
        [helper.make_tensor_value_info("boards", kind, ["M", inputs])],
        [helper.make_tensor_value_info("outcomes", kind, ["M", 5])],
        [onnx.numpy_helper.from_array(weights, "weights")],
    )
    model = helper.make_model(graph, opset_imports=[helper.make_opsetid("", 13)])
    model.ir_version = 8
    path.write_bytes(model.SerializeToString())


def test_networks_saved_as_onnx(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, boards: np.ndarray) -> None:
    path = tmp_path / "small.onnx"
    network(path, 198)
    found = evaluator(f"onnx:{path}")
    sums = bg.features(boards).sum(axis=1) * 0.01
    expected = np.repeat((1 / (1 + np.exp(-sums)))[:, None], 5, axis=1)
    assert np.allclose(np.asarray(found.evaluate(boards)), expected, atol=1e-5)
    assert np.allclose(pickle.loads(pickle.dumps(found)).evaluate(boards[:3]), expected[:3], atol=1e-5)
    network(path, 100)
    with pytest.raises(EvaluatorError, match=r"\(M, 198\)"):
        Onnx(path)
    path.write_bytes(b"no network")
    with pytest.raises(EvaluatorError, match=r"small\.onnx"):
        Onnx(path)
    with pytest.raises(OSError, match="nothing"):
        Onnx(tmp_path / "nothing")
    monkeypatch.setitem(sys.modules, "onnxruntime", None)
    with pytest.raises(MissingExtraError, match=r"bitgammon\[onnx\]"):
        Onnx(path)


def test_tensors_are_read_as_numpy_reads_them() -> None:
    class Tensor:
        def __init__(self, values: np.ndarray) -> None:
            self.values = values

        def __array__(self, dtype: Any = None, copy: bool | None = None) -> np.ndarray:
            return self.values

    given = SimpleNamespace(evaluate=lambda rows: Tensor(np.full((len(rows), 5), 0.5, np.float64)))
    assert evaluated(given, np.array([Board().points], np.int8)).dtype == np.float32
