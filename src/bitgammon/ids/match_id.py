"""GNU Match ID: cube, dice, score and whose turn it is in 12 characters. No checkers.

Layout. 72 bits, bit k being bit ``k % 8``, lowest first, of byte ``k // 8``; the nine bytes are written in
base64 (``A-Z a-z 0-9 + /``). Numbers are written lowest bit first:

====== =====================================================================================================
bits   field
====== =====================================================================================================
0-3    log2 of the cube's value
4-5    cube owner: 0 or 1 the player of that number, 3 nobody (the cube is centred)
6      player on roll
7      Crawford game
8-10   state of the game: 0 none, 1 playing, 2 over, 3 resigned, 4 dropped
11     player whose decision it is; not the player on roll while a double or a resignation is to be answered
12     double offered
13-14  resignation offered: 0 none, 1 single game, 2 gammon, 3 backgammon
15-17  the larger die, 0 before the roll
18-20  the smaller die, 0 before the roll
21-35  match length, 0 for money play
36-50  score of player 0
51-65  score of player 1
66     1 when the Jacoby rule is off; older programs wrote 0 always
67-71  zero
====== =====================================================================================================

Players are numbered by seat: 0 is drawn at the top, 1 at the bottom. A finished match may show more points
than its length: scores are read as they are.
"""

from typing import Final, NamedTuple

from bitgammon.arguments import check_kind, flag, integer, pair
from bitgammon.errors import InvalidIdError
from bitgammon.ids._bits import bits_of, column_of, text_of

LENGTH: Final = 12
_KIND: Final = "Match ID"
_CENTRED: Final = 3

#: Name, first bit and width of every field, in the order of the bits.
_FIELDS: Final = (
    ("cube", 0, 4),
    ("owner", 4, 2),
    ("mover", 6, 1),
    ("crawford", 7, 1),
    ("state", 8, 3),
    ("turn", 11, 1),
    ("doubled", 12, 1),
    ("resigned", 13, 2),
    ("die 1", 15, 3),
    ("die 2", 18, 3),
    ("length", 21, 15),
    ("score of player 0", 36, 15),
    ("score of player 1", 51, 15),
    ("no jacoby", 66, 1),
    ("rest", 67, 5),
)


class MatchId(NamedTuple):
    """What a Match ID says, field by field.

    ``cube`` is log2 of the cube's value (0..15), ``owner`` 0, 1 or None (centred), ``mover`` the player on
    roll and ``turn`` the player whose decision it is (0 or 1), ``state`` 0 none, 1 playing, 2 over, 3
    resigned, 4 dropped, ``resigned`` 0 none or the size of the resignation offered, ``dice`` the larger die
    first or None before the roll, ``length`` 0 for money play, ``scores`` those of player 0 and player 1.
    """

    cube: int = 0
    owner: int | None = None
    mover: int = 1
    crawford: bool = False
    state: int = 1
    turn: int = 1
    doubled: bool = False
    resigned: int = 0
    dice: tuple[int, int] | None = None
    length: int = 0
    scores: tuple[int, int] = (0, 0)
    jacoby: bool = False


def decode(text: str) -> MatchId:
    """The fields of a Match ID.

    Raises InvalidIdError, naming the field and its column, unless the text is exactly 12 base64 characters,
    every field is in its range (see the table above), the dice are both there or both not, money play has
    no Crawford game, and bits 67-71 are zero.

    >>> decode("QQlvAAAAAAAE")[:3], decode("QQlvAAAAAAAE").dice, decode("QQlvAAAAAAAE").length
    ((1, 0, 1), (6, 3), 3)
    """
    bits = bits_of(_KIND, text, LENGTH)
    raw = {name: bits >> first & (1 << width) - 1 for name, first, width in _FIELDS}
    fault = _fault(raw)
    if fault:
        name, reason = fault
        first = next(first for field, first, _ in _FIELDS if field == name)
        raise InvalidIdError(f"{_KIND} {text!r}: {name} (column {column_of(first)}): {reason}")
    dice = (raw["die 1"], raw["die 2"])
    return MatchId(
        cube=raw["cube"],
        owner=None if raw["owner"] == _CENTRED else raw["owner"],
        mover=raw["mover"],
        crawford=bool(raw["crawford"]),
        state=raw["state"],
        turn=raw["turn"],
        doubled=bool(raw["doubled"]),
        resigned=raw["resigned"],
        dice=(max(dice), min(dice)) if any(dice) else None,
        length=raw["length"],
        scores=(raw["score of player 0"], raw["score of player 1"]),
        jacoby=not raw["no jacoby"],
    )


def encode(match: MatchId) -> str:
    """The Match ID of these fields; dice may come in either order, the larger is written first.

    Raises InvalidIdError, naming the field, for a value that its bits cannot hold or that ``decode`` would
    refuse.

    >>> encode(MatchId(dice=(1, 3), jacoby=True)), encode(MatchId(length=7, scores=(3, 2), cube=2, owner=0))
    ('cIkFAAAAAAAA', 'QgngADAAEAAE')
    """
    check_kind("match", match, MatchId)
    die1, die2 = pair("dice", match.dice or (0, 0))
    scores = pair("scores", match.scores)
    raw = {
        "cube": match.cube,
        "owner": _CENTRED if match.owner is None else match.owner,
        "mover": match.mover,
        "crawford": int(flag("crawford", match.crawford)),
        "state": match.state,
        "turn": match.turn,
        "doubled": int(flag("doubled", match.doubled)),
        "resigned": match.resigned,
        "die 1": max(die1, die2),
        "die 2": min(die1, die2),
        "length": match.length,
        "score of player 0": scores[0],
        "score of player 1": scores[1],
        "no jacoby": int(not flag("jacoby", match.jacoby)),
        "rest": 0,
    }
    bits = 0
    for name, first, width in _FIELDS:
        raw[name] = integer(f"{_KIND}: {name}", raw[name], 0, (1 << width) - 1, InvalidIdError)
        bits |= raw[name] << first
    if match.owner == _CENTRED:
        raise InvalidIdError(
            f"{_KIND}: owner: {match.owner!r} is not a player; None stands for a centred cube"
        )
    if match.dice is not None and not (die1 or die2):
        raise InvalidIdError(f"{_KIND}: die 1: 0 is not on a die; None stands for dice not rolled")
    fault = _fault(raw)
    if fault:
        raise InvalidIdError(f"{_KIND}: {fault[0]}: {fault[1]}")
    return text_of(bits, LENGTH)


def _fault(raw: dict[str, int]) -> tuple[str, str] | None:
    """The first field that holds what no match can, and why; None if all is well."""
    dice = raw["die 1"], raw["die 2"]
    faults = (
        (raw["owner"] == 2, "owner", "2 is neither a player (0, 1) nor the centre (3)"),
        (raw["crawford"] and not raw["length"], "crawford", "a Crawford game in money play, which has none"),
        (raw["state"] > 4, "state", f"{raw['state']} is not in 0..4"),
        (dice[0] > 6, "die 1", f"{dice[0]} is not on a die"),
        (dice[1] > 6, "die 2", f"{dice[1]} is not on a die"),
        (any(dice) and not dice[0], "die 1", "not rolled, but the other die is"),
        (any(dice) and not dice[1], "die 2", "not rolled, but the other die is"),
        (raw["rest"], "rest", "bits 67-71 are not zero"),
    )
    return next(((name, reason) for wrong, name, reason in faults if wrong), None)
