# Plays counted over whole trees. The last ply is counted, not listed.

cdef int64_t count_rolls(const bg_board* board, bint weighted) noexcept nogil:
    """Plays of all 21 rolls, a pass being one; weighted: rolls of different dice twice."""
    cdef bg_vec v = vec_load(board)
    cdef Masks m = masks_of(v, True)
    cdef int64_t doubles = 0, others = 0
    cdef int high, low
    for high in range(1, 7):
        for low in range(1, high):
            others += max(count_two(v, m, high, low), 1)
        doubles += max(count_double(v, m, high), 1)
    return doubles + others * (2 if weighted else 1)


cdef int64_t perft(const bg_board* board, int depth, bint weighted) noexcept nogil:
    """board must not be of a finished game; depth >= 1. A game that ends is one leaf where it ends."""
    cdef bg_board plays[BG_MAX_PLAYS]
    cdef bg_board swapped
    cdef int high, low, n, i
    cdef int64_t total = 0, of_roll
    if depth == 1:
        return count_rolls(board, weighted)
    for high in range(1, 7):
        for low in range(1, high + 1):
            n = generate(board, high, low, plays)
            if n == 0:
                plays[0] = board[0]
                n = 1
            of_roll = 0
            for i in range(n):
                if plays[i].w[0] >> 4 | plays[i].w[1]:
                    bg_swap(plays + i, &swapped)
                    of_roll += perft(&swapped, depth - 1, weighted)
                else:
                    of_roll += 1
            total += of_roll * (2 if weighted and high != low else 1)
    return total
