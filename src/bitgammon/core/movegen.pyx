"""The generator of plays, through the variant of the kernel that suits the CPU.

``BITGAMMON_CPU`` (``portable``, ``baseline``, ``v3``) forces a variant; ``variant`` names the one in use and
``variants`` those this build and this CPU have. All give the same plays in the same order.
"""

import importlib
import importlib.util
import os

from cpython.pycapsule cimport PyCapsule_GetPointer

from bitgammon.core.kernel_table cimport bg_kernel

cdef extern from *:
    """
    #if defined(__GNUC__) && defined(__x86_64__)
      #include <cpuid.h>
      static int cpu_has_v3(void) {
        unsigned int a, b, c, d;
        __builtin_cpu_init();
        if (!__get_cpuid(0x80000001u, &a, &b, &c, &d) || !(c & 0x20)) return 0;      /* lzcnt */
        return __builtin_cpu_supports("avx2") && __builtin_cpu_supports("bmi") && __builtin_cpu_supports("bmi2")
            && __builtin_cpu_supports("popcnt"); }
    #elif defined(_M_X64)
      #include <intrin.h>
      #include <immintrin.h>
      static int cpu_has_v3(void) {
        int r[4]; __cpuid(r, 0); if (r[0] < 7) return 0;
        __cpuid(r, 1);
        if ((r[2] & 0x18801000) != 0x18801000) return 0;          /* fma, popcnt, osxsave, avx */
        if ((_xgetbv(0) & 6) != 6) return 0;
        __cpuidex(r, 7, 0); if ((r[1] & 0x128) != 0x128) return 0;      /* bmi, avx2, bmi2 */
        __cpuid(r, 0x80000000); if ((unsigned int)r[0] < 0x80000001u) return 0;
        __cpuid(r, 0x80000001); return (r[2] & 0x20) != 0; }      /* lzcnt */
    #else
      static int cpu_has_v3(void) { return 0; }
    #endif
    """
    int cpu_has_v3()

cdef bg_kernel KERNEL


cdef object _available():
    """Variants of this build that this CPU runs, slowest first."""
    found = []
    for name in ("portable", "baseline", "v3"):
        if name == "v3" and not cpu_has_v3():
            continue
        if importlib.util.find_spec(f"bitgammon.core._kernel_{name}") is not None:
            found.append(name)
    return tuple(found)


cdef object _choose():
    wanted = os.environ.get("BITGAMMON_CPU", "")
    if not wanted:
        return variants[len(variants) - 1]
    if wanted not in variants:
        raise ImportError(f"BITGAMMON_CPU={wanted!r}: this build on this CPU has {', '.join(variants)}")
    return wanted


variants = _available()
variant = _choose()
_module = importlib.import_module(f"bitgammon.core._kernel_{variant}")
KERNEL = (<bg_kernel*>PyCapsule_GetPointer(_module.table, "bitgammon.core.kernel"))[0]


cdef int bg_generate(const bg_board* board, int die1, int die2, bg_board* out) noexcept nogil:
    return KERNEL.generate(board, die1, die2, out)


cdef int bg_generate_general(const bg_board* board, int die1, int die2, bg_board* out) noexcept nogil:
    return KERNEL.general(board, die1, die2, out)


cdef int bg_count(const bg_board* board, int die1, int die2) noexcept nogil:
    return KERNEL.count(board, die1, die2)


cdef int64_t bg_perft(const bg_board* board, int depth, bint weighted) noexcept nogil:
    return KERNEL.perft(board, depth, weighted)


cdef void bg_unpack(const bg_board* boards, int64_t n, bint swap, int8_t* rows) noexcept nogil:
    KERNEL.unpack(boards, n, swap, rows)


cdef int64_t bg_pack(const int8_t* rows, int64_t n, int checkers, bg_board* boards) noexcept nogil:
    return KERNEL.pack(rows, n, checkers, boards)


cdef void bg_pick(const bg_board* board, int die1, int die2, bg_stream* stream, bg_board* out) noexcept nogil:
    KERNEL.pick(board, die1, die2, stream, out)


cdef int bg_playout(const bg_board* board, bg_stream* stream, bint opening, int64_t max_turns,
                    int64_t* turns) noexcept nogil:
    return KERNEL.playout(board, stream, opening, max_turns, turns)
