// The words of CUDA C++ on the host.
#pragma once

#include "../../engine/engine.h"

#define CUDALINT_INLINE inline __attribute__((always_inline))

#define __global__ __attribute__((noinline))
#define __device__
#define __host__
#define __managed__
#define __shared__ static __thread __attribute__((aligned(128)))
#define __constant__ __attribute__((section("cudalint_constant")))
#define __forceinline__ CUDALINT_INLINE
#define __inline_hint__
#define __noinline__ noinline
#define __align__(n) __attribute__((aligned(n)))
#define __builtin_align__(n) __attribute__((aligned(n)))
#define __launch_bounds__(...)
#define __maxnreg__(...)
#define __cluster_dims__(...)
#define __grid_constant__
#define __device_builtin__
#define __cudart_builtin__
#define CUDARTAPI
#define CUDART_CB
#define CUDAAPI

#define threadIdx (::cudalint::thread_index())
#define blockIdx (::cudalint::block_index())
#define blockDim (::cudalint::block_size())
#define gridDim (::cudalint::grid_size())

constexpr int warpSize = 32;

extern "C" char cudalint_dynamic_memory[256 << 10];

namespace cudalint {

// What is written between <<< and >>>.
struct Launch {
    Index grid, block;
    size_t shared_bytes;

    template <class Grid, class Block, class... Rest>
    Launch(const Grid& g, const Block& b, size_t bytes = 0, const Rest&...) : grid(size(g)), block(size(b)), shared_bytes(bytes) {}

    template <class Call>
    void operator<<(Call&& call) const {
        launch(grid, block, shared_bytes, [](void* c) { (*static_cast<std::remove_reference_t<Call>*>(c))(); }, &call);
    }

    template <class T>
    static Index size(const T& t) {
        if constexpr (std::is_convertible_v<T, unsigned>)
            return {unsigned(t), 1, 1};
        else
            return {t.x, t.y, t.z};
    }
};

}  // namespace cudalint
