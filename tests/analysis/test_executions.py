"""Later executions of a launch only add what the earlier ones did not reach."""

from __future__ import annotations

from pathlib import Path

import pytest

import cudalint.analysis.file
from cudalint.access import Access
from cudalint.analysis import analyse_files
from cudalint.analysis.deep_stack import on_deep_stack
from cudalint.analysis.file import analyse
from cudalint.analysis.settings import Settings
from cudalint.simt.recorder import Recorder
from cudalint.simt.site import SiteName
from tests.analysis.seen import accesses

GUARDED = """\
__global__ void guarded(float* out, const float* in, int n, int first) {
    __shared__ float tile[32][32];
    tile[threadIdx.x % 32][threadIdx.y] = in[threadIdx.x * n];
    if (n % 1024 != 0) out[2 * threadIdx.x] = tile[threadIdx.y][threadIdx.x % 32];
    if (blockIdx.x == 0 && first > 5000) out[3 * threadIdx.x] = 1;
    if (n < 0) tile[threadIdx.x % 32][0] = 2;
}
"""


def test_what_was_reached_is_not_counted_again_and_nothing_changes(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    known: list[frozenset[SiteName]] = []

    def counting_all(names: frozenset[SiteName]) -> Recorder:
        known.append(names)
        return Recorder()

    def work() -> tuple[Access, ...]:
        return analyse(str(tmp_path / "a.cu"), Settings(), source=GUARDED.encode()).report.accesses

    found = on_deep_stack(work)
    monkeypatch.setattr(cudalint.analysis.file, "Recorder", counting_all)
    assert on_deep_stack(work) == found
    assert {access.at.line for access in found} == {3, 4, 5, 6}
    assert len(known) > 2
    assert not known[0] and known[0] < known[1] <= known[-1]


LONG = """
__device__ void stir(double* state, const double* table) {
  for (int round = 0; round < 30; round++)
    for (int i = 0; i < 30; i++) {
      double sum = 0;
      for (int j = 0; j < 30; j++) sum += state[j] * table[i] + table[j];
      state[i] = sum * sum + sum;
    }
}
__device__ void merge(const double* in, double* out, const double* table) {
  double state[30] = {};
  for (int i = 0; i < 30; i++) state[i] = in[i];
  STIRS
  out[0] = state[0];
  out[1] = state[1];
}
__global__ void k(const double* in, double* out, const double* table) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  merge(in + 30 * i, out + 4 * i, table);
}
void run(double* a, double* b, double* t) { k<<<64, 128>>>(a, b, t); }
"""


def test_what_comes_behind_a_call_of_very_many_steps_is_reached(tmp_path: Path) -> None:
    source = LONG.replace("STIRS", 400 * "stir(state, table); ")
    stores = [a for a in accesses(tmp_path, source) if a.kind == "store" and a.space == "global"]
    assert [(a.at.line, a.cost, a.ideal, a.status) for a in stores] == [
        (14, 32.0, 8.0, "estimate"),
        (15, 32.0, 8.0, "estimate"),
    ]


INVARIANT = """
__global__ void k(const float* in, float* out, int n) {
  __shared__ float largest;
  if (threadIdx.x == 0) largest = in[0];
  __syncthreads();
  float sum = 0;
  for (int i = threadIdx.x; i < n; i += 256)
    sum += in[i] - largest;
  out[threadIdx.x] = sum;
}
void run(float* a, float* b) { k<<<1, 256>>>(a, b, 512); }
"""


def test_a_load_that_stays_the_same_in_a_loop_counts_once_and_names_the_loop(tmp_path: Path) -> None:
    (row,) = [a for a in accesses(tmp_path, INVARIANT) if a.space == "shared" and a.kind == "load"]
    assert row.executions == 8
    assert row.hoisted is not None
    assert (row.at.line, row.hoisted.line) == (8, 7)


def test_a_load_after_a_barrier_is_not_taken_out_of_the_loop(tmp_path: Path) -> None:
    source = INVARIANT.replace("    sum +=", "    { __syncthreads(); sum +=").replace("- largest;", "- largest; }")
    (row,) = [a for a in accesses(tmp_path, source) if a.space == "shared" and a.kind == "load"]
    assert (row.executions, row.hoisted) == (16, None)


def test_lanes_that_data_lets_through_cost_one_sector_at_one_global_word(tmp_path: Path) -> None:
    source = (
        "__global__ void k(const int *in, int *count) {\n"
        "  if (in[blockIdx.x * blockDim.x + threadIdx.x] > 3) atomicAdd(count, 2);\n}\n"
        "void run(int* a, int* b) { k<<<64, 128>>>(a, b); }\n"
    )
    (row,) = [a for a in accesses(tmp_path, source) if a.kind == "atomic"]
    assert (row.cost, row.ideal, row.status) == (1.0, 1.0, "exact")


def test_a_kernel_in_a_file_that_another_one_includes_reports_what_it_does_in_headers(tmp_path: Path) -> None:
    (tmp_path / "pool.cuh").write_text(
        "struct Pool { int* count; __device__ int take() { return atomicAdd(count, 1); } };\n"
    )
    (tmp_path / "kernels.cu").write_text(
        "__global__ void k(Pool pool, int* out) { if (threadIdx.x % 32 == 0) out[blockIdx.x] = pool.take(); }\n"
    )
    (tmp_path / "main.h").write_text('#include "pool.cuh"\n#include "kernels.cu"\n')
    (tmp_path / "main.cpp").write_text('#include "main.h"\nint main() {}\n')
    rows = analyse_files([str(tmp_path / "kernels.cu")], Settings(jobs=1))[0].accesses
    assert {(Path(a.at.path).name, a.kind) for a in rows} == {("pool.cuh", "atomic"), ("kernels.cu", "store")}
