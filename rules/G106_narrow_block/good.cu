// 16 x 16 threads over floats: each row's piece is 64 bytes, two whole sectors.
#include <cuda_runtime.h>

__global__ void invert(const float* in, float* out, int width) {
    int x = blockIdx.x * blockDim.x + threadIdx.x;
    int y = blockIdx.y * blockDim.y + threadIdx.y;
    float value = in[y * width + x];
    out[y * width + x] = 1.0f - value;
}

void launch(const float* in, float* out) {
    invert<<<dim3(120, 64), dim3(16, 16)>>>(in, out, 1920);
}
