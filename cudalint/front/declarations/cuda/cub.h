// CUB: block, warp and device-wide algorithms.
#pragma once
#include "anything.h"
#include "runtime_types.h"
#include "../std/utility.h"
#define CUDALINT_ALGORITHM(result, name) template <class... A> result name(A&&...);
#define CUDALINT_DEVICE_ALGORITHM(name) template <class... A> static cudaError_t name(A&&...);
// TempStorage: what a real one holds is not stated by its documentation; one word for each thread is near enough.
#define CUDALINT_COLLECTIVE(name)                                                                   \
  template <class T, int threads = 1, auto... options> struct name {                                \
    struct TempStorage { T cells[threads ? threads : 1]; TempStorage& Alias(); };                   \
    name(); name(TempStorage&); name(TempStorage&, unsigned);                                       \
    template <class U> T Sum(U);                                                                    \
    template <class U, class N> T Sum(U&&, N);                                                      \
    template <class U, class F> T Reduce(U, F);                                                     \
    template <class U, class F, class N> T Reduce(U, F, N);                                         \
    CUDALINT_ALGORITHM(T, Max) CUDALINT_ALGORITHM(T, Min) CUDALINT_ALGORITHM(T, Broadcast)          \
    CUDALINT_ALGORITHM(void, ExclusiveSum) CUDALINT_ALGORITHM(void, InclusiveSum)                   \
    CUDALINT_ALGORITHM(void, ExclusiveScan) CUDALINT_ALGORITHM(void, InclusiveScan)                 \
    CUDALINT_ALGORITHM(void, Scan) CUDALINT_ALGORITHM(void, Load) CUDALINT_ALGORITHM(void, Store)   \
    CUDALINT_ALGORITHM(void, Sort) CUDALINT_ALGORITHM(void, SortDescending)                         \
    CUDALINT_ALGORITHM(void, StableSort) CUDALINT_ALGORITHM(void, SortBlockedToStriped)             \
    CUDALINT_ALGORITHM(void, SortDescendingBlockedToStriped)                                        \
    CUDALINT_ALGORITHM(void, Histogram) CUDALINT_ALGORITHM(void, InitHistogram)                     \
    CUDALINT_ALGORITHM(void, Composite) CUDALINT_ALGORITHM(void, BlockedToStriped)                  \
    CUDALINT_ALGORITHM(void, StripedToBlocked) CUDALINT_ALGORITHM(void, BlockedToWarpStriped)       \
    CUDALINT_ALGORITHM(void, WarpStripedToBlocked) CUDALINT_ALGORITHM(void, ScatterToBlocked)       \
    CUDALINT_ALGORITHM(void, ScatterToStriped) CUDALINT_ALGORITHM(void, FlagHeads)                  \
    CUDALINT_ALGORITHM(void, FlagTails) CUDALINT_ALGORITHM(void, FlagHeadsAndTails)                 \
    CUDALINT_ALGORITHM(void, SubtractLeft) CUDALINT_ALGORITHM(void, SubtractRight)                  \
    CUDALINT_ALGORITHM(void, Offset) CUDALINT_ALGORITHM(void, Rotate) CUDALINT_ALGORITHM(void, Up)  \
    CUDALINT_ALGORITHM(void, Down) CUDALINT_ALGORITHM(T, HeadSegmentedSum)                          \
    CUDALINT_ALGORITHM(T, HeadSegmentedReduce) CUDALINT_ALGORITHM(T, TailSegmentedSum)              \
    CUDALINT_ALGORITHM(T, TailSegmentedReduce) CUDALINT_ALGORITHM(void, RunLengthDecode)            \
  };
#define CUDALINT_DEVICE_WIDE(name)                                                                              \
  struct name {                                                                                                 \
    CUDALINT_DEVICE_ALGORITHM(Sum) CUDALINT_DEVICE_ALGORITHM(Reduce) CUDALINT_DEVICE_ALGORITHM(ReduceByKey)     \
    CUDALINT_DEVICE_ALGORITHM(TransformReduce) CUDALINT_DEVICE_ALGORITHM(Max) CUDALINT_DEVICE_ALGORITHM(Min)    \
    CUDALINT_DEVICE_ALGORITHM(ArgMax) CUDALINT_DEVICE_ALGORITHM(ArgMin)                                         \
    CUDALINT_DEVICE_ALGORITHM(ExclusiveSum) CUDALINT_DEVICE_ALGORITHM(InclusiveSum)                             \
    CUDALINT_DEVICE_ALGORITHM(ExclusiveScan) CUDALINT_DEVICE_ALGORITHM(InclusiveScan)                           \
    CUDALINT_DEVICE_ALGORITHM(ExclusiveSumByKey) CUDALINT_DEVICE_ALGORITHM(InclusiveSumByKey)                   \
    CUDALINT_DEVICE_ALGORITHM(ExclusiveScanByKey) CUDALINT_DEVICE_ALGORITHM(InclusiveScanByKey)                 \
    CUDALINT_DEVICE_ALGORITHM(SortPairs) CUDALINT_DEVICE_ALGORITHM(SortKeys)                                    \
    CUDALINT_DEVICE_ALGORITHM(SortPairsDescending) CUDALINT_DEVICE_ALGORITHM(SortKeysDescending)                \
    CUDALINT_DEVICE_ALGORITHM(StableSortPairs) CUDALINT_DEVICE_ALGORITHM(StableSortKeys)                        \
    CUDALINT_DEVICE_ALGORITHM(Flagged) CUDALINT_DEVICE_ALGORITHM(If) CUDALINT_DEVICE_ALGORITHM(Unique)          \
    CUDALINT_DEVICE_ALGORITHM(UniqueByKey) CUDALINT_DEVICE_ALGORITHM(Encode)                                    \
    CUDALINT_DEVICE_ALGORITHM(NonTrivialRuns) CUDALINT_DEVICE_ALGORITHM(HistogramEven)                          \
    CUDALINT_DEVICE_ALGORITHM(HistogramRange) CUDALINT_DEVICE_ALGORITHM(MultiHistogramEven)                     \
    CUDALINT_DEVICE_ALGORITHM(CsrMV) CUDALINT_DEVICE_ALGORITHM(Bulk) CUDALINT_DEVICE_ALGORITHM(ForEach)         \
    CUDALINT_DEVICE_ALGORITHM(ForEachN) CUDALINT_DEVICE_ALGORITHM(Batched)                                      \
  };
#define CUDALINT_FUNCTOR(name) struct name { template <class T, class U> T operator()(const T&, const U&) const; };

extern "C++" {
#pragma clang force_cuda_host_device begin
namespace cub {
enum BlockReduceAlgorithm {
  BLOCK_REDUCE_RAKING_COMMUTATIVE_ONLY, BLOCK_REDUCE_RAKING, BLOCK_REDUCE_WARP_REDUCTIONS
};
enum BlockScanAlgorithm { BLOCK_SCAN_RAKING, BLOCK_SCAN_RAKING_MEMOIZE, BLOCK_SCAN_WARP_SCANS };
enum BlockLoadAlgorithm {
  BLOCK_LOAD_DIRECT, BLOCK_LOAD_STRIPED, BLOCK_LOAD_VECTORIZE, BLOCK_LOAD_TRANSPOSE, BLOCK_LOAD_WARP_TRANSPOSE,
  BLOCK_LOAD_WARP_TRANSPOSE_TIMESLICED
};
enum BlockStoreAlgorithm {
  BLOCK_STORE_DIRECT, BLOCK_STORE_STRIPED, BLOCK_STORE_VECTORIZE, BLOCK_STORE_TRANSPOSE, BLOCK_STORE_WARP_TRANSPOSE,
  BLOCK_STORE_WARP_TRANSPOSE_TIMESLICED
};
enum WarpLoadAlgorithm { WARP_LOAD_DIRECT, WARP_LOAD_STRIPED, WARP_LOAD_VECTORIZE, WARP_LOAD_TRANSPOSE };
enum WarpStoreAlgorithm { WARP_STORE_DIRECT, WARP_STORE_STRIPED, WARP_STORE_VECTORIZE, WARP_STORE_TRANSPOSE };
enum BlockHistogramAlgorithm { BLOCK_HISTO_SORT, BLOCK_HISTO_ATOMIC };
enum CacheLoadModifier { LOAD_DEFAULT, LOAD_CA, LOAD_CG, LOAD_CS, LOAD_CV, LOAD_LDG, LOAD_VOLATILE };
enum CacheStoreModifier { STORE_DEFAULT, STORE_WB, STORE_CG, STORE_CS, STORE_WT, STORE_VOLATILE };

CUDALINT_FUNCTOR(Sum) CUDALINT_FUNCTOR(Max) CUDALINT_FUNCTOR(Min) CUDALINT_FUNCTOR(ArgMax) CUDALINT_FUNCTOR(ArgMin)
CUDALINT_FUNCTOR(Difference) CUDALINT_FUNCTOR(Division)
struct Equality { template <class T, class U> bool operator()(const T&, const U&) const; };
struct Inequality { template <class T, class U> bool operator()(const T&, const U&) const; };
template <class K, class V> struct KeyValuePair {
  typedef K Key;
  typedef V Value;
  K key;
  V value;
  KeyValuePair() = default;
  KeyValuePair(const K& k, const V& v) : key(k), value(v) {}
};
struct NullType {};
template <class T> struct Traits {};
template <class T> struct NumericTraits {};
template <class T> struct Uninitialized { T cells[1]; T& Alias(); };
template <class T> struct DoubleBuffer {
  T* d_buffers[2];
  int selector;
  DoubleBuffer();
  DoubleBuffer(T*, T*);
  T* Current();
  T* Alternate();
};

CUDALINT_COLLECTIVE(BlockReduce) CUDALINT_COLLECTIVE(BlockScan) CUDALINT_COLLECTIVE(BlockLoad)
CUDALINT_COLLECTIVE(BlockStore) CUDALINT_COLLECTIVE(BlockExchange) CUDALINT_COLLECTIVE(BlockDiscontinuity)
CUDALINT_COLLECTIVE(BlockHistogram) CUDALINT_COLLECTIVE(BlockShuffle) CUDALINT_COLLECTIVE(BlockAdjacentDifference)
CUDALINT_COLLECTIVE(WarpReduce) CUDALINT_COLLECTIVE(WarpScan) CUDALINT_COLLECTIVE(WarpLoad)
CUDALINT_COLLECTIVE(WarpStore)
CUDALINT_COLLECTIVE(WarpExchange) CUDALINT_COLLECTIVE(cudalint_collective)
template <class T, int threads, int items, class V = NullType, auto... options>
struct BlockRadixSort : cudalint_collective<T, threads> { using cudalint_collective<T, threads>::cudalint_collective; };
template <class T, int threads, int items, class V = NullType, auto... options>
struct BlockMergeSort : cudalint_collective<T, threads> { using cudalint_collective<T, threads>::cudalint_collective; };
template <class T, int items, int width = 32, class V = NullType, auto... options>
struct WarpMergeSort : cudalint_collective<T, width> { using cudalint_collective<T, width>::cudalint_collective; };
template <class T, int threads, int runs, int items, class L = unsigned, auto... options>
struct BlockRunLengthDecode : cudalint_collective<T, threads> {
  using cudalint_collective<T, threads>::cudalint_collective;
};

CUDALINT_DEVICE_WIDE(DeviceReduce) CUDALINT_DEVICE_WIDE(DeviceSegmentedReduce) CUDALINT_DEVICE_WIDE(DeviceScan)
CUDALINT_DEVICE_WIDE(DeviceRadixSort) CUDALINT_DEVICE_WIDE(DeviceSegmentedRadixSort)
CUDALINT_DEVICE_WIDE(DeviceSegmentedSort) CUDALINT_DEVICE_WIDE(DeviceMergeSort) CUDALINT_DEVICE_WIDE(DeviceSelect)
CUDALINT_DEVICE_WIDE(DevicePartition) CUDALINT_DEVICE_WIDE(DeviceRunLengthEncode) CUDALINT_DEVICE_WIDE(DeviceHistogram)
CUDALINT_DEVICE_WIDE(DeviceSpmv) CUDALINT_DEVICE_WIDE(DeviceFor) CUDALINT_DEVICE_WIDE(DeviceMemcpy)
CUDALINT_DEVICE_WIDE(DeviceAdjacentDifference)

struct CachingDeviceAllocator {
  template <class... A> CachingDeviceAllocator(A&&...);
  template <class... A> cudaError_t DeviceAllocate(A&&...);
  template <class... A> cudaError_t DeviceFree(A&&...);
};
struct GridBarrier { void Sync() const; };
struct GridBarrierLifetime : GridBarrier { cudaError_t Setup(int); };
template <class T, class offset = ptrdiff_t> struct CountingInputIterator {
  CountingInputIterator(T);
  T operator[](size_t) const;
  T operator*() const;
};
template <class T, class offset = ptrdiff_t> struct ConstantInputIterator {
  ConstantInputIterator(T);
  T operator[](size_t) const;
  T operator*() const;
};
template <class V, class F, class I, class offset = ptrdiff_t> struct TransformInputIterator {
  TransformInputIterator(I, F);
  V operator[](size_t) const;
  V operator*() const;
  TransformInputIterator operator+(ptrdiff_t) const;
};
template <CacheLoadModifier modifier, class T, class offset = ptrdiff_t> struct CacheModifiedInputIterator {
  CacheModifiedInputIterator(T*);
  T operator[](ptrdiff_t) const;
  T operator*() const;
  CacheModifiedInputIterator operator+(ptrdiff_t) const;
};
template <class I, class... rest> struct ArgIndexInputIterator { ArgIndexInputIterator(I); };
template <CacheLoadModifier modifier, class I> auto ThreadLoad(I i) -> ::std::remove_cvref_t<decltype(*i)>;
template <CacheStoreModifier modifier, class I, class T> void ThreadStore(I, T);
template <class... A> cudalint_any ThreadReduce(A&&...);
unsigned LaneId();
unsigned WarpId();
unsigned LaneMaskLt();
int RowMajorTid(int, int, int);
template <class T> T ShuffleUp(T, int, int, unsigned);
template <class T> T ShuffleDown(T, int, int, unsigned);
template <int width, class T> T ShuffleUp(T, int, int, unsigned);
template <int width, class T> T ShuffleDown(T, int, int, unsigned);
template <int width, class T> T ShuffleIndex(T, int, unsigned);
template <class T> unsigned BFE(T, unsigned, unsigned);
CUDALINT_ALGORITHM(void, LoadDirectBlocked) CUDALINT_ALGORITHM(void, LoadDirectStriped)
CUDALINT_ALGORITHM(void, StoreDirectBlocked) CUDALINT_ALGORITHM(void, StoreDirectStriped)
template <int threads, class... A> void LoadDirectStriped(A&&...);
template <int threads, class... A> void StoreDirectStriped(A&&...);
}  // namespace cub
#pragma clang force_cuda_host_device end
}
#define CubDebug(e) (e)
#define CubDebugExit(e) ((void)(e))
#define CUB_NAMESPACE_BEGIN namespace cub {
#define CUB_NAMESPACE_END }
#define CUB_RUNTIME_FUNCTION __host__ __device__
#define CUB_MAX(a, b) (((a) > (b)) ? (a) : (b))
#define CUB_MIN(a, b) (((a) < (b)) ? (a) : (b))
#define CUB_PTX_ARCH __CUDA_ARCH__
#define CUB_PTX_WARP_THREADS 32
