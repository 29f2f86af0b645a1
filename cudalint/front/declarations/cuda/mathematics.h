// Mathematical functions with the overloads of CUDA's device code.
#pragma once
#include "language.h"
#define CUDALINT_UNARY(name) float name##f(float); double name(double); float name(float);
#define CUDALINT_BINARY(name) \
  float name##f(float, float); double name(double, double); float name(float, float); \
  double name(float, double); double name(double, float);
#define CUDALINT_EXTREMUM(name)                                                                                    \
  int name(int, int); unsigned name(unsigned, unsigned); unsigned name(int, unsigned); unsigned name(unsigned, int); \
  long name(long, long); long name(long, int); long name(int, long); long name(long, unsigned);                    \
  long name(unsigned, long);                                                                                       \
  unsigned long name(unsigned long, unsigned long); unsigned long name(long, unsigned long);                       \
  unsigned long name(unsigned long, long); unsigned long name(unsigned long, int);                                 \
  unsigned long name(int, unsigned long); unsigned long name(unsigned long, unsigned);                             \
  unsigned long name(unsigned, unsigned long);                                                                     \
  long long name(long long, long long); long long name(long long, int); long long name(int, long long);            \
  unsigned long long name(unsigned long long, unsigned long long);                                                 \
  float name(float, float); double name(double, double); double name(float, double); double name(double, float);   \
  float name(float, int); float name(int, float); double name(double, int); double name(int, double);

// An integer argument means double, as in C++; without these such a call is ambiguous.
#define CUDALINT_INTEGRAL(name) template <class T> typename cudalint_integral<T, __is_integral(T)>::type name(T);

extern "C++" {
#pragma clang force_cuda_host_device begin
template <class T, bool integral> struct cudalint_integral {};
template <class T> struct cudalint_integral<T, true> { typedef double type; };
template <class T, class U, bool both> struct cudalint_mixed {};
template <class T, class U> struct cudalint_mixed<T, U, true> { typedef double type; };
CUDALINT_EXTREMUM(min)
CUDALINT_EXTREMUM(max)
int abs(int);
long abs(long);
long long abs(long long);
float abs(float);
double abs(double);
long labs(long);
long long llabs(long long);

CUDALINT_UNARY(sqrt) CUDALINT_UNARY(rsqrt) CUDALINT_UNARY(cbrt) CUDALINT_UNARY(rcbrt)
CUDALINT_UNARY(sin) CUDALINT_UNARY(cos) CUDALINT_UNARY(tan) CUDALINT_UNARY(asin) CUDALINT_UNARY(acos)
CUDALINT_UNARY(atan) CUDALINT_UNARY(sinh) CUDALINT_UNARY(cosh) CUDALINT_UNARY(tanh) CUDALINT_UNARY(asinh)
CUDALINT_UNARY(acosh) CUDALINT_UNARY(atanh) CUDALINT_UNARY(sinpi) CUDALINT_UNARY(cospi)
CUDALINT_UNARY(exp) CUDALINT_UNARY(exp2) CUDALINT_UNARY(exp10) CUDALINT_UNARY(expm1) CUDALINT_UNARY(log)
CUDALINT_UNARY(log2) CUDALINT_UNARY(log10) CUDALINT_UNARY(log1p) CUDALINT_UNARY(logb)
CUDALINT_UNARY(ceil) CUDALINT_UNARY(floor) CUDALINT_UNARY(trunc) CUDALINT_UNARY(round) CUDALINT_UNARY(rint)
CUDALINT_UNARY(nearbyint) CUDALINT_UNARY(fabs)
CUDALINT_UNARY(erf) CUDALINT_UNARY(erfc) CUDALINT_UNARY(erfinv) CUDALINT_UNARY(erfcinv) CUDALINT_UNARY(erfcx)
CUDALINT_UNARY(normcdf) CUDALINT_UNARY(normcdfinv) CUDALINT_UNARY(lgamma) CUDALINT_UNARY(tgamma)
CUDALINT_UNARY(j0) CUDALINT_UNARY(j1) CUDALINT_UNARY(y0) CUDALINT_UNARY(y1)
CUDALINT_UNARY(cyl_bessel_i0) CUDALINT_UNARY(cyl_bessel_i1)
CUDALINT_BINARY(fmod) CUDALINT_BINARY(fmin) CUDALINT_BINARY(fmax) CUDALINT_BINARY(atan2) CUDALINT_BINARY(hypot)
CUDALINT_BINARY(rhypot) CUDALINT_BINARY(copysign) CUDALINT_BINARY(fdim) CUDALINT_BINARY(remainder)
CUDALINT_BINARY(nextafter) CUDALINT_BINARY(fdivide) CUDALINT_BINARY(pow)
float pow(float, int);
double pow(double, int);
double pow(int, int);
template <class T, class U>
typename cudalint_mixed<T, U, __is_arithmetic(T) && __is_arithmetic(U) && (__is_integral(T) || __is_integral(U))>::type
pow(T, U);
CUDALINT_INTEGRAL(sqrt) CUDALINT_INTEGRAL(cbrt) CUDALINT_INTEGRAL(exp) CUDALINT_INTEGRAL(log) CUDALINT_INTEGRAL(log2)
CUDALINT_INTEGRAL(log10) CUDALINT_INTEGRAL(sin) CUDALINT_INTEGRAL(cos) CUDALINT_INTEGRAL(ceil) CUDALINT_INTEGRAL(floor)
CUDALINT_INTEGRAL(fabs) CUDALINT_INTEGRAL(round)
float powif(float, int);
double powi(double, int);
float fmaf(float, float, float);
float fma(float, float, float);
double fma(double, double, double);
void sincosf(float, float*, float*);
void sincos(float, float*, float*);
void sincos(double, double*, double*);
void sincospif(float, float*, float*);
void sincospi(double, double*, double*);
float ldexpf(float, int);
float ldexp(float, int);
double ldexp(double, int);
float frexpf(float, int*);
float frexp(float, int*);
double frexp(double, int*);
float modff(float, float*);
float modf(float, float*);
double modf(double, double*);
float scalbnf(float, int);
double scalbn(double, int);
int ilogbf(float);
int ilogb(double);
long lrintf(float);
long lrint(double);
long lroundf(float);
long lround(double);
long long llrintf(float);
long long llrint(double);
long long llroundf(float);
long long llround(double);
float norm3df(float, float, float);
double norm3d(double, double, double);
float rnorm3df(float, float, float);
double rnorm3d(double, double, double);
float norm4df(float, float, float, float);
double norm4d(double, double, double, double);
float rnorm4df(float, float, float, float);
float normf(int, const float*);
double norm(int, const double*);
float jnf(int, float);
float ynf(int, float);
float nanf(const char*);
double nan(const char*);
float remquof(float, float, int*);
float saturatef(float);
float __saturatef(float);
template <class T> bool isnan(T);
template <class T> bool isinf(T);
template <class T> bool isfinite(T);
template <class T> bool signbit(T);

float __sinf(float);
float __cosf(float);
float __tanf(float);
float __tanhf(float);
void __sincosf(float, float*, float*);
float __expf(float);
float __exp10f(float);
float __logf(float);
float __log2f(float);
float __log10f(float);
float __powf(float, float);
float __fdividef(float, float);
int __float_as_int(float);
unsigned __float_as_uint(float);
float __int_as_float(int);
float __uint_as_float(unsigned);
long long __double_as_longlong(double);
double __longlong_as_double(long long);
int __double2hiint(double);
int __double2loint(double);
double __hiloint2double(int, int);
#pragma clang force_cuda_host_device end
}
