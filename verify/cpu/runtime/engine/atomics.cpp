// -fsanitize=thread turns the __atomic builtins into these calls. One system thread runs everything, so plain memory
// operations do.
#include <cstdint>

#include "engine.h"

namespace {

using cudalint::access;
using cudalint::Kind;

template <class T>
bool exchanged_if_equal(volatile T* p, T* expected, T wanted) {
    T old = *p;
    if (old == *expected) {
        *p = wanted;
        return true;
    }
    *expected = old;
    return false;
}

}  // namespace

#define CALLER __builtin_return_address(0)

#define FETCH(T, BITS, NAME, EXPRESSION)                                            \
    T __tsan_atomic##BITS##_fetch_##NAME(volatile T* p, T value, int) {             \
        access(const_cast<T*>(p), sizeof(T), Kind::atomic_add, nullptr, CALLER);                     \
        T old = *p;                                                                 \
        *p = T(EXPRESSION);                                                         \
        return old;                                                                 \
    }

#define SIZED(T, BITS)                                                              \
    T __tsan_atomic##BITS##_load(const volatile T* p, int) {                        \
        access(const_cast<const T*>(p), sizeof(T), Kind::load, nullptr, CALLER);                     \
        return *p;                                                                  \
    }                                                                               \
    void __tsan_atomic##BITS##_store(volatile T* p, T value, int) {                 \
        access(const_cast<T*>(p), sizeof(T), Kind::store, nullptr, CALLER);                          \
        *p = value;                                                                 \
    }                                                                               \
    T __tsan_atomic##BITS##_exchange(volatile T* p, T value, int) {                 \
        access(const_cast<T*>(p), sizeof(T), Kind::atomic_exchange, nullptr, CALLER);                \
        T old = *p;                                                                 \
        *p = value;                                                                 \
        return old;                                                                 \
    }                                                                               \
    FETCH(T, BITS, add, old + value)                                                \
    FETCH(T, BITS, sub, old - value)                                                \
    FETCH(T, BITS, and, old & value)                                                \
    FETCH(T, BITS, or, old | value)                                                 \
    FETCH(T, BITS, xor, old ^ value)                                                \
    FETCH(T, BITS, nand, ~(old & value))                                            \
    int __tsan_atomic##BITS##_compare_exchange_strong(volatile T* p, T* e, T v, int, int) { \
        access(const_cast<T*>(p), sizeof(T), Kind::atomic_exchange, nullptr, CALLER);                \
        return exchanged_if_equal(p, e, v);                                         \
    }                                                                               \
    int __tsan_atomic##BITS##_compare_exchange_weak(volatile T* p, T* e, T v, int, int) {   \
        access(const_cast<T*>(p), sizeof(T), Kind::atomic_exchange, nullptr, CALLER);                \
        return exchanged_if_equal(p, e, v);                                         \
    }                                                                               \
    T __tsan_atomic##BITS##_compare_exchange_val(volatile T* p, T e, T v, int, int) {       \
        access(const_cast<T*>(p), sizeof(T), Kind::atomic_exchange, nullptr, CALLER);                \
        exchanged_if_equal(p, &e, v);                                               \
        return e;                                                                   \
    }

extern "C" {
SIZED(uint8_t, 8)
SIZED(uint16_t, 16)
SIZED(uint32_t, 32)
SIZED(uint64_t, 64)
void __tsan_atomic_thread_fence(int) {}
void __tsan_atomic_signal_fence(int) {}
}

#undef SIZED
#undef CALLER
