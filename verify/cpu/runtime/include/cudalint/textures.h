// Textures and surfaces: files that use them compile, kernels that fetch from them are not run. What a fetch costs
// depends on how the hardware lays textures out, which no counter of sectors shows.
#pragma once

typedef unsigned long long cudaTextureObject_t;
typedef unsigned long long cudaSurfaceObject_t;
typedef struct cudalint_array* cudaArray_t;
typedef const struct cudalint_array* cudaArray_const_t;
typedef struct cudalint_array cudaArray;
typedef struct cudalint_mipmapped* cudaMipmappedArray_t;
enum cudaChannelFormatKind { cudaChannelFormatKindSigned, cudaChannelFormatKindUnsigned, cudaChannelFormatKindFloat, cudaChannelFormatKindNone };
struct cudaChannelFormatDesc { int x, y, z, w; cudaChannelFormatKind f; };
enum cudaTextureAddressMode { cudaAddressModeWrap, cudaAddressModeClamp, cudaAddressModeMirror, cudaAddressModeBorder };
enum cudaTextureFilterMode { cudaFilterModePoint, cudaFilterModeLinear };
enum cudaTextureReadMode { cudaReadModeElementType, cudaReadModeNormalizedFloat };
enum cudaSurfaceBoundaryMode { cudaBoundaryModeZero, cudaBoundaryModeClamp, cudaBoundaryModeTrap };
enum cudaResourceType { cudaResourceTypeArray, cudaResourceTypeMipmappedArray, cudaResourceTypeLinear, cudaResourceTypePitch2D };
struct cudaResourceDesc {
    cudaResourceType resType;
    union {
        struct { cudaArray_t array; } array;
        struct { cudaMipmappedArray_t mipmap; } mipmap;
        struct { void* devPtr; cudaChannelFormatDesc desc; size_t sizeInBytes; } linear;
        struct { void* devPtr; cudaChannelFormatDesc desc; size_t width, height, pitchInBytes; } pitch2D;
    } res;
};
struct cudaTextureDesc {
    cudaTextureAddressMode addressMode[3];
    cudaTextureFilterMode filterMode;
    cudaTextureReadMode readMode;
    int sRGB;
    float borderColor[4];
    int normalizedCoords;
    unsigned maxAnisotropy;
    cudaTextureFilterMode mipmapFilterMode;
    float mipmapLevelBias, minMipmapLevelClamp, maxMipmapLevelClamp;
    int disableTrilinearOptimization;
};

namespace cudalint {

template <class T = int>
T no_texture() {
    give_up("textures and surfaces are not emulated on the CPU");
    return T();
}

}  // namespace cudalint

#define CUDALINT_FETCH(NAME)                                     \
    template <class T, class... A>                               \
    T NAME(cudaTextureObject_t, A...) { return cudalint::no_texture<T>(); } \
    template <class T, class... A>                               \
    void NAME(T*, cudaTextureObject_t, A...) { cudalint::no_texture(); }
CUDALINT_FETCH(tex1D)
CUDALINT_FETCH(tex1Dfetch)
CUDALINT_FETCH(tex1DLod)
CUDALINT_FETCH(tex1DGrad)
CUDALINT_FETCH(tex1DLayered)
CUDALINT_FETCH(tex2D)
CUDALINT_FETCH(tex2Dgather)
CUDALINT_FETCH(tex2DLod)
CUDALINT_FETCH(tex2DGrad)
CUDALINT_FETCH(tex2DLayered)
CUDALINT_FETCH(tex3D)
CUDALINT_FETCH(tex3DLod)
CUDALINT_FETCH(texCubemap)
CUDALINT_FETCH(texCubemapLayered)
CUDALINT_FETCH(surf1Dread)
CUDALINT_FETCH(surf2Dread)
CUDALINT_FETCH(surf3Dread)
CUDALINT_FETCH(surf2DLayeredread)
#undef CUDALINT_FETCH
#define CUDALINT_STORE(NAME)       \
    template <class T, class... A> \
    void NAME(T, cudaSurfaceObject_t, A...) { cudalint::no_texture(); }
CUDALINT_STORE(surf1Dwrite)
CUDALINT_STORE(surf2Dwrite)
CUDALINT_STORE(surf3Dwrite)
CUDALINT_STORE(surf2DLayeredwrite)
#undef CUDALINT_STORE
