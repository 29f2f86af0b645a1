// 8, 6 and 4-bit floating types.
#pragma once
#include "half.h"
#define CUDALINT_SMALL(name, storage)                          \
  struct __align__(sizeof(storage)) name {                     \
    storage __x;                                               \
    name() = default;                                          \
    template <class... T> explicit constexpr name(T...) : __x(0) {} \
    explicit operator float() const;                           \
    explicit operator double() const;                          \
    explicit operator __half() const;                          \
    explicit operator __nv_bfloat16() const;                   \
  };
#define CUDALINT_SMALL_GROUP(name, storage, result)            \
  struct __align__(sizeof(storage)) name {                     \
    storage __x;                                               \
    name() = default;                                          \
    template <class... T> explicit constexpr name(T...) : __x(0) {} \
    explicit operator result() const;                          \
    explicit operator __half2() const;                         \
    explicit operator __nv_bfloat162() const;                  \
  };
#define CUDALINT_CONVERT(result, name) template <class... A> result name(A...);

extern "C++" {
#pragma clang force_cuda_host_device begin
typedef unsigned char __nv_fp8_storage_t, __nv_fp6_storage_t, __nv_fp4_storage_t, __nv_fp4x2_storage_t;
typedef unsigned short __nv_fp8x2_storage_t, __nv_fp6x2_storage_t, __nv_fp4x4_storage_t;
typedef unsigned __nv_fp8x4_storage_t;
enum __nv_saturation_t { __NV_NOSAT, __NV_SATFINITE };
enum __nv_fp8_interpretation_t { __NV_E4M3, __NV_E5M2 };
enum __nv_fp6_interpretation_t { __NV_E2M3, __NV_E3M2 };
enum __nv_fp4_interpretation_t { __NV_E2M1 };
CUDALINT_SMALL(__nv_fp8_e4m3, unsigned char)
CUDALINT_SMALL(__nv_fp8_e5m2, unsigned char)
CUDALINT_SMALL(__nv_fp8_e8m0, unsigned char)
CUDALINT_SMALL(__nv_fp6_e2m3, unsigned char)
CUDALINT_SMALL(__nv_fp6_e3m2, unsigned char)
CUDALINT_SMALL(__nv_fp4_e2m1, unsigned char)
CUDALINT_SMALL_GROUP(__nv_fp8x2_e4m3, unsigned short, float2)
CUDALINT_SMALL_GROUP(__nv_fp8x2_e5m2, unsigned short, float2)
CUDALINT_SMALL_GROUP(__nv_fp8x4_e4m3, unsigned, float4)
CUDALINT_SMALL_GROUP(__nv_fp8x4_e5m2, unsigned, float4)
CUDALINT_SMALL_GROUP(__nv_fp4x2_e2m1, unsigned char, float2)
CUDALINT_SMALL_GROUP(__nv_fp4x4_e2m1, unsigned short, float4)
CUDALINT_CONVERT(__nv_fp8_storage_t, __nv_cvt_float_to_fp8)
CUDALINT_CONVERT(__nv_fp8_storage_t, __nv_cvt_double_to_fp8)
CUDALINT_CONVERT(__nv_fp8_storage_t, __nv_cvt_halfraw_to_fp8)
CUDALINT_CONVERT(__nv_fp8_storage_t, __nv_cvt_bfloat16raw_to_fp8)
CUDALINT_CONVERT(__nv_fp8x2_storage_t, __nv_cvt_float2_to_fp8x2)
CUDALINT_CONVERT(__nv_fp8x2_storage_t, __nv_cvt_halfraw2_to_fp8x2)
CUDALINT_CONVERT(__nv_fp8x2_storage_t, __nv_cvt_bfloat16raw2_to_fp8x2)
CUDALINT_CONVERT(__half_raw, __nv_cvt_fp8_to_halfraw)
CUDALINT_CONVERT(__half2_raw, __nv_cvt_fp8x2_to_halfraw2)
CUDALINT_CONVERT(__nv_fp4_storage_t, __nv_cvt_float_to_fp4)
CUDALINT_CONVERT(__nv_fp4x2_storage_t, __nv_cvt_float2_to_fp4x2)
CUDALINT_CONVERT(__half2_raw, __nv_cvt_fp4x2_to_halfraw2)
CUDALINT_CONVERT(float, __nv_cvt_e8m0_to_float)
CUDALINT_CONVERT(__nv_bfloat16_raw, __nv_cvt_e8m0_to_bf16raw)
CUDALINT_CONVERT(__nv_bfloat162_raw, __nv_cvt_e8m0x2_to_bf162raw)
CUDALINT_CONVERT(__nv_fp8_storage_t, __nv_cvt_bfloat16raw_to_e8m0)
CUDALINT_CONVERT(__nv_fp8_storage_t, __nv_cvt_float_to_e8m0)
#pragma clang force_cuda_host_device end
}
