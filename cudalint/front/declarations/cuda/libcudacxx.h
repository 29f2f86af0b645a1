// libcu++: atomics, barriers, pipelines, asynchronous copies.
#pragma once
#include "anything.h"
#include "runtime_types.h"
#include "../std/concurrency.h"
#include "../std/containers.h"
#include "../std/algorithms.h"
#include "../std/complex.h"
#include "../std/time.h"
extern "C++" {
#pragma clang force_cuda_host_device begin
namespace cuda {
namespace std {
using namespace ::std;
template <class T> struct atomic : ::std::atomic<T> {
  using ::std::atomic<T>::atomic;
  using ::std::atomic<T>::operator=;
};
template <class T> struct atomic_ref : ::std::atomic<T> { explicit atomic_ref(T&); };
}  // namespace std
enum thread_scope { thread_scope_system, thread_scope_device, thread_scope_block, thread_scope_thread };
typedef ::std::memory_order memory_order;
using ::std::memory_order_acq_rel;
using ::std::memory_order_acquire;
using ::std::memory_order_relaxed;
using ::std::memory_order_release;
using ::std::memory_order_seq_cst;
template <class T, thread_scope scope = thread_scope_system> struct atomic : ::std::atomic<T> {
  using ::std::atomic<T>::atomic;
  using ::std::atomic<T>::operator=;
  T fetch_min(T, memory_order = memory_order_seq_cst);
  T fetch_max(T, memory_order = memory_order_seq_cst);
  template <class... A> void wait(A&&...) const;
  void notify_one();
  void notify_all();
};
template <class T, thread_scope scope = thread_scope_system> struct atomic_ref : atomic<T, scope> {
  explicit atomic_ref(T&);
  using atomic<T, scope>::operator=;
};
typedef atomic<bool> atomic_bool;
typedef atomic<int> atomic_int;
struct atomic_flag {
  bool test_and_set(memory_order = memory_order_seq_cst);
  void clear(memory_order = memory_order_seq_cst);
};
void atomic_thread_fence(memory_order, thread_scope = thread_scope_system);

template <thread_scope scope = thread_scope_system, class F = void> struct barrier {
  typedef unsigned long long arrival_token;
  barrier() = default;
  barrier(ptrdiff_t expected);
  arrival_token arrive(ptrdiff_t = 1);
  void wait(arrival_token) const;
  void wait_parity(bool) const;
  bool try_wait(arrival_token) const;
  bool try_wait_parity(bool) const;
  void arrive_and_wait();
  void arrive_and_drop();
  static constexpr ptrdiff_t max() { return 0x7fffffff; }
  friend void init(barrier*, ptrdiff_t) {}
  unsigned long long state;
};
template <thread_scope scope> struct latch {
  latch(ptrdiff_t);
  void count_down(ptrdiff_t = 1);
  void wait() const;
  void arrive_and_wait();
};
template <thread_scope scope, ptrdiff_t most = 0x7fffffff> struct counting_semaphore {
  counting_semaphore(ptrdiff_t);
  void acquire();
  void release();
};
template <thread_scope scope> using binary_semaphore = counting_semaphore<scope, 1>;

template <thread_scope scope, int stages> struct pipeline_shared_state { unsigned long long barriers[2 * stages]; };
enum class pipeline_role { producer, consumer };
template <thread_scope scope> struct pipeline {
  void producer_acquire();
  void producer_commit();
  void consumer_wait();
  void consumer_release();
  bool quit();
};
pipeline<thread_scope_thread> make_pipeline();
template <class G, thread_scope scope, int stages, class... A>
pipeline<scope> make_pipeline(const G&, pipeline_shared_state<scope, stages>*, A...);
template <int prior> void pipeline_consumer_wait_prior(pipeline<thread_scope_thread>&);
template <class... A> void pipeline_producer_commit(A&&...);

template <size_t alignment_> struct aligned_size_t {
  static constexpr size_t align = alignment_;
  size_t value;
  explicit constexpr aligned_size_t(size_t n) : value(n) {}
  constexpr operator size_t() const { return value; }
};
template <class T, class S, class N, class B> void memcpy_async(T* target, const S* source, N size, B& barrier);
template <class G, class T, class S, class N, class B>
void memcpy_async(const G& group, T* target, const S* source, N size, B& barrier);
namespace device {
template <class T, class S, class N, class B>
unsigned long long memcpy_async_tx(T* target, const S* source, N size, B& barrier);
template <class... A> unsigned long long barrier_arrive_tx(A&&...);
template <class B> void barrier_expect_tx(B&, ptrdiff_t);
template <class B> unsigned long long* barrier_native_handle(B&);
namespace experimental {
using namespace device;
template <class... A> void cp_async_bulk_tensor_1d_global_to_shared(A&&...);
template <class... A> void cp_async_bulk_tensor_2d_global_to_shared(A&&...);
template <class... A> void cp_async_bulk_tensor_3d_global_to_shared(A&&...);
template <class... A> void cp_async_bulk_tensor_1d_shared_to_global(A&&...);
template <class... A> void cp_async_bulk_tensor_2d_shared_to_global(A&&...);
template <class... A> void cp_async_bulk_tensor_3d_shared_to_global(A&&...);
template <class... A> void cp_async_bulk_global_to_shared(A&&...);
template <class... A> void cp_async_bulk_shared_to_global(A&&...);
void cp_async_bulk_commit_group();
template <int prior> void cp_async_bulk_wait_group_read();
template <int prior> void cp_async_bulk_wait_group();
void fence_proxy_async_shared_cta();
}  // namespace experimental
}  // namespace device
namespace ptx {
enum space_cluster_t { space_cluster };
enum space_shared_t { space_shared };
enum space_global_t { space_global };
enum scope_cta_t { scope_cta };
enum scope_cluster_t { scope_cluster };
enum scope_gpu_t { scope_gpu };
enum sem_release_t { sem_release };
enum sem_acquire_t { sem_acquire };
enum sem_relaxed_t { sem_relaxed };
template <int n> struct n32_t { static constexpr int value = n; };
template <class... A> void cp_async_bulk(A&&...);
template <class... A> void cp_async_bulk_tensor(A&&...);
template <class... A> void cp_reduce_async_bulk(A&&...);
template <class... A> void cp_async_bulk_wait_group(A&&...);
template <class... A> void cp_async_bulk_wait_group_read(A&&...);
void cp_async_bulk_commit_group();
template <class... A> void fence_proxy_async(A&&...);
template <class... A> void fence_mbarrier_init(A&&...);
template <class... A> void mbarrier_init(A&&...);
template <class... A> unsigned long long mbarrier_arrive(A&&...);
template <class... A> unsigned long long mbarrier_arrive_expect_tx(A&&...);
template <class... A> bool mbarrier_try_wait(A&&...);
template <class... A> bool mbarrier_try_wait_parity(A&&...);
template <class... A> bool mbarrier_test_wait(A&&...);
unsigned get_sreg_laneid();
unsigned get_sreg_warpid();
unsigned get_sreg_smid();
unsigned get_sreg_nsmid();
unsigned get_sreg_lanemask_lt();
unsigned get_sreg_lanemask_eq();
unsigned get_sreg_lanemask_le();
unsigned get_sreg_lanemask_gt();
unsigned get_sreg_lanemask_ge();
unsigned get_sreg_cluster_ctarank();
}  // namespace ptx

struct access_property {
  struct shared {};
  struct global {};
  struct persisting {};
  struct streaming {};
  struct normal {};
  template <class... A> access_property(A&&...);
};
template <class T, class P> struct annotated_ptr {
  annotated_ptr(T*);
  T& operator[](ptrdiff_t) const;
  T& operator*() const;
  T* operator->() const;
  T* get() const;
};
template <class P, class T> T* associate_access_property(T*, P);
template <class N> void apply_access_property(const void*, N, access_property);
template <class T> void discard_memory(T*, size_t);
template <class T, class U> constexpr auto ceil_div(T a, U b) -> decltype(a / b) { return (a + b - 1) / b; }
template <class T, class U> constexpr auto round_up(T a, U b) -> decltype(a / b) { return (a + b - 1) / b * b; }
template <class T, class U> constexpr auto round_down(T a, U b) -> decltype(a / b) { return a / b * b; }
template <class T> constexpr T* align_up(T* p, size_t) { return p; }
template <class T = void> struct minimum {
  template <class A, class B> constexpr A operator()(A a, B b) const { return b < a ? b : a; }
};
template <class T = void> struct maximum {
  template <class A, class B> constexpr A operator()(A a, B b) const { return a < b ? b : a; }
};
template <class F> F proclaim_return_type_of(F);
template <class R, class F> F proclaim_return_type(F);
struct stream_ref { stream_ref(cudaStream_t); cudaStream_t get() const; void sync() const; };
}  // namespace cuda
#pragma clang force_cuda_host_device end
}
