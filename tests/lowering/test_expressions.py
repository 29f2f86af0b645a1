"""Arithmetic: every conversion and load is spelled out."""

from __future__ import annotations

from tests.lowering.conftest import Show


def test_implicit_conversions(shown: Show) -> None:
    source = """
__global__ void k(float* a, int n, unsigned u, short s, bool b) {
  a[n] = n + u;
  a[0] = s * 2;
  a[1] = -s;
  a[2] = ~n;
  a[3] = !n;
  b = n < u;
  a[4] = (float)n / 2;
}
"""
    expected = """
  (load(a)[load(n)]{4} = (float)((uint)load(n) + load(u)))
  (load(a)[0]{4} = (float)((int)load(s) * 2))
  (load(a)[1]{4} = (float)-(int)load(s))
  (load(a)[2]{4} = (float)~load(n))
  (load(a)[3]{4} = (float)!(bool)load(n))
  (b = ((uint)load(n) < load(u)))
  (load(a)[4]{4} = ((float)load(n) / (float)2))
"""
    assert shown(source) == expected.strip("\n")


def test_shifts_promote_each_side(shown: Show) -> None:
    source = """
__global__ void k(int n, short s, unsigned char c) {
  n = n << s;
  n = c >> 1;
  s <<= 2;
}
"""
    expected = """
  (n = (load(n) << (int)load(s)))
  (n = ((int)load(c) >> 1))
  (s <<={int} 2)
"""
    assert shown(source) == expected.strip("\n")


def test_compound_assignment_computes_in_the_common_type(shown: Show) -> None:
    source = """
__global__ void k(int n, short s, double d, unsigned char c) {
  s += 1;
  n -= d;
  c *= n;
  n %= 3;
}
"""
    expected = """
  (s +={int} 1)
  (n -={double} load(d))
  (c *={int} load(n))
  (n %={int} 3)
"""
    assert shown(source) == expected.strip("\n")


def test_logic_and_choice(shown: Show) -> None:
    source = """
__global__ void k(int n, unsigned u, bool b, short s) {
  b = n && u || !b;
  n = b ? n : s;
}
"""
    expected = """
  (b = (((bool)load(n) && (bool)load(u)) || !load(b)))
  (n = (load(b) ? load(n) : (int)load(s)))
"""
    assert shown(source) == expected.strip("\n")


def test_comma_and_sizes(shown: Show) -> None:
    source = """
__global__ void k(int n, unsigned u) {
  n = (u++, 3);
  n = sizeof(double) + alignof(float4);
  n = 'c';
}
"""
    expected = """
  (n = (u++, 3))
  (n = (int)(8 + 16))
  (n = (int)99)
"""
    assert shown(source) == expected.strip("\n")


def test_constants_are_folded(shown: Show) -> None:
    source = """
#define TILE 16
constexpr int WIDTH = 2 * TILE;
static const float SCALE = 0.5f;
enum Mode { OFF, ON = 3 };
int changing = 4;
__global__ void k(float* a, int n) {
  const int half = WIDTH / 2;
  a[half] = SCALE * n;
  n = ON;
  n = WIDTH + TILE;
}
"""
    expected = """
  int half = (32 / 2)
  (load(a)[16]{4} = (0.5 * (float)load(n)))
  (n = (int)3)
  (n = (32 + 16))
"""
    assert shown(source) == expected.strip("\n")


def test_discarded_values_are_not_loaded(shown: Show) -> None:
    source = """
__global__ void k(float* a, int n) {
  (void)a[n];
  a[n];
  (void)n;
}
"""
    expected = """
  &load(a)[load(n)]{4}
  &load(a)[load(n)]{4}
  &n
"""
    assert shown(source) == expected.strip("\n")


def test_unsigned_arithmetic_of_indices(shown: Show) -> None:
    source = """
__global__ void k(float* a, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  a[i - n] = a[threadIdx.y * n];
}
"""
    expected = """
  int i = (int)((load(blockIdx.x{+0}) * load(blockDim.x{+0})) + load(threadIdx.x{+0}))
  (load(a)[(load(i) - load(n))]{4} = load(load(a)[(load(threadIdx.y{+4}) * (uint)load(n))]{4}))
"""
    assert shown(source) == expected.strip("\n")
