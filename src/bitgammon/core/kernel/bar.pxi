# Two different dice with checkers on the bar. Nothing can be borne off: the last checker to enter is 13 pips or
# more from the ace point's edge after both dice (R13, R15).
#
# One on the bar: a play is the die that enters and a source for the other die. Two such plays give the same board
# only when the entering checker (or one that stood where it lands) goes on with the other die, by either point, and
# neither point holds a blot. Order of the plays: entering with the high die first, then by source, lowest first.
#
# Two or more on the bar: both dice enter, or the one that can; at most one play.

cdef struct Entering:
    uint32_t by_high            # the point entered on with the high die, as a mask, if it is open; with the low one
    uint32_t by_low
    bg_vec half[2]              # the board after entering with the high die, with the low one
    uint64_t pairs              # plays: bit s for the high die from the bar, the low one from s; 32 + s the reverse
    uint64_t hits               # those whose second move hits


cdef inline Entering entering_of(bg_vec board, Masks m, int high, int low) noexcept nogil:
    cdef Entering e
    cdef uint32_t own = m.own & POINTS, on_high, on_low
    e.by_high = (<uint32_t>1 << (BAR - high)) & m.open_points
    e.by_low = (<uint32_t>1 << (BAR - low)) & m.open_points
    e.half[0] = moved(board, high, BAR, m.blots << high)
    e.half[1] = moved(board, low, BAR, m.blots << low)
    on_high = (own | e.by_high) & (m.open_points << low) if e.by_high else 0
    on_low = (own | e.by_low) & (m.open_points << high) if e.by_low else 0
    if on_high & e.by_high and not (e.by_high | e.by_low) & m.blots:
        on_low &= ~e.by_low
    e.pairs = on_high | <uint64_t>on_low << 32
    e.hits = ((m.blots & ~e.by_high) << low) | <uint64_t>((m.blots & ~e.by_low) << high) << 32
    return e


cdef inline bg_vec entering_play(const Entering* e, int high, int low, int pair) noexcept nogil:
    """The board after the play of a bit of pairs."""
    return vec_add(e.half[pair >> 5],
                   MOVE[(high if pair >> 5 else low) * 2 * ROW + ((e.hits >> pair) & 1) * ROW + (pair & 31)])


cdef inline int enter_one(bg_vec board, Masks m, int high, int low, bg_board* out) noexcept nogil:
    cdef Entering e
    cdef int k, n
    e = entering_of(board, m, high, low)
    if not e.pairs:                                          # R11
        vec_store(out, e.half[0 if e.by_high else 1])
        return 1 if e.by_high | e.by_low else 0
    n = bit_count64(e.pairs)
    while e.pairs:
        for k in range(2):
            vec_store(out + k, entering_play(&e, high, low, bit_first64(e.pairs | <uint64_t>1 << 63)))
            e.pairs &= e.pairs - 1
        out += 2
    return n


cdef inline bg_vec enter_all(bg_vec board, Masks m, int high, int low) noexcept nogil:
    """The only play of two or more checkers on the bar; the board unchanged for a pass."""
    if (m.open_points >> (BAR - high)) & 1:
        board = moved(board, high, BAR, m.blots << high)
    if (m.open_points >> (BAR - low)) & 1:
        board = moved(board, low, BAR, m.blots << low)
    return board


cdef inline int enter_more(bg_vec board, Masks m, int high, int low, bg_board* out) noexcept nogil:
    vec_store(out, enter_all(board, m, high, low))
    return <int>(((m.open_points >> (BAR - high)) | (m.open_points >> (BAR - low))) & 1)
