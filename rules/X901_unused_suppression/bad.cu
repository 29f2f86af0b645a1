// A suppression that was left behind when the access was mended.
#include <cuda_runtime.h>

__global__ void clear(float* out) {
    // cudalint: ignore[G101] runs once  // bad
    out[blockIdx.x * blockDim.x + threadIdx.x] = 0.0f;
}

void launch(float* out) {
    clear<<<64, 256>>>(out);
}
