// The language extensions of CUDA: attributes, predefined macros, built-in variables and the launch configuration.
#pragma once
#define __CUDALINT__ 1
#ifndef __CUDACC__
#define __CUDACC__ 1
#endif
#define __NVCC__ 1
#define __CUDACC_VER_MAJOR__ 13
#define __CUDACC_VER_MINOR__ 0
#define __CUDACC_VER_BUILD__ 88
#define __CUDACC_EXTENDED_LAMBDA__ 1
#define __CUDACC_RELAXED_CONSTEXPR__ 1
#define CUDA_VERSION 13000
#define CUDART_VERSION 13000

// Programs ask for these to learn whether the toolkit's headers are there.
#define __CUDA_RUNTIME_H__
#define __CUDA_RUNTIME_API_H__
#define __DRIVER_TYPES_H__
#define __VECTOR_TYPES_H__
#define __VECTOR_FUNCTIONS_H__
#define __cuda_cuda_h__
#define __CUDA_INCLUDE_COMPILER_INTERNAL_HEADERS__

#define __host__ __attribute__((host))
#define __device__ __attribute__((device))
#define __global__ __attribute__((global))
#define __shared__ __attribute__((shared))
#define __constant__ __attribute__((constant))
#define __managed__ __attribute__((device))

// libclang does not show the arguments of launch_bounds: they are repeated in an annotation, which it does show.
#define CUDALINT_TEXT_OF(...) #__VA_ARGS__
#define CUDALINT_TEXT(...) CUDALINT_TEXT_OF(__VA_ARGS__)
#define __launch_bounds__(...)                   \
  __attribute__((launch_bounds(__VA_ARGS__)))    \
  __attribute__((annotate("launch_bounds:" CUDALINT_TEXT(__VA_ARGS__))))
#define __maxnreg__(...)
#define __cluster_dims__(...)
#define __block_size__(...)
#define __grid_constant__
#define __nv_pure__
#define __noinline__ __attribute__((noinline))
#define __forceinline__ __inline__ __attribute__((always_inline))
#define __forceinline __inline__
#define __align__(...) __attribute__((aligned(__VA_ARGS__)))
#define __builtin_align__(...) __attribute__((aligned(__VA_ARGS__)))
#define __thread__ __thread
#define __device_builtin__
#define __cudart_builtin__
#define __specialization_static static
#define CUDARTAPI
#define CUDAAPI
#define CUDART_CB
#define CUDA_CB
#define __nv_bool bool

#define NULL 0
#define offsetof(type, member) __builtin_offsetof(type, member)
#define __builtin_assume_aligned(pointer, ...) (pointer)

extern "C++" {
typedef __SIZE_TYPE__ size_t;
typedef __PTRDIFF_TYPE__ ptrdiff_t;
namespace std {
typedef __SIZE_TYPE__ size_t;
typedef __PTRDIFF_TYPE__ ptrdiff_t;
typedef decltype(nullptr) nullptr_t;
}  // namespace std
typedef unsigned char uchar, u_char;
typedef unsigned short ushort;
typedef unsigned int uint, u_int;
typedef unsigned long ulong, u_long;
}

#include "vector_types.h"

extern "C++" {
#pragma clang force_cuda_host_device begin
struct dim3 {
  unsigned int x, y, z;
  constexpr dim3(unsigned int x_ = 1, unsigned int y_ = 1, unsigned int z_ = 1) : x(x_), y(y_), z(z_) {}
  constexpr dim3(uint3 v) : x(v.x), y(v.y), z(v.z) {}
  constexpr operator uint3() const { return uint3{x, y, z}; }
};
#pragma clang force_cuda_host_device end

extern const __device__ __attribute__((weak)) uint3 threadIdx, blockIdx;
extern const __device__ __attribute__((weak)) dim3 blockDim, gridDim;
extern const __device__ __attribute__((weak)) int warpSize;

struct CUstream_st;
extern "C" {
// Which of these clang looks for at a launch depends on where it is written and on the toolkit it believes in.
__host__ __device__ int cudaConfigureCall(dim3 grid, dim3 block, size_t shared = 0, CUstream_st* stream = 0);
__host__ __device__ unsigned __cudaPushCallConfiguration(dim3 grid, dim3 block, size_t shared = 0,
                                                         CUstream_st* stream = 0);
__device__ void* cudaGetParameterBuffer(size_t alignment, size_t size);
__device__ int cudaLaunchDevice(void* kernel, void* parameters, dim3 grid, dim3 block, unsigned shared, CUstream_st*);
}
}
