"""The table of functions: every one of them right, from many threads at once, and refused where it does not fit."""

import ctypes
import doctest
import re
import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from ctypes import byref, c_int, c_int8, c_int64
from pathlib import Path
from types import ModuleType
from typing import Any

import numpy as np
import pytest
from compiling import extension

from bitgammon import Board, generate, perft, reference
from bitgammon.core import addresses, capi, headers, movegen, playout
from bitgammon.core.addresses import CONSTANTS, FUNCTIONS, SIZES

HERE = Path(__file__).resolve().parent
MAX_PLAYS = CONSTANTS["BG_MAX_PLAYS"]
BLITZ = (0, 2, 2, 2, 2, 2, 0, 0, -1, 0, 0, 0, 0, 3, 0, 0, -2, 0, -5, -5, -2, 0, 0, 0, 1, 1)  # one on the bar


class Table:
    """The functions by name; notes which were called."""

    def __init__(self) -> None:
        self.called: set[str] = set()
        self._functions = {name: addresses.function(name) for name in FUNCTIONS}

    def __getattr__(self, name: str) -> Any:
        function = self._functions[name]
        self.called.add(name)
        return function


def packed(bg: Table, board: Board) -> addresses.Board:
    """A board as the core has it."""
    made = addresses.Board()
    assert bg.from_points((c_int8 * 26)(*board.points), board.checkers, byref(made)) == 0
    return made


def points(bg: Table, board: addresses.Board) -> tuple[int, ...]:
    """The 26 integers of a board."""
    row = (c_int8 * 26)()
    bg.to_points(byref(board), row)
    return tuple(row)


def listed(bg: Table, board: Board, die1: int, die2: int) -> list[tuple[int, ...]]:
    """The boards of generate."""
    plays = (addresses.Board * MAX_PLAYS)()
    return [points(bg, play) for play in plays[: bg.generate(byref(packed(bg, board)), die1, die2, plays)]]


def stream_of(bg: Table, game: int) -> addresses.Stream:
    """The stream of a game."""
    stream = addresses.Stream()
    bg.stream_init(byref(stream), 7 + (9 << 32), 3 + (5 << 32), game)
    return stream


def words_of(game: int, count: int) -> list[int]:
    """The words of that stream, from the block function."""
    counters = [(block, game % 2**32, 3, (game >> 32) | 5 << 16) for block in range(count // 4 + 1)]
    return [word for counter in counters for word in playout.philox(counter, (7, 9))][:count]


def check_generate(bg: Table) -> None:
    """Against the reference, on a board with a checker on the bar too."""
    for board in Board(), Board(BLITZ):
        for die1, die2 in (3, 1), (6, 6), (2, 4):
            plays = listed(bg, board, die1, die2) or [board.points]  # a pass
            assert sorted(plays) == sorted(reference.results(board.points, die1, die2))


def check_generate_general(bg: Table) -> None:
    """The same set."""
    plays = (addresses.Board * MAX_PLAYS)()
    n = bg.generate_general(byref(packed(bg, Board())), 2, 2, plays)
    assert {points(bg, play) for play in plays[:n]} == set(listed(bg, Board(), 2, 2))


def check_count(bg: Table) -> None:
    """As many as are listed."""
    for roll in (1, 1), (5, 2), (6, 6):
        assert bg.count(byref(packed(bg, Board())), *roll) == len(listed(bg, Board(), *roll))


def check_perft(bg: Table) -> None:
    """Unweighted and weighted."""
    start = byref(packed(bg, Board()))
    assert bg.perft(start, 2, 0) == perft(Board(), 2) == 202_782
    assert bg.perft(start, 1, 1) == perft(Board(), 1, weighted=True)


def check_pick(bg: Table) -> None:
    """Each play comes, and only plays do."""
    out = addresses.Board()
    start, found = packed(bg, Board()), set()
    for game in range(200):
        bg.pick(byref(start), 3, 1, byref(stream_of(bg, game)), byref(out))
        found.add(points(bg, out))
    assert found == set(listed(bg, Board(), 3, 1))


def replayed(bg: Table, stream: addresses.Stream, opening: int) -> tuple[int, int]:
    """Result and turns of a game of rolls and picks."""
    board, die1, die2, turns, sign = packed(bg, Board()), c_int(), c_int(), 0, 1
    while not bg.result(byref(board)):
        bg.roll(byref(stream), opening and not turns, byref(die1), byref(die2))
        bg.pick(byref(board), die1, die2, byref(stream), byref(board))
        bg.swap(byref(board), byref(board))
        turns, sign = turns + 1, -sign
    return sign * bg.result(byref(board)), turns


def check_playout(bg: Table) -> None:
    """The same as roll by roll; a limit of turns."""
    start, turns = packed(bg, Board()), c_int64()
    for game in range(20):
        stream, other = stream_of(bg, game), stream_of(bg, game)
        result = bg.playout(byref(start), byref(stream), game % 2, -1, byref(turns))
        assert (result, turns.value) == replayed(bg, other, game % 2)
        assert result
        assert bytes(stream) == bytes(other)
    assert bg.playout(byref(start), byref(stream), 0, 5, byref(turns)) == 0
    assert turns.value == 5


def check_play_between(bg: Table) -> None:
    """The moves that Python gives."""
    play = addresses.Play()
    for board, roll in (Board(), (6, 5)), (Board(BLITZ), (4, 3)):
        for expected in board.plays(*roll):
            after = packed(bg, board.after(expected))
            assert bg.play_between(byref(packed(bg, board)), byref(after), *roll, byref(play)) == 1
            moves = list(zip(play.source, play.destination, play.hit, strict=True))[: play.n]
            assert moves == [(move.src, move.dst, move.hit) for move in expected]
    assert bg.play_between(byref(packed(bg, Board())), byref(packed(bg, Board(BLITZ))), 6, 5, byref(play)) == 0


def check_apply(bg: Table) -> None:
    """A hit, and a closed point."""
    board, hit = packed(bg, Board(BLITZ)), c_int(7)
    assert bg.apply(byref(board), 25, 18, byref(board), byref(hit)) == 0
    assert (points(bg, board), hit.value) == (BLITZ, 7)
    assert bg.apply(byref(board), 13, 8, byref(board), byref(hit)) == 1
    changed = list(BLITZ)
    changed[13], changed[8], changed[0] = 2, 1, changed[0] - 1
    assert (points(bg, board), hit.value) == (tuple(changed), 1)


def check_swap(bg: Table) -> None:
    """Into another board and in place."""
    board, other = packed(bg, Board(BLITZ)), addresses.Board()
    bg.swap(byref(board), byref(other))
    bg.swap(byref(board), byref(board))
    assert points(bg, other) == points(bg, board) == Board(BLITZ).swapped().points


def check_result(bg: Table) -> None:
    """Playing, and a backgammon for either side."""
    lost = [0] * 26
    lost[3] = -15
    won = Board(lost)
    assert bg.result(byref(packed(bg, Board()))) == 0
    assert bg.result(byref(packed(bg, won))) == won.result() == 3
    assert bg.result(byref(packed(bg, won.swapped()))) == -3


def check_status(bg: Table) -> None:
    """A legal board, the same for another number of checkers, and 32 bytes that are no board."""
    both = CONSTANTS["BG_MOVER_COUNT"] | CONSTANTS["BG_OPPONENT_COUNT"]
    assert bg.status(byref(packed(bg, Board())), 15) == 0
    assert bg.status(byref(packed(bg, Board())), 14) == both
    assert bg.status(b"\xff" * 32, 15) & both == both


def check_checkers(bg: Table) -> None:
    """Of a variant, too."""
    assert bg.checkers(byref(packed(bg, Board()))) == 15
    assert bg.checkers(byref(packed(bg, Board.start("hypergammon1")))) == 1


def check_pip_counts(bg: Table) -> None:
    """Both sides."""
    mover, opponent = c_int(), c_int()
    bg.pip_counts(byref(packed(bg, Board(BLITZ))), byref(mover), byref(opponent))
    assert (mover.value, opponent.value) == Board(BLITZ).pip_counts()


def check_from_points(bg: Table) -> None:
    """Reasons, and nothing written."""
    board, row = addresses.Board(), (c_int8 * 26)(*Board().points)
    row[25], row[0] = -1, 1
    reasons = CONSTANTS["BG_MOVER_BAR_NEGATIVE"] | CONSTANTS["BG_OPPONENT_BAR_POSITIVE"]
    assert bg.from_points(row, 15, byref(board)) & reasons == reasons
    assert bytes(board) == bytes(32)
    assert bg.from_points((c_int8 * 26)(*BLITZ), 15, byref(board)) == 0
    assert bytes(board) != bytes(32)


def check_to_points(bg: Table) -> None:
    """There and back, at an odd address."""
    memory = (c_int8 * 128)()
    at = ctypes.addressof(memory) + 1
    for place in at, at + 2, at + 34:
        assert bg.from_points((c_int8 * 26)(*BLITZ), 15, place) == 0
        bg.to_points(place, at + 67)
        assert tuple(memory[68:94]) == BLITZ
    assert not any(memory[94:])


def check_pack(bg: Table) -> None:
    """All rows, and those before a bad one."""
    rows = np.array([Board().points, BLITZ, Board().points], np.int8)
    boards = np.zeros((3, 4), np.uint64)
    assert bg.pack(rows.ctypes.data, 3, 15, boards.ctypes.data) == 3
    assert boards.tobytes() == b"".join(bytes(packed(bg, Board(row))) for row in rows.tolist())
    rows[1, 8] = 1
    assert bg.pack(rows.ctypes.data, 3, 15, boards.ctypes.data) == 1


def check_unpack(bg: Table) -> None:
    """From either side, not a byte too many."""
    boards = (addresses.Board * 2)(packed(bg, Board()), packed(bg, Board(BLITZ)))
    for swapped in 0, 1:
        rows = np.full(3 * 26, 99, np.int8)
        bg.unpack(boards, 2, swapped, rows.ctypes.data)
        expected = [board.swapped().points if swapped else board.points for board in (Board(), Board(BLITZ))]
        assert rows.reshape(3, 26).tolist() == [*map(list, expected), [99] * 26]


def check_stream_init(bg: Table) -> None:
    """Numbers of more than 32 bits."""
    game = 1 << 40 | 12
    assert [bg.word(byref(stream_of(bg, game)))] == words_of(game, 1)


def check_word(bg: Table) -> None:
    """Across several blocks."""
    stream = stream_of(bg, 4)
    assert [bg.word(byref(stream)) for _ in range(11)] == words_of(4, 11)


def check_below(bg: Table) -> None:
    """The word, scaled."""
    stream = stream_of(bg, 5)
    assert [bg.below(byref(stream), 1000) for _ in range(9)] == [word * 1000 >> 32 for word in words_of(5, 9)]


def check_roll(bg: Table) -> None:
    """The first two digits of a word in base 6; openings without doubles."""
    stream, die1, die2 = stream_of(bg, 6), c_int(), c_int()
    expected = [(1 + (6 * word >> 32), 1 + (36 * word >> 32) % 6) for word in words_of(6, 60)]
    for roll in expected[:30]:
        bg.roll(byref(stream), 0, byref(die1), byref(die2))
        assert (die1.value, die2.value) == roll
    for roll in [roll for roll in expected[30:] if roll[0] != roll[1]]:
        bg.roll(byref(stream), 1, byref(die1), byref(die2))
        assert (die1.value, die2.value) == roll


CHECKS = {name.removeprefix("check_"): check for name, check in list(globals().items()) if name.startswith("check_")}


@pytest.mark.parametrize("name", FUNCTIONS)
def test_every_function(name: str) -> None:
    bg = Table()
    CHECKS[name](bg)
    assert name in bg.called


def test_no_check_without_a_function() -> None:
    assert CHECKS.keys() == FUNCTIONS.keys()


def test_unknown_function() -> None:
    with pytest.raises(KeyError, match="no_such"):
        addresses.function("no_such")


@pytest.mark.parametrize("module", [addresses, headers])
def test_the_examples(module: ModuleType) -> None:
    failed, tried = doctest.testmod(module)
    assert tried > 0
    assert failed == 0


def test_the_folder_of_the_header() -> None:
    assert "bg_import" in (Path(headers.get_include()) / "bitgammon.h").read_text(encoding="utf-8")


@pytest.mark.parametrize("call", ["count", "generate", "perft", "playout"])
def test_many_threads_at_once(call: str) -> None:
    with np.load(HERE / "data" / "corpus.npz") as data:
        rows, dice = data["boards"][:400], data["dice"][:400]
    boards = np.empty((len(rows), 4), np.uint64)
    assert addresses.function("pack")(rows.ctypes.data, len(rows), 15, boards.ctypes.data) == len(rows)
    work = [(boards[k:].ctypes.data, int(dice[k, 0]), int(dice[k, 1]), k) for k in range(len(boards))]
    together = threading.Barrier(8)

    def thread(_: int) -> list[Any]:
        together.wait()
        return [WORK[call](*arguments) for arguments in work]

    serial = [WORK[call](*arguments) for arguments in work]
    assert len(set(serial)) > 30
    with ThreadPoolExecutor(8) as pool:
        assert list(pool.map(thread, range(8))) == [serial] * 8


def generated(board: int, die1: int, die2: int, _: int) -> bytes:
    """The bytes that generate writes."""
    plays = (addresses.Board * MAX_PLAYS)()
    return bytes(plays)[: 32 * addresses.function("generate")(board, die1, die2, plays)]


def played(board: int, _die1: int, _die2: int, game: int) -> tuple[int, int, bytes]:
    """Result, turns, and where the stream stands after a game."""
    stream, turns = addresses.Stream(), c_int64()
    addresses.function("stream_init")(byref(stream), 1, 0, game)
    result = addresses.function("playout")(board, byref(stream), 0, -1, byref(turns))
    return result, turns.value, bytes(stream)


WORK: dict[str, Callable[[int, int, int, int], Any]] = {
    "count": lambda board, die1, die2, _: addresses.function("count")(board, die1, die2),
    "generate": generated,
    "perft": lambda board, _die1, _die2, _game: addresses.function("perft")(board, 1, 0),
    "playout": played,
}


def test_the_variant_for_the_cpu() -> None:
    board = np.array([[0, 0, 0, 0]], np.uint64)
    rows = np.array([Board().points], np.int8)
    assert movegen.variant in movegen.variants
    assert addresses.function("pack")(rows.ctypes.data, 1, 15, board.ctypes.data) == 1
    plays = (addresses.Board * MAX_PLAYS)()
    n = addresses.function("generate")(board.ctypes.data, 6, 6, plays)
    result = np.empty((n, 26), np.int8)
    addresses.function("unpack")(plays, n, 0, result.ctypes.data)
    assert result.tolist() == generate(rows, np.array([[6, 6]], np.uint8)).boards.tolist()


CLIENT = """
#include <bitgammon.h>
PyObject *table(void);
PyObject *table(void)
{
    const bg_api *bg = bg_import();
    return bg == NULL ? NULL : PyLong_FromVoidPtr((void *)bg);
}
"""


def client(folder: Path, include: str = "<bitgammon.h>") -> Callable[[], int]:
    """A function in C that answers the address of the table it imports."""
    source = folder / "client.c"
    source.write_text(CLIENT.replace("<bitgammon.h>", include), encoding="utf-8")
    table = ctypes.PyDLL(str(extension(source, folder, language="c"))).table
    table.restype = ctypes.py_object
    return table


@pytest.fixture(scope="module")
def table(tmp_path_factory: pytest.TempPathFactory) -> Callable[[], int]:
    """The client of the header as it is."""
    return client(tmp_path_factory.mktemp("client"))


def capsule(name: bytes, **fields: int) -> tuple[object, Any]:
    """A capsule with a copy of the table in which fields have other values, and what must outlive it."""
    copy = ctypes.create_string_buffer(ctypes.string_at(addresses.TABLE, SIZES["bg_api"]))
    for field, value in fields.items():
        ctypes.c_uint32.from_buffer(copy, addresses.OFFSETS["bg_api"][field]).value = value
    new = ctypes.pythonapi.PyCapsule_New
    new.restype, new.argtypes = ctypes.py_object, [ctypes.c_void_p, ctypes.c_char_p, ctypes.c_void_p]
    kept = ctypes.c_char_p(name)
    return new(ctypes.addressof(copy), kept, None), (copy, kept)


NAME = b"bitgammon.core.capi.api"
ALIVE: list[Any] = []
REBUILT = r"in the installed bitgammon and \d+ in this program: compile it again"


@pytest.fixture
def put(monkeypatch: pytest.MonkeyPatch) -> Callable[..., None]:
    """Puts another capsule in the place of the published one, for this test."""

    def replace(name: bytes = NAME, **fields: int) -> None:
        made, kept = capsule(name, **fields)
        ALIVE.append(kept)
        monkeypatch.setattr(capi, "api", made)

    return replace


def test_the_published_table(table: Callable[[], int]) -> None:
    assert table() == addresses.TABLE == capi.address


def test_a_later_table_is_accepted(table: Callable[[], int], put: Callable[..., None]) -> None:
    put(minor=7, api_size=SIZES["bg_api"] + 80)  # with more functions
    assert table() != addresses.TABLE


@pytest.mark.parametrize(
    ("fields", "message"),
    [
        ({"abi": 2}, r"has interface 2\.0 and this program needs 1\.0: compile it again"),
        ({"abi": 0}, r"has interface 0\.0 and this program needs 1\.0: install a newer bitgammon"),
        ({"board_size": 40}, f"bg_board is 40 bytes {REBUILT}"),
        ({"play_size": 20}, f"bg_play is 20 bytes {REBUILT}"),
        ({"stream_size": 48}, f"bg_stream is 48 bytes {REBUILT}"),
        ({"api_size": 8}, f"bg_api is 8 bytes {REBUILT}"),
        ({"name": b"bitgammon.core.other"}, r"capi\.api is not the table of bitgammon"),
    ],
)
def test_another_table_is_refused(
    table: Callable[[], int], put: Callable[..., None], fields: dict[str, Any], message: str
) -> None:
    put(**fields)
    with pytest.raises(ImportError, match=message):
        table()


def test_a_program_newer_than_the_library(tmp_path: Path) -> None:
    header = Path(headers.get_include()) / "bitgammon.h"
    newer, changed = re.subn(
        "(?m)^#define BG_ABI_MINOR 0$", "#define BG_ABI_MINOR 3", header.read_text(encoding="utf-8")
    )
    assert changed == 1
    (tmp_path / header.name).write_text(newer, encoding="utf-8")
    with pytest.raises(ImportError, match=r"interface 1\.0 and this program needs 1\.3: install a newer bitgammon"):
        client(tmp_path, '"bitgammon.h"')()


def test_what_is_no_capsule(table: Callable[[], int], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(capi, "api", 3)
    with pytest.raises(ImportError, match=r"capi\.api is not the table of bitgammon"):
        table()
    monkeypatch.delattr(capi, "api")
    with pytest.raises(AttributeError, match="api"):
        table()


@pytest.mark.parametrize("language", ["c", "c++"])
def test_the_header_without_python(language: str, tmp_path: Path) -> None:
    suffix, linkage = {"c": (".c", ""), "c++": (".cpp", 'extern "C"')}[language]
    source = tmp_path / f"plain{suffix}"
    source.write_text(
        f"#include <bitgammon.h>\n{linkage} int plain(const bg_api *bg, const bg_board *board);\n"
        "int plain(const bg_api *bg, const bg_board *board) { return bg->count(board, 3, 1); }\n",
        encoding="utf-8",
    )
    library = extension(source, tmp_path, "-DBG_NO_PYTHON", "-Wl,-z,defs", language=language)  # nothing is missing
    start = packed(Table(), Board())
    assert ctypes.CDLL(str(library)).plain(ctypes.c_void_p(addresses.TABLE), byref(start)) == 16
