// Structs that are moved whole by one wide access use every byte of their sectors.
#include <cuda_runtime.h>

__global__ void lengths(const float4* points, float4* out) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    float4 point = points[i];
    out[i] = make_float4(point.w, point.z, point.y, point.x);
}

void launch(const float4* points, float4* out) {
    lengths<<<32, 128>>>(points, out);
}
