# One play drawn from all plays of a roll, each as likely as the other, without listing them: an index is drawn
# below their number and the play of that index built. Where the plays are a product with holes (pairs.pxi), the
# index is drawn below the size of the product and drawn again on a hole.
#
# Only bear-offs that meet opposing checkers or come home this very roll, a few plays as a rule, are listed and
# drawn from.

cdef inline bg_vec pick_pair(bg_vec board, Masks m, int high, int low, bg_stream* stream) noexcept nogil:
    cdef Pairs p = pairs_of(m, high, low)
    cdef int width = bit_count(p.b_set), size = bit_count(p.a_set) * width, k, a, b
    cdef uint32_t bit
    if size + bit_count64(p.routes) == bit_count(p.alone) + bit_count(p.twice):
        return pick_one(board, m, high, low, stream)
    while True:
        k = <int>bg_below(stream, size + bit_count64(p.routes))
        if k >= size:
            return vec_add(board, route_move(&p, high, low, bit_select64(p.routes, k - size)))
        a = bit_select(p.a_set, k // width)
        b = bit_select(p.b_set, k % width)
        bit = <uint32_t>1 << a
        if (a == b and p.alone & bit) or (b == a - high and p.twice & bit):
            continue
        board = moved(moved(board, high, a, m.blots << high), low, b, m.blots << low)
        if a - high == b - low and (m.blots >> (a - high)) & 1:
            board = vec_add(board, UNHIT[a - high])
        return board


cdef inline bg_vec pick_one(bg_vec board, Masks m, int high, int low, bg_stream* stream) noexcept nogil:
    """play_one of general.pxi, drawn from; the board unchanged for a pass."""
    cdef uint32_t found = sources(m.own, m.open_points, high)
    cdef int die = high
    if not found:
        die = low
        found = sources(m.own, m.open_points, low)
        if not found:
            return board
    return moved(board, die, bit_select(found, <int>bg_below(stream, bit_count(found))), m.blots << die)


cdef inline bg_vec pick_entering(bg_vec board, Masks m, int high, int low, bg_stream* stream) noexcept nogil:
    cdef Entering e = entering_of(board, m, high, low)
    if not e.pairs:
        return e.half[0 if e.by_high else 1] if e.by_high | e.by_low else board
    return entering_play(&e, high, low, bit_select64(e.pairs, <int>bg_below(stream, bit_count64(e.pairs))))


cdef inline bg_vec pick_home(bg_vec board, Masks m, int high, int low, bg_stream* stream) noexcept nogil:
    cdef const uint32_t* entry = home_entry(m, high, low)
    cdef uint32_t n = entry[1] - entry[0]
    if not n:
        return board
    return vec_add(board, vec_low(HOME_DELTA + roll_index(high, low) * 64 + HOME_PLAYS[entry[0] + bg_below(stream, n)]))


cdef bg_vec pick_listed(bg_vec board, Masks m, int high, int low, bg_stream* stream) noexcept nogil:
    cdef bg_board plays[BG_MAX_PLAYS]
    cdef int n = general_double(board, m, high, plays) if high == low else general_two(board, m, high, low, plays)
    return vec_load(plays + bg_below(stream, n)) if n else board


cdef inline bg_vec pick_double(bg_vec board, Masks m, int die, bg_stream* stream) noexcept nogil:
    """list_double of doubles.pxi, drawn from: the lengths of its lists tell where an index comes from."""
    cdef Taken taken[32]
    cdef Taken* last = taken
    cdef bg_vec entered = board
    cdef Masks after = m
    cdef int left = 4, n, k
    if m.own >> BAR:
        if not (m.open_points >> (BAR - die)) & 1:
            return board
        left = on_bar(board)
        entered = moved(board, die, BAR, m.blots << die)
        for k in range(1, min(left, 4)):
            entered = moved(entered, die, BAR, 0)
        if left >= 4:
            return entered
        left = 4 - left
        after = masks_of(entered, True)
    elif not is_clear_of_bearing_off(m, die):
        return pick_listed(board, m, die, die, stream)
    n = count_moves(after, die, left, &last)
    if not n:
        return pick_listed(board, m, die, die, stream)
    return traced(entered, after, die, left, <int>bg_below(stream, n), last - 1)


cdef bg_vec traced(bg_vec board, Masks m, int die, int left, int index, const Taken* t) noexcept nogil:
    """The board at an index of the list of left moves; t is the last point taken. The list tells which point was last
    moved from, how often, and from which index of which shorter list; and so on down to no moves."""
    cdef const bg_vec* move = MOVE + die * 2 * ROW
    cdef uint32_t hits = m.blots << die
    cdef int k, length, more
    while left:
        while t.n[left] > index:
            t -= 1
        index -= t.n[left]
        k = 0
        while True:                                          # k moves from t.point: which part of what it added?
            k += 1
            length = t.n[left - k] if left > k else 1
            if t.checkers >= k:
                more = length
            elif left == k:
                more = 0
            elif t.checkers == k - 1:
                more = t.once[left - k]
            else:
                more = t.twice if left - k == 2 else 0
            if index < more:
                break
            index -= more
        index += length - more                               # parts are tails
        left -= k
        board = vec_add(board, move[((hits >> t.point) & 1) * ROW + t.point])
        while k > 1:
            board = vec_add(board, move[t.point])
            k -= 1
        t -= 1
    return board
