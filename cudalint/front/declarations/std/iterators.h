// <iterator>, and one iterator type for all containers.
#pragma once
#include "../cuda/anything.h"
#include "traits.h"
extern "C++" {
#pragma clang force_cuda_host_device begin
namespace std {
struct input_iterator_tag {};
struct output_iterator_tag {};
struct forward_iterator_tag : input_iterator_tag {};
struct bidirectional_iterator_tag : forward_iterator_tag {};
struct random_access_iterator_tag : bidirectional_iterator_tag {};

template <class T> struct cudalint_iterator {
  typedef remove_cv_t<T> value_type;
  typedef T& reference;
  typedef T* pointer;
  typedef ptrdiff_t difference_type;
  typedef random_access_iterator_tag iterator_category;
  T& operator*() const;
  T* operator->() const;
  T& operator[](ptrdiff_t) const;
  cudalint_iterator& operator++();
  cudalint_iterator operator++(int);
  cudalint_iterator& operator--();
  cudalint_iterator operator--(int);
  cudalint_iterator operator+(ptrdiff_t) const;
  cudalint_iterator operator-(ptrdiff_t) const;
  ptrdiff_t operator-(const cudalint_iterator&) const;
  cudalint_iterator& operator+=(ptrdiff_t);
  cudalint_iterator& operator-=(ptrdiff_t);
  bool operator==(const cudalint_iterator&) const;
  bool operator!=(const cudalint_iterator&) const;
  bool operator<(const cudalint_iterator&) const;
  template <class U> operator cudalint_iterator<U>() const;
};
template <class I> struct iterator_traits {
  typedef typename I::value_type value_type;
  typedef value_type& reference;
  typedef value_type* pointer;
  typedef ptrdiff_t difference_type;
  typedef random_access_iterator_tag iterator_category;
};
template <class T> struct iterator_traits<T*> {
  typedef remove_cv_t<T> value_type;
  typedef T& reference;
  typedef T* pointer;
  typedef ptrdiff_t difference_type;
  typedef random_access_iterator_tag iterator_category;
};
template <class category, class T, class... rest> struct iterator {
  typedef T value_type;
  typedef category iterator_category;
  typedef ptrdiff_t difference_type;
  typedef T* pointer;
  typedef T& reference;
};
template <class I> struct reverse_iterator { template <class... A> explicit reverse_iterator(A&&...); };
template <class I> struct move_iterator { template <class... A> explicit move_iterator(A&&...); };
template <class T> struct istream_iterator { template <class... A> istream_iterator(A&&...); };
template <class T> struct ostream_iterator { template <class... A> ostream_iterator(A&&...); };
template <class T> struct istreambuf_iterator { template <class... A> istreambuf_iterator(A&&...); };
template <class C> ::cudalint_any back_inserter(C&);
template <class C> ::cudalint_any inserter(C&, ::cudalint_any);
template <class I> I make_move_iterator(I);
template <class C> auto begin(C& c) -> decltype(c.begin());
template <class C> auto end(C& c) -> decltype(c.end());
template <class C> auto rbegin(C& c) -> decltype(c.rbegin());
template <class C> auto rend(C& c) -> decltype(c.rend());
template <class C> auto size(const C& c) -> decltype(c.size());
template <class C> auto data(C& c) -> decltype(c.data());
template <class T, size_t n> constexpr T* begin(T (&a)[n]) { return a; }
template <class T, size_t n> constexpr T* end(T (&a)[n]) { return a + n; }
template <class T, size_t n> constexpr size_t size(const T (&)[n]) { return n; }
template <class I> I next(I, ptrdiff_t = 1);
template <class I> I prev(I, ptrdiff_t = 1);
template <class I, class N> void advance(I&, N);
template <class I> ptrdiff_t distance(I, I);
}  // namespace std
#pragma clang force_cuda_host_device end
}
