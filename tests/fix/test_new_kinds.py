"""Pointers, carved memory, structs and exchanged indices, through the whole analysis: patched, or refused and why."""

from __future__ import annotations

from pathlib import Path

import pytest

from cudalint.analysis import Settings, analyse_files
from cudalint.finding import Finding
from cudalint.fix.engine import Refused, Solved
from cudalint.lint import lint
from tests.fix.test_proof import answers

CARVED = """
__global__ void k(const float* in, float* out) {
    extern __shared__ float s[];
    s[threadIdx.y * 32 + threadIdx.x] = in[threadIdx.y * 32 + threadIdx.x];
    __syncthreads();
    out[threadIdx.y * 32 + threadIdx.x] = s[threadIdx.x * 32 + threadIdx.y];
}
void launch(const float* in, float* out) { k<<<1, dim3(32, 32), SIZE>>>(in, out); }
"""

SWAP = """
__global__ void k(const float* in, float* out, int n) {
    int row = blockIdx.x * blockDim.x + threadIdx.x, column = blockIdx.y * blockDim.y + threadIdx.y;
    MORE
    out[row * n + column] = in[row * n + column];
}
void launch(const float* in, float* out) { k<<<GRID>>>(in, out, 1024); }
"""


def reasons(found: list[Solved | Refused]) -> str:
    return "; ".join(r for a in found if isinstance(a, Refused) for r in a.reasons)


def test_memory_sized_by_the_launch_is_swizzled(tmp_path: Path) -> None:
    found, after = answers(tmp_path, CARVED.replace("SIZE", "4096"))
    assert isinstance(found[0], Solved), reasons(found)
    assert "s[(threadIdx.x * 32 + threadIdx.y) ^ ((threadIdx.x * 32 + threadIdx.y) >> 5)]" in after
    assert (found[0].proof.before, found[0].proof.after) == (33 * 32, 2 * 32)


def test_two_pointers_that_share_bytes_are_left_alone(tmp_path: Path) -> None:
    text = CARVED.replace("SIZE", "8192").replace("__syncthreads();", "float* t = s + 512; t[threadIdx.x] = 1;")
    found, after = answers(tmp_path, text)
    assert isinstance(found[0], Refused)
    assert after == text


def test_a_gap_needs_a_size_at_the_launch(tmp_path: Path) -> None:
    text = """
__global__ void k(const float* in, float* out) {
    extern __shared__ float s[];
    for (int i = threadIdx.x; i < 1004; i += 128) s[i] = in[i];
    __syncthreads();
    if (threadIdx.x > 124) return;
    float sum = s[1003];
    for (int j = 0; j < 8; ++j) sum += s[8 * threadIdx.x + j];
    out[threadIdx.x] = sum;
}
void launch(const float* in, float* out) { k<<<1, 128SIZE>>>(in, out); }
"""
    found, after = answers(tmp_path, text.replace("SIZE", ", 1004 * 4"))
    assert isinstance(found[0], Solved), reasons(found)
    assert "(1004 * 4) + (1004 * 4) / 32>>>" in after and "s[1034]" in after
    found, _ = answers(tmp_path, text.replace("SIZE", ""))
    assert "no launch in this file says how large it is" in reasons(found)


def test_a_class_takes_the_place_of_pointers(tmp_path: Path) -> None:
    text = """
__device__ float first(const float* run) { return run[0]; }
__global__ void k(const float* in, float* out) {
    __shared__ float s[1024];
    for (int i = threadIdx.x; i < 1024; i += 32) s[i] = in[i];
    __syncthreads();
    const float* mine = s + 32 * threadIdx.x;
    out[threadIdx.x] = first(mine) + mine[1] + first(mine + 2);
}
void launch(const float* in, float* out) { k<<<1, 32>>>(in, out); }
"""
    found, after = answers(tmp_path, text)
    assert isinstance(found[0], Solved), reasons(found)
    assert "auto mine = s + 32 * threadIdx.x;" in after
    assert "template <class Run> __device__ float first(Run run)" in after
    for use, reason in (
        ("mine += 2;", "is moved"),
        ("*mine;", "not understood"),
        ("float x = *mine;", "is moved or read"),
    ):
        found, unchanged = answers(tmp_path, text.replace("out[", f"{use} out["))
        assert isinstance(found[0], Refused) and (reason in reasons(found) or "moved" in reasons(found))
        assert "auto" not in unchanged


def test_structs_get_longer_and_copies_of_them_still_work(tmp_path: Path) -> None:
    text = """
struct Point { double x, y, z, w; };
__global__ void k(const Point* in, double* out) {
    __shared__ Point p[128];
    p[threadIdx.x] = in[threadIdx.x];
    __syncthreads();
    out[threadIdx.x] = p[127 - threadIdx.x].x + p[threadIdx.x].z;
}
void launch(const Point* in, double* out) { k<<<1, 128>>>(in, out); }
"""
    found, after = answers(tmp_path, text)
    assert isinstance(found[0], Solved), reasons(found)
    assert "struct Point_padded : Point {" in after and "__shared__ Point_padded p[128];" in after
    found, _ = answers(tmp_path, text.replace("p[128];", "p[128], q[2];"))
    assert "other variables are declared with it" in reasons(found)


@pytest.mark.parametrize(
    ("grid", "more", "safe"),
    [
        ("dim3(32, 32), dim3(32, 32)", "", True),
        ("dim3(32, 128), dim3(32, 8)", "", True),
        ("dim3(32, 64), dim3(32, 8)", "", "does not extend as far"),
        ("dim3(32, 128), dim3(32, 8)", "__syncthreads();", "work together"),
        ("dim3(32, 128), dim3(32, 8)", "if (threadIdx.x == 3) return;", "in other ways than in the two indices"),
        ("dim3(32, 32), dim3(32, 32)", "__syncwarp();", "warp by warp"),
    ],
)
def test_indices_are_exchanged_where_it_is_the_same_program(
    tmp_path: Path, grid: str, more: str, safe: bool | str
) -> None:
    found, after = answers(tmp_path, SWAP.replace("GRID", grid).replace("MORE", more))
    if isinstance(safe, str):
        assert safe in reasons(found)
        return
    assert isinstance(found[0], Solved), reasons(found)
    assert found[0].patch.safe is safe
    assert found[0].proof.after * 8 == found[0].proof.before
    assert "threadIdx.y, column" in after


def test_what_halves_the_waste_is_proposed_as_such(tmp_path: Path) -> None:
    text = """
__global__ void k(const float4* in, float* out) {
    __shared__ alignas(16) float s[32][32];
    int t = threadIdx.x;
    *reinterpret_cast<float4*>(&s[t / 8][4 * (t % 8)]) = in[t];
    __syncthreads();
    for (int c = t / 32; c < 32; c += 8) out[c * 32 + t % 32] = s[t % 32][c];
}
void launch(const float4* in, float* out) { k<<<1, 256>>>(in, out); }
"""
    found, after = answers(tmp_path, text)
    assert isinstance(found[0], Solved), reasons(found)
    assert found[0].patch.partial and found[0].patch.title.endswith("which leaves some conflicts")
    assert found[0].proof.left == 4 and "s[32][32 + 4]" in after


def test_casts_and_functions_follow_their_array(tmp_path: Path) -> None:
    text = """
__device__ int sum_of(const unsigned char row[8192], int t) {
    int sum = 0;
    for (int i = 0; i < 128; ++i) sum += row[t * 128 + (i + 4 * (t % 16)) % 128];
    return sum;
}
__global__ void k(const int* in, int* out) {
    __shared__ unsigned char s[8192];
    for (int i = threadIdx.x; i < 2048; i += 64) ((int*)s)[i] = 0;
    __syncthreads();
    s[(in[threadIdx.x] & 63) * 128 + threadIdx.x] = 1;
    __syncthreads();
    out[threadIdx.x] = sum_of(s, threadIdx.x);
}
void launch(const int* in, int* out) { k<<<1, 64>>>(in, out); }
"""
    found, after = answers(tmp_path, text)
    assert isinstance(found[0], Solved), reasons(found)
    assert "((int*)s)[i ^ " in after and "row[(t * 128" in after
    assert found[0].proof.by_data == 1 and found[0].proof.text.endswith("an estimate for 1 whose addresses are data")


def sketches(tmp_path: Path, text: str) -> list[Finding]:
    path = tmp_path / "a.cu"
    path.write_text(text)
    return lint(analyse_files([str(path)], Settings(jobs=1)), lambda p: Path(p).read_bytes())


BODIES = {
    "warp per row": ("float s = 0; for (int c = 0; c < n; ++c) s += a[i * n + c]; out[i] = s;", "c < n; c"),
    "vector": ("out[i] = a[4 * i] + a[4 * i + 1];", "float4"),
    "staged": ("out[i] = a[5 * i];", "piece[i] = a[blockIdx.x * 5 * 256 + i]"),
}


@pytest.mark.parametrize("name", BODIES)
def test_code_in_the_users_names_is_understood_and_better(tmp_path: Path, name: str) -> None:
    body, expected = BODIES[name]
    frame = (
        "__global__ void k(const float* a, float* out, int n) {{\n{index}\n{body}\n}}\n"
        "void launch(const float* a, float* out) {{ k<<<64, 256>>>(a, out, 512); }}\n"
    )
    index = "int i = blockIdx.x * blockDim.x + threadIdx.x;"
    found = [f for f in sketches(tmp_path, frame.format(index=index, body=body)) if f.sketch]
    assert found
    sketch = "\n".join(found[0].sketch)
    assert expected.replace("c < n; c", "column < n") in sketch
    use = {"warp per row": "if (lane == 0) out[row] = sum;", "vector": "out[i] = part.x + part.y;"}
    again = frame.format(index="", body=sketch + use.get(name, "out[blockIdx.x * 256 + threadIdx.x] = value;"))
    assert [f.message for f in sketches(tmp_path, again)] == []


def test_arrays_that_one_function_gets_change_together(tmp_path: Path) -> None:
    text = """
__device__ float eighth(float* s, int t) { return s[8 * t]; }
__device__ float of_all(float* s, int t) { return eighth(s, t); }
__global__ void k(const float* in, float* out) {
    __shared__ float s[256];
    s[threadIdx.x] = in[threadIdx.x];
    __syncthreads();
    if (threadIdx.x < 32) out[threadIdx.x] = of_all(s, threadIdx.x);
}
__global__ void twice(const float* in, float* out) {
    __shared__ float s[256];
    s[threadIdx.x] = 2 * in[threadIdx.x];
    __syncthreads();
    if (threadIdx.x < 32) out[threadIdx.x] = eighth(s, threadIdx.x);
}
void launch(const float* in, float* out) { k<<<1, 256>>>(in, out); twice<<<1, 256>>>(in, out); }
"""
    found, after = answers(tmp_path, text)
    assert len(found) == 1 and isinstance(found[0], Solved), reasons(found)
    assert len(found[0].arrays) == 2 and after.count("s[threadIdx.x ^ (threadIdx.x >> 5)] =") == 2
