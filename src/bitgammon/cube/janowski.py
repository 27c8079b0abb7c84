"""Cubeful values from the chances of the results, and what to do with the cube.

After Janowski, Take-points in money games, 1993, as GNU Backgammon's manual describes it, for money and for matches: a
position is worth (1 - x) times what it is with a dead cube plus x times what it is with a live one, x being the cube's
efficiency. With a live cube its value rises piecewise linearly with the chance to win: from that of a loss, by way of
the take point (worth a drop), if the other side may double, and of the cash point (worth the other's drop), if the side
on roll may, to that of a win. No beavers.
"""

from enum import IntEnum
from typing import NamedTuple

import numpy as np
from numpy.typing import ArrayLike, NDArray

from bitgammon.cube.checks import a_row_each, chances, checked_outcomes, levels, owners
from bitgammon.cube.points import Numbers, Points, check_terms, points_at, shares_of
from bitgammon.cube.terms import MatchTerms, MoneyTerms


class CubeAction(IntEnum):
    """What is right before the roll: not to double, be it too weak or too good; to double, and the other side takes;
    to double, and it drops."""

    NO_DOUBLE = 0
    DOUBLE_TAKE = 1
    DOUBLE_DROP = 2


class Decision(NamedTuple):
    """``action`` uint8 (M,): a CubeAction each. What the actions are worth to the side on roll, float64 (M,), in points
    or match winning chance: ``no_double``; ``double_take`` and ``double_drop``, which are NaN where the rules forbid a
    double."""

    action: NDArray[np.uint8]
    no_double: Numbers
    double_take: Numbers
    double_drop: Numbers


def cubeful(
    outcomes: ArrayLike, terms: MoneyTerms | MatchTerms, log2: ArrayLike, owner: ArrayLike, efficiency: ArrayLike
) -> Numbers:
    """What positions are worth to the side on roll, before the roll and if it does not double now, float64 (M,): in
    points for money, in match winning chance for a match.

    outcomes: float (M, 5), its chances to win, to win a gammon, a backgammon, to lose a gammon, a backgammon, each
    including the next larger. terms: seen by the side on roll. log2, owner, efficiency: one for all or (M,). log2:
    integers 0..15, the cube's value being 2**log2. owner: 0 centred, +1 the side on roll, -1 the other. efficiency:
    0..1; see ``efficiency``.

    A value is never below that of a dead cube for who alone may turn it: where gammons make cashing a mistake at the
    cash point, the line passes above it, and so for the other side. Raises OutOfRangeError for one number out of range,
    BatchValueError naming the place in an array, BatchShapeError, TypeError.

    >>> cubeful([[0.5, 0, 0, 0, 0]] * 2, MoneyTerms(), 0, [1, -1], 1.0).round(12).tolist()
    [0.25, -0.25]
    """
    rows = checked_outcomes(outcomes)
    check_terms(terms)
    size = len(rows)
    cube, whose = a_row_each("log2", levels(log2), size), a_row_each("owner", owners(owner), size)
    return _values(rows, terms, cube, whose, a_row_each("efficiency", chances("efficiency", efficiency), size))


def decide(
    outcomes: ArrayLike, terms: MoneyTerms | MatchTerms, log2: ArrayLike, owner: ArrayLike, efficiency: ArrayLike
) -> Decision:
    """What the side on roll should do with the cube, and what each action is worth to it.

    Arguments and errors as of ``cubeful``. It doubles where it may (``terms.may_double``), so with a cube that is not
    dead for it, and gains by whatever the other side answers; that side takes where this is worth no less to it than
    dropping. Where a drop would be right, but playing on without a double is worth more, the position is too good to
    double.

    >>> decide([[0.7, 0, 0, 0, 0], [0.85, 0, 0, 0, 0], [0.9, 0.8, 0, 0, 0]], MoneyTerms(), 0, 0, 0.68).action.tolist()
    [1, 2, 0]
    """
    rows = checked_outcomes(outcomes)
    check_terms(terms)
    size = len(rows)
    cube, whose = a_row_each("log2", levels(log2), size), a_row_each("owner", owners(owner), size)
    share = a_row_each("efficiency", chances("efficiency", efficiency), size)
    legal = terms.legal_double(cube, whose)
    no_double = _values(rows, terms, cube, whose, share)
    double_take, double_drop = np.full(size, np.nan), np.full(size, np.nan)
    if legal.any():
        taken = cube[legal] + 1
        double_take[legal] = _values(rows[legal], terms, taken, np.full(len(taken), -1), share[legal])
        double_drop[legal] = terms.drop_value(cube[legal])
    doubled = np.minimum(double_take, double_drop)
    right = terms.may_double(cube, whose) & (doubled > no_double)
    action = np.where(double_take > double_drop, CubeAction.DOUBLE_DROP, CubeAction.DOUBLE_TAKE)
    return Decision(np.where(right, action, CubeAction.NO_DOUBLE).astype(np.uint8), no_double, double_take, double_drop)


def _values(
    rows: Numbers,
    terms: MoneyTerms | MatchTerms,
    log2: NDArray[np.int64],
    owner: NDArray[np.int64],
    efficiency: Numbers,
) -> Numbers:
    """``cubeful`` of arrays that are checked."""
    wins, shares = rows[:, 0], shares_of(rows)
    payoffs = terms.payoffs(log2, owner == 0)
    won, lost = shares.won(payoffs), shares.lost(payoffs)
    dead = wins * won + (1 - wins) * lost
    own, other = terms.may_double(log2, owner), terms.swapped().may_double(log2, -owner)
    # A side that cannot double has its point at the end of the line.
    take, cash = points_at(shares, terms, log2)
    at = Points(np.where(other, take, 0.0), np.where(own, cash, 1.0))
    dropped, dropping = np.where(other, terms.dropped_value(log2), lost), np.where(own, terms.drop_value(log2), won)
    return np.asarray(dead + efficiency * (_live(wins, lost, won, at, dropped, dropping) - dead))


def _live(wins: Numbers, lost: Numbers, won: Numbers, at: Points, dropped: Numbers, dropping: Numbers) -> Numbers:
    """The value with a live cube: on the lines through (0, lost), (take, dropped), (cash, dropping), (1, won), or past
    a point at which its side would rather not double, as it does better on the line that leaves it out."""
    take, cash = at
    behind, ahead = _width(take), _width(1 - cash)
    upper = np.maximum(dropping, dropped + (won - dropped) * (cash - take) / _width(1 - take))
    lower = np.minimum(dropped, lost + (dropping - lost) * take / _width(cash))
    return np.where(
        wins < take,
        lost + (lower - lost) * wins / behind,
        np.where(
            wins > cash,
            upper + (won - upper) * (wins - cash) / ahead,
            lower + (upper - lower) * (wins - take) / _width(cash - take),
        ),
    )


def _width(difference: Numbers) -> Numbers:
    """What to divide by: 1 for a line without any length, of which no value is taken."""
    return np.where(difference > 0, difference, 1.0)
