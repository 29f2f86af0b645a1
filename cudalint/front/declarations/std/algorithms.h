// <algorithm>, <numeric>, <execution>.
#pragma once
#include "iterators.h"
#include "utility.h"
#define CUDALINT_RANGE(result, name) template <class... A> result name(A&&...);
extern "C++" {
#pragma clang force_cuda_host_device begin
namespace std {
CUDALINT_RANGE(void, sort) CUDALINT_RANGE(void, stable_sort) CUDALINT_RANGE(void, partial_sort)
CUDALINT_RANGE(void, nth_element) CUDALINT_RANGE(void, fill) CUDALINT_RANGE(void, fill_n) CUDALINT_RANGE(void, iota)
CUDALINT_RANGE(void, generate) CUDALINT_RANGE(void, generate_n) CUDALINT_RANGE(void, shuffle)
CUDALINT_RANGE(void, random_shuffle) CUDALINT_RANGE(void, reverse) CUDALINT_RANGE(void, rotate)
CUDALINT_RANGE(void, for_each) CUDALINT_RANGE(void, for_each_n) CUDALINT_RANGE(void, replace)
CUDALINT_RANGE(void, replace_if) CUDALINT_RANGE(void, iter_swap) CUDALINT_RANGE(void, swap_ranges)
CUDALINT_RANGE(void, make_heap) CUDALINT_RANGE(void, push_heap) CUDALINT_RANGE(void, pop_heap)
CUDALINT_RANGE(void, sort_heap)
CUDALINT_RANGE(void, exclusive_scan) CUDALINT_RANGE(void, inclusive_scan) CUDALINT_RANGE(void, partial_sum)
CUDALINT_RANGE(void, adjacent_difference) CUDALINT_RANGE(void, copy_if) CUDALINT_RANGE(void, copy_backward)
CUDALINT_RANGE(void, merge) CUDALINT_RANGE(void, uninitialized_copy) CUDALINT_RANGE(void, uninitialized_fill)
CUDALINT_RANGE(bool, equal) CUDALINT_RANGE(bool, is_sorted) CUDALINT_RANGE(bool, any_of) CUDALINT_RANGE(bool, all_of)
CUDALINT_RANGE(bool, none_of) CUDALINT_RANGE(bool, binary_search) CUDALINT_RANGE(bool, next_permutation)
CUDALINT_RANGE(bool, lexicographical_compare) CUDALINT_RANGE(bool, includes)
CUDALINT_RANGE(ptrdiff_t, count) CUDALINT_RANGE(ptrdiff_t, count_if)
template <class I, class O> O copy(I, I, O);
template <class P, class I, class O> O copy(P&&, I, I, O);
template <class I, class N, class O> O copy_n(I, N, O);
template <class I, class O, class F> O transform(I, I, O, F);
template <class I, class J, class O, class F> O transform(I, I, J, O, F);
template <class I, class T> T accumulate(I, I, T);
template <class I, class T, class F> T accumulate(I, I, T, F);
template <class I> auto reduce(I i, I) -> remove_cvref_t<decltype(*i)>;
template <class I, class T> T reduce(I, I, T);
template <class I, class T, class F> T reduce(I, I, T, F);
template <class I, class T, class F, class G> T transform_reduce(I, I, T, F, G);
template <class I, class J, class T> T inner_product(I, I, J, T);
template <class I, class J, class T, class F, class G> T inner_product(I, I, J, T, F, G);
template <class I, class... C> I max_element(I, I, C...);
template <class I, class... C> I min_element(I, I, C...);
template <class I, class... C> pair<I, I> minmax_element(I, I, C...);
template <class T> pair<T, T> minmax(T, T);
template <class I, class T> I find(I, I, const T&);
template <class I, class F> I find_if(I, I, F);
template <class I, class F> I find_if_not(I, I, F);
template <class I, class J, class... F> I search(I, I, J, J, F...);
template <class I, class J> pair<I, J> mismatch(I, I, J);
template <class I, class T, class... C> I lower_bound(I, I, const T&, C...);
template <class I, class T, class... C> I upper_bound(I, I, const T&, C...);
template <class I, class T, class... C> pair<I, I> equal_range(I, I, const T&, C...);
template <class I, class... C> I unique(I, I, C...);
template <class I, class T> I remove(I, I, const T&);
template <class I, class F> I remove_if(I, I, F);
template <class I, class F> I partition(I, I, F);
template <class I, class F> I stable_partition(I, I, F);
namespace execution { extern ::cudalint_any par, par_unseq, seq, unseq; }
namespace ranges {}
}  // namespace std
#pragma clang force_cuda_host_device end
}
