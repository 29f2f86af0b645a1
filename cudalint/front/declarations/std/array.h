// <array>: followed into by the analysis, since it lives in registers or in shared memory.
#pragma once
#include "traits.h"
extern "C++" {
#pragma clang force_cuda_host_device begin
namespace std {
template <class T, size_t n> struct array {
  T cells[n ? n : 1];
  typedef T value_type;
  typedef T& reference;
  typedef const T& const_reference;
  typedef T* iterator;
  typedef const T* const_iterator;
  typedef size_t size_type;
  constexpr T& operator[](size_t i) { return cells[i]; }
  constexpr const T& operator[](size_t i) const { return cells[i]; }
  constexpr T& at(size_t i) { return cells[i]; }
  constexpr const T& at(size_t i) const { return cells[i]; }
  constexpr T& front() { return cells[0]; }
  constexpr const T& front() const { return cells[0]; }
  constexpr T& back() { return cells[n - 1]; }
  constexpr const T& back() const { return cells[n - 1]; }
  constexpr T* data() { return cells; }
  constexpr const T* data() const { return cells; }
  constexpr T* begin() { return cells; }
  constexpr T* end() { return cells + n; }
  constexpr const T* begin() const { return cells; }
  constexpr const T* end() const { return cells + n; }
  constexpr const T* cbegin() const { return cells; }
  constexpr const T* cend() const { return cells + n; }
  constexpr size_t size() const { return n; }
  constexpr size_t max_size() const { return n; }
  constexpr bool empty() const { return n == 0; }
  constexpr void fill(const T& value) {
    for (size_t i = 0; i < n; i++) cells[i] = value;
  }
  bool operator==(const array&) const;
  bool operator!=(const array&) const;
  bool operator<(const array&) const;
};
template <class T, class... U> array(T, U...) -> array<T, 1 + sizeof...(U)>;
}  // namespace std
#pragma clang force_cuda_host_device end
}
