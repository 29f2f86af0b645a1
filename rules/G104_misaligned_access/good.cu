// Doubles shifted by 4 elements start at a multiple of 32 bytes.
#include <cuda_runtime.h>

__global__ void shift(const double* in, double* out) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    out[i] = in[i + 4];
}

void launch(const double* in, double* out) {
    shift<<<32, 128>>>(in, out);
}
