# The general path: any board, any roll, the rules played out. It is the slow twin of every fast path, and what they
# fall back to.
#
# Doubles need no removal of duplicates. Take the moves of a play by source, highest first: that order is legal
# whenever any order is (a checker enters before anything else; a higher checker never needs a lower one to have
# gone first; bearing off needs the higher ones home). And two different multisets of sources give different boards:
# let s be the highest source they use a different number of times; what arrives on s comes from s + die, used
# equally, so the number of checkers left on s differs. So walking the sources downwards lists every board once.

ctypedef struct Walk:
    bg_board* out
    int n
    int best                # moves of the plays listed so far; shorter ones are dropped (R10)
    int die
    uint32_t open_points


cdef inline uint32_t without(uint32_t least, uint32_t more, uint32_t bit) noexcept nogil:
    """The slots with at least k checkers after one leaves slot bit; more are those with at least k + 1."""
    return (least & ~bit) | (more & bit)


cdef void walk_double(Walk* walk, bg_vec board, Masks m, int left, int depth, uint32_t allowed) noexcept nogil:
    """Lists every play of at most left more moves whose sources lie in allowed, never rising."""
    cdef uint32_t found = sources(m.own, walk.open_points, walk.die) & allowed
    cdef uint32_t bit, to
    cdef int source
    cdef bg_vec after
    cdef Masks next
    if found and depth + 1 > walk.best:
        walk.best = depth + 1
        walk.n = 0
    while found:
        source = bit_last(found)
        bit = <uint32_t>1 << source
        found ^= bit
        to = landing(source, walk.die)
        after = moved(board, walk.die, source, m.blots << walk.die)
        if depth + 1 == walk.best:
            if walk.out != NULL:                             # NULL: only count
                vec_store(walk.out + walk.n, after)
            walk.n += 1
        if left > 1:
            next = m                                         # own4, and own3 from the third move on, are stale: unused
            next.own = without(m.own, m.own2, bit) | to
            next.own2 = without(m.own2, m.own3, bit) | (m.own & to)
            next.own3 = without(m.own3, m.own4, bit) | (m.own2 & to)
            next.blots &= ~to
            walk_double(walk, after, next, left - 1, depth + 1, (bit << 1) - 1)


cdef int general_double(bg_vec board, Masks m, int die, bg_board* out) noexcept nogil:
    cdef Walk walk
    walk.out = out
    walk.n = 0
    walk.best = 0
    walk.die = die
    walk.open_points = m.open_points
    walk_double(&walk, board, m, 4, 0, 0xFFFFFFFF)
    return walk.n


cdef inline int play_both(bg_vec board, Masks m, int first, int second, bg_board* out, int n) noexcept nogil:
    """Appends the boards of first die, then second die, that are not in out[0..n) yet; the new n."""
    cdef uint32_t firsts = sources(m.own, m.open_points, first), seconds, bit, to
    cdef int source, i
    cdef bg_vec half, after
    while firsts:
        source = bit_last(firsts)
        bit = <uint32_t>1 << source
        firsts ^= bit
        to = landing(source, first)
        half = moved(board, first, source, m.blots << first)
        seconds = sources(without(m.own, m.own2, bit) | to, m.open_points, second)
        while seconds:
            source = bit_last(seconds)
            seconds ^= <uint32_t>1 << source
            after = moved(half, second, source, (m.blots & ~to) << second)
            for i in range(n):
                if vec_equal(after, vec_load(out + i)):
                    break
            else:
                vec_store(out + n, after)
                n += 1
    return n


cdef int play_one(bg_vec board, Masks m, int high, int low, bg_board* out) noexcept nogil:
    """Where both dice cannot be played: the higher, or else the lower (R11)."""
    cdef uint32_t found = sources(m.own, m.open_points, high)
    cdef int die = high, n = 0, source
    if not found:
        die = low
        found = sources(m.own, m.open_points, low)
    while found:
        source = bit_last(found)
        found ^= <uint32_t>1 << source
        vec_store(out + n, moved(board, die, source, m.blots << die))
        n += 1
    return n


cdef int general_two(bg_vec board, Masks m, int high, int low, bg_board* out) noexcept nogil:
    cdef int n = play_both(board, m, high, low, out, 0)
    n = play_both(board, m, low, high, out, n)
    return n if n else play_one(board, m, high, low, out)


cdef int general(const bg_board* board, int die1, int die2, bg_board* out) noexcept nogil:
    """Every distinct play of any board by the general path; 0 for a pass or a finished game."""
    cdef bg_vec v = vec_load(board)
    cdef Masks m = masks_of(v, die1 == die2)
    if not m.other:                                          # R18: the opponent has won
        return 0
    if die1 == die2:
        return general_double(v, m, die1, out)
    return general_two(v, m, max(die1, die2), min(die1, die2), out)
