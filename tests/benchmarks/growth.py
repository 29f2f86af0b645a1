"""Sources that grow in one direction: near linear growth is what is wanted."""

from __future__ import annotations

from collections.abc import Iterator

HOST = "void run(float* a, int n) {{ {} }}\n"


def kernels(count: int) -> str:
    """So many kernels with a loop and a tile each."""
    loop = "for (int j = 0; j < n; ++j) { t[threadIdx.y][threadIdx.x] = a[j * n + threadIdx.x]; }"
    body = f"__shared__ float t[32][33]; {loop}"
    text = "".join(f"__global__ void k{i}(float* a, int n) {{ {body} }}\n" for i in range(count))
    return text + HOST.format(" ".join(f"k{i}<<<64, dim3(32, 8)>>>(a, n);" for i in range(count)))


def lines(count: int) -> str:
    """One kernel of so many accesses."""
    body = "\n".join(f"a[threadIdx.x * {i % 7 + 1} + {i}] = a[blockIdx.x * n + {i}];" for i in range(count))
    return f"__global__ void k(float* a, int n) {{\n{body}\n}}\n{HOST.format('k<<<64, 256>>>(a, n);')}"


def loops(depth: int) -> str:
    """Loops in loops, of 16 rounds each."""
    opening = "".join(f"for (int i{d} = 0; i{d} < 16; ++i{d}) " for d in range(depth))
    index = " + ".join(["threadIdx.x", *(f"i{d} * {32 << d}" for d in range(depth))])
    return f"__global__ void k(float* a, int n) {{ {opening}a[{index}] = n; }}\n{HOST.format('k<<<64, 256>>>(a, n);')}"


def returns(count: int) -> str:
    """A host function that leaves early in so many places, as functions that tell names from numbers do."""
    body = "\n".join(f"if (n == {i}) return {i + 1};" for i in range(count))
    kernel = "__global__ void k(float* a, int n) { a[threadIdx.x] = n; }\n"
    return f"{kernel}int size(int n) {{\n{body}\nreturn 0;\n}}\n{HOST.format('k<<<64, 256>>>(a, size(n));')}"


def sources() -> Iterator[tuple[str, str]]:
    """(name, text)."""
    for count in (1, 4, 16, 64):
        yield f"{count} kernels", kernels(count)
    for count in (50, 200, 800):
        yield f"{count} lines of accesses", lines(count)
    for depth in (1, 2, 3, 4, 5):
        yield f"{depth} loops in each other", loops(depth)
    for count in (100, 400, 1600):
        yield f"{count} early returns", returns(count)
