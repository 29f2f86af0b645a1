// Vector types with the alignments of the device.
#pragma once

#define CUDALINT_VECTOR(T, NAME, ALIGN2, ALIGN4)                                                                    \
    struct NAME##1 { T x; };                                                                                        \
    struct alignas(ALIGN2) NAME##2 { T x, y; };                                                                     \
    struct NAME##3 { T x, y, z; };                                                                                  \
    struct alignas(ALIGN4) NAME##4 { T x, y, z, w; };                                                               \
    CUDALINT_INLINE NAME##1 make_##NAME##1(T x) { return {x}; }                                                     \
    CUDALINT_INLINE NAME##2 make_##NAME##2(T x, T y) { return {x, y}; }                                             \
    CUDALINT_INLINE NAME##3 make_##NAME##3(T x, T y, T z) { return {x, y, z}; }                                     \
    CUDALINT_INLINE NAME##4 make_##NAME##4(T x, T y, T z, T w) { return {x, y, z, w}; }

CUDALINT_VECTOR(signed char, char, 2, 4)
CUDALINT_VECTOR(unsigned char, uchar, 2, 4)
CUDALINT_VECTOR(short, short, 4, 8)
CUDALINT_VECTOR(unsigned short, ushort, 4, 8)
CUDALINT_VECTOR(int, int, 8, 16)
CUDALINT_VECTOR(unsigned, uint, 8, 16)
CUDALINT_VECTOR(long, long, 16, 16)
CUDALINT_VECTOR(unsigned long, ulong, 16, 16)
CUDALINT_VECTOR(long long, longlong, 16, 16)
CUDALINT_VECTOR(unsigned long long, ulonglong, 16, 16)
CUDALINT_VECTOR(float, float, 8, 16)
CUDALINT_VECTOR(double, double, 16, 16)

struct dim3 {
    unsigned x, y, z;
    constexpr dim3(unsigned a = 1, unsigned b = 1, unsigned c = 1) : x(a), y(b), z(c) {}
    constexpr dim3(uint3 v) : x(v.x), y(v.y), z(v.z) {}
    constexpr dim3(cudalint::Index i) : x(i.x), y(i.y), z(i.z) {}
    constexpr operator uint3() const { return {x, y, z}; }
};
