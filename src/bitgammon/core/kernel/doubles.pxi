# Doubles where no checker can be borne off: checkers on the bar enter first, then the rest is listed point by point.
#
# A play is a number of moves k(s) from every point s, 4 in all (general.pxi: different numbers give different
# boards). It is legal when every s that is moved from has s - die open, and k(s) is at most the checkers on s and
# those that arrive, k(s + die). So only neighbours die apart have a bearing on each other, and the boards of j
# moves can be listed for all j at once, while the points are taken one after the other, each after the one die
# above it:
#
#     boards of j moves  +=  boards of j - k moves, each with k more from s, for k = 1 .. 4
#
# taking, where k is more than the c checkers on s, only those boards with at least k - c moves from s + die. What
# the last point added stands at the end of each list, by rising k, so those are the tail of the list; and as 4
# moves are all, only tails of at least 1 and at least 2 moves are ever asked for.
#
# A hit needs no memory: only moves from s land on s - die, and the first one hits.
#
# Order of the plays: the points are taken from the highest down, in runs die apart; plays by the last point moved
# from, then by rising k there, then as the boards of the remaining moves.
#
# Every list is written four boards at a time, so at most 3 boards past its end. That stays within a caller's buffer of
# 3060 boards: there are C(18, 4) = 3060 ways to split 4 moves between 15 checkers, but 15 checkers on 24 points always
# have two on one point or die apart (of n points die apart in a row at most (n + 1) / 2 can be taken without: 14 in all
# for fives, else 12). Of such a pair (2, 0) and (1, 1), or (1, 0) and (0, 1), are one board, however the other checkers
# split the rest of the moves, for which there are at least C(14, 2) = 91 ways. So a double has at most 2969 plays.


cdef inline bint is_clear_of_bearing_off(Masks m, int die) noexcept nogil:
    """Whether someone stays outside home (or on the bar) until the fourth move: four checkers there, or one that needs
    more than three moves."""
    cdef uint32_t outside = m.own & ~<uint32_t>HOME
    if outside >> (7 + 3 * die):
        return True
    return (bit_count(outside) + bit_count(m.own2 & outside) + bit_count(m.own3 & outside)
            + bit_count(m.own4 & outside)) >= 4


cdef inline int list_moves(bg_vec board, Masks m, int die, int left, bg_board* out) noexcept nogil:
    """Every board of exactly left moves with the bar empty; 0 where so many cannot be made."""
    cdef uint32_t links = m.open_points << die & POINTS, rest = m.own & links, hits = m.blots << die, bit
    cdef const bg_vec* move = MOVE + die * 2 * ROW
    cdef bg_board one_move[15 + 3]                           # C(14 + j, j): ways to split j moves between 15 checkers
    cdef bg_board two_moves[120 + 3]
    cdef bg_board three_moves[680 + 3]
    cdef bg_board* one = out if left == 1 else one_move
    cdef bg_board* two = out if left == 2 else two_moves
    cdef bg_board* three = out if left == 3 else three_moves
    cdef bg_vec first, second, third
    # n: boards of so many moves; once, twice: from there on with at least one, two moves from the last point taken
    cdef int n1 = 0, n2 = 0, n3 = 0, n4 = 0, once1, once2, once3, twice2, point, gap
    while rest:
        point = bit_last(rest)                               # a new run: nothing arrives on its first point
        once1 = n1
        once2 = twice2 = n2
        once3 = n3
        gap = 0
        while point > 0 and (links >> point) & 1:
            bit = <uint32_t>1 << point
            first = move[((hits >> point) & 1) * ROW + point]
            second = vec_add(first, move[point])
            if not m.own & bit:
                gap += 1
                if gap == left:                              # too far below the last checker to be reached
                    break
                if left == 4:
                    n4 = extend(out, n4, three, once3, n3, first)
                    n4 = extend(out, n4, two, twice2, n2, second)
                if left >= 3:
                    once3, n3 = n3, extend(three, n3, two, once2, n2, first)
                if left >= 2:
                    once2, n2 = n2, extend(two, n2, one, once1, n1, first)
                twice2 = n2
                once1 = n1
            else:
                gap = 0
                rest ^= bit
                third = vec_add(second, move[point])
                if left == 4:
                    n4 = extend(out, n4, three, 0, n3, first)
                    n4 = extend(out, n4, two, 0 if m.own2 & bit else once2, n2, second)
                    if m.own2 & bit:
                        n4 = extend(out, n4, one, 0 if m.own3 & bit else once1, n1, third)
                        if m.own4 & bit:
                            vec_store(out + n4, vec_add(board, vec_add(third, move[point])))
                            n4 += 1
                if left >= 3:
                    once3, n3 = n3, extend(three, n3, two, 0, n2, first)
                    n3 = extend(three, n3, one, 0 if m.own2 & bit else once1, n1, second)
                    if m.own3 & bit:
                        vec_store(three + n3, vec_add(board, third))
                        n3 += 1
                if left >= 2:
                    once2, n2 = n2, extend(two, n2, one, 0, n1, first)
                    twice2 = n2
                    if m.own2 & bit:
                        vec_store(two + n2, vec_add(board, second))
                        n2 += 1
                once1 = n1
                vec_store(one + n1, vec_add(board, first))
                n1 += 1
            point -= die
    return n4 if left == 4 else n3 if left == 3 else n2 if left == 2 else n1


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
    n = list_moves(entered, after, die, 4, out) if left == 4 else list_moves(entered, after, die, left, out)
    return n if n else general_double(board, m, die, out)
