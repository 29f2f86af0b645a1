// Neighbouring threads touch neighbouring elements, in either direction, or all the same one.
#include <cuda_runtime.h>

__global__ void column_sums(const float* matrix, float* sums, int rows, int columns) {
    int column = blockIdx.x * blockDim.x + threadIdx.x;
    float sum = 0.0f;
    for (int row = 0; row < rows; ++row) {
        sum += matrix[row * columns + column];
    }
    sums[column] = sum;
}

__global__ void reversed(const float* in, const float* factor, float* out, int count) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    out[i] = factor[blockIdx.x] * in[count - 1 - i];
}

void launch(const float* matrix, float* sums) {
    column_sums<<<4, 128>>>(matrix, sums, 4096, 512);
    reversed<<<32, 128>>>(matrix, matrix, sums, 4096);
}
