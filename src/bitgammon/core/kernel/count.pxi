# Counting without listing: the number of distinct plays, 0 for a pass.

cdef inline int count_pairs(Masks m, int high, int low) noexcept nogil:
    """The closed form of pairs.pxi: one-checker plays, and the product less what is no play or such a play."""
    cdef uint32_t a_set = m.own & (m.open_points << high) & POINTS
    cdef uint32_t b_set = m.own & (m.open_points << low) & POINTS
    cdef uint32_t finals = m.open_points << (high + low) & POINTS
    cdef uint32_t by_high = a_set & finals, by_low = b_set & finals
    by_low &= ~(by_high & ~(m.blots << high) & ~(m.blots << low))
    return (bit_count64(by_high | <uint64_t>by_low << 32) + bit_count(a_set) * bit_count(b_set)
            - bit_count64((a_set & (b_set << high)) | <uint64_t>(b_set & (a_set << low)) << 32)
            - bit_count(a_set & b_set & ~m.own2))


cdef inline int count_one(Masks m, int high, int low) noexcept nogil:
    cdef uint32_t found = sources(m.own, m.open_points, high)
    return bit_count(found if found else sources(m.own, m.open_points, low))


cdef inline int count_entering(bg_vec board, Masks m, int high, int low) noexcept nogil:
    cdef Entering e = entering_of(board, m, high, low)
    return bit_count64(e.pairs) if e.pairs else 1 if e.by_high | e.by_low else 0


# A point taken by count_moves, for an index to be traced back: the checkers it held (4 for any more), and the lengths
# of the lists before it was taken.
cdef struct Taken:
    int point
    int checkers
    int n[5]                    # boards of so many moves; n[0] is not set, it is 1
    int once[4]                 # how many of them, the last ones, with at least one move from the point above,
    int twice                   # and how many boards of two moves with both from there


cdef inline int count_moves(Masks m, int die, int left, Taken** taken) noexcept nogil:
    """list_moves of doubles.pxi with the lengths of the lists only: n boards of j moves, of which the last ones with at
    least one (once) or two (twice) from the last point; hits do not matter. taken, unless NULL, points to room for the
    points taken, and afterwards behind the last."""
    cdef uint32_t links = m.open_points << die & POINTS, rest = m.own & links, bit
    cdef int n1 = 0, n2 = 0, n3 = 0, n4 = 0, once1, once2, once3, twice2, add1, add2, add3, point, gap, c
    while rest:
        point = bit_last(rest)
        once1 = once2 = once3 = twice2 = gap = 0
        while point > 0 and (links >> point) & 1:
            bit = <uint32_t>1 << point
            if taken != NULL:
                c = <int>(((m.own >> point) & 1) + ((m.own2 >> point) & 1)
                          + ((m.own3 >> point) & 1) + ((m.own4 >> point) & 1))
                taken[0].point = point
                taken[0].checkers = c
                taken[0].n[1] = n1
                taken[0].n[2] = n2
                taken[0].n[3] = n3
                taken[0].n[4] = n4
                taken[0].once[1] = once1
                taken[0].once[2] = once2
                taken[0].once[3] = once3
                taken[0].twice = twice2
                taken[0] += 1
            if not m.own & bit:
                gap += 1
                if gap == left:
                    break
                n4 += once3 + twice2
                add3 = once2
                add2 = once1
                add1 = twice2 = 0
            else:
                gap = 0
                if not m.own2 & bit:
                    n4 += n3 + once2
                    add3 = n2 + once1
                    add2 = n1
                    twice2 = 0
                else:
                    n4 += n3 + n2
                    add3 = n2 + n1
                    add2 = n1 + 1
                    twice2 = 1
                    if not m.own3 & bit:
                        n4 += once1
                    else:
                        n4 += n1 + ((m.own4 >> point) & 1)
                        add3 += 1
                add1 = 1
            n3 += add3
            n2 += add2
            n1 += add1
            once3 = add3
            once2 = add2
            once1 = add1
            rest &= ~bit
            point -= die
    return n4 if left == 4 else n3 if left == 3 else n2 if left == 2 else n1


cdef int count_general(bg_vec board, Masks m, int high, int low) noexcept nogil:
    cdef bg_board found[450]                                 # 15 * 15 pairs in either order
    if high == low:
        return general_double(board, m, high, NULL)
    return general_two(board, m, high, low, found)


cdef inline int count_double(bg_vec board, Masks m, int die) noexcept nogil:
    cdef Masks after = m
    cdef uint32_t to
    cdef int left = 4, n, entering
    if m.own >> BAR:
        if not (m.open_points >> (BAR - die)) & 1:
            return 0
        entering = on_bar(board)
        if entering >= 4:
            return 1
        left = 4 - entering
        to = <uint32_t>1 << (BAR - die)
        after.own &= POINTS
        after.own2 &= POINTS
        after.own3 &= POINTS
        after.own4 &= POINTS
        for n in range(entering):
            after.own4 |= after.own3 & to
            after.own3 |= after.own2 & to
            after.own2 |= after.own & to
            after.own |= to
    elif not is_clear_of_bearing_off(m, die):
        return count_general(board, m, die, die)
    n = count_moves(after, die, left, NULL)
    return n if n else count_general(board, m, die, die)


cdef inline int count_two(bg_vec board, Masks m, int high, int low) noexcept nogil:
    cdef const uint32_t* entry
    cdef int n
    if m.own >> BAR:
        if on_bar(board) == 1:
            return count_entering(board, m, high, low)
        return 1 if ((m.open_points >> (BAR - high)) | (m.open_points >> (BAR - low))) & 1 else 0
    if is_closed_form(m, high, low):
        n = count_pairs(m, high, low)
        return n if n else count_one(m, high, low)
    if is_home_alone(m):
        entry = home_entry(m, high, low)
        return <int>(entry[1] - entry[0])
    return count_general(board, m, high, low)


cdef int count(const bg_board* board, int die1, int die2) noexcept nogil:
    cdef bg_vec v = vec_load(board)
    cdef Masks m = masks_of(v, die1 == die2)
    if not m.other:                                          # R18: the opponent has won
        return 0
    if die1 == die2:
        return count_double(v, m, die1)
    return count_two(v, m, max(die1, die2), min(die1, die2))
