"""Pointers to rows: their types change with the array, or the array stays as it is."""

from __future__ import annotations

from pathlib import Path

import pytest

from cudalint.fix.engine import Refused, Solved
from tests.fix.test_proof import answers

KERNEL = """
FUNCTIONS
template <int N> __global__ void k(const float* in, float* out) {
    int x = threadIdx.x, y = threadIdx.y;
    __shared__ float tile[32][32], other[32][32];
    FIRST
    __syncthreads();
    SECOND
}
void launch(const float* in, float* out) { k<32><<<1, dim3(32, 32)>>>(in, out); }
"""
STORE, LOAD = "tile[y][x] = in[y * 32 + x];", "out[y * 32 + x] = tile[x][y];"


def kernel(first: str = STORE, second: str = LOAD, functions: str = "") -> str:
    return KERNEL.replace("FIRST", first).replace("SECOND", second).replace("FUNCTIONS", functions)


@pytest.mark.parametrize(
    "declared",
    [
        "float (*rows)[32] = tile;",
        "float (*rows)[32]; rows = tile;",
        "float (*const rows)[N] = tile;",
        "float (&rows)[32][32] = tile;",
        "float (*first)[32] = tile; float (*rows)[32] = first;",
        "float (*rows)[32] = &tile[0];",
    ],
)
def test_local_pointers_get_the_longer_rows(tmp_path: Path, declared: str) -> None:
    text = kernel(second=f"{declared} out[y * 32 + x] = rows[x][y];")
    found, after = answers(tmp_path, text)
    assert isinstance(found[0], Solved), found
    longer = declared.replace("[32]", "[32 + 1]").replace("[N]", "[N + 1]").replace("[32 + 1][32 + 1]", "[32][32 + 1]")
    assert longer in after and "tile[32][32 + 1], other[32][32]" in after


@pytest.mark.parametrize(
    ("parameter", "longer"),
    [
        ("const float (*rows)[32]", "const float (*rows)[32 + 1]"),
        ("const float rows[][32]", "const float rows[][32 + 1]"),
        ("float (&rows)[32][32]", "float (&rows)[32][32 + 1]"),
    ],
)
def test_parameters_get_the_longer_rows_also_further_down(tmp_path: Path, parameter: str, longer: str) -> None:
    functions = (
        f"__device__ float one({parameter}, int r, int c) {{ return rows[r][c]; }}\n"
        f"__device__ float same({parameter}, int r, int c) {{ return one(rows, r, c); }}"
    )
    found, after = answers(tmp_path, kernel(second="out[y * 32 + x] = same(tile, x, y);", functions=functions))
    assert isinstance(found[0], Solved), found
    assert after.count(longer) == 2


def test_extents_that_a_template_deduces_stay(tmp_path: Path) -> None:
    functions = "template <int C> __device__ float one(float (*rows)[C], int r, int c) { return rows[r][c]; }"
    found, after = answers(tmp_path, kernel(second="out[y * 32 + x] = one(tile, x, y);", functions=functions))
    assert isinstance(found[0], Solved), found
    assert functions in after
    found, after = answers(tmp_path, kernel(second="out[y * 32 + x] = one<32>(tile, x, y);", functions=functions))
    assert isinstance(found[0], Solved), found
    assert "(*rows)[C + 1]" in after


@pytest.mark.parametrize(
    ("first", "second", "functions", "reason"),
    [
        (
            f"{STORE} other[y][x] = 0;",
            "float (*rows)[32] = in[0] > 0 ? tile : other; out[y * 32 + x] = rows[x][y];",
            "",
            "`rows` may point to other arrays as well",
        ),
        (
            f"{STORE} other[y][x] = 0;",
            "out[y * 32 + x] = one(tile, x, y) + one(other, y, x);",
            "__device__ float one(float (*rows)[32], int r, int c) { return rows[r][c]; }",
            "`one` gets other arrays as well",
        ),
        (
            STORE,
            "Row* rows = tile; out[y * 32 + x] = rows[x][y];",
            "typedef float Row[32];",
            "the edited text would not compile",
        ),
    ],
)
def test_pointers_that_cannot_be_followed_are_a_reason(
    tmp_path: Path, first: str, second: str, functions: str, reason: str
) -> None:
    text = kernel(first, second, functions)
    found, after = answers(tmp_path, text)
    assert isinstance(found[0], Refused), found
    assert reason in found[0].text
    assert after == text
