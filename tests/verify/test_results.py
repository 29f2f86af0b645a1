from __future__ import annotations

import pytest

from cudalint.verify.cpu.results import unused_atomics
from cudalint.verify.cpu.rewrite import rewritten


@pytest.mark.parametrize(
    ("source", "unused"),
    [
        ("{ atomicAdd(&x, 1); }", True),
        ("f();\n  atomicMax(&x[f(1)], 2) ;", True),
        ("if (a > (b)) atomicAdd(&x, 1);", True),
        ("for (;;) atomicOr(&x, 1);", True),
        ("else atomicAdd(&x, 1);", True),
        ("{ (void)atomicAdd(&x, 1); }", True),
        ("#define COUNT(p) atomicAdd(p, 1)\n", True),
        ("#define COUNT(p) (atomicAdd(p, 1))\n", True),
        ("{ int a = atomicAdd(&x, 1); }", False),
        ("{ a[atomicAdd(&x, 1)] = 3; }", False),
        ("{ return atomicAdd(&x, 1); }", False),
        ("{ a = (float)atomicAdd(&x, 1); }", False),
        ("{ if (atomicAdd(&x, 1)) f(); }", False),
        ("{ atomicAdd(&x, 1) + 1; }", False),
        ("__device__ double atomicAdd(double* p, double v) { }", False),
        ("{ atomicExch(&x, 1); }", False),
        ("{ my_atomicAdd(&x, 1); }", False),
    ],
)
def test_results_that_nobody_uses(source: str, unused: bool) -> None:
    assert bool(list(unused_atomics(source))) == unused


def test_they_are_marked_where_they_stand() -> None:
    source = "__global__ void k(int* x) {\n    if (x) atomicMax(x, 2);\n    else atomicMax(x, 3);\n}\n"
    lines = rewritten(source, "a.cu").splitlines()
    assert lines[2] == "    if (x) ::cudalint::result_unused(), atomicMax(x, 2);"
    assert lines[3] == "    else ::cudalint::result_unused(), atomicMax(x, 3);"
