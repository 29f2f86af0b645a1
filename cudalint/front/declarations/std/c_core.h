// The part of the C library that CUDA sources use without naming a header, since cuda_runtime.h brings it.
#pragma once
#include "../cuda/language.h"
extern "C++" {
#pragma clang force_cuda_host_device begin
extern "C" {
int printf(const char*, ...);
void* malloc(size_t);
void free(void*);
void* memcpy(void*, const void*, size_t);
void* memmove(void*, const void*, size_t);
void* memset(void*, int, size_t);
int memcmp(const void*, const void*, size_t);
size_t strlen(const char*);
int strcmp(const char*, const char*);
char* strcpy(char*, const char*);
void abort();
void exit(int);
}
#pragma clang force_cuda_host_device end
}
#ifdef NDEBUG
#define assert(...) ((void)0)
#else
#define assert(...) cudalint_assert(static_cast<bool>(__VA_ARGS__))
#endif
extern "C++" {
__host__ __device__ void cudalint_assert(bool);
}
