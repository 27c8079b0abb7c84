"""README's table of other programs: made from results, nothing left out, and the one the committed results give."""

import importlib.util
import json
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

ROOT = Path(__file__).resolve().parent.parent
RESULTS = ROOT / "benchmarks" / "results" / "peers.json"


def load(path: Path) -> ModuleType:
    """A script as a module, without its folder on the path."""
    spec = importlib.util.spec_from_file_location(path.stem, path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


report = load(ROOT / "benchmarks" / "report.py")
README = f"before\n{report.BEGIN}\nold\n{report.END}\nafter\n"


def door(name: str, **changed: Any) -> dict[str, Any]:
    """A door of a made-up comparison."""
    return {
        "name": name,
        "program": name,
        "version": "1.2",
        "answer": "keys",
        "pairs": "corpus",
        "listed": 30,
        "wrong_pairs": 0,
        "extra_plays": 0,
        "missing_plays": 0,
        "plays_per_s": {"best": 1_234_567.0, "median": 1.0},
        "single_call_ratio": 12.345,
        "batch_ratio": 1234.5,
        "games_per_s": {"best": 98.76, "median": 1.0},
        **changed,
    }


RESULT = {
    "date": "2001-02-03",
    "cpu": "Abacus 9000",
    "system": "Linux x86_64",
    "cores": 2,
    "instruction_set": "v3",
    "python": "3.11.0",
    "numpy": "2.0.0",
    "note": "shared",
    "rounds": 5,
    "pairs": {"corpus": {"pairs": 1000, "plays": 17000}, "turns of c's own games": {"pairs": 500, "plays": 9000}},
    "doors": [
        door("bitgammon", single_call_ratio=0.5, batch_ratio=1.0),
        door("slow"),
        door("fast", single_call_ratio=0.8, games_per_s=None),
        door("wrong", wrong_pairs=84, extra_plays=100, missing_plays=2),
        door("c", pairs="turns of c's own games"),
    ],
    "absent": [{"program": "gone", "reason": "No module named 'gone'"}],
}


@pytest.fixture
def files(tmp_path: Path) -> list[str]:
    """Arguments that name a README and results."""
    (tmp_path / "README.md").write_text(README, encoding="utf-8")
    (tmp_path / "peers.json").write_text(json.dumps(RESULT), encoding="utf-8")
    return ["--readme", str(tmp_path / "README.md"), "--results", str(tmp_path / "peers.json")]


def rows() -> dict[str, list[str]]:
    """The cells of the table by the first."""
    lines = [line for line in report.table(RESULT).splitlines() if line.startswith("|")]
    found = [[cell.strip() for cell in line.strip("|").split("|")] for line in lines]
    assert {len(cells) for cells in found} == {8}
    return {cells[0]: cells[1:] for cells in found[2:]}


def test_a_row_holds_every_figure() -> None:
    assert rows()["slow"] == ["1.2", "keys", "1,230,000", "12.3", "1,230", "98.8", "0 of 1,000"]


def test_losses_are_shown_and_stand_out() -> None:
    assert rows()["fast"] == ["1.2", "keys", "1,230,000", "**0.8**", "1,230", "", "0 of 1,000"]


def test_bitgammon_is_no_loss_to_itself() -> None:
    assert rows()["bitgammon"][3:5] == ["0.5", "1"]


def test_wrong_pairs_are_shown_and_stand_out() -> None:
    assert rows()["wrong"][-1] == "**84 of 1,000**"
    assert "wrong: 100 extra and 2 missing plays in the wrong pairs." in report.table(RESULT)


def test_an_absent_program_is_named_with_the_reason() -> None:
    assert rows()["gone"] == ["", "absent: No module named 'gone'", "", "", "", "", ""]


def test_pairs_of_its_own_are_said() -> None:
    assert rows()["c (1)"][-1] == "0 of 500"
    assert "500 turns of c's own games" in report.table(RESULT)


def test_machine_versions_and_date_are_said() -> None:
    text = " ".join(report.table(RESULT).split())
    for said in ("2001-02-03", "Abacus 9000", "2 cores", "Python 3.11.0", "numpy 2.0.0", "shared", "Best of 5"):
        assert said in text


def test_the_table_stands_between_the_markers_and_is_then_found_right(files: list[str]) -> None:
    assert report.main(["--check", *files]) == 1
    assert Path(files[1]).read_text(encoding="utf-8") == README
    assert report.main(files) == 0
    text = Path(files[1]).read_text(encoding="utf-8")
    assert text == f"before\n{report.BEGIN}\n\n{report.table(RESULT)}\n\n{report.END}\nafter\n"
    assert report.main(["--check", *files]) == 0
    assert report.main(files) == 0
    assert Path(files[1]).read_text(encoding="utf-8") == text


def test_a_changed_figure_is_noticed(files: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    report.main(files)
    readme = Path(files[1])
    readme.write_text(readme.read_text(encoding="utf-8").replace("98.8", "98.9"), encoding="utf-8")
    assert report.main(["--check", *files]) == 1
    assert "not what peers.json gives" in capsys.readouterr().err


@pytest.mark.parametrize("text", ["", report.BEGIN, report.END, f"{report.END}\n{report.BEGIN}\n"])
def test_a_readme_without_markers_is_refused(text: str, files: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    Path(files[1]).write_text(text, encoding="utf-8")
    assert report.main(files) == 2
    assert report.BEGIN in capsys.readouterr().err
    assert Path(files[1]).read_text(encoding="utf-8") == text


def test_results_that_lack_something_are_refused(files: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    lacking = {key: value for key, value in RESULT.items() if key != "cpu"}
    Path(files[3]).write_text(json.dumps(lacking), encoding="utf-8")
    assert report.main(files) == 2
    assert "lack 'cpu'" in capsys.readouterr().err


def test_the_committed_table_is_what_the_committed_results_give() -> None:
    assert report.main(["--check"]) == 0


def test_the_committed_results_are_complete() -> None:
    result = json.loads(RESULTS.read_text(encoding="utf-8"))
    programs = {door["program"] for door in result["doors"]} | {program["program"] for program in result["absent"]}
    assert programs == {"bitgammon", "gnubg-nn", "bgsage", "open-spiel", "pgx"}
    assert result["pairs"]["corpus"] == {"pairs": 20_000, "plays": 336_016}
    assert all(door["wrong_pairs"] == 0 for door in result["doors"] if door["program"] == "bitgammon")
