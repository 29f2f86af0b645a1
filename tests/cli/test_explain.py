"""`cudalint explain`: places, what is read with a file, formats."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.cli.conftest import Run

KERNEL = """__global__ void scale(float* a, int pitch) {
    int row = blockIdx.x * blockDim.x + threadIdx.x;
    a[row * pitch] *= 2;
}
"""
MAIN = """#include "scale.cuh"
int main() { scale<<<64, 128>>>(nullptr, 16); }
"""

TWO_DIMENSIONS = """__global__ void copy(float* a, float* b, int n) {
    int x = blockIdx.x * blockDim.x + threadIdx.x;
    int y = blockIdx.y * blockDim.y + threadIdx.y;
    b[y * n + x] = a[y * n + x];
}
int main() { copy<<<dim3(8, 8), dim3(8, 32)>>>(nullptr, nullptr, 1000); }
"""


def test_a_line_and_a_column(run: Run) -> None:
    Path("a.cu").write_text(KERNEL + "int main() { scale<<<64, 128>>>(nullptr, 16); }\n")
    outcome = run("explain", "a.cu:3", "--color", "never")
    assert (outcome.code, outcome.err) == (0, "")
    assert outcome.out.startswith("a.cu:3:5: load and store of global `a`, 4 bytes a lane\n")
    assert "row = blockIdx.x * blockDim.x + threadIdx.x  line 2" in outcome.out
    assert "32 sectors a request; 4 would do (exact)" in outcome.out
    assert "G101 strided-access" in outcome.out
    assert run("explain", "a.cu:3:6", "--color", "never").out == outcome.out
    assert run("explain", "a.cu:2").out == (
        "a.cu:2: nothing to explain: no access to global or shared memory here: registers, constants, host memory, or "
        "an access that the compiler saves because the value is already at hand; the nearest are on line 3\n"
    )


def test_a_header_is_explained_as_its_neighbours_use_it(run: Run) -> None:
    Path("scale.cuh").write_text(KERNEL)
    Path("main.cu").write_text(MAIN)
    Path("other.cu").write_text("__global__ void other(float* a) { a[threadIdx.x] = 0; }\n")
    (explanation,) = json.loads(run("explain", "scale.cuh:3", "--format", "json").out)["explanations"]
    assert (explanation["block"], explanation["cost"], explanation["status"]) == ([128, 1, 1], 32.0, "exact")


def test_other_block_shapes_are_tried(run: Run) -> None:
    Path("a.cu").write_text(TWO_DIMENSIONS)
    (explanation,) = json.loads(run("explain", "a.cu:4:20", "--format", "json").out)["explanations"]
    costs = {a["what"]: a["cost"] for a in explanation["alternatives"]}
    assert explanation["cost"] == 4.0
    assert set(costs) == set()
    odd = TWO_DIMENSIONS.replace("1000", "1001")
    Path("a.cu").write_text(odd)
    (explanation,) = json.loads(run("explain", "a.cu:4:20", "--format", "json").out)["explanations"]
    costs = {a["what"]: a["cost"] for a in explanation["alternatives"]}
    assert set(costs) == {"block 64x4", "block 32x8", "block 16x16"}
    assert costs["block 32x8"] < explanation["cost"]
    Path("a.cu").write_text(odd.partition("int main")[0].replace("y * n", "y * (n + 1)"))
    (explanation,) = json.loads(run("explain", "a.cu:4:20", "--format", "json").out)["explanations"]
    assert {a["what"] for a in explanation["alternatives"]} == {"block 64x4", "block 32x8", "block 8x32"}


def test_options_of_the_analysis_count(run: Run) -> None:
    Path("a.cu").write_text(KERNEL)
    said = run("explain", "a.cu:3", "--block", "scale=64", "--assume", "pitch == 1", "--color", "never").out
    assert "4 sectors a request, the least possible" in said


def test_standard_input(run: Run) -> None:
    outcome = run("explain", "b.cu:3", "--stdin-filename", "b.cu", "--color", "never", stdin=KERNEL.encode())
    assert outcome.code == 0
    assert outcome.out.startswith("b.cu:3:5: load and store")
    assert run("explain", "a.cu:3", "--stdin-filename", "b.cu").code == 2


@pytest.mark.parametrize("form", ["markdown", "html"])
def test_other_formats(run: Run, form: str) -> None:
    Path("a.cu").write_text(KERNEL)
    outcome = run("explain", "a.cu:3", "--format", form)
    assert outcome.code == 0
    assert outcome.out.startswith("### load" if form == "markdown" else "<!DOCTYPE html>")


@pytest.mark.parametrize("where", ["a.cu", "a.cu:0", "a.cu:x", "a.cu:1:0", ":3", "none.cu:3"])
def test_wrong_places(run: Run, where: str) -> None:
    Path("a.cu").write_text(KERNEL)
    outcome = run("explain", where)
    assert outcome.code == 2
    assert outcome.err.startswith("cudalint: ")
    assert outcome.err.count("\n") == 1
