// Thrust: containers with their element types, algorithms with any arguments.
#pragma once
#include "anything.h"
#include "runtime_types.h"
#include "../std/algorithms.h"
#include "../std/complex.h"
#include "../std/containers.h"
#include "../std/random.h"
#include "../std/tuple.h"
#define CUDALINT_VECTOR(name)                                                         \
  template <class T, class allocator = void> struct name {                            \
    CUDALINT_SEQUENCE(name)                                                           \
    template <class V> name(const V&);                                                \
    template <class V> name& operator=(const V&);                                     \
  };
#define CUDALINT_ALGORITHM_ANY(name) template <class... A> ::cudalint_any name(A&&...);

extern "C++" {
#pragma clang force_cuda_host_device begin
namespace thrust {
template <class T> struct device_reference {
  operator T() const;
  template <class U> device_reference& operator=(U&&);
  template <class U> device_reference& operator+=(U&&);
  template <class U> device_reference& operator-=(U&&);
};
template <class T> struct device_ptr {
  typedef T value_type;
  typedef device_reference<T> reference;
  typedef T* pointer;
  typedef ptrdiff_t difference_type;
  device_ptr(T* = 0);
  template <class U> device_ptr(const device_ptr<U>&);
  device_reference<T> operator*() const;
  device_reference<T> operator[](ptrdiff_t) const;
  device_ptr operator+(ptrdiff_t) const;
  device_ptr operator-(ptrdiff_t) const;
  ptrdiff_t operator-(device_ptr) const;
  device_ptr& operator++();
  device_ptr& operator+=(ptrdiff_t);
  bool operator==(device_ptr) const;
  bool operator!=(device_ptr) const;
  T* get() const;
};
template <class T> device_ptr<T> device_pointer_cast(T*);
template <class T> device_ptr<T> device_pointer_cast(const device_ptr<T>&);
template <class T> T* raw_pointer_cast(T*);
template <class T> T* raw_pointer_cast(const device_ptr<T>&);
template <class T> T* raw_pointer_cast(const ::std::cudalint_iterator<T>&);
template <class T> T& raw_reference_cast(T&);
template <class T> device_ptr<T> device_malloc(size_t);
template <class T> device_ptr<T> device_new(size_t = 1);
template <class T> void device_free(T);
template <class T> void device_delete(T, size_t = 1);
template <class T> struct device_allocator { typedef T value_type; };
template <class T> struct device_malloc_allocator { typedef T value_type; };
CUDALINT_VECTOR(device_vector)
CUDALINT_VECTOR(host_vector)
CUDALINT_VECTOR(universal_vector)

struct cudalint_policy {
  template <class T> cudalint_policy operator()(T&&) const;
  template <class T> cudalint_policy on(T&&) const;
};
template <class T> struct device_execution_policy : cudalint_policy {};
extern cudalint_policy device, host, seq;
namespace cuda {
extern cudalint_policy par, par_nosync;
template <class T> struct execution_policy : cudalint_policy {};
namespace experimental {
template <class T> struct pinned_allocator { typedef T value_type; };
}  // namespace experimental
}  // namespace cuda
namespace cuda_cub { extern cudalint_policy par; }
namespace hip { extern cudalint_policy par; }
namespace omp { extern cudalint_policy par; }
namespace system { namespace cuda = ::thrust::cuda; }

using ::std::bit_and;
using ::std::bit_or;
using ::std::bit_xor;
using ::std::divides;
using ::std::equal_to;
using ::std::greater;
using ::std::greater_equal;
using ::std::less;
using ::std::less_equal;
using ::std::logical_and;
using ::std::logical_or;
using ::std::minus;
using ::std::modulus;
using ::std::multiplies;
using ::std::negate;
using ::std::not_equal_to;
using ::std::plus;
template <class T = void> struct maximum {
  constexpr T operator()(const T& a, const T& b) const { return a < b ? b : a; }
};
template <class T = void> struct minimum {
  constexpr T operator()(const T& a, const T& b) const { return b < a ? b : a; }
};
template <class T = void> struct identity { constexpr const T& operator()(const T& v) const { return v; } };
template <class T> struct square { constexpr T operator()(const T& v) const { return v * v; } };
template <class T = void> struct logical_not { constexpr bool operator()(const T& v) const { return !v; } };
template <class T> struct project1st { T operator()(T, T) const; };
template <class A, class R> struct unary_function { typedef A argument_type; typedef R result_type; };
template <class A, class B, class R> struct binary_function {
  typedef A first_argument_type;
  typedef B second_argument_type;
  typedef R result_type;
};
template <class F> F not1(F);
template <class T> const T& max(const T&, const T&);
template <class T> const T& min(const T&, const T&);
namespace placeholders { extern ::cudalint_any _1, _2, _3; }

using ::std::make_pair;
using ::std::pair;
using ::std::get;
using ::std::make_tuple;
using ::std::tie;
using ::std::tuple;
using ::std::tuple_element;
using ::std::tuple_size;

template <class I> struct iterator_traits : ::std::iterator_traits<I> {};
template <class I> struct iterator_value { typedef typename ::std::iterator_traits<I>::value_type type; };
template <class I> struct iterator_difference { typedef ptrdiff_t type; };
template <class T, class... rest> struct counting_iterator : ::std::cudalint_iterator<T> {
  explicit counting_iterator(T);
};
template <class T, class... rest> struct constant_iterator : ::std::cudalint_iterator<T> {
  explicit constant_iterator(T, ptrdiff_t = 0);
};
template <class F, class I, class... rest> struct transform_iterator : ::cudalint_any {
  using ::cudalint_any::cudalint_any;
};
template <class... rest> struct permutation_iterator : ::cudalint_any { using ::cudalint_any::cudalint_any; };
template <class... rest> struct zip_iterator : ::cudalint_any { using ::cudalint_any::cudalint_any; };
template <class... rest> struct discard_iterator : ::cudalint_any { using ::cudalint_any::cudalint_any; };
template <class... rest> struct iterator_adaptor : ::cudalint_any { using ::cudalint_any::cudalint_any; };
template <class T> counting_iterator<T> make_counting_iterator(T);
template <class T> constant_iterator<T> make_constant_iterator(T);
CUDALINT_ALGORITHM_ANY(make_zip_iterator) CUDALINT_ALGORITHM_ANY(make_transform_iterator)
CUDALINT_ALGORITHM_ANY(make_permutation_iterator) CUDALINT_ALGORITHM_ANY(make_discard_iterator)
CUDALINT_ALGORITHM_ANY(make_transform_output_iterator) CUDALINT_ALGORITHM_ANY(make_reverse_iterator)
CUDALINT_ALGORITHM_ANY(make_zip_function)

CUDALINT_ALGORITHM_ANY(adjacent_difference) CUDALINT_ALGORITHM_ANY(advance) CUDALINT_ALGORITHM_ANY(all_of)
CUDALINT_ALGORITHM_ANY(any_of) CUDALINT_ALGORITHM_ANY(none_of) CUDALINT_ALGORITHM_ANY(binary_search)
CUDALINT_ALGORITHM_ANY(copy) CUDALINT_ALGORITHM_ANY(copy_if) CUDALINT_ALGORITHM_ANY(copy_n)
CUDALINT_ALGORITHM_ANY(count)
CUDALINT_ALGORITHM_ANY(count_if) CUDALINT_ALGORITHM_ANY(distance) CUDALINT_ALGORITHM_ANY(equal)
CUDALINT_ALGORITHM_ANY(exclusive_scan) CUDALINT_ALGORITHM_ANY(exclusive_scan_by_key) CUDALINT_ALGORITHM_ANY(fill)
CUDALINT_ALGORITHM_ANY(fill_n) CUDALINT_ALGORITHM_ANY(find) CUDALINT_ALGORITHM_ANY(find_if)
CUDALINT_ALGORITHM_ANY(for_each)
CUDALINT_ALGORITHM_ANY(for_each_n) CUDALINT_ALGORITHM_ANY(gather) CUDALINT_ALGORITHM_ANY(gather_if)
CUDALINT_ALGORITHM_ANY(generate) CUDALINT_ALGORITHM_ANY(generate_n) CUDALINT_ALGORITHM_ANY(inclusive_scan)
CUDALINT_ALGORITHM_ANY(inclusive_scan_by_key) CUDALINT_ALGORITHM_ANY(inner_product) CUDALINT_ALGORITHM_ANY(is_sorted)
CUDALINT_ALGORITHM_ANY(lower_bound) CUDALINT_ALGORITHM_ANY(upper_bound) CUDALINT_ALGORITHM_ANY(max_element)
CUDALINT_ALGORITHM_ANY(min_element) CUDALINT_ALGORITHM_ANY(minmax_element) CUDALINT_ALGORITHM_ANY(merge)
CUDALINT_ALGORITHM_ANY(merge_by_key) CUDALINT_ALGORITHM_ANY(mismatch) CUDALINT_ALGORITHM_ANY(partition)
CUDALINT_ALGORITHM_ANY(partition_copy) CUDALINT_ALGORITHM_ANY(stable_partition) CUDALINT_ALGORITHM_ANY(reduce)
CUDALINT_ALGORITHM_ANY(reduce_by_key) CUDALINT_ALGORITHM_ANY(remove) CUDALINT_ALGORITHM_ANY(remove_if)
CUDALINT_ALGORITHM_ANY(remove_copy) CUDALINT_ALGORITHM_ANY(remove_copy_if) CUDALINT_ALGORITHM_ANY(replace)
CUDALINT_ALGORITHM_ANY(replace_if) CUDALINT_ALGORITHM_ANY(reverse) CUDALINT_ALGORITHM_ANY(scatter)
CUDALINT_ALGORITHM_ANY(scatter_if) CUDALINT_ALGORITHM_ANY(sequence) CUDALINT_ALGORITHM_ANY(set_difference)
CUDALINT_ALGORITHM_ANY(set_intersection) CUDALINT_ALGORITHM_ANY(set_union) CUDALINT_ALGORITHM_ANY(shuffle)
CUDALINT_ALGORITHM_ANY(sort) CUDALINT_ALGORITHM_ANY(sort_by_key) CUDALINT_ALGORITHM_ANY(stable_sort)
CUDALINT_ALGORITHM_ANY(stable_sort_by_key) CUDALINT_ALGORITHM_ANY(swap) CUDALINT_ALGORITHM_ANY(swap_ranges)
CUDALINT_ALGORITHM_ANY(tabulate) CUDALINT_ALGORITHM_ANY(transform) CUDALINT_ALGORITHM_ANY(transform_if)
CUDALINT_ALGORITHM_ANY(transform_reduce) CUDALINT_ALGORITHM_ANY(transform_inclusive_scan)
CUDALINT_ALGORITHM_ANY(transform_exclusive_scan) CUDALINT_ALGORITHM_ANY(uninitialized_copy)
CUDALINT_ALGORITHM_ANY(uninitialized_fill) CUDALINT_ALGORITHM_ANY(unique) CUDALINT_ALGORITHM_ANY(unique_copy)
CUDALINT_ALGORITHM_ANY(unique_by_key) CUDALINT_ALGORITHM_ANY(unique_by_key_copy)
namespace async {
CUDALINT_ALGORITHM_ANY(copy) CUDALINT_ALGORITHM_ANY(for_each) CUDALINT_ALGORITHM_ANY(reduce)
CUDALINT_ALGORITHM_ANY(transform)
}  // namespace async

namespace random {
using ::std::default_random_engine;
using ::std::minstd_rand;
using ::std::normal_distribution;
using ::std::uniform_int_distribution;
using ::std::uniform_real_distribution;
}  // namespace random
using ::std::default_random_engine;
using ::std::minstd_rand;
using ::std::normal_distribution;
using ::std::uniform_int_distribution;
using ::std::uniform_real_distribution;
template <class T> struct complex : ::std::complex<T> {
  using ::std::complex<T>::complex;
  constexpr complex() = default;
  constexpr complex(const ::std::complex<T>& c) : ::std::complex<T>(c) {}
};
template <class T> T abs(const complex<T>&);
template <class T> T norm(const complex<T>&);
template <class T> T arg(const complex<T>&);
template <class T> complex<T> conj(const complex<T>&);
template <class T> complex<T> exp(const complex<T>&);
template <class T> complex<T> polar(T, T = 0);
struct system_error { const char* what() const; };
}  // namespace thrust
#pragma clang force_cuda_host_device end
}
#define THRUST_VERSION 200000
