# Two different dice, all checkers in play at home and no opponent there: a table, since the answer depends only on
# which of the six points hold no, one, or more checkers, and on the dice. Both dice move at most two checkers, so
# "more" is enough.
#
# HOME_PLAYS[HOME_START[roll * 729 + state] ...] lists, for each play, the sources as 8 * a + b: a from which the
# high die is played, b the low one, 0 for a die not played. state = sum of 3**(point - 1) * min(checkers, 2).
# HOME_DELTA[roll * 64 + code] is what that adds to the mover's first word, the only one that changes. The table is
# filled once, at import, by the general path, and keeps its order.

cdef enum:
    HOME_STATES = 729
    HOME_CODES = 131072

cdef uint16_t HOME_STATE[64]                 # sum of 3**(point - 1) over the points of a mask, shifted down by one
cdef uint32_t HOME_START[15 * HOME_STATES + 1]
cdef uint8_t HOME_PLAYS[HOME_CODES + 16]
cdef uint64_t HOME_DELTA[15 * 64]


cdef inline bint is_home_alone(Masks m) noexcept nogil:
    return not ((m.own & ~<uint32_t>HOME) | (m.other & HOME))


cdef inline int roll_index(int high, int low) noexcept nogil:
    """0..14 for the rolls of two different dice."""
    return (high - 1) * (high - 2) // 2 + low - 1


cdef inline const uint32_t* home_entry(Masks m, int high, int low) noexcept nogil:
    return HOME_START + (roll_index(high, low) * HOME_STATES
                         + HOME_STATE[m.own >> 1] + HOME_STATE[(m.own2 >> 1) & 63])


cdef inline uint64_t home_move(int die, int source) noexcept nogil:
    if not source:
        return 0
    return unit(source - die if source > die else 0) - unit(source)


cdef bint fill_home() noexcept nogil:
    """False if the table is too small, which only a change of the rules can bring about."""
    cdef int high, low, roll, state, point, a, b, i, n, rest, used = 0
    cdef uint8_t code
    cdef bg_board board
    cdef bg_board found[64]
    cdef uint64_t delta
    for state in range(64):
        HOME_STATE[state] = 0
        rest = 1
        for point in range(6):
            if (state >> point) & 1:
                HOME_STATE[state] += rest
            rest *= 3
    for high in range(2, 7):
        for low in range(1, high):
            roll = roll_index(high, low)
            for a in range(7):
                for b in range(7):
                    HOME_DELTA[roll * 64 + 8 * a + b] = home_move(high, a) + home_move(low, b)
            for state in range(HOME_STATES):
                HOME_START[roll * HOME_STATES + state] = used
                board.w[0] = board.w[1] = board.w[2] = board.w[3] = 0
                board.w[2] = 1                               # someone of the opponent still plays
                rest = state
                for point in range(1, 7):
                    board.w[0] += (rest % 3) * unit(point)
                    rest //= 3
                n = general(&board, high, low, found)
                if used + n > HOME_CODES:
                    return 0
                for i in range(n):
                    delta = found[i].w[0] - board.w[0]
                    code = 0
                    while HOME_DELTA[roll * 64 + code] != delta:
                        code += 1
                    HOME_PLAYS[used] = code
                    used += 1
    HOME_START[15 * HOME_STATES] = used
    return 1


cdef inline int list_home(bg_vec board, Masks m, int high, int low, bg_board* out) noexcept nogil:
    cdef const uint32_t* entry = home_entry(m, high, low)
    cdef const uint8_t* code = HOME_PLAYS + entry[0]
    cdef const uint64_t* delta = HOME_DELTA + roll_index(high, low) * 64
    cdef int n = <int>(entry[1] - entry[0]), i
    for i in range(0, n, 4):
        vec_store(out + i, vec_add(board, vec_low(delta + code[i])))
        vec_store(out + i + 1, vec_add(board, vec_low(delta + code[i + 1])))
        vec_store(out + i + 2, vec_add(board, vec_low(delta + code[i + 2])))
        vec_store(out + i + 3, vec_add(board, vec_low(delta + code[i + 3])))
    return n
