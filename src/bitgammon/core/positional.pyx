"""The loop of the positional evaluator: a small network in integers, so that every machine gives the same bits.

For every occupied slot a row of HIDDEN numbers is added up; what is below 0 becomes 0; six sums of products are the
logarithms of the chances of the six results. All sums are of integers, in which no order is better than another, and
what is divided at the end are two integers that a double holds exactly. bitgammon.evaluate.positional says what the
numbers are and sees to it that none of the sums overflows.
"""

from libc.stdint cimport int16_t, int32_t, int64_t, uint8_t, uint64_t

include "kernel/vector.pxi"

cdef enum:
    WIDTH = 32          # numbers of the hidden layer
    STEPS = 512         # of the table of powers, whose arguments are 0 .. 16 in steps of 1/32
    CONTACT = 3         # bitgammon.batch.Phase

HIDDEN = WIDTH

# The two loops over the hidden layer. Compilers make them of the portable branch too, but keep the sums in memory.
cdef extern from *:
    """
    #define POSITIONAL_WIDTH 32
    #if !defined(BG_PORTABLE) && (defined(__SSE2__) || defined(_M_X64))
      static inline void positional_hidden(const int16_t *bias, const int16_t **rows, int n, int16_t *hidden) {
        __m128i a = _mm_loadu_si128((const __m128i *)bias), b = _mm_loadu_si128((const __m128i *)bias + 1);
        __m128i c = _mm_loadu_si128((const __m128i *)bias + 2), d = _mm_loadu_si128((const __m128i *)bias + 3);
        const __m128i zero = _mm_setzero_si128();
        for (int i = 0; i < n; i++) {
          const __m128i *row = (const __m128i *)rows[i];
          a = _mm_add_epi16(a, _mm_loadu_si128(row)); b = _mm_add_epi16(b, _mm_loadu_si128(row + 1));
          c = _mm_add_epi16(c, _mm_loadu_si128(row + 2)); d = _mm_add_epi16(d, _mm_loadu_si128(row + 3)); }
        _mm_storeu_si128((__m128i *)hidden, _mm_max_epi16(a, zero));
        _mm_storeu_si128((__m128i *)hidden + 1, _mm_max_epi16(b, zero));
        _mm_storeu_si128((__m128i *)hidden + 2, _mm_max_epi16(c, zero));
        _mm_storeu_si128((__m128i *)hidden + 3, _mm_max_epi16(d, zero)); }
      static inline int32_t positional_product(const int16_t *hidden, const int16_t *weights) {
        __m128i sum = _mm_setzero_si128();
        for (int i = 0; i < POSITIONAL_WIDTH; i += 8)
          sum = _mm_add_epi32(sum, _mm_madd_epi16(_mm_loadu_si128((const __m128i *)(hidden + i)),
                                                  _mm_loadu_si128((const __m128i *)(weights + i))));
        sum = _mm_add_epi32(sum, _mm_shuffle_epi32(sum, 0x4E));
        return _mm_cvtsi128_si32(_mm_add_epi32(sum, _mm_shuffle_epi32(sum, 0xB1))); }
    #else
      static inline void positional_hidden(const int16_t *bias, const int16_t **rows, int n, int16_t *hidden) {
        uint16_t sums[POSITIONAL_WIDTH];                                  /* on the way it may wrap, as above */
        for (int k = 0; k < POSITIONAL_WIDTH; k++) sums[k] = (uint16_t)bias[k];
        for (int i = 0; i < n; i++) for (int k = 0; k < POSITIONAL_WIDTH; k++)
          sums[k] = (uint16_t)(sums[k] + (uint16_t)rows[i][k]);
        for (int k = 0; k < POSITIONAL_WIDTH; k++) hidden[k] = (int16_t)(sums[k] & 0x8000 ? 0 : sums[k]); }
      static inline int32_t positional_product(const int16_t *hidden, const int16_t *weights) {
        int32_t sum = 0;
        for (int k = 0; k < POSITIONAL_WIDTH; k++) sum += (int32_t)hidden[k] * weights[k];
        return sum; }
    #endif
    """
    void positional_hidden(const int16_t* bias, const int16_t** rows, int n, int16_t* hidden) noexcept nogil
    int32_t positional_product(const int16_t* hidden, const int16_t* weights) noexcept nogil


cdef inline uint64_t occupied(uint64_t word) noexcept nogil:
    """The lowest bit of every slot that holds a checker."""
    word |= word >> 2
    return (word | word >> 1) & 0x1111111111111ULL


cdef inline int32_t power(int64_t below, const int32_t* powers) noexcept nogil:
    """2**24 times e to the power of -below / 4096, between two entries of the table along a straight line."""
    cdef int64_t step = below >> 7
    if step >= STEPS:
        return 0
    return powers[step] - ((powers[step] - powers[step + 1]) * <int32_t>(below & 127) >> 7)


def evaluate(const uint64_t[:, ::1] packed, const uint8_t[::1] phases, const int16_t[:, :, :, ::1] tables,
             const int16_t[:, ::1] bias, const int16_t[:, :, ::1] output, const int32_t[:, ::1] output_bias,
             const int32_t[::1] shifts, const int32_t[::1] powers, float[:, ::1] chances):
    """The five chances of each board, (N, 5), of legal boards with 15 checkers a side and their phases.

    tables: (2, 52, 16, HIDDEN), what so many checkers in a slot add, in the order in which slots are packed; bias:
    (2, HIDDEN); output: (2, 6, HIDDEN) and output_bias: (2, 6); shifts: (2,), which bring sums of products to units of
    1/4096; each for boards without contact, then with it. powers: (513,)."""
    cdef const int16_t* rows[52]
    cdef int16_t hidden[WIDTH]
    cdef int32_t sums[6]
    cdef int32_t parts[6]
    cdef const int16_t* table
    cdef uint64_t word, mask
    cdef int64_t i
    cdef int32_t top
    cdef int kind, k, n, bit
    cdef double total
    with nogil:
        for i in range(packed.shape[0]):
            kind = phases[i] == CONTACT
            n = 0
            for k in range(4):
                word = packed[i, k]
                mask = occupied(word)
                table = &tables[kind, 13 * k, 0, 0]
                while mask:
                    bit = bit_first64(mask)
                    rows[n] = table + WIDTH * (4 * bit + <int>(word >> bit & 15))
                    n += 1
                    mask &= mask - 1
            positional_hidden(&bias[kind, 0], rows, n, hidden)
            for k in range(6):
                sums[k] = output_bias[kind, k] + positional_product(hidden, &output[kind, k, 0])
            # A side that has borne off a checker loses no gammon.
            if packed[i, 3] >> 48:
                sums[1] = sums[2] = -(1 << 30)
            if packed[i, 0] & 15:
                sums[4] = sums[5] = -(1 << 30)
            top = sums[0]
            for k in range(1, 6):
                top = max(top, sums[k])
            for k in range(6):
                parts[k] = power((<int64_t>top - sums[k]) >> shifts[kind], &powers[0])
            parts[1] += parts[2]
            parts[0] += parts[1]
            parts[4] += parts[5]
            parts[3] += parts[4]
            total = parts[0] + parts[3]
            chances[i, 0] = <float>(parts[0] / total)
            chances[i, 1] = <float>(parts[1] / total)
            chances[i, 2] = <float>(parts[2] / total)
            chances[i, 3] = <float>(parts[4] / total)
            chances[i, 4] = <float>(parts[5] / total)
