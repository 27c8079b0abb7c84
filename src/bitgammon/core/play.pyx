"""The moves behind a result.

With a double the moves follow from the two boards alone: from the highest slot down, what left a slot is what stood
there, plus what arrived from die pips above, less what stands there now. With two different dice there are few ways,
and they are tried: where two writings share their highest source, the canonical one moves it by the larger die.
"""

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


cdef bint in_order(const bg_play* play) noexcept nogil:
    return play.n < 2 or play.source[0] > play.source[1] or (
        play.source[0] == play.source[1] and play.destination[0] >= play.destination[1])


cdef void put_in_order(const bg_board* board, bg_play* play) noexcept nogil:
    """Sorts two moves; a hit is the first move's that lands there."""
    cdef bg_board now = board[0]
    cdef bint hit
    cdef int k
    if in_order(play):
        return
    play.source[0], play.source[1] = play.source[1], play.source[0]
    play.destination[0], play.destination[1] = play.destination[1], play.destination[0]
    for k in range(play.n):
        bg_apply(&now, play.source[k], play.destination[k], &now, &hit)
        play.hit[k] = hit


cdef bint moves_of_two(const bg_board* board, const bg_board* after, int first, int second, bg_play* best,
                       int moves) noexcept nogil:
    """Tries first, then second (with moves 1: first alone); keeps the better writing in best."""
    cdef bg_board half, full
    cdef bg_play play
    cdef int a, b
    cdef bint found = False
    for a in range(BG_BAR, 0, -1):
        play.n = 0
        half = board[0]
        if not play_die(&half, a, first, &play):
            continue
        if moves == 1:
            if same(&half, after):
                best[0] = play
                return True
            continue
        for b in range(BG_BAR, 0, -1):
            if not bg_slot(&half, 0, b):
                continue
            full = half
            play.n = 1
            if not play_die(&full, b, second, &play) or not same(&full, after):
                continue
            put_in_order(board, &play)
            if best.n == 0 or play.destination[0] < best.destination[0]:
                best[0] = play
            found = True
    return found


cdef bint bg_play_between(const bg_board* board, const bg_board* after, int die1, int die2,
                          bg_play* out) noexcept nogil:
    cdef int high = max(die1, die2), low = min(die1, die2)
    cdef bint found
    out.n = 0
    if same(board, after):
        return True
    if die1 == die2:
        return moves_of_double(board, after, die1, out)
    found = moves_of_two(board, after, high, low, out, 2)
    found = moves_of_two(board, after, low, high, out, 2) or found
    return (found or moves_of_two(board, after, high, 0, out, 1) or moves_of_two(board, after, low, 0, out, 1))
