"""The same bytes whatever the number of workers, and whatever the order of the paths."""

from __future__ import annotations

from pathlib import Path

import pytest

from cudalint.cli.outputs import FORMAT_NAMES
from tests.cli.conftest import Run

KERNEL = """\
#include "shared.cuh"
__global__ void k{0}(float* a) {{
    a[{1} * threadIdx.x] = column(a);
}}
void run{0}(float* a) {{ k{0}<<<1, 256>>>(a); k{0}<<<2, dim3(16, 16)>>>(a); }}
"""
HEADER = "#pragma once\n__device__ float column(const float* a) { return a[64 * threadIdx.x]; }\n"


@pytest.fixture
def files(run: Run) -> list[str]:
    Path("shared.cuh").write_text(HEADER)
    names = [f"{letter}.cu" for letter in "edacb"]
    for number, name in enumerate(names):
        Path(name).write_text(KERNEL.format(number, 8 * number + 8))
    Path("m.py").write_text(
        f'cupy.RawKernel(r"""{HEADER.replace("__device__ float", "__global__ void")}""", "column")\n'
    )
    return [*names, "m.py", "shared.cuh"]


def test_any_number_of_workers(run: Run, files: list[str]) -> None:
    options = [option for name in FORMAT_NAMES for option in ("--output", f"{name}:%s.{name}")]
    for jobs in ("1", "2", "5"):
        given = [text.replace("%s", jobs) for text in options]
        assert run("check", ".", "-j", jobs, *given, "--extend-select", "X903").code == 1
    for name in FORMAT_NAMES:
        first = Path(f"1.{name}").read_bytes()
        assert len(first) > 500
        assert Path(f"2.{name}").read_bytes() == Path(f"5.{name}").read_bytes() == first


def test_any_order_of_the_paths(run: Run, files: list[str]) -> None:
    forward = run("check", *sorted(files), "--format", "json")
    assert forward.code == 1
    assert run("check", *files, "--format", "json") == forward
    assert run("check", *reversed(files), "--format", "json") == forward
