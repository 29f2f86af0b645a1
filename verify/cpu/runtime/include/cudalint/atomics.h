// Atomics: one request each, then a plain operation, since one system thread runs everything.
#pragma once

namespace cudalint {

template <class T, class Change>
CUDALINT_INLINE T changed(T* p, Kind kind, Change change) {
    access(p, sizeof(T), kind);
    T old;
    move(&old, p, sizeof old);
    T wanted = change(old);
    move(p, &wanted, sizeof wanted);
    return old;
}

}  // namespace cudalint

#define CUDALINT_ATOMIC(NAME, KIND, EXPRESSION)                                                                  \
    template <class T, class U>                                                                                  \
    CUDALINT_INLINE T NAME(T* p, U given) {                                                                      \
        T value = T(given);                                                                                      \
        return ::cudalint::changed(p, KIND, [value](T old) { return T(EXPRESSION); });                           \
    }                                                                                                            \
    template <class T, class U>                                                                                  \
    CUDALINT_INLINE T NAME##_block(T* p, U v) { return NAME(p, v); }                                             \
    template <class T, class U>                                                                                  \
    CUDALINT_INLINE T NAME##_system(T* p, U v) { return NAME(p, v); }

#define CUDALINT_ADD_KIND                                                                                        \
    (__builtin_constant_p(value == T(1)) && value == T(1) && sizeof(T) == 4 ? ::cudalint::Kind::population_count  \
                                                                           : ::cudalint::Kind::atomic_add)
CUDALINT_ATOMIC(atomicAdd, CUDALINT_ADD_KIND, old + value)
CUDALINT_ATOMIC(atomicSub, ::cudalint::Kind::atomic_add, old - value)
CUDALINT_ATOMIC(atomicMin, ::cudalint::Kind::atomic_add, value < old ? value : old)
CUDALINT_ATOMIC(atomicMax, ::cudalint::Kind::atomic_add, old < value ? value : old)
CUDALINT_ATOMIC(atomicAnd, ::cudalint::Kind::atomic_add, old & value)
CUDALINT_ATOMIC(atomicOr, ::cudalint::Kind::atomic_add, old | value)
CUDALINT_ATOMIC(atomicXor, ::cudalint::Kind::atomic_add, old ^ value)
CUDALINT_ATOMIC(atomicInc, ::cudalint::Kind::atomic_add, old >= value ? 0 : old + 1)
CUDALINT_ATOMIC(atomicDec, ::cudalint::Kind::atomic_add, old == 0 || old > value ? value : old - 1)
CUDALINT_ATOMIC(atomicExch, ::cudalint::Kind::atomic_exchange, value)

template <class T, class U, class V>
CUDALINT_INLINE T atomicCAS(T* p, U compare, V value) {
    T expected = T(compare), wanted = T(value);
    return ::cudalint::changed(p, ::cudalint::Kind::atomic_exchange,
                               [=](T old) { return old == expected ? wanted : old; });
}

CUDALINT_INLINE void __threadfence() {}
CUDALINT_INLINE void __threadfence_block() {}
CUDALINT_INLINE void __threadfence_system() {}
