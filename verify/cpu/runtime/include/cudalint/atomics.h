// Atomics: one request each, then a plain operation, since one system thread runs everything.
#pragma once

namespace cudalint {

// What nvcc 13.0 combines within a warp where all lanes of a block have one address: sums of 32-bit integers always,
// others where nobody uses the result. Whether they have one address is seen when all blocks have run.
enum class Combined { never, unused, always };

// Floating-point numbers and 64 bits in shared memory: a load and a compare-and-swap, as often as another lane was faster.
template <class T, class Change>
CUDALINT_INLINE T changed_in_loop(T* p, Change change) {
    for (;;) {
        T old, now;
        access(p, sizeof(T), Kind::load);
        move(&old, p, sizeof old);
        T wanted = change(old);
        access(p, sizeof(T), Kind::atomic_loop);
        Undivided here;
        move(&now, p, sizeof now);
        if (__builtin_memcmp(&now, &old, sizeof now) != 0) continue;
        move(p, &wanted, sizeof wanted);
        return old;
    }
}

template <class T>
constexpr bool loops_in_shared = sizeof(T) == 8 || std::is_floating_point_v<T>;

template <class T, class Change>
CUDALINT_INLINE T changed(T* p, Kind kind, Combined combined, Change change) {
    bool unused = take_result_unused();
    if constexpr (std::is_integral_v<T> && sizeof(T) == 4) {
        if (kind == Kind::population_count && !unused) kind = Kind::atomic_add;
        if (combined == Combined::always || (combined == Combined::unused && unused)) kind = combinable(kind);
    }
    access(p, sizeof(T), kind);
    Undivided here;
    T old;
    move(&old, p, sizeof old);
    T wanted = change(old);
    move(p, &wanted, sizeof wanted);
    return old;
}

template <class T, class Change>
CUDALINT_INLINE T changed_or_looped(T* p, Kind kind, Combined combined, Change change) {
    if constexpr (loops_in_shared<T>) {
        if (in_shared(p)) return take_result_unused(), changed_in_loop(p, change);
    }
    return changed(p, kind, combined, change);
}

}  // namespace cudalint

#define CUDALINT_ATOMIC(NAME, KIND, COMBINED, EXPRESSION)                                                        \
    template <class T, class U>                                                                                  \
    CUDALINT_INLINE T NAME(T* p, U given) {                                                                      \
        T value = T(given);                                                                                      \
        return ::cudalint::changed_or_looped(p, KIND, ::cudalint::Combined::COMBINED,                            \
                                             [value](T old) { return T(EXPRESSION); });                          \
    }                                                                                                            \
    template <class T, class U>                                                                                  \
    CUDALINT_INLINE T NAME##_block(T* p, U v) { return NAME(p, v); }                                             \
    template <class T, class U>                                                                                  \
    CUDALINT_INLINE T NAME##_system(T* p, U v) { return NAME(p, v); }

#define CUDALINT_ADD_KIND                                                                                        \
    (std::is_integral_v<T> && sizeof(T) == 4 && __builtin_constant_p(value == T(1)) && value == T(1) ? ::cudalint::Kind::population_count  \
                                                                           : ::cudalint::Kind::atomic_add)
CUDALINT_ATOMIC(atomicAdd, CUDALINT_ADD_KIND, always, old + value)
CUDALINT_ATOMIC(atomicSub, ::cudalint::Kind::atomic_add, always, old - value)
CUDALINT_ATOMIC(atomicMin, ::cudalint::Kind::atomic_add, unused, value < old ? value : old)
CUDALINT_ATOMIC(atomicMax, ::cudalint::Kind::atomic_add, unused, old < value ? value : old)
CUDALINT_ATOMIC(atomicAnd, ::cudalint::Kind::atomic_add, unused, old & value)
CUDALINT_ATOMIC(atomicOr, ::cudalint::Kind::atomic_add, unused, old | value)
CUDALINT_ATOMIC(atomicXor, ::cudalint::Kind::atomic_add, unused, old ^ value)
CUDALINT_ATOMIC(atomicInc, ::cudalint::Kind::atomic_add, never, old >= value ? 0 : old + 1)
CUDALINT_ATOMIC(atomicDec, ::cudalint::Kind::atomic_add, never, old == 0 || old > value ? value : old - 1)
template <class T, class U>
CUDALINT_INLINE T atomicExch(T* p, U given) {
    T value = T(given);
    return ::cudalint::changed(p, ::cudalint::Kind::atomic_exchange, ::cudalint::Combined::never, [value](T) { return value; });
}
template <class T, class U>
CUDALINT_INLINE T atomicExch_block(T* p, U v) { return atomicExch(p, v); }
template <class T, class U>
CUDALINT_INLINE T atomicExch_system(T* p, U v) { return atomicExch(p, v); }

template <class T, class U, class V>
CUDALINT_INLINE T atomicCAS(T* p, U compare, V value) {
    T expected = T(compare), wanted = T(value);
    return ::cudalint::changed(p, ::cudalint::Kind::atomic_exchange, ::cudalint::Combined::never,
                               [=](T old) { return old == expected ? wanted : old; });
}

CUDALINT_INLINE void __threadfence() {}
CUDALINT_INLINE void __threadfence_block() {}
CUDALINT_INLINE void __threadfence_system() {}
