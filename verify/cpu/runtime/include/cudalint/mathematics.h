// Device mathematics: the same results up to rounding, which no address depends on.
#pragma once

#include <algorithm>
#include <climits>
#include <cmath>
#include <cstring>

#define CUDALINT_MIN_MAX(T)                                                      \
    CUDALINT_INLINE T min(T a, T b) { return b < a ? b : a; }                    \
    CUDALINT_INLINE T max(T a, T b) { return a < b ? b : a; }
CUDALINT_MIN_MAX(int)
CUDALINT_MIN_MAX(unsigned)
CUDALINT_MIN_MAX(long)
CUDALINT_MIN_MAX(unsigned long)
CUDALINT_MIN_MAX(long long)
CUDALINT_MIN_MAX(unsigned long long)
CUDALINT_MIN_MAX(float)
CUDALINT_MIN_MAX(double)
#define CUDALINT_MIXED(A, B, R)                                                        \
    CUDALINT_INLINE R min(A a, B b) { return min(static_cast<R>(a), static_cast<R>(b)); }                        \
    CUDALINT_INLINE R max(A a, B b) { return max(static_cast<R>(a), static_cast<R>(b)); }                        \
    CUDALINT_INLINE R min(B a, A b) { return min(static_cast<R>(a), static_cast<R>(b)); }                        \
    CUDALINT_INLINE R max(B a, A b) { return max(static_cast<R>(a), static_cast<R>(b)); }
CUDALINT_MIXED(int, unsigned, unsigned)
CUDALINT_MIXED(int, long, long)
CUDALINT_MIXED(int, unsigned long, unsigned long)
CUDALINT_MIXED(unsigned, unsigned long, unsigned long)
CUDALINT_MIXED(float, double, double)
CUDALINT_MIXED(int, long long, long long)

#define CUDALINT_ONE(NAME, T, EXPRESSION) \
    CUDALINT_INLINE T NAME(T x) { return static_cast<T>(EXPRESSION); }
#define CUDALINT_TWO(NAME, T, EXPRESSION) \
    CUDALINT_INLINE T NAME(T x, T y) { return static_cast<T>(EXPRESSION); }
#define CUDALINT_THREE(NAME, T, EXPRESSION) \
    CUDALINT_INLINE T NAME(T x, T y, T z) { return static_cast<T>(EXPRESSION); }

CUDALINT_ONE(rsqrtf, float, 1 / std::sqrt(x))
CUDALINT_ONE(rsqrt, double, 1 / std::sqrt(x))
CUDALINT_ONE(rsqrt, float, 1 / std::sqrt(x))
CUDALINT_ONE(rcbrtf, float, 1 / std::cbrt(x))
CUDALINT_ONE(sinpif, float, std::sin(M_PI* double(x)))
CUDALINT_ONE(cospif, float, std::cos(M_PI* double(x)))
CUDALINT_ONE(sinpi, double, std::sin(M_PI* x))
CUDALINT_ONE(cospi, double, std::cos(M_PI* x))
CUDALINT_ONE(normcdff, float, 0.5 * std::erfc(-double(x) * M_SQRT1_2))
CUDALINT_ONE(normcdf, double, 0.5 * std::erfc(-x * M_SQRT1_2))
CUDALINT_ONE(__saturatef, float, x < 0 ? 0 : x > 1 ? 1 : x)
CUDALINT_ONE(__expf, float, std::exp(x))
CUDALINT_ONE(__exp10f, float, std::pow(10.0f, x))
CUDALINT_ONE(__logf, float, std::log(x))
CUDALINT_ONE(__log2f, float, std::log2(x))
CUDALINT_ONE(__log10f, float, std::log10(x))
CUDALINT_ONE(__sinf, float, std::sin(x))
CUDALINT_ONE(__cosf, float, std::cos(x))
CUDALINT_ONE(__tanf, float, std::tan(x))
CUDALINT_ONE(__frcp_rn, float, 1 / x)
CUDALINT_ONE(__fsqrt_rn, float, std::sqrt(x))
CUDALINT_ONE(__frsqrt_rn, float, 1 / std::sqrt(x))
CUDALINT_ONE(__dsqrt_rn, double, std::sqrt(x))
CUDALINT_ONE(__drcp_rn, double, 1 / x)
CUDALINT_TWO(__powf, float, std::pow(x, y))
CUDALINT_TWO(__fdividef, float, x / y)
CUDALINT_TWO(fdividef, float, x / y)
CUDALINT_TWO(__fdiv_rn, float, x / y)
CUDALINT_TWO(__fadd_rn, float, x + y)
CUDALINT_TWO(__fsub_rn, float, x - y)
CUDALINT_TWO(__fmul_rn, float, x* y)
CUDALINT_TWO(__dadd_rn, double, x + y)
CUDALINT_TWO(__dsub_rn, double, x - y)
CUDALINT_TWO(__dmul_rn, double, x* y)
CUDALINT_TWO(__ddiv_rn, double, x / y)
CUDALINT_TWO(__mul24, int, x* y)
CUDALINT_TWO(__umul24, unsigned, x* y)
CUDALINT_TWO(__mulhi, int, (long long)x * y >> 32)
CUDALINT_TWO(__umulhi, unsigned, (unsigned long long)x * y >> 32)
CUDALINT_TWO(__umul64hi, unsigned long long, (unsigned __int128)x * y >> 64)
CUDALINT_TWO(__mul64hi, long long, (__int128)x * y >> 64)
CUDALINT_TWO(__hadd, int, (x + y) >> 1)
CUDALINT_THREE(__fmaf_rn, float, std::fma(x, y, z))
CUDALINT_THREE(__fma_rn, double, std::fma(x, y, z))
CUDALINT_THREE(__fmaf_rz, float, std::fma(x, y, z))
CUDALINT_ONE(__ffs, int, __builtin_ffs(x))
CUDALINT_INLINE unsigned __brev(unsigned x) {
    unsigned r = 0;
    for (int i = 0; i < 32; ++i) r |= (x >> i & 1) << (31 - i);
    return r;
}
CUDALINT_INLINE unsigned long long __brevll(unsigned long long x) {
    return (unsigned long long)__brev(unsigned(x)) << 32 | __brev(unsigned(x >> 32));
}
CUDALINT_INLINE unsigned umin(unsigned a, unsigned b) { return min(a, b); }
CUDALINT_INLINE unsigned umax(unsigned a, unsigned b) { return max(a, b); }
CUDALINT_INLINE int __popc(unsigned x) { return __builtin_popcount(x); }
CUDALINT_INLINE int __popcll(unsigned long long x) { return __builtin_popcountll(x); }
CUDALINT_INLINE int __clz(int x) { return x == 0 ? 32 : __builtin_clz(unsigned(x)); }
CUDALINT_INLINE int __clzll(long long x) { return x == 0 ? 64 : __builtin_clzll((unsigned long long)x); }
CUDALINT_INLINE int __ffsll(long long x) { return __builtin_ffsll(x); }
CUDALINT_INLINE unsigned __sad(int x, int y, unsigned z) { return z + unsigned(std::abs(x - y)); }
CUDALINT_INLINE unsigned __usad(unsigned x, unsigned y, unsigned z) { return z + (x > y ? x - y : y - x); }

template <class To, class From>
CUDALINT_INLINE To cudalint_same_bits(From from) {
    static_assert(sizeof(To) == sizeof(From));
    To to;
    __builtin_memcpy(&to, &from, sizeof to);
    return to;
}
CUDALINT_INLINE int __float_as_int(float x) { return cudalint_same_bits<int>(x); }
CUDALINT_INLINE unsigned __float_as_uint(float x) { return cudalint_same_bits<unsigned>(x); }
CUDALINT_INLINE float __int_as_float(int x) { return cudalint_same_bits<float>(x); }
CUDALINT_INLINE float __uint_as_float(unsigned x) { return cudalint_same_bits<float>(x); }
CUDALINT_INLINE long long __double_as_longlong(double x) { return cudalint_same_bits<long long>(x); }
CUDALINT_INLINE double __longlong_as_double(long long x) { return cudalint_same_bits<double>(x); }
CUDALINT_INLINE int __double2hiint(double x) { return int(__double_as_longlong(x) >> 32); }
CUDALINT_INLINE int __double2loint(double x) { return int(__double_as_longlong(x)); }
CUDALINT_INLINE double __hiloint2double(int h, int l) {
    return __longlong_as_double((long long)h << 32 | unsigned(l));
}

#define CUDALINT_CONVERSION(FROM, FROM_NAME, TO, TO_NAME)                                                    \
    CUDALINT_INLINE TO __##FROM_NAME##2##TO_NAME##_rn(FROM x) { return static_cast<TO>(std::nearbyint(x)); }              \
    CUDALINT_INLINE TO __##FROM_NAME##2##TO_NAME##_rz(FROM x) { return static_cast<TO>(x); }                              \
    CUDALINT_INLINE TO __##FROM_NAME##2##TO_NAME##_rd(FROM x) { return static_cast<TO>(std::floor(x)); }                  \
    CUDALINT_INLINE TO __##FROM_NAME##2##TO_NAME##_ru(FROM x) { return static_cast<TO>(std::ceil(x)); }
CUDALINT_CONVERSION(float, float, int, int)
CUDALINT_CONVERSION(float, float, unsigned, uint)
CUDALINT_CONVERSION(float, float, long long, ll)
CUDALINT_CONVERSION(double, double, int, int)
CUDALINT_CONVERSION(double, double, unsigned, uint)
CUDALINT_CONVERSION(double, double, long long, ll)
CUDALINT_INLINE float __int2float_rn(int x) { return float(x); }
CUDALINT_INLINE float __int2float_rz(int x) { return float(x); }
CUDALINT_INLINE float __uint2float_rn(unsigned x) { return float(x); }
CUDALINT_INLINE double __int2double_rn(int x) { return double(x); }
CUDALINT_INLINE double __uint2double_rn(unsigned x) { return double(x); }
CUDALINT_INLINE double __ll2double_rn(long long x) { return double(x); }
CUDALINT_INLINE float __double2float_rn(double x) { return float(x); }
CUDALINT_INLINE float __double2float_rz(double x) { return float(x); }

CUDALINT_INLINE void __sincosf(float x, float* s, float* c) { *s = std::sin(x), *c = std::cos(x); }
CUDALINT_INLINE void sincospif(float x, float* s, float* c) { *s = sinpif(x), *c = cospif(x); }
CUDALINT_INLINE unsigned __byte_perm(unsigned x, unsigned y, unsigned s) {
    unsigned long long bytes = (unsigned long long)y << 32 | x;
    unsigned result = 0;
    for (int i = 0; i < 4; ++i) result |= unsigned(bytes >> 8 * (s >> 4 * i & 7) & 255) << 8 * i;
    return result;
}
CUDALINT_INLINE unsigned __funnelshift_l(unsigned lo, unsigned hi, unsigned s) {
    return unsigned((((unsigned long long)hi << 32 | lo) << (s & 31)) >> 32);
}
CUDALINT_INLINE unsigned __funnelshift_r(unsigned lo, unsigned hi, unsigned s) {
    return unsigned(((unsigned long long)hi << 32 | lo) >> (s & 31));
}
CUDALINT_INLINE int __dp4a(int a, int b, int c) {
    for (int i = 0; i < 4; ++i) c += (signed char)(a >> 8 * i) * (signed char)(b >> 8 * i);
    return c;
}
CUDALINT_INLINE unsigned __dp4a(unsigned a, unsigned b, unsigned c) {
    for (int i = 0; i < 4; ++i) c += (a >> 8 * i & 255) * (b >> 8 * i & 255);
    return c;
}
CUDALINT_INLINE unsigned __vabsdiffu4(unsigned a, unsigned b) {
    unsigned r = 0;
    for (int i = 0; i < 32; i += 8) {
        int d = int(a >> i & 255) - int(b >> i & 255);
        r |= unsigned(d < 0 ? -d : d) << i;
    }
    return r;
}

template <class T> CUDALINT_INLINE T __ldg(const T* p) { return *p; }
template <class T> CUDALINT_INLINE T __ldcs(const T* p) { return *p; }
template <class T> CUDALINT_INLINE T __ldca(const T* p) { return *p; }
template <class T> CUDALINT_INLINE T __ldcg(const T* p) { return *p; }
template <class T> CUDALINT_INLINE T __ldlu(const T* p) { return *p; }
template <class T> CUDALINT_INLINE T __ldcv(const T* p) { return *p; }
template <class T, class U> CUDALINT_INLINE void __stcs(T* p, U v) { *p = v; }
template <class T, class U> CUDALINT_INLINE void __stcg(T* p, U v) { *p = v; }
template <class T, class U> CUDALINT_INLINE void __stwb(T* p, U v) { *p = v; }
template <class T, class U> CUDALINT_INLINE void __stwt(T* p, U v) { *p = v; }

CUDALINT_INLINE long long clock64() { return 0; }
CUDALINT_INLINE long long wall_clock64() { return 0; }
CUDALINT_INLINE void __nanosleep(unsigned) {}
CUDALINT_INLINE void __trap() { ::cudalint::give_up("the kernel trapped"); }
CUDALINT_INLINE size_t __cvta_generic_to_shared(const void* p) { return ::cudalint::shared_offset(p); }
CUDALINT_INLINE size_t __cvta_generic_to_global(const void* p) { return reinterpret_cast<size_t>(p); }
CUDALINT_INLINE void* __cvta_shared_to_generic(size_t p) { return ::cudalint::shared_pointer(unsigned(p)); }
CUDALINT_INLINE unsigned __isShared(const void*) { return 1; }
CUDALINT_INLINE unsigned __isGlobal(const void*) { return 1; }
