// Matrix fragments (wmma).
#pragma once
#include "half.h"
extern "C++" {
#pragma clang force_cuda_host_device begin
namespace nvcuda {
namespace wmma {
struct matrix_a {};
struct matrix_b {};
struct accumulator {};
struct row_major {};
struct col_major {};
enum layout_t { mem_row_major, mem_col_major };
namespace precision {
struct tf32 {};
}  // namespace precision
namespace experimental {
namespace precision {
struct b1 {};
struct u4 {};
struct s4 {};
}  // namespace precision
enum bmmaBitOp { bmmaBitOpXOR = 1, bmmaBitOpAND };
enum bmmaAccumulateOp { bmmaAccumulateOpPOPC = 1 };
template <class... A> void bmma_sync(A&&...);
}  // namespace experimental

// What a lane holds of a fragment: only its type is of interest here, not how many there are.
template <class T> struct cudalint_element { typedef T type; };
template <> struct cudalint_element<precision::tf32> { typedef float type; };
template <class use, int m, int n, int k, class T, class layout = void> struct fragment {
  typedef typename cudalint_element<T>::type element_type;
  static constexpr int num_elements = 8;
  static constexpr int num_storage_elements = 8;
  element_type x[num_elements];
};
template <class F, class T> void load_matrix_sync(F& fragment, const T* address, unsigned pitch);
template <class F, class T> void load_matrix_sync(F& fragment, const T* address, unsigned pitch, layout_t);
template <class T, class F> void store_matrix_sync(T* address, const F& fragment, unsigned pitch, layout_t);
template <class F, class V> void fill_fragment(F&, const V&);
template <class D, class A, class B, class C> void mma_sync(D&, const A&, const B&, const C&, bool = false);
float __float_to_tf32(float);
}  // namespace wmma
}  // namespace nvcuda
#pragma clang force_cuda_host_device end
}
