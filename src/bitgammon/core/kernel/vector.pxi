# What Cython cannot say: a board held in vector registers, and bit scans. Each block has a portable branch, which the
# variant "portable" compiles on every machine (BG_PORTABLE), so that it is tested where the others run.

from libc.stdint cimport int8_t, int64_t, uint8_t, uint16_t, uint32_t, uint64_t

from bitgammon.core.board cimport bg_board

cdef extern from *:
    """
    #include <string.h>
    #if !defined(BG_PORTABLE) && defined(__AVX2__)
      #include <immintrin.h>
      typedef __m256i bg_vec;
      static inline bg_vec vec_load(const void *p) { return _mm256_loadu_si256((const __m256i *)p); }
      static inline void vec_store(void *p, bg_vec v) { _mm256_storeu_si256((__m256i *)p, v); }
      static inline bg_vec vec_add(bg_vec a, bg_vec b) { return _mm256_add_epi64(a, b); }
      static inline bg_vec vec_low(const uint64_t *word) {
        return _mm256_zextsi128_si256(_mm_loadl_epi64((const __m128i *)word)); }
      static inline int vec_equal(bg_vec a, bg_vec b) {
        return _mm256_movemask_epi8(_mm256_cmpeq_epi64(a, b)) == -1; }
      static inline void vec_done(void) { _mm256_zeroupper(); }
    #elif !defined(BG_PORTABLE) && (defined(__SSE2__) || defined(_M_X64))
      #include <emmintrin.h>
      typedef struct { __m128i lo, hi; } bg_vec;
      static inline bg_vec vec_load(const void *p) {
        bg_vec v; v.lo = _mm_loadu_si128((const __m128i *)p); v.hi = _mm_loadu_si128((const __m128i *)p + 1);
        return v; }
      static inline void vec_store(void *p, bg_vec v) {
        _mm_storeu_si128((__m128i *)p, v.lo); _mm_storeu_si128((__m128i *)p + 1, v.hi); }
      static inline bg_vec vec_add(bg_vec a, bg_vec b) {
        bg_vec v; v.lo = _mm_add_epi64(a.lo, b.lo); v.hi = _mm_add_epi64(a.hi, b.hi); return v; }
      static inline bg_vec vec_low(const uint64_t *word) {
        bg_vec v; v.lo = _mm_loadl_epi64((const __m128i *)word); v.hi = _mm_setzero_si128(); return v; }
      static inline int vec_equal(bg_vec a, bg_vec b) {
        __m128i both = _mm_and_si128(_mm_cmpeq_epi32(a.lo, b.lo), _mm_cmpeq_epi32(a.hi, b.hi));
        return _mm_movemask_epi8(both) == 0xFFFF; }
      static inline void vec_done(void) {}
    #else
      typedef struct { uint64_t w[4]; } bg_vec;
      static inline bg_vec vec_load(const void *p) { bg_vec v; memcpy(&v, p, 32); return v; }
      static inline void vec_store(void *p, bg_vec v) { memcpy(p, &v, 32); }
      static inline bg_vec vec_add(bg_vec a, bg_vec b) { for (int i = 0; i < 4; i++) a.w[i] += b.w[i]; return a; }
      static inline bg_vec vec_low(const uint64_t *word) { bg_vec v = {{*word, 0, 0, 0}}; return v; }
      static inline int vec_equal(bg_vec a, bg_vec b) { return memcmp(&a, &b, 32) == 0; }
      static inline void vec_done(void) {}
    #endif
    """
    ctypedef struct bg_vec:
        pass
    bg_vec vec_load(const void* at) noexcept nogil
    void vec_store(void* at, bg_vec v) noexcept nogil
    bg_vec vec_add(bg_vec a, bg_vec b) noexcept nogil
    bg_vec vec_low(const uint64_t* word) noexcept nogil    # (word, 0, 0, 0)
    bint vec_equal(bg_vec a, bg_vec b) noexcept nogil
    # Before returning to code of another instruction set: upper halves of registers left in use cost a caller that
    # works in SSE (any that computes with doubles) some hundred cycles a call, and compilers do not see to it where a
    # vector was passed to a function.
    void vec_done() noexcept nogil

cdef extern from *:
    """
    #if defined(__GNUC__)
      static inline int bit_first(uint32_t x) { return __builtin_ctz(x); }
      static inline int bit_first64(uint64_t x) { return __builtin_ctzll(x); }
      static inline int bit_last(uint32_t x) { return 31 - __builtin_clz(x); }
    #elif defined(_MSC_VER)
      #include <intrin.h>
      static inline int bit_first(uint32_t x) { unsigned long i; _BitScanForward(&i, x); return (int)i; }
      static inline int bit_last(uint32_t x) { unsigned long i; _BitScanReverse(&i, x); return (int)i; }
      static inline int bit_first64(uint64_t x) {
        return (uint32_t)x ? bit_first((uint32_t)x) : 32 + bit_first((uint32_t)(x >> 32)); }
    #else
      static inline int bit_first(uint32_t x) { int i = 0; while (!(x >> i & 1)) i++; return i; }
      static inline int bit_first64(uint64_t x) { int i = 0; while (!(x >> i & 1)) i++; return i; }
      static inline int bit_last(uint32_t x) { int i = 31; while (!(x >> i & 1)) i--; return i; }
    #endif
    #if defined(__GNUC__) && defined(__POPCNT__) && !defined(BG_PORTABLE)
      static inline int bit_count(uint32_t x) { return __builtin_popcount(x); }
      static inline int bit_count64(uint64_t x) { return __builtin_popcountll(x); }
    #else
      /* Sums of two, four, eight bits side by side; the multiplication adds up the bytes. */
      static inline int bit_count(uint32_t x) {
        x -= x >> 1 & 0x55555555u; x = (x & 0x33333333u) + (x >> 2 & 0x33333333u);
        return (int)(((x + (x >> 4)) & 0x0F0F0F0Fu) * 0x01010101u >> 24); }
      static inline int bit_count64(uint64_t x) {
        x -= x >> 1 & 0x5555555555555555u; x = (x & 0x3333333333333333u) + (x >> 2 & 0x3333333333333333u);
        return (int)(((x + (x >> 4)) & 0x0F0F0F0F0F0F0F0Fu) * 0x0101010101010101u >> 56); }
    #endif
    """
    # The argument of the scans must not be 0.
    int bit_first(uint32_t x) noexcept nogil
    int bit_first64(uint64_t x) noexcept nogil
    int bit_last(uint32_t x) noexcept nogil
    int bit_count(uint32_t x) noexcept nogil
    int bit_count64(uint64_t x) noexcept nogil

# 26-bit masks, bit s for slot s: which slots of a side hold at least 1, 2, 3, 4 checkers. The vector branches
# spread the nibbles to bytes, compare, and take the sign bits: as quick as pext, which the baseline lacks and Zen 1
# and 2 run in microcode.
cdef extern from *:
    """
    #if !defined(BG_PORTABLE) && defined(__AVX2__)
      typedef struct { __m256i low, high; } bg_spread;
      static inline bg_spread spread(bg_vec v) {
        const __m256i nibble = _mm256_set1_epi8(15);
        __m256i even = _mm256_and_si256(v, nibble), odd = _mm256_and_si256(_mm256_srli_epi16(v, 4), nibble);
        bg_spread s; s.low = _mm256_unpacklo_epi8(even, odd); s.high = _mm256_unpackhi_epi8(even, odd); return s; }
      static inline void level(const bg_spread *s, int least, uint32_t *own, uint32_t *other) {
        const __m256i bound = _mm256_set1_epi8((char)(least - 1));
        uint32_t low = (uint32_t)_mm256_movemask_epi8(_mm256_cmpgt_epi8(s->low, bound));
        uint32_t high = (uint32_t)_mm256_movemask_epi8(_mm256_cmpgt_epi8(s->high, bound));
        *own = (low & 0x1FFF) | (high & 0x1FFF) << 13; *other = low >> 16 | (high >> 16) << 13; }
    #elif !defined(BG_PORTABLE) && (defined(__SSE2__) || defined(_M_X64))
      typedef struct { __m128i own[2], other[2]; } bg_spread;
      static inline void spread_side(__m128i v, __m128i *to) {
        const __m128i nibble = _mm_set1_epi8(15);
        __m128i even = _mm_and_si128(v, nibble), odd = _mm_and_si128(_mm_srli_epi16(v, 4), nibble);
        to[0] = _mm_unpacklo_epi8(even, odd); to[1] = _mm_unpackhi_epi8(even, odd); }
      static inline bg_spread spread(bg_vec v) {
        bg_spread s; spread_side(v.lo, s.own); spread_side(v.hi, s.other); return s; }
      static inline uint32_t side_mask(const __m128i *side, __m128i bound) {
        return (uint32_t)_mm_movemask_epi8(_mm_cmpgt_epi8(side[0], bound))
             | (uint32_t)_mm_movemask_epi8(_mm_cmpgt_epi8(side[1], bound)) << 13; }
      static inline void level(const bg_spread *s, int least, uint32_t *own, uint32_t *other) {
        const __m128i bound = _mm_set1_epi8((char)(least - 1));
        *own = side_mask(s->own, bound); *other = side_mask(s->other, bound); }
    #else
      typedef bg_board bg_spread;
      static inline bg_spread spread(bg_vec v) { bg_spread s; memcpy(&s, &v, 32); return s; }
      /* The lowest bit of every nibble, gathered to 13 neighbouring bits. */
      static inline uint32_t gather(uint64_t x) {
        x &= 0x1111111111111u; x = (x | x >> 3) & 0x0303030303030303u; x = (x | x >> 6) & 0x000F000F000F000Fu;
        x = (x | x >> 12) & 0x000000FF000000FFu; return (uint32_t)(x | x >> 24) & 0x1FFF; }
      static inline uint64_t at_least(uint64_t w, int least) {
        uint64_t big = w >> 2 | w >> 3, two = w >> 1;
        return least == 1 ? w | two | big : least == 2 ? two | big : least == 3 ? (two & w) | big : big; }
      static inline void level(const bg_spread *s, int least, uint32_t *own, uint32_t *other) {
        *own = gather(at_least(s->w[0], least)) | gather(at_least(s->w[1], least)) << 13;
        *other = gather(at_least(s->w[2], least)) | gather(at_least(s->w[3], least)) << 13; }
    #endif
    """
    ctypedef struct bg_spread:
        pass
    bg_spread spread(bg_vec v) noexcept nogil
    void level(const bg_spread* s, int least, uint32_t* own, uint32_t* other) noexcept nogil

# Rows of 26 int8 in the mover's view, to and from packed boards.
#
# store_row: the vector branches write two overlapping halves, the second of which ends 3 bytes past the row; the
# next row overwrites them, and the last row goes through a buffer (rows.pxi). load_row: 0 unless the row is a board
# of so many checkers a side; then the packed board. Sums of absolute values catch every count out of range: a byte
# is at most 128, and 25 of them fit the sums.
cdef extern from *:
    """
    #if !defined(BG_PORTABLE) && (defined(__SSE2__) || defined(_M_X64))
      static inline void row_halves(__m128i own_low, __m128i own_high, __m128i low, __m128i high, int8_t *row) {
        const __m128i all = _mm_set1_epi8(-1);
        own_low = _mm_and_si128(own_low, _mm_slli_si128(all, 1));                 /* slot 0: not the mover's off */
        high = _mm_and_si128(high, _mm_srli_si128(all, 4));                       /* slot 25: not the opponent's */
        _mm_storeu_si128((__m128i *)row, _mm_sub_epi8(own_low, low));
        _mm_storeu_si128((__m128i *)(row + 13), _mm_sub_epi8(own_high, high)); }
      static inline void store_row(bg_vec v, int8_t *row) {
        bg_spread s = spread(v);
      #if defined(__AVX2__)
        row_halves(_mm256_castsi256_si128(s.low), _mm256_castsi256_si128(s.high),
                   _mm256_extracti128_si256(s.low, 1), _mm256_extracti128_si256(s.high, 1), row);
      #else
        row_halves(s.own[0], s.own[1], s.other[0], s.other[1], row);
      #endif
      }
      static inline int sum_of_bytes(__m128i a, __m128i b) {
        __m128i zero = _mm_setzero_si128(), s = _mm_add_epi64(_mm_sad_epu8(a, zero), _mm_sad_epu8(b, zero));
        return _mm_cvtsi128_si32(s) + _mm_cvtsi128_si32(_mm_srli_si128(s, 8)); }
      static inline uint64_t nibbles(__m128i bytes) {                             /* 13 bytes to 13 slots */
        __m128i two = _mm_and_si128(_mm_or_si128(bytes, _mm_srli_epi16(bytes, 4)), _mm_set1_epi16(255));
        uint64_t word; _mm_storel_epi64((__m128i *)&word, _mm_packus_epi16(two, two)); return word; }
      static inline int load_row(const int8_t *row, int checkers, bg_board *out) {
        const __m128i zero = _mm_setzero_si128();
        __m128i low = _mm_and_si128(_mm_loadu_si128((const __m128i *)row), _mm_srli_si128(_mm_set1_epi8(-1), 3));
        __m128i high = _mm_srli_si128(_mm_loadu_si128((const __m128i *)(row + 10)), 3);
        __m128i own_low = _mm_and_si128(low, _mm_cmpgt_epi8(low, zero));
        __m128i own_high = _mm_and_si128(high, _mm_cmpgt_epi8(high, zero));
        __m128i other_low = _mm_sub_epi8(own_low, low), other_high = _mm_sub_epi8(own_high, high);
        int mover = sum_of_bytes(own_low, own_high), opponent = sum_of_bytes(other_low, other_high);
        if (mover > checkers || opponent > checkers || row[0] > 0 || row[25] < 0) return 0;
        out->w[0] = nibbles(own_low) + (uint64_t)(checkers - mover); out->w[1] = nibbles(own_high);
        out->w[2] = nibbles(other_low); out->w[3] = nibbles(other_high) + ((uint64_t)(checkers - opponent) << 48);
        return 1; }
    #else
      static inline void store_row(bg_vec v, int8_t *row) {
        uint64_t own[2] = {v.w[0] & ~(uint64_t)15, v.w[1]}, other[2] = {v.w[2], v.w[3] & 0xFFFFFFFFFFFFu};
        for (int h = 0; h < 2; h++) for (int i = 0; i < 13; i++)
          row[13 * h + i] = (int8_t)((int)(own[h] >> 4 * i & 15) - (int)(other[h] >> 4 * i & 15)); }
      static inline int load_row(const int8_t *row, int checkers, bg_board *out) {
        uint64_t w[4] = {0, 0, 0, 0}; int mover = 0, opponent = 0;
        for (int i = 0; i < 26; i++) {
          int own = row[i] > 0 ? row[i] : 0, other = own - row[i];
          mover += own; opponent += other;
          w[i / 13] |= (uint64_t)(own & 15) << 4 * (i % 13); w[2 + i / 13] |= (uint64_t)(other & 15) << 4 * (i % 13); }
        if (mover > checkers || opponent > checkers || row[0] > 0 || row[25] < 0) return 0;
        w[0] += (uint64_t)(checkers - mover); w[3] += (uint64_t)(checkers - opponent) << 48;
        memcpy(out->w, w, 32); return 1; }
    #endif
    """
    void store_row(bg_vec v, int8_t* row) noexcept nogil
    bint load_row(const int8_t* row, int checkers, bg_board* out) noexcept nogil

# The k-th set bit, counted from 0 and from the lowest.
cdef extern from *:
    """
    #if !defined(BG_PORTABLE) && defined(__BMI2__) && defined(__AVX2__) && (defined(__x86_64__) || defined(_M_X64))
      static inline int bit_select(uint32_t x, int k) { return bit_first(_pdep_u32((uint32_t)1 << k, x)); }
      static inline int bit_select64(uint64_t x, int k) { return bit_first64(_pdep_u64((uint64_t)1 << k, x)); }
    #else
      static inline int bit_select(uint32_t x, int k) { while (k--) x &= x - 1; return bit_first(x); }
      static inline int bit_select64(uint64_t x, int k) { while (k--) x &= x - 1; return bit_first64(x); }
    #endif
    """
    int bit_select(uint32_t x, int k) noexcept nogil
    int bit_select64(uint64_t x, int k) noexcept nogil

# The board seen by the other side (bg_swap): all 52 slots in the opposite order, the 12 spare bits of a word aside.
cdef extern from *:
    """
    #if !defined(BG_PORTABLE) && defined(__AVX2__)
      static inline bg_vec vec_swapped(bg_vec v) {
        const __m256i reversed = _mm256_broadcastsi128_si256(
          _mm_set_epi8(8, 9, 10, 11, 12, 13, 14, 15, 0, 1, 2, 3, 4, 5, 6, 7));
        const __m256i nibble = _mm256_set1_epi8(15);
        v = _mm256_shuffle_epi8(_mm256_slli_epi64(v, 12), reversed);
        v = _mm256_or_si256(_mm256_and_si256(_mm256_srli_epi16(v, 4), nibble),
                            _mm256_slli_epi16(_mm256_and_si256(v, nibble), 4));
        return _mm256_permute4x64_epi64(v, 0x1B); }
    #else
      static inline uint64_t word_reversed(uint64_t w) {
        w <<= 12;
        w = (w >> 4 & 0x0F0F0F0F0F0F0F0Fu) | (w & 0x0F0F0F0F0F0F0F0Fu) << 4;
        w = (w >> 8 & 0x00FF00FF00FF00FFu) | (w & 0x00FF00FF00FF00FFu) << 8;
        w = (w >> 16 & 0x0000FFFF0000FFFFu) | (w & 0x0000FFFF0000FFFFu) << 16;
        return w >> 32 | w << 32; }
      static inline bg_vec vec_swapped(bg_vec v) {
        uint64_t w[4], s[4]; vec_store(w, v);
        for (int i = 0; i < 4; i++) s[i] = word_reversed(w[3 - i]);
        return vec_load(s); }
    #endif
    """
    bg_vec vec_swapped(bg_vec v) noexcept nogil
