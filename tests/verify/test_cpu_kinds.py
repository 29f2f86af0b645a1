"""What public programs hold that the seeds do not: each kind in a kernel of its own, compiled and run on the CPU."""

from __future__ import annotations

import shutil
from pathlib import Path

import numpy
import pytest

from cudalint.analysis import analyse_file
from cudalint.analysis.settings import Settings
from cudalint.verify.cpu.emulate import Budget
from cudalint.verify.cpu.kernels import Program, build_launcher, run_plan
from cudalint.verify.cpu.measure import measure_kernels
from cudalint.verify.cpu.toolchain import Options
from cudalint.verify.gpu.launch import random_units
from cudalint.verify.measured import Profile
from cudalint.verify.plan.kernels import Shape, plan_kernels

pytestmark = pytest.mark.skipif(
    shutil.which("g++") is None or shutil.which("addr2line") is None, reason="needs g++ and the GNU binutils"
)


def silent(text: str) -> None:
    """Progress that nobody watches."""


def measured(path: Path, source: str, seconds: float = 60, told: list[str] | None = None) -> Profile:
    path.write_text(source)
    tell = silent if told is None else told.append
    return measure_kernels([analyse_file(str(path))], None, Settings(jobs=1), Shape(), Budget(seconds), tell)


WIDE = """struct Four { double a, b, c, d; };
__global__ void members(const float4* p, float* q, const double4* d, const Four* f, const uchar4* u, const float* s) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    float sum = p[i].x + p[i].y + p[i].z + p[i].w;
    double4 whole = d[i];
    Four apart = f[i];
    sum += whole.x + whole.y + whole.z + whole.w + apart.a + apart.b + apart.c + apart.d;
    sum += u[i].x + u[i].y + u[i].z + u[i].w;
    sum += s[4 * i] + s[4 * i + 1] + s[4 * i + 2] + s[4 * i + 3];
    q[i] = sum;
}
int main() { members<<<4, 256>>>(nullptr, nullptr, nullptr, nullptr, nullptr, nullptr); }
"""


def test_members_move_as_wide_as_the_type_is_aligned(tmp_path: Path) -> None:
    """As nvcc 13.0 compiles it: ld.global.v4.f32, twice v2.f64, four times f64, v4.u8, and four times f32."""
    profile = measured(tmp_path / "wide.cu", WIDE)
    warps = 4 * 256 // 32
    loads: dict[int, tuple[int, int, int]] = {}
    for row in profile.rows:
        if row.kind == "load":
            requests, cost, _ = loads.get(row.at[1], (0, 0, 0))
            loads[row.at[1]] = (requests + row.executions, cost + row.cost, row.width)
    assert loads == {
        4: (warps, 16 * warps, 16),
        5: (2 * warps, 64 * warps, 16),
        6: (4 * warps, 128 * warps, 8),
        8: (warps, 4 * warps, 4),
        9: (4 * warps, 64 * warps, 4),
    }


HOST = """#include <nowhere/nothing.h>
__device__ float twice(float a) { return 2 * a; }
__global__ void fine(float* p) { p[threadIdx.x] = twice(p[threadIdx.x]); }
__global__ void broken(float* p) { p[threadIdx.x] = undeclared(1); }
void elsewhere(int);
int main() {
    dim3 gridDim(4), blockDim(64);
    elsewhere(undeclared(2));
    fine<<<gridDim, blockDim>>>(nullptr);
    broken<<<gridDim, blockDim>>>(nullptr);
}
"""


def test_host_code_and_headers_that_are_missing_do_not_stop_a_kernel(tmp_path: Path) -> None:
    told: list[str] = []
    profile = measured(tmp_path / "host.cu", HOST, told=told)
    assert {(r.at[1], r.kind, r.cost, r.executions) for r in profile.rows} == {(3, "load", 32, 8), (3, "store", 32, 8)}
    (failure,) = profile.failures
    assert (failure.kernel, "host.cu:4" in failure.reason) == ("broken", True)
    assert any("without nowhere/nothing.h, which is missing" in text for text in told)
    assert any("functions of host.cu that do not compile" in text for text in told)


def test_a_block_that_takes_too_long_is_counted_from_its_start(tmp_path: Path) -> None:
    source = """__global__ void slow(volatile float* p) {
    for (long i = 0; i < 1000000000; ++i) p[threadIdx.x * 2] = i;
}
int main() { slow<<<1, 64>>>(nullptr); }
"""
    profile = measured(tmp_path / "slow.cu", source, seconds=12)
    (row,) = profile.rows
    assert row.cost == 8 * row.executions == 2 * row.ideal
    assert profile.failures == ()
    assert any("only its start was counted: slow" in note for note in profile.notes)


def test_textures_in_a_file_do_not_stop_other_kernels(tmp_path: Path) -> None:
    source = """__global__ void fetch(cudaTextureObject_t t, float* p) { p[threadIdx.x] = tex2D<float>(t, 1.0f, 2.0f); }
__global__ void plain(float* p) { p[threadIdx.x] = 1; }
"""
    profile = measured(tmp_path / "texture.cu", source)
    assert [f.kernel for f in profile.failures] == ["fetch"]
    assert {r.at[1] for r in profile.rows} == {2}


def test_both_ways_make_the_same_numbers(tmp_path: Path) -> None:
    source = tmp_path / "data.cu"
    source.write_text("__global__ void k(float* a, double* b, int* c) { if (a[0] > 2) b[0] = c[0]; }\n")
    (plan,), _ = plan_kernels(str(source), Settings(jobs=1), Shape(), None)
    scratch, arrays = tmp_path / "scratch", tmp_path / "arrays"
    scratch.mkdir()
    arrays.mkdir()
    program, _ = build_launcher(Program(str(source), (plan,), ()), scratch, Options(), silent)
    run_plan(program, 0, plan, scratch, Budget(60), ["CUDALINT_SECONDS=0", f"CUDALINT_ARRAYS={arrays}"])
    single, double = (numpy.fromfile(arrays / str(n), dtype, 5000) for n, dtype in enumerate(("f4", "f8")))
    assert (single == random_units(numpy, 5000, 0).astype("f4")).all()
    assert (double == random_units(numpy, 5000, 0)).all()
    limit = plan.arguments[2].pointers[0][1].limit
    assert (numpy.fromfile(arrays / "2", "i4", 5000) == (numpy.arange(5000) * 7919 + 3) % limit).all()
