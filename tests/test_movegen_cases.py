"""Positions that move generators have been wrong on, with the right answers, on both implementations.

The figures in ``data/movegen.json`` were made by a brute force and confirmed by GNU Backgammon.
"""

import json
from pathlib import Path
from typing import Any

import pytest
from twins import Points, Twin, after, assert_boards, shown, steps

import bitgammon
from bitgammon import errors, reference

CASES: list[dict[str, Any]] = json.loads((Path(__file__).parent / "data" / "movegen.json").read_text("utf-8"))
BY_ID = pytest.mark.parametrize("case", CASES, ids=lambda case: case["id"])


def setup(case: dict[str, Any]) -> tuple[Points, int, int, int, dict[str, Any]]:
    die1, die2 = case["dice"]
    return tuple(case["board"]), die1, die2, case["checkers"], case["expected"]


def test_the_file_is_whole() -> None:
    assert len(CASES) == len({case["id"] for case in CASES}) == 32
    assert sum(len(case["expected"].get("plays", ())) for case in CASES) == 101
    assert sum(len(case["expected"].get("must_include_sequences", ())) for case in CASES) == 28
    assert sum(len(case["expected"].get("must_not_include", ())) for case in CASES) == 7


@BY_ID
def test_results(twin: Twin, case: dict[str, Any]) -> None:
    board, die1, die2, checkers, expected = setup(case)
    for first, second in ((die1, die2), (die2, die1)):
        found = twin.results(board, first, second, checkers)
        assert len(found) == expected["distinct_results"], shown(board, first, second, checkers)
        if "plays" in expected:
            listed = [tuple(play["result"]) for play in expected["plays"]]
            assert len(set(listed)) == len(listed)
            assert_boards(found, listed, board, first, second, checkers=checkers)


@BY_ID
def test_the_plays_lead_to_their_results(case: dict[str, Any]) -> None:
    board, *_, expected = setup(case)
    for play in expected.get("plays", ()):
        assert after(board, play["play"]) == tuple(play["result"]), play["play"]


@BY_ID
def test_sequences_of_the_reference(case: dict[str, Any]) -> None:
    board, die1, die2, checkers, expected = setup(case)
    lines = {line for ways in reference.plays(board, die1, die2, checkers).values() for line in ways}
    where = shown(board, die1, die2, checkers)
    assert {len(line) for line in lines} == {expected["dice_used"]}, where
    for text in expected.get("must_include_sequences", ()):
        assert tuple(steps(text)) in lines, f"{text}: {where}"
    for text in expected.get("must_not_include", ()):
        begins = steps(text)
        assert not any(list(line[: len(begins)]) == begins for line in lines), f"{text}: {where}"


@BY_ID
def test_plays_of_the_core(case: dict[str, Any]) -> None:
    points, die1, die2, checkers, expected = setup(case)
    where = shown(points, die1, die2, checkers)
    board = bitgammon.Board(points, checkers=checkers)
    plays = board.plays(die1, die2)
    results = set(plays.boards)
    assert {len(play) for play in plays} == {expected["dice_used"]}, where
    listed = [play["play"] for play in expected.get("plays", ())]
    for text in listed + expected.get("must_include_sequences", []):
        result = board.after(board.parse_play(text, die1, die2))
        assert result.points == after(points, text), f"{text}: {where}"
        assert result in results, f"{text}: {where}"
    for text in expected.get("must_not_include", ()):
        if text in expected.get("same_result_in_text", ()):
            assert board.after(board.parse_play(text, die1, die2)).points == after(points, text), where
        else:
            with pytest.raises(errors.IllegalPlayError):
                board.parse_play(text, die1, die2)
