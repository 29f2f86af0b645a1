// One array per member.
#include <cuda_runtime.h>

struct Particle {
    float x, y, z, vx, vy, vz;
};

struct ParticleArrays { decltype(Particle::vx)* vx; };

__global__ void speeds(ParticleArrays particles, float* out) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    out[i] = particles.vx[i];
}

void launch(ParticleArrays particles, float* out) {
    speeds<<<32, 128>>>(particles, out);
}
