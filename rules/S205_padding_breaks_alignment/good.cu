// Odd rows are fine for accesses of one float, and rows of 36 floats for those of four.
#include <cuda_runtime.h>

__global__ void both(const float4* in, float4* out, float* column) {
    __shared__ alignas(16) float tile[32][36];
    __shared__ float odd[32][33];
    int row = threadIdx.x / 8, part = threadIdx.x % 8;
    *reinterpret_cast<float4*>(&tile[row][4 * part]) = in[threadIdx.x];
    for (int i = 0; i < 4; ++i) odd[8 * i + threadIdx.x / 32][threadIdx.x % 32] = threadIdx.x;
    __syncthreads();
    out[threadIdx.x] = *reinterpret_cast<float4*>(&tile[threadIdx.x % 32][4 * (threadIdx.x / 32)]);
    column[threadIdx.x] = odd[threadIdx.x % 32][threadIdx.x / 32];
}

void launch(const float4* in, float4* out, float* column) {
    both<<<1, 256>>>(in, out, column);
}
