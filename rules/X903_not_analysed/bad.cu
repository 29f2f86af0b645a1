// A kernel that the preprocessor removes.
#include <cuda_runtime.h>

#if defined(WITH_EXPERIMENTS)
__global__ void experiment(float* out) {  // bad
    out[threadIdx.x] = 0.0f;
}
#endif
