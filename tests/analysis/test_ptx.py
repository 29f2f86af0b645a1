from pathlib import Path

import pytest

from cudalint.analysis import analyse_file
from cudalint.simt.ptx import Address, MemoryInstruction, memory_instructions


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("ld.global.nc.L1::no_allocate.v4.u32 {%0, %1, %2, %3}, [%4];", ("load", 16, (Address(4, 0),))),
        ("st.shared.f32 [%0 + 16], %1;", ("store", 4, (Address(0, 16),))),
        ("@p ld.volatile.global.u64 %0, [%1];", ("load", 8, (Address(1, 0),))),
        ("red.global.add.f32 [%0], %1;", ("atomic", 4, (Address(0, 0),))),
        ("cp.async.cg.shared.global.L2::128B [%0], [%1], 16;", ("copy", 16, (Address(0, 0), Address(1, 0)))),
        ("cp.async.ca.shared::cta.global [%0], [%1], 4, %2;", ("copy", 4, (Address(0, 0), Address(1, 0)))),
    ],
)
def test_one_instruction(text: str, expected: tuple[str, int, tuple[Address, ...]]) -> None:
    assert list(memory_instructions(text)) == [MemoryInstruction(*expected)]


def test_matrices_and_sizes_by_operand() -> None:
    matrix = "ldmatrix.sync.aligned.m8n8.x2.trans.shared.b16 {%0, %1}, [%2];"
    assert list(memory_instructions(matrix)) == [MemoryInstruction("ldmatrix", 16, (Address(2, 0),), 2)]
    (copy,) = memory_instructions("cp.async.cg.shared.global [%0], [%1], %2, %3;")
    assert (copy.width, copy.width_operand) == (None, 2)


def test_a_block_of_several_instructions() -> None:
    text = "{ .reg .pred p; setp.ne.b32 p, %0, 0; @p cp.async.ca.shared.global [%1], [%2], 8; st.global.u8 [%3], %4; }"
    assert [(i.operation, i.width) for i in memory_instructions(text)] == [("copy", 8), ("store", 1)]


@pytest.mark.parametrize("text", ["", "mov.u32 %0, %1;", "ld.param.u32 %0, [p];", "cp.async.wait_all;", "bar.sync 0;"])
def test_what_touches_no_operands_memory(text: str) -> None:
    assert not list(memory_instructions(text))


LEADER = "shfl.sync.idx.b32 %0, %1, 0, 0x1f, 0xffffffff;"


@pytest.mark.parametrize(
    ("text", "operand", "index", "status", "cost"),
    [
        (LEADER, "threadIdx.x / 32", "r * 32 + threadIdx.x % 32", "exact", 4.0),
        (LEADER, "threadIdx.x", "8 * threadIdx.x - 8 * r", "exact", 32.0),
        ("shfl.sync.bfly.b32 %0, %1, 1, 31, -1;", "threadIdx.x", "r", "exact", 4.0),
        ("mov.u32 %0, %%laneid;", "0", "8 * r", "exact", 32.0),
        ("ld.acquire.gpu.global.s32 %0, [%1];", "p", "32 * r + threadIdx.x", "exact", 4.0),
        ("ld.global.s32 %0, [%1];", "p + threadIdx.x", "r + threadIdx.x", "indirect", None),
        ("match.any.sync.b32 %0, %1, -1;", "n", "r + threadIdx.x", "indirect", None),
        ("add.u32 %0, %1, %%lanemask_lt;", "n", "r + threadIdx.x", "indirect", None),
    ],
)
def test_what_an_output_is(
    tmp_path: Path, text: str, operand: str, index: str, status: str, cost: float | None
) -> None:
    constraint = "l" if operand.startswith("p") else "r"
    asm = f'asm volatile("{text}" : "=r"(r) : "{constraint}"({operand}));'
    body = f"int r; {asm}\n a[{index}] = 1;"
    path = tmp_path / "a.cu"
    path.write_text(
        f"__global__ void k(float* a, int* p, int n) {{ {body} }}\n"
        "void f(float* a, int* p, int n) { k<<<4, 64>>>(a, p, n); }\n"
    )
    (store,) = (a for a in analyse_file(str(path)).accesses if a.kind == "store")
    assert (store.status, store.cost) == (status, cost)
