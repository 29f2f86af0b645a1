// 32 x 8 threads: a warp covers 32 bytes of one row.
#include <cuda_runtime.h>

__global__ void invert(const unsigned char* in, unsigned char* out, int width) {
    int x = blockIdx.x * blockDim.x + threadIdx.x;
    int y = blockIdx.y * blockDim.y + threadIdx.y;
    unsigned char value = in[y * width + x];
    out[y * width + x] = 255 - value;
}

void launch(const unsigned char* in, unsigned char* out) {
    int width = 1920, height = 1080;
    dim3 block(32, 8), grid((width + 31) / 32, (height + 7) / 8);
    invert<<<grid, block>>>(in, out, width);
}
