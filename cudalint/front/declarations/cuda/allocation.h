// operator new and delete. Apart from the rest, since libclang 18 crashes where a precompiled header declares them.
#pragma once
#include "language.h"

extern "C++" {
__device__ void* operator new(size_t);
__device__ void* operator new[](size_t);
__device__ void operator delete(void*) noexcept;
__device__ void operator delete[](void*) noexcept;
__host__ __device__ inline void* operator new(size_t, void* place) noexcept { return place; }
__host__ __device__ inline void* operator new[](size_t, void* place) noexcept { return place; }
}
