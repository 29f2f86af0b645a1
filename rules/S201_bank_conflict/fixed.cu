// The active threads stay side by side.
#include <cuda_runtime.h>

__global__ void block_sum(const float* in, float* sums) {
    __shared__ float partial[256];
    partial[threadIdx.x] = in[blockIdx.x * 256 + threadIdx.x];
    __syncthreads();
    for (int step = 128; step > 0; step /= 2) {
        if (threadIdx.x < step) {
            partial[threadIdx.x] += partial[threadIdx.x + step];
        }
        __syncthreads();
    }
    if (threadIdx.x == 0) sums[blockIdx.x] = partial[0];
}

void launch(const float* in, float* sums) {
    block_sum<<<64, 256>>>(in, sums);
}
