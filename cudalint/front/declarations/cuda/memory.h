// Loads and stores with a cache hint, asynchronous copies, address spaces.
#pragma once
#include "language.h"
extern "C++" {
#pragma clang force_cuda_host_device begin
template <class T> T __ldg(const T* address);
template <class T> T __ldca(const T* address);
template <class T> T __ldcg(const T* address);
template <class T> T __ldcs(const T* address);
template <class T> T __ldcv(const T* address);
template <class T> T __ldlu(const T* address);
template <class T> T __ldu(const T* address);
template <class T, class U> void __stcg(T* address, U value);
template <class T, class U> void __stcs(T* address, U value);
template <class T, class U> void __stwb(T* address, U value);
template <class T, class U> void __stwt(T* address, U value);

void __pipeline_memcpy_async(void* shared, const void* global, size_t size, size_t zeroed = 0);
void __pipeline_commit();
void __pipeline_wait_prior(size_t);

unsigned __isGlobal(const void*);
unsigned __isShared(const void*);
unsigned __isConstant(const void*);
unsigned __isLocal(const void*);
size_t __cvta_generic_to_shared(const void*);
size_t __cvta_generic_to_global(const void*);
void* __cvta_shared_to_generic(size_t);
void* __cvta_global_to_generic(size_t);
unsigned __nvvm_get_smem_pointer(void*);
#pragma clang force_cuda_host_device end
}
