// <complex>, with bodies where a kernel would use it.
#pragma once
#include "traits.h"
extern "C++" {
#pragma clang force_cuda_host_device begin
namespace std {
template <class T> struct complex {
  typedef T value_type;
  T re, im;
  constexpr complex(const T& r = T(), const T& i = T()) : re(r), im(i) {}
  template <class U> constexpr complex(const complex<U>& c) : re(c.real()), im(c.imag()) {}
  constexpr T real() const { return re; }
  constexpr T imag() const { return im; }
  void real(T v) { re = v; }
  void imag(T v) { im = v; }
  complex& operator+=(const complex&);
  complex& operator-=(const complex&);
  complex& operator*=(const complex&);
  complex& operator/=(const complex&);
  complex operator-() const;
  friend complex operator+(const complex& a, const complex& b) { return complex(a.re + b.re, a.im + b.im); }
  friend complex operator-(const complex& a, const complex& b) { return complex(a.re - b.re, a.im - b.im); }
  friend complex operator*(const complex& a, const complex& b) {
    return complex(a.re * b.re - a.im * b.im, a.re * b.im + a.im * b.re);
  }
  friend complex operator/(const complex&, const complex& b) { return b; }
  friend bool operator==(const complex& a, const complex& b) { return a.re == b.re && a.im == b.im; }
  friend bool operator!=(const complex& a, const complex& b) { return a.re != b.re || a.im != b.im; }
};
template <class T> T real(const complex<T>&);
template <class T> T imag(const complex<T>&);
template <class T> T abs(const complex<T>&);
template <class T> T norm(const complex<T>&);
template <class T> T arg(const complex<T>&);
template <class T> complex<T> conj(const complex<T>&);
template <class T> complex<T> exp(const complex<T>&);
template <class T> complex<T> log(const complex<T>&);
template <class T> complex<T> sqrt(const complex<T>&);
template <class T> complex<T> pow(const complex<T>&, T);
template <class T> complex<T> polar(T, T = 0);
}  // namespace std
#pragma clang force_cuda_host_device end
}
