# Two different dice, nobody on the bar, no bear-off within reach: plays in closed form.
#
# A play is a source a for the high die and a source b for the low one. Every pair (a, b) of A x B, the sources of
# the two dice on the board as it stands, is a legal play, in either order, and different pairs give different
# boards, but for
#   - (s, s) where only one checker stands on s: no play;
#   - (s, s - high) and (s - low, s): in effect one checker, from s to s - high - low, by the one or the other point;
#     the same board when both pairs exist (then the points between are the mover's own, and nothing is hit there).
# Plays not among the pairs: one checker with both dice, landing between on a point that is not the mover's own. By
# two such points, or by one such and a pair, the board is the same unless a blot is hit between.
#
# So: write all of A x B, rows by a, columns by b, four boards at a time; where both dice hit the same blot take one
# hit back; append the one-checker plays the product lacks; then fill the holes from the tail, last hole first, so
# that what is moved is never itself a hole. Order of the plays: rows and columns by source, lowest first, then the
# one-checker plays by the high die first, then by the low die first, each by source, lowest first; but for what
# filled a hole.
#
# At most 3 boards are written past the last row, and 1 past the appended plays.

cdef inline bint is_closed_form(Masks m, int high, int low) noexcept nogil:
    """Whether a checker stays outside home after either die, with nobody on the bar."""
    cdef uint32_t outside = m.own & ~<uint32_t>HOME
    if outside & (outside - 1):
        return True
    if not outside:
        return False
    # one point outside: two checkers there, or one that neither die brings home
    return (outside & m.own2) != 0 or outside >= (<uint32_t>1 << (7 + high))


cdef inline int rank(uint32_t mask, uint32_t bit) noexcept nogil:
    return bit_count(mask & (bit - 1))


# The parts of the closed form.
cdef struct Pairs:
    uint32_t a_set              # sources of the high die, and of the low one
    uint32_t b_set
    uint32_t alone              # s of the holes (s, s),
    uint32_t twice              # and of the holes (s, s - high), where (s - low, s) is the same board
    uint64_t routes             # one-checker plays the product lacks: bit s, or 32 + s with the low die first
    uint64_t first_hits         # those whose first move hits, by the same bits; more bits may be set
    uint32_t final_hits         # sources whose second move would hit


cdef inline Pairs pairs_of(Masks m, int high, int low) noexcept nogil:
    cdef Pairs p
    cdef uint32_t a_hits = m.blots << high, b_hits = m.blots << low
    cdef uint32_t finals = (m.open_points << (high + low)) & POINTS, by_high, by_low, same
    p.a_set = m.own & (m.open_points << high) & POINTS
    p.b_set = m.own & (m.open_points << low) & POINTS
    by_high = p.a_set & finals
    by_low = p.b_set & finals
    same = by_high & by_low & ~a_hits & ~b_hits
    p.twice = same & (m.own << high) & (m.own << low)
    p.alone = p.a_set & p.b_set & ~m.own2
    by_high &= ~(m.own << high) & ~(same & (m.own << low))
    by_low &= ~(m.own << low) & ~same
    p.routes = by_high | <uint64_t>by_low << 32
    p.first_hits = a_hits | <uint64_t>b_hits << 32
    p.final_hits = m.blots << (high + low)
    return p


cdef inline bg_vec route_move(const Pairs* p, int high, int low, int route) noexcept nogil:
    """What the one-checker play of a bit of routes adds to the board."""
    cdef int first = low if route >> 5 else high, second = high + low - first, source = route & 31
    return vec_add(MOVE[first * 2 * ROW + ((p.first_hits >> route) & 1) * ROW + source],
                   MOVE[second * 2 * ROW + ((p.final_hits >> source) & 1) * ROW + ((source - first) & 31)])


cdef int list_pairs(bg_vec board, Masks m, int high, int low, bg_board* out) noexcept nogil:
    cdef Pairs p = pairs_of(m, high, low)
    cdef bg_board column[15 + 4]
    cdef uint32_t left, bit, double_hits
    cdef int width = bit_count(p.b_set), n = 0, source, j, k
    cdef bg_board* at
    # columns: what the low die adds; four at a time, the last ones may be meaningless
    left = p.b_set
    for j in range(0, width, 4):
        for k in range(4):
            source = bit_first(left | <uint32_t>SPARE)
            vec_store(column + j + k, MOVE[low * 2 * ROW + ((m.blots << low >> source) & 1) * ROW + source])
            left &= left - 1
    left = p.a_set
    while left:
        source = bit_first(left)
        left &= left - 1
        n = extend(out, n, column, 0, width, moved(board, high, source, m.blots << high))

    # both dice on one blot: a hit too many
    double_hits = m.blots & (p.a_set >> high) & (p.b_set >> low)
    while double_hits:
        bit = double_hits & (0 - double_hits)
        source = bit_first(double_hits)
        double_hits ^= bit
        at = out + rank(p.a_set, bit << high) * width + rank(p.b_set, bit << low)
        vec_store(at, vec_add(vec_load(at), UNHIT[source]))

    at = out + n
    n += bit_count64(p.routes)
    while p.routes:
        for j in range(2):
            k = bit_first64(p.routes | <uint64_t>1 << 63)
            p.routes &= p.routes - 1
            vec_store(at, vec_add(board, route_move(&p, high, low, k)))
            at += 1

    # holes, from the last row up; in a row the column of s comes after that of s - high
    while p.alone | p.twice:
        source = bit_last(p.alone | p.twice)
        bit = <uint32_t>1 << source
        left = p.alone & bit                                 # bit, or 0 for one of twice
        p.alone ^= left
        p.twice &= ~bit | left
        n -= 1
        j = rank(p.a_set, bit) * width + rank(p.b_set, bit >> (0 if left else high))
        vec_store(out + j, vec_load(out + n))
    return n
