"""Functions and calls in the text of a file."""

from __future__ import annotations

from cudalint.fix.functions import (
    call_around,
    calls_of,
    function_around,
    functions,
    only_function,
    parameter_name,
)

TEXT = b"""
#define BODY(x) { x }
namespace n {
template <class T, int N = (1 > 0)>
__device__ __forceinline__ T last(const T* data, int (&other)[4]) { if (N) { return data[N - 1]; } return data[0]; }
struct S { __host__ __device__ int get(int i) const { return i; } };
}
extern "C" __global__ void __launch_bounds__(128) kernel(float *out, int n)
{
    for (int i = 0; i < n; ++i) { out[i] = n::last<float, 4>(out + i, more[(i, 2)]); }
    /* last(no, call) */ helper(last<float, 2>(out, x), n);
}
"""


def test_functions_are_found_in_namespaces_and_classes() -> None:
    assert [f.name for f in functions(TEXT)] == [b"last", b"get", b"kernel"]
    last, _, kernel = functions(TEXT)
    assert TEXT[last.header :].startswith(b"template <class T") and last.template is not None
    assert TEXT[slice(*last.template)] == b"class T, int N = (1 > 0"[: len(TEXT[slice(*last.template)])]
    assert [parameter_name(TEXT, p) for p in kernel.parameters] == [b"out", b"n"]
    assert TEXT[kernel.header :].startswith(b"extern") or TEXT[kernel.header :].startswith(b"__global__")
    assert function_around(TEXT, TEXT.index(b"for (int i")) == kernel
    assert only_function(TEXT, b"kernel") == kernel and only_function(TEXT, b"none") is None


def test_calls_are_told_from_definitions_and_comments() -> None:
    found = calls_of(TEXT, b"last")
    assert [[TEXT[slice(*a)] for a in call.arguments] for call in found] == [
        [b"out + i", b"more[(i, 2)]"],
        [b"out", b"x"],
    ]


def test_the_innermost_call_around_an_offset() -> None:
    inner = call_around(TEXT, TEXT.index(b"out, x"))
    assert inner is not None and inner.name == b"last"
    assert call_around(TEXT, TEXT.index(b"i, 2)")) is None
    assert call_around(TEXT, TEXT.index(b"extern")) is None
