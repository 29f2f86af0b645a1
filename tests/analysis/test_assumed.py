"""What is certain whatever the unknown sizes are, and what only seems so because of the values they are taken for."""

from __future__ import annotations

from pathlib import Path

import pytest

from cudalint.access import Access
from cudalint.analysis import analyse_file
from cudalint.analysis.rows import WHOLE_WARPS
from tests.analysis.seen import accesses

CERTAIN = [
    "if (i < n) a[i] = 1;",
    "if (i >= n) return; a[i] = 1;",
    "if (n > 3) a[i] = 1;",
    "for (int k = 0; k < n; k++) a[k * 256 + i] = 1;",
    "for (int k = 0; k < n; k++) a[8 * i * 4 + k] = 1;",
    "if (d[7] > 0) a[i] = 1;",
    "if (d[7] > 0) return; a[i] = 1;",
]
ALWAYS = ["a[n] = 1;", "a[n * 32 + i] = 1;", "a[i * 32 + n] = 1;", "a[(i * 2 + n) * 8] = 1;"]
UNSURE = [
    "int x = i; if (n < 3) x = 2 * i; a[x] = 1;",
    "int x = i; if (n > 3) x = 2 * i; a[x] = 1;",
    "a[n > 3 ? i : 2 * i] = 1;",
    "int x = 2 * i; switch (n) { case 3: x = i; } a[x] = 1;",
    "int x = i; for (int k = 0; k < n; k++) x += threadIdx.x; a[x] = 1;",
    "int x = i; for (int k = 0; k < 4; k++) { if (k > n) break; x += threadIdx.x; } a[x] = 1;",
    "int x = i; for (int k = 0; k < 4; k++) { if (k < n - 2000) continue; x += threadIdx.x; } a[x] = 1;",
    "a[pick(i, n)] = 1;",
    "s[i & 63] = i; if (n < 3) s[i & 63] = 2 * i; __syncthreads(); a[s[i & 63]] = 1;",
    "a[n + i] = 1;",
    "*(double *)((char *)a + 8 * i + 4 + 8 * n) = 1;",
    "a[n * i] = 1;",
    "for (int k = 0; k < n; k++) a[k + i] = 1;",
    "if (d[i] > 0) a[i] = 1;",
    "if (d[i] > 0) return; a[i] = 1;",
    "for (int k = 0; k < 4; k++) { if (d[i + k] > 0) break; a[i] = 1; }",
]


def the_store(folder: Path, body: str) -> Access:
    helper = "__device__ int pick(int i, int n) { if (n < 3) return 2 * i; return i; }\n"
    head = "__global__ void k(float *a, const float *d, int n) {\n__shared__ int s[64];\n"
    index = "int i = blockIdx.x * blockDim.x + threadIdx.x;\n"
    launch = "void run(float *a, float *d, int n) { k<<<64, 256>>>(a, d, n); }\n"
    (folder / "k.cu").write_text(f"{helper}{head}{index}{body}\n}}\n{launch}")
    (row,) = (r for r in analyse_file(str(folder / "k.cu")).accesses if r.object.name == "a")
    return row


@pytest.mark.parametrize("body", CERTAIN)
def test_a_guard_does_not_change_what_whole_warps_pay(body: str, tmp_path: Path) -> None:
    row = the_store(tmp_path, body)
    assert (row.status, row.assumptions) == ("exact", (WHOLE_WARPS,))


@pytest.mark.parametrize("body", ALWAYS)
def test_moving_all_lanes_together_may_change_nothing(body: str, tmp_path: Path) -> None:
    row = the_store(tmp_path, body)
    assert (row.status, row.assumptions) == ("exact", ())


@pytest.mark.parametrize("body", UNSURE)
def test_what_an_assumption_decides_is_no_certainty(body: str, tmp_path: Path) -> None:
    assert the_store(tmp_path, body).status in ("estimate", "indirect")


def test_loads_that_both_arms_share_may_be_one(tmp_path: Path) -> None:
    (tmp_path / "k.cu").write_text(
        "__global__ void k(float *a, const float *d) {\n"
        "if (threadIdx.x & 1) a[2] = 2 * d[threadIdx.x]; else a[1] = d[threadIdx.x] + d[7];\n}\n"
        "void run(float *a, float *d) { k<<<1, 32>>>(a, d); }\n"
    )
    loads = [r for r in analyse_file(str(tmp_path / "k.cu")).accesses if r.kind == "load"]
    assert [(r.address, r.status) for r in loads] == [
        ("4*threadIdx.x", "estimate"),
        ("4*threadIdx.x", "estimate"),
        ("28", "exact"),
    ]


HISTOGRAM = """
__global__ void k(const unsigned char *d, float *out, int n) {{
    __shared__ int s[16][256];
    __shared__ unsigned char narrow[64 * 256];
    int t = threadIdx.x;
    for (int i = 0; i < n; i++) {{
        int bin = d[i * 256 + t];
        {access};
    }}
    out[t] = s[3][t] + narrow[t];
}}
void run(unsigned char *d, float *out, int n) {{ k<<<4, 256>>>(d, out, n); }}
"""


@pytest.mark.parametrize(
    ("access", "certain"),
    [
        ("s[bin][t] += 1", True),
        ("s[(bin >> 2) & 15][t] += 1", True),
        ("if (bin > 3) s[bin][t] += 1", True),
        ("atomicAdd(&s[bin][t], 2)", True),
        ("s[bin][n * 32 + t] += 1", True),
        ("s[bin][t / 2] += 1", False),
        ("s[bin][2 * t] += 1", False),
        ("s[t & 15][bin] += 1", False),
        ("s[0][bin * 16 + t] += 1", False),
        ("narrow[bin * 256 + t] += 1", False),
    ],
)
def test_a_column_per_thread_has_no_conflict_whatever_was_loaded(access: str, certain: bool, tmp_path: Path) -> None:
    (tmp_path / "k.cu").write_text(HISTOGRAM.format(access=access))
    rows = [r for r in analyse_file(str(tmp_path / "k.cu")).accesses if r.space == "shared" and r.at.line == 8]
    assert rows
    assert {r.status for r in rows} == ({"exact"} if certain else {"indirect"})
    assert not certain or {(r.cost, r.ideal) for r in rows} == {(1.0, 1.0)}


ONE = """
__global__ void k(const int *in, float *out, const float *scale, int n, int m) {
  __shared__ float tile[256];
  int i = threadIdx.x;
  if (i % 3 < n) tile[i] = in[blockIdx.x * 256 + i];
  if (in[i] > 5) out[blockIdx.x] = scale[blockIdx.x];
  for (int j = 0; j < m; j++)
    if (j != i) out[256 + i] += scale[8 * j];
}
void f(int *a, float *b, float *s, int n, int m) { k<<<64, 256>>>(a, b, s, n, m); }
"""


def test_one_wavefront_or_sector_for_all_lanes_is_one_for_any(tmp_path: Path) -> None:
    found = {(a.at.line, a.object.name): a for a in accesses(tmp_path, ONE)}
    assert [(found[key].cost, found[key].status, found[key].assumptions) for key in ((5, "tile"), (6, "scale"))] == [
        (1.0, "exact", ()),
        (1.0, "exact", ()),
    ]


def test_lanes_that_part_in_a_loop_may_be_in_different_rounds(tmp_path: Path) -> None:
    found = {(a.at.line, a.object.name): a for a in accesses(tmp_path, ONE)}
    row = found[8, "scale"]
    assert (row.cost, row.status) == (1.0, "estimate")
