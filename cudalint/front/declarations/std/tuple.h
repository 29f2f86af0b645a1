// <tuple>, with `get` for pairs and arrays too.
#pragma once
#include "array.h"
#include "utility.h"
extern "C++" {
#pragma clang force_cuda_host_device begin
namespace std {
template <size_t index, class T> struct cudalint_cell {
  T value;
  constexpr cudalint_cell() : value() {}
  template <class U> constexpr explicit cudalint_cell(U&& v) : value(static_cast<U&&>(v)) {}
};
template <class indices, class... T> struct cudalint_cells;
template <size_t... index, class... T>
struct cudalint_cells<index_sequence<index...>, T...> : cudalint_cell<index, T>... {
  constexpr cudalint_cells() {}
  template <class... U>
  constexpr explicit cudalint_cells(int, U&&... v) : cudalint_cell<index, T>(static_cast<U&&>(v))... {}
};
template <class... T> struct tuple : cudalint_cells<make_index_sequence<sizeof...(T)>, T...> {
  typedef cudalint_cells<make_index_sequence<sizeof...(T)>, T...> cells;
  constexpr tuple() {}
  template <class... U, class = enable_if_t<sizeof...(U) == sizeof...(T) && sizeof...(U) != 0>>
  constexpr tuple(U&&... v) : cells(0, static_cast<U&&>(v)...) {}
  constexpr tuple(const tuple&) = default;
  constexpr tuple& operator=(const tuple&) = default;
  template <class... U> tuple(const tuple<U...>&);
  template <class... U> tuple& operator=(const tuple<U...>&);
  template <class A, class B> tuple& operator=(const pair<A, B>&);
  template <int index> __type_pack_element<index, T...>& get();
  bool operator==(const tuple&) const;
  bool operator!=(const tuple&) const;
  bool operator<(const tuple&) const;
};
template <class... T> tuple(T...) -> tuple<T...>;
template <class... T> constexpr tuple<decay_t<T>...> make_tuple(T&&... v) {
  return tuple<decay_t<T>...>(static_cast<T&&>(v)...);
}
template <class... T> tuple<T&...> tie(T&...);
template <class... T> tuple<T&&...> forward_as_tuple(T&&...);
template <class... T> ::cudalint_any tuple_cat(T&&...);
template <class F, class T> ::cudalint_any apply(F&&, T&&);
struct cudalint_ignore { template <class T> const cudalint_ignore& operator=(T&&) const; };
extern const cudalint_ignore ignore;

template <size_t index, class T> struct tuple_element;
template <size_t index, class T> struct tuple_element<index, const T> {
  typedef const typename tuple_element<index, T>::type type;
};
template <size_t index, class... T> struct tuple_element<index, tuple<T...>> {
  typedef __type_pack_element<index, T...> type;
};
template <class A, class B> struct tuple_element<0, pair<A, B>> { typedef A type; };
template <class A, class B> struct tuple_element<1, pair<A, B>> { typedef B type; };
template <size_t index, class T, size_t n> struct tuple_element<index, array<T, n>> { typedef T type; };
template <size_t index, class T> using tuple_element_t = typename tuple_element<index, T>::type;
template <class T> struct tuple_size;
template <class T> struct tuple_size<const T> : tuple_size<T> {};
template <class... T> struct tuple_size<tuple<T...>> : integral_constant<size_t, sizeof...(T)> {};
template <class A, class B> struct tuple_size<pair<A, B>> : integral_constant<size_t, 2> {};
template <class T, size_t n> struct tuple_size<array<T, n>> : integral_constant<size_t, n> {};
template <class T> inline constexpr size_t tuple_size_v = tuple_size<T>::value;

template <size_t index, class... T> constexpr __type_pack_element<index, T...>& get(tuple<T...>& t) {
  return static_cast<cudalint_cell<index, __type_pack_element<index, T...>>&>(t).value;
}
template <size_t index, class... T> constexpr const __type_pack_element<index, T...>& get(const tuple<T...>& t) {
  return static_cast<const cudalint_cell<index, __type_pack_element<index, T...>>&>(t).value;
}
template <size_t index, class... T> constexpr __type_pack_element<index, T...>&& get(tuple<T...>&& t) {
  return static_cast<__type_pack_element<index, T...>&&>(get<index>(t));
}
template <class U, class... T> U& get(tuple<T...>&);
template <class U, class... T> const U& get(const tuple<T...>&);
template <size_t index, class A, class B> constexpr tuple_element_t<index, pair<A, B>>& get(pair<A, B>& p) {
  if constexpr (index == 0) return p.first;
  else return p.second;
}
template <size_t index, class A, class B> constexpr const tuple_element_t<index, pair<A, B>>& get(const pair<A, B>& p) {
  if constexpr (index == 0) return p.first;
  else return p.second;
}
template <size_t index, class A, class B> constexpr tuple_element_t<index, pair<A, B>>&& get(pair<A, B>&& p) {
  return static_cast<tuple_element_t<index, pair<A, B>>&&>(get<index>(p));
}
template <size_t index, class T, size_t n> constexpr T&& get(array<T, n>&& a) {
  return static_cast<T&&>(a.cells[index]);
}
template <size_t index, class T, size_t n> constexpr T& get(array<T, n>& a) { return a.cells[index]; }
template <size_t index, class T, size_t n> constexpr const T& get(const array<T, n>& a) { return a.cells[index]; }
}  // namespace std
#pragma clang force_cuda_host_device end
}
