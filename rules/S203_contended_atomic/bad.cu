// Every thread adds to the same word: 32 updates of a warp, one after the other.
#include <cuda_runtime.h>

__global__ void total(const int* in, int* sums) {
    __shared__ int sum;
    if (threadIdx.x == 0) sum = 0;
    __syncthreads();
    atomicAdd(&sum, in[blockIdx.x * 256 + threadIdx.x]);  // bad
    __syncthreads();
    if (threadIdx.x == 0) sums[blockIdx.x] = sum;
}

void launch(const int* in, int* sums) {
    total<<<64, 256>>>(in, sums);
}
