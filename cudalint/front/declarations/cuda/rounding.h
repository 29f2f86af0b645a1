// Arithmetic and conversions with a stated rounding mode: _rn nearest, _rz towards zero, _ru up, _rd down.
#pragma once
#include "language.h"
#define CUDALINT_ROUNDED(result, name, ...)                          \
  result name##_rn(__VA_ARGS__); result name##_rz(__VA_ARGS__);      \
  result name##_ru(__VA_ARGS__); result name##_rd(__VA_ARGS__);
#define CUDALINT_ROUNDED_BOTH(name) \
  CUDALINT_ROUNDED(float, __f##name, float, float) CUDALINT_ROUNDED(double, __d##name, double, double)

extern "C++" {
#pragma clang force_cuda_host_device begin
CUDALINT_ROUNDED_BOTH(add)
CUDALINT_ROUNDED_BOTH(sub)
CUDALINT_ROUNDED_BOTH(mul)
CUDALINT_ROUNDED_BOTH(div)
CUDALINT_ROUNDED(float, __fsqrt, float)
CUDALINT_ROUNDED(double, __dsqrt, double)
CUDALINT_ROUNDED(float, __frcp, float)
CUDALINT_ROUNDED(double, __drcp, double)
CUDALINT_ROUNDED(float, __fmaf, float, float, float)
CUDALINT_ROUNDED(double, __fma, double, double, double)
float __frsqrt_rn(float);
CUDALINT_ROUNDED(int, __float2int, float)
CUDALINT_ROUNDED(unsigned, __float2uint, float)
CUDALINT_ROUNDED(long long, __float2ll, float)
CUDALINT_ROUNDED(unsigned long long, __float2ull, float)
CUDALINT_ROUNDED(int, __double2int, double)
CUDALINT_ROUNDED(unsigned, __double2uint, double)
CUDALINT_ROUNDED(long long, __double2ll, double)
CUDALINT_ROUNDED(unsigned long long, __double2ull, double)
CUDALINT_ROUNDED(float, __double2float, double)
CUDALINT_ROUNDED(float, __int2float, int)
CUDALINT_ROUNDED(float, __uint2float, unsigned)
CUDALINT_ROUNDED(float, __ll2float, long long)
CUDALINT_ROUNDED(float, __ull2float, unsigned long long)
CUDALINT_ROUNDED(double, __ll2double, long long)
CUDALINT_ROUNDED(double, __ull2double, unsigned long long)
double __int2double_rn(int);
double __uint2double_rn(unsigned);
#pragma clang force_cuda_host_device end
}
