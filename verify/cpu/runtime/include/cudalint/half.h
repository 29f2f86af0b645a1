// half and bfloat16: stored in 16 bits, computed in float.
#pragma once

#include <cmath>
#include <cstdint>

namespace cudalint {

inline uint16_t half_bits(float value) {
    uint32_t bits = cudalint_same_bits<uint32_t>(value), sign = bits >> 16 & 0x8000, magnitude = bits & 0x7fffffff;
    if (magnitude >= 0x7f800000) return uint16_t(sign | 0x7c00 | (magnitude > 0x7f800000 ? 0x200 : 0));
    if (magnitude >= 0x477ff000) return uint16_t(sign | 0x7c00);
    if (magnitude < 0x38800000) return uint16_t(sign | uint32_t(std::nearbyint(std::fabs(value) * 16777216.0f)));
    uint32_t rounded = magnitude + 0xfff + (magnitude >> 13 & 1);
    return uint16_t(sign | (rounded - 0x38000000) >> 13);
}
inline float half_value(uint16_t bits) {
    uint32_t sign = uint32_t(bits & 0x8000) << 16, exponent = bits >> 10 & 31, fraction = bits & 1023;
    if (exponent == 31) return cudalint_same_bits<float>(sign | 0x7f800000 | fraction << 13);
    if (exponent != 0) return cudalint_same_bits<float>(sign | (exponent + 112) << 23 | fraction << 13);
    float small = float(fraction) / 16777216.0f;
    return sign != 0 ? -small : small;
}
inline uint16_t bfloat_bits(float value) {
    uint32_t bits = cudalint_same_bits<uint32_t>(value);
    return uint16_t((bits + 0x7fff + (bits >> 16 & 1)) >> 16);
}
inline float bfloat_value(uint16_t bits) { return cudalint_same_bits<float>(uint32_t(bits) << 16); }

// Two bytes that count as a float.
template <uint16_t (*pack)(float), float (*unpack)(uint16_t)>
struct Short {
    uint16_t bits;
    Short() = default;
    template <class T, class = std::enable_if_t<std::is_arithmetic_v<T>>>
    Short(T v) : bits(pack(float(v))) {}
    operator float() const { return unpack(bits); }
    Short& operator+=(Short o) { return *this = Short(float(*this) + float(o)); }
    Short& operator-=(Short o) { return *this = Short(float(*this) - float(o)); }
    Short& operator*=(Short o) { return *this = Short(float(*this) * float(o)); }
    Short& operator/=(Short o) { return *this = Short(float(*this) / float(o)); }
    friend Short operator+(Short a, Short b) { return Short(float(a) + float(b)); }
    friend Short operator-(Short a, Short b) { return Short(float(a) - float(b)); }
    friend Short operator*(Short a, Short b) { return Short(float(a) * float(b)); }
    friend Short operator/(Short a, Short b) { return Short(float(a) / float(b)); }
    friend Short operator-(Short a) { return Short(-float(a)); }
};

}  // namespace cudalint

using __half = cudalint::Short<cudalint::half_bits, cudalint::half_value>;
using half = __half;
using __nv_bfloat16 = cudalint::Short<cudalint::bfloat_bits, cudalint::bfloat_value>;
using nv_bfloat16 = __nv_bfloat16;

template <class T>
struct alignas(4) cudalint_pair {
    T x, y;
    cudalint_pair() = default;
    cudalint_pair(T a, T b) : x(a), y(b) {}
    friend cudalint_pair operator-(cudalint_pair a) { return {-a.x, -a.y}; }
    friend cudalint_pair operator+(cudalint_pair a, cudalint_pair b) { return {a.x + b.x, a.y + b.y}; }
    friend cudalint_pair operator-(cudalint_pair a, cudalint_pair b) { return {a.x - b.x, a.y - b.y}; }
    friend cudalint_pair operator*(cudalint_pair a, cudalint_pair b) { return {a.x * b.x, a.y * b.y}; }
    friend cudalint_pair operator/(cudalint_pair a, cudalint_pair b) { return {a.x / b.x, a.y / b.y}; }
};
using __half2 = cudalint_pair<__half>;
using half2 = __half2;
using __nv_bfloat162 = cudalint_pair<__nv_bfloat16>;
using nv_bfloat162 = __nv_bfloat162;

inline float __half2float(half h) { return h; }
inline half __float2half(float f) { return half(f); }
inline half __float2half_rn(float f) { return half(f); }
inline half __int2half_rn(int i) { return half(float(i)); }
inline half __double2half(double d) { return half(float(d)); }
inline float __bfloat162float(__nv_bfloat16 h) { return h; }
inline __nv_bfloat16 __float2bfloat16(float f) { return __nv_bfloat16(f); }
inline __nv_bfloat16 __float2bfloat16_rn(float f) { return __nv_bfloat16(f); }
inline half2 __floats2half2_rn(float a, float b) { return {half(a), half(b)}; }
inline half2 __float2half2_rn(float a) { return {half(a), half(a)}; }
inline half2 __float22half2_rn(float2 f) { return {half(f.x), half(f.y)}; }
inline float2 __half22float2(half2 h) { return {float(h.x), float(h.y)}; }
inline half2 __halves2half2(half a, half b) { return {a, b}; }
inline half2 __half2half2(half a) { return {a, a}; }
inline half2 make_half2(half a, half b) { return {a, b}; }
inline float __low2float(half2 h) { return h.x; }
inline float __high2float(half2 h) { return h.y; }
inline half __low2half(half2 h) { return h.x; }
inline half __high2half(half2 h) { return h.y; }
inline __nv_bfloat162 __floats2bfloat162_rn(float a, float b) { return {__nv_bfloat16(a), __nv_bfloat16(b)}; }
inline float2 __bfloat1622float2(__nv_bfloat162 h) { return {float(h.x), float(h.y)}; }
#define CUDALINT_HALF_OPERATIONS(T)                                                           \
    inline T __hadd(T a, T b) { return a + b; }                                               \
    inline T __hsub(T a, T b) { return a - b; }                                               \
    inline T __hmul(T a, T b) { return a * b; }                                               \
    inline T __hdiv(T a, T b) { return a / b; }                                               \
    inline T __hfma(T a, T b, T c) { return a * b + c; }                                      \
    inline T __hneg(T a) { return T(-float(a)); }                                             \
    inline T __habs(T a) { return T(std::fabs(float(a))); }                                   \
    inline T __hmax(T a, T b) { return float(a) < float(b) ? b : a; }                         \
    inline T __hmin(T a, T b) { return float(b) < float(a) ? b : a; }                         \
    inline bool __hgt(T a, T b) { return float(a) > float(b); }                               \
    inline bool __hlt(T a, T b) { return float(a) < float(b); }                               \
    inline T hexp(T a) { return T(std::exp(float(a))); }                                      \
    inline T hsqrt(T a) { return T(std::sqrt(float(a))); }                                    \
    inline cudalint_pair<T> __hadd2(cudalint_pair<T> a, cudalint_pair<T> b) { return a + b; } \
    inline cudalint_pair<T> __hsub2(cudalint_pair<T> a, cudalint_pair<T> b) { return a - b; } \
    inline cudalint_pair<T> __hmul2(cudalint_pair<T> a, cudalint_pair<T> b) { return a * b; } \
    inline cudalint_pair<T> __hfma2(cudalint_pair<T> a, cudalint_pair<T> b, cudalint_pair<T> c) { return a * b + c; }
CUDALINT_HALF_OPERATIONS(half)
CUDALINT_HALF_OPERATIONS(__nv_bfloat16)
