"""The frozen interface: bitgammon.h, the .pxd files, the addresses and abi.json agree, and change by the rules.

After a change that the rules allow, ``python tests/test_abi.py`` writes abi.json anew; it refuses any other.
"""

import copy
import importlib
import importlib.util
import json
import sys
from pathlib import Path
from typing import Any

import pytest
from compiling import cython_extension

from bitgammon.core import addresses

FROZEN = Path(__file__).resolve().parent / "data" / "abi.json"
CIMPORTED = ("board", "movegen", "play")  # the modules whose functions other modules cimport
WHERE = {  # constants and structs by the .pxd they stand in
    "board": "BG_MAX_PLAYS BG_BAR BG_OFF BG_MOVER_COUNT BG_OPPONENT_COUNT BG_BOTH_ON_POINT BG_MOVER_BAR_NEGATIVE "
    "BG_OPPONENT_BAR_POSITIVE BG_BOTH_CLOSED_OUT BG_BOTH_FINISHED bg_board",
    "play": "bg_play",
    "dice": "bg_stream",
}

Interface = dict[str, Any]


def exported(module: str) -> dict[str, str]:
    """The C signatures of the functions that a module lends to others."""
    capsules = importlib.import_module(f"bitgammon.core.{module}").__pyx_capi__
    return {name: repr(capsule).split('"')[1] for name, capsule in sorted(capsules.items())}


def current() -> Interface:
    """The interface of the bitgammon that is installed."""
    return {
        "abi": list(addresses.ABI),
        "constants": addresses.CONSTANTS,
        "sizes": addresses.SIZES,
        "offsets": addresses.OFFSETS,
        "table": addresses.SIGNATURES,
        "cimport": {module: exported(module) for module in CIMPORTED},
    }


def flat(interface: Interface, prefix: str = "") -> dict[str, Any]:
    """The interface but for its number, as one dict."""
    found: dict[str, Any] = {}
    for name, value in interface.items():
        if isinstance(value, dict):
            found |= flat(value, f"{prefix}{name}.")
        elif prefix:
            found[prefix + name] = value
    return found


def differences(frozen: Interface, now: Interface) -> list[str]:
    """What the frozen interface forbids."""
    (old_major, old_minor), (major, minor) = frozen["abi"], now["abi"]
    if major > old_major:
        return [] if minor == 0 else ["a new BG_ABI begins with BG_ABI_MINOR 0"]
    old, new = flat(frozen), flat(now)
    numbers = {"constants.BG_ABI", "constants.BG_ABI_MINOR", "sizes.bg_api"}
    wrong = [
        f"{name} was {value!r} and is {new.get(name)!r}: this needs a new BG_ABI"
        for name, value in old.items()
        if name not in numbers and new.get(name) != value
    ]
    if list(now["table"])[: len(frozen["table"])] != list(frozen["table"]):
        wrong.append("the table has another order: this needs a new BG_ABI")
    if major < old_major or minor < old_minor:
        wrong.append(f"the interface was {old_major}.{old_minor} and is {major}.{minor}")
    if (minor > old_minor) != (len(new.keys() - old.keys()) > 0):
        wrong.append("BG_ABI_MINOR grows by additions, and only by them")
    return wrong


def load(path: Path = FROZEN) -> Interface:
    """The frozen interface."""
    loaded: Interface = json.loads(path.read_text(encoding="utf-8"))
    return loaded


def test_the_interface_is_the_frozen_one() -> None:
    frozen, now = load(), current()
    assert differences(frozen, now) == []
    assert frozen == now, "an allowed change: write abi.json anew with python tests/test_abi.py"
    assert list(frozen["table"]) == list(now["table"])


def changed(path: str, value: Any) -> Interface:
    """The current interface with one entry changed, added or (None) removed."""
    interface = copy.deepcopy(current())
    *folders, name = path.split("/")
    place = interface
    for folder in folders:
        place = place[folder]
    if value is None:
        del place[name]
    else:
        place[name] = value
    return interface


@pytest.mark.parametrize(
    ("path", "value"),
    [
        ("constants/BG_BAR", 24),
        ("constants/BG_OFF", None),
        ("sizes/bg_board", 40),
        ("offsets/bg_play/hit", 9),
        ("offsets/bg_api/roll", 0),
        ("table/count", "int (*)(const bg_board *board)"),
        ("table/swap", None),
        ("table/more", "int (*)(void)"),
        ("cimport/movegen/bg_count", None),
        ("cimport/movegen/bg_more", "int (void)"),
        ("abi", [1, 1]),
        ("abi", [0, 9]),
        ("abi", [2, 1]),
    ],
)
def test_what_the_rules_forbid(path: str, value: Any) -> None:
    assert differences(current(), changed(path, value)) != []


def test_what_the_rules_allow() -> None:
    assert differences(current(), current()) == []
    assert differences(current(), changed("table/swap", None) | {"abi": [2, 0]}) == []
    more = changed("table/more", "int (*)(void)") | {"abi": [1, 1]}
    assert differences(current(), more) == []
    table = {"more": "int (*)(void)"} | more["table"]
    assert differences(current(), more | {"table": table}) == ["the table has another order: this needs a new BG_ABI"]


def test_the_header_is_read_whole() -> None:
    names = set(addresses.CONSTANTS) - {"BG_ABI", "BG_ABI_MINOR"}
    assert names | set(addresses.SIZES) - {"bg_api"} == set(" ".join(WHERE.values()).split())
    assert addresses.DECLARATIONS.count("(*") == len(addresses.SIGNATURES) == 21
    assert list(addresses.ABI) == [addresses.CONSTANTS["BG_ABI"], addresses.CONSTANTS["BG_ABI_MINOR"]]


def test_the_header_and_the_pxd_files_agree(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    lines = [f"from bitgammon.core.{module} cimport {', '.join(names.split())}" for module, names in WHERE.items()]
    lines += ["constants = {}", "sizes = {}", "offsets = {}"]
    for name in " ".join(WHERE.values()).split():
        if name.startswith("BG_"):
            lines.append(f"constants[{name!r}] = {name}")
            continue
        lines += [f"cdef {name} a_{name}", f"sizes[{name!r}] = sizeof({name})", f"offsets[{name!r}] = {{}}"]
        for field in addresses.OFFSETS[name]:
            lines.append(f"offsets[{name!r}][{field!r}] = <char*>&a_{name}.{field} - <char*>&a_{name}")
    cython_extension("\n".join(lines), "layout_of_pxd", tmp_path)
    monkeypatch.syspath_prepend(tmp_path)
    layout = importlib.import_module("layout_of_pxd")
    assert layout.constants == {name: value for name, value in addresses.CONSTANTS.items() if "ABI" not in name}
    assert layout.sizes == {name: size for name, size in addresses.SIZES.items() if name != "bg_api"}
    assert layout.offsets == {name: fields for name, fields in addresses.OFFSETS.items() if name != "bg_api"}


def main() -> None:
    """Write abi.json, if the rules allow what has changed since."""
    if FROZEN.exists() and (wrong := differences(load(), current())):
        sys.exit("\n".join(wrong))
    FROZEN.write_text(json.dumps(current(), indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
