"""One part of a carved memory gets gaps: all that lies behind it moves, and the launch asks for more."""

from __future__ import annotations

from pathlib import Path

import pytest

from cudalint.fix.engine import Refused, Solved
from tests.fix.test_proof import answers

CARVED = """
__global__ void k(const float* in, float* out, int n) {
    extern __shared__ MEMORY all[];
    STARTS
    for (int i = threadIdx.x; i < 1004; i += 128) first[i] = in[i];
    other[threadIdx.x] = 1;
    __syncthreads();
    if (threadIdx.x > 124) return;
    float sum = first[1003];
    for (int j = 0; j < 8; ++j) sum += first[8 * threadIdx.x + j];
    out[threadIdx.x] = sum + other[127 - threadIdx.x];
}
void launch(const float* in, float* out) { k<<<1, 128, 8192>>>(in, out, 1004); }
"""


def carved(memory: str, starts: str) -> str:
    return CARVED.replace("MEMORY", memory).replace("STARTS", starts)


def reasons(found: list[Solved | Refused]) -> str:
    return "; ".join(r for a in found if isinstance(a, Refused) for r in a.reasons)


@pytest.mark.parametrize(
    ("memory", "starts", "moved"),
    [
        ("float", "float* first = all; float* other = first + 1004;", "first + 1004 + 1004 / 32;"),
        ("float", "float* first = all; float* other = all + n;", "all + n + n / 32;"),
        ("float", "float* first = all; double* other = (double*)&all[n];", "&all[n + (n / 32 + 1) / 2 * 2];"),
        (
            "char",
            "float* first = (float*)all; int* other = (int*)(all + 4 * n);",
            "(all + (4 * n) + (((4 * n) / 4) / 32) * 4)",
        ),
        (
            "float",
            "float* first = all + 128; float* other = all; float* last = first + n; last[threadIdx.x] = 0;",
            "first + n + n / 32; last",
        ),
        (
            "char",
            "auto first = reinterpret_cast<float*>(all); auto other = reinterpret_cast<float*>(all) + n;",
            "reinterpret_cast<float*>(all) + n + n / 32;",
        ),
    ],
)
def test_what_lies_behind_moves(tmp_path: Path, memory: str, starts: str, moved: str) -> None:
    found, after = answers(tmp_path, carved(memory, starts))
    assert isinstance(found[0], Solved), reasons(found)
    assert found[0].patch.kind == "IndexPadding"
    assert moved in after
    assert "128, 8192 + 8192 / 32 + 16>>>" in after
    assert found[0].proof.before > found[0].proof.after


def test_a_static_memory_is_declared_longer(tmp_path: Path) -> None:
    text = carved("float", "float* first = all; float* other = first + 1004;")
    text = text.replace("extern __shared__ float all[]", "__shared__ float all[1132]").replace("128, 8192>>>", "128>>>")
    found, after = answers(tmp_path, text)
    assert isinstance(found[0], Solved), reasons(found)
    assert "all[1132 + 35]" in after and "first + 1004 + 1004 / 32;" in after


@pytest.mark.parametrize(
    "starts",
    [
        "float* first = all; n += 1; float* other = all + n;",
        "float* first = all; float* other; other = all + n;",
        "float* first = all; float* other = all + n; if (n > 2000) other = all + 2 * n;",
        "float* first = all; float* other = all + n; if (n > 2000) { float* more = &all[0]; more[0] = 1; }",
        "float* first = all; float* other = all + n; extern __shared__ double again[]; if (n > 2000) again[n] = 1;",
    ],
)
def test_what_is_not_understood_is_left_alone(tmp_path: Path, starts: str) -> None:
    text = carved("float", starts)
    found, after = answers(tmp_path, text)
    assert isinstance(found[0], Refused) or found[0].patch.kind != "IndexPadding", after


def test_no_kernel_gets_more_than_it_may_have(tmp_path: Path) -> None:
    text = carved("float", "float* first = all; float* other = first + 12160;").replace("< 1004", "< 12160")
    found, _ = answers(tmp_path, text.replace("8192", "49152"))
    if isinstance(found[0], Solved):
        assert found[0].patch.kind != "IndexPadding"
