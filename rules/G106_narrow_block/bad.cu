// 8 x 8 threads over an image of bytes: a warp covers 8 bytes of 4 rows.
#include <cuda_runtime.h>

__global__ void invert(const unsigned char* in, unsigned char* out, int width) {
    int x = blockIdx.x * blockDim.x + threadIdx.x;
    int y = blockIdx.y * blockDim.y + threadIdx.y;
    unsigned char value = in[y * width + x];  // bad
    out[y * width + x] = 255 - value;  // bad
}

void launch(const unsigned char* in, unsigned char* out) {
    invert<<<dim3(240, 135), dim3(8, 8)>>>(in, out, 1920);
}
