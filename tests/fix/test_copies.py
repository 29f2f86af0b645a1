"""Arrays that asynchronous copies fill: what a copy costs in another layout, and how wide ones keep their alignment."""

from __future__ import annotations

from pathlib import Path

import pytest

from cudalint.analysis import Settings, analyse_files
from cudalint.finding import Relayout
from cudalint.fix.engine import Refused, Solved
from cudalint.lint import lint
from tests.fix.test_proof import answers

COPIED = """
#include <cuda_pipeline.h>
__global__ void k(const TYPE* in, float* out, int n) {
    __shared__ alignas(16) TYPE tile[32][32];
    __pipeline_memcpy_async(&tile[ROW][COLUMN], &in[SOURCE], sizeof(TYPE));
    __pipeline_commit();
    __pipeline_wait_prior(0);
    __syncthreads();
    out[threadIdx.y * 32 + threadIdx.x] = READ;
}
void launch(const TYPE* in, float* out) { k<<<1, dim3(32, 32)>>>(in, out, 1024); }
"""


def copied(type_: str, row: str, column: str, source: str, read: str) -> str:
    text = COPIED.replace("TYPE", type_).replace("ROW", row).replace("COLUMN", column)
    return text.replace("SOURCE", source).replace("READ", read)


def reasons(found: list[Solved | Refused]) -> str:
    return "; ".join(r for a in found if isinstance(a, Refused) for r in a.reasons)


@pytest.mark.parametrize("type_", ["float", "float2"])
def test_a_copy_down_the_columns_is_freed_by_padding(tmp_path: Path, type_: str) -> None:
    """Its own conflict is on the shared side; whole elements move, so that each copy stays aligned."""
    member = "" if type_ == "float" else ".x"
    text = copied(type_, "threadIdx.x", "threadIdx.y", "threadIdx.y * n + threadIdx.x", f"tile[0][threadIdx.x]{member}")
    found, after = answers(tmp_path, text)
    assert isinstance(found[0], Solved), reasons(found)
    assert "tile[32][32 + 1]" in after
    assert found[0].proof.before >= 8 * found[0].proof.after


def test_a_tile_filled_by_copies_is_padded_for_what_reads_it(tmp_path: Path) -> None:
    text = copied(
        "float", "threadIdx.y", "threadIdx.x", "threadIdx.y * n + threadIdx.x", "tile[threadIdx.x][threadIdx.y]"
    )
    found, after = answers(tmp_path, text)
    assert isinstance(found[0], Solved), reasons(found)
    assert "tile[32][32 + 1]" in after
    assert (found[0].proof.before, found[0].proof.after) == (33 * 32, 2 * 32)


def test_sixteen_bytes_stay_aligned(tmp_path: Path) -> None:
    """A row of 33 floats would misalign every second 16-byte copy, so that 4 are added, or 4 moved together."""
    text = """
#include <cuda/pipeline>
__global__ void k(const float* in, float* out) {
    __shared__ alignas(16) float tile[32][32];
    auto pipe = cuda::make_pipeline();
    int row = threadIdx.x / 8, column = threadIdx.x % 8 * 4;
    pipe.producer_acquire();
    cuda::memcpy_async(&tile[row][column], &in[row * 32 + column], cuda::aligned_size_t<16>(16), pipe);
    pipe.producer_commit();
    pipe.consumer_wait();
    __syncthreads();
    for (int c = threadIdx.x / 32; c < 32; c += 8) out[c * 32 + threadIdx.x % 32] = tile[threadIdx.x % 32][c];
}
void launch(const float* in, float* out) { k<<<1, 256>>>(in, out); }
"""
    found, after = answers(tmp_path, text)
    assert isinstance(found[0], Solved), reasons(found)
    assert found[0].patch.partial and "tile[32][32 + 4]" in after
    assert found[0].proof.left == 4


def test_banks_of_what_is_read_are_no_matter_of_the_array(tmp_path: Path) -> None:
    text = copied(
        "float", "threadIdx.y", "threadIdx.x", "threadIdx.x * n + threadIdx.y", "tile[threadIdx.y][threadIdx.x]"
    )
    path = tmp_path / "a.cu"
    path.write_text(text)
    findings = lint(analyse_files([str(path)], Settings(jobs=1)), lambda p: Path(p).read_bytes())
    conflicts = [f for f in findings if f.code == "S201"]
    assert len(conflicts) == 1
    assert "the addresses that it reads lie in one bank" in conflicts[0].message
    assert "no layout of `tile` helps" in conflicts[0].help
    assert not any(isinstance(f.remedy, Relayout) for f in findings)


def test_lanes_in_several_groups_are_no_matter_of_the_array(tmp_path: Path) -> None:
    """4 of the first 16 lanes and 4 of the last 16: two wavefronts at 16 bytes a lane, wherever they store."""
    path = tmp_path / "a.cu"
    path.write_text("""
__global__ void k(const float4* in, float* out) {
    __shared__ float4 tile[16][4];
    if (threadIdx.x < 4) tile[threadIdx.y][threadIdx.x] = in[threadIdx.y * 4 + threadIdx.x];
    __syncthreads();
    out[threadIdx.y * 16 + threadIdx.x] = tile[0][threadIdx.x % 4].x;
}
void launch(const float4* in, float* out) { k<<<1, dim3(16, 16)>>>(in, out); }
""")
    findings = lint(analyse_files([str(path)], Settings(jobs=1)), lambda p: Path(p).read_bytes())
    [store] = [f for f in findings if f.code == "S201"]
    assert "several groups that go one after the other" in store.message and store.remedy is None
