// Vector types of one to four components, with the alignments that decide how wide an access can be.
#pragma once
#define CUDALINT_VECTORS(name, type, align2, align4)                       \
  struct name##1 { type x; };                                              \
  struct __attribute__((aligned(align2))) name##2 { type x, y; };          \
  struct name##3 { type x, y, z; };                                        \
  struct __attribute__((aligned(align4))) name##4 { type x, y, z, w; };    \
  name##1 make_##name##1(type x);                                          \
  name##2 make_##name##2(type x, type y);                                  \
  name##3 make_##name##3(type x, type y, type z);                          \
  name##4 make_##name##4(type x, type y, type z, type w);

extern "C++" {
#pragma clang force_cuda_host_device begin
CUDALINT_VECTORS(char, signed char, 2, 4)
CUDALINT_VECTORS(uchar, unsigned char, 2, 4)
CUDALINT_VECTORS(short, short, 4, 8)
CUDALINT_VECTORS(ushort, unsigned short, 4, 8)
CUDALINT_VECTORS(int, int, 8, 16)
CUDALINT_VECTORS(uint, unsigned int, 8, 16)
CUDALINT_VECTORS(long, long, 16, 16)
CUDALINT_VECTORS(ulong, unsigned long, 16, 16)
CUDALINT_VECTORS(longlong, long long, 16, 16)
CUDALINT_VECTORS(ulonglong, unsigned long long, 16, 16)
CUDALINT_VECTORS(float, float, 8, 16)
CUDALINT_VECTORS(double, double, 16, 16)
struct __attribute__((aligned(16))) double4_16a { double x, y, z, w; };
struct __attribute__((aligned(32))) double4_32a { double x, y, z, w; };
struct __attribute__((aligned(16))) longlong4_16a { long long x, y, z, w; };
struct __attribute__((aligned(32))) longlong4_32a { long long x, y, z, w; };
#pragma clang force_cuda_host_device end
}
