// <atomic>, <thread>, <mutex>, <future>, <condition_variable>.
#pragma once
#include "../cuda/anything.h"
#include "traits.h"
extern "C++" {
#pragma clang force_cuda_host_device begin
namespace std {
enum memory_order {
  memory_order_relaxed, memory_order_consume, memory_order_acquire, memory_order_release, memory_order_acq_rel,
  memory_order_seq_cst
};
template <class T> struct atomic {
  T cell;
  atomic() = default;
  constexpr atomic(T v) : cell(v) {}
  operator T() const;
  T operator=(T);
  T load(memory_order = memory_order_seq_cst) const;
  void store(T, memory_order = memory_order_seq_cst);
  T exchange(T, memory_order = memory_order_seq_cst);
  template <class... A> bool compare_exchange_strong(A&&...);
  template <class... A> bool compare_exchange_weak(A&&...);
  T fetch_add(T, memory_order = memory_order_seq_cst);
  T fetch_sub(T, memory_order = memory_order_seq_cst);
  T fetch_and(T, memory_order = memory_order_seq_cst);
  T fetch_or(T, memory_order = memory_order_seq_cst);
  T fetch_xor(T, memory_order = memory_order_seq_cst);
  T operator++();
  T operator++(int);
  T operator--();
  T operator--(int);
  T operator+=(T);
  T operator-=(T);
};
typedef atomic<bool> atomic_bool;
typedef atomic<int> atomic_int;
typedef atomic<unsigned> atomic_uint;
struct atomic_flag {
  bool test_and_set(memory_order = memory_order_seq_cst);
  void clear(memory_order = memory_order_seq_cst);
};
void atomic_thread_fence(memory_order);
struct mutex {
  void lock();
  void unlock();
  bool try_lock();
};
struct recursive_mutex : mutex {};
struct shared_mutex : mutex {};
struct once_flag {};
template <class M> struct lock_guard { explicit lock_guard(M&); };
template <class... M> struct scoped_lock { explicit scoped_lock(M&...); };
template <class M> struct shared_lock { template <class... A> explicit shared_lock(A&&...); };
template <class M> struct unique_lock {
  template <class... A> explicit unique_lock(A&&...);
  void lock();
  void unlock();
};
template <class... A> void call_once(A&&...);
struct condition_variable {
  template <class... A> void wait(A&&...);
  template <class... A> bool wait_for(A&&...);
  void notify_all();
  void notify_one();
};
struct thread {
  struct id {};
  thread();
  template <class... A> explicit thread(A&&...);
  void join();
  void detach();
  bool joinable() const;
  static unsigned hardware_concurrency();
};
namespace this_thread {
template <class T> void sleep_for(const T&);
void yield();
thread::id get_id();
}  // namespace this_thread
template <class T> struct future {
  T get();
  void wait();
  bool valid() const;
};
template <class T> struct promise {
  future<T> get_future();
  template <class... A> void set_value(A&&...);
};
template <class... A> future<::cudalint_any> async(A&&...);
}  // namespace std
#pragma clang force_cuda_host_device end
}
