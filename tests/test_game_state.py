"""Games driven at random: legal and illegal actions under all options, with what must always hold."""

import copy
import json
import pickle
import random
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule
from random_matches import keeps, matches

from bitgammon import Board, Move, Play
from bitgammon.errors import BitgammonError, IllegalActionError, InvalidPositionError, InvalidSaveError, OutOfRangeError
from bitgammon.game import (
    VARIANTS,
    Action,
    Cube,
    Game,
    Kind,
    Match,
    Offer,
    Options,
    Outcome,
    Player,
    Position,
    RandomPlayer,
    Result,
    SeededDice,
    play_match,
)
from bitgammon.game.rulebook import after, legal_actions, legal_kinds, refusal
from bitgammon.game.save import position_from_json, position_to_json

dice = st.tuples(st.integers(1, 6), st.integers(1, 6))
options = st.builds(
    lambda raccoons, beavers, **rest: Options(beavers=beavers or raccoons, raccoons=raccoons, **rest),
    st.booleans(),
    st.booleans(),
    cube=st.booleans(),
    cube_limit=st.sampled_from([1, 2, 8, 64, 1024]),
    crawford=st.booleans(),
    jacoby=st.booleans(),
    automatic_doubles=st.integers(0, 3),
    bar_only_backgammon=st.booleans(),
)


def random_action(position: Position, chance: random.Random) -> Action:
    """Any action, legal or not."""
    kind = chance.choice(list(Kind))
    if kind in (Kind.OPEN, Kind.ROLL):
        return Action(kind, dice=(chance.randint(1, 6), chance.randint(1, 6)))
    if kind is Kind.RESIGN:
        return Action(kind, result=Result(chance.randint(1, 3)))
    if kind is Kind.PLAY:
        return Action(kind, play=Play([Move(chance.randint(7, 25), chance.randint(0, 6))]))
    return Action(kind)


class Games(RuleBasedStateMachine):
    """A match in which anything is tried."""

    match: Match

    @initialize(length=st.integers(0, 5), agreed=options, variant=st.sampled_from(sorted(VARIANTS)))
    def begin(self, length: int, agreed: Options, variant: str) -> None:
        self.match = Match(length, variant, agreed)

    @rule(chance=st.randoms(use_true_random=False))
    def legal(self, chance: random.Random) -> None:
        game = self.match.game
        if game.outcome is not None:
            return
        before, number = game.position, len(game.actions)
        action = chance.choice(legal_actions(before))
        if action.kind in (Kind.OPEN, Kind.ROLL):
            action = Action(action.kind, dice=(chance.randint(1, 6), chance.randint(1, 6)))
        if action.kind in (Kind.RESIGN, Kind.DROP) and chance.random() < 0.9:  # else no game gets far
            return
        game.act(action)
        assert game.actions[number:] == (action,)
        assert game.position == after(before, action)

    @rule(chance=st.randoms(use_true_random=False))
    def anything(self, chance: random.Random) -> None:
        game = self.match.game
        before, actions = game.position, game.actions
        action = random_action(before, chance)
        said = ""
        try:
            game.act(action)
        except IllegalActionError as error:
            said = str(error)
        if not said:
            assert action.kind in legal_kinds(before)
            return
        assert (game.position, game.actions) == (before, actions)
        assert refusal(before, action.kind) in said
        assert ": R" in said or "no legal play" in said

    @rule()
    def undo_and_redo(self) -> None:
        game = self.match.game
        if not game.actions:
            with pytest.raises(IllegalActionError, match="undo: nothing was done"):
                game.undo()
            return
        before = game.position
        game.undo()
        assert game.position == game.positions[-1]
        game.redo()
        assert game.position == before

    @precondition(lambda self: self.match.game.outcome is not None)
    @rule()
    def next_game(self) -> None:
        if self.match.winner is not None:
            assert max(self.match.score) == self.match.length
            with pytest.raises(IllegalActionError, match="R21: the match is over"):
                self.match.next_game()
        else:
            score = self.match.score
            assert self.match.next_game().position.score == score

    @rule()
    def save(self) -> None:
        assert Match.loads(self.match.dumps()) == self.match
        assert pickle.loads(pickle.dumps(self.match)) == self.match
        assert copy.deepcopy(self.match) == self.match

    @invariant()
    def holds(self) -> None:
        keeps(self.match, self.match.game.position)

    def teardown(self) -> None:
        game = self.match.game
        start, positions = game.start, game.positions
        for _ in game.actions:
            game.undo()
        assert game.position == start
        assert game.actions == ()
        for position in positions[1:]:
            game.redo()
            assert game.position == position
        with pytest.raises(IllegalActionError, match="redo: nothing was undone"):
            game.redo()


TestGames = Games.TestCase
TestGames.settings = settings(max_examples=60, stateful_step_count=60, deadline=None)


def test_what_was_undone_is_forgotten_when_something_else_is_done() -> None:
    game = Game()
    game.open((3, 1))
    game.play("8/5 6/5")
    game.undo()
    game.play("24/20")
    with pytest.raises(IllegalActionError, match="redo"):
        game.redo()
    other = Game()
    other.open((3, 1))
    other.play("24/20")
    assert game == other
    assert game != Game()
    with pytest.raises(TypeError):
        hash(game)


# Matches at random


def test_seeded_matches_reproduce_exactly() -> None:
    agreed = Options(jacoby=True, beavers=True, raccoons=True, automatic_doubles=1)
    first, second = (
        play_match(RandomPlayer(1), RandomPlayer(2), 7, 0, games=20, variant="nackgammon", options=agreed)
        for _ in range(2)
    )
    assert first == second
    assert len(first.games) == 20
    assert play_match(RandomPlayer(1), RandomPlayer(2), 8, 0, games=20) != first


def test_dice_do_not_depend_on_the_plays() -> None:
    rolls = []
    for seed in (1, 2):
        match = play_match(RandomPlayer(seed, doubles=0), RandomPlayer(seed + 5, doubles=0), 3)
        rolls.append([action.dice for action in match.games[0].actions if action.dice])
    assert rolls[0] != rolls[1]
    assert all(a == b for a, b in zip(*rolls, strict=False))
    source = SeededDice(3)
    assert rolls[0] == [source.roll(0, k) for k in range(len(rolls[0]))]
    assert [source.roll(1, k) for k in range(20)] != [source.roll(0, k) for k in range(20)]
    assert source.roll(0, 100) == SeededDice(3).roll(0, 100)


def test_the_dice_of_a_seed_are_a_promise() -> None:
    source = SeededDice(3)
    rolls = [(5, 6), (3, 4), (1, 3), (2, 3), (5, 6), (6, 6), (4, 6), (4, 4)]
    assert [source.roll(0, number) for number in range(8)] == rolls
    assert source.roll(2**40 + 1, 2**33 + 5) == (3, 5)
    assert [SeededDice(2**64 - 1).roll(1, number) for number in range(4)] == [(4, 6), (2, 5), (1, 4), (4, 6)]


@pytest.mark.long
@pytest.mark.parametrize("part", range(4))
def test_random_matches(part: int) -> None:
    assert matches(2_500, 2_500 * part) > 2_500 * 20


# Saved games


def test_a_saved_match_says_what_it_holds() -> None:
    match = Match(3, "nackgammon", Options(cube_limit=8))
    match.game.open((3, 1))
    match.game.play(match.game.legal_actions()[0].play or "")
    record = json.loads(match.dumps())
    assert record["format"] == "bitgammon match"
    assert record["version"] == 1
    assert [action["kind"] for action in record["games"][0]["actions"]] == ["open", "play"]
    assert Match.from_json(record) == match


def test_what_version_1_wrote_is_read() -> None:
    """Four matches with every kind of action, a Crawford game and rolls not played yet: never to be written anew."""
    records = json.loads((Path(__file__).parent / "data" / "saved_matches.json").read_text(encoding="utf-8"))
    found = [Match.from_json(record) for record in records]
    assert [match.score for match in found] == [(16, 1), (1, 0), (0, 2), (0, 0)]
    assert [match.winner for match in found] == [None, Player.O, Player.X, None]
    assert [[game.position.text("xgid") for game in match.games] for match in found] == [
        [
            "XGID=-Ab---C-C---dC-b-c-dA--BB-:4:-1:1:00:0:0:3:0:8",
            "XGID=-bb---D-C---dD---b-c-aaBB-:0:0:1:00:0:16:3:0:8",
            "XGID=-bbAA-C-B---dD---c-d---BB-:1:1:-1:61:1:16:3:0:8",
        ],
        ["XGID=------------------A-------:0:0:-1:00:0:0:0:1:6"],
        [
            "XGID=-b----E-C---eE---b-db---B-:0:0:1:00:0:0:0:2:6",
            "XGID=-a----EaCA--dDa--c-e---AA-:0:0:-1:00:1:0:1:2:6",
        ],
        ["XGID=-b----EBB---cD---c-e--b-B-:1:-1:1:21:0:0:0:3:6"],
    ]
    kinds = {action.kind for match in found for game in match.games for action in game.actions}
    assert kinds == set(Kind)
    assert [match.to_json() for match in found] == records  # what is written is of version 1 still


def test_a_position_is_read_from_all_its_fields_as_from_some() -> None:
    for position in (Position(), Position(Board([0, 1] + [0] * 24)), Position(dice=(3, 1), cube=Cube(2, Player.O))):
        for whole in (False, True):
            assert position_from_json(json.loads(json.dumps(position_to_json(position, whole=whole)))) == position


def changed(record: Any, path: list[Any], value: Any) -> Any:
    """A copy of nested lists and objects with one place changed."""
    copied = copy.deepcopy(record)
    place = copied
    for key in path[:-1]:
        place = place[key]
    place[path[-1]] = value
    return copied


@pytest.mark.parametrize(
    ("path", "value", "message"),
    [
        (["format"], "chess", "no saved match"),
        (["version"], 2, "version 2 is not 1"),
        (["version"], 1.0, r"version 1\.0 is not 1"),
        (["version"], True, "version True is not 1"),
        (["length"], -1, "length=-1 is not 0"),
        (["length"], "3", "length: expected an integer"),
        (["extra"], 1, "a match has "),
        (["variant"], [], "variant: expected an object"),
        (["variant", "start"], {"points": [0] * 25}, "points: expected 26 integers"),
        (["options"], {"luck": 1}, "options: 'luck' is none of"),
        (["options"], {"cube": 1}, "cube: expected True or False"),
        (["games"], [], "games: expected a list"),
        (["games", 0], 5, r"games\[0\]: game: expected an object"),
        (["games", 0, "actions"], {}, "actions: expected a list"),
        (["games", 0, "actions", 0, "dice"], [3, 7], r"games\[0\]: actions\[0\]: die2=7 is not 1"),
        (["games", 0, "actions", 0, "kind"], "fly", r"actions\[0\]: kind='fly' is none of"),
        (["games", 0, "actions", 0], {"kind": "roll", "dice": [3, 1]}, r"actions\[0\]: roll: R5"),
        (["games", 0, "actions", 1, "play"], [[13, 7, False]], r"actions\[1\]: '13/7' is no legal play"),
        (["games", 0, "actions", 1, "play"], [[13]], r"actions\[1\]: play: expected a list"),
        (["games", 0, "actions", 1, "play"], [["a", 7, False]], r"actions\[1\]: src: expected an integer, not 'a'"),
        (["games", 0, "start", "score"], [1, 0], r"games\[0\]: it does not begin as the match stands"),
        (["games", 0, "start"], {"dice": "31"}, "position: dice: expected two dice"),
    ],
    ids=str,
)
def test_saved_games_that_are_wrong_are_refused_by_place(path: list[Any], value: Any, message: str) -> None:
    match = Match(3)
    match.game.open((3, 1))
    match.game.play("8/5 6/5")
    with pytest.raises(InvalidSaveError, match=message):
        Match.from_json(changed(match.to_json(), path, value))


@pytest.mark.parametrize("text", ["", "{", "[" * 100_000, "5", "null", '{"format": "bitgammon match"}', "\x00"])
def test_texts_that_are_no_saved_match(text: str) -> None:
    with pytest.raises(InvalidSaveError):
        Match.loads(text)


# Players


def test_players_are_held_to_the_rules() -> None:
    class Cheat(RandomPlayer):
        def choose_play(self, position: Position, plays: Any) -> Play:
            return Play([Move(24, 1)])

    class Impatient(RandomPlayer):
        def __init__(self, kind: Kind) -> None:
            super().__init__(1)
            self.kind = kind

        def choose_cube(self, position: Position) -> Kind:
            return self.kind

    with pytest.raises(IllegalActionError, match="no legal play"):
        play_match(Cheat(1), Cheat(2), 1)
    for kind in set(Kind) - {Kind.ROLL, Kind.DOUBLE}:
        with pytest.raises(IllegalActionError, match=r"choose_cube: .*R\d" if kind is Kind.RESIGN else "choose_cube: "):
            play_match(Impatient(kind), Impatient(kind), 1, length=5)
    with pytest.raises(TypeError, match="x: expected choose_play and choose_cube"):
        play_match(RandomPlayer(1), object(), 1)  # type: ignore[arg-type]
    for length, games in ((0, None), (3, 5)):
        with pytest.raises(OutOfRangeError, match=f"games={games}: a money session"):
            play_match(RandomPlayer(1), RandomPlayer(2), 1, length, games=games)
    with pytest.raises(OutOfRangeError, match=r"doubles=1\.5 is not"):
        RandomPlayer(1, doubles=1.5)


def test_values_are_values() -> None:
    position = Position(cube=Cube(2, Player.X), dice=(1, 3))
    for value in (position, Action(Kind.ROLL, dice=(3, 1)), Options(jacoby=True), Action(Kind.PLAY, play=Play())):
        assert pickle.loads(pickle.dumps(value)) == value
        assert hash(copy.copy(value)) == hash(value)
        with pytest.raises(AttributeError):
            setattr(value, next(iter(value.__slots__)), None)  # type: ignore[union-attr]
    assert position.with_(offer=Offer.NONE) == position
    assert position.away is not None
    with pytest.raises(BitgammonError, match="length=0"):
        position.away(Player.X)


# Corners


def test_a_copy_goes_on_by_itself() -> None:
    match = Match(3)
    match.game.open((3, 1))
    for copied in (copy.copy(match), copy.deepcopy(match)):
        game = copied.game
        game.play("8/5 6/5")
        game.undo()
        other = copy.copy(game)
        other.redo()
        assert (len(game.actions), len(other.actions)) == (1, 2)
        game.resign()
        game.accept()
        copied.next_game()
        assert str(other.actions[-1].play) == "8/5 6/5"
        with pytest.raises(IllegalActionError, match="past one"):
            copy.copy(game).undo()
    with pytest.raises(IllegalActionError, match="nothing was undone"):
        match.game.redo()
    assert len(match.games) == len(match.game.actions) == 1
    match.game.play("24/20")


def test_numbers_of_numpy_are_kept_as_those_of_python() -> None:
    four, yes = np.int64(4), np.True_
    options = Options(cube_limit=four, automatic_doubles=four, jacoby=yes)  # type: ignore[arg-type]
    match = Match(four, options=options)  # type: ignore[arg-type]
    assert Match.loads(match.dumps()) == match
    position = Position(length=four, score=(four, 3), cube=Cube(four, Player.X))  # type: ignore[arg-type]
    assert json.loads(json.dumps(position_to_json(position))) == {
        "cube": {"value": 4, "owner": 1},
        "score": [4, 3],
        "length": 4,
    }
    assert Position(length=4, score=(3, 0), crawford=yes).crawford is True  # type: ignore[arg-type]
    ended = Outcome(Player.O, Result.SINGLE, four, "dropped")  # type: ignore[arg-type]
    assert type(ended.points) is int


def test_past_games_of_a_match_stay_as_they_are() -> None:
    match = Match(5)
    for _ in range(2):
        match.game.open((3, 1))
        match.game.resign()
        match.game.accept()
        match.next_game()
    past = match.games[0]
    for act in (past.undo, past.redo, lambda: past.open((3, 1)), lambda: past.act(Action(Kind.ACCEPT))):
        with pytest.raises(IllegalActionError, match="a past one of its match"):
            act()
    again = Match.loads(match.dumps())
    assert again == match
    with pytest.raises(IllegalActionError, match="a past one of its match"):
        again.games[1].undo()


def test_nothing_is_drawn_for_what_is_not_legal() -> None:
    class Counting:
        drawn = 0

        def random(self) -> float:
            self.drawn += 1
            return 0.5

    source, game = Counting(), Game()
    with pytest.raises(IllegalActionError, match="R5"):
        game.roll(source=source)
    game.open((3, 1))
    with pytest.raises(IllegalActionError, match="R5"):
        game.open(source=source)
    with pytest.raises(IllegalActionError, match="R6"):
        game.roll(source=source)
    assert source.drawn == 0


def test_positions_that_say_how_they_ended() -> None:
    finished = Position(Board([0, 1] + [0] * 23 + [0]))
    assert finished.outcome is not None
    assert finished.with_(board=Board()).outcome is None
    for fields in ({"opening": True}, {"dice": (3, 1)}, {"offer": Offer.DOUBLE}, {"resigned": Result.SINGLE}):
        with pytest.raises(InvalidPositionError, match="|".join(fields)):
            Position(Board([0, 1] + [0] * 23 + [0]), **fields)  # type: ignore[arg-type]
    with pytest.raises(InvalidPositionError, match="but the board is not"):
        Position(outcome=finished.outcome)
    forged = {"start": {"outcome": {"winner": 0, "result": 3, "points": 98304, "how": "played"}}, "actions": []}
    with pytest.raises(InvalidSaveError, match="but the board is not"):
        Game.from_json(forged)


@pytest.mark.parametrize(
    ("call", "error", "message"),
    [
        (lambda: SeededDice(1).roll(-1, 0), OutOfRangeError, "game=-1"),
        (lambda: SeededDice(1).roll(0, 2**70), OutOfRangeError, "number="),
        (lambda: SeededDice(1).roll(0.5, 0), TypeError, "game: expected an integer"),  # type: ignore[arg-type]
        (lambda: Position(length=3).away(5), OutOfRangeError, "player=5"),  # type: ignore[arg-type]
        (lambda: Position().board_of("x"), TypeError, "player: expected an integer"),  # type: ignore[arg-type]
        (lambda: after(Position(), "roll"), TypeError, "action: expected an Action"),  # type: ignore[arg-type]
        (lambda: legal_kinds("x"), TypeError, "position: expected a Position"),  # type: ignore[arg-type]
        (lambda: RandomPlayer(1, doubles="x"), TypeError, "doubles: expected a number"),  # type: ignore[arg-type]
        (lambda: Match.loads('{"format": 1, "format": 2}'), InvalidSaveError, "a name stands twice"),
    ],
)
def test_wrong_arguments_are_named(call: Any, error: type[Exception], message: str) -> None:
    with pytest.raises(error, match=message):
        call()
