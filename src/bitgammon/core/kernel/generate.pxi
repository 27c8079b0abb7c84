# Which path a board and a roll take. Fast paths agree with the general one board by board; tests/test_kernel.py.

cdef inline int list_two(bg_vec v, Masks m, int high, int low, bg_board* out) noexcept nogil:
    cdef int n
    if m.own >> BAR:
        if on_bar(v) == 1:
            return enter_one(v, m, high, low, out)
        return enter_more(v, m, high, low, out)
    if is_closed_form(m, high, low):
        n = list_pairs(v, m, high, low, out)
        return n if n else play_one(v, m, high, low, out)
    if is_home_alone(m):
        return list_home(v, m, high, low, out)
    return general_two(v, m, high, low, out)


cdef inline int list_roll(const bg_board* board, int die1, int die2, bg_board* out) noexcept nogil:
    cdef bg_vec v = vec_load(board)
    cdef Masks m = masks_of(v, die1 == die2)
    if not m.other:                                          # R18: the opponent has won
        return 0
    if die1 == die2:
        return list_double(v, m, die1, out)
    return list_two(v, m, max(die1, die2), min(die1, die2), out)


cdef int generate(const bg_board* board, int die1, int die2, bg_board* out) noexcept nogil:
    cdef int count = list_roll(board, die1, die2, out)
    vec_done()
    return count
