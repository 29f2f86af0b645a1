// cuRAND, on the device and on the host.
#pragma once
#include "runtime_types.h"
#define CUDALINT_DRAW(result, name) template <class S> result name(S* state);
#define CUDALINT_CURAND(name) template <class... A> curandStatus_t name(A&&...);

extern "C++" {
#pragma clang force_cuda_host_device begin
struct curandStateXORWOW {
  unsigned d, v[5];
  int boxmuller_flag, boxmuller_flag_double;
  float extra;
  double extra_double;
};
typedef curandStateXORWOW curandState, curandState_t, curandStateXORWOW_t;
struct curandStatePhilox4_32_10 {
  uint4 ctr, output;
  uint2 key;
  unsigned STATE;
  int boxmuller_flag, boxmuller_flag_double;
  float extra;
  double extra_double;
};
typedef curandStatePhilox4_32_10 curandStatePhilox4_32_10_t;
struct curandStateMRG32k3a {
  unsigned s1[3], s2[3];
  int boxmuller_flag, boxmuller_flag_double;
  float extra;
  double extra_double;
};
typedef curandStateMRG32k3a curandStateMRG32k3a_t;
struct mtgp32_kernel_params { unsigned pos_tbl[200]; };
typedef mtgp32_kernel_params mtgp32_kernel_params_t;
struct mtgp32_params_fast { int mexp, pos, sh1, sh2; unsigned tbl[16], tmp_tbl[16], flt_tmp_tbl[16], mask; };
typedef mtgp32_params_fast mtgp32_params_fast_t;
struct curandStateMtgp32 { unsigned s[1024]; int offset, pIdx; mtgp32_kernel_params* k; };
typedef curandStateMtgp32 curandStateMtgp32_t;
struct curandStateSobol32 { unsigned i, x, c, direction_vectors[32]; };
typedef curandStateSobol32 curandStateSobol32_t;
struct curandStateScrambledSobol32 { unsigned i, x, c, direction_vectors[32]; };
typedef curandStateScrambledSobol32 curandStateScrambledSobol32_t;
struct curandStateSobol64 { unsigned long long i, x, c, direction_vectors[64]; };
typedef curandStateSobol64 curandStateSobol64_t;
typedef unsigned curandDirectionVectors32_t[32];
typedef unsigned long long curandDirectionVectors64_t[64];
typedef struct curandGenerator_st* curandGenerator_t;
extern mtgp32_params_fast mtgp32dc_params_fast_11213[200];

template <class... A> void curand_init(A&&...);
template <class S> void skipahead(unsigned long long, S*);
template <class S> void skipahead_sequence(unsigned long long, S*);
CUDALINT_DRAW(unsigned, curand) CUDALINT_DRAW(uint4, curand4)
CUDALINT_DRAW(float, curand_uniform) CUDALINT_DRAW(double, curand_uniform_double)
CUDALINT_DRAW(float4, curand_uniform4) CUDALINT_DRAW(double2, curand_uniform2_double)
CUDALINT_DRAW(float, curand_normal) CUDALINT_DRAW(double, curand_normal_double) CUDALINT_DRAW(float2, curand_normal2)
CUDALINT_DRAW(float4, curand_normal4) CUDALINT_DRAW(double2, curand_normal2_double)
template <class S> float curand_log_normal(S*, float, float);
template <class S> double curand_log_normal_double(S*, double, double);
template <class S> unsigned curand_poisson(S*, double);
template <class S> uint4 curand_poisson4(S*, double);

enum curandStatus_t {
  CURAND_STATUS_SUCCESS = 0, CURAND_STATUS_VERSION_MISMATCH = 100, CURAND_STATUS_NOT_INITIALIZED,
  CURAND_STATUS_ALLOCATION_FAILED, CURAND_STATUS_TYPE_ERROR, CURAND_STATUS_OUT_OF_RANGE,
  CURAND_STATUS_LENGTH_NOT_MULTIPLE, CURAND_STATUS_DOUBLE_PRECISION_REQUIRED, CURAND_STATUS_LAUNCH_FAILURE = 201,
  CURAND_STATUS_PREEXISTING_FAILURE, CURAND_STATUS_INITIALIZATION_FAILED, CURAND_STATUS_ARCH_MISMATCH,
  CURAND_STATUS_INTERNAL_ERROR = 999
};
enum curandRngType_t {
  CURAND_RNG_TEST, CURAND_RNG_PSEUDO_DEFAULT = 100, CURAND_RNG_PSEUDO_XORWOW, CURAND_RNG_PSEUDO_MRG32K3A = 121,
  CURAND_RNG_PSEUDO_MTGP32 = 141, CURAND_RNG_PSEUDO_MT19937, CURAND_RNG_PSEUDO_PHILOX4_32_10 = 161,
  CURAND_RNG_QUASI_DEFAULT = 200, CURAND_RNG_QUASI_SOBOL32, CURAND_RNG_QUASI_SCRAMBLED_SOBOL32,
  CURAND_RNG_QUASI_SOBOL64, CURAND_RNG_QUASI_SCRAMBLED_SOBOL64
};
typedef curandRngType_t curandRngType;
enum curandDirectionVectorSet_t {
  CURAND_DIRECTION_VECTORS_32_JOEKUO6 = 101, CURAND_SCRAMBLED_DIRECTION_VECTORS_32_JOEKUO6,
  CURAND_DIRECTION_VECTORS_64_JOEKUO6, CURAND_SCRAMBLED_DIRECTION_VECTORS_64_JOEKUO6
};
enum curandOrdering_t {
  CURAND_ORDERING_PSEUDO_BEST = 100, CURAND_ORDERING_PSEUDO_DEFAULT, CURAND_ORDERING_PSEUDO_SEEDED
};
CUDALINT_CURAND(curandCreateGenerator) CUDALINT_CURAND(curandCreateGeneratorHost)
CUDALINT_CURAND(curandDestroyGenerator)
CUDALINT_CURAND(curandSetPseudoRandomGeneratorSeed) CUDALINT_CURAND(curandSetQuasiRandomGeneratorDimensions)
CUDALINT_CURAND(curandSetGeneratorOrdering) CUDALINT_CURAND(curandSetGeneratorOffset) CUDALINT_CURAND(curandSetStream)
CUDALINT_CURAND(curandGenerate) CUDALINT_CURAND(curandGenerateUniform) CUDALINT_CURAND(curandGenerateUniformDouble)
CUDALINT_CURAND(curandGenerateNormal) CUDALINT_CURAND(curandGenerateNormalDouble) CUDALINT_CURAND(curandGeneratePoisson)
CUDALINT_CURAND(curandGenerateLogNormal) CUDALINT_CURAND(curandGetVersion) CUDALINT_CURAND(curandGetDirectionVectors32)
CUDALINT_CURAND(curandMakeMTGP32Constants) CUDALINT_CURAND(curandMakeMTGP32KernelState)
#pragma clang force_cuda_host_device end
}
