"""The position line of Snowie: 40 fields, each with a semicolon after it.

Layout, by the number of the field. Everything is RELATIVE to the player on roll, who comes first:

====== =====================================================================================================
1      length of the match, 0 for money play
2      1 with the Jacoby rule
3      0; no other value is known
4      1 in money play, 0 in a match
5      player on roll, 0 or 1
6-7    name of the player on roll, of the other one; it may have spaces, or be empty
8      1 in the Crawford game
9-10   score of the player on roll, of the other one; a finished match may show more points than its length
11     number on the cube, a power of 2
12     1 the player on roll owns the cube, -1 the other one, 0 nobody (centred)
13     bar of the OTHER player, as a negative number
14-37  points 1..24 of the player on roll: own checkers positive, the other's negative
38     bar of the player on roll
39-40  dice, 0 and 0 before the roll
====== =====================================================================================================

The bars matter: descriptions that give field 13 to the player on roll do not agree with what programs write.
"""

from typing import Final, NamedTuple

from bitgammon.arguments import board_points, check_kind
from bitgammon.ids import _board
from bitgammon.ids._fields import MAX_SCORE, dice_numbers, exact, read_dice, split, write_name, write_number
from bitgammon.rules import BAR, CHECKERS

_KIND: Final = "Snowie position"
_OTHER_BAR: Final = "bar of the other"
_OWN_BAR: Final = "own bar"
_PLACES: Final = (_OTHER_BAR, *(f"point {point}" for point in range(1, BAR)), _OWN_BAR)
_FIELDS: Final = (
    "length",
    "jacoby",
    "third field",
    "money",
    "on roll",
    "name",
    "other name",
    "crawford",
    "score",
    "other score",
    "cube",
    "owner",
    *_PLACES,
    "die 1",
    "die 2",
)
_LONGEST: Final = 600


class Snowie(NamedTuple):
    """The fields of a Snowie position, but for the two that say nothing more: the third one and the mark of money.

    ``points`` is 26 integers seen by the player on roll: own checkers positive, index 25 the own bar, index 0 the
    other's bar (<= 0). ``mover`` is the number of the player on roll, 0 or 1; ``name`` and ``score`` are that
    player's; ``cube_value`` the number on the cube; ``owner`` 1 (the player on roll), -1 (the other one) or 0;
    ``dice`` as written, or None before the roll.
    """

    points: tuple[int, ...]
    length: int = 0
    jacoby: bool = False
    mover: int = 1
    name: str = ""
    other_name: str = ""
    crawford: bool = False
    score: int = 0
    other_score: int = 0
    cube_value: int = 1
    owner: int = 0
    dice: tuple[int, int] | None = None


def parse(text: str) -> Snowie:
    """The fields of a Snowie position.

    Raises InvalidIdError, naming the field and its column in the text, unless there are 40 fields and a semicolon
    after the last one, each is what the table above says, no side has more than 15 checkers, and money play has no
    Crawford game. Numbers have no sign but a minus, no leading zeros and no spaces; length and scores are 0..32767,
    the cube up to 32768, names have up to 64 characters.

    >>> position = parse("7;0;0;0;1;Ann;Bob;0;2;3;4;-1;-1;-1;0;0;2;2;2;2;0;0;0;0;-4;5;0;0;0;-4;0;-5;0;0;0;0;2;0;4;2;")
    >>> position.name, position.score, position.owner, position.points[0], position.dice
    ('Ann', 2, -1, -1, (4, 2))
    """
    fields = split(_KIND, text, ";", _FIELDS, longest=_LONGEST, terminated=True)
    field = {each.name: each for each in fields}
    bars = {_OTHER_BAR: (-CHECKERS, 0), _OWN_BAR: (0, CHECKERS)}
    length = field["length"].number(0, MAX_SCORE)
    jacoby = field["jacoby"].flag()
    field["third field"].number(0, 0)
    money = field["money"]
    if money.flag() != (length == 0):
        raise money.error(f"{money.value!r} with a length of {length}: 1 is for money play, 0 for a match")
    position = Snowie(
        tuple(field[place].number(*bars.get(place, (-CHECKERS, CHECKERS))) for place in _PLACES),
        length,
        jacoby,
        field["on roll"].number(0, 1),
        field["name"].player_name(spaces=True),
        field["other name"].player_name(spaces=True),
        field["crawford"].flag(),
        field["score"].number(0, MAX_SCORE),
        field["other score"].number(0, MAX_SCORE),
        field["cube"].cube_value(),
        field["owner"].number(-1, 1),
        read_dice(field["die 1"], field["die 2"]),
    )
    if position.crawford and not length:
        raise field["crawford"].error("a Crawford game in money play, which has none")
    sides = (("the player on roll", _OWN_BAR), ("the other player", _OTHER_BAR))
    for (side, bar), total in zip(sides, _board.totals(position.points), strict=True):
        if total > CHECKERS:
            raise field[bar].error(f"{side} has {total} checkers, at most {CHECKERS}")
    return position


def format(position: Snowie) -> str:
    """The text of these fields: the exact inverse of ``parse``.

    Raises InvalidIdError or InvalidBoardError if they are not fields that ``parse`` would give back.

    >>> from bitgammon.rules import STARTS
    >>> format(Snowie(STARTS["standard"].board, name="Ann", other_name="Bob", dice=(3, 1)))
    '0;0;0;1;1;Ann;Bob;0;0;0;1;0;0;-2;0;0;0;0;5;0;3;0;0;0;-5;5;0;0;0;-3;0;-5;0;0;0;0;2;0;3;1;'
    """
    check_kind("position", position, Snowie)
    made = position._replace(points=board_points(position.points))
    _board.check(made.points, "the player on roll", "the other player")
    before = (made.length, made.jacoby, 0, made.length == 0, made.mover)
    names = (("name", made.name), ("other name", made.other_name))
    after = (
        *(made.crawford, made.score, made.other_score, made.cube_value, made.owner),
        *made.points,
        *dice_numbers(_KIND, "dice", made.dice),
    )
    texts = (
        *(write_number(_KIND, name, value) for name, value in zip(_FIELDS, before, strict=False)),
        *(write_name(_KIND, name, value, ";", spaces=True) for name, value in names),
        *(write_number(_KIND, name, value) for name, value in zip(_FIELDS[7:], after, strict=True)),
    )
    text = "".join(f"{each};" for each in texts)
    return exact(_KIND, text, made, parse(text))
