"""Launches planned from the source alone: values that reach what is behind guards and leave no array."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from cudalint.analysis.settings import Settings
from cudalint.verify.measured import Failure
from cudalint.verify.plan.arguments import LEAST_BYTES, MOST_BYTES_TOGETHER
from cudalint.verify.plan.kernels import KernelPlan, Shape, plan_kernels
from cudalint.verify.plan.templates import chosen_arguments


def planned(tmp_path: Path, source: str) -> tuple[list[KernelPlan], list[Failure]]:
    path = tmp_path / "k.cu"
    path.write_text(source)
    return plan_kernels(str(path), Settings(jobs=1), Shape(), None)


def values(plan: KernelPlan) -> dict[str, int]:
    return {name: int(value) for name, value in re.findall(r"(\w+) = (\d+)", " ".join(plan.assumed))}


def bytes_of_arrays(plan: KernelPlan) -> list[int]:
    return [buffer.size for argument in plan.arguments for _, buffer in argument.pointers]


def test_values_reach_what_is_behind_guards(tmp_path: Path) -> None:
    source = """
    __global__ void steps(float* p, int rounds, int columns) {
        int i = threadIdx.x;
        if (i >= rounds && i < 256 - rounds && i < columns) p[i] += 1;
    }"""
    (plan,), _ = planned(tmp_path, source)
    chosen = values(plan)
    assert any(chosen["rounds"] <= i < min(256 - chosen["rounds"], chosen["columns"]) for i in range(256))


def test_sizes_of_a_volume_leave_no_array(tmp_path: Path) -> None:
    source = """
    __global__ void volume(float* p, int nx, int ny, int nz) {
        int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
        for (int z = 0; z < nz; ++z)
            if (x < nx && y < ny) p[(z * ny + y) * nx + x] = 1;
    }
    int main() { volume<<<dim3(64, 64), dim3(32, 8)>>>(nullptr, 2048, 512, 4096); }"""
    (plan,), _ = planned(tmp_path, source.replace("2048, 512, 4096", "atoi(a), atoi(b), atoi(c)"))
    n = values(plan)
    assert 4 * n["nx"] * n["ny"] * n["nz"] <= bytes_of_arrays(plan)[0]


def test_shared_memory_is_not_left_either(tmp_path: Path) -> None:
    source = """
    __global__ void staged(const float* in, float* out, int size) {
        __shared__ float part[512];
        part[threadIdx.x] = in[threadIdx.x];
        part[threadIdx.x + size] = 0;
        __syncthreads();
        out[threadIdx.x] = part[threadIdx.x + size];
    }"""
    (plan,), _ = planned(tmp_path, source)
    assert values(plan)["size"] <= 256


def test_what_the_host_passes_is_not_believed_where_nothing_would_run(tmp_path: Path) -> None:
    source = """
    int count = 0;
    __global__ void few(float* p, int n) { int i = blockIdx.x * blockDim.x + threadIdx.x; if (i < n) p[i] = 1; }
    int main() { few<<<4, 128>>>(nullptr, 0); }"""
    (plan,), _ = planned(tmp_path, source)
    assert values(plan)["n"] > 0
    with_n = plan_kernels(str(tmp_path / "k.cu"), Settings(jobs=1), Shape(scalars=(("n", 100.0),)), None)[0][0]
    assert "n" not in values(with_n)
    assert with_n.arguments[1].image == (100).to_bytes(4, "little")


def test_all_arrays_together_stay_within_limits(tmp_path: Path) -> None:
    parameters = ", ".join(f"float* p{i}" for i in range(12))
    (plan,), _ = planned(tmp_path, f"__global__ void many({parameters}, int n) {{ p0[threadIdx.x * n] = 1; }}")
    sizes = bytes_of_arrays(plan)
    assert len(sizes) == 12
    assert min(sizes) >= LEAST_BYTES
    assert sum(sizes) <= MOST_BYTES_TOGETHER


def test_templates_that_nothing_launches_are_launched(tmp_path: Path) -> None:
    source = """
    template <class T, unsigned int blockSize, bool check>
    __global__ void reduce(const T* in, T* out, unsigned int n) {
        extern __shared__ int memory[];
        T* part = (T*)memory;
        if (!check || threadIdx.x < n) part[threadIdx.x] = in[blockIdx.x * blockSize + threadIdx.x];
        out[threadIdx.x] = part[threadIdx.x];
    }
    template <template <class> class Other> __global__ void strange(Other<int>* p) { p[0] = {}; }
    __global__ void plain(int* p) { p[threadIdx.x] = 1; }"""
    plans, failures = planned(tmp_path, source)
    by_name = {p.kernel: p for p in plans}
    assert set(by_name) == {"plain", "reduce"}
    assert by_name["reduce"].expression == "reduce<float, 256, true>"
    assert by_name["reduce"].shared_bytes == 48 << 10
    assert [f.kernel for f in failures] == ["strange"]


def test_truth_values_of_templates_are_written_as_such(tmp_path: Path) -> None:
    source = """
    template <int N, bool B> __global__ void k(int* p) { p[threadIdx.x] = B ? N : 0; }
    int main() { k<-1, true><<<1, 32>>>(nullptr); }"""
    (plan,), _ = planned(tmp_path, source)
    assert plan.expression == "k<-1, true>"


def test_textures_are_named(tmp_path: Path) -> None:
    source = "__global__ void k(cudaTextureObject_t image, float* p) { p[threadIdx.x] = tex1Dfetch<float>(image, 3); }"
    plans, (failure,) = planned(tmp_path, source)
    assert not plans
    assert "`image` is a texture" in failure.reason


def test_grids_stay_within_what_can_be_launched(tmp_path: Path) -> None:
    source = """
    __global__ void k(float* p) { p[threadIdx.x] = blockIdx.z; }
    int main() { k<<<dim3(1, 1, 1 << 20), 32>>>(nullptr); }"""
    (plan,), _ = planned(tmp_path, source)
    assert plan.grid == (1, 1, 65535)


@pytest.mark.parametrize(
    ("head", "chosen"),
    [
        ("template <typename T> __global__ void", ["float"]),
        ("template <int N, class T = float> static __global__ void __launch_bounds__(256)", ["128"]),
        ("template <uint size, bool on>\n__global__\nvoid", ["128", "true"]),
        ("template <class... T> __global__ void", None),
        ("template <Mode mode> __global__ void", None),
        ("__global__ void", None),
    ],
)
def test_arguments_for_templates(head: str, chosen: list[str] | None) -> None:
    assert chosen_arguments(f"int a;\n{head} kernel(int* p) {{}}", "kernel", (128, 1, 1)) == chosen
