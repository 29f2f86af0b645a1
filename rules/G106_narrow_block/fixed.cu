// 32 x 8 threads: a warp covers 32 bytes of one row.
#include <cuda_runtime.h>

__global__ void invert(const unsigned char* in, unsigned char* out, int width) {
    int x = blockIdx.x * blockDim.x + threadIdx.x;
    int y = blockIdx.y * blockDim.y + threadIdx.y;
    unsigned char value = in[y * width + x];
    out[y * width + x] = 255 - value;
}

void launch(const unsigned char* in, unsigned char* out) {
    invert<<<dim3(60, 135), dim3(32, 8)>>>(in, out, 1920);
}
