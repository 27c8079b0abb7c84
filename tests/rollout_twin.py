"""The slow twin of rollouts: one trial after the other, one play after the other, in plain Python."""

from typing import Any

import numpy as np

from bitgammon import Board
from bitgammon.cube import MatchTerms, cubeful, decide, efficiency
from bitgammon.evaluate import Evaluator, evaluated
from bitgammon.rollout import Settings, Task
from bitgammon.rollout import dice as plan
from bitgammon.rules import ROLLS, roll_weight


def judged(evaluator: Evaluator, boards: list[Board]) -> np.ndarray:
    """Outcomes (M, 5) of boards, each seen by its side on roll."""
    rows = np.array([board.points for board in boards], np.int8)
    return evaluated(evaluator, rows, boards[0].checkers).astype(np.float64)


def turned(outcomes: np.ndarray) -> np.ndarray:
    """As the other side sees them."""
    win, win_gammon, win_backgammon, lose_gammon, lose_backgammon = outcomes
    return np.array([1 - win, lose_gammon, lose_backgammon, win_gammon, win_backgammon])


def points(outcomes: np.ndarray) -> float:
    """Cubeless equity."""
    return float(2 * outcomes[0] - 1 + outcomes[1] + outcomes[2] - outcomes[3] - outcomes[4])


def worth(outcomes: np.ndarray, payoffs: np.ndarray) -> float:
    """What outcomes are worth at these payoffs of the six results."""
    win, win_gammon, win_backgammon, lose_gammon, lose_backgammon = outcomes
    chances = [win - win_gammon, win_gammon - win_backgammon, win_backgammon]
    chances += [1 - win - lose_gammon, lose_gammon - lose_backgammon, lose_backgammon]
    return float(np.dot(chances, payoffs))


def trial(  # noqa: PLR0915  (one walk from the first roll to the last, to be read in one go)
    task: Task, settings: Settings, evaluator: Evaluator, number: int
) -> tuple[list[float], int, int]:
    """The values of one trial, its result (0 where it is cut off) and its turns. Settings: no exact tables."""
    board = Board(task.points, checkers=task.checkers)
    terms = [task.terms, task.terms.swapped()]
    lines = [] if task.line is None else [task.line]
    cubes = [{"log2": line.log2, "owner": line.owner, "value": 0.0, "over": False, "line": line} for line in lines]
    luck = np.zeros(5)
    turn = 0
    match = isinstance(task.terms, MatchTerms)

    def root(value: float, parity: int) -> float:
        return value if not parity else 1 - value if match else -value

    def payoffs(cube: dict[str, Any], side: int) -> np.ndarray:
        return terms[side].payoffs(cube["log2"], bool(cube["owner"] == 0))

    while True:
        parity = turn % 2
        sign = -1 if parity else 1
        now = judged(evaluator, [board])[0]
        row = np.array([board.points], np.int8)
        if board.result():
            result = sign * board.result()
            break
        if turn and turn == settings.truncation:
            result = 0
            break
        for cube in cubes:
            owner = sign * cube["owner"]
            may = cube["line"].live and (turn > 0 or cube["line"].at_once) and not cube["over"]
            if may and terms[parity].may_double(cube["log2"], owner):
                found = decide(now[None], terms[parity], cube["log2"], owner, efficiency(row))
                if found.action[0] == 2:
                    cube["value"] += root(float(found.double_drop[0]), parity)
                    cube["over"] = True
                elif found.action[0] == 1:
                    cube["log2"] += 1
                    cube["owner"] = -sign
        trials = np.array([number], np.int64)
        dice = plan.rolls(
            settings.seed,
            task.position,
            trials,
            turn,
            quasi_random=bool(settings.quasi_random),
            opening=settings.opening,
        )[0].tolist()

        def best(high: int, low: int, board: Board = board, parity: int = parity) -> tuple[Board, np.ndarray]:
            after = [play_board.swapped() for play_board in board.plays(high, low).boards]
            answers = [turned(row) for row in judged(evaluator, after)]
            if cubes and not cubes[0]["over"]:
                values = [worth(answer, payoffs(cubes[0], parity)) for answer in answers]
            else:
                values = [points(answer) for answer in answers]
            chosen = max(range(len(values)), key=lambda k: (round(values[k], 6), -k))
            return after[chosen], answers[chosen]

        after, got = best(max(dice), min(dice))
        if settings.variance_reduction:
            rolls = [roll for roll in ROLLS if not (settings.opening and turn == 0 and roll[0] == roll[1])]
            weights = np.array([roll_weight(*roll) for roll in rolls], float)
            expected = np.average([best(*roll)[1] for roll in rolls], axis=0, weights=weights)
            here, mean = (turned(got), turned(expected)) if parity else (got, expected)
            luck += here - mean
            for cube in cubes:
                if not cube["over"]:
                    cube["value"] -= worth(here, payoffs(cube, 0)) - worth(mean, payoffs(cube, 0))
        board = after
        turn += 1
    if result:
        outcomes = np.array([result >= 1, result >= 2, result == 3, result <= -2, result == -3], float)
    else:
        outcomes = turned(now) if parity else now
    for cube in cubes:
        if cube["over"]:
            continue
        if result or not cube["line"].live:
            cube["value"] += worth(outcomes, payoffs(cube, 0))
            continue
        owner = sign * cube["owner"]
        value = float(cubeful(now[None], terms[parity], cube["log2"], owner, efficiency(row))[0])
        if terms[parity].may_double(cube["log2"], owner):
            found = decide(now[None], terms[parity], cube["log2"], owner, efficiency(row))
            value = max(float(found.no_double[0]), min(float(found.double_take[0]), float(found.double_drop[0])))
        cube["value"] += root(value, parity)
    outcomes = outcomes - luck
    return [*outcomes.tolist(), points(outcomes), *(cube["value"] for cube in cubes)], result, turn
