"""Tables on disk: kept, refused when broken, made anew; and the files of GNU Backgammon."""

import logging
import os
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import numpy as np
import pytest

from bitgammon.bearoff import OneSided, TwoSided, gnubg_files, store
from bitgammon.bearoff.gnubg_files import HypergammonFile
from bitgammon.errors import TableFileError


def test_a_table_comes_back(tmp_path: Path) -> None:
    made = OneSided.build(3)
    made.save(tmp_path / "a" / "t.table")
    again = OneSided.read(tmp_path / "a" / "t.table", 3)
    for name in ("rolls", "means", "first"):
        assert np.array_equal(getattr(again, name), getattr(made, name))
    with pytest.raises(ValueError, match="read-only"):
        again.means[0] = 1
    assert [path.name for path in (tmp_path / "a").iterdir()] == ["t.table"]
    two = TwoSided.build(2, 3)
    two.save(tmp_path / "two.table")
    assert np.array_equal(TwoSided.read(tmp_path / "two.table", 2, 3).equities, two.equities)


@pytest.mark.parametrize("where", [0, 10, 40, 300, -1])
def test_a_changed_byte_is_found(tmp_path: Path, where: int) -> None:
    path = tmp_path / "t.table"
    OneSided.build(2).save(path)
    content = bytearray(path.read_bytes())
    content[where] ^= 1
    path.write_bytes(content)
    with pytest.raises(TableFileError):
        OneSided.read(path, 2)


@pytest.mark.parametrize("length", [0, 5, 16, 100, 500, -1])
def test_a_short_file_is_found(tmp_path: Path, length: int) -> None:
    path = tmp_path / "t.table"
    OneSided.build(2).save(path)
    path.write_bytes(path.read_bytes()[:length])
    with pytest.raises(TableFileError):
        OneSided.read(path, 2)


def test_a_table_of_something_else_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "t.table"
    OneSided.build(2).save(path)
    with pytest.raises(TableFileError, match="not of"):
        OneSided.read(path, 3)
    with pytest.raises(TableFileError, match="not of"):
        TwoSided.read(path, 2, 2)
    (tmp_path / "text").write_text("hello")
    with pytest.raises(TableFileError, match="no table of bitgammon"):
        OneSided.read(tmp_path / "text", 2)
    with pytest.raises(OSError, match="No such file"):
        OneSided.read(tmp_path / "nothing", 2)


def test_a_broken_cache_is_made_anew(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    first = OneSided.load(2, folder=tmp_path)
    path = tmp_path / "one-sided-2.table"
    path.write_bytes(path.read_bytes()[:-10] + b"0123456789")
    with caplog.at_level(logging.WARNING):
        again = OneSided.load(2, folder=tmp_path)
    assert "checksum is wrong" in caplog.text
    assert np.array_equal(again.means, first.means)
    assert np.array_equal(OneSided.read(path, 2).means, first.means)
    assert np.array_equal(TwoSided.load(2, 2, folder=tmp_path).equities, TwoSided.load(2, 2, folder=tmp_path).equities)


def test_a_cache_that_cannot_be_written_does_no_harm(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    (tmp_path / "file").write_text("")
    with caplog.at_level(logging.WARNING):
        table = OneSided.load(2, folder=tmp_path / "file" / "below")
    assert "is not kept" in caplog.text
    assert table.mean([1, 0]) == 1
    assert TwoSided.load(2, 2, folder=tmp_path / "file" / "below").of([1, 0], [1, 0]).cubeless == 1


def test_many_at_once_make_the_same_table(tmp_path: Path) -> None:
    code = (
        "import sys, pathlib\nfrom bitgammon.bearoff import OneSided\n"
        "print(repr(float(OneSided.load(3, folder=pathlib.Path(sys.argv[1])).means.sum())))"
    )
    commands = [[sys.executable, "-c", code, str(tmp_path)]] * 4
    with ThreadPoolExecutor(4) as pool:
        found = list(pool.map(lambda each: subprocess.run(each, capture_output=True, text=True, check=True), commands))
    assert len({done.stdout for done in found}) == 1
    assert [path.name for path in tmp_path.iterdir()] == ["one-sided-3.table"]


def test_the_folder(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv(store.VARIABLE, str(tmp_path))
    assert store.folder() == tmp_path
    monkeypatch.delenv(store.VARIABLE)
    found = store.folder()
    assert found is not None
    assert found.name == "bitgammon"
    monkeypatch.setitem(sys.modules, "platformdirs", None)
    assert store.folder() is None


def test_an_interrupted_write_leaves_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: object) -> None:
        raise OSError("disk full")

    monkeypatch.setattr(os, "replace", fail)
    with pytest.raises(OSError, match="disk full"):
        OneSided.build(1).save(tmp_path / "t.table")
    assert list(tmp_path.iterdir()) == []


# GNU Backgammon's files


def test_one_sided_files(tmp_path: Path) -> None:
    table, path = OneSided.build(4), tmp_path / "os.bd"
    gnubg_files.write_one_sided(path, table)
    found = gnubg_files.read_one_sided(path)
    assert found.points == 4
    width = table.rolls.shape[1]
    assert np.abs(found.rolls[:, :width] - table.rolls).max() < 6e-5
    assert np.abs(found.rolls.sum(axis=1) - 1).max() < 1e-12
    first = table.first_of(np.arange(len(table.means)))
    assert np.abs(found.first[:, : first.shape[1]] - first).max() < 6e-5
    assert path.read_bytes()[:40] == b"gnubg-OS-04-15-1-1-0" + b"x" * 19 + b"\n"


def test_two_sided_files(tmp_path: Path) -> None:
    table, path = TwoSided.build(3, 4), tmp_path / "ts.bd"
    gnubg_files.write_two_sided(path, table)
    found = gnubg_files.read_two_sided(path)
    assert (found.points, found.checkers) == (3, 4)
    assert np.abs(found.equities - table.equities).max() <= 0.5001 / 32767.5
    plain = path.read_bytes().replace(b"gnubg-TS-03-04-1", b"gnubg-TS-03-04-0", 1)
    path.write_bytes(plain[:40] + plain[40:][: 35 * 35 * 2])
    assert np.isnan(gnubg_files.read_two_sided(path).equities[..., 1:]).all()


def test_hypergammon_files(tmp_path: Path) -> None:
    rng, path = np.random.default_rng(1), tmp_path / "hyper1.bd"
    table = HypergammonFile(1, rng.random((26, 26, 5)), rng.random((26, 26, 4)) * 6 - 3)
    gnubg_files.write_hypergammon(path, table)
    found = gnubg_files.read_hypergammon(path)
    assert np.abs(found.outcomes - table.outcomes).max() < 4e-8
    assert np.abs(found.equities - table.equities).max() < 3e-7
    assert path.stat().st_size == 40 + 26 * 26 * 28
    with pytest.raises(TableFileError, match="shapes"):
        gnubg_files.write_hypergammon(path, table._replace(checkers=2))


@pytest.mark.parametrize(
    "content",
    [
        b"",
        b"gnubg-OS-06-15-1-1-0",
        b"gnubg-OS-06-15-1-1-0".ljust(39, b"x") + b"\n",
        b"gnubg-OS-06-15-1-1-0".ljust(39, b"x") + b"\n" + b"\xff" * 500_000,
        b"gnubg-OS-99-15-1-1-0".ljust(39, b"x") + b"\n",
        b"gnubg-OS-06-15-0-0-0".ljust(39, b"x") + b"\n",
        b"gnubg-TS-06-06-1".ljust(39, b"x") + b"\n1234",
        b"gnubg-TS-06-xx-1".ljust(39, b"x") + b"\n1234",
        b"gnubg-H7".ljust(39, b"x") + b"\n",
        b"gnubg-H1".ljust(39, b"x") + b"\n" + b"1" * 100,
        b"\xff" * 100,
    ],
    ids=lambda content: repr(content[:24]),
)
def test_files_that_are_none(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "x.bd"
    path.write_bytes(content)
    for read in (gnubg_files.read_one_sided, gnubg_files.read_two_sided, gnubg_files.read_hypergammon):
        with pytest.raises(TableFileError, match=r"x\.bd"):
            read(path)


@pytest.mark.parametrize(
    ("old", "new"),
    [(b'"<f8"', b'"<i8"'), (b"[10, ", b"[20, "), (b'"version": 1', b'"version": 9'), (b"[10, ", b"[1e999, ")],
)
def test_a_changed_header_is_found(tmp_path: Path, old: bytes, new: bytes) -> None:
    path = tmp_path / "two-sided-2-3.table"
    TwoSided.build(2, 3).save(path)
    content = path.read_bytes()
    assert old in content
    path.write_bytes(content.replace(old, new, 1))
    with pytest.raises(TableFileError):
        TwoSided.read(path, 2, 3)
    assert TwoSided.load(2, 3, folder=tmp_path).of([1, 0], [1, 0]).cubeless == 1


def test_a_folder_whose_name_is_too_long(tmp_path: Path) -> None:
    assert OneSided.load(2, folder=str(tmp_path / ("x" * 5000))).mean([1, 0]) == 1
