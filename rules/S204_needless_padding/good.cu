// A column is read here: without the 33rd element all its elements would be in one bank.
#include <cuda_runtime.h>

__global__ void turn(const float* in, float* out) {
    __shared__ float tile[32][33];
    tile[threadIdx.y][threadIdx.x] = in[threadIdx.y * 32 + threadIdx.x];
    __syncthreads();
    out[threadIdx.y * 32 + threadIdx.x] = tile[threadIdx.x][threadIdx.y];
}

void launch(const float* in, float* out) {
    turn<<<1, dim3(32, 32)>>>(in, out);
}
