// cuComplex.h: complex numbers as vectors of two.
#pragma once
#include "language.h"
#define CUDALINT_COMPLEX(suffix, C, R)                                                              \
  C cuCadd##suffix(C, C); C cuCsub##suffix(C, C); C cuCmul##suffix(C, C); C cuCdiv##suffix(C, C);   \
  C cuCfma##suffix(C, C, C); C cuConj##suffix(C);                                                   \
  R cuCreal##suffix(C); R cuCimag##suffix(C); R cuCabs##suffix(C);

extern "C++" {
#pragma clang force_cuda_host_device begin
typedef float2 cuFloatComplex, cuComplex;
typedef double2 cuDoubleComplex;
cuFloatComplex make_cuFloatComplex(float, float);
cuFloatComplex make_cuComplex(float, float);
cuDoubleComplex make_cuDoubleComplex(double, double);
cuDoubleComplex cuComplexFloatToDouble(cuFloatComplex);
cuFloatComplex cuComplexDoubleToFloat(cuDoubleComplex);
CUDALINT_COMPLEX(f, cuFloatComplex, float)
CUDALINT_COMPLEX(, cuDoubleComplex, double)
#pragma clang force_cuda_host_device end
}
