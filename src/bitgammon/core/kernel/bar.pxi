# Two different dice with checkers on the bar. Nothing can be borne off: the last checker to enter is 13 pips or
# more from the ace point's edge after both dice (R13, R15).
#
# One on the bar: a play is the die that enters and a source for the other die. Two such plays give the same board
# only when the entering checker (or one that stood where it lands) goes on with the other die, by either point, and
# neither point holds a blot. Order of the plays: entering with the high die first, then by source, lowest first.
#
# Two or more on the bar: both dice enter, or the one that can; at most one play.

cdef inline int enter_one(bg_vec board, Masks m, int high, int low, bg_board* out) noexcept nogil:
    cdef uint32_t by_high = (<uint32_t>1 << (BAR - high)) & m.open_points    # the points entered on
    cdef uint32_t by_low = (<uint32_t>1 << (BAR - low)) & m.open_points
    cdef uint32_t own = m.own & POINTS, on_high, on_low
    cdef bg_vec half[2]
    cdef const bg_vec* move[2]
    cdef uint64_t pairs, hits
    cdef int source, k, n
    if not by_high | by_low:
        return 0
    half[0] = moved(board, high, BAR, m.blots << high)
    half[1] = moved(board, low, BAR, m.blots << low)
    on_high = (own | by_high) & (m.open_points << low) if by_high else 0     # sources of the low die
    on_low = (own | by_low) & (m.open_points << high) if by_low else 0
    if on_high & by_high and not (by_high | by_low) & m.blots:
        on_low &= ~by_low
    pairs = on_high | <uint64_t>on_low << 32
    if not pairs:                                            # R11
        vec_store(out, half[0 if by_high else 1])
        return 1
    hits = ((m.blots & ~by_high) << low) | <uint64_t>((m.blots & ~by_low) << high) << 32
    move[0] = MOVE + low * 2 * ROW
    move[1] = MOVE + high * 2 * ROW
    n = bit_count64(pairs)
    while pairs:
        for k in range(2):
            source = bit_first64(pairs | <uint64_t>1 << 63)
            pairs &= pairs - 1
            vec_store(out, vec_add(half[source >> 5],
                                   move[source >> 5][((hits >> source) & 1) * ROW + (source & 31)]))
            out += 1
    return n


cdef inline int enter_more(bg_vec board, Masks m, int high, int low, bg_board* out) noexcept nogil:
    cdef bint by_high = (m.open_points >> (BAR - high)) & 1
    cdef bint by_low = (m.open_points >> (BAR - low)) & 1
    if by_high:
        board = moved(board, high, BAR, m.blots << high)
    if by_low:
        board = moved(board, low, BAR, m.blots << low)
    vec_store(out, board)
    return 1 if by_high or by_low else 0
