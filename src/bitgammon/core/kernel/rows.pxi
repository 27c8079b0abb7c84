# Packed boards to rows of 26 int8, and back.

cdef void unpack(const bg_board* boards, int64_t n, bint swap, int8_t* rows) noexcept nogil:
    cdef int8_t last[32]
    cdef int64_t i
    cdef bg_vec v
    if n < 1:
        return
    if swap:
        for i in range(n - 1):
            store_row(vec_swapped(vec_load(boards + i)), rows + 26 * i)
    else:
        for i in range(n - 1):
            store_row(vec_load(boards + i), rows + 26 * i)
    v = vec_load(boards + n - 1)
    store_row(vec_swapped(v) if swap else v, last)
    memcpy(rows + 26 * (n - 1), last, 26)


cdef int64_t pack(const int8_t* rows, int64_t n, int checkers, bg_board* boards) noexcept nogil:
    cdef int64_t i
    for i in range(n):
        if not load_row(rows + 26 * i, checkers, boards + i):
            return i
    return n
