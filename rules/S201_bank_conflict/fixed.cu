// Each element has another place, in which no two of the active threads meet in a bank.
#include <cuda_runtime.h>

__global__ void block_sum(const float* in, float* sums) {
    __shared__ float partial[256];
    partial[threadIdx.x ^ (threadIdx.x >> 5)] = in[blockIdx.x * 256 + threadIdx.x];
    __syncthreads();
    for (int step = 1; step < 256; step *= 2) {
        int left = 2 * step * threadIdx.x;
        if (left < 256) {
            partial[left ^ (left >> 5)] += partial[(left + step) ^ ((left + step) >> 5)];
        }
        __syncthreads();
    }
    if (threadIdx.x == 0) sums[blockIdx.x] = partial[0];
}

void launch(const float* in, float* sums) {
    block_sum<<<64, 256>>>(in, sums);
}
