# Two different dice, nobody on the bar, no bear-off within reach: plays in closed form.
#
# A play is a source a for the high die and a source b for the low one. Every pair (a, b) of A x B, the sources of the two
# dice on the board as it stands, is a legal play, in either order, and different pairs give different boards, but for
#   - (s, s) where only one checker stands on s: no play;
#   - (s, s - high) and (s - low, s): in effect one checker, from s to s - high - low, by the one or the other point; the
#     same board when both pairs exist (then the points between are the mover's own, and nothing is hit there).
# Plays not among the pairs: one checker with both dice, landing between on a point that is not the mover's own. By two
# such points, or by one such and a pair, the board is the same unless a blot is hit between.
#
# So: write all of A x B, rows by a, columns by b, four boards at a time; where both dice hit the same blot take one hit
# back; append the one-checker plays the product lacks; then fill the holes from the tail, last hole first, so that what
# is moved is never itself a hole. Order of the plays: rows and columns by source, lowest first, then the one-checker
# plays by the high die first, then by the low die first, each by source, lowest first; but for what filled a hole.
#
# What is written past the last play: at most 3 boards after a row and 3 after the appended ones; see buffers.pxi.

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
    cdef int width = bit_count(b_set), n = bit_count(a_set) * width
    cdef uint32_t left = b_set, bit, double_hits, finals, by_high, by_low, same, alone, twice
    cdef uint64_t routes, route_hits, final_hits
    cdef bg_vec column[20]
    cdef bg_vec row, c0, c1, c2, c3, c4, c5, c6, c7
    cdef bg_board* at = out
    cdef int source, j, first, hole

    # columns: what the low die adds; four at a time, the last ones may be meaningless
    j = 0
    while left:
        for first in range(4):
            source = bit_first(left | <uint32_t>SPARE)
            column[j + first] = b_move[((b_hits >> source) & 1) * ROW + source]
            left &= left - 1
        j += 4

    left = a_set
    if width <= 4:
        if width:
            c0 = column[0]
            c1 = column[1]
            c2 = column[2]
            c3 = column[3]
            while left:
                source = bit_first(left)
                left &= left - 1
                row = vec_add(board, a_move[((a_hits >> source) & 1) * ROW + source])
                vec_store(at, vec_add(row, c0))
                vec_store(at + 1, vec_add(row, c1))
                vec_store(at + 2, vec_add(row, c2))
                vec_store(at + 3, vec_add(row, c3))
                at += width
    elif width <= 8:
        c0 = column[0]
        c1 = column[1]
        c2 = column[2]
        c3 = column[3]
        c4 = column[4]
        c5 = column[5]
        c6 = column[6]
        c7 = column[7]
        while left:
            source = bit_first(left)
            left &= left - 1
            row = vec_add(board, a_move[((a_hits >> source) & 1) * ROW + source])
            vec_store(at, vec_add(row, c0))
            vec_store(at + 1, vec_add(row, c1))
            vec_store(at + 2, vec_add(row, c2))
            vec_store(at + 3, vec_add(row, c3))
            vec_store(at + 4, vec_add(row, c4))
            vec_store(at + 5, vec_add(row, c5))
            vec_store(at + 6, vec_add(row, c6))
            vec_store(at + 7, vec_add(row, c7))
            at += width
    else:
        while left:
            source = bit_first(left)
            left &= left - 1
            row = vec_add(board, a_move[((a_hits >> source) & 1) * ROW + source])
            for j in range(0, width, 4):
                vec_store(at + j, vec_add(row, column[j]))
                vec_store(at + j + 1, vec_add(row, column[j + 1]))
                vec_store(at + j + 2, vec_add(row, column[j + 2]))
                vec_store(at + j + 3, vec_add(row, column[j + 3]))
            at += width

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
    routes = by_high | <uint64_t>by_low << 32
    if routes:
        final_hits = m.blots << (high + low)
        at = out + n
        n += bit_count64(routes)
        while routes:
            for first in range(2):
                source = bit_first64(routes | <uint64_t>1 << 63)
                routes &= routes - 1
                if source < 32:
                    row = a_move[((a_hits >> source) & 1) * ROW + source]
                    row = vec_add(row, b_move[((final_hits >> source) & 1) * ROW + ((source - high) & 31)])
                else:
                    source &= 31
                    row = b_move[((b_hits >> source) & 1) * ROW + source]
                    row = vec_add(row, a_move[((final_hits >> source) & 1) * ROW + ((source - low) & 31)])
                vec_store(at, vec_add(board, row))
                at += 1

    # holes, from the last row up; in a row the column of s comes after that of s - high
    left = alone | twice
    while left:
        source = bit_last(left)
        bit = <uint32_t>1 << source
        if alone & bit:
            alone ^= bit
            hole = rank(b_set, bit)
        else:
            twice ^= bit
            hole = rank(b_set, bit >> high)
        left = alone | twice
        n -= 1
        vec_store(out + rank(a_set, bit) * width + hole, vec_load(out + n))
    return n
