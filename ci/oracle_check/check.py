"""Compares ids and notation with GNU Backgammon, run as a program: check.py --gnubg PROGRAM [--seed S].

Of random positions: Position IDs and keys of gnubg-nn, made and read; Match IDs, made and read; GNUbg IDs of the
positions that XGIDs set there; the texts of plays, as it reads ours and as it prints its own. A difference is printed
with both values and the input, and the exit code is 1 if there was one, or if less was compared than asked for.
"""

import argparse
import itertools
import random
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterator
from typing import Any

import positions
from program import NORTH, SOUTH, Call, Pair, Question, ask

import bitgammon as bg
from bitgammon import Board
from bitgammon.game import Player, Position, Result, texts
from bitgammon.ids import match_id, nn_key
from bitgammon.ids.match_id import MatchId
from bitgammon.notation import STYLES
from bitgammon.rules import BAR, OFF, POINTS

#: Its words for a resignation by size.
RESIGNATIONS = {Result.SINGLE: "normal", Result.GAMMON: "gammon", Result.BACKGAMMON: "backgammon"}
#: How many differences of one kind are shown.
SHOWN = 5
#: How many plays of a position it is asked to print of its own accord.
HINTS = 10

Halves = list[list[int]]
#: Makes questions without end, and counts what is worth telling of those that were answered.
Kind = Callable[[random.Random, Counter[str]], Iterator[Question]]


def halves(board: Board) -> Halves:
    """The board as the program's module has it: opponent, then mover, each 24 points of its own and its bar."""
    points = board.points
    opponent = [max(-points[BAR - point], 0) for point in range(1, BAR + 1)]
    return [opponent, [max(points[point], 0) for point in range(1, BAR + 1)]]


def board_of(found: Halves) -> Board:
    """The inverse of ``halves``, with as many checkers a side as nobody exceeds."""
    opponent, mover = found
    points = [-opponent[POINTS], *(mover[k] - opponent[POINTS - 1 - k] for k in range(POINTS)), mover[POINTS]]
    return Board(points)


def position_ids(chance: random.Random, counts: Counter[str]) -> Iterator[Question]:
    """Position IDs and keys of gnubg-nn: the id of a board, and the board of an id, by function and by command."""

    def question(board: Board) -> Question:
        text, key, theirs = board.position_id(), nn_key.encode(board.points), halves(board)
        batch = bg.position_ids([board.points])[0].decode()

        def pairs(values: list[Any]) -> Iterator[Pair]:
            made, read, _, by_id, _, by_key = values
            yield Pair("Position ID of a board", text, made)
            yield Pair("Position ID of a board, by the function for many", batch, made)
            yield Pair("board of our Position ID", theirs, read)
            yield Pair("board after 'set board' with our Position ID", theirs, by_id)
            yield Pair("board after 'set board' with our key of gnubg-nn", theirs, by_key)
            yield Pair("our board of its Position ID", board.points, Board.from_position_id(made).points)
            counts["boards with one side finished"] += bool(board.result())

        calls: list[Call] = [
            ["positionid", theirs],
            ["positionfromid", text],
            ["command", f"set board {text}"],
            ["board"],
            ["command", f"set board {key}"],
            ["board"],
        ]
        return Question(f"{board.points}", calls, pairs)

    return map(question, positions.boards(chance))


def raw_match_ids(chance: random.Random, counts: Counter[str]) -> Iterator[Question]:
    """Match IDs of all fields there are, as its function writes them, and as ours reads them."""

    def question() -> Question:
        length = chance.choice([0, chance.randint(1, positions.LONGEST)])
        fields = MatchId(
            cube=chance.randint(0, 15),
            owner=chance.choice([None, 0, 1]),
            mover=chance.randint(0, 1),
            crawford=length > 0 and chance.random() < 0.3,
            state=chance.randint(0, 4),
            turn=chance.randint(0, 1),
            doubled=chance.random() < 0.3,
            resigned=chance.randint(0, 3),
            dice=chance.choice([None, (chance.randint(1, 6), chance.randint(1, 6))]),
            length=length,
            # A finished match may show more points than its length.
            scores=(chance.randint(0, length + 20), chance.randint(0, length + 20)),
            jacoby=chance.random() < 0.5,
        )

        def pairs(values: list[Any]) -> Iterator[Pair]:
            yield Pair("Match ID of fields", match_id.encode(fields), values[0])
            dice = fields.dice and (max(fields.dice), min(fields.dice))
            yield Pair("our fields of its Match ID", fields._replace(dice=dice), match_id.decode(values[0]))
            for name, there in (("double", fields.doubled), ("resignation", fields.resigned)):
                counts[f"with a {name}"] += bool(there)

        return Question(f"{fields}", [["matchid", *infos(fields)]], pairs)

    return iter(question, None)


def infos(fields: MatchId) -> tuple[dict[str, Any], dict[str, Any]]:
    """The same as the two dictionaries that its functions take."""
    cube = {
        "cube": 1 << fields.cube,
        "cubeowner": -1 if fields.owner is None else fields.owner,
        "move": fields.mover,
        "matchto": fields.length,
        "score": fields.scores,
        "crawford": int(fields.crawford),
        "jacoby": int(fields.jacoby),
        "beavers": 0,
        "gammonprice": ((0.0, 0.0), (0.0, 0.0)),
        "bgv": 0,
    }
    state = {
        "dice": fields.dice or (0, 0),
        "turn": fields.turn,
        "resigned": fields.resigned,
        "doubled": int(fields.doubled),
        "gamestate": fields.state,
    }
    return cube, state


def in_play(chance: random.Random) -> Iterator[Position]:
    """Random positions of games not finished: a board with one side borne off is still played on there."""
    for board in positions.boards(chance):
        if not board.result():
            yield positions.position(chance, board)


def match_ids(chance: random.Random, counts: Counter[str]) -> Iterator[Question]:
    """GNUbg IDs of positions: its own of the same position, and what it says of the position after reading ours."""

    def question(found: Position) -> Question:
        # Setting an id there does not set an offer: before a double it steps back, a resignation it forgets. So an
        # offer is told to the function that writes the id, and made by command once the position before it is set.
        offer = positions.offered(chance, found)
        text, with_offer = found.text("gnubg"), offer.text("gnubg")
        actor = offer.turn if offer.actor is None else offer.actor
        fields = MatchId(
            cube=found.cube.value.bit_length() - 1,
            owner=found.cube.owner,
            mover=found.turn,
            crawford=found.crawford,
            turn=actor,
            doubled=bool(offer.offer),
            resigned=offer.resigned or 0,
            dice=found.dice,
            length=found.length,
            scores=found.score,
            jacoby=found.options.jacoby,
        )

        def pairs(values: list[Any]) -> Iterator[Pair]:
            made, _, again, board, state, score, cube, turn = values[:8]
            yield Pair("GNUbg ID of a position", with_offer, made)
            yield Pair("GNUbg ID after 'set gnubgid' with ours", text, again)
            yield Pair("board after it", halves(found.board), board)
            dice = list(found.dice or (0, 0))
            said = {"dice": dice, "turn": found.turn, "resigned": 0, "doubled": 0, "gamestate": 1}
            yield Pair("state after it", said, state)
            yield Pair("score it tells after it", told_score(found), score)
            yield Pair("cube it tells after it", told_cube(found), cube)
            yield Pair("turn it tells after it", (SOUTH if found.turn else NORTH), turn.partition(" ")[0])
            read = texts.read(again, checkers=found.board.checkers).position
            for name in ("board", "turn", "dice", "cube", "score", "length", "crawford"):
                yield Pair(f"our {name} of its GNUbg ID", getattr(found, name), getattr(read, name))
            yield Pair("our jacoby of its GNUbg ID", found.options.jacoby, read.options.jacoby)
            yield Pair("GNUbg ID after the commands that offer", with_offer, values[-1])
            counts["with a double"] += bool(offer.offer)
            counts["with a resignation"] += bool(offer.resigned)
            counts["in a match"] += found.length > 0
            counts["money play with points"] += not found.length and any(found.score)

        calls: list[Call] = [
            ["gnubgid", halves(offer.board), *infos(fields)],
            ["command", f"set gnubgid {text}"],
            ["gnubgid"],
            ["board"],
            ["posinfo"],
            ["show", "score"],
            ["show", "cube"],
            ["show", "turn"],
        ]
        calls += [["command", "double"]] if offer.offer else []
        calls += [["command", f"resign {RESIGNATIONS[offer.resigned]}"]] if offer.resigned else []
        calls += [["gnubgid"]]
        return Question(f"{offer}", calls, pairs)

    return map(question, in_play(chance))


def told_score(found: Position) -> str:
    """The score in its words."""
    length = found.length
    if length:
        kind = f"match to {length} point{'s' if length > 1 else ''}"
        if length - 1 in found.score:
            kind += ", Crawford game" if found.crawford else ", post-Crawford play"
    else:
        kind = f"money session, {'with' if found.options.jacoby else 'without'} Jacoby rule"
    end = "" if length else "."
    north, south = found.score
    return f"The score (after 0 games) is: {NORTH} {north}, {SOUTH} {south} ({kind}){end}"


def told_cube(found: Position) -> str:
    """The cube in its words: none in the Crawford game."""
    owner = found.cube.owner
    owned = "centred" if owner is None else f"owned by {SOUTH if owner else NORTH}"
    return "" if found.crawford else f"The cube is at {found.cube.value}, and is {owned}."


def xgids(chance: random.Random, counts: Counter[str]) -> Iterator[Question]:
    """XGIDs: the GNUbg ID that it shows once ours has been set."""

    def question(found: Position) -> Question:
        text = found.text("xgid")
        # With the top player on roll it makes the players change their seats at once; asked to, it changes them back.
        top = found.turn is Player.O
        expected = (positions.seats_changed(found) if top else found).text("gnubg")
        calls: list[Call] = [["command", f"set xgid {text}"], ["gnubgid"]]
        if top:
            calls += [["command", "swap players"], ["gnubgid"]]

        def pairs(values: list[Any]) -> Iterator[Pair]:
            yield Pair("GNUbg ID after 'set xgid' with ours", expected, values[1])
            if top:
                yield Pair("the same, the seats changed back", found.text("gnubg"), values[3])
            yield Pair("GNUbg ID of what we read of ours", found.text("gnubg"), Position.from_text(text).text("gnubg"))
            counts["with the top player on roll"] += top
            counts["without a cube"] += not found.options.cube

        return Question(text, calls, pairs)

    # No XGID with an offer: of D it steps back to before the double, B and R it refuses. See match_ids for offers.
    return map(question, in_play(chance))


def plays(chance: random.Random, counts: Counter[str]) -> Iterator[Question]:
    """Texts of plays: where ours lead it, in every style; how it prints the same play, and those it finds itself."""

    def question(board: Board, dice: tuple[int, int], play: bg.Play) -> Question:
        ours, after = str(play), board.after(play)
        start = Position(board, dice=dice).text("gnubg")
        calls: list[Call] = [
            ["parsemove", ours],
            ["movetupletostring", [[move.src, move.dst] for move in play], halves(board)],
            ["command", f"set gnubgid {start}"],
            ["hint", HINTS],
        ]
        for style in STYLES:
            calls += [["command", f"set gnubgid {start}"], ["command", f"move {play.text(style)}"], ["board"]]

        def pairs(values: list[Any]) -> Iterator[Pair]:
            steps, printed, _, hints = values[:4]
            yield Pair(f"own checkers after {ours!r}, as it parses it", own(after), moved(board, steps))
            for style, reached in zip(STYLES, values[6::3], strict=True):
                what = f"board after 'move {play.text(style)}' ({style})"
                yield Pair(what, halves(after.swapped()), reached)
            counts["plays of ours that it prints alike"] += printed == ours
            if printed != ours:
                yield Pair(f"our board of {printed!r}, its text of {ours!r}", after, result(board, dice, printed))
            found = [hint["move"] for hint in hints["hint"]]
            yield Pair("number of plays that it found", min(board.count(*dice), HINTS), len(found))
            for theirs in found:
                read = board.parse_play(theirs, *dice)
                counts["plays of its own read"] += 1
                counts["plays of its own that we print alike"] += str(read) == theirs
            reached = {board.after(board.parse_play(theirs, *dice)) for theirs in found}
            yield Pair("different boards by the texts of the plays that it found", len(found), len(reached))

        return Question(f"{start} {ours}", calls, pairs)

    return itertools.starmap(question, to_play(chance))


def to_play(chance: random.Random) -> Iterator[tuple[Board, tuple[int, int], bg.Play]]:
    """Random boards, dice and plays. A pass is none: there it moves by itself, and no text of ours is read as one."""
    for board in positions.boards(chance):
        dice = chance.randint(1, 6), chance.randint(1, 6)
        if chance.random() < 0.3:
            dice = dice[0], dice[0]
        play = chance.choice(board.plays(*dice)) if not board.result() else None
        if play:
            yield board, dice, play


def own(board: Board) -> list[int]:
    """The mover's checkers on the points 1..24 and on the bar."""
    return [max(count, 0) for count in board.points[1:]]


def moved(board: Board, steps: list[list[int]]) -> list[int]:
    """The same after these steps, of one checker each."""
    checkers = [0, *own(board)]
    for src, dst in steps:
        checkers[src] -= 1
        checkers[dst] += dst != OFF
    return checkers[1:]


def result(board: Board, dice: tuple[int, int], text: str) -> Board | str:
    """The board that a text leads to, or why none."""
    try:
        return board.after(board.parse_play(text, *dice))
    except bg.BitgammonError as error:
        return f"{type(error).__name__}: {error}"


def distinct(questions: Iterator[Question], count: int) -> list[Question]:
    """So many of them, of which no two are about the same."""
    found: dict[str, Question] = {}
    while len(found) < count:
        question = next(questions)
        found.setdefault(question.text, question)
    return list(found.values())


def compared(kind: Kind, program: str, seed: str, count: int) -> bool:
    """Whether all is equal, having compared so many and told it."""
    began, counts = time.perf_counter(), Counter[str]()
    questions = distinct(kind(random.Random(seed), counts), count)
    done = differences = 0
    for question, values in zip(questions, ask(program, questions), strict=True):
        try:
            pairs = list(question.pairs(values))
            found = [pair for pair in pairs if pair.ours != pair.theirs]
            done += bool(pairs)
        except (bg.BitgammonError, TypeError, ValueError, KeyError) as error:
            found = [Pair("what it answers", f"{type(error).__name__}: {error}", values)]
        differences += bool(found)
        if found and differences <= SHOWN:
            print(f"{kind.__name__}: {question.text}", file=sys.stderr)
            for pair in found:
                print(f"  {pair.of}:\n    ours   {pair.ours}\n    theirs {pair.theirs}", file=sys.stderr)
    details = ", ".join(f"{number:,} {what}" for what, number in counts.items())
    seconds = time.perf_counter() - began
    print(f"{kind.__name__}: {done:,} compared, {differences:,} differ ({details}), {seconds:.1f} s")
    if done < count:
        print(f"{kind.__name__}: only {done:,} compared, {count:,} were asked for", file=sys.stderr)
    return not differences and done >= count


def main() -> None:
    """Exit with 1 unless everything was compared and is equal."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--gnubg", required=True)
    parser.add_argument("--seed", default="oracle")
    parser.add_argument("--positions", type=int, default=2500)
    parser.add_argument("--plays", type=int, default=600)
    given = parser.parse_args()
    kinds: list[Kind] = [position_ids, raw_match_ids, match_ids, xgids, plays]
    fine = [
        compared(kind, given.gnubg, f"{given.seed} {kind.__name__}", given.plays if kind is plays else given.positions)
        for kind in kinds
    ]
    sys.exit(0 if all(fine) else 1)


if __name__ == "__main__":
    main()
