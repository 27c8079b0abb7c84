"""GNUbg ID: a Position ID and a Match ID joined by a colon, 27 characters.

The board is seen by the player on roll, who is ``MatchId.mover``.
"""

from collections.abc import Sequence

from bitgammon.arguments import check_text, quoted
from bitgammon.errors import InvalidIdError
from bitgammon.ids import match_id, position_id
from bitgammon.ids._bits import check_length
from bitgammon.ids.match_id import MatchId
from bitgammon.rules import CHECKERS


def split(text: str) -> tuple[str, str]:
    """The Position ID and the Match ID of a GNUbg ID, told by their lengths; ``decode`` checks the rest.

    Raises InvalidIdError unless the text is 14 characters, one colon and 12 characters.

    >>> split("4HPwATDgc/ABMA:cIkFAAAAAAAA")
    ('4HPwATDgc/ABMA', 'cIkFAAAAAAAA')
    """
    check_text("GNUbg ID", text)
    parts = text.split(":", 2)
    if len(parts) != 2:
        raise InvalidIdError(
            f"GNUbg ID {quoted(text)} has {text.count(':')} colons; POSITIONID:MATCHID has one"
        )
    check_length("Position ID", parts[0], position_id.LENGTH)
    check_length("Match ID", parts[1], match_id.LENGTH)
    return parts[0], parts[1]


def decode(text: str, checkers: int = CHECKERS) -> tuple[tuple[int, ...], MatchId]:
    """The 26 points seen by the player on roll, and the fields of the Match ID.

    Raises InvalidIdError, naming the half, the field and the column within that half.

    >>> points, match = decode("4PPgAVDYNvABMA:QgnqADAAEAAE")
    >>> points[0], match.dice, match.scores, match.length
    (-1, (4, 2), (3, 2), 7)
    """
    position, match = split(text)
    return position_id.decode(position, checkers), match_id.decode(match)


def encode(points: Sequence[int], match: MatchId) -> str:
    """The inverse of ``decode``. Raises InvalidBoardError and InvalidIdError as the two halves do.

    >>> from bitgammon.rules import STARTS
    >>> encode(STARTS["standard"].board, MatchId(dice=(3, 1), jacoby=True))
    '4HPwATDgc/ABMA:cIkFAAAAAAAA'
    """
    return f"{position_id.encode(points)}:{match_id.encode(match)}"
