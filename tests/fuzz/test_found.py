"""What fuzzing found, and must not find again."""

from __future__ import annotations

import time
from pathlib import Path

import pytest

from cudalint.analysis import Settings, analyse_files
from tests.fuzz.judge import troubles

LAUNCH = "void run(float* a, int n) { k<<<4, 64>>>(a, n); }\n"
STEPS = "--" * 300


@pytest.mark.parametrize(
    "text",
    [
        # Each step was walked, compiled and executed once more for every step around it.
        f"__global__ void k(float* a, int n) {{ a[{STEPS}n] = 1; }}\n{LAUNCH}",
        f"template <class T> __global__ void k(T* a, int n) {{ a[{STEPS}n] = 1; }}\n{LAUNCH}",
        # The name of a header that no file system takes.
        f'#include "{"[" * 1000}.h"\n__global__ void k(float* a, int n) {{ a[n] = 1; }}\n{LAUNCH}',
        # Rows without elements.
        "__global__ void k(float* a, int n) { __shared__ float s[4][0]; s[threadIdx.x][0] = a[n]; a[n] = s[n][0]; }\n"
        + LAUNCH,
        # A choice between two places that lie at one offset in all lanes.
        "__global__ void k(float* a, int n) { (n > a[2] ? a[0] : a[1]) = 4;"
        " const float& r = a[n] > 0 ? a[n] : a[4]; a[threadIdx.x] = r; }\n" + LAUNCH,
        # Rows of one element, which no smaller power of two fits.
        "__global__ void k(float* a, int n) { __shared__ float s[2048][1]; s[threadIdx.x * 32][0] = a[n];"
        " a[n] = s[threadIdx.x * 32][0]; }\n" + LAUNCH,
        # A float where an address should be.
        "__global__ void k(float* a, int n) { extern __shared__ float s[]; float f = s; float* p = f;"
        " a[n] = p[threadIdx.x]; float* q = 1e300f; a[n] = q[threadIdx.x]; }\n" + LAUNCH,
    ],
)
def test_is_survived(tmp_path: Path, text: str) -> None:
    path = tmp_path / "a.cu"
    path.write_text(text)
    started = time.process_time()
    (report,) = analyse_files([str(path)], Settings(jobs=1, seconds=20))
    assert list(troubles(report, text.encode())) == []
    assert time.process_time() - started < 20


def test_what_is_done_on_the_way_to_a_place_is_done_once(tmp_path: Path) -> None:
    path = tmp_path / "a.cu"
    body = "int i = threadIdx.x; ((i *= 2) *= 2) *= 2; a[i] = n; ++++(i += 1); a[i] = n;"
    path.write_text(f"__global__ void k(float* a, int n) {{ {body} }}\n{LAUNCH}")
    (report,) = analyse_files([str(path)], Settings(jobs=1))
    assert [a.address for a in report.accesses] == ["32*threadIdx.x", "4*(8*threadIdx.x + 3)"]
