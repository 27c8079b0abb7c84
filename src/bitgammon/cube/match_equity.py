"""Match equity: the chance to win a match at a score.

The table shipped is Kazaross-XG2, (C) 2011 Neil Kazaross, for up to 25 points away; its notice is in
``kazaross_xg2.json`` and in ``MatchEquityTable.notice``.
"""

import json
import math
from importlib import resources
from typing import Any, Final

import numpy as np
from numpy.typing import ArrayLike, NDArray

from bitgammon.arguments import check_text, quoted
from bitgammon.batch.arrays import any_array, any_integers
from bitgammon.cube.checks import real
from bitgammon.errors import BatchShapeError, BatchValueError, OutOfRangeError, UnknownNameError

#: A side may be this many points from the end of a match, and no more.
MOST_AWAY: Final = 64

_FILES: Final = {"kazaross-xg2": "kazaross_xg2.json"}
_LOADED: Final[dict[str, "MatchEquityTable"]] = {}
#: How far the points of one game spread, by how many points a side is away: beyond the last, as the last.
_SPREAD: Final = (1.24, 1.27, 1.47, 1.50, 1.60, 1.61, 1.66, 1.68, 1.70, 1.72, 1.77)
#: Gammons among the games that a side behind after the Crawford game wins, as in Zadeh's recursion.
_GAMMONS: Final = 0.25


class MatchEquityTable:
    """Chances to win a match before a game, for up to ``length`` points away, and by approximation up to 64.

    ``pre`` float64 (L, L): the chance of the side i + 1 away against one j + 1 away; of row and column 0 the next game
    is the Crawford game. ``post`` float64 (L,): the chance of the trailer k + 1 away after the Crawford game, the
    leader being 1 away. Neither can be written to. ``name``, ``notice``: text.

    Beyond the table, chances are approximated. Before the Crawford game by the normal distribution, as GNU Backgammon
    extends short tables: the chance that a normal variable of standard deviation
    hypot(s(a), s(b)) * sqrt((a + b) / 2) is above a - b, for sides a and b points away, s being 1.24 to 1.77 points.
    After it by the recursion post(n) = (.75 post(n - 2) + .25 post(n - 4)) / 2, as the trailer doubles at once and
    wins a gammon in one win of four; and at the Crawford game by (.75 post(n - 1) + .25 post(n - 2)) / 2.

    Raises BatchShapeError, TypeError, and BatchValueError for chances not in 0..1, or for any that does not fall when
    a side needs more points, or rise when the other one does.

    >>> table = MatchEquityTable.load()
    >>> table.length, float(table.pre[0, 1]), float(table.post[1])
    (25, 0.67736, 0.48803)
    """

    name: str
    notice: str
    pre: NDArray[np.float64]
    post: NDArray[np.float64]
    _all_pre: NDArray[np.float64]
    _all_post: NDArray[np.float64]

    def __init__(self, name: str, pre: ArrayLike, post: ArrayLike, notice: str = "") -> None:
        check_text("name", name)
        check_text("notice", notice)
        before, after = real("pre", pre, ("L", "L")).copy(), real("post", post, ("L",)).copy()
        size = len(after)
        if before.shape != (size, size) or not 0 < size <= MOST_AWAY:
            raise BatchShapeError(f"pre, post: expected (L, L), (L,), L 1..{MOST_AWAY}, not {before.shape}, ({size},)")
        for key, values in (("pre", before), ("post", after)):
            bad = np.argwhere(~((values > 0) & (values < 1)))
            if len(bad):
                raise BatchValueError(f"{key}{bad[0].tolist()} is {values[tuple(bad[0])]}, not between 0 and 1")
        if (np.diff(before, axis=0) >= 0).any() or (np.diff(before) <= 0).any():
            raise BatchValueError("pre: expected chances that fall down each column and rise along each row")
        if (np.diff(after) >= 0).any():
            raise BatchValueError("post: expected chances that fall")
        every = _extended(before, after)
        arrays = {"pre": before, "post": after, "_all_pre": every[0], "_all_post": every[1]}
        for key, value in {"name": name, "notice": notice, **arrays}.items():
            if isinstance(value, np.ndarray):
                value.flags.writeable = False
            object.__setattr__(self, key, value)

    @classmethod
    def load(cls, name: str = "kazaross-xg2") -> "MatchEquityTable":
        """The table of this name, read once a process: ``kazaross-xg2`` is the only one. Raises UnknownNameError.

        >>> MatchEquityTable.load() is MatchEquityTable.load("kazaross-xg2")
        True
        """
        if not isinstance(name, str) or name not in _FILES:
            raise UnknownNameError(f"name={quoted(name)} is none of {', '.join(_FILES)}")
        return _LOADED.get(name) or _LOADED.setdefault(name, _read(name))

    @property
    def length(self) -> int:
        """How many points away the table itself reaches."""
        return len(self.post)

    def chance(
        self, own_away: ArrayLike, other_away: ArrayLike, post_crawford: ArrayLike = False
    ) -> NDArray[np.float64]:
        """The first side's chance to win the match, before a game, float64 of the shape that the arguments have
        together; 1 and 0 where a side is 0 away or less, so has won.

        own_away, other_away: integers of any shape, the points each side needs. post_crawford: bools; the next game is
        the Crawford game where a side is 1 away and this is False. Raises OutOfRangeError for more than 64 away, or
        where both have won, BatchShapeError for shapes that do not go together, TypeError.

        >>> table = MatchEquityTable.load()
        >>> table.chance([1, 1, 0, 5], [2, 2, 3, -1], [False, True, False, False]).tolist()
        [0.67736, 0.51197, 1.0, 0.0]
        """
        own, other = _away("own_away", own_away), _away("other_away", other_away)
        after = any_array("post_crawford", post_crawford)
        if after.dtype != np.bool_:
            raise TypeError(f"post_crawford: expected bools, not {quoted(post_crawford)}")
        try:
            own, other, after = np.broadcast_arrays(own, other, after)
        except ValueError:
            shapes = f"{own.shape}, {other.shape}, {after.shape}"
            raise BatchShapeError(f"own_away, other_away, post_crawford: no common shape of {shapes}") from None
        bad = np.argwhere((own <= 0) & (other <= 0))
        if len(bad):
            place = tuple(bad[0])
            raise OutOfRangeError(f"own_away={own[place]}, other_away={other[place]}: both sides have won")
        i, j = np.maximum(own, 1) - 1, np.maximum(other, 1) - 1
        found = self._all_pre[i, j]
        found = np.where(after & (j == 0), self._all_post[i], found)
        found = np.where(after & (i == 0), 1 - self._all_post[j], found)
        return np.asarray(np.where(own <= 0, 1.0, np.where(other <= 0, 0.0, found)))

    def __setattr__(self, key: str, value: Any) -> None:
        raise AttributeError(f"{key}: a match equity table cannot be changed")

    def __delattr__(self, key: str) -> None:
        raise AttributeError(f"{key}: a match equity table cannot be changed")

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, MatchEquityTable):
            return NotImplemented
        same = np.array_equal(self.pre, other.pre) and np.array_equal(self.post, other.post)
        return same and self.name == other.name

    def __hash__(self) -> int:
        return hash((self.name, self.post.tobytes()))

    def __reduce__(self) -> tuple[Any, ...]:
        if self is _LOADED.get(self.name):
            return MatchEquityTable.load, (self.name,)
        return MatchEquityTable, (self.name, self.pre, self.post, self.notice)

    def __repr__(self) -> str:
        return f"<MatchEquityTable {self.name}, {self.length} points>"


def _read(name: str) -> MatchEquityTable:
    text = resources.files("bitgammon.cube").joinpath(_FILES[name]).read_text(encoding="utf-8")
    table = json.loads(text)
    return MatchEquityTable(name, table["pre"], table["post"], table["notice"])


def _away(name: str, values: ArrayLike) -> NDArray[np.int64]:
    """Integers of any shape, none above 64, as int64 and at least 0."""
    given = any_integers(name, values, np.int64, tuple("n" * any_array(name, values).ndim))
    bad = np.argwhere(given > MOST_AWAY)
    if len(bad):
        place = "".join(f"[{k}]" for k in bad[0].tolist())
        raise OutOfRangeError(f"{name}{place}={given[tuple(bad[0])]} is more than {MOST_AWAY} away")
    return np.asarray(np.maximum(given, 0), np.int64)


def _extended(pre: NDArray[np.float64], post: NDArray[np.float64]) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Both tables for 64 points: their own chances, and the approximations beyond."""
    size = len(post)
    after = np.empty(MOST_AWAY)
    after[:size] = post
    for n in range(size + 1, MOST_AWAY + 1):
        after[n - 1] = 0.5 if n == 1 else _won(after, n, 2)
    away = np.arange(1, MOST_AWAY + 1)
    spread = np.array(_SPREAD)[np.minimum(away, len(_SPREAD)) - 1]
    deviation = np.hypot(spread[:, None], spread) * np.sqrt((away[:, None] + away) / 2)
    tail = np.vectorize(math.erfc, otypes=[np.float64])((away[:, None] - away) / deviation / math.sqrt(2)) / 2
    for n in range(size + 1, MOST_AWAY + 1):
        tail[0, n - 1] = 1 - _won(after, n, 1)
    upper = np.triu(tail, 1)
    before = upper + np.tril(1 - upper.T, -1) + np.eye(MOST_AWAY) / 2
    before[:size, :size] = pre
    return before, after


def _won(post: NDArray[np.float64], n: int, cube: int) -> float:
    """The trailer's chance, n away, of an even game that counts so much, and twice that in one win of four."""
    single, gammon = (float(post[n - won - 1]) if n > won else 1.0 for won in (cube, 2 * cube))
    return ((1 - _GAMMONS) * single + _GAMMONS * gammon) / 2
