"""The board of FIBS, the First Internet Backgammon Server: ``board`` and 52 more fields joined by colons.

Layout, by the number of the field. The line is written for one of the two players, called the PLAYER here, whether or
not the turn is theirs; the other one is the opponent. One of them plays the checkers called O, the other those
called X:

====== =====================================================================================================
1      ``board``
2-3    name of the player, of the opponent: at least one character, no colon, space or control character
4      length of the match, 9999 if it is unlimited
5-6    score of the player, of the opponent; a finished match may show more points than its length
7-32   places 0..25: positive O's checkers, negative X's. 0 and 25 are the bars, one of each player
33     turn: 1 O, -1 X, 0 the game is over
34-35  dice of the player, 0 and 0 before the roll
36-37  dice of the opponent, likewise
38     number on the cube, a power of 2
39-40  1 if the player may double, if the opponent may
41     1 if the opponent has just doubled
42     color: 1 the player is O, -1 X
43     direction: -1 the player moves from 24 to 1, 1 from 1 to 24
44-45  home and bar of the player by place: 0 and 25 if the direction is -1, 25 and 0 if it is 1. The
       opponent's are the other way round
46-47  checkers borne off by the player, by the opponent
48-49  checkers on the bar of the player, of the opponent: as the places of the bars have them
50     number of checkers the player can move, 0..4
51     forced move: 3 tells some programs that the Crawford rule is not in use
52     1 if the Crawford game is past
53     number of instant redoubles in an unlimited match
====== =====================================================================================================

Who owns the cube is told by who may double: both if it is centred, although neither may in the Crawford game,
where FIBS leaves both at 1.
"""

from typing import Final, NamedTuple

from bitgammon.arguments import board_points, check_kind, quoted
from bitgammon.ids import _board
from bitgammon.ids._fields import MAX_SCORE, Field, dice_numbers, exact, read_dice, split, write_name, write_number
from bitgammon.rules import BAR, CHECKERS

UNLIMITED: Final = 9999
_KIND: Final = "FIBS board"
_PLACES: Final = tuple(f"place {place}" for place in range(BAR + 1))
_FIELDS: Final = (
    "first word",
    "player",
    "opponent",
    "length",
    "player score",
    "opponent score",
    *_PLACES,
    "turn",
    "player die 1",
    "player die 2",
    "opponent die 1",
    "opponent die 2",
    "cube",
    "player may double",
    "opponent may double",
    "was doubled",
    "color",
    "direction",
    "home",
    "bar",
    "player off",
    "opponent off",
    "player on bar",
    "opponent on bar",
    "can move",
    "forced",
    "after crawford",
    "redoubles",
)
_LONGEST: Final = 600
_WORD: Final = "board"


class Fibs(NamedTuple):
    """The fields of a FIBS board, but for those that follow from others: home, bar, and the checkers on the bars.

    ``board`` is the 26 places as written: O's checkers positive, X's negative, whichever of the bars is whose.
    ``length`` is 9999 in an unlimited match; ``turn`` 1 (O), -1 (X) or 0 (the game is over); dice None before the
    roll; ``cube_value`` the number on the cube; ``color`` 1 (the player is O) or -1 (X); ``direction`` -1 (the
    player moves from 24 to 1) or 1.
    """

    player: str
    opponent: str
    board: tuple[int, ...]
    length: int = UNLIMITED
    player_score: int = 0
    opponent_score: int = 0
    turn: int = 1
    player_dice: tuple[int, int] | None = None
    opponent_dice: tuple[int, int] | None = None
    cube_value: int = 1
    player_may_double: bool = True
    opponent_may_double: bool = True
    was_doubled: bool = False
    color: int = 1
    direction: int = -1
    player_off: int = 0
    opponent_off: int = 0
    can_move: int = 0
    forced: int = 0
    after_crawford: bool = False
    redoubles: int = 0

    @property
    def points(self) -> tuple[int, ...]:
        """The board seen by the side whose turn it is; by the player, for whom it was written, if the game is over.

        >>> board = parse(f"board:You:Opp:7:1:2:{'0:' * 24}-2:1:-1:0:0:3:1:1:1:1:0:1:-1:0:25:0:0:1:0:0:0:0:0")
        >>> board.points[:2], board._replace(turn=1).points[24:]
        ((-1, 2), (-2, 1))
        """
        own = _seen_by_player(self.board, self.color, self.direction)
        return _board.swapped(own) if self.turn == -self.color else own


def parse(text: str) -> Fibs:
    """The fields of a FIBS board.

    Raises InvalidIdError, naming the field and its column in the text, for another number of fields, one that is
    not what the table above says, one that does not follow from the others as it should, a bar held by the other
    side, or more than 15 checkers of one side, borne off or not. Numbers have no sign but a minus, no leading zeros
    and no spaces; the length is 1..9999, scores 0..32767, the cube up to 32768, forced 0..3, redoubles 0..9999,
    names have up to 64 characters.

    >>> board = parse("board:You:Opp:7:1:2:0:-2:0:0:0:0:5:0:3:0:0:0:-5:5:0:0:0:-3:0:-5:0:0:0:0:2:0"
    ...               ":1:0:0:0:0:1:1:1:0:1:-1:0:25:0:0:0:0:0:0:0:0")
    >>> board.player, board.length, board.opponent_score, board.points[24]
    ('You', 7, 2, 2)
    """
    field = {each.name: each for each in split(_KIND, text, ":", _FIELDS, longest=_LONGEST)}
    field["first word"].one_of((_WORD,))
    fibs = Fibs(
        field["player"].player_name(spaces=False),
        field["opponent"].player_name(spaces=False),
        tuple(field[place].number(-CHECKERS, CHECKERS) for place in _PLACES),
        field["length"].number(1, UNLIMITED),
        field["player score"].number(0, MAX_SCORE),
        field["opponent score"].number(0, MAX_SCORE),
        field["turn"].number(-1, 1),
        read_dice(field["player die 1"], field["player die 2"]),
        read_dice(field["opponent die 1"], field["opponent die 2"]),
        field["cube"].cube_value(),
        field["player may double"].flag(),
        field["opponent may double"].flag(),
        field["was doubled"].flag(),
        field["color"].sign(),
        field["direction"].sign(),
        field["player off"].number(0, CHECKERS),
        field["opponent off"].number(0, CHECKERS),
        field["can move"].number(0, 4),
        field["forced"].number(0, 3),
        field["after crawford"].flag(),
        field["redoubles"].number(0, UNLIMITED),
    )
    _check_derived(field, fibs)
    return fibs


def format(fibs: Fibs) -> str:
    """The text of these fields: the exact inverse of ``parse``.

    Raises InvalidIdError or InvalidBoardError if they are not fields that ``parse`` would give back.

    >>> from bitgammon.rules import STARTS
    >>> format(Fibs("You", "Opp", STARTS["nackgammon"].board, player_dice=(3, 1)))[:46]
    'board:You:Opp:9999:0:0:0:-2:-2:0:0:0:4:0:3:0:0'
    """
    check_kind("fibs", fibs, Fibs)
    made = fibs._replace(board=board_points(fibs.board))
    points = made.board
    if made.color in (1, -1) and made.direction in (1, -1):
        points = _seen_by_player(made.board, made.color, made.direction)
    _board.check(points, "the player", "the opponent")
    home, bar = _home_and_bar(made.direction)
    numbers = (
        *(made.length, made.player_score, made.opponent_score),
        *made.board,
        made.turn,
        *dice_numbers(_KIND, "player dice", made.player_dice),
        *dice_numbers(_KIND, "opponent dice", made.opponent_dice),
        made.cube_value,
        *(made.player_may_double, made.opponent_may_double, made.was_doubled),
        *(made.color, made.direction, home, bar),
        *(made.player_off, made.opponent_off, points[BAR], -points[0]),
        *(made.can_move, made.forced, made.after_crawford, made.redoubles),
    )
    names = [
        write_name(_KIND, name, value, ":", spaces=False)
        for name, value in (("player", made.player), ("opponent", made.opponent))
    ]
    written = zip(_FIELDS[3:], numbers, strict=True)
    text = ":".join((_WORD, *names, *(write_number(_KIND, name, number) for name, number in written)))
    return exact(_KIND, text, made, parse(text))


def _seen_by_player(board: tuple[int, ...], color: int, direction: int) -> tuple[int, ...]:
    """The places in the player's own numbers, the player's checkers positive."""
    return tuple(color * count for count in (board if direction == -1 else reversed(board)))


def _home_and_bar(direction: int) -> tuple[int, int]:
    return (0, BAR) if direction == -1 else (BAR, 0)


def _check_derived(field: dict[str, Field], fibs: Fibs) -> None:
    """The fields that say again what others say, and what the two sides have in all."""
    home, bar = _home_and_bar(fibs.direction)
    points = _seen_by_player(fibs.board, fibs.color, fibs.direction)
    if points[BAR] < 0:
        raise field[_PLACES[bar]].error("the player's bar holds checkers of the opponent")
    if points[0] > 0:
        raise field[_PLACES[home]].error("the opponent's bar holds checkers of the player")
    for name, expected, why in (
        ("home", home, f"with direction {fibs.direction}"),
        ("bar", bar, f"with direction {fibs.direction}"),
        ("player on bar", points[BAR], f"as on place {bar}"),
        ("opponent on bar", -points[0], f"as on place {home}"),
    ):
        if field[name].value != str(expected):
            raise field[name].error(f"{quoted(field[name].value)} is not {expected} {why}")
    off = (fibs.player_off, fibs.opponent_off)
    for side, total, borne in zip(("player", "opponent"), _board.totals(points), off, strict=True):
        if total + borne > CHECKERS:
            raise field[f"{side} off"].error(
                f"with {borne} the {side} has {total + borne} checkers, at most {CHECKERS}"
            )
