// An odd stride meets every bank once; 16-byte accesses side by side are at their ideal of 4 wavefronts.
#include <cuda_runtime.h>

__global__ void spread(const float* in, float* out) {
    __shared__ float values[33 * 128];
    __shared__ float4 wide[128];
    int i = blockIdx.x * 128 + threadIdx.x;
    values[33 * threadIdx.x] = in[i];
    wide[threadIdx.x] = make_float4(in[i], in[i], in[i], in[i]);
    __syncthreads();
    out[i] = values[33 * (127 - threadIdx.x)] + wide[0].x;
}

void launch(const float* in, float* out) {
    spread<<<32, 128>>>(in, out);
}
