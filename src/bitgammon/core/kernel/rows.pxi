# Packed boards to rows of 26 int8.

cdef void unpack(const bg_board* boards, int64_t n, int8_t* rows) noexcept nogil:
    cdef int8_t last[32]
    cdef int64_t i
    if n < 1:
        return
    for i in range(n - 1):
        store_row(vec_load(boards + i), rows + 26 * i)
    store_row(vec_load(boards + n - 1), last)
    memcpy(rows + 26 * (n - 1), last, 26)
