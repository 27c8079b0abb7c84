"""Text of a play: ``8/5 6/5`` and back.

A play is written as chains of points seen by the mover, one chain for the way of one checker: ``13/8``,
``24/21*/18``, ``bar/22``, ``6/off``. ``*`` after a point says that a blot is hit there, ``(n)`` after a
chain that n checkers go that way. Three styles are printed, those of GNU Backgammon, of XG and of match files
(see ``format_moves``). Read is what any of these programs writes:

* points 0..25, ``bar`` or ``b`` or 25, ``off`` or ``o`` or 0, in upper or lower case;
* chains in any order, divided by spaces or commas; ``/`` or ``-`` between the points of a chain, or nothing
  at all (``8 5 6 5``), then always two points a chain;
* the way of one checker in one chain or in several (``8/7*/1`` or ``8/7* 7/1``);
* ``*`` may be left out, ``(n)`` may follow any chain;
* a pass: nothing, ``-``, ``pass``, ``(no play)``, ``Cannot Move``, ``Can't move``; ``pass`` may also follow
  a chain.

Many texts mean one play, and a text may fit two: a play is what it leads to, so ``resolve`` looks for the
resulting board. Where a checker goes two dice without a word on the point in between, both ways may be
legal and only one of them hit there.
"""

import re
from collections import Counter
from collections.abc import Sequence
from typing import Final, NamedTuple

from bitgammon.arguments import check_text, integer, quoted
from bitgammon.errors import AmbiguousPlayError, IllegalPlayError, InvalidPlayError, UnknownNameError
from bitgammon.rules import BAR, OFF


class _Style(NamedTuple):
    bar: str
    off: str
    no_play: str


_STYLES: Final = {
    "gnu": _Style("bar", "off", "(no play)"),
    "xg": _Style("Bar", "Off", "Cannot Move"),
    "plain": _Style("25", "0", ""),
}
#: The names of the styles that ``format_moves`` prints.
STYLES: Final = tuple(_STYLES)
NO_PLAY: Final = _STYLES["gnu"].no_play
_PASSES: Final = frozenset({"", "-", "pass", NO_PLAY, "no play", "cannot move", "can't move"})
_MOST_STEPS: Final = 4
#: The longest play any program prints is about half of this.
_LONGEST: Final = 120
_POINTS: Final = {"bar": BAR, "ba": BAR, "b": BAR, "off": OFF, "of": OFF, "o": OFF}

_WORD: Final = re.compile("[0-9]{1,2}|[A-Za-z]+")
_JOIN: Final = re.compile(r"\s*[/-]\s*")
_STAR: Final = re.compile(r"\s*\*")
_TIMES: Final = re.compile(r"\s*\([0-9]{1,2}\)")
_GAP: Final = re.compile(r"[\s,]+")
_PASS: Final = re.compile(r"pass[\s.]*$", re.IGNORECASE)


class Chain(NamedTuple):
    """The way of one checker: the points it is said to touch, from its source on, and those marked ``*``."""

    points: tuple[int, ...]
    stars: tuple[int, ...] = ()


def format_moves(moves: Sequence[tuple[int, int, bool]], style: str = "gnu") -> str:
    """The play of these moves, each (source, destination, hit), in one of the styles:

    * ``gnu``, as GNU Backgammon prints it. Moves are sorted from the highest source and destination down;
      moves of one checker are joined, naming a point in between only where a blot is hit; equal chains get
      ``(n)``; ``*`` is written once a point. No moves give ``(no play)``.
    * ``xg``: the same with ``Bar`` and ``Off``, and a chain ends where it hits: ``8/7* 7/1``, not
      ``8/7*/1``. No moves give ``Cannot Move``.
    * ``plain``, as match files have it: every step by itself, sorted in the same way, 25 for the bar and 0
      for off, ``*`` with the first step to a point where a blot is hit. No moves give the empty text.

    The steps, one by one from the highest source down as ``plain`` has them, are an order in which the play can be
    made; a joined chain may run ahead of that (``8/off 7/off`` with 4-4). Raises InvalidPlayError for more than
    four moves or one that does not go down from 25 to 0, UnknownNameError for another style.

    >>> format_moves([(6, 5, False), (8, 5, False)]), format_moves([(13, 7, True), (7, 3, False)])
    ('8/5 6/5', '13/7*/3')
    >>> format_moves([(8, 4, True), (8, 4, False)]), format_moves([(6, 0, False)] * 2), format_moves([])
    ('8/4*(2)', '6/off(2)', '(no play)')
    >>> [format_moves([(25, 21, True), (21, 16, False)], style) for style in STYLES]
    ['bar/21*/16', 'Bar/21* 21/16', '25/21* 21/16']
    """
    if not isinstance(style, str) or style not in _STYLES:
        raise UnknownNameError(f"style={quoted(style)} is none of {', '.join(STYLES)}")
    if not isinstance(moves, Sequence):
        raise TypeError(f"moves: expected a sequence of moves, not {quoted(moves)}")
    if len(moves) > _MOST_STEPS:
        raise InvalidPlayError(f"{quoted(tuple(moves))} has {len(moves)} moves, at most {_MOST_STEPS}")
    for k, move in enumerate(moves):
        if not isinstance(move, tuple | list):
            raise TypeError(f"moves[{k}]: expected source, destination and hit, not {quoted(move)}")
        if len(move) != 3:
            raise InvalidPlayError(f"moves[{k}]: expected source, destination and hit, not {quoted(move)}")
        src = integer(f"moves[{k}][0]", move[0], 1, BAR, InvalidPlayError)
        dst = integer(f"moves[{k}][1]", move[1], OFF, BAR - 1, InvalidPlayError)
        if dst >= src:
            raise InvalidPlayError(f"{quoted(tuple(moves))}: no checker moves from {src} to {dst}")
    names = _STYLES[style]
    hits = {dst for _, dst, hit in moves if hit}
    # From the highest source down every order is sound: a checker comes to a point from above, the bar is
    # left before all else, and before a checker is borne off nothing above it is still to move.
    steps: list[tuple[int, ...]] = sorted(((src, dst) for src, dst, _ in moves), reverse=True)
    if style == "plain":
        return " ".join(_format_chain(step, 1, hits, names) for step in steps) or names.no_play
    told = _joined(steps, hits)
    if style == "xg":  # the points in between are those hit
        told = [way[k : k + 2] for way in told for k in range(len(way) - 1)]
    counted = Counter(told)
    return " ".join(_format_chain(chain, n, hits, names) for chain, n in counted.items()) or names.no_play


def _joined(steps: list[tuple[int, ...]], hits: set[int]) -> list[tuple[int, ...]]:
    """The way of each checker that makes some of these steps: where from, where it hits, where to."""
    rest, told = list(steps), []
    while rest:
        way = list(rest.pop(0))
        while step := next((step for step in rest if step[0] == way[-1]), None):
            rest.remove(step)
            way.append(step[1])
        told.append((way[0], *(point for point in way[1:-1] if point in hits), way[-1]))
    return told


def _format_chain(chain: tuple[int, ...], count: int, hits: set[int], names: _Style) -> str:
    """One chain; the hits it tells are taken out of ``hits``, so that none is told twice."""
    text = names.bar if chain[0] == BAR else str(chain[0])
    for point in chain[1:]:
        text += f"/{names.off if point == OFF else point}"
        if point in hits:
            text += "*"
            hits.remove(point)
    return text if count == 1 else f"{text}({count})"


def parse(text: str) -> tuple[Chain, ...]:
    """The chains of a play, one for each checker (``8/5(2)`` gives two); none for a pass.

    Says nothing about a board. Raises InvalidPlayError, quoting the text and naming the column, for
    anything that is not the notation described above, for a chain that does not go down, and for more than
    four steps.

    >>> parse("Bar/24*, 13-11(2)")
    (Chain(points=(25, 24), stars=(24,)), Chain(points=(13, 11), stars=()), Chain(points=(13, 11), stars=()))
    >>> parse("Cannot Move")
    ()
    """
    check_text("play", text)
    if len(text) > _LONGEST:
        raise InvalidPlayError(f"{quoted(text)}, column {_LONGEST + 1}: at most {_LONGEST} characters make a play")
    if _is_pass(text):
        return ()
    reader = _Reader(text)
    chains: list[Chain] = []
    reader.accept(_GAP)
    while not (chains and (reader.at_end() or reader.accept(_PASS))):
        chains += reader.chain(_MOST_STEPS - sum(len(chain.points) - 1 for chain in chains))
        reader.accept(_GAP)
    return tuple(chains)


def _is_pass(text: str) -> bool:
    plain = text.replace("\N{RIGHT SINGLE QUOTATION MARK}", "'").lower().rstrip(" .")
    return " ".join(plain.split()) in _PASSES


class _Reader:
    """A place in a text, going forward by one piece of the notation at a time."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.at = 0

    def at_end(self) -> bool:
        return self.at == len(self.text)

    def accept(self, piece: re.Pattern[str]) -> str:
        """The piece, if it stands here; else '', staying here."""
        found = piece.match(self.text, self.at)
        if found is None:
            return ""
        self.at = found.end()
        return found.group()

    def error(self, reason: str, at: int) -> InvalidPlayError:
        return InvalidPlayError(f"{self.text!r}, column {at + 1}: {reason}")

    def chain(self, most: int) -> list[Chain]:
        """One chain of at most so many steps, as often as it says."""
        start = self.at
        points = [self.point()]
        stars: list[int] = []
        if points[0] == OFF:
            raise self.error("a checker borne off does not move on", start)
        joined = self.accept(_JOIN)
        if not joined and not self.accept(_GAP):
            raise self.error("a point to move to is missing", self.at)
        while True:
            before = self.at
            points.append(self.point())
            if points[-1] >= points[-2]:
                raise self.error(f"a checker on {points[-2]} does not move to {points[-1]}", before)
            if points[-1] != OFF and self.accept(_STAR):
                stars.append(points[-1])
            if not joined or not self.accept(_JOIN):
                break
        before = self.at
        written = self.accept(_TIMES).strip()
        times = int(written[1:-1]) if written else 1
        if not 1 <= times <= _MOST_STEPS:
            raise self.error(f"a chain is played 1..{_MOST_STEPS} times, not {times}", before)
        if times * (len(points) - 1) > most:
            raise self.error(f"a play has at most {_MOST_STEPS} steps", start)
        return [Chain(tuple(points), tuple(stars))] * times

    def point(self) -> int:
        start = self.at
        word = self.accept(_WORD)
        if not word:
            there = repr(self.text[start]) if start < len(self.text) else "the end"
            raise self.error(f"{there} where a point should be", start)
        if start and self.text[start - 1].isalnum():
            raise self.error(f"{word!r} is not divided from what stands before it", start)
        point = int(word) if word.isdigit() else _POINTS.get(word.lower(), BAR + 1)
        if point > BAR:
            raise self.error(f"{word!r} is not a point: 1..24, bar or off", start)
        return point


def resolve(text: str, points: Sequence[int], results: Sequence[Sequence[int]]) -> int:
    """The index of the result that the text means.

    ``points`` is the board before the play and ``results`` the boards it may lead to, all 26 integers seen
    by the mover (see ``bitgammon.rules``). A result fits if the mover's checkers stand in it where the text
    puts them and every blot on a point that the text names is hit. If several fit, they differ in what is
    hit on points not named: meant is the one that hits just where the text says so. ``4/off`` may stand for
    4/2/off and needs no point in between; ``*`` is never needed where the point itself is named. Where no blot stands
    it is ignored, unless several results fit: then it says that something is hit, but not what.

    Raises InvalidPlayError as ``parse`` does, AmbiguousPlayError if the text leaves open which blot is hit,
    and IllegalPlayError if no result fits.

    >>> before = (0,) * 5 + (-1, 0, -2, 1) + (0,) * 16 + (0,)
    >>> after = (-1,) + (0,) * 3 + (1, 0, 0, -2) + (0,) * 18
    >>> resolve("8/5*/4", before, [after])
    0
    """
    chains = parse(text)
    wanted = _own_after(text, chains, points)
    named = {point for chain in chains for point in chain.points[1:] if point != OFF and points[point] == -1}
    readings = []
    for index, result in enumerate(results):
        if all(max(result[point], 0) == count for point, count in enumerate(wanted[1:], 1)):
            hits = {p for p in range(1, BAR) if points[p] == -1 and result[p] >= 0}
            if named <= hits:
                readings.append((index, hits))
    if not readings:
        raise IllegalPlayError(_why_illegal(text, chains, points))
    stars = {point for chain in chains for point in chain.stars}
    exact = [index for index, hits in readings if hits == named | stars]
    if len(exact) == 1:
        return exact[0]
    if len({tuple(results[index][point] for point in range(BAR + 1)) for index, _ in readings}) == 1:
        return readings[0][0]
    ways = " or ".join(_hits_in_words(hits) for _, hits in readings)
    raise AmbiguousPlayError(f"{text!r} fits plays that hit {ways}: name the point in between, with '*'")


def _own_after(text: str, chains: Sequence[Chain], points: Sequence[int]) -> list[int]:
    """The mover's checkers by point after these chains; IllegalPlayError if they cannot be played at all."""
    own = [max(points[point], 0) for point in range(BAR + 1)]
    own[OFF] = 0
    for chain in chains:
        own[chain.points[0]] -= 1
        own[chain.points[-1]] += 1
        for point in chain.points[1:]:
            if point != OFF and points[point] < -1:
                raise IllegalPlayError(
                    f"{text!r}: the opponent holds point {point} with {-points[point]} checkers"
                )
    for point in range(BAR, OFF, -1):
        if own[point] < 0:
            where = "on the bar" if point == BAR else f"on point {point}"
            have = max(points[point], 0)
            raise IllegalPlayError(f"{text!r} moves more checkers than the {have} {where}")
    return own


def _why_illegal(text: str, chains: Sequence[Chain], points: Sequence[int]) -> str:
    if not chains:
        return f"{text!r}: no pass, there is a legal play"
    entering = sum(chain.points[0] == BAR for chain in chains)
    if points[BAR] > entering and any(chain.points[0] != BAR for chain in chains):
        return f"{text!r}: checkers on the bar must enter first"
    return f"{text!r} is not a legal play: the dice do not give it, or more of the roll must be played"


def _hits_in_words(hits: set[int]) -> str:
    return "on " + " and ".join(str(point) for point in sorted(hits, reverse=True)) if hits else "nothing"
