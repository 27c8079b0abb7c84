# Doubles where no checker can be borne off: checkers on the bar enter first, then the rest is listed by groups.
#
# A checker on point s moves s, s - die, s - 2 die, ... as far as the points are open. The points fall into runs, linked
# that way, and what is played in one run has no bearing on another: a play of k moves is i moves in one group of runs
# and k - i in the rest. So list the changes that 1, 2, 3 moves make in either group, by sources that never rise (see
# general.pxi for why that lists each board once), and add every pair. Order of the plays: those within the first group
# (the runs of the highest sources), those within the second, then 3 + 1, 2 + 2, 1 + 3 of the two; changes by source, highest first.
#
# A hit needs no memory: only moves from s land on s - die, moves from s come one after another, and the first one hits.

cdef struct Group:
    int n1
    int n2
    int n3
    bg_vec one[16 + 4]          # at most 15 sources at first,
    bg_vec two[120 + 4]         # C(16, 2) pairs of 15 checkers' moves,
    bg_vec three[680 + 4]       # C(17, 3) triples; spare room for what is read past the last one


cdef inline bint is_clear_of_bearing_off(Masks m, int die) noexcept nogil:
    """Whether someone stays outside home (or on the bar) until the fourth move: four checkers there, or one that needs
    more than three moves."""
    cdef uint32_t outside = m.own & ~<uint32_t>HOME
    if outside >> (7 + 3 * die):
        return True
    return (bit_count(outside) + bit_count(m.own2 & outside) + bit_count(m.own3 & outside)
            + bit_count(m.own4 & outside)) >= 4


cdef inline uint32_t flooded(uint32_t run, uint32_t links, int die) noexcept nogil:
    """The points that can be reached from run, itself included. Links over 1, 2, 4, 8, 16 moves in turn: a link over
    2 k moves from s is one over k moves from s and one over k moves from where that ends."""
    run |= (run & links) >> die
    links &= links << die
    die *= 2
    run |= (run & links) >> die
    links &= links << die
    die *= 2
    run |= (run & links) >> die
    if die < 12:                                             # the die is 1 or 2: up to 23 moves in a run
        links &= links << die
        die *= 2
        run |= (run & links) >> die
        links &= links << die
        die *= 2
        if die < 24:
            run |= (run & links) >> die
    return run


cdef inline uint32_t first_group(uint32_t found, uint32_t links, int die) noexcept nogil:
    """The points of the runs of the highest sources, taken until about half of the sources are in."""
    cdef uint32_t group = 0, rest = found
    cdef int half = bit_count(found) >> 1
    while True:
        group |= flooded(<uint32_t>1 << bit_last(rest), links, die)
        rest = found & ~group
        if bit_count(rest) <= half:
            return group


cdef inline bg_vec step(bg_vec change, int die, int source, uint32_t hits) noexcept nogil:
    return vec_add(change, MOVE[die * 2 * ROW + ((hits >> source) & 1) * ROW + source])


cdef inline void list_last(bg_vec board, uint32_t found, uint32_t hits, int die, bg_board* out) noexcept nogil:
    """One more move from each of found, highest first, four at a time."""
    cdef int source, k
    while True:
        for k in range(4):
            source = bit_last(found | 1)
            vec_store(out + k, step(board, die, source, hits))
            found &= ~(<uint32_t>1 << source)
        if not found:
            return
        out += 4


cdef int list_group(Group* group, bg_vec board, Masks m, uint32_t links, int die, int left, bg_board* out) noexcept nogil:
    """Lists the changes of 1, 2, 3 moves in the runs whose masks m holds, and, when left is 4, writes the boards of 4
    moves to out; their number. links: the points from which a move lands on an open point."""
    cdef uint32_t s1, s2, s3, s4, bit, to, allowed
    cdef uint32_t a1, a2, a3, b1, b2, c1                     # masks after one, two, three moves
    cdef uint32_t hits1 = m.blots << die, hits2, hits3, hits4
    cdef bg_vec v1, v2, v3
    cdef int source, n = 0, n1 = 0, n2 = 0, n3 = 0
    s1 = m.own & links
    while s1:
        source = bit_last(s1)
        bit = <uint32_t>1 << source
        s1 ^= bit
        allowed = links & ((bit << 1) - 1)
        to = bit >> die
        v1 = MOVE[die * 2 * ROW + ((hits1 >> source) & 1) * ROW + source]
        group.one[n1] = v1
        n1 += 1
        if left == 1:
            continue
        hits2 = hits1 & ~bit
        a1 = without(m.own, m.own2, bit) | to
        a2 = without(m.own2, m.own3, bit) | (m.own & to)
        a3 = without(m.own3, m.own4, bit) | (m.own2 & to)
        s2 = a1 & allowed
        while s2:
            source = bit_last(s2)
            bit = <uint32_t>1 << source
            s2 ^= bit
            allowed = links & ((bit << 1) - 1)
            to = bit >> die
            v2 = step(v1, die, source, hits2)
            group.two[n2] = v2
            n2 += 1
            if left == 2:
                continue
            hits3 = hits2 & ~bit
            b1 = without(a1, a2, bit) | to
            b2 = without(a2, a3, bit) | (a1 & to)
            s3 = b1 & allowed
            while s3:
                source = bit_last(s3)
                bit = <uint32_t>1 << source
                s3 ^= bit
                to = bit >> die
                v3 = step(v2, die, source, hits3)
                group.three[n3] = v3
                n3 += 1
                if left == 3:
                    continue
                hits4 = hits3 & ~bit
                c1 = without(b1, b2, bit) | to
                s4 = c1 & links & ((bit << 1) - 1)
                if s4:
                    list_last(vec_add(board, v3), s4, hits4, die, out + n)
                    n += bit_count(s4)
    group.n1 = n1
    group.n2 = n2
    group.n3 = n3
    return n


cdef inline int add_pairs(bg_vec board, const bg_vec* first, int n_first, const bg_vec* second, int n_second,
                          bg_board* out, int n) noexcept nogil:
    """Appends board + f + s for every f of first and s of second, four at a time; the new n."""
    cdef bg_vec row
    cdef bg_board* at
    cdef int i, j
    if not n_second:
        return n
    for i in range(n_first):
        row = vec_add(board, first[i])
        at = out + n
        for j in range(0, n_second, 4):
            vec_store(at + j, vec_add(row, second[j]))
            vec_store(at + j + 1, vec_add(row, second[j + 1]))
            vec_store(at + j + 2, vec_add(row, second[j + 2]))
            vec_store(at + j + 3, vec_add(row, second[j + 3]))
        n += n_second
    return n


cdef inline Masks within(Masks m, uint32_t points) noexcept nogil:
    m.own &= points
    m.own2 &= points
    m.own3 &= points
    m.own4 &= points
    return m


cdef int list_groups(bg_vec board, Masks m, int die, int left, bg_board* out) noexcept nogil:
    """Every board of exactly left moves with the bar empty; 0 where so many cannot be made."""
    cdef uint32_t links = m.open_points << die & POINTS, found = m.own & links, points
    cdef Group first, second
    cdef bg_vec still = MOVE[0]
    cdef int n = 0
    if not found:
        return 0
    points = first_group(found, links, die)
    n = list_group(&first, board, within(m, points), links, die, left, out)
    if not found & ~points:
        second.n1 = second.n2 = second.n3 = 0
    else:
        n += list_group(&second, board, within(m, ~points), links, die, left, out + n)
    if left == 4:
        n = add_pairs(board, first.three, first.n3, second.one, second.n1, out, n)
        n = add_pairs(board, first.two, first.n2, second.two, second.n2, out, n)
        return add_pairs(board, first.one, first.n1, second.three, second.n3, out, n)
    if left == 3:
        n = add_pairs(board, &still, 1, first.three, first.n3, out, 0)
        n = add_pairs(board, &still, 1, second.three, second.n3, out, n)
        n = add_pairs(board, first.two, first.n2, second.one, second.n1, out, n)
        return add_pairs(board, first.one, first.n1, second.two, second.n2, out, n)
    if left == 2:
        n = add_pairs(board, &still, 1, first.two, first.n2, out, 0)
        n = add_pairs(board, &still, 1, second.two, second.n2, out, n)
        return add_pairs(board, first.one, first.n1, second.one, second.n1, out, n)
    n = add_pairs(board, &still, 1, first.one, first.n1, out, 0)
    return add_pairs(board, &still, 1, second.one, second.n1, out, n)


cdef inline int on_bar(bg_vec board) noexcept nogil:
    cdef bg_board b
    vec_store(&b, board)
    return bg_slot(&b, 0, BAR)


cdef inline int list_double(bg_vec board, Masks m, int die, bg_board* out) noexcept nogil:
    """All plays of a double; the general path where a checker may be borne off or not all four moves can be made."""
    cdef bg_vec entered = board
    cdef Masks after = m
    cdef int left = 4, n
    if m.own >> BAR:
        if not (m.open_points >> (BAR - die)) & 1:
            return 0
        left = on_bar(board)
        entered = moved(board, die, BAR, m.blots << die)
        for n in range(1, min(left, 4)):
            entered = moved(entered, die, BAR, 0)
        if left >= 4:
            vec_store(out, entered)
            return 1
        left = 4 - left
        after = masks_of(entered, True)
    elif not is_clear_of_bearing_off(m, die):
        return general_double(board, m, die, out)
    n = list_groups(entered, after, die, left, out)
    return n if n else general_double(board, m, die, out)
