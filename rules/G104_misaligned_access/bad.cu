// Every warp's run starts 4 bytes into a sector.
#include <cuda_runtime.h>

__global__ void shift(const float* in, float* out) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    out[i] = in[i + 1];  // bad
}

void launch(const float* in, float* out) {
    shift<<<32, 128>>>(in, out);
}
