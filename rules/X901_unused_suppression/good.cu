// A suppression that is needed, with its reason.
#include <cuda_runtime.h>

__global__ void clear_first_column(float* out) {
    // cudalint: ignore[G101] runs once
    out[32 * (blockIdx.x * blockDim.x + threadIdx.x)] = 0.0f;
}

void launch(float* out) {
    clear_first_column<<<64, 256>>>(out);
}
