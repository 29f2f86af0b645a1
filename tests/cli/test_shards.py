"""The shards of a run, put together, say what the run says."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from cudalint.cli.outputs import FORMAT_NAMES
from cudalint.cli.shards import Shard
from tests.cli.conftest import Run

HEADER = """\
#pragma once
__device__ float column(const float* a) { return a[64 * threadIdx.x]; }   // cudalint: ignore[G101] shared by all
__device__ float row(const float* a) { return a[32 * threadIdx.x]; }
__device__ float fine(const float* a) { return a[threadIdx.x]; }   // cudalint: ignore[G101] in vain
"""
USER = """\
#include "shared.cuh"
__global__ void user{0}(float* a) {{ a[{0} * threadIdx.x] = column(a) + row(a) + fine(a); }}
"""
KERNEL = "__global__ void kernel{0}(float* a) {{ a[{0} * threadIdx.x] = 1; }}\n"
LAUNCH = "__global__ void kernel{0}(float* a);\nvoid run{0}(float* a) {{ kernel{0}<<<4, {1}>>>(a); }}\n"
PASTED = "#define RUN(n) kernel##n<<<4, 512>>>(a)\n__global__ void kernel9(float* a);\nvoid f(float* a) { RUN(9); }\n"
FAR = "__global__ void far(float* a, int n) { a[n * threadIdx.x] = helped(threadIdx.x); }\n"

FORMATS = [name for name in FORMAT_NAMES if name != "html"]
"""Those that are made from findings alone."""


@pytest.fixture
def tree(run: Run) -> Path:
    folder = Path("tree")
    for number in range(4, 10):
        (folder / f"k{number}").mkdir(parents=True)
        (folder / f"k{number}" / "kernel.cu").write_text(KERNEL.format(number))
        (folder / f"k{number}" / "main.cu").write_text(LAUNCH.format(number, 32 * number) if number < 9 else PASTED)
        (folder / f"user{number}.cu").write_text(USER.format(number))
    (folder / "shared.cuh").write_text(HEADER)
    (folder / "far.cu").write_text("__device__ int helped(int);\n" + FAR)
    (folder / "help.cu").write_text("__device__ int helped(int i) { return i; }\n")
    (folder / "broken.cu").write_text("\0")
    (folder / "m.py").write_text(f'cupy.RawKernel("""{KERNEL.format(11)}""", "kernel11")\n')
    return folder


def test_together_they_say_what_one_run_says(run: Run, tree: Path) -> None:
    def outputs(name: str) -> list[str]:
        Path(name).mkdir()
        return [part for form in FORMATS for part in ("--output", f"{form}:{name}/{form}")]

    whole = run("check", "tree", *outputs("whole"), "--extend-select", "X901")
    files: list[str] = []
    for index in (1, 2, 3):
        files.append(f"shard{index}.json")
        run("check", "tree", "--shard", f"{index}/3", "--save-shard", files[-1])
    merge = [part for file in files for part in ("--merge", file)]
    together = run("check", "tree", *merge, *outputs("merged"), "--extend-select", "X901")
    assert (together.code, together.err) == (whole.code, whole.err) == (1, "")
    for form in FORMATS:
        assert Path("merged", form).read_text() == Path("whole", form).read_text(), form
    found = {f["code"] for f in json.loads(Path("merged", "json").read_text())["findings"]}
    assert {"G101", "X901", "X902"} <= found
    assert run("baseline", "tree", "--baseline", "one.json").code == 0
    assert run("baseline", "tree", "--baseline", "two.json", *merge).code == 0
    assert Path("one.json").read_bytes() == Path("two.json").read_bytes()


def test_shards_that_do_not_belong_together(run: Run, tree: Path) -> None:
    for index in (1, 2):
        run("check", "tree", "--shard", f"{index}/2", "--save-shard", f"{index}.json")
    assert "shard 2 of 2 is missing" in run("check", "tree", "--merge", "1.json").err
    assert "twice" in run("check", "tree", "--merge", "1.json", "--merge", "1.json").err
    assert "other files" in run("check", "tree/k4", "--merge", "1.json", "--merge", "2.json").err
    assert "--threshold" in run("check", "tree", "--merge", "1.json", "--merge", "2.json", "--threshold", "3").err
    Path("3.json").write_text('{"schema_version": 1')
    assert "not what --save-shard writes" in run("check", "tree", "--merge", "3.json").err
    assert run("check", "tree", "--merge", "missing.json").code == 2


@pytest.mark.parametrize(
    "wrong",
    [
        ("--shard", "0/2"),
        ("--shard", "3/2"),
        ("--shard", "x"),
        ("--save-shard", "a.json"),
        ("--shard", "1/2", "--fix"),
        ("--shard", "1/2", "--merge", "a.json"),
        ("--merge", "a.json", "--statistics"),
        ("--merge", "a.json", "--format", "html"),
    ],
)
def test_wrong_use(run: Run, tree: Path, wrong: tuple[str, ...]) -> None:
    assert run("check", "tree", *wrong).code == 2


def test_shares_are_even_and_complete(tmp_path: Path) -> None:
    paths = []
    for number in range(40):
        path = tmp_path / f"{number}.cu"
        path.write_bytes(bytes(number * number))
        paths.append(str(path))
    shares = [Shard(index, 3).share(paths) for index in (1, 2, 3)]
    assert sorted(p for share in shares for p in share) == sorted(paths)
    sizes = [sum(Path(p).stat().st_size for p in share) for share in shares]
    assert max(sizes) < 1.1 * min(sizes)
    assert shares == [Shard(index, 3).share(paths[::-1]) for index in (1, 2, 3)]
