// 16-bit floating types: half and bfloat16, alone and in pairs.
#pragma once
#include "language.h"
#define __CUDA_FP16_TYPES_EXIST__ 1
#define __CUDA_BF16_TYPES_EXIST__ 1

// type: one value, pair: two of them, word: how conversions spell the type.
#define CUDALINT_HALF_TYPES(type, pair, raw, raw2)                                          \
  struct raw { unsigned short x; };                                                         \
  struct raw2 { unsigned short x, y; };                                                     \
  struct __align__(2) type {                                                                \
   protected:                                                                               \
    unsigned short __x;                                                                     \
                                                                                            \
   public:                                                                                  \
    type() = default;                                                                       \
    constexpr type(raw r) : __x(r.x) {}                                                     \
    template <class T, cudalint_only<__is_arithmetic(T) || __is_enum(T)> = 0>               \
    constexpr type(T) : __x(0) {}                                                           \
    template <class T, cudalint_only<!__is_arithmetic(T) && !__is_enum(T)> = 0>             \
    explicit constexpr type(T) : __x(0) {}                                                  \
    template <class T> type& operator=(T);                                                  \
    constexpr operator float() const { return 0.0f; }                                       \
    constexpr explicit operator bool() const { return false; }                              \
    constexpr operator raw() const { return raw{__x}; }                                     \
    type& operator+=(type);                                                                 \
    type& operator-=(type);                                                                 \
    type& operator*=(type);                                                                 \
    type& operator/=(type);                                                                 \
    type& operator++();                                                                     \
    type operator++(int);                                                                   \
    type& operator--();                                                                     \
    type operator--(int);                                                                   \
    type operator-() const;                                                                 \
    type operator+() const;                                                                 \
  };                                                                                        \
  struct __align__(4) pair {                                                                \
    type x, y;                                                                              \
    pair() = default;                                                                       \
    constexpr pair(type a, type b) : x(a), y(b) {}                                          \
    constexpr pair(raw2 r) : x(raw{r.x}), y(raw{r.y}) {}                                    \
    constexpr operator raw2() const { return raw2{}; }                                      \
    pair& operator+=(pair);                                                                 \
    pair& operator-=(pair);                                                                 \
    pair& operator*=(pair);                                                                 \
    pair& operator/=(pair);                                                                 \
    pair operator-() const;                                                                 \
  };                                                                                        \
  CUDALINT_HALF_OPERATORS(type)                                                             \
  CUDALINT_HALF_OPERATORS(pair)

#define CUDALINT_HALF_OPERATORS(type)                                                       \
  type operator+(type, type); type operator-(type, type);                                   \
  type operator*(type, type); type operator/(type, type);                                   \
  bool operator==(type, type); bool operator!=(type, type); bool operator<(type, type);     \
  bool operator>(type, type); bool operator<=(type, type); bool operator>=(type, type);

#define CUDALINT_ONE(type, name) type name(type);
#define CUDALINT_TWO(type, name) type name(type, type);
#define CUDALINT_ASK(type, name) bool name(type, type);

#define CUDALINT_HALF_ARITHMETIC(H)                                                                              \
  CUDALINT_TWO(H, __hadd) CUDALINT_TWO(H, __hsub) CUDALINT_TWO(H, __hmul) CUDALINT_TWO(H, __hdiv)                \
  CUDALINT_TWO(H, __hadd_rn) CUDALINT_TWO(H, __hsub_rn) CUDALINT_TWO(H, __hmul_rn)                               \
  CUDALINT_TWO(H, __hadd_sat) CUDALINT_TWO(H, __hsub_sat) CUDALINT_TWO(H, __hmul_sat)                            \
  CUDALINT_TWO(H, __hmax) CUDALINT_TWO(H, __hmin) CUDALINT_TWO(H, __hmax_nan) CUDALINT_TWO(H, __hmin_nan)        \
  H __hfma(H, H, H); H __hfma_sat(H, H, H); H __hfma_relu(H, H, H); CUDALINT_ONE(H, __hneg) CUDALINT_ONE(H, __habs) \
  CUDALINT_ASK(H, __heq) CUDALINT_ASK(H, __hne) CUDALINT_ASK(H, __hlt) CUDALINT_ASK(H, __hgt)                    \
  CUDALINT_ASK(H, __hle) CUDALINT_ASK(H, __hge) CUDALINT_ASK(H, __hltu) CUDALINT_ASK(H, __hgtu)                  \
  bool __hisnan(H); int __hisinf(H);                                                                             \
  CUDALINT_ONE(H, hexp) CUDALINT_ONE(H, hexp2) CUDALINT_ONE(H, hexp10) CUDALINT_ONE(H, hlog) CUDALINT_ONE(H, hlog2) \
  CUDALINT_ONE(H, hlog10) CUDALINT_ONE(H, hsqrt) CUDALINT_ONE(H, hrsqrt) CUDALINT_ONE(H, hrcp) CUDALINT_ONE(H, hsin) \
  CUDALINT_ONE(H, hcos) CUDALINT_ONE(H, htanh) CUDALINT_ONE(H, htanh_approx) CUDALINT_ONE(H, hceil)              \
  CUDALINT_ONE(H, hfloor) CUDALINT_ONE(H, htrunc) CUDALINT_ONE(H, hrint)

#define CUDALINT_PAIR_ARITHMETIC(P)                                                                              \
  CUDALINT_TWO(P, __hadd2) CUDALINT_TWO(P, __hsub2) CUDALINT_TWO(P, __hmul2) CUDALINT_TWO(P, __h2div)            \
  CUDALINT_TWO(P, __hadd2_rn) CUDALINT_TWO(P, __hsub2_rn) CUDALINT_TWO(P, __hmul2_rn)                            \
  CUDALINT_TWO(P, __hadd2_sat) CUDALINT_TWO(P, __hsub2_sat) CUDALINT_TWO(P, __hmul2_sat)                         \
  CUDALINT_TWO(P, __hmax2) CUDALINT_TWO(P, __hmin2) CUDALINT_TWO(P, __hmax2_nan) CUDALINT_TWO(P, __hmin2_nan)    \
  P __hfma2(P, P, P); P __hfma2_sat(P, P, P); P __hfma2_relu(P, P, P); P __hcmadd(P, P, P);                      \
  CUDALINT_ONE(P, __hneg2) CUDALINT_ONE(P, __habs2) CUDALINT_ONE(P, __hisnan2)                                   \
  CUDALINT_TWO(P, __heq2) CUDALINT_TWO(P, __hne2) CUDALINT_TWO(P, __hlt2) CUDALINT_TWO(P, __hgt2)                \
  CUDALINT_TWO(P, __hle2) CUDALINT_TWO(P, __hge2)                                                                \
  CUDALINT_ASK(P, __hbeq2) CUDALINT_ASK(P, __hbne2) CUDALINT_ASK(P, __hblt2) CUDALINT_ASK(P, __hbgt2)            \
  CUDALINT_ASK(P, __hble2) CUDALINT_ASK(P, __hbge2)                                                              \
  unsigned __heq2_mask(P, P); unsigned __hne2_mask(P, P); unsigned __hlt2_mask(P, P);                            \
  unsigned __hgt2_mask(P, P); unsigned __hle2_mask(P, P); unsigned __hge2_mask(P, P);                            \
  CUDALINT_ONE(P, h2exp) CUDALINT_ONE(P, h2exp2) CUDALINT_ONE(P, h2exp10) CUDALINT_ONE(P, h2log)                 \
  CUDALINT_ONE(P, h2log2) CUDALINT_ONE(P, h2log10) CUDALINT_ONE(P, h2sqrt) CUDALINT_ONE(P, h2rsqrt)              \
  CUDALINT_ONE(P, h2rcp) CUDALINT_ONE(P, h2sin) CUDALINT_ONE(P, h2cos) CUDALINT_ONE(P, h2tanh)                   \
  CUDALINT_ONE(P, h2floor) CUDALINT_ONE(P, h2ceil) CUDALINT_ONE(P, h2rint) CUDALINT_ONE(P, h2trunc)              \
  CUDALINT_ONE(P, __lowhigh2highlow)

#define CUDALINT_FROM_HALF(H, word, result, name) \
  result __##word##2##name##_rn(H); result __##word##2##name##_rz(H); result __##word##2##name##_ru(H); \
  result __##word##2##name##_rd(H);
#define CUDALINT_TO_HALF(H, word, type, name) \
  H __##name##2##word##_rn(type); H __##name##2##word##_rz(type); H __##name##2##word##_ru(type); \
  H __##name##2##word##_rd(type);
#define CUDALINT_HALF_CONVERSIONS(H, P, word)                                                                    \
  float __##word##2float(H); H __float2##word(float); H __double2##word(double);                                 \
  CUDALINT_TO_HALF(H, word, float, float) CUDALINT_TO_HALF(H, word, int, int)                                    \
  CUDALINT_TO_HALF(H, word, unsigned, uint) CUDALINT_TO_HALF(H, word, short, short)                              \
  CUDALINT_TO_HALF(H, word, unsigned short, ushort) CUDALINT_TO_HALF(H, word, long long, ll)                     \
  CUDALINT_TO_HALF(H, word, unsigned long long, ull)                                                             \
  CUDALINT_FROM_HALF(H, word, int, int) CUDALINT_FROM_HALF(H, word, unsigned, uint)                              \
  CUDALINT_FROM_HALF(H, word, short, short) CUDALINT_FROM_HALF(H, word, unsigned short, ushort)                  \
  CUDALINT_FROM_HALF(H, word, long long, ll) CUDALINT_FROM_HALF(H, word, unsigned long long, ull)                \
  signed char __##word##2char_rz(H); unsigned char __##word##2uchar_rz(H);                                       \
  short __##word##_as_short(H); unsigned short __##word##_as_ushort(H);                                          \
  H __short_as_##word(short); H __ushort_as_##word(unsigned short);                                              \
  P make_##word##2(H, H); P __##word##2##word##2(H); P __halves2##word##2(H, H);                                 \
  P __float2##word##2_rn(float); P __floats2##word##2_rn(float, float); P __float22##word##2_rn(float2);         \
  float2 __##word##22float2(P); H __low2##word(P); H __high2##word(P); P __low2##word##2(P);                     \
  P __high2##word##2(P); P __lows2##word##2(P, P); P __highs2##word##2(P, P);                                    \
  float __low2float(P); float __high2float(P);

extern "C++" {
#pragma clang force_cuda_host_device begin
template <bool> struct cudalint_only_if {};
template <> struct cudalint_only_if<true> { typedef int type; };
template <bool condition> using cudalint_only = typename cudalint_only_if<condition>::type;
CUDALINT_HALF_TYPES(__half, __half2, __half_raw, __half2_raw)
CUDALINT_HALF_TYPES(__nv_bfloat16, __nv_bfloat162, __nv_bfloat16_raw, __nv_bfloat162_raw)
CUDALINT_HALF_ARITHMETIC(__half)
CUDALINT_HALF_ARITHMETIC(__nv_bfloat16)
CUDALINT_PAIR_ARITHMETIC(__half2)
CUDALINT_PAIR_ARITHMETIC(__nv_bfloat162)
CUDALINT_HALF_CONVERSIONS(__half, __half2, half)
CUDALINT_HALF_CONVERSIONS(__nv_bfloat16, __nv_bfloat162, bfloat16)
typedef __half half, __nv_half, nv_half;
typedef __half2 half2, __nv_half2, nv_half2;
typedef __nv_bfloat16 nv_bfloat16;
typedef __nv_bfloat162 nv_bfloat162;
#pragma clang force_cuda_host_device end
}
