// <utility>, <functional>, <optional>, <variant>, <any>: small values and function objects.
#pragma once
#include "../cuda/anything.h"
#include "traits.h"
#define CUDALINT_FUNCTION(name, result, op)                                                        \
  template <class T = void> struct name {                                                          \
    typedef result result_type;                                                                    \
    constexpr result operator()(const T& a, const T& b) const { return a op b; }                   \
  };                                                                                               \
  template <> struct name<void> {                                                                  \
    template <class A, class B> constexpr auto operator()(A&& a, B&& b) const { return a op b; }   \
  };

extern "C++" {
#pragma clang force_cuda_host_device begin
namespace std {
template <class T> constexpr const T& min(const T& a, const T& b) { return b < a ? b : a; }
template <class T> constexpr const T& max(const T& a, const T& b) { return a < b ? b : a; }
template <class T, class C> constexpr const T& min(const T& a, const T& b, C less) { return less(b, a) ? b : a; }
template <class T, class C> constexpr const T& max(const T& a, const T& b, C less) { return less(a, b) ? b : a; }
template <class T> constexpr T min(initializer_list<T> values) {
  T least = *values.begin();
  for (const T& value : values) least = value < least ? value : least;
  return least;
}
template <class T> constexpr T max(initializer_list<T> values) {
  T most = *values.begin();
  for (const T& value : values) most = most < value ? value : most;
  return most;
}
template <class T> constexpr const T& clamp(const T& v, const T& low, const T& high) {
  return v < low ? low : high < v ? high : v;
}
template <class T> constexpr void swap(T& a, T& b) {
  T kept = static_cast<T&&>(a);
  a = static_cast<T&&>(b);
  b = static_cast<T&&>(kept);
}
template <class T, size_t n> void swap(T (&)[n], T (&)[n]);
template <class T, class U = T> constexpr T exchange(T& place, U&& value) {
  T kept = static_cast<T&&>(place);
  place = static_cast<U&&>(value);
  return kept;
}

struct piecewise_construct_t {};
struct in_place_t {};
template <class A, class B> struct pair {
  typedef A first_type;
  typedef B second_type;
  A first;
  B second;
  constexpr pair() : first(), second() {}
  constexpr pair(const A& a, const B& b) : first(a), second(b) {}
  template <class X, class Y> constexpr pair(X&& a, Y&& b) : first(static_cast<X&&>(a)), second(static_cast<Y&&>(b)) {}
  template <class X, class Y> constexpr pair(const pair<X, Y>& p) : first(p.first), second(p.second) {}
  bool operator==(const pair&) const;
  bool operator!=(const pair&) const;
  bool operator<(const pair&) const;
  bool operator>(const pair&) const;
};
template <class A, class B> pair(A, B) -> pair<A, B>;
template <class A, class B> constexpr pair<decay_t<A>, decay_t<B>> make_pair(A&& a, B&& b) {
  return pair<decay_t<A>, decay_t<B>>(static_cast<A&&>(a), static_cast<B&&>(b));
}

CUDALINT_FUNCTION(plus, T, +) CUDALINT_FUNCTION(minus, T, -) CUDALINT_FUNCTION(multiplies, T, *)
CUDALINT_FUNCTION(divides, T, /) CUDALINT_FUNCTION(modulus, T, %) CUDALINT_FUNCTION(bit_and, T, &)
CUDALINT_FUNCTION(bit_or, T, |) CUDALINT_FUNCTION(bit_xor, T, ^)
template <class A, class R> struct unary_function { typedef A argument_type; typedef R result_type; };
template <class A, class B, class R> struct binary_function {
  typedef A first_argument_type;
  typedef B second_argument_type;
  typedef R result_type;
};
CUDALINT_FUNCTION(less, bool, <) CUDALINT_FUNCTION(greater, bool, >) CUDALINT_FUNCTION(less_equal, bool, <=)
CUDALINT_FUNCTION(greater_equal, bool, >=) CUDALINT_FUNCTION(equal_to, bool, ==)
CUDALINT_FUNCTION(not_equal_to, bool, !=)
CUDALINT_FUNCTION(logical_and, bool, &&) CUDALINT_FUNCTION(logical_or, bool, ||)
template <class T = void> struct negate { constexpr T operator()(const T& v) const { return -v; } };
template <class T = void> struct logical_not { constexpr bool operator()(const T& v) const { return !v; } };
struct identity { template <class T> constexpr T&& operator()(T&& v) const { return static_cast<T&&>(v); } };
template <class T> struct hash { size_t operator()(const T&) const; };
template <class F> class function;
template <class R, class... A> class function<R(A...)> {
 public:
  typedef R result_type;
  function();
  function(nullptr_t);
  template <class F> function(F&&) {}
  template <class F> function& operator=(F&&);
  R operator()(A...) const;
  explicit operator bool() const;
};
template <class T> struct reference_wrapper {
  reference_wrapper(T&);
  operator T&() const;
  T& get() const;
};
template <class T> reference_wrapper<T> ref(T&);
template <class T> reference_wrapper<const T> cref(const T&);
template <class... A> ::cudalint_any bind(A&&...);
template <class F, class... A> auto invoke(F&& f, A&&... a) -> decltype(f(a...));
namespace placeholders { extern ::cudalint_any _1, _2, _3, _4; }

struct nullopt_t {};
extern const nullopt_t nullopt;
template <class T> struct optional {
  typedef T value_type;
  optional();
  optional(nullopt_t);
  template <class U = T> optional(U&&);
  template <class U = T> optional& operator=(U&&);
  T& operator*();
  const T& operator*() const;
  T* operator->();
  const T* operator->() const;
  T& value();
  const T& value() const;
  template <class U> T value_or(U&&) const;
  bool has_value() const;
  explicit operator bool() const;
  template <class... A> T& emplace(A&&...);
  void reset();
};
template <class T> optional<decay_t<T>> make_optional(T&&);
struct monostate {};
template <class... T> struct variant {
  variant();
  template <class U> variant(U&&);
  template <class U> variant& operator=(U&&);
  template <class U, class... A> U& emplace(A&&...);
  size_t index() const;
};
template <class T, class... V> T& get(variant<V...>&);
template <class T, class... V> const T& get(const variant<V...>&);
template <class T, class... V> T* get_if(variant<V...>*);
template <class T, class... V> bool holds_alternative(const variant<V...>&);
template <class F, class... V> ::cudalint_any visit(F&&, V&&...);
struct any {
  any();
  template <class T> any(T&&);
  bool has_value() const;
};
template <class T> T any_cast(const any&);
template <class T, class U> constexpr T bit_cast(const U& v) { return __builtin_bit_cast(T, v); }
template <class T> constexpr bool has_single_bit(T v) { return v && !(v & (v - 1)); }
template <class T> constexpr int popcount(T v) { return __builtin_popcountll(v); }
template <class T> constexpr int countl_zero(T v) {
  return v ? __builtin_clzll(v) - int(64 - sizeof(T) * 8) : int(sizeof(T) * 8);
}
template <class T> constexpr int countr_zero(T v) { return v ? __builtin_ctzll(v) : int(sizeof(T) * 8); }
template <class T> constexpr int bit_width(T v) { return int(sizeof(T) * 8) - countl_zero(v); }
template <class T> constexpr T bit_ceil(T v) { return v <= 1 ? T(1) : T(1) << bit_width(T(v - 1)); }
template <class T> constexpr T bit_floor(T v) { return v ? T(1) << (bit_width(v) - 1) : T(0); }
template <class T> constexpr T midpoint(T a, T b) { return a + (b - a) / 2; }
template <class T> constexpr T gcd(T a, T b) { return b == 0 ? a : gcd<T>(b, a % b); }
template <class T> constexpr T lcm(T a, T b) { return a / gcd<T>(a, b) * b; }
template <class T> T* launder(T*);

class type_info {
 public:
  const char* name() const;
  size_t hash_code() const;
  bool operator==(const type_info&) const;
  bool operator!=(const type_info&) const;
};
struct type_index { type_index(const type_info&); };
struct source_location {
  static constexpr source_location current() { return {}; }
  constexpr const char* file_name() const { return ""; }
  constexpr const char* function_name() const { return ""; }
  constexpr unsigned line() const { return 0; }
};
namespace numbers {
template <class T> inline constexpr T pi_v = T(3.14159265358979323846);
template <class T> inline constexpr T e_v = T(2.71828182845904523536);
template <class T> inline constexpr T sqrt2_v = T(1.41421356237309504880);
inline constexpr double pi = pi_v<double>, e = e_v<double>, sqrt2 = sqrt2_v<double>;
}  // namespace numbers
}  // namespace std
#pragma clang force_cuda_host_device end
}
