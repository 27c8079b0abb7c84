"""The loop of the two-sided bear-off: what every roll brings to one side against many positions of the other.

Positions are numbered by pips here. value[b, a] holds four numbers for the side on roll at a, the other side being at
b; worth[b, a] what those are to the side that has just played and is at b (see bitgammon.bearoff.solve_two).
"""

from libc.stdint cimport int32_t, int64_t
from libc.stdlib cimport free, malloc


def solve(double[:, :, ::1] value, double[:, :, ::1] worth, const int32_t[::1] after, const int64_t[::1] offsets,
          const double[::1] weights, int64_t first, int64_t last, int64_t other_first, int64_t other_last):
    """Fills value and worth for the side on roll at first .. last - 1, the other at other_first .. other_last - 1.

    after: the positions that roll r brings to a are after[offsets[21 a + r]:offsets[21 a + r + 1]], all of which have
    been solved against these. weights: how often of 36 each roll falls. Each of the four numbers has the play that
    suits it best.
    """
    cdef int64_t a, b, k, i, n = 4 * (other_last - other_first)
    cdef int rolls = <int>weights.shape[0], r
    cdef double* best = <double*>malloc(2 * (n + 1) * sizeof(double))
    cdef double* total = best + n
    cdef const double* found
    cdef double weight, own, other, centred, free_play
    if best == NULL:
        raise MemoryError()
    with nogil:
        for a in range(first, last):
            for i in range(n):
                total[i] = 0
            for r in range(rolls):
                k = offsets[rolls * a + r]
                found = &worth[after[k], other_first, 0]
                for i in range(n):
                    best[i] = found[i]
                for k in range(k + 1, offsets[rolls * a + r + 1]):
                    found = &worth[after[k], other_first, 0]
                    for i in range(n):
                        best[i] = found[i] if found[i] > best[i] else best[i]
                weight = weights[r]
                for i in range(n):
                    total[i] += weight * best[i]
            for b in range(other_last - other_first):
                free_play, own = total[4 * b] / 36, total[4 * b + 1] / 36
                centred, other = total[4 * b + 2] / 36, total[4 * b + 3] / 36
                value[other_first + b, a, 0] = free_play
                value[other_first + b, a, 1] = own
                value[other_first + b, a, 2] = centred
                value[other_first + b, a, 3] = other
                weight = min(1.0, 2 * other)             # what doubling brings: a take or a drop
                worth[other_first + b, a, 0] = -free_play
                worth[other_first + b, a, 1] = -other    # the cube is the other side's, once this one has played
                worth[other_first + b, a, 2] = -max(centred, weight)
                worth[other_first + b, a, 3] = -max(own, weight)
    free(best)
