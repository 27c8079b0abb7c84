"""The random words of playouts: a counter-based generator, so that any word of any game can be had on its own.

Philox4x32-10 (Salmon, Moraes, Dror and Shaw, "Parallel random numbers: as easy as 1, 2, 3", 2011): a block of four
words is a function of a counter of four words and a key of two. Word i of game g on board b under a seed is word i % 4
of the block with

    key      seed, low and high half
    counter  i // 4;  g, low half;  b, low half;  bits 32..47 of g, and above them those of b

# Stability

This is a promise: the same seed gives the same dice and, until the version notes say otherwise, the same plays, on any
machine, in any number of threads, in any chunks.
"""

from libc.stdint cimport int64_t, uint32_t, uint64_t

ctypedef struct bg_stream:
    uint32_t key[2]
    uint32_t counter[4]
    uint32_t words[4]
    int used                # of the four words


cdef inline void bg_philox(const uint32_t* counter, const uint32_t* key, uint32_t* words) noexcept nogil:
    """The block of a counter and a key."""
    cdef uint32_t c0 = counter[0], c1 = counter[1], c2 = counter[2], c3 = counter[3], k0 = key[0], k1 = key[1]
    cdef uint64_t p0, p1
    cdef int k
    for k in range(10):
        p0 = <uint64_t>0xD2511F53u * c0
        p1 = <uint64_t>0xCD9E8D57u * c2
        c0 = <uint32_t>(p1 >> 32) ^ c1 ^ k0
        c1 = <uint32_t>p1
        c2 = <uint32_t>(p0 >> 32) ^ c3 ^ k1
        c3 = <uint32_t>p0
        k0 += 0x9E3779B9u
        k1 += 0xBB67AE85u
    words[0] = c0
    words[1] = c1
    words[2] = c2
    words[3] = c3


cdef inline bg_stream bg_stream_of(uint64_t seed, uint64_t board, uint64_t game) noexcept nogil:
    """The words of a game, from the first; board and game below 2**48."""
    cdef bg_stream s
    s.key[0] = <uint32_t>seed
    s.key[1] = <uint32_t>(seed >> 32)
    s.counter[0] = 0
    s.counter[1] = <uint32_t>game
    s.counter[2] = <uint32_t>board
    s.counter[3] = <uint32_t>((game >> 32) & 0xFFFF) | <uint32_t>((board >> 32) & 0xFFFF) << 16
    s.words[0] = s.words[1] = s.words[2] = s.words[3] = 0
    s.used = 4
    return s


cdef inline uint32_t bg_word(bg_stream* s) noexcept nogil:
    """The next word."""
    if s.used == 4:
        bg_philox(s.counter, s.key, s.words)
        s.counter[0] += 1
        s.used = 0
    s.used += 1
    return s.words[s.used - 1]


cdef inline uint32_t bg_below(bg_stream* s, uint32_t bound) noexcept nogil:
    """A number from 0 to bound - 1 from one word; no value is more likely than another by over bound / 2**32."""
    return <uint32_t>(<uint64_t>bg_word(s) * bound >> 32)


cdef inline void bg_roll(bg_stream* s, bint opening, int* die1, int* die2) noexcept nogil:
    """Both dice from one word, its first two digits in base 6; for an opening, words are drawn until they differ."""
    cdef uint64_t digits
    while True:
        digits = <uint64_t>bg_word(s) * 6
        die1[0] = 1 + <int>(digits >> 32)
        die2[0] = 1 + <int>((digits & 0xFFFFFFFFu) * 6 >> 32)
        if not opening or die1[0] != die2[0]:
            return
