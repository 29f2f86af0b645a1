// A thread per row: neighbouring threads are a whole row apart.
#include <cuda_runtime.h>

__global__ void row_sums(const float* matrix, float* sums, int columns) {
    int row = blockIdx.x * blockDim.x + threadIdx.x;
    float sum = 0.0f;
    for (int column = 0; column < columns; ++column) {
        sum += matrix[row * columns + column];  // bad
    }
    sums[row] = sum;
}

__global__ void every_fourth(const float* in, float* out) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    out[i] = in[4 * i];  // bad
}

void launch(const float* matrix, float* sums) {
    row_sums<<<32, 128>>>(matrix, sums, 512);
    every_fourth<<<32, 128>>>(matrix, sums);
}
