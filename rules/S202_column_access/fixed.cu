// Rows of 33 elements: neighbouring rows start one bank apart.
#include <cuda_runtime.h>

__global__ void transpose(const float* in, float* out, int n) {
    __shared__ float tile[32][32 + 1];
    tile[threadIdx.y][threadIdx.x] = in[(blockIdx.y * 32 + threadIdx.y) * n + blockIdx.x * 32 + threadIdx.x];
    __syncthreads();
    float turned = tile[threadIdx.x][threadIdx.y];
    out[(blockIdx.x * 32 + threadIdx.y) * n + blockIdx.y * 32 + threadIdx.x] = turned;
}

void launch(const float* in, float* out) {
    transpose<<<dim3(32, 32), dim3(32, 32)>>>(in, out, 1024);
}
