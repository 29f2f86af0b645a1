// <type_traits>, <limits>, <utility>'s foundations, <initializer_list>, <compare>.
#pragma once
#include "../cuda/language.h"
#include "integers.h"
#define CUDALINT_TRAIT(name) \
  template <class T> struct name : bool_constant<__##name(T)> {}; \
  template <class T> inline constexpr bool name##_v = __##name(T);
#define CUDALINT_TRANSFORM(name) template <class T> using name##_t = typename name<T>::type;

extern "C++" {
#pragma clang force_cuda_host_device begin
namespace std {
template <class T, T v> struct integral_constant {
  static constexpr T value = v;
  typedef T value_type;
  typedef integral_constant type;
  constexpr operator T() const noexcept { return v; }
  constexpr T operator()() const noexcept { return v; }
};
template <bool b> using bool_constant = integral_constant<bool, b>;
typedef bool_constant<true> true_type;
typedef bool_constant<false> false_type;

template <bool condition, class T = void> struct enable_if {};
template <class T> struct enable_if<true, T> { typedef T type; };
template <bool condition, class T = void> using enable_if_t = typename enable_if<condition, T>::type;
template <bool condition, class T, class F> struct conditional { typedef T type; };
template <class T, class F> struct conditional<false, T, F> { typedef F type; };
template <bool condition, class T, class F> using conditional_t = typename conditional<condition, T, F>::type;
template <class...> using void_t = void;
template <class T> struct type_identity { typedef T type; };
CUDALINT_TRANSFORM(type_identity)

template <class T> struct remove_reference { typedef T type; };
template <class T> struct remove_reference<T&> { typedef T type; };
template <class T> struct remove_reference<T&&> { typedef T type; };
template <class T> struct remove_const { typedef T type; };
template <class T> struct remove_const<const T> { typedef T type; };
template <class T> struct remove_volatile { typedef T type; };
template <class T> struct remove_volatile<volatile T> { typedef T type; };
template <class T> struct remove_cv { typedef typename remove_const<typename remove_volatile<T>::type>::type type; };
CUDALINT_TRANSFORM(remove_reference) CUDALINT_TRANSFORM(remove_const) CUDALINT_TRANSFORM(remove_volatile)
CUDALINT_TRANSFORM(remove_cv)
template <class T> struct remove_cvref { typedef remove_cv_t<remove_reference_t<T>> type; };
template <class T> struct remove_pointer { typedef T type; };
template <class T> struct remove_pointer<T*> { typedef T type; };
template <class T> struct remove_pointer<T* const> { typedef T type; };
template <class T> struct add_pointer { typedef remove_reference_t<T>* type; };
template <class T> struct add_const { typedef const T type; };
template <class T> struct add_volatile { typedef volatile T type; };
template <class T> struct add_lvalue_reference { typedef T& type; };
template <class T> struct add_rvalue_reference { typedef T&& type; };
template <class T> struct remove_extent { typedef T type; };
template <class T> struct remove_extent<T[]> { typedef T type; };
template <class T, size_t n> struct remove_extent<T[n]> { typedef T type; };
template <class T> struct decay { typedef __decay(T) type; };
template <class T> struct make_unsigned { typedef __make_unsigned(T) type; };
template <class T> struct make_signed { typedef __make_signed(T) type; };
template <class T> struct underlying_type { typedef __underlying_type(T) type; };
CUDALINT_TRANSFORM(remove_cvref) CUDALINT_TRANSFORM(remove_pointer) CUDALINT_TRANSFORM(add_pointer)
CUDALINT_TRANSFORM(add_const) CUDALINT_TRANSFORM(add_volatile) CUDALINT_TRANSFORM(add_lvalue_reference)
CUDALINT_TRANSFORM(add_rvalue_reference) CUDALINT_TRANSFORM(remove_extent) CUDALINT_TRANSFORM(decay)
CUDALINT_TRANSFORM(make_unsigned) CUDALINT_TRANSFORM(make_signed) CUDALINT_TRANSFORM(underlying_type)

CUDALINT_TRAIT(is_abstract) CUDALINT_TRAIT(is_aggregate) CUDALINT_TRAIT(is_arithmetic) CUDALINT_TRAIT(is_array)
CUDALINT_TRAIT(is_class) CUDALINT_TRAIT(is_compound) CUDALINT_TRAIT(is_const) CUDALINT_TRAIT(is_empty)
CUDALINT_TRAIT(is_enum)
CUDALINT_TRAIT(is_final) CUDALINT_TRAIT(is_floating_point) CUDALINT_TRAIT(is_function) CUDALINT_TRAIT(is_fundamental)
CUDALINT_TRAIT(is_integral) CUDALINT_TRAIT(is_lvalue_reference) CUDALINT_TRAIT(is_object) CUDALINT_TRAIT(is_pod)
CUDALINT_TRAIT(is_pointer) CUDALINT_TRAIT(is_polymorphic) CUDALINT_TRAIT(is_reference)
CUDALINT_TRAIT(is_rvalue_reference)
CUDALINT_TRAIT(is_scalar) CUDALINT_TRAIT(is_signed) CUDALINT_TRAIT(is_standard_layout) CUDALINT_TRAIT(is_trivial)
CUDALINT_TRAIT(is_trivially_copyable) CUDALINT_TRAIT(is_union) CUDALINT_TRAIT(is_unsigned) CUDALINT_TRAIT(is_void)
CUDALINT_TRAIT(is_volatile)
template <class T> struct is_null_pointer : bool_constant<__is_same(T, nullptr_t)> {};
template <class T> struct is_member_function_pointer : bool_constant<__is_member_function_pointer(T)> {};
template <class A, class B> struct is_same : bool_constant<__is_same(A, B)> {};
template <class A, class B> inline constexpr bool is_same_v = __is_same(A, B);
template <class A, class B> struct is_base_of : bool_constant<__is_base_of(A, B)> {};
template <class A, class B> inline constexpr bool is_base_of_v = __is_base_of(A, B);
template <class A, class B> struct is_convertible : bool_constant<__is_convertible_to(A, B)> {};
template <class A, class B> inline constexpr bool is_convertible_v = __is_convertible_to(A, B);
template <class A, class B> struct is_assignable : bool_constant<__is_assignable(A, B)> {};
template <class T, class... A> struct is_constructible : bool_constant<__is_constructible(T, A...)> {};
template <class T, class... A> inline constexpr bool is_constructible_v = __is_constructible(T, A...);
template <class T> struct is_default_constructible : bool_constant<__is_constructible(T)> {};
template <class T> inline constexpr bool is_default_constructible_v = __is_constructible(T);
template <class T> struct is_copy_constructible : bool_constant<__is_constructible(T, const T&)> {};
template <class T> struct is_move_constructible : bool_constant<__is_constructible(T, T)> {};
template <class T> struct is_trivially_destructible : bool_constant<__is_trivially_destructible(T)> {};
template <class T> inline constexpr bool is_trivially_destructible_v = __is_trivially_destructible(T);
template <class T> inline constexpr bool is_nothrow_move_constructible_v = true;
template <class F, class... A> struct is_invocable : true_type {};
template <class F, class... A> inline constexpr bool is_invocable_v = true;
template <class...> struct conjunction : true_type {};
template <class B, class... R> struct conjunction<B, R...> : bool_constant<B::value && conjunction<R...>::value> {};
template <class...> struct disjunction : false_type {};
template <class B, class... R> struct disjunction<B, R...> : bool_constant<B::value || disjunction<R...>::value> {};
template <class B> struct negation : bool_constant<!B::value> {};
template <class... B> inline constexpr bool conjunction_v = conjunction<B...>::value;
template <class... B> inline constexpr bool disjunction_v = disjunction<B...>::value;
template <class B> inline constexpr bool negation_v = !B::value;
template <class T> struct alignment_of : integral_constant<size_t, alignof(T)> {};
template <class T> inline constexpr size_t alignment_of_v = alignof(T);
template <class T> struct rank : integral_constant<size_t, 0> {};
template <class T> struct extent : integral_constant<size_t, 0> {};
template <class T, size_t n> struct extent<T[n]> : integral_constant<size_t, n> {};
template <size_t length, size_t alignment = 8> struct aligned_storage {
  struct type { alignas(alignment) unsigned char bytes[length]; };
};
template <size_t length, size_t alignment = 8>
using aligned_storage_t = typename aligned_storage<length, alignment>::type;

template <class T> T&& declval() noexcept;
template <class... T> struct common_type {};
template <class T> struct common_type<T> { typedef T type; };
template <class A, class B> struct common_type<A, B> {
  typedef decay_t<decltype(true ? declval<A>() : declval<B>())> type;
};
template <class A, class B, class... R>
struct common_type<A, B, R...> : common_type<typename common_type<A, B>::type, R...> {};
template <class... T> using common_type_t = typename common_type<T...>::type;
template <class F> struct result_of;
template <class F, class... A> struct result_of<F(A...)> { typedef decltype(declval<F>()(declval<A>()...)) type; };
template <class F> using result_of_t = typename result_of<F>::type;
template <class F, class... A> struct invoke_result { typedef decltype(declval<F>()(declval<A>()...)) type; };
template <class F, class... A> using invoke_result_t = typename invoke_result<F, A...>::type;
constexpr bool is_constant_evaluated() noexcept { return __builtin_is_constant_evaluated(); }

template <class T> constexpr remove_reference_t<T>&& move(T&& v) noexcept {
  return static_cast<remove_reference_t<T>&&>(v);
}
template <class T> constexpr T&& forward(remove_reference_t<T>& v) noexcept { return static_cast<T&&>(v); }
template <class T> constexpr T&& forward(remove_reference_t<T>&& v) noexcept { return static_cast<T&&>(v); }
template <class T> constexpr const T& as_const(T& v) noexcept { return v; }
template <class T> constexpr T* addressof(T& v) noexcept { return __builtin_addressof(v); }

template <class T, T... values> struct integer_sequence {
  typedef T value_type;
  static constexpr size_t size() { return sizeof...(values); }
};
template <size_t... values> using index_sequence = integer_sequence<size_t, values...>;
template <class T, T n> using make_integer_sequence = __make_integer_seq<integer_sequence, T, n>;
template <size_t n> using make_index_sequence = make_integer_sequence<size_t, n>;
template <class... T> using index_sequence_for = make_index_sequence<sizeof...(T)>;

template <class E> class initializer_list {
  const E* first_;
  size_t size_;

 public:
  typedef E value_type;
  typedef const E& reference;
  typedef const E* iterator;
  constexpr initializer_list() : first_(0), size_(0) {}
  constexpr initializer_list(const E* first, size_t size) : first_(first), size_(size) {}
  constexpr size_t size() const { return size_; }
  constexpr const E* begin() const { return first_; }
  constexpr const E* end() const { return first_ + size_; }
};

template <class T> constexpr T cudalint_largest() {
  if constexpr (__is_same(T, float)) return __FLT_MAX__;
  else if constexpr (__is_same(T, double)) return __DBL_MAX__;
  else if constexpr (__is_same(T, bool)) return true;
  else if constexpr (__is_integral(T)) return T(~0ull >> (64 - sizeof(T) * 8 + __is_signed(T)));
  else return T();
}
template <class T> constexpr T cudalint_lowest() {
  if constexpr (__is_same(T, float) || __is_same(T, double)) return -cudalint_largest<T>();
  else if constexpr (__is_integral(T)) return __is_signed(T) ? T(-cudalint_largest<T>() - 1) : T(0);
  else return T();
}
template <class T> struct numeric_limits {
  static constexpr bool is_specialized = __is_arithmetic(T), is_signed = __is_signed(T), is_integer = __is_integral(T);
  static constexpr bool has_infinity = __is_floating_point(T), has_quiet_NaN = has_infinity, is_iec559 = has_infinity;
  static constexpr bool is_exact = is_integer;
  static constexpr int digits = __is_same(T, float) ? 24 : __is_same(T, double) ? 53 : sizeof(T) * 8 - is_signed;
  static constexpr int digits10 = digits * 3 / 10, max_digits10 = digits10 + 2, radix = 2;
  static constexpr T max() noexcept { return cudalint_largest<T>(); }
  static constexpr T lowest() noexcept { return cudalint_lowest<T>(); }
  static constexpr T min() noexcept {
    if constexpr (__is_same(T, float)) return __FLT_MIN__;
    else if constexpr (__is_same(T, double)) return __DBL_MIN__;
    else return cudalint_lowest<T>();
  }
  static constexpr T epsilon() noexcept {
    if constexpr (__is_same(T, float)) return __FLT_EPSILON__;
    else if constexpr (__is_same(T, double)) return __DBL_EPSILON__;
    else return T();
  }
  static constexpr T infinity() noexcept {
    if constexpr (__is_floating_point(T)) return __builtin_inff();
    else return T();
  }
  static constexpr T quiet_NaN() noexcept {
    if constexpr (__is_floating_point(T)) return __builtin_nanf("");
    else return T();
  }
  static constexpr T signaling_NaN() noexcept { return quiet_NaN(); }
  static constexpr T denorm_min() noexcept { return min(); }
};

struct nothrow_t {};
extern nothrow_t nothrow;
enum class align_val_t : size_t {};
enum class byte : unsigned char {};
struct strong_ordering {
  int value;
  static const strong_ordering less, equal, greater;
  friend constexpr bool operator<(strong_ordering a, int) { return a.value < 0; }
  friend constexpr bool operator>(strong_ordering a, int) { return a.value > 0; }
  friend constexpr bool operator==(strong_ordering a, int) { return a.value == 0; }
};
typedef strong_ordering partial_ordering, weak_ordering;

#if __cplusplus >= 202002L
template <class A, class B> concept same_as = __is_same(A, B);
template <class A, class B> concept convertible_to = __is_convertible_to(A, B);
template <class T> concept integral = __is_integral(T);
template <class T> concept floating_point = __is_floating_point(T);
template <class T> concept signed_integral = __is_integral(T) && __is_signed(T);
template <class T> concept unsigned_integral = __is_integral(T) && __is_unsigned(T);
template <class F, class... A> concept invocable = requires(F f, A... a) { f(a...); };
template <class D, class B> concept derived_from = __is_base_of(B, D);
#endif
}  // namespace std
#pragma clang force_cuda_host_device end
}
