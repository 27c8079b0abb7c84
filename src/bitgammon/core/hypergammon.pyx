"""Value iteration for backgammon with one to three checkers a side: one level of positions at a time, without the GIL.

# Numbering

A half board, one side's checkers on its points 1..24 and its bar, 25, is numbered as in
bitgammon.bearoff.numbering, with 25 points: with T the checkers met so far on a walk from point 25 down to point 1,

    rank = sum over the points p of C(T + 25 - p, 26 - p)

so that all borne off is 0 and n = C(25 + N, 25) numbers serve N checkers: 26, 351, 3276. A position is us * n + them,
us the half board of the side on roll, them that of the other, each seen by its owner.

# The rank of a packed board

A side's two words hold 13 slots each. The sum above splits into the points of the two words; the part of the nearer one
needs T at its first point, which is N less all its slots, for the borne-off slot is among them. So rank = part of one
word + part of the other, and a word has at most C(16, 3) = 560 contents. Each part is one load from a table of 2**15
entries at (word * multiplier) >> 49; the multiplier is searched for until no two contents share a place.

# Values

Five numbers a position, for the side about to roll that does not double now, in points of a cube at 1: cubeless, it
owns the cube, centred, centred under the Jacoby rule, the opponent owns the cube.
"""

from libc.stdint cimport int64_t, uint16_t, uint32_t, uint64_t
from libc.stdlib cimport free, malloc

from bitgammon.core.board cimport bg_board, BG_MAX_PLAYS
from bitgammon.core.movegen cimport bg_generate

cdef enum:
    CUBELESS
    OWNED
    CENTRED
    JACOBY
    OPPONENT_OWNED
    COLUMNS
    MOST_CHECKERS = 3
    MOST_HALVES = 3276
    HASH_BITS = 15
    ROLLS = 21

cdef struct Numbering:
    int checkers
    uint32_t halves                                  # n
    uint64_t words[MOST_HALVES][4]                   # of each half board: as the mover's words, as the opponent's
    uint64_t multiplier[4]
    uint16_t part[4][1 << HASH_BITS]                 # of each of a board's words


cdef uint32_t choose(int n, int k) noexcept nogil:
    cdef uint64_t found = 1
    cdef int i
    if k < 0 or k > n:
        return 0
    for i in range(1, k + 1):
        found = found * <uint64_t>(n - k + i) // <uint64_t>i
    return <uint32_t>found


cdef uint32_t part_of(const Numbering* t, int word, uint64_t content) noexcept nogil:
    """What a word's points contribute to the rank: words 1 and 2 hold points 25..13 of their side, 0 and 3 the rest."""
    cdef int slot, total = 0, point
    cdef uint32_t part = 0
    if word == 0 or word == 3:
        for slot in range(13):
            total += <int>(content >> (4 * slot) & 15)
        total = t.checkers - total
    for slot in range(13):                           # from the highest point down
        if word < 2:
            total += <int>(content >> (4 * (12 - slot)) & 15)
        else:
            total += <int>(content >> (4 * slot) & 15)
        point = 25 - slot if word == 1 or word == 2 else 12 - slot
        if point:
            part += choose(total + 25 - point, 26 - point)
    return part


cdef inline uint32_t own_rank(const Numbering* t, const bg_board* board) noexcept nogil:
    return (<uint32_t>t.part[0][board.w[0] * t.multiplier[0] >> (64 - HASH_BITS)]
            + t.part[1][board.w[1] * t.multiplier[1] >> (64 - HASH_BITS)])


cdef inline uint32_t other_rank(const Numbering* t, const bg_board* board) noexcept nogil:
    return (<uint32_t>t.part[2][board.w[2] * t.multiplier[2] >> (64 - HASH_BITS)]
            + t.part[3][board.w[3] * t.multiplier[3] >> (64 - HASH_BITS)])


cdef inline double least(double a, double b) noexcept nogil:
    return a if a < b else b


cdef inline double most(double a, double b) noexcept nogil:
    return a if a > b else b


cdef inline void weigh(const double* e, double* best) noexcept nogil:
    """Lowers best to what the opponent, on roll in a position with values e, gets with each cube where that is less.
    It doubles where that gains: value = max(no double, min(1, twice the value with the cube on the other side))."""
    cdef double doubled = least(1.0, 2.0 * e[OPPONENT_OWNED])
    best[CUBELESS] = least(e[CUBELESS], best[CUBELESS])
    best[OWNED] = least(e[OPPONENT_OWNED], best[OWNED])
    best[CENTRED] = least(most(e[CENTRED], doubled), best[CENTRED])
    best[JACOBY] = least(most(e[JACOBY], doubled), best[JACOBY])
    best[OPPONENT_OWNED] = least(most(e[OWNED], doubled), best[OPPONENT_OWNED])


cdef void after_roll(const Numbering* t, const double* values, const bg_board* board, uint32_t us, uint32_t them,
                     int die1, int die2, bg_board* plays, double* best) noexcept nogil:
    """The opponent's least values over the plays of a roll, each column by itself."""
    cdef int k, count = bg_generate(board, die1, die2, plays)
    cdef uint64_t n = t.halves
    for k in range(COLUMNS):
        best[k] = 1e9
    if count == 0:                                   # a pass
        weigh(values + COLUMNS * (them * n + us), best)
    for k in range(count):
        weigh(values + COLUMNS * (other_rank(t, plays + k) * n + own_rank(t, plays + k)), best)


cdef int fill(Numbering* t, int checkers) except -1:
    """Tables for so many checkers."""
    cdef uint32_t rank
    cdef int left, point
    cdef int counts[26]
    cdef uint64_t* w
    t.checkers = checkers
    t.halves = choose(25 + checkers, 25)
    for rank in range(t.halves):
        unrank(rank, checkers, counts)
        w = t.words[rank]
        w[0] = w[1] = w[2] = w[3] = 0
        for point in range(26):
            w[point // 13] += <uint64_t>counts[point] << (4 * (point % 13))
            left = 25 - point
            w[2 + left // 13] += <uint64_t>counts[point] << (4 * (left % 13))
    for point in range(4):
        spread(t, point)


cdef void unrank(uint32_t rank, int checkers, int* counts) noexcept nogil:
    """counts[26] of a half board; 0 those borne off. Greedy: of the terms of the sum the last is the largest."""
    cdef int point, total = checkers, before, k
    # T at point 1 is the largest t with C(t + 24, 25) <= rank, and so on up the points.
    before = checkers
    for point in range(1, 26):
        k = 26 - point
        total = 0
        while total < before and choose(total + 1 + k - 1, k) <= rank:
            total += 1
        rank -= choose(total + k - 1, k)
        counts[point - 1] = before - total
        before = total
    counts[25] = before


cdef int spread(Numbering* t, int word) except -1:
    """Finds a multiplier for a word, and fills its table."""
    cdef uint64_t seed = 0x9E3779B97F4A7C15ULL * <uint64_t>(word + 1), z
    cdef uint32_t rank, at
    cdef uint64_t content
    cdef bint clash = True
    cdef uint64_t* taken = <uint64_t*>malloc((1 << HASH_BITS) * sizeof(uint64_t))    # 256 KB: too much for a stack
    if taken == NULL:
        raise MemoryError()
    while clash:
        seed += 0x9E3779B97F4A7C15ULL
        z = seed
        z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9ULL
        z = (z ^ (z >> 27)) * 0x94D049BB133111EBULL
        z = (z ^ (z >> 31)) | 1
        clash = False
        for at in range(1 << HASH_BITS):
            taken[at] = <uint64_t>-1
        for rank in range(t.halves):
            content = t.words[rank][word]
            at = <uint32_t>(content * z >> (64 - HASH_BITS))
            if taken[at] != <uint64_t>-1 and taken[at] != content:
                clash = True
                break
            taken[at] = content
            t.part[word][at] = <uint16_t>part_of(t, word, content)
    free(taken)
    t.multiplier[word] = z


cdef class Positions:
    """The numbered positions of a number of checkers, 1..3, which the caller has checked."""

    cdef Numbering t

    def __cinit__(self, int checkers):
        fill(&self.t, checkers)

    @property
    def halves(self):
        """How many half boards there are: n."""
        return self.t.halves

    def words(self, uint64_t[:, ::1] out):
        """The words of every half board: out (n, 4), the first two as the mover's, the others as the opponent's."""
        cdef uint32_t k
        cdef int w
        for k in range(self.t.halves):
            for w in range(4):
                out[k, w] = self.t.words[k][w]

    def rank(self, const uint64_t[::1] words):
        """The numbers of the half boards of a packed board, the mover's and the opponent's."""
        cdef bg_board b
        cdef int w
        for w in range(4):
            b.w[w] = words[w]
        return own_rank(&self.t, &b), other_rank(&self.t, &b)

    def evaluate(self, const double[:, ::1] values, const uint32_t[::1] positions, double[:, ::1] fresh):
        """fresh (N, 5): the values of positions (N,), each us * n + them, from those of their successors in values
        (n * n, 5)."""
        cdef bg_board plays[BG_MAX_PLAYS]
        cdef bg_board board
        cdef double best[COLUMNS]
        cdef double total[COLUMNS]
        cdef double weight
        cdef int64_t i
        cdef uint32_t us, them
        cdef int die1, die2, k
        with nogil:
            for i in range(positions.shape[0]):
                us = positions[i] // self.t.halves
                them = positions[i] % self.t.halves
                board.w[0] = self.t.words[us][0]
                board.w[1] = self.t.words[us][1]
                board.w[2] = self.t.words[them][2]
                board.w[3] = self.t.words[them][3]
                for k in range(COLUMNS):
                    total[k] = 0.0
                for die1 in range(1, 7):
                    for die2 in range(1, die1 + 1):
                        after_roll(&self.t, &values[0, 0], &board, us, them, die1, die2, plays, best)
                        weight = 1.0 if die1 == die2 else 2.0
                        for k in range(COLUMNS):
                            total[k] -= weight * best[k]
                for k in range(COLUMNS):
                    fresh[i, k] = total[k] / 36.0

    def rolls(self, const double[:, ::1] values, uint32_t position, double[:, ::1] out):
        """What each roll is worth in a position: out (21, 5), the rolls in the order 11, 21, 22, 31, ..."""
        cdef bg_board plays[BG_MAX_PLAYS]
        cdef bg_board board
        cdef double best[COLUMNS]
        cdef uint32_t us = position // self.t.halves, them = position % self.t.halves
        cdef int die1, die2, k, row = 0
        board.w[0] = self.t.words[us][0]
        board.w[1] = self.t.words[us][1]
        board.w[2] = self.t.words[them][2]
        board.w[3] = self.t.words[them][3]
        for die1 in range(1, 7):
            for die2 in range(1, die1 + 1):
                after_roll(&self.t, &values[0, 0], &board, us, them, die1, die2, plays, best)
                for k in range(COLUMNS):
                    out[row, k] = -best[k]
                row += 1


def store(double[:, ::1] values, const uint32_t[::1] positions, const double[:, ::1] fresh):
    """Puts fresh (N, 5) into values at positions; the largest change."""
    cdef int64_t i
    cdef int k
    cdef double difference, largest = 0
    with nogil:
        for i in range(positions.shape[0]):
            for k in range(COLUMNS):
                difference = fresh[i, k] - values[positions[i], k]
                if difference < 0:
                    difference = -difference
                if difference > largest:
                    largest = difference
                values[positions[i], k] = fresh[i, k]
    return largest
