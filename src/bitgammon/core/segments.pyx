"""The loops over segments of an array of values: segment i is values[offsets[i]:offsets[i + 1]]. The GIL released.

offsets are checked by bitgammon.batch.segments, values here: a function stops at the first segment without an answer.
"""

from libc.stdint cimport int64_t, uint32_t, uint64_t

from bitgammon.core.dice cimport bg_philox

cdef double SMALL = 1e-100, LARGE = 1e100     # between them neither sums nor products lose digits

ctypedef fused real:
    float
    double


def best(const real[::1] values, const int64_t[::1] offsets, int64_t[::1] found):
    """The index of the first of the largest values of each segment; the number done, less than all at the first
    segment with a NaN."""
    cdef int64_t i, k, top, done = 0
    with nogil:
        for i in range(found.shape[0]):
            top = offsets[i]
            for k in range(top, offsets[i + 1]):
                if not values[k] <= values[top]:    # larger, or one of both is NaN
                    top = k
                    if values[k] != values[k]:
                        break
            if values[top] != values[top]:
                break
            found[i] = top
            done = i + 1
    return done


def expected(const real[::1] values, const int64_t[::1] offsets, const double[::1] weights, double[::1] found):
    """The mean of each segment, weighted unless weights is None; the number done, less than all at the first segment
    whose values or weights are not finite, whose weights are negative or sum to 0, or whose sums overflow."""
    cdef int64_t i, k, done = 0
    cdef double total, mass, mean, weight, largest
    cdef bint weighted = weights is not None, valid
    with nogil:
        for i in range(found.shape[0]):
            total = mass = 0
            valid = True
            for k in range(offsets[i], offsets[i + 1]):
                weight = weights[k] if weighted else 1
                valid &= weight >= 0
                total += weight * values[k]
                mass += weight
            if weighted and not SMALL < mass < LARGE:            # once more, with weights of a size that can be summed
                largest = 0
                for k in range(offsets[i], offsets[i + 1]):
                    largest = max(largest, weights[k])
                total = mass = 0
                for k in range(offsets[i], offsets[i + 1]):
                    total += weights[k] / largest * values[k]
                    mass += weights[k] / largest
            mean = total / mass
            if not valid or not mass > 0 or mean - mean != 0:    # a NaN or an infinity on the way stays one
                break
            found[i] = mean
            done = i + 1
    return done


cdef inline uint64_t high_product(uint64_t a, uint64_t b) noexcept nogil:
    """The upper 64 of the 128 bits of a product."""
    cdef uint64_t a0 = <uint32_t>a, a1 = a >> 32, b0 = <uint32_t>b, b1 = b >> 32
    cdef uint64_t middle = a1 * b0 + (a0 * b0 >> 32)
    cdef uint64_t other = a0 * b1 + <uint32_t>middle
    return a1 * b1 + (middle >> 32) + (other >> 32)


def pick(const int64_t[::1] offsets, uint64_t seed, uint64_t first, int64_t[::1] found):
    """An index of each segment, as bitgammon.batch.pick describes it; the first segment has the number first."""
    cdef uint32_t key[2]
    cdef uint32_t counter[4]
    cdef uint32_t words[4]
    cdef int64_t i
    key[0] = <uint32_t>seed
    key[1] = <uint32_t>(seed >> 32)
    counter[2] = 0
    counter[3] = 0xFFFFFFFF
    with nogil:
        for i in range(found.shape[0]):
            counter[0] = <uint32_t>(first + <uint64_t>i)
            counter[1] = <uint32_t>((first + <uint64_t>i) >> 32)
            bg_philox(counter, key, words)
            found[i] = offsets[i] + <int64_t>high_product(<uint64_t>words[1] << 32 | words[0],
                                                          <uint64_t>(offsets[i + 1] - offsets[i]))
