"""Templates, with and without instantiation."""

from __future__ import annotations

from tests.lowering.conftest import Show


def test_without_instantiation(shown: Show) -> None:
    source = """
template <class T> struct View { T* data; int n; __device__ T& operator[](int i) { return data[i]; } };
template <class T, int N, bool F> __global__ void k(T* a, View<T> v, int n) {
  __shared__ T tile[N][N + 1];
  tile[threadIdx.x][1] = a[n];
  a[n * N] = v[threadIdx.x];
  v.data[1] = v.n;
  if (F) a[1] = a[2] + 1;
  if constexpr (N > 8) a[2] = N; else a[3] = N;
  T x = T(n);
  x += static_cast<T>(threadIdx.y);
  a[5] = max(a[1], x);
  x = sizeof(T);
}
"""
    expected = """
  shared ?T[][] tile
  (&&tile[(load(threadIdx.x{+0}) * (<N> + 1))]{0}[1]{0} = load(load(a)[load(n)]{0}))
  (load(a)[(load(n) * <N>)]{0} = load(referent(v.operator[](load(threadIdx.x{+0})))))
  (load(v.data{+0})[1]{0} = load(v.n{+64}))
  if <F>
    (load(a)[1]{0} = (load(load(a)[2]{0}) + 1))
  if (<N> > 8)
    (load(a)[2]{0} = <N>)
  else
    (load(a)[3]{0} = <N>)
  ?T x = (?T)load(n)
  (x +={?} (?T)load(threadIdx.y{+4}))
  (load(a)[5]{0} = @max(load(load(a)[1]{0}), load(x)))
  (x = ?size of a dependent type())
"""
    assert shown(source) == expected.strip("\n")


def test_names_are_looked_up(shown: Show) -> None:
    source = """
template <class T> __device__ T twice(T x) { return x + x; }
template <class T> __global__ void k(T* a) { a[0] = twice(a[1]); a[2] = unheard_of(a[3]); }
"""
    expected = """
  (load(a)[0]{0} = twice(load(load(a)[1]{0})))
  (load(a)[2]{0} = @?unheard_of(load(load(a)[3]{0})))
"""
    assert shown(source) == expected.strip("\n")


def test_instantiation(shown: Show) -> None:
    source = """
template <class T, int N> __device__ T total(const T* p) {
  T tile[N];
  for (int i = 0; i < N; i++) tile[i] = p[i];
  return tile[0];
}
__global__ void k(double* a) { a[0] = total<double, 4>(a); }
"""
    expected = """
  double[4] tile
  int i = 0
  while (load(i) < 4) step i++
    (&tile[load(i)]{8} = load(load(p)[load(i)]{8}))
  return load(&tile[0]{8})
"""
    assert shown(source, "total") == expected.strip("\n")


def test_operators_that_may_be_overloaded(shown: Show) -> None:
    source = """
#include <cuda_fp16.h>
template <class T> __global__ void k(T* a, T* b, int n) {
  a[n] = *b + a[1] * b[2];
  *a = -b[0];
  a[0] += b[1];
  b++;
  if (a[0] < b[0]) n = 1;
}
"""
    expected = """
  (load(a)[load(n)]{0} = (load(*load(b)) + (load(load(a)[1]{0}) * load(load(b)[2]{0}))))
  (*load(a) = -load(load(b)[0]{0}))
  (load(a)[0]{0} +={?} load(load(b)[1]{0}))
  b++
  if (load(load(a)[0]{0}) < load(load(b)[0]{0}))
    (n = 1)
"""
    assert shown(source) == expected.strip("\n")


def test_sizes_that_depend_on_parameters_are_products(shown: Show) -> None:
    source = """
template <int BS, class T> __global__ void k(T* a) {
  constexpr int other = BS + 1;
  __shared__ float s[BS][BS + 1];
  __shared__ float t[BS][other];
  __shared__ float u[BS][BS][4];
  s[1][2] = 0;
  t[1][2] = 0;
  u[1][2][3] = 0;
}
"""
    assert shown(source).split("\n")[-3:] == [
        "  (&&s[(1 * (<BS> + 1))]{4}[2]{4} = (float)0)",
        "  (&&t[1]{0}[2]{4} = (float)0)",
        "  (&&&u[(1 * <BS>)]{16}[2]{16}[3]{4} = (float)0)",
    ]
