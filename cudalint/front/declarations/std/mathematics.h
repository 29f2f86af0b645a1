// <cmath>: the names of the CUDA overloads inside namespace std.
#pragma once
#include "../cuda/mathematics.h"
#include "floats.h"
#define CUDALINT_STD(name) using ::name; using ::name##f;
extern "C++" {
namespace std {
typedef float float_t;
typedef double double_t;
CUDALINT_STD(acos) CUDALINT_STD(acosh) CUDALINT_STD(asin) CUDALINT_STD(asinh) CUDALINT_STD(atan) CUDALINT_STD(atan2)
CUDALINT_STD(atanh) CUDALINT_STD(cbrt) CUDALINT_STD(ceil) CUDALINT_STD(copysign) CUDALINT_STD(cos) CUDALINT_STD(cosh)
CUDALINT_STD(erf) CUDALINT_STD(erfc) CUDALINT_STD(exp) CUDALINT_STD(exp2) CUDALINT_STD(expm1) CUDALINT_STD(fabs)
CUDALINT_STD(fdim) CUDALINT_STD(floor) CUDALINT_STD(fma) CUDALINT_STD(fmax) CUDALINT_STD(fmin) CUDALINT_STD(fmod)
CUDALINT_STD(frexp) CUDALINT_STD(hypot) CUDALINT_STD(ilogb) CUDALINT_STD(ldexp) CUDALINT_STD(lgamma)
CUDALINT_STD(llrint)
CUDALINT_STD(llround) CUDALINT_STD(log) CUDALINT_STD(log10) CUDALINT_STD(log1p) CUDALINT_STD(log2) CUDALINT_STD(logb)
CUDALINT_STD(lrint) CUDALINT_STD(lround) CUDALINT_STD(modf) CUDALINT_STD(nearbyint) CUDALINT_STD(nextafter)
CUDALINT_STD(pow)
CUDALINT_STD(remainder) CUDALINT_STD(rint) CUDALINT_STD(round) CUDALINT_STD(scalbn) CUDALINT_STD(sin) CUDALINT_STD(sinh)
CUDALINT_STD(sqrt) CUDALINT_STD(tan) CUDALINT_STD(tanh) CUDALINT_STD(tgamma) CUDALINT_STD(trunc)
using ::abs;
using ::isfinite;
using ::isinf;
using ::isnan;
using ::labs;
using ::signbit;
}  // namespace std
}
