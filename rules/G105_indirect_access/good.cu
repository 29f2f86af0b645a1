// All threads of a block follow one index and then walk side by side: the row is data, the lanes are not.
#include <cuda_runtime.h>

__global__ void look_up(const int* words, const float* table, float* out) {
    int word = words[blockIdx.x];
    out[blockIdx.x * 128 + threadIdx.x] = table[word * 128 + threadIdx.x];
}

void launch(const int* words, const float* table, float* out) {
    look_up<<<32, 128>>>(words, table, out);
}
