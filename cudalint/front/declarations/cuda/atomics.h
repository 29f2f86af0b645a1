// Atomic operations on global and shared memory.
#pragma once
#include "language.h"
#define CUDALINT_ATOMIC(name)                                             \
  template <class T, class U> T name(T* address, U value);                \
  template <class T, class U> T name(volatile T* address, U value);       \
  template <class T, class U> T name##_block(T* address, U value);        \
  template <class T, class U> T name##_system(T* address, U value);

extern "C++" {
#pragma clang force_cuda_host_device begin
CUDALINT_ATOMIC(atomicAdd)
CUDALINT_ATOMIC(atomicSub)
CUDALINT_ATOMIC(atomicMin)
CUDALINT_ATOMIC(atomicMax)
CUDALINT_ATOMIC(atomicExch)
CUDALINT_ATOMIC(atomicInc)
CUDALINT_ATOMIC(atomicDec)
CUDALINT_ATOMIC(atomicAnd)
CUDALINT_ATOMIC(atomicOr)
CUDALINT_ATOMIC(atomicXor)
template <class T, class U, class V> T atomicCAS(T* address, U compare, V value);
template <class T, class U, class V> T atomicCAS(volatile T* address, U compare, V value);
template <class T, class U, class V> T atomicCAS_block(T* address, U compare, V value);
template <class T, class U, class V> T atomicCAS_system(T* address, U compare, V value);
template <class T> T __nv_atomic_load_n(T* address, int order = 5, int scope = 0);
template <class T, class U> void __nv_atomic_store_n(T* address, U value, int order = 5, int scope = 0);
template <class T, class U> T __nv_atomic_fetch_add(T* address, U value, int order = 5, int scope = 0);
enum { __NV_ATOMIC_RELAXED, __NV_ATOMIC_CONSUME, __NV_ATOMIC_ACQUIRE, __NV_ATOMIC_RELEASE, __NV_ATOMIC_ACQ_REL,
       __NV_ATOMIC_SEQ_CST };
enum { __NV_THREAD_SCOPE_THREAD, __NV_THREAD_SCOPE_BLOCK, __NV_THREAD_SCOPE_CLUSTER, __NV_THREAD_SCOPE_DEVICE,
       __NV_THREAD_SCOPE_SYSTEM };
#pragma clang force_cuda_host_device end
}
