"""Position IDs and XGID boards of batches: what the functions for one text say, for all kinds of arrays of them."""

import doctest
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from batch_twins import corpus_and_ends, points_of, told
from hypothesis import given
from hypothesis import strategies as st
from numpy.typing import NDArray
from strategies import games
from twins import Points

import bitgammon as bg
from bitgammon import Board, batch
from bitgammon.batch import texts
from bitgammon.errors import BatchShapeError, BatchValueError, InvalidBoardError, InvalidIdError, OutOfRangeError
from bitgammon.ids import position_id, xgid
from bitgammon.rules import STARTS

Decoder = Callable[..., Any]
START_ID, START_BOARD = "4HPwATDgc/ABMA", "-b----E-C---eE---c-e----B-"
DECODERS: list[tuple[Decoder, str]] = [(batch.from_position_ids, START_ID), (batch.from_xgid_boards, START_BOARD)]
decoders = pytest.mark.parametrize(("decode", "start"), DECODERS, ids=["position_ids", "xgid_boards"])


@pytest.fixture(scope="module")
def boards() -> NDArray[np.int8]:
    return corpus_and_ends()


def alternating(size: int) -> NDArray[np.int8]:
    """1, -1, 1, ..."""
    return np.array([1, -1] * (size // 2 + 1), np.int8)[:size]


def kinds_of_text(found: NDArray[np.bytes_]) -> list[Any]:
    """The same texts in arrays and sequences of every kind."""
    width = found.dtype.itemsize
    frozen = found.copy()
    frozen.setflags(write=False)
    wide = found.astype("U")
    listed = wide.tolist()
    return [
        frozen,
        wide,
        wide.astype(wide.dtype.newbyteorder()),
        found.astype(f"S{width + 5}"),
        wide.astype(f"U{3 * width}"),
        np.repeat(found, 2)[::2],
        wide[::-1].copy()[::-1],
        np.array(listed, object),
        wide.astype(np.dtypes.StringDType()),
        listed,
        tuple(found.tolist()),
        [text if row % 3 else text.encode() for row, text in enumerate(listed)],
        list(wide),
        Column(np.array(listed, object)),
    ]


class Column:
    """A column of a table, as other packages have them: no array, but one can be had."""

    def __init__(self, texts: NDArray[Any]) -> None:
        self.texts = texts

    def __array__(self, dtype: Any = None, copy: bool | None = None) -> NDArray[Any]:
        return self.texts


# Position IDs.


def test_position_ids_are_those_of_one_board(boards: NDArray[np.int8]) -> None:
    found = batch.position_ids(boards)
    assert (found.dtype, found.shape) == (np.dtype("S14"), (len(boards),))
    assert found.astype("U").tolist() == [position_id.encode(points) for points in points_of(boards)]
    again = batch.from_position_ids(found)
    assert (again.dtype, again.shape, again.flags.c_contiguous) == (np.dtype(np.int8), boards.shape, True)
    assert np.array_equal(again, boards)


@pytest.mark.parametrize("variant", list(STARTS))
def test_variants(variant: str) -> None:
    board = Board.start(variant)
    found = batch.position_ids([board.points] * 2)
    assert found.tolist() == [board.position_id().encode()] * 2
    assert points_of(batch.from_position_ids(found, checkers=board.checkers)) == [board.points] * 2
    if board.checkers > 1:
        with pytest.raises(InvalidIdError, match=r"row 0: .* may have at most"):
            batch.from_position_ids(found, checkers=board.checkers - 1)
    for turn in (1, -1):
        found = batch.xgid_boards([board.points], turn)
        assert found.tolist() == [board.xgid_board(turn).encode()]
        assert points_of(batch.from_xgid_boards(found, turn)) == [board.points]


def test_texts_of_every_kind(boards: NDArray[np.int8]) -> None:
    rows = boards[-300:]
    turns = alternating(300)
    for ids in kinds_of_text(batch.position_ids(rows)):
        assert np.array_equal(batch.from_position_ids(ids), rows)
    for fields in kinds_of_text(batch.xgid_boards(rows, turns)):
        assert np.array_equal(batch.from_xgid_boards(fields, turns), rows)


@given(games())
def test_any_board_goes_there_and_back(game: tuple[Points, int]) -> None:
    points, checkers = game
    ids = batch.position_ids([points])
    assert ids.tolist() == [position_id.encode(points).encode()]
    assert points_of(batch.from_position_ids(ids, checkers=checkers)) == [points]
    for turn in (1, -1):
        fields = batch.xgid_boards([points], turn)
        assert fields.tolist() == [xgid.format_board(points, turn).encode()]
        assert points_of(batch.from_xgid_boards(fields, turn)) == [points]


def changed(start: str) -> st.SearchStrategy[str]:
    """The start with up to three characters changed, by their places."""
    letters = st.characters(max_codepoint=0x17F) | st.sampled_from("AaBboOPp-=/+9z\N{EURO SIGN}")
    places = st.dictionaries(st.integers(0, len(start) - 1), letters, max_size=3)
    return places.map(lambda new: "".join(new.get(place, letter) for place, letter in enumerate(start)))


@given(changed(START_ID), st.integers(1, 15))
def test_position_ids_are_refused_as_one_is(text: str, checkers: int) -> None:
    assert_told(text, lambda: position_id.decode(text, checkers), batch.from_position_ids, checkers=checkers)


@given(st.text("ABCDEFgwx/+09", min_size=12, max_size=16))
def test_any_letters_are_refused_as_one_id_is(text: str) -> None:
    assert_told(text, lambda: position_id.decode(text), batch.from_position_ids)


@given(changed(START_BOARD), st.sampled_from([1, -1]))
def test_xgid_boards_are_refused_as_one_is(text: str, turn: int) -> None:
    assert_told(text, lambda: xgid.parse_board(text, turn), batch.from_xgid_boards, turns=turn)


def assert_told(text: str, call: Callable[[], Points], decode: Decoder, **more: int) -> None:
    """The batch and the function for one text agree, in what they give or in what they complain of."""
    expected = told(call)
    given_texts: list[Any] = [[text]]
    if not text.endswith("\0"):  # of which numpy's arrays know nothing
        given_texts.append(np.array([text]))
    if max(text, default="") < "\u0100":
        given_texts.append([text.encode("latin-1")])
    for one in given_texts:
        found = told(lambda one=one: points_of(decode(one, **more))[0])  # type: ignore[misc]
        assert found == (f"row 0: {expected}" if isinstance(expected, str) else expected)


# What both decoders share.


BAD = {
    "position_ids": [
        ("4HPwATDgc/ABM", "13 characters, not 14"),
        ("4HPwATDgc/ABMAA", "15 characters, not 14"),
        ("", "0 characters"),
        ("4HPwATDg\0/ABMA", "column 9"),
        ("4HPwATDgc/AB==", "column 13"),
        ("4HPwATDgc/ABM\u0100", "column 14"),
        ("\u00e9HPwATDgc/ABMA", "column 1: "),
        ("4HPwATDgc/ABMB", "column 14: 'B' sets bits"),
        ("//////////////", "."),
        ("4HPwATDgc_ABMA", "column 10"),
        (" 4HPwATDgc/ABMA", "15 characters"),
    ],
    "xgid_boards": [
        ("-b----E-C---eE---c-e----B", "25 characters, not 26"),
        ("XGID=-b----E-C---eE---c-e----B-", "31 characters, not 26"),
        (" -b----E-C---eE---c-e----B-", "27 characters, not 26"),
        ("", "0 characters"),
        ("-b----E-C---eE---c-e----B\0", "column 26|25 characters"),
        ("-b----E-C--\u0141eE---c-e----B-", "column 12"),
        ("-b----E-C---e\u00c5---c-e----B-", "column 14"),
        ("-b----P-C---eE---c-e----B-", "the bottom player has .* checkers"),
        ("-b----E-C---eE---q-e----B-", "column 18"),
        ("Ab----E-C---eE---c-e----B-", "the first place is the bar of the top player"),
        ("-b----E-C---eE---c-e----Ba", "the last place is the bar of the bottom player"),
        ("-b----F-C---eE---c-e----B-", "the bottom player has 16 checkers"),
        ("-b----E-C---eE---c-f----B-", "the top player has 16 checkers"),
    ],
}


@pytest.mark.parametrize(
    ("decode", "start", "bad", "message"),
    [(*DECODERS[k], *row) for k, name in enumerate(BAD) for row in BAD[name]],
)
def test_the_first_bad_row_is_named(
    monkeypatch: pytest.MonkeyPatch, decode: Decoder, start: str, bad: str, message: str
) -> None:
    monkeypatch.setattr(texts, "CHUNK", 5)
    others = [worse for name in BAD for worse, _ in BAD[name]]
    for after in (start, *others):
        listed = [start] * 17 + [bad] + [start] * 5 + [after] + [start] * 5
        for given_texts in (listed, np.array(listed), np.array(listed, object)):
            with pytest.raises(InvalidIdError, match=f"^row 17: .*({message})"):
                decode(given_texts)


#: A strange letter, a spare bit, a key of no board, a wrong length.
REASONS = ["**************", "AAAAAAAAAAAAAB", "/////////////w", "A"]


@pytest.mark.parametrize("first", REASONS)
@pytest.mark.parametrize("second", REASONS)
def test_the_row_decides_and_not_the_reason(first: str, second: str) -> None:
    expected = told(lambda: position_id.decode(first))
    assert isinstance(expected, str)
    for listed in ([START_ID, first, second], [np.str_(text) for text in (START_ID, first, second)]):
        for given_texts in (listed, np.array(listed)):
            with pytest.raises(InvalidIdError) as caught:
                batch.from_position_ids(given_texts)
            assert str(caught.value) == f"row 1: {expected}"


@decoders
def test_characters_after_the_length_are_seen(decode: Decoder, start: str) -> None:
    # An array of bytes may hold more behind a zero.
    for more in ("\0x", "\0\0x", "x"):
        for given_texts in (np.array([start, start + more]), np.array([start.encode(), (start + more).encode()])):
            with pytest.raises(InvalidIdError, match=f"row 1: .*{len(start) + len(more)} characters, not {len(start)}"):
                decode(given_texts)


@decoders
def test_no_texts(decode: Decoder, start: str) -> None:
    nothings: list[Any] = [[], (), np.array([], "S14"), np.array([], "U26"), np.array([], object)]
    for none in nothings:
        found = decode(none)
        assert (found.dtype, found.shape) == (np.int8, (0, 26))
    for made, dtype in ((batch.position_ids, "S14"), (batch.xgid_boards, "S26")):
        nothing = made(np.zeros((0, 26), np.int8))
        assert (nothing.dtype, nothing.shape) == (np.dtype(dtype), (0,))


@pytest.mark.parametrize("decode", [batch.from_position_ids, batch.from_xgid_boards, batch.from_xgids])
def test_what_is_no_text(decode: Decoder) -> None:
    not_many: list[Any] = [START_ID, START_ID.encode(), 5, None, {}, {START_ID}, iter([START_ID])]
    for one in not_many:
        with pytest.raises(TypeError, match=r"^texts: expected many str or bytes, not "):
            decode(one)
    for row in (5, None, 1.5, [START_ID], bytearray(b"x")):
        with pytest.raises(TypeError, match=r"^texts: row 0: expected str or bytes, not "):
            decode([row])
    with pytest.raises(TypeError, match=r"^texts: .*expected str or bytes, not "):
        decode(np.zeros(3))
    with pytest.raises(TypeError, match=r"^texts: expected str or bytes, not float64"):
        decode(np.zeros(0))
    with pytest.raises(TypeError, match=r"^texts: some values are masked"):
        decode(np.ma.masked_equal(np.array(["a", "b"]), "a"))
    for shape in ((), (2, 2), (0, 14)):
        with pytest.raises(BatchShapeError, match=r"^texts: expected shape \(N,\), not \("):
            decode(np.zeros(shape, "S14"))


def test_the_number_of_checkers_is_checked() -> None:
    for checkers in (0, 16):
        with pytest.raises(InvalidBoardError, match=f"checkers={checkers} is not"):
            batch.from_position_ids([], checkers=checkers)
    with pytest.raises(TypeError, match="checkers: expected an integer"):
        batch.from_position_ids([], checkers=1.5)  # type: ignore[arg-type]


# Boards to text.


@pytest.mark.parametrize("encode", [batch.position_ids, batch.xgid_boards])
def test_boards_that_are_none(encode: Callable[[Any], Any]) -> None:
    rows = np.array([Board().points] * 40)
    for column, value, message in ((6, 6, "the mover has 16"), (0, 1, ".*bar"), (9, 300, r"boards\[17, 9\] is 300")):
        bad = rows.copy()
        bad[17, column] = bad[33, column] = value
        with pytest.raises(InvalidBoardError, match=f"^row 17: {message}"):
            encode(bad)
    with pytest.raises(BatchShapeError, match=r"boards: expected shape \(N, 26\)"):
        encode(np.zeros((2, 25), np.int8))
    with pytest.raises(TypeError, match="boards: expected integers"):
        encode(np.zeros((2, 26)))


def test_xgid_boards_are_those_of_one_board(boards: NDArray[np.int8]) -> None:
    boards = boards[::-5]
    turns = alternating(len(boards))
    for given_turns in (1, -1, np.int64(-1), np.array(1), turns, turns.tolist(), turns.astype(">i4")):
        sides = np.broadcast_to(given_turns, len(boards)).tolist()
        found = batch.xgid_boards(boards, given_turns)
        assert (found.dtype, found.shape, found.flags.writeable) == (np.dtype("S26"), (len(boards),), True)
        expected = [xgid.format_board(*pair) for pair in zip(points_of(boards), sides, strict=True)]
        assert found.astype("U").tolist() == expected
        again = batch.from_xgid_boards(found, given_turns)
        assert again.dtype == np.int8
        assert again.flags.c_contiguous
        assert again.flags.writeable
        assert np.array_equal(again, boards)


@pytest.mark.parametrize(
    ("turns", "error", "message"),
    [
        (0, OutOfRangeError, "turns=0 is not 1 or -1"),
        (2, OutOfRangeError, "turns=2 is not 1 or -1"),
        (2**70, OutOfRangeError, "turns=1180591620717411303424 is not"),
        ([1, 0, -1], BatchValueError, r"turns\[1\] is 0, not 1 or -1"),
        ([1, 1, -128], BatchValueError, r"turns\[2\] is -128, not"),
        ([1, 300, -1], BatchValueError, r"turns\[1\] is 300"),
        ([1, 1], BatchShapeError, "3 rows but 2 turns"),
        ([1], BatchShapeError, "3 rows but 1 turns"),
        ([[1, 1, 1]], BatchShapeError, r"turns: expected shape \(N,\)"),
        ([[1], [1, 1]], BatchShapeError, "turns: no array of one shape"),
        (1.0, TypeError, "turns: expected integers, not 1.0"),
        (None, TypeError, "turns: expected integers, not None"),
        ([1.0, 1.0, 1.0], TypeError, "turns: expected integers"),
        ("bottom", TypeError, "turns: expected integers, not 'bottom'"),
        (["bottom"] * 3, TypeError, "turns: expected integers"),
    ],
)
def test_turns_that_do_not_fit(turns: Any, error: type[Exception], message: str) -> None:
    for call in (
        lambda: batch.xgid_boards([Board().points] * 3, turns),
        lambda: batch.from_xgid_boards([START_BOARD] * 3, turns),
    ):
        with pytest.raises(error, match=f"^{message}"):
            call()


def test_they_are_public() -> None:
    for name in ("position_ids", "from_position_ids", "xgid_boards", "from_xgid_boards"):
        assert getattr(bg, name) is getattr(batch, name)


def test_the_examples_run() -> None:
    assert doctest.testmod(texts).attempted > 0
    assert doctest.testmod(texts).failed == 0
