"""Kernels really compiled and run on the CPU: the counts must be those that the comments in the fixtures state."""

from __future__ import annotations

import json
import shutil
from functools import cache
from pathlib import Path

import pytest

from cudalint.analysis import analyse_file
from cudalint.analysis.settings import Settings
from cudalint.verify.cpu.emulate import CUT_OFF, Budget
from cudalint.verify.cpu.measure import measure_application, measure_kernels
from cudalint.verify.judge import CONFIRMED, Judgement, judge
from cudalint.verify.measured import CannotMeasure, Profile
from cudalint.verify.plan.kernels import Shape
from tests.cli.conftest import Run, run
from tests.textbook.expectations import expectations

__all__ = ["run"]

FIXTURES = Path(__file__).parents[2] / "fixtures"
SEEDS = sorted((FIXTURES / "verify").glob("*.cu"))
TEXTBOOK = [
    FIXTURES / "textbook" / name
    for name in ("shared_widths.cu", "grid_stride.cu", "shared_atomics.cu", "async_copies.cu")
]

pytestmark = pytest.mark.skipif(
    shutil.which("g++") is None or shutil.which("addr2line") is None, reason="needs g++ and the GNU binutils"
)


def silent(text: str) -> None:
    """Progress that nobody watches."""


def on_cpu(path: Path, *, app: bool = False, shape: Shape | None = None, arguments: tuple[str, ...] = ()) -> Profile:
    report = analyse_file(str(path))
    settings, budget = Settings(jobs=1), Budget(seconds=60)
    if app:
        return measure_application([str(path)], arguments, [report], settings, budget, silent)
    return measure_kernels([report], None, settings, shape or Shape(), budget, silent)


@cache
def judged(path: Path) -> Judgement:
    return judge([analyse_file(str(path))], [], on_cpu(path))


@pytest.mark.parametrize("path", SEEDS + TEXTBOOK, ids=lambda p: p.name)
def test_fixtures_cost_what_they_say(path: Path) -> None:
    measured = {(v.line, v.space, v.kind): v.measured for v in judged(path).verdicts}
    stated = [e for e in expectations(path) if e.cost is not None]
    assert stated
    for expected in stated:
        found = measured[expected.line, expected.space, expected.kind]
        assert found is not None, expected
        assert found.cost == pytest.approx(expected.cost, abs=0.005), expected
        assert found.ideal == pytest.approx(expected.ideal, abs=0.005), expected


@pytest.mark.parametrize("path", SEEDS, ids=lambda p: p.name)
def test_every_prediction_about_the_seeds_is_confirmed(path: Path) -> None:
    assert {v.label for v in judged(path).verdicts} == {CONFIRMED}
    assert judged(path).verdicts


PROGRAM = """
#include <cstdio>
#include <cooperative_groups.h>
namespace cg = cooperative_groups;

__global__ void sum(const int* in, int* out, int n) {
    __shared__ int partial[8];
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    int value = i < n ? in[i] : 0;
    for (int offset = 16; offset > 0; offset /= 2) value += __shfl_down_sync(0xffffffff, value, offset);
    auto tile = cg::tiled_partition<32>(cg::this_thread_block());
    if (tile.thread_rank() == 0) partial[threadIdx.x / 32] = value;
    __syncthreads();
    if (threadIdx.x < 8) {
        value = partial[threadIdx.x];
        for (int offset = 4; offset > 0; offset /= 2) value += __shfl_down_sync(0xff, value, offset);
        if (threadIdx.x == 0) atomicAdd(out, value);
    }
}

__global__ void skipping(const int* in, int* out) {
    int found = 0;
    for (int k = 0; k < 8; ++k) {
        if ((threadIdx.x + k) % 2 == 0) {
            found += in[32 * k + threadIdx.x];
        }
    }
    if (found < 0) return;
    out[threadIdx.x] = found;
}

int main(int argc, char** argv) {
    int n = atoi(argv[1]), total = 0;
    int *in, *out;
    cudaMallocManaged(&in, 1000 * sizeof(int));
    cudaMallocManaged(&out, 1000 * sizeof(int));
    for (int i = 0; i < 1000; ++i) in[i] = 1;
    sum<<<4, 256>>>(in, out, n);
    cudaMemcpy(&total, out, sizeof total, cudaMemcpyDeviceToHost);
    if (total != n) {
        fprintf(stderr, "cudalint: wrong sum %d\\n", total);
        return 1;
    }
    skipping<<<1, 32>>>(in, out);
    return cudaDeviceSynchronize();
}
"""


def line_of(text: str) -> int:
    return next(n for n, line in enumerate(PROGRAM.splitlines(), 1) if text in line)


def test_a_program_with_barriers_shuffles_and_groups(tmp_path: Path) -> None:
    source = tmp_path / "sum.cu"
    source.write_text(PROGRAM)
    profile = on_cpu(source, app=True, arguments=("1000",))
    assert profile.failures == ()
    assert [launch.kernel.partition("(")[0] for launch in profile.launches] == ["sum", "skipping"]
    counted = {(r.at[1], r.space, r.kind): r for r in profile.rows}
    load = counted[line_of("in[i]"), "global", "load"]
    assert (load.executions, load.threads, load.cost, load.ideal) == (32, 1000, 125, 125)
    assert counted[line_of("partial[threadIdx.x / 32]"), "shared", "store"].executions == 32
    assert counted[line_of("atomicAdd"), "global", "atomic"].executions == 4


def test_lanes_that_skip_rounds_meet_in_the_same_round(tmp_path: Path) -> None:
    source = tmp_path / "sum.cu"
    source.write_text(PROGRAM)
    profile = on_cpu(source, app=True, arguments=("1000",))
    (load,) = (r for r in profile.rows if r.at[1] == line_of("32 * k + threadIdx.x"))
    assert (load.executions, load.threads, load.cost) == (8, 8 * 16, 8 * 4)


def test_grids_that_are_cut_short_are_named(tmp_path: Path) -> None:
    source = tmp_path / "long.cu"
    source.write_text(
        "__global__ void k(float* o) { o[threadIdx.x] = blockIdx.x; }\n"
        "int main() { float* o; cudaMalloc(&o, 4096); k<<<1 << 24, 256>>>(o); return 0; }\n"
    )
    report = analyse_file(str(source))
    profile = measure_application([str(source)], (), [report], Settings(jobs=1), Budget(seconds=3), silent)
    assert CUT_OFF in profile.notes
    assert [r.cost for r in profile.rows] == [4 * 128 * 8]


BAD = """
__global__ void crashes(int* out) { *reinterpret_cast<int*>(8) = out[0]; }
__global__ void hangs(volatile int* out) { while (out[0] == out[0]) {} }
__global__ void fine(float* out, int n) { if (threadIdx.x < n) out[threadIdx.x * 2] = 1; }
"""


def test_kernels_that_crash_or_hang_do_not_stop_the_others(tmp_path: Path) -> None:
    source = tmp_path / "bad.cu"
    source.write_text(BAD)
    report = analyse_file(str(source))
    profile = measure_kernels([report], None, Settings(jobs=1), Shape(), Budget(seconds=5), silent)
    why = {f.kernel: f.reason for f in profile.failures}
    assert "touched memory that is not its own" in why["crashes"]
    # Where the time suffices for the start of a block, that is counted, and said.
    assert (
        "ran out of time" in why.get("hangs", "")
        or "a block takes too long, only its start was counted: hangs" in profile.notes
    )
    (row,) = (r for r in profile.rows if r.kernel.startswith("fine"))
    assert row.cost == 2 * row.ideal


def test_what_does_not_compile_says_why(tmp_path: Path) -> None:
    source = tmp_path / "texture.cu"
    source.write_text("__global__ void k(float* o) { o[0] = tex1Dfetch(nowhere, 1); }\n")
    profile = on_cpu(source)
    assert "texture.cu:1" in profile.failures[0].reason
    with pytest.raises(CannotMeasure, match="does not compile for the CPU"):
        on_cpu(source, app=True)


def test_arguments_are_made_and_can_be_set(tmp_path: Path) -> None:
    source = tmp_path / "gather.cu"
    source.write_text(
        "struct Grid { int width; const float* cells; double scale; };\n"
        "template <class T> __global__ void gather(Grid g, const int* index, T* out, int n) {\n"
        "    int i = blockIdx.x * blockDim.x + threadIdx.x;\n"
        "    if (i < n) out[i] = T(g.cells[index[i] % g.width] * g.scale);\n"
        "}\n"
        "template __global__ void gather<double>(Grid, const int*, double*, int);\n"
        "void run(Grid g, int* x, double* o) { gather<double><<<3, 64>>>(g, x, o, 100); }\n"
    )
    profile = on_cpu(source, shape=Shape(scalars=(("g.width", 1.0),)))
    assert profile.failures == ()
    (store,) = (r for r in profile.rows if r.kind == "store")
    assert (store.width, store.executions, store.threads) == (8, 4, 100)
    (loads,) = (r for r in profile.rows if r.kind == "load")
    indices, cells = 4 + 4 + 4 + 1, 4
    assert (loads.executions, loads.cost) == (8, indices + cells)


def test_the_command(run: Run, tmp_path: Path) -> None:
    Path("strides.cu").write_text((FIXTURES / "verify" / "strides.cu").read_text())
    outcome = run("verify", "--on-cpu", "--kernel", "row_sums", "--format", "json", "strides.cu")
    data = json.loads(outcome.out)
    assert data["summary"]["confirmed"] == len(data["verdicts"]) == 2
    assert outcome.code == 0
    assert "cudalint: running row_sums on the CPU" in outcome.err
    outcome = run("verify", "--on-cpu", "-q", "--app", "strides.cu")
    assert "6 confirmed (on the CPU)." in outcome.out
    assert (outcome.code, outcome.err) == (0, "")


ATOMICS = """
__global__ void sums(float* out, const int* index, double* wide, unsigned* n) {
    __shared__ float sum[2];
    __shared__ unsigned total, used;
    atomicAdd(&sum[threadIdx.x % 2], 1.5f);
    atomicAdd(&total, threadIdx.x);
    if (threadIdx.x < 8) atomicAnd(&used, 3u);
    unsigned before = atomicAnd(&used, 7u);
    atomicAdd(&n[blockIdx.x], 2u);
    atomicAdd(&n[index[threadIdx.x] % 64], 1u);
    atomicAdd(&wide[0], 1.0);
    __syncthreads();
    out[blockIdx.x * blockDim.x + threadIdx.x] = sum[0] + sum[1] + total + before;
}

int main() {
    float* out;
    double* wide;
    unsigned* n;
    int* index;
    cudaMallocManaged(&out, 4096);
    cudaMallocManaged(&index, 4096);
    cudaMallocManaged(&wide, 4096);
    cudaMallocManaged(&n, 4096);
    for (int i = 0; i < 64; ++i) index[i] = i;
    sums<<<2, 64>>>(out, index, wide, n);
    if (wide[0] != 128 || out[0] != 96 + 63 * 32) {
        fprintf(stderr, "cudalint: wrong sums %g %g\\n", wide[0], out[0]);
        return 1;
    }
    return 0;
}
"""


def test_atomics_are_combined_where_the_compiler_does_it(tmp_path: Path) -> None:
    source = tmp_path / "atomics.cu"
    source.write_text(ATOMICS)
    profile = on_cpu(source, app=True)
    assert profile.failures == ()
    rows = {(r.at[1], r.space, r.kind): r for r in profile.rows}

    def counted(text: str, space: str, kind: str) -> tuple[int, int, int]:
        line = next(n for n, t in enumerate(ATOMICS.splitlines(), 1) if text in t)
        row = rows[line, space, kind]
        return row.executions, row.threads, row.cost

    assert counted("&total", "shared", "atomic") == (4, 4, 4)
    assert counted("if (threadIdx.x < 8)", "shared", "atomic") == (2, 2, 2)
    assert counted("before =", "shared", "atomic") == (4, 128, 4 * 32)
    assert counted("&n[blockIdx.x]", "global", "atomic") == (4, 4, 4)
    assert counted("&n[index", "global", "atomic") == (4, 128, 16)
    assert counted("&wide", "global", "atomic") == (4, 128, 4)
    rounds = 16
    assert counted("&sum", "shared", "atomic") == (4 * rounds, 4 * sum(range(2, 33, 2)), 4 * rounds)
    assert counted("&sum", "shared", "load") == (4 * rounds, 4 * sum(range(2, 33, 2)), 4 * rounds)


NEIGHBOURS = """
__global__ void rows(float* out) {
    __shared__ float four[64][4], three[64][3], flat[128];
    for (int k = 0; k < 4; ++k) four[threadIdx.x][k] = k;
    for (int k = 0; k < 3; ++k) three[threadIdx.x][k] = k;
    flat[threadIdx.x] = 1;
    flat[threadIdx.x + 64] = 1;
    __syncthreads();
    float sum = 0;
    for (int k = 0; k < 4; ++k) sum += four[threadIdx.x][k];
    for (int k = 0; k < 3; ++k) sum += three[threadIdx.x][k];
    sum += flat[2 * threadIdx.x] + flat[2 * threadIdx.x + 1];
    float alone = four[threadIdx.x][1];
    __syncthreads();
    sum += flat[4 * (threadIdx.x / 4)];
    out[threadIdx.x] = sum + alone;
}

int main() {
    float* out;
    cudaMalloc(&out, 4096);
    rows<<<1, 64>>>(out);
    return 0;
}
"""


def test_neighbours_in_shared_memory_are_merged_as_the_compiler_does(tmp_path: Path) -> None:
    source = tmp_path / "rows.cu"
    source.write_text(NEIGHBOURS)
    profile = on_cpu(source, app=True)
    assert profile.failures == ()
    counted = {
        (NEIGHBOURS.splitlines()[r.at[1] - 1].split(")")[-1].strip(), r.kind): (r.width, r.executions, r.cost, r.ideal)
        for r in profile.rows
        if r.space == "shared" and "for" in NEIGHBOURS.splitlines()[r.at[1] - 1]
    }
    assert counted == {
        ("four[threadIdx.x][k] = k;", "store"): (16, 2, 8, 8),
        ("three[threadIdx.x][k] = k;", "store"): (4, 6, 6, 6),
        ("sum += four[threadIdx.x][k];", "load"): (16, 2, 8, 8),
        ("sum += three[threadIdx.x][k];", "load"): (4, 6, 6, 6),
    }
    lines = dict(enumerate(NEIGHBOURS.splitlines(), 1))
    pairs = [r for r in profile.rows if r.kind == "load" and "flat[2 *" in lines[r.at[1]]]
    assert [(r.width, r.executions, r.cost, r.ideal) for r in pairs] == [(8, 2, 4, 4)]
    (lonely,) = (r for r in profile.rows if r.kind == "load" and "flat[4 *" in lines[r.at[1]])
    assert (lonely.width, lonely.executions) == (4, 2)
