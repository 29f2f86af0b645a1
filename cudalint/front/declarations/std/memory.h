// <memory>: smart pointers.
#pragma once
#include "utility.h"
extern "C++" {
#pragma clang force_cuda_host_device begin
namespace std {
template <class T> struct default_delete {};
template <class T, class D = default_delete<T>> struct unique_ptr {
  typedef remove_extent_t<T> element_type;
  unique_ptr();
  unique_ptr(nullptr_t);
  template <class... A> explicit unique_ptr(A&&...);
  template <class U, class E> unique_ptr(unique_ptr<U, E>&&);
  template <class U> unique_ptr& operator=(U&&);
  element_type& operator*() const;
  element_type* operator->() const;
  element_type& operator[](size_t) const;
  element_type* get() const;
  element_type* release();
  void reset(element_type* = 0);
  void swap(unique_ptr&);
  explicit operator bool() const;
  bool operator==(nullptr_t) const;
  bool operator!=(nullptr_t) const;
};
template <class T> struct shared_ptr {
  typedef remove_extent_t<T> element_type;
  shared_ptr();
  shared_ptr(nullptr_t);
  template <class... A> shared_ptr(A&&...);
  template <class U> shared_ptr& operator=(U&&);
  element_type& operator*() const;
  element_type* operator->() const;
  element_type& operator[](size_t) const;
  element_type* get() const;
  template <class... A> void reset(A&&...);
  long use_count() const;
  explicit operator bool() const;
  bool operator==(nullptr_t) const;
  bool operator!=(nullptr_t) const;
};
template <class T> struct weak_ptr {
  template <class... A> weak_ptr(A&&...);
  shared_ptr<T> lock() const;
  bool expired() const;
};
template <class T, class... A> unique_ptr<T> make_unique(A&&...);
template <class T, class... A> shared_ptr<T> make_shared(A&&...);
template <class T, class U> shared_ptr<T> static_pointer_cast(const shared_ptr<U>&);
template <class T, class U> shared_ptr<T> dynamic_pointer_cast(const shared_ptr<U>&);
template <class T> struct enable_shared_from_this { shared_ptr<T> shared_from_this(); };
template <size_t n, class T> T* assume_aligned(T*);
}  // namespace std
#pragma clang force_cuda_host_device end
}
