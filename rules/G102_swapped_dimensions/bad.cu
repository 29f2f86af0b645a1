// threadIdx.x runs over the rows, threadIdx.y along them.
#include <cuda_runtime.h>

__global__ void scale(const float* in, float* out, int width) {
    int row = blockIdx.x * blockDim.x + threadIdx.x;
    int column = blockIdx.y * blockDim.y + threadIdx.y;
    float value = in[row * width + column];  // bad
    out[row * width + column] = 2.0f * value;  // bad
}

void launch(const float* in, float* out) {
    scale<<<dim3(32, 128), dim3(32, 8)>>>(in, out, 1024);
}
