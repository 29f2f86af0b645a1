// A warp per index, its lanes along the values that the index names.
#include <cuda_runtime.h>

__global__ void gather(const int* index, const float* values, float* out, int length) {
    int item = (blockIdx.x * blockDim.x + threadIdx.x) / 32, lane = threadIdx.x % 32;
    const float* row = values + (size_t)index[item] * length;
    for (int i = lane; i < length; i += 32) {
        float value = row[i];
        out[item * length + i] = value;
    }
}

void launch(const int* index, const float* values, float* out) {
    gather<<<32, 128>>>(index, values, out, 128);
}
