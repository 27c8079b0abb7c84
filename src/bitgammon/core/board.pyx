"""Packed boards: to and from 26 integers, status, pip counts, result, one move applied."""


cdef inline void put(bg_board* board, int side, int slot, int count) noexcept nogil:
    board.w[2 * side + (1 if slot >= 13 else 0)] += <uint64_t>count << (4 * (slot % 13))


cdef int bg_checkers(const bg_board* board) noexcept nogil:
    """The number of checkers a side of a legal board: what the mover's slots add up to."""
    cdef int slot, total = 0
    for slot in range(26):
        total += bg_slot(board, 0, slot)
    return total


cdef uint32_t bg_from_points(const int8_t* points, int checkers, bg_board* out) noexcept nogil:
    """Packs 26 integers; the answer is bg_status of them. With a reason other than BG_BOTH_CLOSED_OUT and
    BG_BOTH_FINISHED the integers cannot be packed and out is left as it was."""
    cdef bg_board packed
    cdef int slot, mover = 0, opponent = 0
    cdef uint32_t status = 0
    for slot in range(4):
        packed.w[slot] = 0
    if points[25] < 0:
        status |= BG_MOVER_BAR_NEGATIVE
    if points[0] > 0:
        status |= BG_OPPONENT_BAR_POSITIVE
    for slot in range(26):
        if points[slot] > 0:
            mover += points[slot]
        else:
            opponent -= points[slot]
    if mover > checkers:
        status |= BG_MOVER_COUNT
    if opponent > checkers:
        status |= BG_OPPONENT_COUNT
    if status:
        return status
    for slot in range(26):
        if points[slot] > 0:
            put(&packed, 0, slot, points[slot])
        elif points[slot] < 0:
            put(&packed, 1, slot, -points[slot])
    put(&packed, 0, 0, checkers - mover)
    put(&packed, 1, 25, checkers - opponent)
    out[0] = packed
    return bg_status(&packed, checkers)


cdef void bg_to_points(const bg_board* board, int8_t* points) noexcept nogil:
    """The 26 integers of a packed board, in the mover's view."""
    cdef int slot
    for slot in range(1, 25):
        points[slot] = <int8_t>(bg_slot(board, 0, slot) - bg_slot(board, 1, slot))
    points[0] = <int8_t>-bg_slot(board, 1, 0)
    points[25] = <int8_t>bg_slot(board, 0, 25)


cdef uint32_t bg_status(const bg_board* board, int checkers) noexcept nogil:
    """Every reason the board is impossible, as bits of bg_reason; 0 for a legal one. Safe for any 32 bytes."""
    cdef int slot, own, other, mover = 0, opponent = 0, mover_closed = 0, opponent_closed = 0
    cdef uint32_t status = 0
    for slot in range(26):
        own = bg_slot(board, 0, slot)
        other = bg_slot(board, 1, slot)
        mover += own
        opponent += other
        if 1 <= slot <= 24:
            if own and other:
                status |= BG_BOTH_ON_POINT
            mover_closed += slot <= 6 and own >= 2
            opponent_closed += slot >= 19 and other >= 2
    if mover != checkers or (board.w[0] | board.w[1]) >> 52:
        status |= BG_MOVER_COUNT
    if opponent != checkers or (board.w[2] | board.w[3]) >> 52:
        status |= BG_OPPONENT_COUNT
    if (bg_slot(board, 0, 25) and bg_slot(board, 1, 0)) and mover_closed == 6 and opponent_closed == 6:
        status |= BG_BOTH_CLOSED_OUT
    if bg_slot(board, 0, 0) == checkers and bg_slot(board, 1, 25) == checkers:
        status |= BG_BOTH_FINISHED
    return status


cdef void bg_pip_counts(const bg_board* board, int* mover, int* opponent) noexcept nogil:
    """The pips either side still has to travel; a checker on the bar counts 25."""
    cdef int slot
    mover[0] = 0
    opponent[0] = 0
    for slot in range(1, 26):
        mover[0] += slot * bg_slot(board, 0, slot)
        opponent[0] += slot * bg_slot(board, 1, 25 - slot)


cdef int bg_result(const bg_board* board) noexcept nogil:
    """0 while the game goes on; 1, 2, 3 when the mover has won a single game, gammon, backgammon; -1, -2, -3 when
    the opponent has (R18, R20)."""
    cdef bg_board view
    cdef int sign = 1, slot
    if not (board.w[0] >> 4 | board.w[1]):
        view = board[0]
    elif not (board.w[2] | (board.w[3] & 0xFFFFFFFFFFFFULL)):
        bg_swap(board, &view)
        sign = -1
    else:
        return 0
    if bg_slot(&view, 1, 25):
        return sign
    for slot in range(7):        # the loser's bar is slot 0; the winner's home is 1..6
        if bg_slot(&view, 1, slot):
            return 3 * sign
    return 2 * sign


cdef bint bg_apply(const bg_board* board, int source, int destination, bg_board* out, bint* hit) noexcept nogil:
    """Moves one of the mover's checkers, 25 being the bar and destination 0 off; the rules of dice are not asked.
    False, and out untouched, where there is no such checker or the destination is closed. out may be board."""
    cdef bg_board next = board[0]
    cdef bint blot = False
    if not (1 <= source <= 25 and 0 <= destination < source and bg_slot(board, 0, source)):
        return False
    if destination:
        if bg_slot(board, 1, destination) > 1:
            return False
        blot = bg_slot(board, 1, destination) == 1
    put(&next, 0, source, -1)
    put(&next, 0, destination, 1)
    if blot:
        put(&next, 1, destination, -1)
        put(&next, 1, 0, 1)
    hit[0] = blot
    out[0] = next
    return True
