// Integer intrinsics.
#pragma once
#include "language.h"
extern "C++" {
#pragma clang force_cuda_host_device begin
int __clz(int);
int __clzll(long long);
int __ffs(int);
int __ffsll(long long);
int __popc(unsigned);
int __popcll(unsigned long long);
unsigned __brev(unsigned);
unsigned long long __brevll(unsigned long long);
unsigned __byte_perm(unsigned, unsigned, unsigned);
int __mul24(int, int);
unsigned __umul24(unsigned, unsigned);
int mul24(int, int);
unsigned umul24(unsigned, unsigned);
int __mulhi(int, int);
unsigned __umulhi(unsigned, unsigned);
long long __mul64hi(long long, long long);
unsigned long long __umul64hi(unsigned long long, unsigned long long);
unsigned __sad(int, int, unsigned);
unsigned __usad(unsigned, unsigned, unsigned);
int __hadd(int, int);
int __rhadd(int, int);
unsigned __uhadd(unsigned, unsigned);
unsigned __urhadd(unsigned, unsigned);
unsigned __funnelshift_l(unsigned, unsigned, unsigned);
unsigned __funnelshift_r(unsigned, unsigned, unsigned);
unsigned __funnelshift_lc(unsigned, unsigned, unsigned);
unsigned __funnelshift_rc(unsigned, unsigned, unsigned);
int __fns(unsigned, unsigned, int);
unsigned umin(unsigned, unsigned);
unsigned umax(unsigned, unsigned);
long long llmin(long long, long long);
long long llmax(long long, long long);
unsigned long long ullmin(unsigned long long, unsigned long long);
unsigned long long ullmax(unsigned long long, unsigned long long);
template <class... A> int __dp4a(A...);
template <class... A> int __dp2a_lo(A...);
template <class... A> int __dp2a_hi(A...);
#pragma clang force_cuda_host_device end
}
