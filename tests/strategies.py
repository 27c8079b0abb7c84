"""Boards for hypothesis: every shape a game can have and many that none ever had, of 1 to 15 checkers."""

from hypothesis import strategies as st
from twins import Points

from bitgammon import reference
from bitgammon.rules import BAR, CHECKERS, HOME, POINTS

#: Where a side's checkers may stand, in its own numbers, one shape after the other.
REGIONS: dict[str, tuple[int, ...]] = {
    "anywhere": tuple(range(1, BAR + 1)),
    "home": tuple(range(1, HOME + 1)),
    "coming home": (*range(1, HOME + 1), *range(1, HOME + 1), 7, 8, 9, 12),
    "bar": (BAR,) * 6 + tuple(range(1, POINTS + 1)),
    "bar and home": (BAR, BAR, *range(1, HOME + 1)),
    "back": tuple(range(19, BAR + 1)),
    "outside": tuple(range(7, 19)),
    "deep": (1, 2, 3, 24),
}

#: Points held by two: none, any few, a home closed but for one point, a closed home, a prime.
MADE: st.SearchStrategy[list[int]] = st.one_of(
    st.just([]),
    st.lists(st.integers(1, 24), unique=True, max_size=7),
    st.integers(1, HOME).map(lambda gap: [point for point in range(1, HOME + 1) if point != gap]),
    st.integers(1, 19).map(lambda first: list(range(first, first + HOME))),
    st.just(list(range(1, HOME + 1))),
)

checker_counts = st.integers(1, CHECKERS)
dice = st.integers(1, 6)


@st.composite
def sides(draw: st.DrawFn, checkers: int) -> list[int]:
    """Where one side's checkers stand, in its own numbers: some in a region, then some in made points."""
    total = draw(st.one_of(st.just(checkers), st.integers(1, checkers)))
    region = REGIONS[draw(st.sampled_from(sorted(REGIONS)))]
    made = [point for point in draw(MADE) for _ in range(2)]
    loose = draw(st.integers(0, total) if made else st.just(total))
    places = draw(st.lists(st.sampled_from(region), min_size=loose, max_size=loose))
    return (places + made)[:total]


@st.composite
def boards(draw: st.DrawFn, checkers: int = CHECKERS) -> Points:
    """A board on which a turn can be asked for: a side may have won, and both may be shut out for ever."""
    board = [0] * (BAR + 1)
    for place in draw(sides(checkers)):
        board[place] += 1
    for place in draw(sides(checkers)):
        if board[BAR - place] <= 0:
            board[BAR - place] -= 1
    points = tuple(board)
    return reference.swapped(points) if draw(st.booleans()) else points


@st.composite
def games(draw: st.DrawFn) -> tuple[Points, int]:
    """A board and how many checkers a side the game is played with."""
    checkers = draw(checker_counts)
    return draw(boards(checkers)), checkers
