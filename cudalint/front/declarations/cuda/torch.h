// What PyTorch extensions use: tensors, accessors with their element types, dispatch macros with one type chosen.
#pragma once
#include "anything.h"
#include "half.h"
#include "runtime_types.h"
#include "../std/containers.h"
#include "../std/text.h"
#include "../std/memory.h"
#define CUDALINT_DISPATCH(type, ...) [&] { using scalar_t = type; return __VA_ARGS__(); }()
#define AT_DISPATCH_FLOATING_TYPES(kind, name, ...) CUDALINT_DISPATCH(float, __VA_ARGS__)
#define AT_DISPATCH_FLOATING_TYPES_AND_HALF(kind, name, ...) CUDALINT_DISPATCH(float, __VA_ARGS__)
#define AT_DISPATCH_FLOATING_TYPES_AND(extra, kind, name, ...) CUDALINT_DISPATCH(float, __VA_ARGS__)
#define AT_DISPATCH_FLOATING_TYPES_AND2(first, second, kind, name, ...) CUDALINT_DISPATCH(float, __VA_ARGS__)
#define AT_DISPATCH_ALL_TYPES(kind, name, ...) CUDALINT_DISPATCH(float, __VA_ARGS__)
#define AT_DISPATCH_ALL_TYPES_AND(extra, kind, name, ...) CUDALINT_DISPATCH(float, __VA_ARGS__)
#define AT_DISPATCH_ALL_TYPES_AND2(first, second, kind, name, ...) CUDALINT_DISPATCH(float, __VA_ARGS__)
#define AT_DISPATCH_ALL_TYPES_AND3(first, second, third, kind, name, ...) CUDALINT_DISPATCH(float, __VA_ARGS__)
#define AT_DISPATCH_INTEGRAL_TYPES(kind, name, ...) CUDALINT_DISPATCH(int, __VA_ARGS__)
#define AT_DISPATCH_REDUCED_FLOATING_TYPES(kind, name, ...) CUDALINT_DISPATCH(at::Half, __VA_ARGS__)
#define AT_DISPATCH_INDEX_TYPES(kind, name, ...) [&] { using index_t = int; return __VA_ARGS__(); }()
#define AT_DISPATCH_CASE(type, ...) return CUDALINT_DISPATCH(float, __VA_ARGS__);
#define AT_DISPATCH_SWITCH(kind, name, ...) [&] { __VA_ARGS__ }()
#define AT_CUDA_CHECK(e) ((void)(e))
#define C10_CUDA_CHECK(e) ((void)(e))
#define AT_CUDA_LOOP(i, n) for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < (n); i += blockDim.x * gridDim.x)
#define CUDA_KERNEL_LOOP(i, n) AT_CUDA_LOOP(i, n)
#define C10_CUDA_KERNEL_LAUNCH_CHECK() ((void)0)
#define TORCH_CHECK(...) ((void)0)
#define TORCH_INTERNAL_ASSERT(...) ((void)0)
#define TORCH_CHECK_NOT_IMPLEMENTED(...) ((void)0)
#define TORCH_WARN(...) ((void)0)
#define AT_ERROR(...) ((void)0)
#define AT_ASSERTM(...) ((void)0)
#define AT_ASSERT(...) ((void)0)
#define THCudaCheck(e) ((void)(e))
#define C10_DEVICE __device__
#define C10_HOST_DEVICE __host__ __device__
#define C10_HOST __host__
#define C10_RESTRICT __restrict__
#define C10_LAUNCH_BOUNDS_1(n) __launch_bounds__(n)
#define C10_LAUNCH_BOUNDS_2(n, m) __launch_bounds__(n, m)
#define C10_ALWAYS_INLINE inline
#define C10_EXPORT
#define TORCH_API
#define PYBIND11_MODULE(name, variable) static void cudalint_module_##name(::cudalint_any variable)
#define TORCH_LIBRARY(name, variable) static void cudalint_library_##name(::cudalint_any variable)
#define TORCH_LIBRARY_IMPL(name, key, variable) static void cudalint_library_##name##_##key(::cudalint_any variable)
#define TORCH_EXTENSION_NAME extension

extern "C++" {
#pragma clang force_cuda_host_device begin
namespace c10 {
struct Half : __half {
  using __half::__half;
  Half() = default;
  Half(__half value) : __half(value) {}
  operator __half() const;
};
struct BFloat16 : __nv_bfloat16 {
  using __nv_bfloat16::__nv_bfloat16;
  BFloat16() = default;
  BFloat16(__nv_bfloat16 value) : __nv_bfloat16(value) {}
  operator __nv_bfloat16() const;
};
#define CUDALINT_MIXED(half, other, result)                                                              \
  result operator+(half, other); result operator+(other, half); result operator-(half, other);           \
  result operator-(other, half); result operator*(half, other); result operator*(other, half);           \
  result operator/(half, other); result operator/(other, half); bool operator<(half, other);             \
  bool operator<(other, half); bool operator>(half, other); bool operator>(other, half);                 \
  bool operator<=(half, other); bool operator<=(other, half); bool operator>=(half, other);              \
  bool operator>=(other, half); bool operator==(half, other); bool operator==(other, half);              \
  bool operator!=(half, other); bool operator!=(other, half);
#define CUDALINT_ALIKE(half)                                                                             \
  half operator+(half, half); half operator-(half, half); half operator*(half, half);                    \
  half operator/(half, half); bool operator<(half, half); bool operator>(half, half);                    \
  bool operator<=(half, half); bool operator>=(half, half); bool operator==(half, half);                 \
  bool operator!=(half, half);
CUDALINT_ALIKE(Half) CUDALINT_ALIKE(BFloat16)
CUDALINT_MIXED(Half, float, float) CUDALINT_MIXED(Half, double, double) CUDALINT_MIXED(Half, int, Half)
CUDALINT_MIXED(Half, long, Half) CUDALINT_MIXED(BFloat16, float, float) CUDALINT_MIXED(BFloat16, double, double)
CUDALINT_MIXED(BFloat16, int, BFloat16) CUDALINT_MIXED(BFloat16, long, BFloat16)
template <class T> struct complex { T real_, imag_; };
enum class MemoryFormat { Contiguous, Preserve, ChannelsLast, ChannelsLast3d };
enum class ScalarType {
  Byte, Char, Short, Int, Long, Half, Float, Double, Bool = 11, BFloat16 = 15, Float8_e5m2 = 23, Float8_e4m3fn,
  Undefined = 46
};
constexpr ScalarType kByte = ScalarType::Byte, kUInt8 = ScalarType::Byte, kChar = ScalarType::Char;
constexpr ScalarType kInt8 = ScalarType::Char, kShort = ScalarType::Short, kInt = ScalarType::Int;
constexpr ScalarType kInt32 = ScalarType::Int, kLong = ScalarType::Long, kInt64 = ScalarType::Long;
constexpr ScalarType kHalf = ScalarType::Half, kFloat16 = ScalarType::Half, kFloat = ScalarType::Float;
constexpr ScalarType kFloat32 = ScalarType::Float, kDouble = ScalarType::Double, kBool = ScalarType::Bool;
constexpr ScalarType kBFloat16 = ScalarType::BFloat16;
enum class DeviceType { CPU, CUDA, COMPILE_TIME_MAX_DEVICE_TYPES = 20 };
struct Device {
  template <class... A> Device(A&&...);
  DeviceType type() const;
  bool has_index() const;
  bool is_cuda() const;
  signed char index() const;
};
constexpr DeviceType kCUDA = DeviceType::CUDA, kCPU = DeviceType::CPU;
template <class T> using optional = ::std::optional<T>;
template <class T> struct ArrayRef {
  template <class... A> ArrayRef(A&&...);
  const T& operator[](size_t) const;
  size_t size() const;
  ::std::vector<T> vec() const;
  const T* data() const;
  const T* begin() const;
  const T* end() const;
};
typedef ArrayRef<long> IntArrayRef;
namespace cuda {
struct CUDAStream { operator cudaStream_t() const; cudaStream_t stream() const; };
struct CUDAGuard { template <class... A> explicit CUDAGuard(A&&...); };
struct OptionalCUDAGuard { template <class... A> explicit OptionalCUDAGuard(A&&...); };
template <class... A> CUDAStream getCurrentCUDAStream(A&&...);
int current_device();
}  // namespace cuda
}  // namespace c10

namespace at {
using namespace c10;
using c10::BFloat16;
using c10::Half;
template <class T> struct RestrictPtrTraits { typedef T* __restrict__ PtrType; };
template <class T> struct DefaultPtrTraits { typedef T* PtrType; };
template <class T, size_t N, template <class> class traits = DefaultPtrTraits, class index_t = long>
struct GenericPackedTensorAccessor {
  typedef typename traits<T>::PtrType PtrType;
  PtrType data_;
  index_t sizes_[N], strides_[N];
  PtrType data() const { return data_; }
  index_t size(index_t i) const { return sizes_[i]; }
  index_t stride(index_t i) const { return strides_[i]; }
  GenericPackedTensorAccessor<T, N - 1, traits, index_t> operator[](index_t) const;
};
template <class T, template <class>
class traits, class index_t> struct GenericPackedTensorAccessor<T, 1, traits, index_t> {
  typedef typename traits<T>::PtrType PtrType;
  PtrType data_;
  index_t sizes_[1], strides_[1];
  PtrType data() const { return data_; }
  index_t size(index_t) const { return sizes_[0]; }
  index_t stride(index_t) const { return strides_[0]; }
  T& operator[](index_t i) const { return data_[strides_[0] * i]; }
};
template <class T, size_t N, template <class> class traits = DefaultPtrTraits>
using PackedTensorAccessor32 = GenericPackedTensorAccessor<T, N, traits, int>;
template <class T, size_t N, template <class> class traits = DefaultPtrTraits>
using PackedTensorAccessor64 = GenericPackedTensorAccessor<T, N, traits, long>;
template <class T, size_t N, template <class> class traits = DefaultPtrTraits, class index_t = long>
using PackedTensorAccessor = GenericPackedTensorAccessor<T, N, traits, index_t>;
template <class T, size_t N> using TensorAccessor = GenericPackedTensorAccessor<T, N, DefaultPtrTraits, long>;

struct TensorOptions {
  template <class... A> TensorOptions(A&&...);
  template <class... A> TensorOptions dtype(A&&...) const;
  template <class... A> TensorOptions device(A&&...) const;
  template <class... A> TensorOptions requires_grad(A&&...) const;
};
template <class... A> TensorOptions dtype(A&&...);
template <class... A> TensorOptions device(A&&...);
struct Tensor : ::cudalint_any {
  using ::cudalint_any::cudalint_any;
  long size(long) const;
  long stride(long) const;
  long numel() const;
  long dim() const;
  long ndimension() const;
  size_t element_size() const;
  size_t nbytes() const;
  void reset();
  template <class... A> Tensor index(A&&...) const;
  template <class... A> Tensor index_select(A&&...) const;
  template <class... A> Tensor slice(A&&...) const;
  template <class... A> Tensor narrow(A&&...) const;
  IntArrayRef sizes() const;
  IntArrayRef strides() const;
  ScalarType scalar_type() const;
  ScalarType type() const;
  TensorOptions options() const;
  ::cudalint_any dtype() const;
  ::cudalint_any device() const;
  long get_device() const;
  bool is_cuda() const;
  bool is_contiguous() const;
  bool defined() const;
  template <class... A> Tensor contiguous(A&&...) const;
  template <class... A> Tensor view(A&&...) const;
  template <class... A> Tensor reshape(A&&...) const;
  template <class... A> Tensor to(A&&...) const;
  template <class... A> Tensor sum(A&&...) const;
  template <class... A> Tensor zero_(A&&...) const;
  template <class... A> Tensor fill_(A&&...) const;
  template <class... A> Tensor copy_(A&&...) const;
  template <class... A> Tensor transpose(A&&...) const;
  template <class... A> Tensor permute(A&&...) const;
  template <class... A> Tensor unsqueeze(A&&...) const;
  template <class... A> Tensor squeeze(A&&...) const;
  template <class... A> Tensor select(A&&...) const;
  template <class T> T item() const;
  template <class T> T* data_ptr() const;
  template <class T> const T* const_data_ptr() const;
  template <class T> T* mutable_data_ptr() const;
  template <class T> T* data() const;
  void* data_ptr() const;
  template <class T, size_t N> TensorAccessor<T, N> accessor() const;
  template <class T, size_t N, template <class> class traits = DefaultPtrTraits, class index_t = long>
  GenericPackedTensorAccessor<T, N, traits, index_t> packed_accessor() const;
  template <class T, size_t N, template <class> class traits = DefaultPtrTraits>
  PackedTensorAccessor32<T, N, traits> packed_accessor32() const;
  template <class T, size_t N, template <class> class traits = DefaultPtrTraits>
  PackedTensorAccessor64<T, N, traits> packed_accessor64() const;
};
typedef ArrayRef<Tensor> TensorList;
template <class... A> Tensor empty(::std::initializer_list<long>, A&&...);
template <class... A> Tensor zeros(::std::initializer_list<long>, A&&...);
template <class... A> Tensor ones(::std::initializer_list<long>, A&&...);
template <class... A> Tensor full(::std::initializer_list<long>, A&&...);
template <class... A> Tensor from_blob(A&&...);
size_t elementSize(ScalarType);
bool device_of(const Tensor&);
template <class T> using numeric_limits = ::std::numeric_limits<T>;
template <class... A> Tensor empty(A&&...);
template <class... A> Tensor empty_like(A&&...);
template <class... A> Tensor zeros(A&&...);
template <class... A> Tensor zeros_like(A&&...);
template <class... A> Tensor ones(A&&...);
template <class... A> Tensor full(A&&...);
template <class... A> Tensor tensor(A&&...);
template <class... A> Tensor cat(A&&...);
template <class... A> Tensor sum(A&&...);
using c10::kFloat;
namespace cuda {
using namespace c10::cuda;
cudaDeviceProp* getCurrentDeviceProperties();
template <class T> T ATenCeilDiv(T a, T b) { return (a + b - 1) / b; }
}  // namespace cuda
template <class T> constexpr T ceil_div(T a, T b) { return (a + b - 1) / b; }
template <class T, bool on_device = true> struct acc_type_of { typedef T type; };
template <> struct acc_type_of<Half, true> { typedef float type; };
template <> struct acc_type_of<BFloat16, true> { typedef float type; };
template <class T, bool on_device> using acc_type = typename acc_type_of<T, on_device>::type;
template <class T> using opmath_type = typename acc_type_of<T, true>::type;
}  // namespace at
template <class T> void gpuAtomicAdd(T* address, T value);
template <class T> void gpuAtomicAdd(T* address, T value);
namespace torch {
using namespace at;
using at::Tensor;
using at::TensorOptions;
}  // namespace torch
#pragma clang force_cuda_host_device end
}
