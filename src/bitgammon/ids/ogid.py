"""OGID, the position id of OpenGammon: three to eleven fields joined by colons.

Layout, by the number of the field; the first three are always there, the others may be missing from the end:

== =========== =========================================================================================
1  white       one character for every checker of White on the board, sorted: ``0``-``9`` then ``a``-``p``
               are the places 0..25. White moves UP; its bar is 0
2  black       the same of Black, which moves DOWN; its bar is 25 (``p``). Checkers in neither field are
               borne off
3  cube        three parts without a separator. The owner: ``W`` White, ``B`` Black, ``N`` nobody (centred),
               ``D`` a dead cube, ``?`` not said. Log2 of the value. The action: ``N`` none, ``O`` a double is
               offered, ``T`` it was taken, ``P`` it was passed
4  dice        two digits 1-6, the smaller first as most programs write it, or nothing before the roll
5  color       ``W`` or ``B``: the player who REACHED this position, by whatever was done last
6  state       nothing, ``IW`` or ``IB`` initial, ``R`` rolled, ``C`` checkers played, ``PR`` before the roll,
               ``D`` double offered, ``A`` after a take, ``P`` passed, ``G`` game over, ``M`` match over,
               ``F`` finished, ``RG`` game resigned, ``RM`` match resigned, ``FF`` forfeited
7  white score of White; a finished match may show more points than its length
8  black score of Black, likewise
9  length      of the match, 0 for money play; then nothing, ``C`` in the Crawford game, ``L`` after it, or ``G``
               and the number of games a session is limited to
10 move id     a counter of moves
11 checkers    a side plays with; usually left out if they are 15
== =========== =========================================================================================

Whose turn it is. The color is NOT the player on roll but the one who acted last, so the player on roll is the OTHER
one. While a double is pending (action ``O``) what was done last is the doubling: the color is the doubler, who will
roll if the double is taken, and it is the doubler's turn, as in an XGID; the answer is the other one's.

Everything is ABSOLUTE: places, owner and scores say White and Black whoever is on roll.

A text is read only if it could have been written: ``q``, by which some programs list checkers borne off, places that
are not in order, empty numbers, and a label or space around it are refused.
"""

from collections.abc import Iterable
from typing import Final, NamedTuple

from bitgammon.arguments import board_points, check_kind, integer, quoted
from bitgammon.errors import InvalidIdError
from bitgammon.ids import _board
from bitgammon.ids._fields import MAX_CUBE, MAX_SCORE, Field, dice_numbers, exact, split, write_number, write_text
from bitgammon.rules import BAR, CHECKERS

_KIND: Final = "OGID"
_FIELDS: Final = (
    "white",
    "black",
    "cube",
    "dice",
    "color",
    "state",
    "white score",
    "black score",
    "length",
    "move id",
    "checkers",
)
#: What stands for a field that is missing; a color is not to be missing in any other way.
_MISSING: Final = ("", "", "N0N", "", "", "", "0", "0", "0", "0", str(CHECKERS))
_LEAST: Final = 3
#: The fields a text has when nothing else is said; the last one only if it says something.
_USUAL: Final = 10
_LONGEST: Final = 120
_PLACES: Final = "0123456789abcdefghijklmnop"
_OWNERS: Final = ("N", "W", "B", "D", "?")
_ACTIONS: Final = ("N", "O", "T", "P")
_OFFERED: Final = "O"
STATES: Final = ("", "IW", "IB", "R", "C", "PR", "D", "A", "P", "G", "M", "F", "RG", "RM", "FF")


class Ogid(NamedTuple):
    """The fields of an OGID.

    ``board`` is 26 integers by the places of the text, Black's checkers positive and White's negative: index 25
    Black's bar, index 0 White's bar (<= 0); it is the board seen by Black. ``cube`` is log2 of the value; ``owner``,
    ``action``, ``color`` and ``state`` are the letters of the text, ``color`` None if it has no such field;
    ``dice`` the two digits as written, or None; ``crawford`` and ``post_crawford`` the C and the L after the length,
    ``max_games`` the number after G, or None.

    ``fields`` is the number of fields of the text, those missing having their values here; None, in fields not
    read from a text, stands for the usual 10, or 11 if a side plays with other than 15 checkers; a text of 5 or
    more needs a color.
    """

    board: tuple[int, ...]
    cube: int = 0
    owner: str = "N"
    action: str = "N"
    dice: tuple[int, int] | None = None
    color: str | None = None
    state: str = ""
    white_score: int = 0
    black_score: int = 0
    length: int = 0
    crawford: bool = False
    post_crawford: bool = False
    max_games: int | None = None
    move_id: int = 0
    checkers: int = CHECKERS
    fields: int | None = None

    @property
    def turn(self) -> str | None:
        """The side whose turn it is, W or B, None if no color tells: not the color, but for a pending double.

        >>> parse("11ccccchhhjjjjj:66666888dddddoo:N0N:13:W").turn, parse("lo:22mmp:N0O::W").turn
        ('B', 'W')
        """
        if self.color is None or self.action == _OFFERED:
            return self.color
        return "B" if self.color == "W" else "W"

    @property
    def points(self) -> tuple[int, ...]:
        """The board seen by the side whose turn it is; InvalidIdError if there is no color to tell.

        >>> parse("lo:22mmp:N0N::W").points[22:], parse("lo:22mmp:N0N::B").points[22:]
        ((2, 0, -1, 1), (0, -2, 0, 0))
        """
        turn = self.turn
        if turn is None:
            raise InvalidIdError(f"{_KIND}: color: there is none to tell whose turn it is")
        return self.board if turn == "B" else _board.swapped(self.board)


def parse(text: str) -> Ogid:
    """The fields of an OGID.

    Raises InvalidIdError, naming the field and its column in the text, for another number of fields or one that is
    not what the table above says, a place held by both, more checkers than a side plays with, dice while a double
    is pending, or a Crawford or post-Crawford game in money play. Numbers have no sign, no leading zeros and no
    spaces; log2 of the cube is 0..15, checkers 1..15, other numbers 0..32767, a limit of games at least 1.

    >>> ogid = parse("bbcccchhjjjjjmm:445556688ddddfo:W1N::B::1:2:5C:0")
    >>> ogid.owner, ogid.cube, ogid.turn, ogid.black_score, ogid.crawford, ogid.fields
    ('W', 1, 'W', 2, True, 10)
    """
    given = split(_KIND, text, ":", _FIELDS, longest=_LONGEST, least=_LEAST)
    missing = list(zip(_FIELDS, _MISSING, strict=True))[len(given) :]
    white, black, cube, dice, color, state, white_score, black_score, length, move_id, checkers = (
        *given,
        *(Field(_KIND, text, name, value, len(text) + 1) for name, value in missing),
    )
    most = checkers.number(1, CHECKERS)
    whites = _parse_places(white, "White", 0, most)
    blacks = _parse_places(black, "Black", 1, most)
    for offset, place in enumerate(blacks):
        if place in whites:
            raise black.error(f"both sides hold the place {_PLACES[place]!r}", offset)
    log, owner, action = _parse_cube(cube)
    points, letter, games = _parse_length(length)
    return Ogid(
        tuple(blacks.count(place) - whites.count(place) for place in range(BAR + 1)),
        log,
        owner,
        action,
        _parse_dice(dice, action),
        None if color not in given else color.one_of(("W", "B")),
        state.one_of(STATES),
        white_score.number(0, MAX_SCORE),
        black_score.number(0, MAX_SCORE),
        points,
        letter == "C",
        letter == "L",
        games,
        move_id.number(0, MAX_SCORE),
        most,
        len(given),
    )


def format(ogid: Ogid) -> str:
    """The text of these fields: the exact inverse of ``parse``, with as many fields as ``fields`` says.

    Raises InvalidIdError or InvalidBoardError if they are not fields that ``parse`` would give back, be it that a
    field that is to be missing has something to say.

    >>> from bitgammon.rules import STARTS
    >>> format(Ogid(STARTS["standard"].board, color="W", dice=(1, 3)))
    '11ccccchhhjjjjj:66666888dddddoo:N0N:13:W::0:0:0:0'
    """
    check_kind("ogid", ogid, Ogid)
    usual = _USUAL if ogid.checkers == CHECKERS else len(_FIELDS)
    made = ogid._replace(board=board_points(ogid.board), fields=usual if ogid.fields is None else ogid.fields)
    _board.check(made.board, "Black", "White")
    integer(f"{_KIND}: fields", made.fields, _LEAST, len(_FIELDS), InvalidIdError)
    owner, action = (write_text(_KIND, f"cube {name}", getattr(made, name)) for name in ("owner", "action"))
    dice = "".join(write_number(_KIND, "dice", die) for die in dice_numbers(_KIND, "dice", made.dice))
    rules = ("C" if made.crawford else "") + ("L" if made.post_crawford else "")
    if made.max_games is not None:
        rules += "G" + write_number(_KIND, "max games", made.max_games)
    texts = (
        _places(-count for count in made.board),
        _places(made.board),
        owner + write_number(_KIND, "cube", made.cube) + action,
        "" if made.dice is None else dice,
        "" if made.color is None else write_text(_KIND, "color", made.color),
        write_text(_KIND, "state", made.state),
        write_number(_KIND, "white score", made.white_score),
        write_number(_KIND, "black score", made.black_score),
        write_number(_KIND, "length", made.length) + rules,
        write_number(_KIND, "move id", made.move_id),
        write_number(_KIND, "checkers", made.checkers),
    )
    text = ":".join(texts[: made.fields])
    return exact(_KIND, text, made, parse(text))


def _places(counts: Iterable[int]) -> str:
    return "".join(letter * count for letter, count in zip(_PLACES, counts, strict=True) if count > 0)


def _parse_places(field: Field, side: str, first: int, most: int) -> list[int]:
    """The places of one side, of the 25 from ``first`` on: the bar of the other side is not among them."""
    places: list[int] = []
    for offset, letter in enumerate(field.value):
        place = _PLACES.find(letter)
        if letter == "q":
            raise field.error("'q': checkers borne off are not listed, but left out", offset)
        if place < 0:
            raise field.error(f"{letter!r} is not '0'..'9' or 'a'..'p'", offset)
        if not first <= place < first + BAR:
            raise field.error(f"{letter!r} is the bar of the other side, not of {side}", offset)
        if places and place < places[-1]:
            raise field.error(f"{letter!r} after {_PLACES[places[-1]]!r}: the places are not sorted", offset)
        places.append(place)
    if len(places) > most:
        raise field.error(f"{side} has {len(places)} checkers, at most {most}")
    return places


def _parse_cube(field: Field) -> tuple[int, str, str]:
    if len(field.value) < 3:
        raise field.error(f"{quoted(field.value)} is not an owner, a number and an action")
    owner = field.part(field.value[0], 0, "cube owner").one_of(_OWNERS)
    log = field.part(field.value[1:-1], 1).number(0, MAX_CUBE)
    return log, owner, field.part(field.value[-1], len(field.value) - 1, "cube action").one_of(_ACTIONS)


def _parse_dice(field: Field, action: str) -> tuple[int, int] | None:
    if not field.value:
        return None
    if len(field.value) != 2 or not all("1" <= digit <= "6" for digit in field.value):
        raise field.error(f"{quoted(field.value)} is not nothing or two digits 1-6")
    if action == _OFFERED:
        raise field.error("rolled while a double is pending")
    return int(field.value[0]), int(field.value[1])


def _parse_length(field: Field) -> tuple[int, str, int | None]:
    """The length, the letter after it, and the number after a G."""
    rest = field.value.lstrip("0123456789")
    digits, letter, games = field.value.removesuffix(rest), rest[:1], rest[1:]
    field.part(letter, len(digits)).one_of(("", "C", "L", "G"))
    length = field.part(digits, 0).number(0, MAX_SCORE)
    if letter == "G":
        return length, letter, field.part(games, len(digits) + 1, "max games").number(1, MAX_SCORE)
    if games:
        raise field.error(f"{quoted(games)} after {letter!r}, which ends the field", len(digits) + 1)
    if letter and not length:
        raise field.error(f"{letter!r}: money play has no Crawford game", len(digits))
    return length, letter, None
