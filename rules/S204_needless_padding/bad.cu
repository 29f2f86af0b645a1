// The rows are only ever walked along: no two lanes meet in a bank, with or without the 33rd element.
#include <cuda_runtime.h>

__global__ void mirror(const float* in, float* out) {
    __shared__ float rows[8][33];  // bad
    int i = blockIdx.x * 256 + threadIdx.y * 32 + threadIdx.x;
    rows[threadIdx.y][threadIdx.x] = in[i];
    __syncthreads();
    out[i] = rows[threadIdx.y][31 - threadIdx.x];
}

void launch(const float* in, float* out) {
    mirror<<<64, dim3(32, 8)>>>(in, out);
}
