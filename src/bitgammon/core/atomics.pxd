"""Integers that threads share without the GIL: what C11's stdatomic.h does, for compilers of C and of MSVC alike.

Loads acquire and stores release: what one thread wrote before a store, another sees after the load that found it.
"""

from libc.stdint cimport int64_t

cdef extern from * nogil:
    """
    #ifndef BG_ATOMICS_DEFINED
    #define BG_ATOMICS_DEFINED
    #ifdef _MSC_VER
    #include <intrin.h>
    #include <windows.h>
    static __inline int64_t bg_atomic_add(int64_t *at, int64_t n) { return _InterlockedExchangeAdd64(at, n); }
    static __inline int64_t bg_atomic_load(int64_t *at) { return _InterlockedOr64(at, 0); }
    static __inline void bg_atomic_store(int64_t *at, int64_t value) { _InterlockedExchange64(at, value); }
    static __inline void bg_give_way(void) { SwitchToThread(); }
    #else
    #include <sched.h>
    static inline int64_t bg_atomic_add(int64_t *at, int64_t n) { return __atomic_fetch_add(at, n, __ATOMIC_RELAXED); }
    static inline int64_t bg_atomic_load(int64_t *at) { return __atomic_load_n(at, __ATOMIC_ACQUIRE); }
    static inline void bg_atomic_store(int64_t *at, int64_t value) { __atomic_store_n(at, value, __ATOMIC_RELEASE); }
    static inline void bg_give_way(void) { sched_yield(); }
    #endif
    #endif
    """
    int64_t bg_atomic_add(int64_t* at, int64_t by) noexcept      # what was there before
    int64_t bg_atomic_load(int64_t* at) noexcept
    void bg_atomic_store(int64_t* at, int64_t value) noexcept
    void bg_give_way() noexcept                                  # let another thread have this core
