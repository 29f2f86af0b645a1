// A value of which nothing is known: made from anything, converted to anything, with every operator.
#pragma once
#include "language.h"
// As friends that only an argument of this type can find; as free templates they would make every `<<` ambiguous.
#define CUDALINT_OPERATOR(op, result)                                                                           \
  template <class T> friend constexpr result operator op(const cudalint_any&, const T&) { return result(); }    \
  template <class T> friend constexpr result operator op(const T&, const cudalint_any&) { return result(); }    \
  friend constexpr result operator op(const cudalint_any&, const cudalint_any&) { return result(); }
#define CUDALINT_ASSIGNMENT(op) template <class T> cudalint_any& operator op(T&&);

extern "C++" {
#pragma clang force_cuda_host_device begin
struct cudalint_any {
  constexpr cudalint_any() {}
  template <class... A> constexpr cudalint_any(A&&...) {}
  template <class T> constexpr operator T() const { return T(); }
  template <class T> cudalint_any operator[](T) const;
  template <class... A> cudalint_any operator()(A&&...) const;
  cudalint_any operator*() const;
  cudalint_any* operator->() const;
  cudalint_any operator++();
  cudalint_any operator++(int);
  cudalint_any operator--();
  cudalint_any operator--(int);
  cudalint_any operator-() const;
  cudalint_any operator~() const;
  bool operator!() const;
  CUDALINT_ASSIGNMENT(=) CUDALINT_ASSIGNMENT(+=) CUDALINT_ASSIGNMENT(-=) CUDALINT_ASSIGNMENT(*=)
  CUDALINT_ASSIGNMENT(/=) CUDALINT_ASSIGNMENT(%=) CUDALINT_ASSIGNMENT(|=) CUDALINT_ASSIGNMENT(&=)
  CUDALINT_ASSIGNMENT(^=) CUDALINT_ASSIGNMENT(<<=) CUDALINT_ASSIGNMENT(>>=)
  CUDALINT_OPERATOR(+, cudalint_any) CUDALINT_OPERATOR(-, cudalint_any) CUDALINT_OPERATOR(*, cudalint_any)
  CUDALINT_OPERATOR(/, cudalint_any) CUDALINT_OPERATOR(%, cudalint_any) CUDALINT_OPERATOR(&, cudalint_any)
  CUDALINT_OPERATOR(|, cudalint_any) CUDALINT_OPERATOR(^, cudalint_any) CUDALINT_OPERATOR(<<, cudalint_any)
  CUDALINT_OPERATOR(>>, cudalint_any) CUDALINT_OPERATOR(==, bool) CUDALINT_OPERATOR(!=, bool)
  CUDALINT_OPERATOR(<, bool) CUDALINT_OPERATOR(>, bool) CUDALINT_OPERATOR(<=, bool) CUDALINT_OPERATOR(>=, bool)
  CUDALINT_OPERATOR(&&, bool) CUDALINT_OPERATOR(||, bool)
};
#pragma clang force_cuda_host_device end
}
