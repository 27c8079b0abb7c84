# Moves as constants to add, and the sources a die may be played from.

cdef enum:
    BAR = 25
    POINTS = 0x1FFFFFE      # slots 1..24
    HOME = 0x7E             # slots 1..6
    ROW = 32                # entries of MOVE for one die, without or with a hit: sources 0..25, padded
    SPARE = 0x80000000      # a bit no mask uses: or-ed in, it keeps a bit scan of an exhausted mask within the tables

# MOVE[die * 64 + hit * 32 + source]: what playing the die from the source adds to a board (R9, R12, R16). With a hit,
# also one opposing checker from the destination to its bar. Entries without a meaning are 0.
cdef bg_vec MOVE[7 * 2 * ROW]
# UNHIT[point]: takes a hit on the point back.
cdef bg_vec UNHIT[ROW]


cdef inline uint64_t unit(int slot) noexcept nogil:
    """One checker in a slot, within its word."""
    return <uint64_t>1 << (4 * (slot % 13))


cdef void fill_moves() noexcept nogil:
    cdef int die, hit, source, destination
    cdef bg_board delta
    for die in range(7):
        for hit in range(2):
            for source in range(ROW):
                delta.w[0] = delta.w[1] = delta.w[2] = delta.w[3] = 0
                destination = source - die if source > die else 0
                if die and 1 <= source <= BAR:
                    delta.w[source // 13] -= unit(source)
                    delta.w[destination // 13] += unit(destination)
                    if hit and destination:
                        delta.w[2 + destination // 13] -= unit(destination)
                        delta.w[2] += unit(0)
                MOVE[die * 2 * ROW + hit * ROW + source] = vec_load(&delta)
    for destination in range(1, 25):
        delta.w[0] = delta.w[1] = delta.w[2] = delta.w[3] = 0
        delta.w[2 + destination // 13] += unit(destination)
        delta.w[2] -= unit(0)
        UNHIT[destination] = vec_load(&delta)


cdef inline bg_vec moved(bg_vec board, int die, int source, uint32_t hits) noexcept nogil:
    """The board after the die is played from the source; hits are the sources whose destination holds a blot."""
    return vec_add(board, MOVE[die * 2 * ROW + ((hits >> source) & 1) * ROW + source])


cdef inline uint32_t sources(uint32_t own, uint32_t open_points, int die) noexcept nogil:
    """Where the die may be played from: own are the occupied slots 1..25, open_points the points not closed."""
    cdef uint32_t found
    if own >> BAR:                                           # R13: nothing moves before the bar is empty
        return <uint32_t>1 << BAR if (open_points >> (BAR - die)) & 1 else 0
    found = own & (open_points << die) & POINTS
    if not own & ~<uint32_t>HOME:                            # R15: all home
        found |= own & (<uint32_t>1 << die)                  # R16: from the die's own point,
        if own and own < (<uint32_t>1 << die):               # or, when none stands on it or higher,
            found |= <uint32_t>1 << bit_last(own)            # from the highest
    return found


cdef inline uint32_t landing(int source, int die) noexcept nogil:
    """The point a move lands on, as a mask; 0 when it bears off."""
    return (<uint32_t>1 << (source - die)) if source > die else 0


# What a generator needs to know of a board: slots of the mover with at least k checkers, the points open to the
# mover, and the points that hold a blot of the opponent.
cdef struct Masks:
    uint32_t own
    uint32_t own2
    uint32_t own3
    uint32_t own4
    uint32_t other          # slots of the opponent, his bar (0) but not his borne-off ones
    uint32_t open_points
    uint32_t blots


cdef inline Masks masks_of(bg_vec board, bint deep) noexcept nogil:
    """deep: also own3 and own4, which only doubles need."""
    cdef Masks m
    cdef uint32_t other, other2, ignored
    cdef bg_spread s = spread(board)
    level(&s, 1, &m.own, &other)
    level(&s, 2, &m.own2, &other2)
    if deep:
        level(&s, 3, &m.own3, &ignored)
        level(&s, 4, &m.own4, &ignored)
    else:
        m.own3 = m.own4 = 0
    m.own &= ~<uint32_t>1                                    # slot 0 holds what is borne off
    m.own2 &= ~<uint32_t>1
    m.own3 &= ~<uint32_t>1
    m.own4 &= ~<uint32_t>1
    m.other = other & 0x1FFFFFF
    m.open_points = ~other2 & POINTS
    m.blots = other & ~other2 & POINTS
    return m


cdef inline int extend(bg_board* to, int n, const bg_board* old, int start, int end, bg_vec change) noexcept nogil:
    """Appends old[start .. end) with the change added, four at a time, so up to 3 boards past the end; the new n."""
    cdef int i, more = end - start
    to += n
    old += start
    for i in range(0, more, 4):
        vec_store(to + i, vec_add(vec_load(old + i), change))
        vec_store(to + i + 1, vec_add(vec_load(old + i + 1), change))
        vec_store(to + i + 2, vec_add(vec_load(old + i + 2), change))
        vec_store(to + i + 3, vec_add(vec_load(old + i + 3), change))
    return n + more
