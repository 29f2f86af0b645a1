// Every thread adds to its warp's word: 32 updates, one after the other, since nobody sees that it is one.
#include <cuda_runtime.h>

__global__ void totals(const int* in, int* sums) {
    __shared__ int sum[8];
    if (threadIdx.x < 8) sum[threadIdx.x] = 0;
    __syncthreads();
    atomicAdd(&sum[threadIdx.x / 32], in[blockIdx.x * 256 + threadIdx.x]);  // bad
    __syncthreads();
    if (threadIdx.x < 8) sums[blockIdx.x * 8 + threadIdx.x] = sum[threadIdx.x];
}

void launch(const int* in, int* sums) {
    totals<<<64, 256>>>(in, sums);
}
