// One array per member.
#include <cuda_runtime.h>

struct Particles {
    const float *x, *y, *z, *vx, *vy, *vz;
};

__global__ void speeds(Particles particles, float* out) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    out[i] = particles.vx[i];
}

void launch(Particles particles, float* out) {
    speeds<<<32, 128>>>(particles, out);
}
