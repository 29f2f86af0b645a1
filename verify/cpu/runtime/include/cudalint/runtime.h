// The runtime API as host functions: one device, everything synchronous.
#pragma once

#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <tuple>
#include <utility>

enum cudaError {
    cudaSuccess = 0,
    cudaErrorInvalidValue = 1,
    cudaErrorMemoryAllocation = 2,
    cudaErrorInitializationError = 3,
    cudaErrorInvalidConfiguration = 9,
    cudaErrorInvalidDevice = 101,
    cudaErrorNotReady = 600,
    cudaErrorPeerAccessAlreadyEnabled = 704,
    cudaErrorNotSupported = 801,
    cudaErrorUnknown = 999
};
typedef cudaError cudaError_t;
enum cudaMemcpyKind { cudaMemcpyHostToHost, cudaMemcpyHostToDevice, cudaMemcpyDeviceToHost, cudaMemcpyDeviceToDevice, cudaMemcpyDefault };
typedef struct cudalint_stream* cudaStream_t;
struct cudalint_event { std::chrono::steady_clock::time_point at; };
typedef cudalint_event* cudaEvent_t;
enum cudaFuncCache { cudaFuncCachePreferNone, cudaFuncCachePreferShared, cudaFuncCachePreferL1, cudaFuncCachePreferEqual };
enum cudaSharedMemConfig { cudaSharedMemBankSizeDefault, cudaSharedMemBankSizeFourByte, cudaSharedMemBankSizeEightByte };
enum cudaFuncAttribute { cudaFuncAttributeMaxDynamicSharedMemorySize = 8, cudaFuncAttributePreferredSharedMemoryCarveout = 9 };
enum cudaLimit { cudaLimitStackSize, cudaLimitPrintfFifoSize, cudaLimitMallocHeapSize };
enum cudaComputeMode { cudaComputeModeDefault, cudaComputeModeExclusive, cudaComputeModeProhibited };
enum cudaMemoryAdvise { cudaMemAdviseSetReadMostly = 1, cudaMemAdviseSetPreferredLocation = 3, cudaMemAdviseSetAccessedBy = 5 };
enum cudaDeviceAttr {
    cudaDevAttrMaxThreadsPerBlock = 1,
    cudaDevAttrMaxSharedMemoryPerBlock = 8,
    cudaDevAttrWarpSize = 10,
    cudaDevAttrClockRate = 13,
    cudaDevAttrMultiProcessorCount = 16,
    cudaDevAttrConcurrentKernels = 31,
    cudaDevAttrMaxThreadsPerMultiProcessor = 39,
    cudaDevAttrMemoryClockRate = 36,
    cudaDevAttrComputeCapabilityMajor = 75,
    cudaDevAttrComputeCapabilityMinor = 76,
    cudaDevAttrManagedMemory = 83,
    cudaDevAttrConcurrentManagedAccess = 89,
    cudaDevAttrIntegrated = 18,
    cudaDevAttrComputeMode = 20,
    cudaDevAttrMaxSharedMemoryPerMultiprocessor = 81,
    cudaDevAttrMemoryPoolsSupported = 115,
    cudaDevAttrCooperativeLaunch = 95,
    cudaDevAttrMaxSharedMemoryPerBlockOptin = 97
};
struct cudaFuncAttributes { size_t sharedSizeBytes, constSizeBytes, localSizeBytes; int maxThreadsPerBlock, numRegs, ptxVersion, binaryVersion; };
struct cudaPointerAttributes { int type, device; void *devicePointer, *hostPointer; };
struct cudaExtent { size_t width, height, depth; };
struct cudaPitchedPtr { void* ptr; size_t pitch, xsize, ysize; };
struct cudaDeviceProp {
    char name[256] = "CPU";
    size_t totalGlobalMem = size_t{1} << 30, sharedMemPerBlock = 48 << 10, sharedMemPerBlockOptin = 227 << 10, totalConstMem = 64 << 10;
    size_t sharedMemPerMultiprocessor = 228 << 10;
    int regsPerBlock = 65536, regsPerMultiprocessor = 65536, warpSize = 32, maxThreadsPerBlock = 1024;
    int maxThreadsDim[3] = {1024, 1024, 64}, maxGridSize[3] = {2147483647, 65535, 65535};
    int major = 9, minor = 0, multiProcessorCount = 132, concurrentKernels = 1, l2CacheSize = 50 << 20;
    int maxThreadsPerMultiProcessor = 2048, maxBlocksPerMultiProcessor = 32, clockRate = 1980000, memoryClockRate = 2600000, memoryBusWidth = 5120;
    int canMapHostMemory = 1, managedMemory = 1, unifiedAddressing = 1, concurrentManagedAccess = 1, cooperativeLaunch = 1;
    int computeMode = 0, integrated = 0, ECCEnabled = 1, deviceOverlap = 1, asyncEngineCount = 3, kernelExecTimeoutEnabled = 0;
    int pciBusID = 0, pciDeviceID = 0, pciDomainID = 0, tccDriver = 0, streamPrioritiesSupported = 1, pageableMemoryAccess = 1;
    size_t textureAlignment = 512, memPitch = 2147483647;
};

#define cudaStreamDefault 0
#define cudaStreamNonBlocking 1
#define cudaStreamLegacy ((cudaStream_t)1)
#define cudaStreamPerThread ((cudaStream_t)2)
#define cudaEventDefault 0
#define cudaEventBlockingSync 1
#define cudaEventDisableTiming 2
#define cudaHostAllocDefault 0
#define cudaHostAllocPortable 1
#define cudaHostAllocMapped 2
#define cudaHostAllocWriteCombined 4
#define cudaHostRegisterDefault 0
#define cudaHostRegisterMapped 2
#define cudaMemAttachGlobal 1
#define cudaMemAttachHost 2
#define cudaDeviceMapHost 8
#define cudaDeviceScheduleAuto 0
#define cudaDeviceScheduleBlockingSync 4
#define cudaCpuDeviceId (-1)
#define CUDART_VERSION 13000
#define CUDA_VERSION 13000

template <class T>
cudaError_t cudaMalloc(T** p, size_t bytes) {
    *p = static_cast<T*>(cudalint::allocate(bytes));
    if (*p == nullptr) return cudaErrorMemoryAllocation;
    if constexpr (!std::is_void_v<T>) cudalint::note_alignment(*p, alignof(T));
    return cudaSuccess;
}
template <class T>
cudaError_t cudaMallocManaged(T** p, size_t bytes, unsigned = 1) { return cudaMalloc(p, bytes); }
template <class T>
cudaError_t cudaMallocHost(T** p, size_t bytes, unsigned = 0) { return cudaMalloc(p, bytes); }
template <class T>
cudaError_t cudaHostAlloc(T** p, size_t bytes, unsigned = 0) { return cudaMalloc(p, bytes); }
template <class T>
cudaError_t cudaMallocAsync(T** p, size_t bytes, cudaStream_t) { return cudaMalloc(p, bytes); }
template <class T>
cudaError_t cudaMallocPitch(T** p, size_t* pitch, size_t width, size_t height) {
    *pitch = (width + 511) / 512 * 512;
    return cudaMalloc(p, *pitch * height);
}
inline cudaError_t cudaFree(void* p) { return cudalint::release(p), cudaSuccess; }
inline cudaError_t cudaFreeHost(void* p) { return cudaFree(p); }
inline cudaError_t cudaFreeAsync(void* p, cudaStream_t) { return cudaFree(p); }
inline cudaError_t cudaMemcpy(void* to, const void* from, size_t bytes, cudaMemcpyKind = cudaMemcpyDefault) { return std::memmove(to, from, bytes), cudaSuccess; }
inline cudaError_t cudaMemcpyAsync(void* to, const void* from, size_t bytes, cudaMemcpyKind = cudaMemcpyDefault, cudaStream_t = nullptr) { return cudaMemcpy(to, from, bytes); }
inline cudaError_t cudaMemset(void* p, int v, size_t bytes) { return std::memset(p, v, bytes), cudaSuccess; }
inline cudaError_t cudaMemsetAsync(void* p, int v, size_t bytes, cudaStream_t = nullptr) { return cudaMemset(p, v, bytes); }
inline cudaError_t cudaMemcpy2D(void* to, size_t to_pitch, const void* from, size_t from_pitch, size_t width, size_t height, cudaMemcpyKind = cudaMemcpyDefault) {
    for (size_t row = 0; row < height; ++row)
        std::memmove(static_cast<char*>(to) + row * to_pitch, static_cast<const char*>(from) + row * from_pitch, width);
    return cudaSuccess;
}
inline cudaError_t cudaMemset2D(void* p, size_t pitch, int v, size_t width, size_t height) {
    for (size_t row = 0; row < height; ++row) std::memset(static_cast<char*>(p) + row * pitch, v, width);
    return cudaSuccess;
}
template <class T>
cudaError_t cudaMemcpyToSymbol(T& symbol, const void* from, size_t bytes, size_t offset = 0, cudaMemcpyKind = cudaMemcpyDefault) {
    return cudaMemcpy(reinterpret_cast<char*>(const_cast<std::remove_const_t<T>*>(&symbol)) + offset, from, bytes);
}
template <class T>
cudaError_t cudaMemcpyToSymbolAsync(T& symbol, const void* from, size_t bytes, size_t offset = 0, cudaMemcpyKind = cudaMemcpyDefault, cudaStream_t = nullptr) {
    return cudaMemcpyToSymbol(symbol, from, bytes, offset);
}
template <class T>
cudaError_t cudaMemcpyFromSymbol(void* to, const T& symbol, size_t bytes, size_t offset = 0, cudaMemcpyKind = cudaMemcpyDefault) {
    return cudaMemcpy(to, reinterpret_cast<const char*>(&symbol) + offset, bytes);
}
template <class T>
cudaError_t cudaGetSymbolAddress(void** p, const T& symbol) { return *p = const_cast<void*>(static_cast<const void*>(&symbol)), cudaSuccess; }
template <class T>
cudaError_t cudaGetSymbolSize(size_t* bytes, const T&) { return *bytes = sizeof(T), cudaSuccess; }
template <class T>
cudaError_t cudaHostGetDevicePointer(T** device, void* host, unsigned) { return *device = static_cast<T*>(host), cudaSuccess; }
inline cudaError_t cudaHostRegister(void*, size_t, unsigned) { return cudaErrorNotSupported; }
inline cudaError_t cudaHostUnregister(void*) { return cudaSuccess; }
inline cudaError_t cudaMemGetInfo(size_t* free, size_t* total) { return *free = *total = size_t{1} << 30, cudaSuccess; }
template <class... A>
cudaError_t cudaMemPrefetchAsync(const void*, size_t, A...) { return cudaSuccess; }
template <class... A>
cudaError_t cudaMemAdvise(const void*, size_t, A...) { return cudaSuccess; }

inline const char* cudaGetErrorString(cudaError_t e) { return e == cudaSuccess ? "no error" : "an error"; }
inline const char* cudaGetErrorName(cudaError_t e) { return e == cudaSuccess ? "cudaSuccess" : "cudaErrorUnknown"; }
#define CUDALINT_NOTHING(NAME) \
    template <class... A>      \
    cudaError_t NAME(A&&...) { return cudaSuccess; }
CUDALINT_NOTHING(cudaGetLastError)
CUDALINT_NOTHING(cudaPeekAtLastError)
CUDALINT_NOTHING(cudaDeviceSynchronize)
CUDALINT_NOTHING(cudaThreadSynchronize)
CUDALINT_NOTHING(cudaDeviceReset)
CUDALINT_NOTHING(cudaThreadExit)
CUDALINT_NOTHING(cudaSetDevice)
CUDALINT_NOTHING(cudaSetDeviceFlags)
CUDALINT_NOTHING(cudaDeviceSetCacheConfig)
CUDALINT_NOTHING(cudaDeviceSetSharedMemConfig)
CUDALINT_NOTHING(cudaDeviceSetLimit)
CUDALINT_NOTHING(cudaFuncSetCacheConfig)
CUDALINT_NOTHING(cudaFuncSetAttribute)
CUDALINT_NOTHING(cudaFuncSetSharedMemConfig)
CUDALINT_NOTHING(cudaStreamSynchronize)
CUDALINT_NOTHING(cudaStreamDestroy)
CUDALINT_NOTHING(cudaStreamQuery)
CUDALINT_NOTHING(cudaStreamWaitEvent)
CUDALINT_NOTHING(cudaStreamAttachMemAsync)
CUDALINT_NOTHING(cudaEventSynchronize)
CUDALINT_NOTHING(cudaEventQuery)
CUDALINT_NOTHING(cudaProfilerStart)
CUDALINT_NOTHING(cudaProfilerStop)
CUDALINT_NOTHING(cudaDeviceEnablePeerAccess)
CUDALINT_NOTHING(cudaDeviceDisablePeerAccess)
CUDALINT_NOTHING(cudaCtxResetPersistingL2Cache)
inline cudaError_t cudaGetDeviceCount(int* n) { return *n = 1, cudaSuccess; }
inline cudaError_t cudaGetDevice(int* n) { return *n = 0, cudaSuccess; }
inline cudaError_t cudaGetDeviceProperties(cudaDeviceProp* p, int) { return *p = cudaDeviceProp{}, cudaSuccess; }
inline cudaError_t cudaChooseDevice(int* n, const cudaDeviceProp*) { return *n = 0, cudaSuccess; }
inline cudaError_t cudaDriverGetVersion(int* v) { return *v = CUDA_VERSION, cudaSuccess; }
inline cudaError_t cudaRuntimeGetVersion(int* v) { return *v = CUDA_VERSION, cudaSuccess; }
inline cudaError_t cudaDeviceCanAccessPeer(int* can, int, int) { return *can = 0, cudaSuccess; }
inline cudaError_t cudaDeviceGetAttribute(int* v, cudaDeviceAttr which, int) {
    cudaDeviceProp p;
    switch (which) {
        case cudaDevAttrMaxThreadsPerBlock: *v = p.maxThreadsPerBlock; break;
        case cudaDevAttrMaxSharedMemoryPerBlock: *v = int(p.sharedMemPerBlock); break;
        case cudaDevAttrMaxSharedMemoryPerBlockOptin: *v = int(p.sharedMemPerBlockOptin); break;
        case cudaDevAttrWarpSize: *v = p.warpSize; break;
        case cudaDevAttrClockRate: *v = p.clockRate; break;
        case cudaDevAttrMemoryClockRate: *v = p.memoryClockRate; break;
        case cudaDevAttrMultiProcessorCount: *v = p.multiProcessorCount; break;
        case cudaDevAttrMaxThreadsPerMultiProcessor: *v = p.maxThreadsPerMultiProcessor; break;
        case cudaDevAttrComputeCapabilityMajor: *v = p.major; break;
        case cudaDevAttrComputeMode:
        case cudaDevAttrIntegrated:
        case cudaDevAttrMemoryPoolsSupported: *v = 0; break;
        case cudaDevAttrComputeCapabilityMinor: *v = p.minor; break;
        default: *v = 1;
    }
    return cudaSuccess;
}
inline cudaError_t cudaStreamCreate(cudaStream_t* s) { return *s = nullptr, cudaSuccess; }
inline cudaError_t cudaStreamCreateWithFlags(cudaStream_t* s, unsigned) { return *s = nullptr, cudaSuccess; }
inline cudaError_t cudaStreamCreateWithPriority(cudaStream_t* s, unsigned, int) { return *s = nullptr, cudaSuccess; }
inline cudaError_t cudaEventCreate(cudaEvent_t* e) { return *e = new cudalint_event, cudaSuccess; }
inline cudaError_t cudaEventCreateWithFlags(cudaEvent_t* e, unsigned) { return cudaEventCreate(e); }
inline cudaError_t cudaEventDestroy(cudaEvent_t e) { return delete e, cudaSuccess; }
inline cudaError_t cudaEventRecord(cudaEvent_t e, cudaStream_t = nullptr) { return e->at = std::chrono::steady_clock::now(), cudaSuccess; }
inline cudaError_t cudaEventElapsedTime(float* ms, cudaEvent_t a, cudaEvent_t b) { return *ms = std::chrono::duration<float, std::milli>(b->at - a->at).count(), cudaSuccess; }
template <class F>
cudaError_t cudaFuncGetAttributes(cudaFuncAttributes* a, F*) { return *a = {0, 0, 0, 1024, 32, 90, 90}, cudaSuccess; }
template <class F>
cudaError_t cudaOccupancyMaxActiveBlocksPerMultiprocessor(int* n, F*, int, size_t) { return *n = 2, cudaSuccess; }
template <class F>
cudaError_t cudaOccupancyMaxPotentialBlockSize(int* grid, int* block, F*, size_t = 0, int = 0) { return *grid = 264, *block = 1024, cudaSuccess; }

template <class... P, size_t... I>
void cudalint_call(void (*kernel)(P...), void** arguments, std::index_sequence<I...>) {
    kernel(*static_cast<std::remove_reference_t<P>*>(arguments[I])...);
}
template <class... P>
cudaError_t cudaLaunchKernel(void (*kernel)(P...), dim3 grid, dim3 block, void** arguments, size_t shared = 0, cudaStream_t = nullptr) {
    cudalint::Launch(grid, block, shared) << [=] { cudalint_call(kernel, arguments, std::index_sequence_for<P...>{}); };
    return cudaSuccess;
}
template <class... P>
cudaError_t cudaLaunchCooperativeKernel(void (*kernel)(P...), dim3 grid, dim3 block, void** arguments, size_t shared = 0, cudaStream_t = nullptr) {
    return cudaLaunchKernel(kernel, grid, block, arguments, shared);
}
