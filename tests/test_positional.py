"""The positional evaluator: plain integers say the same, nothing but the board matters, and it plays a decent game."""

import copy
import doctest
import hashlib
import pickle
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import numpy as np
import pytest
from batch_twins import corpus_and_ends, kinds, phase
from numpy.typing import NDArray
from twins import Points

import bitgammon as bg
from bitgammon import Board, InvalidBoardError
from bitgammon.batch import Phase, arrays
from bitgammon.errors import BatchShapeError, BatchValueError, OutOfRangeError
from bitgammon.evaluate import positional
from bitgammon.evaluate.positional import HIDDEN, LAYOUT, MOST_HIDDEN, Positional, hidden_range


@pytest.fixture(scope="module")
def player() -> Positional:
    return Positional()


@pytest.fixture(scope="module")
def boards(player: Positional) -> NDArray[np.int8]:
    """Boards of all phases: some of the corpus, ends, games at random and the player's own."""
    corpus = corpus_and_ends()
    found = [corpus[::80], corpus[-30:]]
    for own in (False, True):
        rows, rng = np.tile(np.array(Board().points, np.int8), (8, 1)), np.random.default_rng(1)
        for turn in range(80):
            after = bg.generate(rows, rng.integers(1, 7, (8, 2), dtype=np.uint8), swap=True)
            chosen = bg.best(-equity(player, after.boards), after.offsets) if own else bg.pick(after.offsets, turn)
            rows = after.boards[chosen]
            found.append(rows)
    return np.unique(np.concatenate(found), axis=0)


def equity(player: Positional, rows: NDArray[np.int8]) -> NDArray[np.floating[Any]]:
    """Cubeless, exact where the game is over."""
    chances, results = player.evaluate(rows), bg.results(rows)
    return np.where(results, results, chances @ np.array([2, 1, 1, -1, -1], np.float32) - 1)


def plain(weights: dict[str, Any], points: Points) -> list[np.float32]:
    """What the class describes, in Python's integers."""
    kind = int(phase(points) == Phase.CONTACT)
    mover = [15 - sum(n for n in points if n > 0)] + [max(n, 0) for n in points[1:]]
    opponent = [max(-n, 0) for n in points[:25]] + [15 + sum(n for n in points if n < 0)]
    added = [weights["bias"][kind]]
    for slot, n in enumerate(mover + opponent):
        for value, row in zip((n >= 1, n >= 2, n >= 3, max(n - 3, 0)), weights["input"][kind][slot], strict=True):
            added.append([value * weight for weight in row])
    if kind:
        distances = {p - q for p in range(1, 26) for q in range(1, 25) if points[p] > 0 and points[q] == -1}
        bits = [d in distances for d in range(1, 13)]
        bits += [points[p] >= 2 for p in range(1, 25)] + [points[p] <= -2 for p in range(1, 25)]
        for pattern in range(10):
            number = sum(2**i for i in range(6) if bits[6 * pattern + i])
            added.append(weights["patterns"][pattern][number])
    hidden = [max(sum(column), 0) for column in zip(*added, strict=True)]
    sums = [
        bias + sum(a * b for a, b in zip(hidden, row, strict=True))
        for bias, row in zip(weights["output_bias"][kind], weights["output"][kind], strict=True)
    ]
    possible = [True, *[not opponent[25]] * 2, True, *[not mover[0]] * 2]
    top = max(n for n, may in zip(sums, possible, strict=True) if may)
    parts = [
        power(weights["powers"], top - n >> weights["shifts"][kind]) if may else 0
        for n, may in zip(sums, possible, strict=True)
    ]
    five = [sum(parts[:3]), sum(parts[1:3]), parts[2], sum(parts[4:]), parts[5]]
    return [np.float32(n / sum(parts)) for n in five]


def power(powers: list[int], below: int) -> int:
    """2**24 * exp(-below / 4096), on a straight line between steps of 1/32."""
    step, rest = divmod(below, 128)
    return powers[step] - (powers[step] - powers[step + 1]) * rest // 128 if step < 512 else 0


def test_plain_integers_say_the_same(player: Positional, boards: NDArray[np.int8]) -> None:
    weights = {name: array.tolist() for name, array in player.weights.items()}
    assert set(bg.classify(boards).tolist()) == set(Phase)
    assert len(boards) > 800
    expected = np.array([plain(weights, tuple(row)) for row in boards.tolist()])
    found = player.evaluate(boards)
    assert found.dtype == np.float32
    assert found.shape == (len(boards), 5)
    assert np.array_equal(found, expected)


def test_other_weights(boards: NDArray[np.int8]) -> None:
    rng = np.random.default_rng(2)
    large = {name: rng.integers(-9, 10, shape) for name, (_, shape) in LAYOUT.items()}
    large["powers"] = np.sort(rng.integers(0, 1 << 24, 513))[::-1].copy()
    large["powers"][0] = 1 << 24
    large["shifts"] = np.array([0, 3])
    rows = boards[::9]
    weights = {name: array.tolist() for name, array in large.items()}
    expected = np.array([plain(weights, tuple(row)) for row in rows.tolist()])
    assert np.array_equal(Positional(large).evaluate(rows), expected)


# The same chances of the same board, whatever stands beside it, in order.


def test_nothing_but_the_board_matters(
    player: Positional, boards: NDArray[np.int8], monkeypatch: pytest.MonkeyPatch
) -> None:
    expected = player.evaluate(boards)
    order = np.random.default_rng(3).permutation(len(boards))
    assert np.array_equal(player.evaluate(boards[order]), expected[order])
    assert np.array_equal(np.concatenate([player.evaluate(row[None]) for row in boards[:50]]), expected[:50])
    assert np.array_equal(player.evaluate(np.tile(boards, (50, 1))), np.tile(expected, (50, 1)))
    for given in kinds(boards, np.int64):
        assert np.array_equal(player.evaluate(given), expected)
    monkeypatch.setattr(arrays, "CHUNK", 77)
    for threads in (0, 1, 2, 8):
        assert np.array_equal(player.evaluate(boards, threads=threads), expected)
    with ThreadPoolExecutor(4) as pool:
        for found in pool.map(lambda _: player.evaluate(boards), range(8)):
            assert np.array_equal(found, expected)


def test_chances_are_chances(player: Positional, boards: NDArray[np.int8]) -> None:
    win, gammon, backgammon, lose_gammon, lose_backgammon = player.evaluate(boards).astype(np.float64).T
    for more, less in ((win, gammon), (gammon, backgammon), (lose_gammon, lose_backgammon)):
        assert (more >= less).all()
    assert (np.minimum(backgammon, lose_backgammon) >= 0).all()
    assert (win + lose_gammon <= 1 + 1e-7).all()
    assert (win <= 1).all()
    off = 15 - np.maximum(boards, 0).sum(axis=1), 15 + np.minimum(boards, 0).sum(axis=1)
    assert (lose_gammon[off[0] > 0] == 0).all()
    assert (gammon[off[1] > 0] == 0).all()


#: Exact: every float32 here is written with all its digits.
PINNED = {
    "4HPwATDgc/ABMA": [0.52742857, 0.13592544, 0.0054502636, 0.11513139, 0.004635461],
    "sHnGgBHg2+ABFA": [0.48153654, 0.09475878, 0.0031118183, 0.13614812, 0.0045375545],
    "2LaDBSCYuxcCIA": [0.42215312, 0.112418786, 0.0039324705, 0.13183169, 0.006841275],
    "NrtNAQBW9woGAA": [0.59998006, 8.081033e-05, 0.0, 4.4695976e-06, 0.0],
    "9/cIAAD7WwMAAA": [0.77934575, 7.757511e-06, 0.0, 0.0, 0.0],
}
#: Of the chances of the whole corpus.
DIGEST = "c325784714e63745"


@pytest.mark.parametrize("name", PINNED)
def test_pinned(player: Positional, name: str) -> None:
    found = player.evaluate(bg.from_position_ids([name]))[0]
    assert found.tolist() == np.array(PINNED[name], np.float32).tolist()


def test_the_corpus_is_pinned(player: Positional) -> None:
    """The same bits on every machine: whoever fits new weights writes new ones here."""
    found = player.evaluate(corpus_and_ends()).astype("<f4")
    assert hashlib.sha256(found.tobytes()).hexdigest()[:16] == DIGEST


def test_the_examples() -> None:
    assert doctest.testmod(positional) == doctest.TestResults(0, 6)


def test_it_beats_random_play(player: Positional) -> None:
    games = 400
    rng = np.random.default_rng(4)
    rows, ids, won = np.tile(np.array(Board().points, np.int8), (games, 1)), np.arange(games), np.zeros(games, bool)
    for turn in range(10_000):
        after = bg.generate(rows, rng.integers(1, 7, (len(rows), 2), dtype=np.uint8), swap=True)
        best = bg.best(-equity(player, after.boards), after.offsets)
        own = (ids + turn) % 2 == 0
        rows = after.boards[np.where(own, best, bg.pick(after.offsets, turn))]
        over = bg.results(rows) != 0
        won[ids[over]] = own[over]
        rows, ids = rows[~over], ids[~over]
        if not len(ids):
            break
    assert won.mean() > 0.98


# Objects.


def test_it_can_be_pickled_and_copied(player: Positional, boards: NDArray[np.int8]) -> None:
    other = Positional({**player.weights, "output_bias": np.zeros((2, 6), np.int32)})
    assert len(pickle.dumps(player)) < 200
    assert not np.array_equal(other.evaluate(boards), player.evaluate(boards))
    for one in (player, other):
        for again in (pickle.loads(pickle.dumps(one)), copy.copy(one), copy.deepcopy(one)):
            assert np.array_equal(again.evaluate(boards), one.evaluate(boards))


def test_it_does_not_change(player: Positional) -> None:
    with pytest.raises(AttributeError, match="Positional objects do not change: _tables"):
        player._tables = player._tables
    with pytest.raises(AttributeError, match="Positional objects do not change: _weights"):
        del player._weights
    with pytest.raises(AttributeError, match="do not change: more"):
        player.more = 1
    for array in player.weights.values():
        assert not array.flags.writeable
    mine = {name: array.copy() for name, array in player.weights.items()}
    other, start = Positional(mine), [Board().points]
    mine["input"][:] = 0
    assert np.array_equal(other.evaluate(start), player.evaluate(start))


def test_wrong_boards(player: Positional) -> None:
    rows = np.array([Board().points] * 20)
    assert player.evaluate(rows[:0].astype(np.int8)).shape == (0, 5)
    for row, column, value, message in (
        (7, 9, 256, r"row 7: boards\[7, 9\] is 256"),
        (17, 6, 6, "row 17: the mover has 16 checkers"),
        (3, 25, -1, "row 3: .*bar"),
    ):
        bad = rows.copy()
        bad[row, column] = value
        with pytest.raises(InvalidBoardError, match=message):
            player.evaluate(bad)
    with pytest.raises(BatchShapeError, match=r"boards: expected shape \(N, 26\), not \(26,\)"):
        player.evaluate(rows[0])
    with pytest.raises(TypeError, match="boards: expected integers"):
        player.evaluate(rows.astype(float))
    with pytest.raises(OutOfRangeError, match=r"threads=-1 is not 0\.\.4096"):
        player.evaluate(rows, threads=-1)


def test_wrong_weights(player: Positional) -> None:
    good = {name: array.astype(np.int64) for name, array in player.weights.items()}
    assert {name: array.shape for name, array in good.items()} == {name: shape for name, (_, shape) in LAYOUT.items()}
    with pytest.raises(TypeError, match=r"weights: expected a mapping of arrays, not \[\]"):
        Positional([])  # type: ignore[arg-type]
    for name in LAYOUT:
        with pytest.raises(BatchValueError, match=f"weights: {name} is missing"):
            Positional({other: array for other, array in good.items() if other != name})
        with pytest.raises(BatchShapeError, match=rf"weights\['{name}'\]: expected shape"):
            Positional({**good, name: good[name][None]})
        with pytest.raises(TypeError, match=rf"weights\['{name}'\]: expected integers"):
            Positional({**good, name: good[name].astype(float)})
    for name, value, message in (
        ("input", 30_000, "a hidden sum of set 0 may overflow"),
        ("input", -30_000, "a hidden sum of set 0 may overflow"),
        ("input", 1 << 15, r"weights\['input'\]\[0, 0, 0, 0\] is 32768"),
        ("bias", 32_767, "a hidden sum of set 0 may overflow"),
        ("output_bias", 1 << 30, "a sum of products of set 0 may overflow"),
        ("shifts", 32, "shifts .* are not all"),
        ("shifts", -1, "shifts .* are not all"),
        ("powers", 1 << 23, "powers do not fall"),
    ):
        bad = {**good, name: np.where(np.arange(good[name].size).reshape(good[name].shape) == 0, value, good[name])}
        with pytest.raises(BatchValueError, match=message):
            Positional(bad)
    for value in (-1, 1 << 24):
        with pytest.raises(BatchValueError, match="powers do not fall"):
            Positional({**good, "powers": np.append(good["powers"][:-1], value)})


def test_sums_on_the_verge_of_overflowing_do_not() -> None:
    """A hidden number that boards bring to both ends of int16, and one row beyond it on the way."""
    weights = {name: np.zeros(shape, np.int64) for name, (_, shape) in LAYOUT.items()}
    weights["powers"][:] = np.arange(1 << 24, (1 << 24) - 513, -1)
    weights["shifts"][:] = 3
    weights["bias"][1, HIDDEN - 1] = -MOST_HIDDEN
    weights["input"][1, 19, 3, HIDDEN - 1] = 2 * MOST_HIDDEN // 12
    weights["input"][1, 19, 0, HIDDEN - 1] = 2 * MOST_HIDDEN % 12
    weights["output"][1, 0, HIDDEN - 1] = 1
    boards = np.zeros((2, 26), np.int8)
    boards[0, [19, 6]] = boards[1, [18, 6]] = 15, -15
    least, largest = hidden_range(weights["input"][1], weights["patterns"], weights["bias"][1])
    assert (least[-1], largest[-1]) == (-MOST_HIDDEN, MOST_HIDDEN)
    listed = {name: array.tolist() for name, array in weights.items()}
    expected = [plain(listed, tuple(row)) for row in boards.tolist()]
    assert np.array_equal(Positional(weights).evaluate(boards), expected)
    assert expected[0] != expected[1]
