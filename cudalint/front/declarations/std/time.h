// <chrono> and <ratio>.
#pragma once
#include "traits.h"
extern "C++" {
#pragma clang force_cuda_host_device begin
namespace std {
template <long numerator, long denominator = 1> struct ratio {
  static constexpr long num = numerator, den = denominator;
};
typedef ratio<1, 1000000000> nano;
typedef ratio<1, 1000000> micro;
typedef ratio<1, 1000> milli;
typedef ratio<1000> kilo;
typedef ratio<1000000> mega;
typedef ratio<1000000000> giga;
namespace chrono {
template <class R = long, class P = ratio<1>> struct duration {
  typedef R rep;
  typedef P period;
  duration();
  template <class T> duration(const T&);
  R count() const;
  template <class Q, class O> duration operator+(const duration<Q, O>&) const;
  template <class Q, class O> duration operator-(const duration<Q, O>&) const;
  duration& operator+=(const duration&);
  template <class T> duration operator*(const T&) const;
  template <class T> duration operator/(const T&) const;
  template <class Q, class O> bool operator<(const duration<Q, O>&) const;
  template <class Q, class O> bool operator>(const duration<Q, O>&) const;
};
typedef duration<long, nano> nanoseconds;
typedef duration<long, micro> microseconds;
typedef duration<long, milli> milliseconds;
typedef duration<long> seconds;
typedef duration<long, ratio<60>> minutes;
typedef duration<long, ratio<3600>> hours;
template <class C, class D = nanoseconds> struct time_point {
  typedef D duration;
  template <class E> nanoseconds operator-(const time_point<C, E>&) const;
  template <class T> time_point operator+(const T&) const;
  nanoseconds time_since_epoch() const;
  bool operator<(const time_point&) const;
  bool operator>(const time_point&) const;
};
#define CUDALINT_CLOCK(name)                              \
  struct name {                                           \
    typedef nanoseconds duration;                         \
    typedef chrono::time_point<name> time_point;          \
    static time_point now();                              \
    static long to_time_t(time_point);                    \
  };
CUDALINT_CLOCK(steady_clock) CUDALINT_CLOCK(system_clock) CUDALINT_CLOCK(high_resolution_clock)
template <class D, class T> D duration_cast(const T&);
template <class D, class T> T time_point_cast(const T&);
}  // namespace chrono
inline namespace literals {
inline namespace chrono_literals {
chrono::nanoseconds operator""ns(unsigned long long);
chrono::microseconds operator""us(unsigned long long);
chrono::milliseconds operator""ms(unsigned long long);
chrono::seconds operator""s(unsigned long long);
}  // namespace chrono_literals
}  // namespace literals
}  // namespace std
#pragma clang force_cuda_host_device end
}
