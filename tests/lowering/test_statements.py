"""Statements."""

from __future__ import annotations

from tests.lowering.conftest import Show


def test_for_loops_with_missing_clauses(shown: Show) -> None:
    source = """
__global__ void k(float* a, int n) {
  for (int i = 0; i < n; i++) a[i] = 0;
  int j;
  for (j = 0; j < n;) j += 2;
  for (; j < n; j++) ;
  for (; j < n;) { continue; }
  for (;; j *= 2) break;
  for (int i = 0, m = 2;; ++i, m++) { break; }
}
"""
    expected = """
  int i = 0
  while (load(i) < load(n)) step i++
    (load(a)[load(i)]{4} = (float)0)
  int j
  (j = 0)
  while (load(j) < load(n))
    (j +={int} 2)
  while (load(j) < load(n)) step j++
    {}
  while (load(j) < load(n))
      continue
  while forever step (j *={int} 2)
    break
    int i = 0
    int m = 2
  while forever step (++i, m++)
      break
"""
    assert shown(source) == expected.strip("\n")


def test_while_and_do(shown: Show) -> None:
    source = """
__global__ void k(int n) {
  while (n > 0) n--;
  do n++; while (n < 5);
  while (int t = n) n = t;
}
"""
    expected = """
  while (load(n) > 0)
    n--
  do-while (load(n) < 5)
    n++
  while forever
      int t = load(n)
      if (bool)load(t)
      else
        break
      (n = load(t))
"""
    assert shown(source) == expected.strip("\n")


def test_unrolling(shown: Show) -> None:
    source = """
__global__ void k(float* a) {
#pragma unroll
  for (int i = 0; i < 4; i++) a[i] = 1;
#pragma unroll 8
  for (int i = 0; i < 4; i++) a[i] = 1;
#pragma unroll(2)
  for (int i = 0; i < 4; i++) a[i] = 1;
  for (int i = 0; i < 4; i++) a[i] = 1;
}
"""
    expected = """
  int i = 0
  while (load(i) < 4) step i++ unroll 0
    (load(a)[load(i)]{4} = (float)1)
  int i = 0
  while (load(i) < 4) step i++ unroll 8
    (load(a)[load(i)]{4} = (float)1)
  int i = 0
  while (load(i) < 4) step i++ unroll 2
    (load(a)[load(i)]{4} = (float)1)
  int i = 0
  while (load(i) < 4) step i++
    (load(a)[load(i)]{4} = (float)1)
"""
    assert shown(source) == expected.strip("\n")


def test_range_based_for(shown: Show) -> None:
    source = """
__global__ void k(int n) {
  float local[3];
  for (float& x : local) x = 1;
  for (float x : local) n += x;
}
"""
    expected = """
  float[3] local
  int index = 0
  while (load(index) < 3) step ++index
      float& x binds &local[load(index)]{4}
      (x = (float)1)
  int index = 0
  while (load(index) < 3) step ++index
      float x = load(&local[load(index)]{4})
      (n +={float} load(x))
"""
    assert shown(source) == expected.strip("\n")


def test_switch(shown: Show) -> None:
    source = """
__global__ void k(float* a, int n) {
  switch (n) {
    case 1:
    case 2: a[0] = 1; break;
    default: a[1] = 2;
  }
}
"""
    expected = """
  switch load(n)
    case 1:
    case 2:
    (load(a)[0]{4} = (float)1)
    break
    default:
    (load(a)[1]{4} = (float)2)
"""
    assert shown(source) == expected.strip("\n")


def test_branches(shown: Show) -> None:
    source = """
__global__ void k(float* a, int n) {
  if (int h = n) a[h] = 1; else a[0] = 2;
  if (n) { } else n = 1;
  if (int m = n + 1; m > 2) n = m;
}
"""
    expected = """
  int h = load(n)
  if (bool)load(h)
    (load(a)[load(h)]{4} = (float)1)
  else
    (load(a)[0]{4} = (float)2)
  if (bool)load(n)
    {}
  else
    (n = 1)
  int m = (load(n) + 1)
  if (load(m) > 2)
    (n = load(m))
"""
    assert shown(source) == expected.strip("\n")


def test_constexpr_branches(shown: Show) -> None:
    source = """
template <int N> __device__ void pick(float* a) {
  if constexpr (N > 8) a[0] = 1; else a[1] = 2;
  if constexpr (N <= 8) a[2] = 3; else a[3] = 4;
  if constexpr (N == 0) a[4] = 5;
}
__global__ void k(float* a) { pick<4>(a); }
"""
    expected = """
  (load(a)[1]{4} = (float)2)
  (load(a)[2]{4} = (float)3)
"""
    assert shown(source, "pick") == expected.strip("\n")


def test_jumps(shown: Show) -> None:
    source = """
__global__ void k(float* a, int n) {
  if (n) goto end;
  a[0] = 1;
end:
  return;
}
"""
    expected = """
  if (bool)load(n)
    ?goto
  (load(a)[0]{4} = (float)1)
  ?label
    return
"""
    assert shown(source) == expected.strip("\n")


def test_declarations(shown: Show) -> None:
    source = """
struct Plain { float x, y; };
__global__ void k(float* a, int n) {
  extern __shared__ float4 dynamic[];
  volatile __shared__ int flag;
  float arr[4] = {1, 2};
  int grid[2][2] = {1, 2, 3};
  Plain p = {1}, q{2, 3}, r = {.y = 4};
  float4 zero = {}, none;
  float plain{2};
  const char* text = "abc";
  static int counter = 3;
}
"""
    expected = """
  dynamic_shared float4[] dynamic
  shared volatile int flag
  float[4] arr = {0: (float)1, 4: (float)2}
  int[2][2] grid = {0: 1, 4: 2, 8: 3}
    Plain p = {0: (float)1}
    Plain q = {0: (float)2, 4: (float)3}
    Plain r = {4: (float)4}
    float4 zero = {}
    float4 none
  float plain = (float)2
  const char* text = "abc"
  static int counter = 3
"""
    assert shown(source) == expected.strip("\n")


def test_assembly(shown: Show) -> None:
    source = """
#define NOP asm volatile("nop;")
__global__ void k(float* a, int n) {
  asm volatile("add.u32 %0, %1, 3;" "nop;" : "=r"(n) : "r"(n), "f"(a[0]) : "memory");
  asm("bar.sync 0;");
  asm volatile("st.f32 [%0], %1;" :: "l"(a), "f"(1.0f));
  NOP;
}
"""
    expected = """
  asm('add.u32 %0, %1, 3;nop;'; n; load(n), load(load(a)[0]{4}))
  asm('bar.sync 0;'; ; )
  asm('st.f32 [%0], %1;'; ; load(a), 1.0)
  asm('nop;'; ; )
"""
    assert shown(source) == expected.strip("\n")
