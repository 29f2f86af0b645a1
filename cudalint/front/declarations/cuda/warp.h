// Barriers, fences, votes, shuffles and warp reductions.
#pragma once
#include "language.h"
#define CUDALINT_SHUFFLE(name, lane)                                            \
  template <class T> T name##_sync(unsigned mask, T value, lane, int width = 32); \
  template <class T> T name(T value, lane, int width = 32);
#define CUDALINT_REDUCE(name) template <class T> T name(unsigned mask, T value);

extern "C++" {
#pragma clang force_cuda_host_device begin
// __syncthreads itself is known to the compiler.
int __syncthreads_or(int);
int __syncthreads_and(int);
int __syncthreads_count(int);
void __syncwarp(unsigned mask = 0xffffffffu);
void __barrier_sync(unsigned);
void __barrier_sync_count(unsigned, unsigned);
void __threadfence();
void __threadfence_block();
void __threadfence_system();
void __trap();
void __brkpt();
void __nanosleep(unsigned);
void __prof_trigger(int);

unsigned __activemask();
unsigned __lanemask_lt();
unsigned __ballot(int);
int __any(int);
int __all(int);
unsigned __ballot_sync(unsigned, int);
int __any_sync(unsigned, int);
int __all_sync(unsigned, int);
int __uni_sync(unsigned, int);
template <class T> unsigned __match_any_sync(unsigned, T);
template <class T> unsigned __match_all_sync(unsigned, T, int*);

CUDALINT_SHUFFLE(__shfl, int)
CUDALINT_SHUFFLE(__shfl_up, unsigned)
CUDALINT_SHUFFLE(__shfl_down, unsigned)
CUDALINT_SHUFFLE(__shfl_xor, int)
CUDALINT_REDUCE(__reduce_add_sync)
CUDALINT_REDUCE(__reduce_min_sync)
CUDALINT_REDUCE(__reduce_max_sync)
CUDALINT_REDUCE(__reduce_and_sync)
CUDALINT_REDUCE(__reduce_or_sync)
CUDALINT_REDUCE(__reduce_xor_sync)

long long clock64();
int clock();
unsigned long long __globaltimer();
#pragma clang force_cuda_host_device end
}
