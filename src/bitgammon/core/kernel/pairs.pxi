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


cdef int list_pairs(bg_vec board, Masks m, int high, int low, bg_board* out) noexcept nogil:
    cdef uint32_t a_set = m.own & (m.open_points << high) & POINTS
    cdef uint32_t b_set = m.own & (m.open_points << low) & POINTS
    cdef uint32_t a_hits = m.blots << high, b_hits = m.blots << low
    cdef const bg_vec* a_move = MOVE + high * 2 * ROW
    cdef const bg_vec* b_move = MOVE + low * 2 * ROW
    cdef const bg_vec* move[3]                               # route 0 or 1: move[route] first, then move[route + 1]
    cdef bg_board column[15 + 4]
    cdef uint32_t left, bit, double_hits, finals, final_hits, by_high, by_low, same, alone, twice
    cdef uint64_t routes, first_hits
    cdef int width = bit_count(b_set), n = 0, source, route, between, j, k
    cdef bg_board* at
    cdef bg_vec row

    # columns: what the low die adds; four at a time, the last ones may be meaningless
    left = b_set
    for j in range(0, width, 4):
        for k in range(4):
            source = bit_first(left | <uint32_t>SPARE)
            vec_store(column + j + k, b_move[((b_hits >> source) & 1) * ROW + source])
            left &= left - 1
    left = a_set
    while left:
        source = bit_first(left)
        left &= left - 1
        row = vec_add(board, a_move[((a_hits >> source) & 1) * ROW + source])
        n = extend(out, n, column, 0, width, row)

    # both dice on one blot: a hit too many
    double_hits = m.blots & (a_set >> high) & (b_set >> low)
    while double_hits:
        bit = double_hits & (0 - double_hits)
        source = bit_first(double_hits)
        double_hits ^= bit
        at = out + rank(a_set, bit << high) * width + rank(b_set, bit << low)
        vec_store(at, vec_add(vec_load(at), UNHIT[source]))

    # one checker with both dice, where the point between is not the mover's own
    finals = (m.open_points << (high + low)) & POINTS
    by_high = a_set & finals
    by_low = m.own & finals & (m.open_points << low)
    same = by_high & by_low & ~a_hits & ~b_hits
    twice = same & (m.own << high) & (m.own << low)
    alone = a_set & b_set & ~m.own2
    by_high &= ~(m.own << high) & ~(same & (m.own << low))
    by_low &= ~(m.own << low) & ~same
    routes = by_high | <uint64_t>by_low << 32                # bit 32 * route + source; route 0 is by_high
    first_hits = a_hits | <uint64_t>b_hits << 32
    final_hits = m.blots << (high + low)
    move[0] = move[2] = a_move
    move[1] = b_move
    at = out + n
    n += bit_count64(routes)
    while routes:
        for j in range(2):
            k = bit_first64(routes | <uint64_t>1 << 63)
            routes &= routes - 1
            route = k >> 5
            source = k & 31
            between = (source - (low if route else high)) & 31
            row = vec_add(board, move[route][((first_hits >> k) & 1) * ROW + source])
            vec_store(at, vec_add(row, move[route + 1][((final_hits >> source) & 1) * ROW + between]))
            at += 1

    # holes, from the last row up; in a row the column of s comes after that of s - high
    while alone | twice:
        source = bit_last(alone | twice)
        bit = <uint32_t>1 << source
        left = alone & bit                                   # bit, or 0 for one of twice
        alone ^= left
        twice &= ~bit | left
        n -= 1
        j = rank(a_set, bit) * width + rank(b_set, bit >> (0 if left else high))
        vec_store(out + j, vec_load(out + n))
    return n
