"""What is certain whatever the unknown sizes are, and what only seems so because of the values they are taken for."""

from __future__ import annotations

from pathlib import Path

import pytest

from cudalint.access import Access
from cudalint.analysis import analyse_file
from cudalint.analysis.rows import WHOLE_WARPS

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
