"""Calls of functions, methods, operators and lambdas."""

from __future__ import annotations

from tests.lowering.conftest import Show


def test_arguments_by_value_and_by_reference(shown: Show) -> None:
    source = """
__device__ __noinline__ int twice(int x, int by = 2) { return x * by; }
__device__ float& at(float* p, int i) { return p[i]; }
__device__ void swap2(float& x, float& y) { float t = x; x = y; y = t; }
__device__ float sum(const float (&v)[4]) { return v[0]; }
__device__ float read(const float& x) { return x; }
__global__ void k(float* a, int n) {
  n = twice(n);
  at(a, n) = 1;
  at(a, 1) += at(a, 2);
  at(a, 3);
  swap2(a[0], a[1]);
  float v[4];
  a[0] = sum(v) + read(n);
}
"""
    expected = """
  (n = twice(load(n), 2))
  (referent(at(load(a), load(n))) = (float)1)
  (referent(at(load(a), 1)) +={float} load(referent(at(load(a), 2))))
  at(load(a), 3)
  swap2(load(a)[0]{4}, load(a)[1]{4})
  float[4] v
  (load(a)[0]{4} = (sum(v) + read(temporary((float)load(n)))))
"""
    assert shown(source) == expected.strip("\n")


def test_unknown_functions_and_pointers(shown: Show) -> None:
    source = """
__device__ int elsewhere(int);
__global__ void k(int n, int (*f)(int)) { n = elsewhere(n) + f(n); }
"""
    expected = """
  (n = (@?elsewhere(load(n)) + (load(f))(load(n))))
"""
    assert shown(source) == expected.strip("\n")


def test_intrinsics(shown: Show) -> None:
    source = """
__global__ void k(float* a, int n) {
  n = min(n, 3);
  a[0] = __ldg(&a[1]);
  atomicAdd(&a[0], 2);
  a[1] = fmaf(a[0], 2, 1);
}
"""
    expected = """
  (n = @min(load(n), 3))
  (load(a)[0]{4} = @__ldg<float>(&load(a)[1]{4}))
  @atomicAdd<float, int>(&load(a)[0]{4}, 2)
  (load(a)[1]{4} = @fmaf(load(load(a)[0]{4}), (float)2, (float)1))
"""
    assert shown(source) == expected.strip("\n")


def test_methods_and_operators(shown: Show) -> None:
    source = """
struct Base { int q; __device__ int get() const { return q; } };
struct Rows : Base {
  float* data; int width;
  __device__ float& operator[](int i) { return data[i * width]; }
  __device__ float operator()(int i, int j) const { return data[i * width + j]; }
  __device__ Rows& operator+=(int n) { data += n; return *this; }
  __device__ operator float*() const { return data; }
  static __device__ int unit() { return 1; }
};
__device__ float operator*(const Rows& r, int n) { return r.data[n]; }
__global__ void k(float* a, int n, Rows r) {
  r[n] = 1;
  a[0] = r(n, 2);
  r += 3;
  a[1] = r * 2;
  n = r.get() + Rows::unit();
  float* q = r;
  Rows* s = &r;
  (*s)[1] = s->get();
  Base& b = r;
  b.q = r.q;
}
"""
    expected = """
  (referent(r.operator[](load(n))) = (float)1)
  (load(a)[0]{4} = r.operator()(load(n), 2))
  r.operator+=(3)
  (load(a)[1]{4} = operator*(r, 2))
  (n = (as<Base>(r).get() + unit()))
  float* q = r.operator float *()
  Rows* s = &r
  (referent(*load(s).operator[](1)) = (float)*(const Base*)load(s).get())
  Base& b binds as<Base>(r)
  (b.q{+0} = load(as<Base>(r).q{+0}))
"""
    assert shown(source) == expected.strip("\n")


def test_implicit_this(shown: Show) -> None:
    source = """
struct Counter {
  int n; int step;
  __device__ void advance() { n += step; this->n++; advance(); }
};
__global__ void k(Counter c) { c.advance(); }
"""
    expected = """
  (*this.n{+0} +={int} load(*this.step{+4}))
  *this.n{+0}++
  *this.advance()
"""
    assert shown(source, "advance") == expected.strip("\n")


def test_constructors(shown: Show) -> None:
    source = """
struct Base { int q; __device__ Base(int z) : q(z) {} };
struct Rows : Base {
  float* data; int width = 4; float& first;
  __device__ Rows(float* d, float& f) : Base(3), data(d), first(f) { first = 1; }
};
__global__ void k(float* a) { Rows r(a, a[1]); Rows s = r; }
"""
    expected = """
  Rows r = new Rows(load(a), load(a)[1]{4})
  Rows s = load(r)
"""
    assert shown(source) == expected.strip("\n")


def test_initialisers_of_members(shown: Show) -> None:
    source = """
struct Base { int q; __device__ Base(int z) : q(z) {} };
struct Rows : Base {
  float* data; int width = 4; float& first;
  __device__ Rows(float* d, float& f) : Base(3), data(d), first(f) { first = 1; }
};
__global__ void k(float* a) { Rows r(a, a[1]); }
"""
    expected = """
this+0: Base = new Base(3)
this+8: float* = load(d)
this+24: float = f
this+16: int = 4
  (*this.first{+24&} = (float)1)
"""
    assert shown(source, "Rows") == expected.strip("\n")


def test_lambdas(shown: Show) -> None:
    source = """
__global__ void k(float* a, int n) {
  auto l = [=, &n](int i) { a[i] = n; };
  l(2);
  auto g = [](auto i) { return i + 1; };
  n = g(2);
}
"""
    expected = """
  lambda l = closure[a]
  l.operator()(2)
  lambda g = closure[]
  (n = g.operator()(2))
"""
    assert shown(source) == expected.strip("\n")
