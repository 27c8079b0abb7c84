"""The rules in plain Python, written to be read beside a rule book: slow, obvious, and nothing else.

This is what the compiled core is tested against. It shares no idea with it: every legal order of every move
is played out on a tuple of 26 numbers, and a set removes the repetitions. Nothing falls back to it: use
``bitgammon.Board`` unless you want to check ``bitgammon.Board``.

A board is 26 integers seen by the mover (see ``bitgammon.rules``), here always a tuple; ``checkers`` is how
many each side plays with. Every function that takes both raises ValueError for anything but 26 numbers, for
more checkers than there are and for checkers on the other side's bar.

>>> from bitgammon.rules import STARTS
>>> len(results(STARTS["standard"].board, 3, 1))
16
"""

from collections.abc import Iterator, Sequence
from typing import TypeAlias

from bitgammon.rules import BAR, CHECKERS, HOME, OFF, POINTS, ROLLS, roll_weight

Points: TypeAlias = tuple[int, ...]
#: One checker moved by one die: source, destination, whether it hits.
Step: TypeAlias = tuple[int, int, bool]

_OPPONENT_BAR = 0


def legal_moves(board: Sequence[int], die: int, checkers: int = CHECKERS) -> list[Step]:
    """Every move of one checker that this one die allows now, from the highest source to the lowest.

    Says nothing about the other die: whether a whole turn may begin so is for ``results`` and ``plays``.
    Raises ValueError for a die outside 1..6.

    >>> legal_moves((0,) * 4 + (1, -1, 1) + (0,) * 19, 6), legal_moves((0,) * 4 + (1, -1, 1) + (0,) * 19, 1)
    ([(6, 0, False)], [(6, 5, True), (4, 3, False)])
    """
    _check_dice(die)
    return _legal_moves(_checked(board, checkers), die)


def results(board: Sequence[int], die1: int, die2: int, checkers: int = CHECKERS) -> set[Points]:
    """The distinct boards that a turn with these dice can end in, seen by the same mover.

    A pass gives the set of the board itself, and so does a game that is over. The order of the dice is of no
    consequence. Raises ValueError for a die outside 1..6.

    >>> results((0, 1) + (0,) * 22 + (-2, 0), 5, 2) == {(0,) * 24 + (-2, 0)}
    True
    """
    _check_dice(die1, die2)
    return _results(_checked(board, checkers), die1, die2)


def plays(
    board: Sequence[int], die1: int, die2: int, checkers: int = CHECKERS
) -> dict[Points, set[tuple[Step, ...]]]:
    """For every board of ``results``, every sequence of moves that leads to it, in the order they are played.

    A pass leads to the board itself by the empty sequence. Raises ValueError for a die outside 1..6.

    >>> [sorted(lines) for lines in plays((0, 0, 0, 1) + (0,) * 20 + (-2, 0), 2, 1).values()]
    [[((3, 1, False), (1, 0, False)), ((3, 2, False), (2, 0, False))]]
    """
    _check_dice(die1, die2)
    start = _checked(board, checkers)
    lines = [line for order in _orders(die1, die2) for line in _lines(start, order)]
    most = max(len(line) for line, _, _ in lines)
    lines = [(line, after, largest) for line, after, largest in lines if len(line) == most]
    if most == 1:
        larger = max(largest for _, _, largest in lines)
        lines = [(line, after, largest) for line, after, largest in lines if largest == larger]
    found: dict[Points, set[tuple[Step, ...]]] = {}
    for line, after, _ in lines:
        found.setdefault(after, set()).add(line)
    return found


def swapped(board: Sequence[int]) -> Points:
    """The same board seen by the other side: my point p is the opponent's point 25 - p.

    >>> swapped((-1,) + (0,) * 5 + (2,) + (0,) * 19)
    (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, -2, 0, 0, 0, 0, 0, 1)
    """
    return tuple(-board[BAR - point] for point in range(BAR + 1))


def pip_counts(board: Sequence[int], checkers: int = CHECKERS) -> tuple[int, int]:
    """How many pips the mover and the opponent have still to go; a checker on the bar has 25.

    >>> from bitgammon.rules import STARTS
    >>> pip_counts(STARTS["standard"].board)
    (167, 167)
    """
    points = _checked(board, checkers)
    return _pips(points), _pips(swapped(points))


def game_result(board: Sequence[int], checkers: int = CHECKERS) -> int:
    """0 while the game goes on; 1, 2, 3 if the mover has won single, gammon, backgammon; negative if lost.

    A gammon: the loser has borne off none. A backgammon: that, and the loser has a checker on the bar or in
    the winner's home.

    >>> game_result((0,) * 20 + (-15,) + (0,) * 5), game_result((0,) * 6 + (-15,) + (0,) * 19)
    (2, 3)
    """
    points = _checked(board, checkers)
    if _count(points) == 0:
        return _stakes(swapped(points), checkers)
    if _count(swapped(points)) == 0:
        return -_stakes(points, checkers)
    return 0


def perft(board: Sequence[int], depth: int, weighted: bool = False, checkers: int = CHECKERS) -> int:
    """How many ways ``depth`` turns can go: for each of the 21 rolls, the plays that differ in their result.

    A pass is one play, and a finished game one leaf at the depth it ends. ``weighted`` counts a roll of two
    different dice twice, so that every roll weighs as it falls. Raises ValueError for a negative depth.

    >>> from bitgammon.rules import STARTS
    >>> perft(STARTS["standard"].board, 1), perft(STARTS["standard"].board, 1, weighted=True)
    (447, 637)
    """
    if depth < 0:
        raise ValueError(f"depth must be at least 0, not {depth}")
    return _perft(_checked(board, checkers), depth, weighted)


# One die.


def _legal_moves(board: Points, die: int) -> list[Step]:
    if _finished(board):
        return []
    sources = [BAR] if board[BAR] > 0 else [point for point in range(POINTS, 0, -1) if board[point] > 0]
    moves = []
    for source in sources:
        destination = source - die
        if destination > OFF:
            if board[destination] >= -1:
                moves.append((source, destination, board[destination] == -1))
        elif _all_home(board) and (destination == OFF or source == sources[0]):
            moves.append((source, OFF, False))
    return moves


def _all_home(board: Points) -> bool:
    return not any(board[point] > 0 for point in range(HOME + 1, BAR + 1))


def _after(board: Points, move: Step) -> Points:
    source, destination, hit = move
    new = list(board)
    new[source] -= 1
    if hit:
        new[destination] = 0
        new[_OPPONENT_BAR] -= 1
    if destination != OFF:
        new[destination] += 1
    return tuple(new)


# Whole turns.


def _orders(die1: int, die2: int) -> list[tuple[int, ...]]:
    return [(die1,) * 4] if die1 == die2 else [(die1, die2), (die2, die1)]


def _results(board: Points, die1: int, die2: int) -> set[Points]:
    """One die after the other, in either order; of the boards met, those with most dice used."""
    if die1 == die2:
        level = {board}
        for _ in range(4):
            level, before = _one_die_later(level, die1), level
            if not level:
                return before
        return level
    after1, after2 = _one_die_later({board}, die1), _one_die_later({board}, die2)
    both = _one_die_later(after1, die2) | _one_die_later(after2, die1)
    larger, smaller = (after1, after2) if die1 > die2 else (after2, after1)
    return both or larger or smaller or {board}


def _one_die_later(boards: set[Points], die: int) -> set[Points]:
    return {_after(board, move) for board in boards for move in _legal_moves(board, die)}


def _lines(board: Points, order: tuple[int, ...]) -> Iterator[tuple[tuple[Step, ...], Points, int]]:
    """Every way to play the dice in this order until one cannot be played: moves, board, largest die used."""
    moves = _legal_moves(board, order[0]) if order else []
    if not moves:
        yield (), board, 0
    for move in moves:
        for line, after, largest in _lines(_after(board, move), order[1:]):
            yield (move, *line), after, max(order[0], largest)


def _perft(board: Points, depth: int, weighted: bool) -> int:
    if depth == 0 or _finished(board):
        return 1
    total = 0
    for die1, die2 in ROLLS:
        boards = _results(board, die1, die2)
        leaves = len(boards) if depth == 1 else sum(_perft(swapped(b), depth - 1, weighted) for b in boards)
        total += leaves * (roll_weight(die1, die2) if weighted else 1)
    return total


# The state of the game.


def _count(board: Points) -> int:
    """How many checkers the mover has on the points and the bar."""
    return sum(count for count in board if count > 0)


def _finished(board: Points) -> bool:
    return all(count <= 0 for count in board) or all(count >= 0 for count in board)


def _pips(board: Points) -> int:
    return sum(point * board[point] for point in range(BAR + 1) if board[point] > 0)


def _stakes(loser: Points, checkers: int) -> int:
    """What a lost game costs, on the board seen by the loser."""
    if _count(loser) < checkers:
        return 1
    left_behind = any(loser[point] > 0 for point in range(BAR - HOME, BAR + 1))
    return 3 if left_behind else 2


# Errors.


def _check_dice(*dice: int) -> None:
    for die in dice:
        if die not in range(1, 7):
            raise ValueError(f"a die shows 1 to 6, not {die!r}")


def _checked(board: Sequence[int], checkers: int) -> Points:
    points = tuple(board)
    if len(points) != BAR + 1:
        raise ValueError(f"a board has {BAR + 1} numbers, not {len(points)}: {points}")
    if checkers not in range(1, CHECKERS + 1):
        raise ValueError(f"a side has 1 to {CHECKERS} checkers, not {checkers}")
    mover, opponent = _count(points), _count(swapped(points))
    if points[BAR] < 0 or points[_OPPONENT_BAR] > 0:
        raise ValueError(f"a checker on the other side's bar: {points}")
    if mover > checkers or opponent > checkers:
        raise ValueError(f"more than {checkers} checkers on a side: {points}")
    return points
