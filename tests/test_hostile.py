"""Every public function against arguments of every wrong kind: an error of its own that names the argument, at once."""

import inspect
from collections.abc import Callable
from itertools import count
from random import Random
from typing import Any

import numpy as np
import pytest

import bitgammon as bg
from bitgammon import bench, cube, evaluate, notation, rollout
from bitgammon.game.game import drawn_dice
from bitgammon.ids import fibs, gnubg_id, match_id, ogid, position_id, snowie, xgid

START = list(bg.Board().points)
PLAY = bg.Board().plays(3, 1)[0]
MOVES = [[[8, 5], [6, 5], [-1, -1], [-1, -1]]]

OUTCOMES = [[0.5, 0.1, 0.0, 0.1, 0.0]]
PLAYS = bg.Board().plays(6, 5)
QUICK = rollout.Settings(trials=36, evaluator="pips", truncation=1)

#: A call that works, as arguments by name.
CALLS: list[tuple[Callable[..., Any], dict[str, Any]]] = [
    (bg.generate, {"boards": [START], "dice": [[3, 1]], "threads": 1, "checkers": 15, "moves": True, "swap": True}),
    (bg.generate, {"boards": [START], "dice": [[3, 1]], "out": bg.PlayBuffers(), "max_bytes": 10**9}),
    (bg.generate_rolls, {"boards": [START], "threads": 1, "checkers": 15, "swap": False, "max_bytes": 10**9}),
    (bg.generate_rolls, {"boards": [START], "moves": True, "out": bg.PlayBuffers()}),
    (bg.generate_blocks, {"boards": [START], "dice": [[3, 1]], "rows": 4000, "moves": True, "swap": True}),
    (bg.apply, {"boards": [START], "moves": MOVES, "checkers": 15, "threads": 1}),
    (bg.swapped, {"boards": [START], "threads": 1}),
    (bg.pip_counts, {"boards": [START], "threads": 1}),
    (bg.results, {"boards": [START], "checkers": 15, "threads": 1}),
    (bg.classify, {"boards": [START], "threads": 1}),
    (bg.check, {"boards": [START], "checkers": 15, "threads": 1}),
    (bg.pack, {"boards": [START], "checkers": 15, "threads": 1}),
    (bg.unpack, {"packed": [bg.Board().to_packed()], "checkers": 15, "threads": 1}),
    (bg.position_keys, {"boards": [START], "threads": 1}),
    (bg.from_position_keys, {"keys": bg.position_keys([START]), "checkers": 15, "threads": 1}),
    (bg.position_ids, {"boards": [START]}),
    (bg.from_position_ids, {"texts": ["4HPwATDgc/ABMA"], "checkers": 15}),
    (bg.xgid_boards, {"boards": [START], "turns": [1]}),
    (bg.from_xgid_boards, {"texts": ["-b----E-C---eE---c-e----B-"], "turns": [1]}),
    (bg.from_xgids, {"texts": ["-b----E-C---eE---c-e----B-:0:0:1:31:0:0:3:0:10"]}),
    (bg.to_xgids, {"batch": bg.from_xgids(["-b----E-C---eE---c-e----B-:0:0:1:31:0:0:3:0:10"])}),
    (bg.hashes, {"boards": [START], "checkers": 15, "threads": 1}),
    (bg.features, {"boards": [START], "kind": "tesauro", "checkers": 15, "threads": 1}),
    (bg.best, {"values": [1.0, 2.0], "offsets": [0, 2], "threads": 1}),
    (bg.expected, {"values": [1.0, 2.0], "offsets": [0, 2], "weights": [1.0, 1.0], "threads": 1}),
    (bg.pick, {"offsets": [0, 2], "seed": 1, "first": 0, "threads": 1}),
    (bg.playout, {"boards": [START], "games": 2, "seed": 1, "threads": 1, "opening": True, "max_turns": 3}),
    (bg.playout, {"boards": [START], "games": 2, "seed": 1, "first_game": 0, "first_board": 0, "checkers": 15}),
    (bg.Board, {"points": START, "checkers": 15}),
    (bg.Board.start, {"variant": "standard"}),
    (bg.Board.from_position_id, {"text": "4HPwATDgc/ABMA", "checkers": 15}),
    (bg.Board.from_xgid, {"text": "-b----E-C---eE---c-e----B-", "checkers": 15}),
    (bg.Board.from_packed, {"words": bg.Board().to_packed(), "checkers": 15}),
    (bg.Board().plays, {"die1": 3, "die2": 1}),
    (bg.Board().count, {"die1": 3, "die2": 1}),
    (bg.Board().after, {"play": PLAY}),
    (bg.Board().parse_play, {"text": "8/5 6/5", "die1": 3, "die2": 1}),
    (bg.Board().xgid_board, {"turn": 1}),
    (bg.perft, {"board": bg.Board(), "depth": 1, "weighted": True}),
    (bg.Move, {"src": 8, "dst": 5, "hit": True}),
    (bg.Play, {"moves": [bg.Move(8, 5)]}),
    (PLAY.text, {"style": "xg"}),
    (bench.run, {"rounds": 1}),
    (position_id.encode, {"points": START}),
    (position_id.decode, {"text": "4HPwATDgc/ABMA"}),
    (xgid.format, {"xgid": xgid.parse("-b----E-C---eE---c-e----B-:0:0:1:31:0:0:3:0:10")}),
    (fibs.format, {"fibs": fibs.Fibs("You", "Opp", tuple(START))}),
    (ogid.format, {"ogid": ogid.Ogid(tuple(START), color="W")}),
    (snowie.format, {"position": snowie.Snowie(tuple(START))}),
    (match_id.encode, {"match": match_id.MatchId()}),
    (notation.format_moves, {"moves": [(8, 5, False)], "style": "gnu"}),
    (drawn_dice, {"source": Random(1)}),
    (xgid.format_board, {"points": START, "turn": 1}),
    (xgid.parse_board, {"text": "-b----E-C---eE---c-e----B-", "turn": 1}),
    (xgid.parse, {"text": "-b----E-C---eE---c-e----B-:0:0:1:31:0:0:3:0:10"}),
    (match_id.decode, {"text": "cIkFAAAAAAAA"}),
    (gnubg_id.decode, {"text": "4HPwATDgc/ABMA:cIkFAAAAAAAA"}),
    (notation.parse, {"text": "8/5"}),
    (evaluate.Positional().evaluate, {"boards": [START], "threads": 1}),
    (evaluate.Pips().evaluate, {"boards": [START]}),
    (evaluate.clipped, {"boards": [START], "outcomes": [[0.5, 0.1, 0.0, 0.1, 0.0]], "checkers": 15}),
    (evaluate.evaluator, {"given": "pips"}),
    (cube.efficiency, {"boards": [START], "threads": 1}),
    (cube.take_point, {"W": 1.0, "L": 1.0, "x": 0.0}),
    (cube.cubeful, {"outcomes": OUTCOMES, "terms": cube.MoneyTerms(), "log2": 0, "owner": 0, "efficiency": 0.7}),
    (cube.decide, {"outcomes": OUTCOMES, "terms": cube.MatchTerms(3, 2), "log2": [0], "owner": [0], "efficiency": 0.7}),
    (cube.MoneyTerms().payoffs, {"log2": 0, "centred": True}),
    (cube.MoneyTerms, {"jacoby": True, "cube_limit": 64}),
    (cube.MatchTerms, {"own_away": 3, "other_away": 1, "crawford": True, "cube_limit": 64}),
    (rollout.Settings, {"trials": 36, "seed": 1, "evaluator": "pips", "truncation": 3, "exact": True, "opening": True}),
    (rollout.Settings, {"variance_reduction": True, "cubeful": True, "stop_error": 0.1, "stop_jsd": 2.0}),
    (rollout.rollout, {"position": bg.Board(), "settings": QUICK, "executor": rollout.Serial(), "report": None}),
    (rollout.rollout_candidates, {"position": bg.Board(), "dice": (6, 5), "settings": QUICK, "plays": PLAYS}),
    (rollout.executor, {"threads": 2, "timeout": None}),
    (rollout.executor, {"processes": 1, "timeout": 2.0}),
]
HUGE = 10**5000
WRONG: dict[str, Any] = {
    "None": None,
    "nan": float("nan"),
    "text": "x",
    "long text": "x" * 1_000_000,
    "bytes": b"\x00",
    "huge": HUGE,
    "-huge": -HUGE,
    "2**63": 2**63,
    "-1": -1,
    "half": 0.5,
    "object": object(),
    "dict": {},
    "endless": count(),
    "array": np.array([1, 0]),
    "floats": np.full((1, 26), 0.5),
    "bools": np.ones((1, 26), bool),
    "0-d": np.array(1.5),
    "nested": [[[1]]],
    "ragged": [[1, 2], [3]],
    "huge list": [[HUGE] * 26],
    "mixed": [[2**63] + [-1] * 25],
    "masked": np.ma.masked_equal(np.zeros((1, 26), np.int8), 0),
    "masked rows": [np.ma.masked_equal(np.zeros(26, np.int8), 0)],
    "1e400 list": [1e308, float("inf")],
}
#: What is right for these: infinities have an order, all integers a status, and no moves are a pass.
FITS = {(bg.best, "1e400 list"), (bg.check, "huge list"), (bg.check, "mixed"), (bg.Play, "dict")}
#: What is right for arguments of these names.
RIGHT = {("half", name) for name in ("efficiency", "x", "stop_error", "stop_jsd", "timeout")}
RIGHT |= {("floats", "x")} | {(what, name) for name in ("W", "L", "x") for what in ("0-d", "nested")}
#: Which may be left out.
MAY_BE_NONE = {
    *("points", "weights", "out", "max_bytes", "max_turns", "settings", "exact", "stop_error", "stop_jsd", "timeout"),
    *("processes", "executor", "report", "plays", "source"),
}
#: What else names the argument.
NAMES = {
    "text": "ID|play|XGID|text|column",
    "words": "words",
    "points": "points|checkers|bar",
    "given": "evaluator",
    "dice": "row|segment|die",
}


@pytest.mark.parametrize(
    ("function", "given"), CALLS, ids=[f"{call.__qualname__}-{k}" for k, (call, _) in enumerate(CALLS)]
)
def test_wrong_arguments_are_named(function: Callable[..., Any], given: dict[str, Any]) -> None:
    if function is not bench.run:
        function(**given)
    for name, right in given.items():
        for what, value in WRONG.items():
            if value is None and name in MAY_BE_NONE:
                continue
            if name == "max_bytes" and what == "2**63":
                continue
            fresh = count() if what == "endless" else value
            said = ""
            try:
                function(**given | {name: fresh})
            except (bg.BitgammonError, TypeError) as error:
                said = f"{type(error).__name__}: {error}"
            if said:
                assert len(said) < 2000, (name, what)
                words = [name, *NAMES.get(name, "row|segment").split("|")]
                assert any(word in said for word in words), f"{name}={what}: {said[:200]}"
                continue
            # Nothing wrong is taken; but -1 may be right, and so may texts where the right one is text.
            fits = what in ("-1", "array", "2**63") or (what, name) in RIGHT or (function, what) in FITS
            fits |= isinstance(right, str)
            assert fits, f"{name}={what} was taken"


def test_every_public_function_is_tried() -> None:
    tried = {getattr(function, "__qualname__", "") for function, _ in CALLS}
    public = {
        name
        for name, value in vars(bg).items()
        if name in bg.__all__ and (inspect.isfunction(value) or inspect.isbuiltin(value)) and name != "get_include"
    }
    assert {name for name in public if not name.startswith("_")} <= tried
