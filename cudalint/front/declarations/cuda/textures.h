// Textures and surfaces, objects and references alike.
#pragma once
#include "anything.h"
#include "runtime_types.h"
#define cudaTextureType1D 0x01
#define cudaTextureType2D 0x02
#define cudaTextureType3D 0x03
#define cudaTextureTypeCubemap 0x0C
#define cudaTextureType1DLayered 0xF1
#define cudaTextureType2DLayered 0xF2
#define cudaSurfaceType1D 0x01
#define cudaSurfaceType2D 0x02
#define cudaSurfaceType3D 0x03
#define cudaSurfaceType2DLayered 0xF2
#define CUDALINT_FETCH(name)                                                                        \
  template <class T, int dimensions, cudaTextureReadMode mode, class... A>                          \
  typename cudalint_fetched<T, mode>::type name(texture<T, dimensions, mode>, A...);                \
  template <class T, class... A> T name(cudaTextureObject_t, A...);                                 \
  template <class T, class... A> void name(T*, cudaTextureObject_t, A...);                          \
  cudalint_any name(cudalint_any, cudalint_any = {}, cudalint_any = {}, cudalint_any = {});
#define CUDALINT_SURFACE(name)                               \
  template <class T, class... A> T name##read(A...);         \
  template <class... A> void name##read(A...);               \
  template <class T, class... A> void name##write(A...);     \
  template <class... A> void name##write(A...);

extern "C++" {
#pragma clang force_cuda_host_device begin
struct textureReference {
  int normalized;
  cudaTextureFilterMode filterMode;
  cudaTextureAddressMode addressMode[3];
  cudaChannelFormatDesc channelDesc;
};
struct surfaceReference {
  cudaChannelFormatDesc channelDesc;
};
template <class T, int dimensions = 1, cudaTextureReadMode mode = cudaReadModeElementType>
struct __attribute__((device_builtin_texture_type)) texture : textureReference {};
template <class T, int dimensions = 1>
struct __attribute__((device_builtin_surface_type)) surface : surfaceReference {};

template <class T, cudaTextureReadMode mode> struct cudalint_fetched { typedef T type; };
#define CUDALINT_NORMALISED(integer, floating) \
  template <> struct cudalint_fetched<integer, cudaReadModeNormalizedFloat> { typedef floating type; };
CUDALINT_NORMALISED(char, float) CUDALINT_NORMALISED(signed char, float) CUDALINT_NORMALISED(unsigned char, float)
CUDALINT_NORMALISED(short, float) CUDALINT_NORMALISED(unsigned short, float)
CUDALINT_NORMALISED(uchar2, float2) CUDALINT_NORMALISED(ushort2, float2)
CUDALINT_NORMALISED(uchar4, float4) CUDALINT_NORMALISED(ushort4, float4) CUDALINT_NORMALISED(char4, float4)

CUDALINT_FETCH(tex1Dfetch) CUDALINT_FETCH(tex1D) CUDALINT_FETCH(tex2D) CUDALINT_FETCH(tex3D)
CUDALINT_FETCH(tex1DLayered) CUDALINT_FETCH(tex2DLayered) CUDALINT_FETCH(texCubemap) CUDALINT_FETCH(tex2Dgather)
CUDALINT_FETCH(tex1DLod) CUDALINT_FETCH(tex2DLod) CUDALINT_FETCH(tex3DLod) CUDALINT_FETCH(tex2DGrad)
CUDALINT_SURFACE(surf1D) CUDALINT_SURFACE(surf2D) CUDALINT_SURFACE(surf3D) CUDALINT_SURFACE(surf1DLayered)
CUDALINT_SURFACE(surf2DLayered) CUDALINT_SURFACE(surfCubemap)
#pragma clang force_cuda_host_device end
}
