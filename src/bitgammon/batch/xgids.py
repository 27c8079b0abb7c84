"""Whole XGIDs of a batch: every field an array, a row a position. Text by text, in plain Python (ids/xgid.py)."""

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from bitgammon.arguments import quoted
from bitgammon.batch.arrays import board_rows, integers
from bitgammon.batch.texts import Texts, list_of_texts, seen, turns_of
from bitgammon.errors import BatchShapeError, InvalidBoardError, InvalidIdError
from bitgammon.ids import xgid


class XgidBatch(NamedTuple):
    """The fields of N XGIDs, which ``ids.xgid`` describes; 54 bytes a row.

    ``boards``: int8 (N, 26), each seen by the side whose turn it is, as all batch functions take them. ``dice``: uint8
    (N, 2) as written, 0 and 0 where there are none. ``cube``, ``owner``, ``turn``: int8 (N,), the log2 of the cube's
    value; 1, -1, 0 for the bottom player, the top player, nobody; 1 or -1. ``actions``: S1 (N,), empty or ``D``, ``B``,
    ``R``. ``scores``: int32 (N, 2), of the bottom player and the top player. ``rules``: int8 (N,). ``length``: int32
    (N,). ``max_cube``: int8 (N,), a log2.
    """

    boards: NDArray[np.int8]
    dice: NDArray[np.uint8]
    cube: NDArray[np.int8]
    owner: NDArray[np.int8]
    turn: NDArray[np.int8]
    actions: NDArray[np.bytes_]
    scores: NDArray[np.int32]
    rules: NDArray[np.int8]
    length: NDArray[np.int32]
    max_cube: NDArray[np.int8]


def from_xgids(texts: Texts) -> XgidBatch:
    """The fields of XGIDs as arrays.

    texts: an array (N,) of str or bytes of any length, or a sequence of such. Each is read as ``ids.xgid.parse`` does:
    ``XGID=`` and space around it may be missing or there, the rest is strict. Raises InvalidIdError naming the first
    row that is no XGID, its field and the column; BatchShapeError for an array of other dimensions, TypeError for what
    is no text.

    >>> found = from_xgids(["XGID=-b----E-C---eE---c-e----B-:1:-1:1:31:2:0:0:7:10"])
    >>> found.dice.tolist(), found.scores.tolist(), found.length.tolist()
    ([[3, 1]], [[2, 0]], [7])
    """
    rows = []
    for row, text in enumerate(list_of_texts(texts)):
        try:
            rows.append(xgid.parse(text))
        except InvalidIdError as error:
            raise InvalidIdError(f"row {row}: {error}") from None

    def column(values: list[Any], dtype: type[Any], width: int = 0) -> NDArray[Any]:
        return np.array(values, dtype).reshape((len(rows), width) if width else len(rows))

    turn = column([one.turn for one in rows], np.int8)
    return XgidBatch(
        boards=seen(column([one.board for one in rows], np.int8, 26), turn),
        dice=column([one.dice or (0, 0) for one in rows], np.uint8, 2),
        cube=column([one.cube for one in rows], np.int8),
        owner=column([one.owner for one in rows], np.int8),
        turn=turn,
        actions=np.array([one.action for one in rows], "S1"),
        scores=column([(one.bottom_score, one.top_score) for one in rows], np.int32, 2),
        rules=column([one.rules for one in rows], np.int8),
        length=column([one.length for one in rows], np.int32),
        max_cube=column([one.max_cube for one in rows], np.int8),
    )


def to_xgids(batch: XgidBatch) -> list[str]:
    """The XGIDs of these fields, N str with ``XGID=`` in front: the inverse of ``from_xgids``.

    Other integer types are taken when the values fit. Raises InvalidIdError or InvalidBoardError naming the first row
    whose fields no XGID has; InvalidIdError, BatchValueError for a number out of range, BatchShapeError where a field
    has not as many rows as there are boards, TypeError.

    >>> to_xgids(from_xgids(["-b----E-C---eE---c-e----B-:0:0:-1:D:3:4:0:7:10"]))
    ['XGID=-b----E-C---eE---c-e----B-:0:0:-1:D:3:4:0:7:10']
    """
    if not isinstance(batch, XgidBatch):
        raise TypeError(f"batch: expected an XgidBatch, not {quoted(batch)}")
    boards = board_rows(batch.boards)
    size = len(boards)
    turn = turns_of(batch.turn, size)
    actions = list_of_texts(np.asarray(batch.actions).ravel().tolist())
    if len(actions) != size:
        raise BatchShapeError(f"{size} boards but {len(actions)} actions")

    def column(name: str, dtype: type[Any], *width: int) -> list[Any]:
        values: list[Any] = integers(name, getattr(batch, name), dtype, (size, *width), InvalidIdError).tolist()
        return values

    fields = zip(
        seen(boards, turn).tolist(),
        column("cube", np.int8),
        column("owner", np.int8),
        turn.tolist(),
        column("dice", np.uint8, 2),
        actions,
        column("scores", np.int32, 2),
        column("rules", np.int8),
        column("length", np.int32),
        column("max_cube", np.int8),
        strict=True,
    )
    texts = []
    for row, (board, cube, owner, side, dice, action, scores, rules, length, max_cube) in enumerate(fields):
        rolled = (dice[0], dice[1]) if any(dice) else None
        one = xgid.Xgid(
            tuple(board), cube, owner, side, rolled, action, scores[0], scores[1], rules, length, max_cube
        )
        try:
            texts.append(xgid.format(one))
        except (InvalidIdError, InvalidBoardError) as error:
            raise type(error)(f"row {row}: {error}") from None
    return texts
