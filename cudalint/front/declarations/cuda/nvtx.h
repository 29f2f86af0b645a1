// NVTX: ranges and marks for profilers.
#pragma once
#include "runtime_types.h"
#define NVTX_VERSION 3
#define NVTX_EVENT_ATTRIB_STRUCT_SIZE sizeof(nvtxEventAttributes_t)
#define NVTX3_FUNC_RANGE()
#define NVTX3_FUNC_RANGE_IN(...)
extern "C++" {
#pragma clang force_cuda_host_device begin
typedef unsigned long long nvtxRangeId_t;
typedef struct nvtxDomainRegistration* nvtxDomainHandle_t;
enum { NVTX_COLOR_UNKNOWN, NVTX_COLOR_ARGB, NVTX_MESSAGE_TYPE_ASCII = 1, NVTX_MESSAGE_UNKNOWN = 0 };
union nvtxMessageValue_t { const char* ascii; const wchar_t* unicode; };
struct nvtxEventAttributes_t {
  unsigned short version, size; unsigned category; int colorType; unsigned color; int payloadType;
  unsigned long long payload; int messageType; nvtxMessageValue_t message;
};
template <class... A> int nvtxRangePushA(A&&...);
template <class... A> int nvtxRangePushW(A&&...);
template <class... A> int nvtxRangePush(A&&...);
template <class... A> int nvtxRangePushEx(A&&...);
int nvtxRangePop();
template <class... A> nvtxRangeId_t nvtxRangeStartA(A&&...);
template <class... A> nvtxRangeId_t nvtxRangeStartEx(A&&...);
void nvtxRangeEnd(nvtxRangeId_t);
template <class... A> void nvtxMarkA(A&&...);
template <class... A> void nvtxMark(A&&...);
template <class... A> void nvtxNameCudaStreamA(A&&...);
template <class... A> void nvtxNameOsThreadA(A&&...);
template <class... A> nvtxDomainHandle_t nvtxDomainCreateA(A&&...);
template <class... A> int nvtxDomainRangePushEx(A&&...);
template <class... A> int nvtxDomainRangePop(A&&...);
namespace nvtx3 {
template <class D = void> struct scoped_range_in { template <class... A> scoped_range_in(A&&...); };
struct scoped_range { template <class... A> scoped_range(A&&...); };
template <class... A> void mark(A&&...);
}  // namespace nvtx3
#pragma clang force_cuda_host_device end
}
