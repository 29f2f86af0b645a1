from __future__ import annotations

import pytest

from cudalint.verify.cpu.rewrite import rewritten


def body(source: str) -> str:
    """What the source becomes, without the line that names its file."""
    first, _, rest = rewritten(source, "/a/k.cu").partition("\n")
    assert first == '#line 1 "/a/k.cu"'
    return rest


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        ("k<<<g, b>>>(x, y);", "::cudalint::Launch(g, b) << [&] { k(x, y); };"),
        (
            "ns::k<float, (3 > 2)> <<< 1, 2, 0, s >>> (p)",
            "::cudalint::Launch( 1, 2, 0, s ) << [&] { ns::k<float, (3 > 2)>   (p); }",
        ),
        (
            "if (n) k<<<f(a, b), dim3(1, 2)>>>(h(1)(2));",
            "if (n) ::cudalint::Launch(f(a, b), dim3(1, 2)) << [&] { k(h(1)(2)); };",
        ),
        ("// k<<<1, 2>>>(x)\n", "// k<<<1, 2>>>(x)\n"),
        ('puts("k<<<1, 2>>>(x)");', 'puts("k<<<1, 2>>>(x)");'),
        ("a << b >> c;", "a << b >> c;"),
        (
            "extern __shared__ float s[];",
            "static float (&s)[262144] = reinterpret_cast<float (&)[262144]>(::cudalint_dynamic_memory);",
        ),
        (
            "extern volatile __shared__ __align__(16) T s[];",
            "static volatile __align__(16) T (&s)[262144] = "
            "reinterpret_cast<volatile T (&)[262144]>(::cudalint_dynamic_memory);",
        ),
        ("__shared__ float s[32];", "__shared__ float s[32];"),
        ("__shared__ alignas(16) T s[4];", "__shared__ T s[4];"),
        ("static __shared__ T s[4];", "__shared__ T s[4];"),
        ("__shared__ static T s[4];", "__shared__ T s[4];"),
        (
            "void f() { dim3 gridDim(4), b; use(gridDim); } int g() { return gridDim.x; }",
            "void f() { dim3 gridDim_of_host(4), b; use(gridDim_of_host); } int g() { return gridDim.x; }",
        ),
        ("void f(dim3 b) { b = blockDim; }", "void f(dim3 b) { b = blockDim; }"),
        ("__constant__ const float c[4] = {1};", "__constant__ float c[4] = {1};"),
        ("cudaLaunchKernel((void*)k, g, b, a);", "cudaLaunchKernel(k, g, b, a);"),
        (
            'asm volatile("ldmatrix {%0}, [%1];" : "=r"(r[i]) : "r"(address(x)) : "memory");',
            '::cudalint::assembly("ldmatrix {%0}, [%1];" , r[i], address(x));',
        ),
        ('asm("mov.u32 %0, %%laneid;" : "=r"(lane));', '::cudalint::assembly("mov.u32 %0, %%laneid;" , lane);'),
        ('asm volatile("cp.async.wait_all;" ::: "memory");', '::cudalint::assembly("cp.async.wait_all;" );'),
        ('asm("x" ::"r"(a), "n"(4));', '::cudalint::assembly("x" , a, 4);'),
        ('asm("x" :: "l"(ns::f(a)), "n"(16));', '::cudalint::assembly("x" , ns::f(a), 16);'),
    ],
)
def test_rewriting(source: str, expected: str) -> None:
    assert " ".join(body(source).split()) == " ".join(expected.split())


def test_lines_stay_in_their_place() -> None:
    source = 'k<<<g,\n  b>>>(x,\n y);\nint a;\nasm("f"\n : "=r"(a)\n : "r"(b));\nint c;\n'
    lines = body(source).splitlines()
    assert len(lines) == len(source.splitlines())
    assert lines[3] == "int a;"
    assert lines[7] == "int c;"
