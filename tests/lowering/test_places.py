"""Places: subscripts, pointers, members, references."""

from __future__ import annotations

from tests.lowering.conftest import Show


def test_pointers(shown: Show) -> None:
    source = """
__global__ void k(float* a, int n) {
  float* p = a + n;
  p += 2;
  p = p - n;
  p++;
  --p;
  n = p - a;
  *p = 1;
  *(a + n) = *a;
  n[a] = 0;
  p = &a[n];
  p = &*p;
  bool some = p;
  if (!p) n = 0;
  p = nullptr;
  p = 0;
}
"""
    expected = """
  float* p = (load(a) +{4} load(n))
  (p +={4} 2)
  (p = (load(p) -{4} load(n)))
  p++{4}
  --{4}p
  (n = (int)(load(p) -{4} load(a)))
  (*load(p) = (float)1)
  (*(load(a) +{4} load(n)) = load(*load(a)))
  (load(a)[load(n)]{4} = (float)0)
  (p = &load(a)[load(n)]{4})
  (p = &*load(p))
  bool some = (bool)load(p)
  if !(bool)load(p)
    (n = 0)
  (p = (float*)0)
  (p = (float*)0)
"""
    assert shown(source) == expected.strip("\n")


def test_arrays_decay(shown: Show) -> None:
    source = """
__global__ void k(float (*rows)[8], int n) {
  __shared__ float tile[4][5];
  float* p = tile[n];
  *p = tile[1][2];
  rows[n][3] = 1;
  p = (float*)tile;
}
"""
    expected = """
  shared float[4][5] tile
  float* p = &&tile[load(n)]{20}
  (*load(p) = load(&&tile[1]{20}[2]{4}))
  (&load(rows)[load(n)]{32}[3]{4} = (float)1)
  (p = (float*)&tile)
"""
    assert shown(source) == expected.strip("\n")


def test_array_parameters_are_pointers(shown: Show) -> None:
    source = """
template <int N> __device__ float first(float v[N], int i) { return v[i]; }
__global__ void k(float* a) { a[0] = first<4>(a, 1); }
"""
    expected = """
  return load(load(v)[load(i)]{4})
"""
    assert shown(source, "first") == expected.strip("\n")


def test_views_of_other_types(shown: Show) -> None:
    source = """
__global__ void k(float* a, int n) {
  float4* v = (float4*)a;
  v[n].y = v->x;
  v[0] = reinterpret_cast<float4*>(a)[1];
  n = *(int*)&a[n];
  n = (int&)a[n];
  reinterpret_cast<int&>(a[n]) = n;
}
"""
    expected = """
  float4* v = (float4*)load(a)
  (load(v)[load(n)]{16}.y{+4|16} = load(*load(v).x{+0|16}))
  (load(v)[0]{16} = load((float4*)load(a)[1]{16}))
  (n = load(*(int*)&load(a)[load(n)]{4}))
  (n = load(as<int>(load(a)[load(n)]{4})))
  (as<int>(load(a)[load(n)]{4}) = load(n))
"""
    assert shown(source) == expected.strip("\n")


def test_assignments_as_places(shown: Show) -> None:
    source = """
__global__ void k(float* a, int n) {
  n ? a[1] = 2 : a[3] = 4;
  (n ? a[1] : a[2]) = 3;
  (a[3] = 1) += 2;
  ++n += 1;
  a[n++] = a[++n];
}
"""
    expected = """
  ((bool)load(n) ? (load(a)[1]{4} = (float)2) : (load(a)[3]{4} = (float)4))
  (((bool)load(n) ? load(a)[1]{4} : load(a)[2]{4}) = (float)3)
  (((load(a)[3]{4} = (float)1); load(a)[3]{4}) +={float} (float)2)
  ((++n; n) +={int} 1)
  (load(a)[n++]{4} = load(load(a)[++n]{4}))
"""
    assert shown(source) == expected.strip("\n")


def test_members(shown: Show) -> None:
    source = """
struct Inner { short h; float f[3]; };
struct Outer { char c; Inner in; int bits : 3; int more : 5; static const int size = 9; };
__global__ void k(Outer* o, Outer whole, float4 v, double2 w) {
  o->in.f[2] = v.x;
  (*o).c = Outer::size;
  o->bits = 2;
  o->more = o->bits;
  v.w = w.y;
  v.x = make_float4(1, 2, 3, 4).z;
}
"""
    expected = """
  (&*load(o).in{+4}.f{+4}[2]{4} = load(v.x{+0|16}))
  (*load(o).c{+0} = (char)9)
  (*load(o).bits{+20:3} = 2)
  (*load(o).more{+20:5} = load(*load(o).bits{+20:3}))
  (v.w{+12|16} = (float)load(w.y{+8|16}))
  (v.x{+0|16} = load(temporary({0: (float)1, 4: (float)2, 8: (float)3, 12: (float)4}).z{+8|16}))
"""
    assert shown(source) == expected.strip("\n")


def test_copies_of_records_are_loads(shown: Show) -> None:
    source = """
struct Pair { float x, y; };
__global__ void k(Pair* p, float4* v, int n) {
  p[1] = p[0];
  Pair c = p[n];
  v[n] = v[n + 1];
  *p = c;
}
"""
    expected = """
  (load(p)[1]{8} = load(load(p)[0]{8}))
  Pair c = load(load(p)[load(n)]{8})
  (load(v)[load(n)]{16} = load(load(v)[(load(n) + 1)]{16}))
  (*load(p) = load(c))
"""
    assert shown(source) == expected.strip("\n")


def test_anonymous_unions(shown: Show) -> None:
    source = """
struct Mixed { char c; union { int i; float f; }; };
__global__ void k(Mixed* o, Mixed w) {
  o->i = 1;
  w.f = 2;
}
"""
    expected = """
  (*load(o).i{+4} = 1)
  (w.f{+4} = (float)2)
"""
    assert shown(source) == expected.strip("\n")


def test_references(shown: Show) -> None:
    source = """
__global__ void k(float* a, int n) {
  float& r = a[n];
  r = 1;
  const float& c = a[1];
  const float& t = n;
  float*& p = a;
  p[0] = c + t;
}
"""
    expected = """
  float& r binds load(a)[load(n)]{4}
  (r = (float)1)
  const float& c binds load(a)[1]{4}
  const float& t binds temporary((float)load(n))
  float*& p binds a
  (load(p)[0]{4} = (load(c) + load(t)))
"""
    assert shown(source) == expected.strip("\n")


def test_macros_are_placed_where_they_are_used(shown: Show) -> None:
    source = """
#define AT(m, r, c) m[(r) * 16 + (c)]
__global__ void k(float* a, int n) { AT(a, n, 1) = AT(a, 1, n); }
"""
    expected = """
  (load(a)[((load(n) * 16) + 1)]{4} = load(load(a)[((1 * 16) + load(n))]{4}))
"""
    assert shown(source) == expected.strip("\n")
