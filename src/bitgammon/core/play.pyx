"""The moves behind a result.

With a double the moves follow from the two boards alone: from the highest slot down, what left a slot is what stood
there, plus what arrived from die pips above, less what stands there now. With two different dice the highest slot
that changed is a source; what it leaves to do tells the other one. Of two writings the canonical one moves the highest
source by the larger die.
"""

from libc.stdint cimport uint64_t

from bitgammon.core.board cimport BG_BAR, bg_apply, bg_slot


cdef inline bint same(const bg_board* a, const bg_board* b) noexcept nogil:
    return a.w[0] == b.w[0] and a.w[1] == b.w[1] and a.w[2] == b.w[2] and a.w[3] == b.w[3]


cdef bint may_leave(const bg_board* board, int source, int die) noexcept nogil:
    """Whether R13, R15 and R16 let the die be played from the source; whether the point is open is asked elsewhere."""
    cdef int slot
    if source < BG_BAR and bg_slot(board, 0, BG_BAR):
        return False
    if source > die:
        return True
    for slot in range(7 if source == die else source + 1, BG_BAR):
        if bg_slot(board, 0, slot):
            return False
    return True


cdef inline bint play_die(bg_board* board, int source, int die, bg_play* play) noexcept nogil:
    """Plays the die from the source on board and adds the move to play; False if that is not legal."""
    cdef bint hit
    cdef int destination = source - die if source > die else 0
    if not may_leave(board, source, die) or not bg_apply(board, source, destination, board, &hit):
        return False
    play.source[play.n] = source
    play.destination[play.n] = destination
    play.hit[play.n] = hit
    play.n += 1
    return True


cdef bint moves_of_double(const bg_board* board, const bg_board* after, int die, bg_play* play) noexcept nogil:
    cdef bg_board now = board[0]
    cdef int left[32]
    cdef int source
    for source in range(32):
        left[source] = 0
    for source in range(BG_BAR, 0, -1):
        left[source] = bg_slot(board, 0, source) - bg_slot(after, 0, source)
        if source + die <= BG_BAR:
            left[source] += left[source + die]
        for _ in range(left[source]):
            if play.n == 4 or not play_die(&now, source, die, play):
                return False
    return same(&now, after)


cdef inline int highest_source(const bg_board* board, const bg_board* after) noexcept nogil:
    """The highest slot the mover has changed: nothing arrives there, so a checker left it. 0 if there is none."""
    cdef int slot
    cdef uint64_t changed = board.w[1] ^ after.w[1]
    if changed:
        slot = 25
        while not changed >> (4 * (slot - 13)):
            slot -= 1
        return slot
    changed = board.w[0] ^ after.w[0]
    slot = 12
    while slot and not changed >> (4 * slot):
        slot -= 1
    return slot


cdef void put_in_order(const bg_board* board, bg_play* play) noexcept nogil:
    """Sorts two moves by source and destination, falling; of two that land on one blot the first hits."""
    cdef bg_board now = board[0]
    cdef bint hit
    cdef int k
    if play.source[0] > play.source[1] or (
            play.source[0] == play.source[1] and play.destination[0] >= play.destination[1]):
        return
    play.source[0], play.source[1] = play.source[1], play.source[0]
    play.destination[0], play.destination[1] = play.destination[1], play.destination[0]
    for k in range(2):
        bg_apply(&now, play.source[k], play.destination[k], &now, &hit)
        play.hit[k] = hit


cdef bint from_highest(const bg_board* board, const bg_board* after, int source, int die, int other,
                       bg_play* play) noexcept nogil:
    """The die played from the highest source and, unless 0, the other die from where it then has to be; in either
    order."""
    cdef bg_board now = board[0]
    cdef bg_board moved = board[0]
    cdef bint hit
    cdef int second
    play.n = 0
    if other == 0:
        return play_die(&now, source, die, play) and same(&now, after)
    if not bg_apply(&moved, source, source - die if source > die else 0, &moved, &hit):
        return False
    second = highest_source(&moved, after)
    if second == 0:
        return False
    if not (play_die(&now, source, die, play) and play_die(&now, second, other, play) and same(&now, after)):
        now = board[0]
        play.n = 0
        if not (play_die(&now, second, other, play) and play_die(&now, source, die, play) and same(&now, after)):
            return False
        put_in_order(board, play)
    elif play.source[0] == play.source[1]:
        put_in_order(board, play)
    return True


cdef bint bg_play_between(const bg_board* board, const bg_board* after, int die1, int die2,
                          bg_play* out) noexcept nogil:
    cdef int high = max(die1, die2), low = min(die1, die2), source
    out.n = 0
    if same(board, after):
        return True
    if die1 == die2:
        return moves_of_double(board, after, die1, out)
    source = highest_source(board, after)
    return source > 0 and (
        from_highest(board, after, source, high, low, out) or from_highest(board, after, source, low, high, out)
        or from_highest(board, after, source, high, 0, out) or from_highest(board, after, source, low, 0, out))
