// The CUDA language and runtime as declarations: names and signatures only. Included before every file.
#ifndef CUDALINT_CUDA_H
#define CUDALINT_CUDA_H
#define __CUDALINT__ 1
#ifndef __CUDACC__
#define __CUDACC__ 1
#endif
#define __NVCC__ 1
#define __CUDACC_VER_MAJOR__ 13
#define __CUDACC_VER_MINOR__ 0
#define __CUDACC_VER_BUILD__ 88
#define CUDA_VERSION 13000
#define CUDART_VERSION 13000
#define __CUDACC_EXTENDED_LAMBDA__ 1
#define __CUDACC_RELAXED_CONSTEXPR__ 1
#define __host__ __attribute__((host))
#define __device__ __attribute__((device))
#define __global__ __attribute__((global))
#define __shared__ __attribute__((shared))
#define __constant__ __attribute__((constant))
#define __managed__ __attribute__((device))
#define __CUDALINT_TEXT_(...) #__VA_ARGS__
#define __CUDALINT_TEXT(...) __CUDALINT_TEXT_(__VA_ARGS__)
#define __launch_bounds__(...) __attribute__((launch_bounds(__VA_ARGS__))) __attribute__((annotate("launch_bounds:" __CUDALINT_TEXT(__VA_ARGS__))))
#define __maxnreg__(...)
#define __cluster_dims__(...)
#define __block_size__(...)
#define __grid_constant__
#define __noinline__ __attribute__((noinline))
#define __forceinline__ __inline__ __attribute__((always_inline))
#define __forceinline __inline__
#define __align__(...) __attribute__((aligned(__VA_ARGS__)))
#define __builtin_align__(...) __attribute__((aligned(__VA_ARGS__)))
#define __thread__ __thread
#define CUDARTAPI
#define CUDAAPI
#define CUDART_CB
#define CUDA_CB
#define __device_builtin__
#define __cudart_builtin__
#define __nv_pure__
#define __specialization_static static
#define CUDART_INF_F __builtin_huge_valf()
#define CUDART_INF __builtin_huge_val()
#define CUDART_NAN_F __builtin_nanf("")
#define CUDART_NAN __builtin_nan("")
#define CUDART_PI_F 3.141592654f
#define CUDART_PI 3.1415926535897931
#define CUDART_MAX_NORMAL_F 3.402823466e38f
#define CUDART_NORM_HUGE_F 3.402823466e38f
#define CUDART_ZERO_F 0.0f
#define CUDART_ONE_F 1.0f
#define CUDART_L2E_F 1.442695041f
#define CUDART_LN2_F 0.693147181f
#define CUDART_SQRT_TWO_F 1.414213562f
#define CUDART_SQRT_HALF_F 0.707106781f
#define CUDART_PIO2_F 1.570796327f
#define CUDART_PIO4_F 0.785398163f
#define CUDART_2_OVER_PI_F 0.636619772f
#define CUDART_THIRD_F 0.333333333f
#define __DRIVER_TYPES_H__
#define __CUDA_RUNTIME_H__
#define __CUDA_RUNTIME_API_H__
#define __VECTOR_TYPES_H__
#define __VECTOR_FUNCTIONS_H__
#define __cuda_cuda_h__
#define __CUDA_INCLUDE_COMPILER_INTERNAL_HEADERS__
extern "C++" {
typedef __SIZE_TYPE__ size_t; typedef __PTRDIFF_TYPE__ ptrdiff_t;
namespace std { typedef __SIZE_TYPE__ size_t; typedef __PTRDIFF_TYPE__ ptrdiff_t; typedef decltype(nullptr) nullptr_t; }
typedef signed char int8_t; typedef unsigned char uint8_t; typedef short int16_t; typedef unsigned short uint16_t;
typedef int int32_t; typedef unsigned uint32_t; typedef __INT64_TYPE__ int64_t; typedef __UINT64_TYPE__ uint64_t;
typedef __INTPTR_TYPE__ intptr_t; typedef __UINTPTR_TYPE__ uintptr_t;
typedef unsigned int uint; typedef unsigned char uchar; typedef unsigned short ushort; typedef unsigned long ulong;
typedef unsigned int u_int; typedef unsigned char u_char; typedef unsigned long u_long;
#define NULL 0
#define offsetof(t,m) __builtin_offsetof(t,m)
#pragma clang force_cuda_host_device begin
// ---- the "any" type: a value nothing is known about ----
struct __cudalint_any {
  constexpr __cudalint_any() {} template<class...A> constexpr __cudalint_any(A&&...) {}
  template<class T> constexpr operator T() const;
  template<class T> __cudalint_any operator[](T) const; template<class...A> __cudalint_any operator()(A&&...) const;
  __cudalint_any operator*() const; __cudalint_any* operator->() const; __cudalint_any operator++(); __cudalint_any operator++(int); __cudalint_any operator--(); __cudalint_any operator--(int); __cudalint_any operator-() const; __cudalint_any operator~() const; bool operator!() const;
  template<class T> __cudalint_any& operator=(T&&); template<class T> __cudalint_any& operator+=(T&&); template<class T> __cudalint_any& operator-=(T&&); template<class T> __cudalint_any& operator*=(T&&); template<class T> __cudalint_any& operator/=(T&&); template<class T> __cudalint_any& operator|=(T&&); template<class T> __cudalint_any& operator&=(T&&);
#define CUDALINT_OP(op,R) template<class T> friend constexpr R operator op(const __cudalint_any&, const T&) { return R(); } template<class T> friend constexpr R operator op(const T&, const __cudalint_any&) { return R(); } friend constexpr R operator op(const __cudalint_any&, const __cudalint_any&) { return R(); }
CUDALINT_OP(+,__cudalint_any) CUDALINT_OP(-,__cudalint_any) CUDALINT_OP(*,__cudalint_any) CUDALINT_OP(/,__cudalint_any) CUDALINT_OP(%,__cudalint_any) CUDALINT_OP(&,__cudalint_any) CUDALINT_OP(|,__cudalint_any) CUDALINT_OP(^,__cudalint_any) CUDALINT_OP(<<,__cudalint_any) CUDALINT_OP(>>,__cudalint_any) CUDALINT_OP(==,bool) CUDALINT_OP(!=,bool) CUDALINT_OP(<,bool) CUDALINT_OP(>,bool) CUDALINT_OP(<=,bool) CUDALINT_OP(>=,bool)
};
// ---- vector types ----
#define CUDALINT_V(n,t,a1,a2,a4) struct n##1 { t x; }; struct __align__(a2) n##2 { t x,y; }; struct n##3 { t x,y,z; }; struct __align__(a4) n##4 { t x,y,z,w; }; \
 n##1 make_##n##1(t x); n##2 make_##n##2(t x,t y); n##3 make_##n##3(t x,t y,t z); n##4 make_##n##4(t x,t y,t z,t w);
CUDALINT_V(char,signed char,1,2,4) CUDALINT_V(uchar,unsigned char,1,2,4) CUDALINT_V(short,short,2,4,8) CUDALINT_V(ushort,unsigned short,2,4,8)
CUDALINT_V(int,int,4,8,16) CUDALINT_V(uint,unsigned int,4,8,16) CUDALINT_V(long,long,8,16,16) CUDALINT_V(ulong,unsigned long,8,16,16)
CUDALINT_V(longlong,long long,8,16,16) CUDALINT_V(ulonglong,unsigned long long,8,16,16) CUDALINT_V(float,float,4,8,16) CUDALINT_V(double,double,8,16,16)
struct __align__(32) double4_32a { double x,y,z,w; }; struct double4_16a { double x,y,z,w; };
struct dim3 { unsigned x,y,z; constexpr dim3(unsigned a=1,unsigned b=1,unsigned c=1):x(a),y(b),z(c){} constexpr dim3(uint3 v):x(v.x),y(v.y),z(v.z){} constexpr operator uint3() const { return uint3{x,y,z}; } };
// ---- builtin variables ----
extern const __device__ __attribute__((weak)) uint3 threadIdx, blockIdx; extern const __device__ __attribute__((weak)) dim3 blockDim, gridDim; extern const __device__ __attribute__((weak)) int warpSize;
// ---- runtime API ----
typedef enum cudaError { cudaSuccess=0, cudaErrorInvalidValue=1, cudaErrorMemoryAllocation=2, cudaErrorNotReady=600, cudaErrorPeerAccessAlreadyEnabled=704, cudaErrorUnknown=999, cudaErrorInvalidDevice=101, cudaErrorNoDevice=100, cudaErrorNotSupported=801, cudaErrorInsufficientDriver=35, cudaErrorInvalidConfiguration=9, cudaErrorLaunchFailure=719, cudaErrorMissingConfiguration=1000, cudaErrorInitializationError=1001, cudaErrorPriorLaunchFailure=1002, cudaErrorLaunchTimeout=1003, cudaErrorLaunchOutOfResources=1004, cudaErrorInvalidDeviceFunction=1005, cudaErrorInvalidPitchValue=1006, cudaErrorInvalidSymbol=1007, cudaErrorMapBufferObjectFailed=1008, cudaErrorUnmapBufferObjectFailed=1009, cudaErrorInvalidHostPointer=1010, cudaErrorInvalidDevicePointer=1011, cudaErrorInvalidTexture=1012, cudaErrorInvalidTextureBinding=1013, cudaErrorInvalidChannelDescriptor=1014, cudaErrorInvalidMemcpyDirection=1015, cudaErrorAddressOfConstant=1016, cudaErrorTextureFetchFailed=1017, cudaErrorTextureNotBound=1018, cudaErrorSynchronizationError=1019, cudaErrorInvalidFilterSetting=1020, cudaErrorInvalidNormSetting=1021, cudaErrorMixedDeviceExecution=1022, cudaErrorCudartUnloading=1023, cudaErrorNotYetImplemented=1024, cudaErrorMemoryValueTooLarge=1025, cudaErrorInvalidResourceHandle=1026, cudaErrorSetOnActiveProcess=1027, cudaErrorInvalidSurface=1028, cudaErrorECCUncorrectable=1029, cudaErrorSharedObjectSymbolNotFound=1030, cudaErrorSharedObjectInitFailed=1031, cudaErrorUnsupportedLimit=1032, cudaErrorDuplicateVariableName=1033, cudaErrorDuplicateTextureName=1034, cudaErrorDuplicateSurfaceName=1035, cudaErrorDevicesUnavailable=1036, cudaErrorInvalidKernelImage=1037, cudaErrorNoKernelImageForDevice=1038, cudaErrorIncompatibleDriverContext=1039, cudaErrorPeerAccessNotEnabled=1040, cudaErrorDeviceAlreadyInUse=1041, cudaErrorProfilerDisabled=1042, cudaErrorProfilerNotInitialized=1043, cudaErrorProfilerAlreadyStarted=1044, cudaErrorProfilerAlreadyStopped=1045, cudaErrorAssert=1046, cudaErrorTooManyPeers=1047, cudaErrorHostMemoryAlreadyRegistered=1048, cudaErrorHostMemoryNotRegistered=1049, cudaErrorOperatingSystem=1050, cudaErrorPeerAccessUnsupported=1051, cudaErrorLaunchMaxDepthExceeded=1052, cudaErrorLaunchFileScopedTex=1053, cudaErrorLaunchFileScopedSurf=1054, cudaErrorSyncDepthExceeded=1055, cudaErrorLaunchPendingCountExceeded=1056, cudaErrorNotPermitted=1057, cudaErrorHardwareStackError=1058, cudaErrorIllegalInstruction=1059, cudaErrorMisalignedAddress=1060, cudaErrorInvalidAddressSpace=1061, cudaErrorInvalidPc=1062, cudaErrorIllegalAddress=1063, cudaErrorInvalidPtx=1064, cudaErrorInvalidGraphicsContext=1065, cudaErrorNvlinkUncorrectable=1066, cudaErrorJitCompilerNotFound=1067, cudaErrorCooperativeLaunchTooLarge=1068, cudaErrorStartupFailure=1069, cudaErrorApiFailureBase=1070, cudaErrorSymbolNotFound=1071, cudaErrorStreamCaptureUnsupported=1072, cudaErrorStreamCaptureInvalidated=1073, cudaErrorStreamCaptureImplicit=1074, cudaErrorStreamCaptureIsolation=1075, cudaErrorSystemNotReady=1076, cudaErrorIllegalState=1077, cudaErrorTimeout=1078, cudaErrorGraphExecUpdateFailure=1079 } cudaError_t;
typedef struct CUstream_st *cudaStream_t; typedef struct CUevent_st *cudaEvent_t; typedef struct CUgraph_st *cudaGraph_t; typedef struct CUgraphExec_st *cudaGraphExec_t; typedef struct CUgraphNode_st *cudaGraphNode_t; typedef struct CUmemPoolHandle_st *cudaMemPool_t; typedef struct cudaArray *cudaArray_t; typedef const cudaArray *cudaArray_const_t; typedef struct cudaMipmappedArray *cudaMipmappedArray_t; typedef unsigned long long cudaTextureObject_t, cudaSurfaceObject_t; typedef struct CUfunc_st *cudaFunction_t; typedef struct cudaGraphicsResource *cudaGraphicsResource_t; typedef void (*cudaStreamCallback_t)(cudaStream_t, cudaError_t, void*); typedef void (*cudaHostFn_t)(void*);
typedef int CUdevice; typedef unsigned long long CUdeviceptr; typedef struct CUctx_st *CUcontext; typedef struct CUmod_st *CUmodule; typedef struct CUfunc_st *CUfunction; typedef cudaStream_t CUstream; typedef cudaEvent_t CUevent; typedef cudaArray_t CUarray; typedef enum cudaError_enum { CUDA_SUCCESS=0, CUDA_ERROR_INVALID_VALUE=1 } CUresult; struct alignas(64) CUtensorMap { unsigned long long opaque[16]; };
enum cudaMemcpyKind { cudaMemcpyHostToHost, cudaMemcpyHostToDevice, cudaMemcpyDeviceToHost, cudaMemcpyDeviceToDevice, cudaMemcpyDefault };
enum cudaFuncCache { cudaFuncCachePreferNone, cudaFuncCachePreferShared, cudaFuncCachePreferL1, cudaFuncCachePreferEqual };
enum cudaSharedMemConfig { cudaSharedMemBankSizeDefault, cudaSharedMemBankSizeFourByte, cudaSharedMemBankSizeEightByte };
enum cudaFuncAttribute { cudaFuncAttributeMaxDynamicSharedMemorySize=8, cudaFuncAttributePreferredSharedMemoryCarveout=9, cudaFuncAttributeNonPortableClusterSizeAllowed, cudaFuncAttributeMax };
enum cudaTextureReadMode { cudaReadModeElementType, cudaReadModeNormalizedFloat }; enum cudaTextureFilterMode { cudaFilterModePoint, cudaFilterModeLinear }; enum cudaTextureAddressMode { cudaAddressModeWrap, cudaAddressModeClamp, cudaAddressModeMirror, cudaAddressModeBorder };
enum cudaChannelFormatKind { cudaChannelFormatKindSigned, cudaChannelFormatKindUnsigned, cudaChannelFormatKindFloat, cudaChannelFormatKindNone }; enum cudaResourceType { cudaResourceTypeArray, cudaResourceTypeMipmappedArray, cudaResourceTypeLinear, cudaResourceTypePitch2D }; enum cudaSurfaceBoundaryMode { cudaBoundaryModeZero, cudaBoundaryModeClamp, cudaBoundaryModeTrap };
enum cudaLimit { cudaLimitStackSize, cudaLimitPrintfFifoSize, cudaLimitMallocHeapSize, cudaLimitDevRuntimeSyncDepth, cudaLimitDevRuntimePendingLaunchCount };
enum cudaDeviceAttr { cudaDevAttrMaxThreadsPerBlock=1, cudaDevAttrMultiProcessorCount=16, cudaDevAttrMaxSharedMemoryPerBlock=8, cudaDevAttrMaxSharedMemoryPerBlockOptin=97, cudaDevAttrComputeCapabilityMajor=75, cudaDevAttrComputeCapabilityMinor=76, cudaDevAttrMaxSharedMemoryPerMultiprocessor=81, cudaDevAttrWarpSize=10, cudaDevAttrClockRate=13, cudaDevAttrCooperativeLaunch=95, cudaDevAttrMaxThreadsPerMultiProcessor=39, cudaDevAttrMemoryPoolsSupported=115, cudaDevAttrConcurrentManagedAccess=89, cudaDevAttrL2CacheSize=38, cudaDevAttrMaxGridDimX=5, cudaDevAttrUnifiedAddressing=41, cudaDevAttrMaxRegistersPerBlock=12, cudaDevAttrComputeMode=20, cudaDevAttrIntegrated=18, cudaDevAttrMemoryClockRate=36, cudaDevAttrGlobalMemoryBusWidth=37, cudaDevAttrCanMapHostMemory=19, cudaDevAttrManagedMemory=83, cudaDevAttrPageableMemoryAccess=88, cudaDevAttrMaxBlockDimX=2, cudaDevAttrComputePreemptionSupported=90, cudaDevAttrCooperativeMultiDeviceLaunch=96, cudaDevAttrVirtualMemoryManagementSupported=102, cudaDevAttrClusterLaunch=120, cudaDevAttrIsMultiGpuBoard=84, cudaDevAttrMaxBlocksPerMultiprocessor=106, cudaDevAttrReservedSharedMemoryPerBlock=111, cudaDevAttrTotalConstantMemory=9, cudaDevAttrAsyncEngineCount=40, cudaDevAttrHostNativeAtomicSupported=86, cudaDevAttrIpcEventSupport=125 };
struct cudaDeviceProp { char name[256]; size_t totalGlobalMem, sharedMemPerBlock, totalConstMem, sharedMemPerMultiprocessor, sharedMemPerBlockOptin, textureAlignment, memPitch, reservedSharedMemPerBlock; int regsPerBlock, warpSize, maxThreadsPerBlock, maxThreadsDim[3], maxGridSize[3], clockRate, major, minor, multiProcessorCount, kernelExecTimeoutEnabled, integrated, canMapHostMemory, computeMode, concurrentKernels, ECCEnabled, pciBusID, pciDeviceID, tccDriver, asyncEngineCount, unifiedAddressing, memoryClockRate, memoryBusWidth, l2CacheSize, maxThreadsPerMultiProcessor, managedMemory, isMultiGpuBoard, cooperativeLaunch, concurrentManagedAccess, pageableMemoryAccess, deviceOverlap, regsPerMultiprocessor, persistingL2CacheMaxSize, accessPolicyMaxWindowSize, maxTexture1DLinear, maxBlocksPerMultiProcessor, streamPrioritiesSupported, hostRegisterSupported, globalL1CacheSupported, localL1CacheSupported, cooperativeMultiDeviceLaunch, singleToDoublePrecisionPerfRatio,maxTexture1D,maxTexture2D[2],maxTexture3D[3],maxTexture1DLayered[2],maxTexture2DLayered[3],pciDomainID,memPoolsSupported,computePreemptionSupported,surfaceAlignment; };
struct cudaPitchedPtr { void*ptr; size_t pitch,xsize,ysize; }; struct cudaExtent { size_t width,height,depth; }; struct cudaPos { size_t x,y,z; }; struct cudaChannelFormatDesc { int x,y,z,w; cudaChannelFormatKind f; };
struct cudaMemcpy3DParms { cudaArray_t srcArray; cudaPos srcPos; cudaPitchedPtr srcPtr; cudaArray_t dstArray; cudaPos dstPos; cudaPitchedPtr dstPtr; cudaExtent extent; cudaMemcpyKind kind; };
struct cudaResourceDesc { cudaResourceType resType; union { struct { cudaArray_t array; } array; struct { cudaMipmappedArray_t mipmap; } mipmap; struct { void*devPtr; cudaChannelFormatDesc desc; size_t sizeInBytes; } linear; struct { void*devPtr; cudaChannelFormatDesc desc; size_t width,height,pitchInBytes; } pitch2D; } res; };
struct cudaTextureDesc { cudaTextureAddressMode addressMode[3]; cudaTextureFilterMode filterMode; cudaTextureReadMode readMode; int sRGB; float borderColor[4]; int normalizedCoords; unsigned maxAnisotropy; cudaTextureFilterMode mipmapFilterMode; float mipmapLevelBias,minMipmapLevelClamp,maxMipmapLevelClamp; };
struct cudaFuncAttributes { size_t sharedSizeBytes, constSizeBytes, localSizeBytes; int maxThreadsPerBlock,numRegs,ptxVersion,binaryVersion,cacheModeCA,maxDynamicSharedSizeBytes,preferredShmemCarveout; }; struct cudaPointerAttributes { int type,memoryType; int device; void*devicePointer,*hostPointer; };
struct cudaIpcMemHandle_t { char reserved[64]; }; struct cudaIpcEventHandle_t { char reserved[64]; };
union cudaLaunchAttributeValue { int cooperative; struct { unsigned x,y,z; } clusterDim; int programmaticStreamSerializationAllowed; int priority; }; enum cudaLaunchAttributeID { cudaLaunchAttributeIgnore, cudaLaunchAttributeAccessPolicyWindow, cudaLaunchAttributeCooperative, cudaLaunchAttributeClusterDimension=4, cudaLaunchAttributeProgrammaticStreamSerialization=6, cudaLaunchAttributePriority=8 };
struct cudaLaunchAttribute { cudaLaunchAttributeID id; cudaLaunchAttributeValue val; }; struct cudaLaunchConfig_t { dim3 gridDim, blockDim; size_t dynamicSmemBytes; cudaStream_t stream; cudaLaunchAttribute *attrs; unsigned numAttrs; };
enum { cudaHostAllocDefault=0, cudaHostAllocPortable=1, cudaHostAllocMapped=2, cudaHostAllocWriteCombined=4, cudaHostRegisterDefault=0, cudaHostRegisterMapped=2, cudaHostRegisterPortable=1, cudaEventDefault=0, cudaEventBlockingSync=1, cudaEventDisableTiming=2, cudaEventInterprocess=4, cudaStreamDefault=0, cudaStreamNonBlocking=1, cudaDeviceScheduleAuto=0, cudaDeviceScheduleBlockingSync=4, cudaDeviceMapHost=8, cudaMemAttachGlobal=1, cudaMemAttachHost=2, cudaCpuDeviceId=-1, cudaInvalidDeviceId=-2, cudaArrayDefault=0, cudaArrayLayered=1, cudaArraySurfaceLoadStore=2, cudaArrayCubemap=4, cudaDeviceScheduleSpin=1, cudaDeviceScheduleYield=2, cudaComputeModeProhibited=2, cudaIpcMemLazyEnablePeerAccess=1, cudaStreamCaptureModeGlobal=0, cudaStreamCaptureModeThreadLocal=1, cudaStreamCaptureModeRelaxed=2, cudaOccupancyDefault=0, cudaMemAdviseSetReadMostly=1, cudaMemAdviseSetPreferredLocation=3, cudaMemAdviseSetAccessedBy=5, cudaGraphicsMapFlagsNone=0, cudaGraphicsMapFlagsWriteDiscard=2, cudaGraphicsRegisterFlagsNone=0,cudaGraphicsRegisterFlagsWriteDiscard=2, cudaEventRecordDefault=0,cudaEventWaitDefault=0 };
#define cudaStreamLegacy ((cudaStream_t)1)
#define cudaStreamPerThread ((cudaStream_t)2)
#define cudaHostAllocDefault 0
#pragma clang force_cuda_host_device end
extern "C" __device__ void* cudaGetParameterBuffer(size_t,size_t); extern "C" __device__ cudaError_t cudaLaunchDevice(void*, void*, dim3, dim3, unsigned, cudaStream_t);
extern "C" unsigned __cudaPushCallConfiguration(dim3 g, dim3 b, size_t s=0, cudaStream_t st=0); extern "C" int cudaConfigureCall(dim3 g, dim3 b, size_t s=0, cudaStream_t st=0);
#pragma clang force_cuda_host_device begin
#define CUDALINT_API(f) template<class...A> cudaError_t f(A&&...);
#define CUDALINT_API8(a,b,c,d,e,f,g,h) CUDALINT_API(a) CUDALINT_API(b) CUDALINT_API(c) CUDALINT_API(d) CUDALINT_API(e) CUDALINT_API(f) CUDALINT_API(g) CUDALINT_API(h)
template<class T=void> cudaError_t cudaMalloc(T**, size_t); template<class T> cudaError_t cudaMallocManaged(T**, size_t, unsigned=1); template<class T> cudaError_t cudaMallocHost(T**, size_t, unsigned=0); template<class T> cudaError_t cudaHostAlloc(T**, size_t, unsigned); 
CUDALINT_API8(cudaMallocAsync,cudaFree,cudaFreeHost,cudaFreeAsync,cudaMallocPitch,cudaMalloc3D,cudaMallocArray,cudaMalloc3DArray)
CUDALINT_API8(cudaMemcpy,cudaMemcpyAsync,cudaMemcpy2D,cudaMemcpy2DAsync,cudaMemcpy3D,cudaMemcpyToSymbol,cudaMemcpyFromSymbol,cudaMemcpyToSymbolAsync)
CUDALINT_API8(cudaMemcpyPeer,cudaMemcpyPeerAsync,cudaMemcpyToArray,cudaMemcpyFromArray,cudaMemcpy2DToArray,cudaMemcpy2DFromArray,cudaMemcpyFromSymbolAsync,cudaMemcpy3DAsync)
CUDALINT_API8(cudaMemset,cudaMemsetAsync,cudaMemset2D,cudaMemset3D,cudaMemGetInfo,cudaMemPrefetchAsync,cudaMemAdvise,cudaMemset2DAsync)
CUDALINT_API8(cudaDeviceSynchronize,cudaThreadSynchronize,cudaDeviceReset,cudaThreadExit,cudaGetLastError,cudaPeekAtLastError,cudaSetDevice,cudaGetDevice)
CUDALINT_API8(cudaGetDeviceCount,cudaGetDeviceProperties,cudaDeviceGetAttribute,cudaSetDeviceFlags,cudaDeviceSetLimit,cudaDeviceGetLimit,cudaDeviceSetCacheConfig,cudaDeviceSetSharedMemConfig)
CUDALINT_API8(cudaStreamCreate,cudaStreamCreateWithFlags,cudaStreamCreateWithPriority,cudaStreamDestroy,cudaStreamSynchronize,cudaStreamWaitEvent,cudaStreamQuery,cudaStreamAddCallback)
CUDALINT_API8(cudaEventCreate,cudaEventCreateWithFlags,cudaEventDestroy,cudaEventRecord,cudaEventSynchronize,cudaEventElapsedTime,cudaEventQuery,cudaStreamAttachMemAsync)
CUDALINT_API8(cudaFuncSetCacheConfig,cudaFuncSetAttribute,cudaFuncGetAttributes,cudaFuncSetSharedMemConfig,cudaOccupancyMaxActiveBlocksPerMultiprocessor,cudaOccupancyMaxPotentialBlockSize,cudaOccupancyMaxPotentialBlockSizeVariableSMem,cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags)
CUDALINT_API8(cudaLaunchKernel,cudaLaunchCooperativeKernel,cudaLaunchKernelEx,cudaLaunchKernelExC,cudaLaunchHostFunc,cudaHostGetDevicePointer,cudaHostRegister,cudaHostUnregister)
CUDALINT_API8(cudaBindTexture,cudaUnbindTexture,cudaBindTexture2D,cudaBindTextureToArray,cudaCreateTextureObject,cudaDestroyTextureObject,cudaCreateSurfaceObject,cudaDestroySurfaceObject)
CUDALINT_API8(cudaGetSymbolAddress,cudaGetSymbolSize,cudaPointerGetAttributes,cudaDeviceCanAccessPeer,cudaDeviceEnablePeerAccess,cudaDeviceDisablePeerAccess,cudaFreeArray,cudaBindSurfaceToArray)
CUDALINT_API8(cudaGraphCreate,cudaGraphDestroy,cudaGraphInstantiate,cudaGraphLaunch,cudaStreamBeginCapture,cudaStreamEndCapture,cudaGraphExecDestroy,cudaGraphExecUpdate)
CUDALINT_API8(cudaIpcGetMemHandle,cudaIpcOpenMemHandle,cudaIpcCloseMemHandle,cudaDriverGetVersion,cudaRuntimeGetVersion,cudaProfilerStart,cudaProfilerStop,cudaGraphicsMapResources)
CUDALINT_API8(cudaGraphicsUnmapResources,cudaGraphicsResourceGetMappedPointer,cudaGraphicsGLRegisterBuffer,cudaGraphicsUnregisterResource,cudaChooseDevice,cudaGLSetGLDevice,cudaStreamIsCapturing,cudaDeviceGetStreamPriorityRange)
CUDALINT_API8(cudaStreamGetCaptureInfo,cudaMemPoolSetAttribute,cudaDeviceGetDefaultMemPool,cudaGetChannelDesc,cudaThreadSetLimit,cudaThreadSetCacheConfig,cudaGraphAddKernelNode,cudaGraphAddMemcpyNode)
CUDALINT_API8(cudaStreamSetAttribute,cudaGetFuncBySymbol,cudaGetDriverEntryPoint,cudaGridDependencySynchronize,cudaTriggerProgrammaticLaunchCompletion,cudaDeviceGetPCIBusId,cudaDeviceGetByPCIBusId,cudaSetValidDevices)
#undef cudaHostAllocDefault
const char* cudaGetErrorString(cudaError_t); const char* cudaGetErrorName(cudaError_t); cudaExtent make_cudaExtent(size_t,size_t,size_t); cudaPos make_cudaPos(size_t,size_t,size_t); cudaPitchedPtr make_cudaPitchedPtr(void*,size_t,size_t,size_t); template<class T> cudaChannelFormatDesc cudaCreateChannelDesc(); cudaChannelFormatDesc cudaCreateChannelDesc(int,int,int,int,cudaChannelFormatKind);
// ---- sync / warp / misc intrinsics ----
void __threadfence(); void __threadfence_block(); void __threadfence_system(); void __syncwarp(unsigned=0xffffffffu); int __syncthreads_or(int); int __syncthreads_and(int); int __syncthreads_count(int); void __trap(); void __brkpt(); void __nanosleep(unsigned);  void __prof_trigger(int);
#define __syncthreads __cudalint_syncthreads
void __cudalint_syncthreads();
void __barrier_sync(unsigned); void __barrier_sync_count(unsigned,unsigned);
unsigned __activemask(); unsigned __ballot(int); int __any(int); int __all(int); unsigned __ballot_sync(unsigned,int); int __any_sync(unsigned,int); int __all_sync(unsigned,int); int __uni_sync(unsigned,int); template<class T> unsigned __match_any_sync(unsigned,T); template<class T> unsigned __match_all_sync(unsigned,T,int*); unsigned __lanemask_lt(); 
#define CUDALINT_SHFL(n,t) template<class T> T n##_sync(unsigned, T, t, int=32); template<class T> T n(T, t, int=32);
CUDALINT_SHFL(__shfl,int) CUDALINT_SHFL(__shfl_up,unsigned) CUDALINT_SHFL(__shfl_down,unsigned) CUDALINT_SHFL(__shfl_xor,int)
template<class T> T __reduce_add_sync(unsigned,T); template<class T> T __reduce_min_sync(unsigned,T); template<class T> T __reduce_max_sync(unsigned,T); template<class T> T __reduce_or_sync(unsigned,T); template<class T> T __reduce_and_sync(unsigned,T); template<class T> T __reduce_xor_sync(unsigned,T);
#define CUDALINT_AT(n) template<class T, class U> T n(T*, U); template<class T,class U> T n##_block(T*, U); template<class T,class U> T n##_system(T*, U); template<class T,class U> T n(volatile T*, U);
CUDALINT_AT(atomicAdd) CUDALINT_AT(atomicSub) CUDALINT_AT(atomicMin) CUDALINT_AT(atomicMax) CUDALINT_AT(atomicExch) CUDALINT_AT(atomicInc) CUDALINT_AT(atomicDec) CUDALINT_AT(atomicAnd) CUDALINT_AT(atomicOr) CUDALINT_AT(atomicXor)
template<class T,class U,class V> T atomicCAS(T*,U,V); template<class T,class U,class V> T atomicCAS_block(T*,U,V); template<class T,class U,class V> T atomicCAS_system(T*,U,V); template<class T,class U,class V> T atomicCAS(volatile T*,U,V);
#define CUDALINT_LD(n) template<class T> T n(const T*); template<class T> T n(T*);
template<class T> T __ldg(const T*); template<class T> T __ldcg(const T*); template<class T> T __ldcs(const T*); template<class T> T __ldca(const T*); template<class T> T __ldlu(const T*); template<class T> T __ldcv(const T*); template<class T> T __ldu(const T*); template<class T,class U> void __stcg(T*,U); template<class T,class U> void __stcs(T*,U); template<class T,class U> void __stwb(T*,U); template<class T,class U> void __stwt(T*,U);
int __clz(int); int __clzll(long long); int __ffs(int); int __ffsll(long long); int __popc(unsigned); int __popcll(unsigned long long); unsigned __brev(unsigned); unsigned long long __brevll(unsigned long long); unsigned __byte_perm(unsigned,unsigned,unsigned); int __mul24(int,int); unsigned __umul24(unsigned,unsigned); int __mulhi(int,int); unsigned __umulhi(unsigned,unsigned); long long __mul64hi(long long,long long); unsigned long long __umul64hi(unsigned long long,unsigned long long); unsigned __sad(int,int,unsigned); unsigned __usad(unsigned,unsigned,unsigned); int __hadd(int,int); int __rhadd(int,int); unsigned __funnelshift_l(unsigned,unsigned,unsigned); unsigned __funnelshift_r(unsigned,unsigned,unsigned); unsigned __funnelshift_lc(unsigned,unsigned,unsigned); unsigned __funnelshift_rc(unsigned,unsigned,unsigned); unsigned __fns(unsigned,unsigned,int); int umin_(int,int); unsigned umin(unsigned,unsigned); unsigned umax(unsigned,unsigned); long long llmin(long long,long long); long long llmax(long long,long long); unsigned long long ullmin(unsigned long long,unsigned long long); unsigned long long ullmax(unsigned long long,unsigned long long); int mul24(int,int); unsigned umul24(unsigned,unsigned);
template<class...A> int __dp4a(A...); template<class...A> int __dp2a_lo(A...); template<class...A> int __dp2a_hi(A...); template<class...A> unsigned __vabsdiffu4(A...); 
#define CUDALINT_U2(n) unsigned n(unsigned,unsigned=0,unsigned=0);
CUDALINT_U2(__vadd2) CUDALINT_U2(__vadd4) CUDALINT_U2(__vsub2) CUDALINT_U2(__vsub4) CUDALINT_U2(__vsubss4) CUDALINT_U2(__vsubus4) CUDALINT_U2(__vaddss4) CUDALINT_U2(__vcmpeq4) CUDALINT_U2(__vcmpne4) CUDALINT_U2(__vminu4) CUDALINT_U2(__vmaxu4) CUDALINT_U2(__vmins2) CUDALINT_U2(__vmaxs2) CUDALINT_U2(__vmaxu2) CUDALINT_U2(__vminu2) CUDALINT_U2(__vabsdiffs2) CUDALINT_U2(__vabsdiffu2) CUDALINT_U2(__vavgu4) CUDALINT_U2(__vseteq4) CUDALINT_U2(__vcmpgtu4) CUDALINT_U2(__vcmpgts4) CUDALINT_U2(__vcmpltu4) CUDALINT_U2(__vcmpgeu4) CUDALINT_U2(__vcmpeq2) CUDALINT_U2(__vabs4) CUDALINT_U2(__vneg4) CUDALINT_U2(__vmaxs4) CUDALINT_U2(__vmins4) CUDALINT_U2(__vibmax_s32) CUDALINT_U2(__viaddmax_s32) CUDALINT_U2(__viaddmin_s32) CUDALINT_U2(__vimax3_s32) CUDALINT_U2(__vimin3_s32)
long long clock64(); int clock(); unsigned long long __globaltimer(); 
bool __isGlobal(const void*); bool __isShared(const void*); bool __isConstant(const void*); bool __isLocal(const void*); size_t __cvta_generic_to_shared(const void*); size_t __cvta_generic_to_global(const void*); void* __cvta_shared_to_generic(size_t); unsigned __nvvm_get_smem_pointer(void*);
void __pipeline_memcpy_async(void*, const void*, size_t, size_t=0); void __pipeline_commit(); void __pipeline_wait_prior(size_t);
#define __builtin_assume_aligned(p,...) (p)
// ---- math ----
#define CUDALINT_M1(n) float n##f(float); double n(double); float n(float);
CUDALINT_M1(sin) CUDALINT_M1(cos) CUDALINT_M1(tan) CUDALINT_M1(asin) CUDALINT_M1(acos) CUDALINT_M1(atan) CUDALINT_M1(sinh) CUDALINT_M1(cosh) CUDALINT_M1(tanh) CUDALINT_M1(asinh) CUDALINT_M1(acosh) CUDALINT_M1(atanh) CUDALINT_M1(exp) CUDALINT_M1(exp2) CUDALINT_M1(exp10) CUDALINT_M1(expm1) CUDALINT_M1(log) CUDALINT_M1(log2) CUDALINT_M1(log10) CUDALINT_M1(log1p) CUDALINT_M1(sqrt) CUDALINT_M1(rsqrt) CUDALINT_M1(cbrt) CUDALINT_M1(rcbrt) CUDALINT_M1(erf) CUDALINT_M1(erfc) CUDALINT_M1(erfinv) CUDALINT_M1(erfcinv) CUDALINT_M1(erfcx) CUDALINT_M1(normcdf) CUDALINT_M1(normcdfinv) CUDALINT_M1(lgamma) CUDALINT_M1(tgamma) CUDALINT_M1(ceil) CUDALINT_M1(floor) CUDALINT_M1(trunc) CUDALINT_M1(round) CUDALINT_M1(rint) CUDALINT_M1(nearbyint) CUDALINT_M1(fabs) CUDALINT_M1(sinpi) CUDALINT_M1(cospi) CUDALINT_M1(j0) CUDALINT_M1(j1) CUDALINT_M1(y0) CUDALINT_M1(y1) CUDALINT_M1(logb) CUDALINT_M1(cyl_bessel_i0) CUDALINT_M1(cyl_bessel_i1)
#define CUDALINT_M2(n) float n##f(float,float); double n(double,double); float n(float,float); double n(float,double); double n(double,float);
CUDALINT_M2(fmod) CUDALINT_M2(fmin) CUDALINT_M2(fmax) CUDALINT_M2(atan2) CUDALINT_M2(hypot) CUDALINT_M2(rhypot) CUDALINT_M2(copysign) CUDALINT_M2(fdim) CUDALINT_M2(remainder) CUDALINT_M2(nextafter) CUDALINT_M2(fdivide)
float powf(float,float); double pow(double,double); float pow(float,float); float pow(float,int); double pow(double,int); double pow(int,int); double pow(float,double); double pow(double,float); float powif(float,int); double powi(double,int);
float fmaf(float,float,float); double fma(double,double,double); float fma(float,float,float); void sincosf(float,float*,float*); void sincos(double,double*,double*); void sincos(float,float*,float*); void sincospif(float,float*,float*); void sincospi(double,double*,double*); float ldexpf(float,int); double ldexp(double,int); float ldexp(float,int); float frexpf(float,int*); double frexp(double,int*); float modff(float,float*); double modf(double,double*); float scalbnf(float,int); double scalbn(double,int); int ilogbf(float); int ilogb(double); long lrintf(float); long lrint(double); long lroundf(float); long lround(double); long long llrintf(float); long long llrint(double); float norm3df(float,float,float); float rnorm3df(float,float,float); double norm3d(double,double,double); float norm4df(float,float,float,float); double norm(int,const double*); float jnf(int,float); float ynf(int,float); float nanf(const char*); double nan(const char*); float saturatef(float); float __saturatef(float); float remquof(float,float,int*);
template<class T> bool isnan(T); template<class T> bool isinf(T); template<class T> bool isfinite(T); template<class T> bool signbit(T);
int abs(int); long abs(long); long long abs(long long); float abs(float); double abs(double); long labs(long); long long llabs(long long);
template<bool B,class T,class F> struct __cudalint_if { typedef T type; }; template<class T,class F> struct __cudalint_if<false,T,F> { typedef F type; };
#define CUDALINT_MM(n) int n(int,int); unsigned n(unsigned,unsigned); unsigned n(int,unsigned); unsigned n(unsigned,int); long n(long,long); unsigned long n(unsigned long,unsigned long); unsigned long n(long,unsigned long); unsigned long n(unsigned long,long); long long n(long long,long long); unsigned long long n(unsigned long long,unsigned long long); float n(float,float); double n(double,double); double n(float,double); double n(double,float); long n(long,int); long n(int,long); unsigned long n(unsigned long,int); unsigned long n(int,unsigned long); unsigned long n(unsigned long,unsigned); unsigned long n(unsigned,unsigned long); long long n(long long,int); long long n(int,long long); float n(float,int); float n(int,float); double n(double,int); double n(int,double); long n(long,unsigned); long n(unsigned,long);
CUDALINT_MM(min) CUDALINT_MM(max)
float __sinf(float); float __cosf(float); float __tanf(float); float __expf(float); float __exp10f(float); float __logf(float); float __log2f(float); float __log10f(float); float __powf(float,float); float __fdividef(float,float); void __sincosf(float,float*,float*); float __frcp_rn(float); float __tanhf(float); float __frsqrt_rn(float); float __rsqrtf(float); float __sqrtf(float);
#define CUDALINT_R(n) float __f##n##_rn(float,float); float __f##n##_rz(float,float); float __f##n##_ru(float,float); float __f##n##_rd(float,float); double __d##n##_rn(double,double); double __d##n##_rz(double,double); double __d##n##_ru(double,double); double __d##n##_rd(double,double);
CUDALINT_R(add) CUDALINT_R(sub) CUDALINT_R(mul) CUDALINT_R(div)
float __fsqrt_rn(float); float __fsqrt_rz(float); double __dsqrt_rn(double); float __frcp_rz(float); double __drcp_rn(double); float __fmaf_rn(float,float,float); float __fmaf_rz(float,float,float); float __fmaf_ru(float,float,float); float __fmaf_rd(float,float,float); double __fma_rn(double,double,double); double __fma_rz(double,double,double);
#define CUDALINT_CV(n,f,t) t __##n##_rn(f); t __##n##_rz(f); t __##n##_ru(f); t __##n##_rd(f);
CUDALINT_CV(float2int,float,int) CUDALINT_CV(float2uint,float,unsigned) CUDALINT_CV(float2ll,float,long long) CUDALINT_CV(float2ull,float,unsigned long long) CUDALINT_CV(double2int,double,int) CUDALINT_CV(double2uint,double,unsigned) CUDALINT_CV(double2ll,double,long long) CUDALINT_CV(double2ull,double,unsigned long long) CUDALINT_CV(double2float,double,float) CUDALINT_CV(int2float,int,float) CUDALINT_CV(uint2float,unsigned,float) CUDALINT_CV(ll2float,long long,float) CUDALINT_CV(ull2float,unsigned long long,float) CUDALINT_CV(ll2double,long long,double) CUDALINT_CV(ull2double,unsigned long long,double)
double __int2double_rn(int); double __uint2double_rn(unsigned); int __float_as_int(float); unsigned __float_as_uint(float); float __int_as_float(int); float __uint_as_float(unsigned); long long __double_as_longlong(double); double __longlong_as_double(long long); int __double2hiint(double); int __double2loint(double); double __hiloint2double(int,int);
// ---- textures / surfaces ----
struct textureReference { int normalized; cudaTextureFilterMode filterMode; cudaTextureAddressMode addressMode[3]; cudaChannelFormatDesc channelDesc; };
template<class T,int dim=1,cudaTextureReadMode m=cudaReadModeElementType> struct __attribute__((device_builtin_texture_type)) texture : textureReference {}; template<class T,int dim=1> struct __attribute__((device_builtin_surface_type)) surface {};
#define cudaTextureType1D 1
#define cudaTextureType2D 2
#define cudaTextureType3D 3
#define cudaTextureType2DLayered 0xf2
#define cudaTextureType1DLayered 0xf1
#define cudaTextureTypeCubemap 0xc
#define cudaSurfaceType2D 2
#define cudaSurfaceType1D 1
#define cudaSurfaceType3D 3
template<class T,cudaTextureReadMode m> struct __cudalint_texret { typedef T type; }; template<> struct __cudalint_texret<unsigned char,cudaReadModeNormalizedFloat>{typedef float type;}; template<> struct __cudalint_texret<uchar4,cudaReadModeNormalizedFloat>{typedef float4 type;}; template<> struct __cudalint_texret<unsigned short,cudaReadModeNormalizedFloat>{typedef float type;};
#define CUDALINT_TEX(n) __cudalint_any n(__cudalint_any,__cudalint_any={},__cudalint_any={},__cudalint_any={}); template<class T,int d,cudaTextureReadMode m,class...A> typename __cudalint_texret<T,m>::type n(texture<T,d,m>,A...); template<class T,class...A> T n(cudaTextureObject_t,A...); template<class T,class...A> void n(T*,cudaTextureObject_t,A...);
CUDALINT_TEX(tex1Dfetch) CUDALINT_TEX(tex1D) CUDALINT_TEX(tex2D) CUDALINT_TEX(tex3D) CUDALINT_TEX(tex2DLayered) CUDALINT_TEX(tex1DLayered) CUDALINT_TEX(texCubemap) CUDALINT_TEX(tex2DLod) CUDALINT_TEX(tex2Dgather) CUDALINT_TEX(tex1DLod) CUDALINT_TEX(tex3DLod) CUDALINT_TEX(tex2DGrad)
#define CUDALINT_SURF(n) template<class T,class...A> T n##read(A...); template<class...A> void n##read(A...); template<class...A> void n##write(A...); template<class T,class...A> void n##write(A...);
CUDALINT_SURF(surf1D) CUDALINT_SURF(surf2D) CUDALINT_SURF(surf3D) CUDALINT_SURF(surf2DLayered) CUDALINT_SURF(surf1DLayered) CUDALINT_SURF(surfCubemap)
// libc bits usable in kernels
extern "C" { int printf(const char*,...); void* malloc(size_t); void free(void*); void* memcpy(void*,const void*,size_t); void* memset(void*,int,size_t); int memcmp(const void*,const void*,size_t); void* memmove(void*,const void*,size_t); size_t strlen(const char*); int strcmp(const char*,const char*); char* strcpy(char*,const char*); void abort(); void exit(int); }
#ifdef NDEBUG
#define assert(...) ((void)0)
#else
void __cudalint_assert(bool);
#define assert(...) __cudalint_assert(static_cast<bool>(__VA_ARGS__))
#endif
#pragma clang force_cuda_host_device end
__device__ void* operator new(size_t); __device__ void operator delete(void*) noexcept; __device__ void* operator new[](size_t); __device__ void operator delete[](void*) noexcept;
__host__ __device__ inline void* operator new(size_t, void*p) noexcept { return p; }
}
#endif
