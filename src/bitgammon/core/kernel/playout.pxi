# Games of random play to the end: dice and plays uniform, every distinct play of a roll as likely as any other.

cdef inline bg_vec pick(bg_vec v, int die1, int die2, bg_stream* stream) noexcept nogil:
    """The board after a play drawn from all of a roll; the board itself for a pass."""
    cdef Masks m = masks_of(v, die1 == die2)
    cdef int high = max(die1, die2), low = min(die1, die2)
    if not m.other:                                          # R18: the opponent has won
        return v
    if high == low:
        return pick_double(v, m, high, stream)
    if m.own >> BAR:
        return pick_entering(v, m, high, low, stream) if on_bar(v) == 1 else enter_all(v, m, high, low)
    if is_closed_form(m, high, low):
        return pick_pair(v, m, high, low, stream)
    if is_home_alone(m):
        return pick_home(v, m, high, low, stream)
    return pick_listed(v, m, high, low, stream)


cdef void pick_one_play(const bg_board* board, int die1, int die2, bg_stream* stream, bg_board* out) noexcept nogil:
    vec_store(out, pick(vec_load(board), die1, die2, stream))


cdef int playout(const bg_board* board, bg_stream* stream, bint opening, int64_t max_turns,
                 int64_t* turns) noexcept nogil:
    """One game; its result for the side on roll, as bg_result, 0 if max_turns (unless negative) ended it, or, after 0
    turns, if it has no end: where both sides are on the bar before closed home boards. No game comes there from
    elsewhere: whoever is closed out cannot hit."""
    cdef bg_vec v = vec_load(board)
    cdef bg_board now
    cdef int die1, die2, sign = 1, result = bg_result(board)
    turns[0] = 0
    if bg_slot(board, 0, BAR) and bg_slot(board, 1, 0) and bg_status(board, bg_checkers(board)) & BG_BOTH_CLOSED_OUT:
        return 0
    while result == 0 and turns[0] != max_turns:
        bg_roll(stream, opening and turns[0] == 0, &die1, &die2)
        v = pick(v, die1, die2, stream)
        turns[0] += 1
        vec_store(&now, v)
        if not (now.w[0] >> 4 | now.w[1]):
            return sign * bg_result(&now)
        v = vec_swapped(v)
        sign = -sign
    return result
