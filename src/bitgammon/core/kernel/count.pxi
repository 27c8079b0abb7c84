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


cdef inline int count_entering(Masks m, int high, int low) noexcept nogil:
    """enter_one of bar.pxi, counted."""
    cdef uint32_t by_high = (<uint32_t>1 << (BAR - high)) & m.open_points
    cdef uint32_t by_low = (<uint32_t>1 << (BAR - low)) & m.open_points
    cdef uint32_t own = m.own & POINTS, on_high, on_low
    cdef int n
    on_high = (own | by_high) & (m.open_points << low) if by_high else 0
    on_low = (own | by_low) & (m.open_points << high) if by_low else 0
    if on_high & by_high and not (by_high | by_low) & m.blots:
        on_low &= ~by_low
    n = bit_count64(on_high | <uint64_t>on_low << 32)
    return n if n else (1 if by_high | by_low else 0)


# Plays of a double by number of moves, 1 to 4, within some of the runs (see doubles.pxi).
cdef struct Counts:
    int n1
    int n2
    int n3
    int n4


cdef inline Counts count_run(Masks m, uint32_t links, int die) noexcept nogil:
    """list_group of doubles.pxi, counted: hits do not matter, and the last move is a popcount."""
    cdef uint32_t s1 = m.own & links, s2, s3, s4, bit, allowed, to
    cdef uint32_t a1, a2, a3, b1, b2, c1
    cdef Counts n
    n.n1 = bit_count(s1)
    n.n2 = n.n3 = n.n4 = 0
    while s1:
        bit = s1 & (0 - s1)
        s1 ^= bit
        allowed = links & ((bit << 1) - 1)
        to = bit >> die
        a1 = without(m.own, m.own2, bit) | to
        a2 = without(m.own2, m.own3, bit) | (m.own & to)
        a3 = without(m.own3, m.own4, bit) | (m.own2 & to)
        s2 = a1 & allowed
        n.n2 += bit_count(s2)
        while s2:
            bit = s2 & (0 - s2)
            s2 ^= bit
            allowed = links & ((bit << 1) - 1)
            to = bit >> die
            b1 = without(a1, a2, bit) | to
            b2 = without(a2, a3, bit) | (a1 & to)
            s3 = b1 & allowed
            n.n3 += bit_count(s3)
            while s3:
                bit = s3 & (0 - s3)
                s3 ^= bit
                c1 = without(b1, b2, bit) | (bit >> die)
                s4 = c1 & links & ((bit << 1) - 1)
                n.n4 += bit_count(s4)
    return n


cdef inline int count_runs(Masks m, int die, int left) noexcept nogil:
    """list_groups of doubles.pxi, counted: the numbers of the runs multiply like polynomials."""
    cdef uint32_t links = m.open_points << die & POINTS, rest = m.own & links, points
    cdef Counts all_runs, run
    all_runs.n1 = all_runs.n2 = all_runs.n3 = all_runs.n4 = 0
    while rest:
        points = flooded(<uint32_t>1 << bit_last(rest), links, die)
        rest &= ~points
        run = count_run(within(m, points), links, die)
        all_runs.n4 += (all_runs.n3 * run.n1 + all_runs.n2 * run.n2 + all_runs.n1 * run.n3 + run.n4)
        all_runs.n3 += all_runs.n2 * run.n1 + all_runs.n1 * run.n2 + run.n3
        all_runs.n2 += all_runs.n1 * run.n1 + run.n2
        all_runs.n1 += run.n1
    if left == 4:
        return all_runs.n4
    return all_runs.n3 if left == 3 else all_runs.n2 if left == 2 else all_runs.n1


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
    n = count_runs(after, die, left)
    return n if n else count_general(board, m, die, die)


cdef inline int count_two(bg_vec board, Masks m, int high, int low) noexcept nogil:
    cdef const uint32_t* entry
    cdef int n
    if m.own >> BAR:
        if on_bar(board) == 1:
            return count_entering(m, high, low)
        return 1 if ((m.open_points >> (BAR - high)) | (m.open_points >> (BAR - low))) & 1 else 0
    if is_closed_form(m, high, low):
        n = count_pairs(m, high, low)
        return n if n else count_one(m, high, low)
    if not (m.own & ~<uint32_t>HOME) | (m.other & HOME):
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
