"""The exact bear-off tables: numbering, one-sided and two-sided, against published figures and a twin in fractions."""

from fractions import Fraction
from functools import cache
from itertools import product
from math import comb

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from bitgammon import reference
from bitgammon.bearoff import Equities, OneSided, TwoSided, rank, ranks, size, unrank, unranks
from bitgammon.bearoff.solve_one import after_rolls, longest, solve
from bitgammon.bearoff.solve_two import solve as solve_two
from bitgammon.errors import BatchShapeError, BatchValueError, InvalidBoardError, OutOfRangeError
from bitgammon.rules import ROLLS, roll_weight

Counts = tuple[int, ...]


@pytest.fixture(scope="module")
def one() -> OneSided:
    return OneSided.build()


@pytest.fixture(scope="module")
def two() -> TwoSided:
    return TwoSided.build()


# Numbering


@pytest.mark.parametrize(
    ("counts", "number"),
    [
        ((0, 0, 0, 0, 0, 0), 0),
        ((1, 0, 0, 0, 0, 0), 1),
        ((0, 1, 0, 0, 0, 0), 2),
        ((0, 0, 0, 0, 0, 1), 6),
        ((2, 0, 0, 0, 0, 0), 7),
        ((2, 2, 2, 3, 3, 3), 46138),
        ((15, 0, 0, 0, 0, 0), 38760),
        ((0, 0, 0, 0, 0, 15), 54263),
        ((7, 8, 0, 0, 0, 0), 39552),
    ],
)
def test_known_numbers(counts: Counts, number: int) -> None:
    assert rank(counts) == number
    assert unrank(number) == counts
    assert ranks([counts]).tolist() == [number]
    assert unranks([number])[0].tolist() == list(counts)


def test_ID05_every_position_of_six_points_has_its_number() -> None:
    everything = unranks(np.arange(size(6)))
    assert size(6) == 54_264
    assert np.array_equal(ranks(everything), np.arange(54_264))
    assert len(np.unique(everything, axis=0)) == 54_264
    assert everything.sum(axis=1).max() == 15
    assert (everything[: size(6, 6)].sum(axis=1) <= 6).all()  # fewer checkers come first


@given(st.integers(1, 18).flatmap(lambda n: st.tuples(st.just(n), st.integers(0, comb(n + 15, n) - 1))))
def test_numbers_come_back(drawn: tuple[int, int]) -> None:
    points, number = drawn
    counts = unrank(number, points)
    assert rank(counts) == number
    assert unranks([number], points)[0].tolist() == list(counts)
    assert ranks([counts]).tolist() == [number]


def test_sizes() -> None:
    assert [size(n) for n in (7, 8, 12, 18)] == [170_544, 490_314, 17_383_860, 1_037_158_320]
    assert size(6, 10) == 8008


def test_numbers_that_are_none() -> None:
    with pytest.raises(InvalidBoardError, match=r"counts\[1\]=-1"):
        rank([0, -1, 0])
    with pytest.raises(InvalidBoardError, match="counts: 16 checkers"):
        rank([8, 8])
    with pytest.raises(TypeError, match="counts: expected counts, not 5"):
        rank(5)  # type: ignore[arg-type]
    with pytest.raises(TypeError, match="own: expected counts, not 5"):
        TwoSided.load().of(5, [0] * 6)  # type: ignore[arg-type]
    with pytest.raises(InvalidBoardError, match=r"opponent\[0\]=-1"):
        TwoSided.load().of([0] * 6, [-1] * 6)
    with pytest.raises(OutOfRangeError, match="counts: expected 6 counts, one a point, not 2"):
        OneSided.load().mean([1, 2])
    with pytest.raises(OutOfRangeError, match="number=54264 is not"):
        unrank(54_264)
    with pytest.raises(OutOfRangeError, match="points=19 is not"):
        unrank(0, 19)
    with pytest.raises(BatchValueError, match="row 1: "):
        ranks([[1, 2], [15, 1]])
    with pytest.raises(BatchValueError, match=r"numbers\[2\] is -1"):
        unranks([0, 1, -1])
    with pytest.raises(BatchShapeError, match="counts: expected shape"):
        ranks([1, 2])
    with pytest.raises(TypeError, match="counts"):
        ranks([[0.5, 1]])


# One side


@pytest.mark.parametrize(
    ("counts", "mean", "epc"),
    [
        ((15, 0, 0, 0, 0, 0), Fraction(1953839, 279936), 57.000),
        ((10, 0, 0, 0, 0, 0), Fraction(5713, 1296), 36.000),
        ((6, 0, 0, 0, 0, 0), Fraction(97, 36), 22.005),
        ((0, 0, 0, 0, 0, 1), Fraction(5, 4), 10.2083),
        ((0, 0, 0, 0, 0, 2), 2.1096107682, 17.2285),
        ((2, 2, 2, 2, 2, 2), 6.3603169395, 51.9426),
        ((2, 2, 2, 3, 3, 3), 8.1389232026, 66.4679),
        ((3, 3, 3, 2, 2, 2), 7.5550303331, 61.6994),
        ((0, 0, 0, 3, 5, 7), 10.5390549281, 86.0689),
        ((0, 0, 0, 5, 5, 5), 10.0737589569, 82.2690),
        ((0, 15, 0, 0, 0, 0), 7.4206267940, 60.60),
        ((0, 0, 15, 0, 0, 0), 8.4524958688, 69.03),
        ((0, 0, 0, 15, 0, 0), 9.4370957125, 77.07),
        ((0, 0, 0, 0, 15, 0), 10.8245088140, 88.40),
        ((0, 0, 0, 0, 0, 15), 12.2661871718, 100.1739),
    ],
)
def test_means_and_effective_pips(one: OneSided, counts: Counts, mean: float | Fraction, epc: float) -> None:
    assert one.mean(counts) == pytest.approx(float(mean), abs=1e-10 if isinstance(mean, float) else 1e-13)
    assert one.epc(counts) == pytest.approx(epc, abs=6e-3 if epc in (60.60, 69.03, 77.07, 88.40) else 6e-4)
    chances = one.distribution(counts)
    assert chances.sum() == pytest.approx(1, abs=1e-12)
    assert chances @ np.arange(len(chances)) == pytest.approx(float(mean), abs=1e-9)


def test_the_sum_of_all_means(one: OneSided) -> None:
    assert len(one.means) == 54_264
    assert one.means.sum() == pytest.approx(394310.93333793, abs=1e-8)


def test_every_distribution_is_one(one: OneSided) -> None:
    columns = np.arange(one.rolls.shape[1])
    assert np.abs(one.rolls.sum(axis=1) - 1).max() < 1e-12
    assert np.abs(one.rolls @ columns - one.means).max() < 1e-12
    assert np.abs(one.first.sum(axis=1) - 1).max() < 1e-12
    assert len(one.first) == size(6) - size(6, 14)


def test_distributions_of_formats() -> None:
    table = OneSided.build()
    assert table.distribution((1, 0, 0, 0, 0, 0))[1] == 1
    assert table.distribution((0, 0, 0, 0, 0, 1))[1:3].tolist() == [0.75, 0.25]
    found = table.distribution((2, 2, 2, 3, 3, 3))[4:14]
    known = [0.00008, 0.00502, 0.05309, 0.21389, 0.35802, 0.27843, 0.07945, 0.01117, 0.00082, 0.00003]
    assert np.abs(found - known).max() < 1.6e-5  # quantised and cut off where they come from
    first = table.first_distribution((0, 0, 0, 0, 0, 15))
    assert np.abs(first[1:5] - [0.47222, 0.44985, 0.06865, 0.00822]).max() < 6e-6
    assert table.first_distribution((0, 0, 0, 0, 0, 14))[0] == 1


def test_two_checkers_in_one_roll(one: OneSided) -> None:
    table = (
        (36, 36),
        (36, 36, 26),
        (36, 34, 25, 17),
        (34, 29, 23, 17, 11),
        (31, 23, 19, 14, 10, 6),
        (27, 15, 13, 10, 8, 6, 4),
    )
    for a, row in enumerate(table, 1):
        for b, rolls in enumerate(row):
            counts = [0] * 6
            counts[a - 1] += 1
            if b:
                counts[b - 1] += 1
            assert one.distribution(counts)[1] * 36 == pytest.approx(rolls, abs=1e-9)


def test_the_3825_rolls_on_which_one_does_not_bear_off(one: OneSided) -> None:
    """Rolls of two different dice with which a checker could be borne off, but the best play bears off none."""
    numbers = np.arange(1, size(6))
    held = unranks(np.arange(size(6))).sum(axis=1)
    found = 0
    for start in range(0, len(numbers), 9000):
        part = numbers[start : start + 9000]
        after, offsets, _ = after_rolls(part, 6, 15)
        means, left = one.means[after], held[after]
        starts = offsets[:-1]
        owner = np.repeat(np.arange(len(starts)), np.diff(offsets))
        off = left < held[np.repeat(part, 21)][owner]
        best = np.minimum.reduceat(means, starts)
        with_off = np.minimum.reduceat(np.where(off, means, np.inf), starts)
        single = np.tile([high != low for high, low in ROLLS], len(part))
        found += int((single & np.isfinite(with_off) & (with_off > best + 1e-12)).sum())
    assert found == 3825


def test_n_rolls_against_n_rolls(one: OneSided) -> None:
    wins = [
        Fraction(1),
        Fraction(31, 36),
        Fraction(1021, 1296),
        Fraction(34771, 46656),
        Fraction(1205041, 1679616),
        Fraction(42176911, 60466176),
    ]
    for n, expected in enumerate(wins, 1):
        chances = one.distribution((2 * n, 0, 0, 0, 0, 0))
        late = np.cumsum(chances[::-1])[::-1]
        assert (chances * late).sum() == pytest.approx(float(expected), abs=1e-12)


@cache
def in_fractions(counts: Counts) -> tuple[Fraction, ...]:
    """Chances of exactly i rolls, by the rules of the reference, for the least mean."""
    if not any(counts):
        return (Fraction(1),)
    chances = [Fraction(0)] * 40
    board = (-1, *counts, *(0,) * (25 - len(counts)))
    for high, low in ROLLS:
        after = [result[1 : len(counts) + 1] for result in reference.results(board, high, low)]
        found = min((in_fractions(each) for each in after), key=lambda each: sum(i * p for i, p in enumerate(each)))
        for i, chance in enumerate(found):
            chances[i + 1] += Fraction(roll_weight(high, low), 36) * chance
    last = max(i for i, chance in enumerate(chances) if chance)
    return tuple(chances[: last + 1])


@pytest.mark.parametrize(("points", "checkers"), [(2, 6), (3, 4), (6, 2), (7, 1)])
def test_the_twin_in_fractions_agrees(points: int, checkers: int) -> None:
    found = solve(points, checkers)
    for counts in product(range(checkers + 1), repeat=points):
        if sum(counts) <= checkers:
            exact = in_fractions(counts)
            mean = sum(i * chance for i, chance in enumerate(exact))
            assert found.means[rank(counts)] == pytest.approx(float(mean), abs=1e-12)
            assert len(exact) <= longest(points, checkers)[0]


def test_threads_and_parts_do_not_matter(monkeypatch: pytest.MonkeyPatch) -> None:
    whole = solve(4, 8)
    monkeypatch.setattr("bitgammon.bearoff.solve_one.CHUNK", 17)
    parts = solve(4, 8, threads=3)
    for a, b in zip(whole, parts, strict=True):
        assert np.array_equal(a, b)


@pytest.mark.long
def test_more_points_agree_where_they_overlap(one: OneSided) -> None:
    wide = OneSided.build(7)
    inside = unranks(np.arange(size(6)))
    numbers = ranks(np.concatenate([inside, np.zeros((len(inside), 1), np.int8)], axis=1))
    assert np.abs(wide.means[numbers] - one.means).max() < 1e-11


# Both sides


@pytest.mark.parametrize(
    ("own", "other", "equities", "action", "value"),
    [
        ("66", "66", (0.5089886984, 0.6217405248, 0.6031238357, 0.4806296995), "double, take", 0.9612593990),
        ("52", "1", (1 / 18, 1 / 18, 1 / 18, 1 / 18), "double, take", 1 / 9),
        ("5", "1", (13 / 18, 13 / 18, 13 / 18, 13 / 18), "double, drop", 1.0),
        ("111111", "111111", (0.5756172840, 0.7685185185, 0.7685185185, 0.5756172840), "double, drop", 1.0),
        ("666666", "666666", (0.3024004246, 0.5449382979, 0.4850077609, 0.2215113475), "no double", 0.4850077609),
        ("123456", "123456", (0.4011432500, 0.6367699924, 0.6022498403, 0.3511325622), "double, take", 0.7022651244),
        ("445566", "445566", (0.3084278419, 0.5370428862, 0.4774570836, 0.2318851574), "no double", 0.4774570836),
    ],
)
def test_equities(
    two: TwoSided, own: str, other: str, equities: tuple[float, ...], action: str, value: float
) -> None:
    found = two.of(*[[points.count(str(p)) for p in range(1, 7)] for points in (own, other)])
    assert np.abs(np.array(found) - equities).max() < 6e-11
    assert found.action == action
    assert found.value == pytest.approx(value, abs=6e-11)


def test_sums_and_actions_of_all_pairs(two: TwoSided) -> None:
    inner = two.equities[1:, 1:]
    sums = inner.sum(axis=(0, 1))
    assert np.abs(sums - [242017.50466403, 336374.70036721, 263313.26692754, 168962.69695756]).max() < 1e-7
    cubeless, owned, centred, other = np.moveaxis(inner, 2, 0)
    drop = (2 * other > 1 + 1e-12) | (cubeless > 1 - 1e-12)
    double = ~drop & (2 * other > centred + 1e-12)
    redouble = ~drop & (2 * other > owned + 1e-12)
    assert drop.sum() == 373_239
    assert (double.sum(), (~drop & ~double).sum()) == (117_577, 361_113)
    assert (redouble.sum(), (~drop & ~redouble).sum()) == (96_389, 382_301)
    rows = [Equities(*row) for row in inner[100, ::50].tolist()]
    assert {row.action for row in rows} <= {"no double", "double, take", "double, drop"}


def test_two_sided_by_hand() -> None:
    """Two checkers on two points against the same, by the definition, in plain Python."""
    values = solve_two(2, 2)
    pairs = [unrank(k, 2) for k in range(size(2, 2))]

    @cache
    def value(own: Counts, other: Counts) -> tuple[float, ...]:
        if not any(other):
            return (-1.0,) * 4
        totals = [0.0] * 4
        for high, low in ROLLS:
            worth = []
            for result in reference.results((-1, *own, *(0,) * 23), high, low):
                after = result[1:3]
                if not any(after):
                    worth.append((1.0,) * 4)
                    continue
                c, o, m, t = value(other, after)
                turned = min(1.0, 2 * t)
                worth.append((-c, -t, -max(m, turned), -max(o, turned)))
            for k in range(4):
                totals[k] += roll_weight(high, low) * max(each[k] for each in worth) / 36
        return tuple(totals)

    for a, b in product(range(1, len(pairs)), repeat=2):
        assert values[a, b].tolist() == pytest.approx(value(pairs[a], pairs[b]), abs=1e-14)


def test_threads_do_not_matter_for_both_sides() -> None:
    assert np.array_equal(solve_two(4, 4), solve_two(4, 4, threads=3))


def test_what_a_two_sided_table_does_not_cover(two: TwoSided) -> None:
    with pytest.raises(OutOfRangeError, match="own: 7 checkers, the table has at most 6"):
        two.of([7, 0, 0, 0, 0, 0], [1, 0, 0, 0, 0, 0])
    with pytest.raises(OutOfRangeError, match="opponent: expected 6 counts"):
        two.of([1, 0, 0, 0, 0, 0], [1])
    with pytest.raises(OutOfRangeError, match="checkers=15 is not"):
        TwoSided.build(6, 15)
