"""The loop of the positional evaluator: a small network in integers, so that every machine gives the same bits.

For every occupied slot a row of HIDDEN numbers is added up; what is below 0 becomes 0; six sums of products are the
logarithms of the chances of the six results. All sums are of integers, in which no order is better than another, and
what is divided at the end are two integers that a double holds exactly. bitgammon.evaluate.positional says what the
numbers are and sees to it that none of the sums overflows.
"""

from libc.stdint cimport int16_t, int32_t, int64_t, uint8_t, uint64_t

include "kernel/vector.pxi"

cdef enum:
    STEPS = 512         # of the table of powers, whose arguments are 0 .. 16 in steps of 1/32
    CONTACT = 3         # bitgammon.batch.Phase

# Written by hand for vector registers, since compilers keep the sums of the portable branch in memory; integers have
# the same sums in both.
#
# positional_spread: the checkers of the four words' slots as 16 bytes each, the last three of them 0, and two masks
# with a bit a byte: where there are any, and where there is one alone. positional_hidden: the rows of all slots that
# hold any and n rows more, added to the bias; what is negative becomes 0. positional_product: the sum of products.
cdef extern from *:
    """
    #define POSITIONAL_WIDTH 32
    #if !defined(BG_PORTABLE) && (defined(__SSE2__) || defined(_M_X64))
      static inline void positional_spread(const uint64_t *words, uint8_t *counts, uint64_t *any,
                                           uint64_t *single) {
        const __m128i nibble = _mm_set1_epi8(15), zero = _mm_setzero_si128(), one = _mm_set1_epi8(1);
        *any = *single = 0;
        for (int i = 0; i < 4; i++) {
          __m128i v = _mm_loadl_epi64((const __m128i *)(words + i));
          v = _mm_unpacklo_epi8(_mm_and_si128(v, nibble), _mm_and_si128(_mm_srli_epi16(v, 4), nibble));
          _mm_storeu_si128((__m128i *)(counts + 16 * i), v);
          *any |= (uint64_t)(uint32_t)_mm_movemask_epi8(_mm_cmpgt_epi8(v, zero)) << 16 * i;
          *single |= (uint64_t)(uint32_t)_mm_movemask_epi8(_mm_cmpeq_epi8(v, one)) << 16 * i; } }
      /* A loop over an array of four would keep it in memory. */
      #define POSITIONAL_ADD(at) { const __m128i *row = (const __m128i *)(at); \\
        a = _mm_add_epi16(a, _mm_loadu_si128(row)); b = _mm_add_epi16(b, _mm_loadu_si128(row + 1)); \\
        c = _mm_add_epi16(c, _mm_loadu_si128(row + 2)); d = _mm_add_epi16(d, _mm_loadu_si128(row + 3)); }
      static inline void positional_hidden(const int16_t *bias, const int16_t *tables, const uint8_t *counts,
                                           uint64_t any, const int16_t **more, int n, int16_t *hidden) {
        __m128i a = _mm_loadu_si128((const __m128i *)bias), b = _mm_loadu_si128((const __m128i *)bias + 1);
        __m128i c = _mm_loadu_si128((const __m128i *)bias + 2), d = _mm_loadu_si128((const __m128i *)bias + 3);
        const __m128i zero = _mm_setzero_si128();
        for (int i = 0; i < n; i++) POSITIONAL_ADD(more[i])
        for (; any; any &= any - 1) {
          int slot = bit_first64(any);
          POSITIONAL_ADD(tables + POSITIONAL_WIDTH * (16 * slot + counts[slot])) }
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
      static inline void positional_spread(const uint64_t *words, uint8_t *counts, uint64_t *any,
                                           uint64_t *single) {
        *any = *single = 0;
        for (int i = 0; i < 64; i++) {
          counts[i] = (uint8_t)(words[i / 16] >> 4 * (i % 16) & 15);
          *any |= (uint64_t)(counts[i] > 0) << i; *single |= (uint64_t)(counts[i] == 1) << i; } }
      static inline void positional_hidden(const int16_t *bias, const int16_t *tables, const uint8_t *counts,
                                           uint64_t any, const int16_t **more, int n, int16_t *hidden) {
        uint16_t sums[POSITIONAL_WIDTH];                                  /* on the way it may wrap, as above */
        for (int k = 0; k < POSITIONAL_WIDTH; k++) sums[k] = (uint16_t)bias[k];
        for (; any; any &= any - 1) {
          int slot = bit_first64(any);
          const int16_t *row = tables + POSITIONAL_WIDTH * (16 * slot + counts[slot]);
          for (int k = 0; k < POSITIONAL_WIDTH; k++) sums[k] = (uint16_t)(sums[k] + (uint16_t)row[k]); }
        for (int i = 0; i < n; i++)
          for (int k = 0; k < POSITIONAL_WIDTH; k++) sums[k] = (uint16_t)(sums[k] + (uint16_t)more[i][k]);
        for (int k = 0; k < POSITIONAL_WIDTH; k++) hidden[k] = (int16_t)(sums[k] & 0x8000 ? 0 : sums[k]); }
      static inline int32_t positional_product(const int16_t *hidden, const int16_t *weights) {
        int32_t sum = 0;
        for (int k = 0; k < POSITIONAL_WIDTH; k++) sum += (int32_t)hidden[k] * weights[k];
        return sum; }
    #endif
    """
    enum:
        WIDTH "POSITIONAL_WIDTH"    # numbers of the hidden layer
    void positional_spread(const uint64_t* words, uint8_t* counts, uint64_t* any, uint64_t* single) noexcept nogil
    void positional_hidden(const int16_t* bias, const int16_t* tables, const uint8_t* counts, uint64_t any,
                           const int16_t** more, int n, int16_t* hidden) noexcept nogil
    int32_t positional_product(const int16_t* hidden, const int16_t* weights) noexcept nogil

HIDDEN = WIDTH


cdef inline uint64_t slots(uint64_t mask) noexcept nogil:
    """The 26 bits of a side's slots from the 32 of its two words."""
    return (mask & 0x1FFF) | (mask >> 16 & 0x1FFF) << 13


cdef inline uint64_t shots(uint64_t movers, uint64_t blots) noexcept nogil:
    """Bit i, 0 .. 11: a checker of the mover stands i + 1 points before a blot of the opponent."""
    cdef uint64_t found = 0
    while blots:
        found |= movers >> (bit_first64(blots) + 1)
        blots &= blots - 1
    return found & 0xFFF


cdef inline int32_t power(int64_t below, const int32_t* powers) noexcept nogil:
    """2**24 times e to the power of -below / 4096, between two entries of the table along a straight line."""
    cdef int64_t step = below >> 7
    if step >= STEPS:
        return 0
    return powers[step] - ((powers[step] - powers[step + 1]) * <int32_t>(below & 127) >> 7)


def evaluate(const uint64_t[:, ::1] packed, const uint8_t[::1] phases, const int16_t[:, :, :, ::1] tables,
             const int16_t[:, :, ::1] patterns, const int16_t[:, ::1] bias, const int16_t[:, :, ::1] output,
             const int32_t[:, ::1] output_bias, const int32_t[::1] shifts, const int32_t[::1] powers,
             float[:, ::1] chances):
    """The five chances of each board, (N, 5), of legal boards with 15 checkers a side and their phases.

    tables: (2, 64, 16, HIDDEN), what so many checkers in a slot add, 16 slots a word, of which three are none;
    bias: (2, HIDDEN); output: (2, 6, HIDDEN) and output_bias: (2, 6); shifts: (2,), which bring sums of products to
    units of 1/4096; each for boards without contact, then with it. patterns: (10, 64, HIDDEN), what is added with
    contact for shots at distances of 1 to 6 and of 7 to 12, and for the points that the mover and the opponent hold in
    each quarter. powers: (513,)."""
    cdef const int16_t* more[10]
    cdef uint8_t counts[64]
    cdef int16_t hidden[WIDTH]
    cdef int32_t sums[6]
    cdef int32_t parts[6]
    cdef uint64_t any_there, single, movers, blots, near, held
    cdef int64_t i
    cdef int32_t top
    cdef int kind, k, n
    cdef double total
    with nogil:
        for i in range(packed.shape[0]):
            kind = phases[i] == CONTACT
            positional_spread(&packed[i, 0], counts, &any_there, &single)
            n = 0
            if kind:
                movers = slots(any_there) & ~1ULL
                blots = slots(single >> 32) & 0x1FFFFFEULL
                near = shots(movers, blots)
                more[0] = &patterns[0, near & 63, 0]
                more[1] = &patterns[1, near >> 6, 0]
                single = any_there & ~single
                held = (slots(single) >> 1 & 0xFFFFFF) | (slots(single >> 32) >> 1 & 0xFFFFFF) << 24
                for k in range(8):
                    more[2 + k] = &patterns[2 + k, held >> 6 * k & 63, 0]
                n = 10
            positional_hidden(&bias[kind, 0], &tables[kind, 0, 0, 0], counts, any_there, more, n, hidden)
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
