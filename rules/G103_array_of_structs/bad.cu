// Each thread takes one float out of its own struct of 24 bytes.
#include <cuda_runtime.h>

struct Particle {
    float x, y, z, vx, vy, vz;
};

__global__ void speeds(const Particle* particles, float* out) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    out[i] = particles[i].vx;  // bad
}

void launch(const Particle* particles, float* out) {
    speeds<<<32, 128>>>(particles, out);
}
