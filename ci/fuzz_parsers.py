"""Fuzzes the parsers of the package, guided by coverage: fuzz_parsers.py [--seconds N] [TARGET ...].

A target is a parser, fed by libFuzzer through atheris from a corpus of valid texts. Only an error of the package may
come out of it, with a message that can be read; what it takes is written, and read again as the same; no input takes
more than a second or much memory. A process a target, one after the other; the first failure ends the run with exit
code 1 and the input, ready to become a test.
"""

import argparse
import copy
import io
import json
import random
import re
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterable, Iterator
from contextlib import redirect_stderr, suppress
from itertools import pairwise
from pathlib import Path
from time import process_time
from typing import Any, Final, NamedTuple

import atheris

with redirect_stderr(io.StringIO()), atheris.instrument_imports(include=["bitgammon"]):  # which names each module
    from bitgammon import Board, notation
    from bitgammon.cli import position as cli_position
    from bitgammon.errors import BitgammonError
    from bitgammon.game import Match, Options, Position, RandomPlayer, Result, play_match, texts
    from bitgammon.ids import fibs, gnubg_id, match_id, nn_key, ogid, position_id, snowie, xgid
    from bitgammon.play import Play
    from bitgammon.rules import CHECKERS, STARTS

LONGEST_MESSAGE: Final = 2000
LONGEST_INPUT: Final = 8192
MEGABYTES: Final = 512
NAMES: Final = ("Ann", "Bob")


class Target(NamedTuple):
    """A parser: ``make`` turns bytes into its arguments, ``parse`` calls it, ``again`` raises AssertionError unless
    what it gave comes back from being written, ``seeds`` are the bytes to begin with."""

    make: Callable[[Any], tuple[Any, ...]]
    parse: Callable[..., Any]
    again: Callable[..., None]
    seeds: Callable[[], Iterable[bytes]]

    def run(self, data: bytes) -> None:
        """One input."""
        arguments = self.make(atheris.FuzzedDataProvider(data))
        began = process_time()
        try:
            found = self.parse(*arguments)
        except BitgammonError as error:
            check_message(error)
        else:
            self.again(found, *arguments)
        seconds = process_time() - began
        assert seconds <= 1, f"it took {seconds:.1f} s"


def check_message(error: BitgammonError) -> None:
    """The message of an error is of a length that can be read."""
    length = len(str(error))
    assert length < LONGEST_MESSAGE, f"{type(error).__name__} with a message of {length} characters: {str(error)[:200]}"


def same(found: object, expected: object) -> None:
    """What came back is what was written."""
    assert found == expected, f"{found!r} came back for {expected!r}"


# What the inputs are made of.


def text_of(provider: Any) -> str:
    """All that is left of the bytes as text, lone surrogates included."""
    return str(provider.ConsumeUnicode(provider.remaining_bytes()))


def just_text(provider: Any) -> tuple[str]:
    """The argument of a parser of text."""
    return (text_of(provider),)


def text_and_checkers(provider: Any) -> tuple[str, int]:
    """Text, and a number of checkers a side."""
    checkers = provider.ConsumeIntInRange(1, CHECKERS)
    return text_of(provider), checkers


def text_and_any_checkers(provider: Any) -> tuple[str, int | None]:
    """The same, or no number."""
    checkers = provider.ConsumeIntInRange(0, CHECKERS) or None
    return text_of(provider), checkers


def seeds_of(valid: Iterable[str], *numbers: int) -> Iterator[bytes]:
    """Texts as the bytes that ``text_of`` makes them of, as single bytes and as UTF-16, and a long one.

    The numbers, each less its lowest value and of one byte, are read from the end of the bytes, the last one first.
    """
    given = list(dict.fromkeys(valid))
    tail = bytes(numbers)
    for text in [*given, " ".join(given)[: LONGEST_INPUT // 2], given[0] * (LONGEST_INPUT // 2 // len(given[0]))]:
        yield b"\1" + text.encode("ascii") + tail
    for text in given[:4]:
        yield b"\2" + text.encode("utf-16-le") + tail


def matches() -> Iterator[Match]:
    """A few short matches and sessions, complete and not."""
    begun = Match(3)
    begun.game.open((3, 1))
    begun.game.play("8/5 6/5")
    begun.game.double()
    begun.game.take()
    begun.game.roll((6, 6))
    yield begun
    agreed = Options(jacoby=True, beavers=True, raccoons=True, automatic_doubles=1)
    session = Match(0, "nackgammon", agreed)
    session.game.open((2, 2))
    session.game.open((1, 4))
    session.game.resign(Result.BACKGAMMON)
    session.game.accept()
    session.next_game()
    yield session
    turned = Match(0, options=agreed)
    turned.game.open((3, 1))
    turned.game.play("8/5 6/5")
    turned.game.resign()
    turned.game.refuse()
    turned.game.double()
    turned.game.beaver()
    turned.game.raccoon()
    turned.game.drop()
    yield turned
    level = Match(2)
    for dice in ((6, 1), (1, 6), (6, 1)):  # an ordinary game, the Crawford game, the one after it
        level.game.open(dice)
        level.game.resign()
        level.game.accept()
        if level.winner is None:
            level.next_game()
    yield level
    players = RandomPlayer(1, doubles=0.5), RandomPlayer(2, doubles=0.5, drops=0.1)
    yield play_match(*players, 1, 3, variant="hypergammon1")
    yield play_match(*players, 2, 0, games=1, variant="hypergammon1", options=agreed)


def positions() -> Iterator[Position]:
    """Positions of all kinds."""
    players = RandomPlayer(1, doubles=0.3), RandomPlayer(2, doubles=0.3, drops=0.1)
    for length in (0, 2, 5):
        options = Options(beavers=not length, raccoons=not length, jacoby=not length)
        match = play_match(*players, length, length, games=None if length else 2, options=options)
        for game in match.games[-2:]:
            yield from game.positions[1::9]
            yield game.positions[-1]


def written(*kinds: str) -> Iterator[str]:
    """Positions in texts of these kinds."""
    for position in positions():
        for kind in kinds:
            with suppress(BitgammonError):
                yield texts.write(position, kind, NAMES)


OGIDS: Final = (
    "11ccccchhhjjjjj:66666888dddddoo:N0N",
    "11ccccchhhjjjjj:66666888dddddoo:N0N:13:W",
    "bbcccchhjjjjjmm:445556688ddddfo:W1N::B:IW:1:2:5C:0",
    "lo:22mmp:B3O::W:D:1:2:5L:7:9",
    "lo:22mmp:?1T::W:RM:1:2:0G9:7",
)
PLAYS: Final = ("bar/24*, 13-11(2)", "8 5 6 5", "Cannot Move", "24/21*/18* 13/8(2)", "25-22 6-o pass", "6/off(4)")


# The same again.


def again_in_text(parse: Callable[..., Any], write: Callable[[Any], str]) -> Callable[..., None]:
    """For parsers with an exact inverse: the same fields, and the same text."""

    def again(found: Any, text: str, *rest: Any) -> None:
        made = write(found)
        same(parse(made, *rest), found)
        same(made, text)

    return again


def again_as_xgid(found: xgid.Xgid, text: str) -> None:
    """XGID= and space around it are optional."""
    made = xgid.format(found)
    same(xgid.parse(made), found)
    same(made, xgid.PREFIX + text.strip().removeprefix(xgid.PREFIX))


def again_as_match_id(found: match_id.MatchId, text: str) -> None:
    """The larger die is written first, whichever it was in the text."""
    made = match_id.encode(found)
    same(match_id.decode(made), found)
    if found.dice is None or found.dice[0] == found.dice[1]:
        same(made, text)


def again_as_gnubg_id(found: tuple[tuple[int, ...], match_id.MatchId], text: str, checkers: int) -> None:
    """The two halves, each as by itself."""
    made, half = gnubg_id.encode(*found), position_id.LENGTH
    same(gnubg_id.decode(made, checkers), found)
    same(made[:half], text[:half])
    again_as_match_id(found[1], text[half + 1 :])


def again_as_position(found: texts.Reading, text: str, checkers: int) -> None:
    """A position is written in the kind it came from and read as the same; other kinds take or refuse it."""
    position = found.position
    for kind in texts.KINDS:
        try:
            made = texts.write(position, kind, found.names)
            texts.lost(position, kind)
        except BitgammonError as error:
            check_message(error)
            if kind == found.kind:
                raise AssertionError("its own kind refuses it") from error
            continue
        back = texts.read(made, checkers=position.board.checkers)
        same(back.kind, kind)
        if kind == found.kind:
            same(back.position, position)
            same(tuple(was and now for was, now in zip(found.names, back.names, strict=True)), found.names)


def again_as_given(found: cli_position.Given, text: str, checkers: int | None) -> None:
    """The commands either have dice to play or say why not."""
    try:
        cli_position.dice_of(found, None)
    except BitgammonError as error:
        check_message(error)


def again_as_dice(found: tuple[int, int], text: str) -> None:
    """Two digits."""
    for separator in ("", "-", ","):
        same(cli_position.read_dice(f"{found[0]}{separator}{found[1]}"), found)


def again_as_moves(found: tuple[notation.Chain, ...], text: str) -> None:
    """The steps of the chains, printed and read: the same checkers move, with the same hits."""
    steps = [(src, dst, dst in chain.stars) for chain in found for src, dst in pairwise(chain.points)]
    back = notation.parse(notation.format_moves(steps))
    same(moved(back), moved(found))
    same({point for chain in back for point in chain.stars}, {point for chain in found for point in chain.stars})


def moved(chains: Iterable[notation.Chain]) -> list[int]:
    """What the chains change, by point."""
    change = [0] * 26
    for chain in chains:
        change[chain.points[0]] -= 1
        change[chain.points[-1]] += 1
    return change


def again_as_play(found: Play, board: Board, text: str, die1: int, die2: int) -> None:
    """A legal play, printed and read."""
    assert found in board.plays(die1, die2)
    back = board.parse_play(str(found), die1, die2)
    same(board.after(back), board.after(found))


def again_as_match(found: Match, text: str) -> None:
    """Saved and loaded."""
    made = found.dumps()
    same(Match.loads(made), found)
    same(Match.loads(made).dumps(), made)


# Plays on boards.


def boards() -> Iterator[Board]:
    """Boards from games, and boards nobody would come to."""
    chance = random.Random(1)
    for variant in STARTS:
        for _ in range(20):
            board = Board.start(variant)
            while not board.result():
                plays = board.plays(*roll(chance))
                board = board.after(chance.choice(plays)).swapped()
                if chance.random() < 0.3:
                    yield board
    for _ in range(1000):
        points = [0] * 26
        for sign, bar in ((1, 25), (-1, 0)):
            places = [bar, *chance.sample(range(1, 25), chance.randint(1, 12))]
            for _ in range(chance.randint(1, CHECKERS)):
                place = chance.choice(places)
                points[place] += sign if points[place] * sign >= 0 else 0
        with suppress(BitgammonError):
            yield Board(points)


def roll(chance: random.Random) -> tuple[int, int]:
    """Two dice."""
    return chance.randint(1, 6), chance.randint(1, 6)


BOARDS: Final = list(boards())


def play_on_a_board(provider: Any) -> tuple[Board, str, int, int]:
    """A board, dice, and text that is often near a legal play."""
    die1, die2 = provider.ConsumeIntInRange(1, 6), provider.ConsumeIntInRange(1, 6)
    board = BOARDS[provider.ConsumeIntInRange(0, len(BOARDS) - 1)]
    cut, which = provider.ConsumeIntInRange(0, 60), provider.ConsumeIntInRange(0, 255)
    text = text_of(provider)
    with suppress(BitgammonError):
        plays = board.plays(die1, die2)
        legal = str(plays[which % len(plays)])
        if cut < 30:  # in the middle of it
            text = legal[:cut] + text + legal[cut:]
        elif cut < 45:  # instead of its end
            text = legal[: cut - 30] + text
        elif cut < 52:  # without the points in between
            text = re.sub(r"/\d+\*?(?=/)", "", legal) + text
    return board, text, die1, die2


def seeds_of_plays() -> Iterator[bytes]:
    """Plays on any board, by themselves, cut and not."""
    for cut in (0, 29, 35, 47, 55):
        yield from seeds_of(PLAYS, 0, cut, 0, 1, 2, 3)
    for k in range(100):
        yield bytes((k, (29, 47)[k % 2], k % 16, 37 * k % 256, k % 6, k // 6 % 6))


# Saved games, as trees.

HOSTILE: Final[tuple[Any, ...]] = (
    *(None, True, False, "", "x", "x" * 3000, [], {}, [[]], [None], {"": 0}, 0, 1, 2, 3, -1, 7, 15, 25, 26, 64),
    *(1 << 15, 1 << 31, 1 << 63, -(1 << 64), 10**70, 10**4000, 0.5, 1.0, 1e999, float("nan"), "\ud800", "\0", [6, 6]),
    *("roll", "play", "double", "resign", [1] * 26, [0] * 26, [10**70] * 26, {"points": [0] * 26}, {"x" * 3000: 0}),
)


def nested(text: str) -> str:
    """The text with lists in lists, N deep, for each string ``lists in lists N``: deeper than ``json.dumps`` writes."""
    return re.sub(r'"lists in lists (\d+)"', lambda found: "[" * int(found[1]) + "]" * int(found[1]), text)


def place(provider: Any, tree: list[Any]) -> tuple[Any, Any]:
    """Any place in a tree of one item: what holds it, and its key or index there."""
    holder: Any = tree
    key: Any = 0
    while (inner := holder[key]) and isinstance(inner, dict | list) and provider.ConsumeIntInRange(0, 7):
        holder, keys = inner, list(inner) if isinstance(inner, dict) else range(len(inner))
        key = keys[provider.ConsumeIntInRange(0, len(keys) - 1)]
    return holder, key


def edited_match(provider: Any) -> tuple[str]:
    """A saved match with some places of it changed."""
    tree = [json.loads(SAVED[provider.ConsumeIntInRange(0, len(SAVED) - 1)])]
    for _ in range(provider.ConsumeIntInRange(0, 6)):
        holder, key = place(provider, tree)
        change = provider.ConsumeIntInRange(0, 6)
        if change == 0 and holder is not tree:
            del holder[key]
        elif change == 1 and isinstance(holder, list):
            holder.insert(key, copy.deepcopy(holder[key]))
        elif change == 2:
            other, name = place(provider, tree)
            holder[key] = copy.deepcopy(other[name])
        elif change == 3:
            holder[key] = provider.ConsumeIntInRange(-2, 32)
        elif change == 4 and isinstance(holder, dict):
            holder[provider.ConsumeUnicode(20) * provider.PickValueInList([1, 300])] = holder.pop(key)
        elif change == 5:
            holder[key] = f"lists in lists {provider.ConsumeIntInRange(1, 1200)}"
        else:
            holder[key] = copy.deepcopy(provider.PickValueInList(list(HOSTILE)))
    return (nested(json.dumps(tree[0])),)


def saved() -> Iterator[str]:
    """Saved matches, and some that begin as none does."""
    yield from (match.dumps() for match in matches())
    tree = Match(3).to_json()
    for start in (
        {"outcome": {"winner": 1, "result": 2, "points": 2, "how": "played"}},
        {"turn": 0, "cube": {"value": 2, "owner": 0}, "offer": 1, "resigned": 2, "score": [0, 0], "length": 3},
        {"dice": [3, 1], "options": {"beavers": True, "raccoons": True}},
    ):
        tree["games"][0]["start"] = start
        yield json.dumps(tree)


SAVED: Final = list(saved())


def seeds_of_edits() -> Iterator[bytes]:
    """Any edits."""
    chance = random.Random(1)
    yield from (chance.randbytes(30) for _ in range(200))


TARGETS: Final = {
    "position_id": Target(
        text_and_checkers,
        position_id.decode,
        again_in_text(position_id.decode, position_id.encode),
        lambda: seeds_of(written("position-id"), CHECKERS - 1),
    ),
    "match_id": Target(just_text, match_id.decode, again_as_match_id, lambda: seeds_of(written("match-id"))),
    "gnubg_id": Target(
        text_and_checkers, gnubg_id.decode, again_as_gnubg_id, lambda: seeds_of(written("gnubg"), CHECKERS - 1)
    ),
    "xgid": Target(just_text, xgid.parse, again_as_xgid, lambda: seeds_of(written("xgid"))),
    "ogid": Target(
        just_text,
        ogid.parse,
        again_in_text(ogid.parse, ogid.format),
        lambda: seeds_of([*OGIDS, *written("ogid")]),
    ),
    "fibs": Target(just_text, fibs.parse, again_in_text(fibs.parse, fibs.format), lambda: seeds_of(written("fibs"))),
    "snowie": Target(
        just_text, snowie.parse, again_in_text(snowie.parse, snowie.format), lambda: seeds_of(written("snowie"))
    ),
    "nn_key": Target(
        text_and_checkers,
        nn_key.decode,
        again_in_text(nn_key.decode, nn_key.encode),
        lambda: seeds_of(written("nn"), CHECKERS - 1),
    ),
    "texts": Target(
        text_and_checkers,
        lambda text, checkers: texts.read(text, checkers=checkers),
        again_as_position,
        lambda: seeds_of([*OGIDS, *written(*texts.KINDS)], CHECKERS - 1),
    ),
    "notation": Target(just_text, notation.parse, again_as_moves, lambda: seeds_of(PLAYS)),
    "parse_play": Target(
        play_on_a_board,
        lambda board, text, die1, die2: board.parse_play(text, die1, die2),
        again_as_play,
        seeds_of_plays,
    ),
    "match": Target(just_text, Match.loads, again_as_match, lambda: seeds_of(SAVED)),
    "match_edited": Target(edited_match, Match.loads, again_as_match, seeds_of_edits),
    "cli_position": Target(
        text_and_any_checkers,
        cli_position.read,
        again_as_given,
        lambda: seeds_of([*STARTS, *OGIDS, *written(*texts.KINDS)], 0),
    ),
    "cli_dice": Target(
        just_text, cli_position.read_dice, again_as_dice, lambda: seeds_of(["31", "3-1", "6,6", " 31", "07"])
    ),
}


# The run.


def fuzz(name: str, folder: Path, seconds: int) -> None:
    """Run one target, in this process, which libFuzzer ends."""
    target = TARGETS[name]
    corpus = folder / "corpus"
    corpus.mkdir()
    for number, seed in enumerate(target.seeds()):
        (corpus / str(number)).write_bytes(seed)
    flags = {
        "max_total_time": seconds,
        "timeout": 1,
        "rss_limit_mb": MEGABYTES,
        "max_len": LONGEST_INPUT,
        "len_control": 0,
        "artifact_prefix": f"{folder}/",
        "print_final_stats": 1,
    }
    arguments = [f"-{flag}={value}" for flag, value in flags.items()]
    atheris.Setup([sys.argv[0], *arguments, str(corpus)], target.run)
    atheris.Fuzz()


def run(name: str, seconds: int) -> bool:
    """Run one target in a process of its own, and say how it went: whether it found nothing."""
    with tempfile.TemporaryDirectory() as scratch:
        command = [sys.executable, "-P", __file__, "--seconds", str(seconds), "--in", scratch, name]
        process = subprocess.run(
            command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, timeout=2 * seconds + 120, check=False
        )
        log = process.stdout.decode(errors="replace")
        artifacts = [path.read_bytes() for path in Path(scratch).iterdir() if path.is_file()]
    done = re.findall(r"^(?:stat::number_of_executed_units: *|#)(\d+)", log, re.M)
    branches = re.findall(r" cov: (\d+)", log)
    good = process.returncode == 0 and not artifacts and bool(done)
    outcome = "no failure" if good else f"FAILED with exit code {process.returncode}"
    print(f"{name}: {int(done[-1]) if done else 0:,} executions, {branches[-1] if branches else 0} branches, {outcome}")
    if not good:
        print(log[-6000:])
    for data in artifacts:
        print(f"the bytes: {data!r}\nthe call: {name}{TARGETS[name].make(atheris.FuzzedDataProvider(data))!r}")
    return good


def main() -> None:
    """Run the targets one after the other; exit with 1 at the first failure."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("targets", metavar="TARGET", nargs="*", help=f"of {', '.join(TARGETS)}; all of them if none")
    parser.add_argument("--seconds", type=int, default=20, help="for each target")
    parser.add_argument("--in", dest="folder", type=Path, help=argparse.SUPPRESS)
    given = parser.parse_args()
    names = given.targets or list(TARGETS)
    if unknown := [name for name in names if name not in TARGETS]:
        parser.error(f"no target: {', '.join(unknown)}")
    if given.folder:
        fuzz(names[0], given.folder, given.seconds)
    sys.stdout.reconfigure(line_buffering=True)  # type: ignore[union-attr]
    if not all(run(name, given.seconds) for name in names):
        sys.exit(1)


if __name__ == "__main__":
    main()
