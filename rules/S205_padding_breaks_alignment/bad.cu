// Rows of 33 floats are 132 bytes: every row but each fourth starts where a float4 must not.
#include <cuda_runtime.h>

__global__ void copy(const float4* in, float4* out) {
    __shared__ alignas(16) float tile[32][33];
    int row = threadIdx.x / 8, part = threadIdx.x % 8;
    *reinterpret_cast<float4*>(&tile[row][4 * part]) = in[threadIdx.x];  // bad
    __syncthreads();
    out[threadIdx.x] = *reinterpret_cast<float4*>(&tile[threadIdx.x % 32][4 * (threadIdx.x / 32)]);  // bad
}

void launch(const float4* in, float4* out) {
    copy<<<1, 256>>>(in, out);
}
