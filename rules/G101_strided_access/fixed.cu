// A warp per row; every fourth element is left to a compact array.
#include <cuda_runtime.h>

__global__ void row_sums(const float* matrix, float* sums, int columns) {
    int thread = blockIdx.x * blockDim.x + threadIdx.x;
    int row = thread / 32, lane = thread % 32;
    float sum = 0.0f;
    for (int column = lane; column < columns; column += 32) {
        sum += matrix[row * columns + column];
    }
    for (int offset = 16; offset > 0; offset /= 2) {
        sum += __shfl_down_sync(0xffffffffu, sum, offset);
    }
    if (lane == 0) sums[row] = sum;
}

__global__ void every_fourth(const float* compact, float* out) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    out[i] = compact[i];
}

void launch(const float* matrix, const float* compact, float* sums) {
    row_sums<<<1024, 128>>>(matrix, sums, 512);
    every_fourth<<<32, 128>>>(compact, sums);
}
