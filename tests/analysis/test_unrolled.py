"""Loops of constant rounds: nvcc unrolls them, and may make one access of two in a single round."""

from __future__ import annotations

from pathlib import Path

import pytest

from cudalint.access import LOAD, SHARED
from cudalint.analysis import analyse_file

TREE = """
__global__ void sum(const float* in, float* out, int last) {
    __shared__ float partial[256];
    partial[threadIdx.x] = in[blockIdx.x * 256 + threadIdx.x];
    __syncthreads();
    LOOP {
        int left = 2 * step * threadIdx.x;
        if (left < 256) partial[left] += partial[left + step];
        __syncthreads();
    }
    if (threadIdx.x == 0) out[blockIdx.x] = partial[0];
}
void launch(const float* in, float* out) { sum<<<64, 256>>>(in, out, 256); }
"""


@pytest.mark.parametrize(
    ("loop", "first_round"),
    [
        ("for (int step = 1; step < 256; step *= 2)", 4),
        ("for (int once = 1; once < 2; ++once) for (int step = once; step < 256; step *= 2)", 4),
        ("for (int step = 1; step < last; step *= 2)", 8),
        ("#pragma unroll 1\\nfor (int step = 1; step < 256; step *= 2)", 8),
        ("int step = 1; for (; step < 256; step *= 2)", 8),
    ],
)
def test_neighbours_in_one_round_are_merged_where_the_rounds_are_constants(
    tmp_path: Path, loop: str, first_round: int
) -> None:
    """Four warps, two floats a lane in a row: eight bytes at once take 2 wavefronts a warp, half of them for each
    access; apart, each access takes 2. The rest: 4 + 4, and 8 + 8 + 8 + 4 + 2 + 1 of one warp."""
    path = tmp_path / "a.cu"
    path.write_text(TREE.replace("LOOP", loop.replace("\\n", "\n")))
    (line,) = [number for number, text in enumerate(path.read_text().splitlines(), 1) if "+= partial" in text]
    loads = [a for a in analyse_file(str(path)).accesses if (a.at.line, a.space, a.kind) == (line, SHARED, LOAD)]
    assert len(loads) == 2
    for load in loads:
        assert load.cost is not None
        assert load.cost * load.executions == pytest.approx(64 * (first_round + 8 + 8 + 8 + 8 + 4 + 2 + 1), rel=1e-3)


def test_neighbours_in_a_function_are_left_apart(tmp_path: Path) -> None:
    """What a function is called with for two arrays is aligned for neither of them."""
    loop = "for (int step = 1; step < 256; step *= 2)"
    body = TREE.replace("LOOP", loop)
    start, end = body.index("    for"), body.index("    if (threadIdx.x == 0)")
    function = "__device__ void tree(float* partial) {\n" + body[start:end] + "}\n"
    path = tmp_path / "a.cu"
    path.write_text(function + body[:start] + "    tree(partial);\n" + body[end:])
    loads = [a for a in analyse_file(str(path)).accesses if (a.space, a.kind) == (SHARED, LOAD) and a.via]
    assert [round((a.cost or 0) * a.executions / 64) for a in loads] == [47, 47]
