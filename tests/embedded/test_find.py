"""What is CUDA source in a Python file, what it is worth, and how its kernels are launched."""

from __future__ import annotations

import pytest

from cudalint.embedded.find import Found, find_cuda
from cudalint.embedded.launches import KernelLaunch


def found(source: str) -> Found:
    return find_cuda(source.encode())


def texts(source: str) -> list[str]:
    return [s.text.data.decode() for s in found(source).snippets]


TAKEN = {
    "cupy.RawKernel": "import cupy\ncupy.RawKernel('K', 'k')",
    "imported by name": "from cupy import RawKernel\nRawKernel('K', 'k')",
    "imported under another name": "from cupy import RawKernel as make\nmake('K', 'k')",
    "by keyword": "cp.RawKernel(name='k', code='K')",
    "RawModule": "cp.RawModule(code='K')",
    "SourceModule": "import pycuda.compiler\npycuda.compiler.SourceModule('K')",
    "load_inline": "load_inline('x', '', 'K')",
    "load_inline by keyword": "load_inline(name='x', cpp_sources=[''], cuda_sources='K')",
    "load_inline with a list": "load_inline('x', [''], ['K'])",
    "in a function": "def f():\n    return cp.RawKernel('K', 'k')",
    "in a class": "class A:\n    k = cp.RawKernel('K', 'k')",
    "in a method, from a local": "class A:\n    def f(self):\n        s = 'K'\n        self.k = cp.RawKernel(s, 'k')",
    "as a decorator's argument": "@f(cp.RawKernel('K', 'k'))\ndef g(): pass",
    "module constant": "S = 'K'\ncp.RawKernel(S, 'k')",
    "annotated constant": "S: str = 'K'\ncp.RawKernel(S, 'k')",
    "constant defined below": "def f():\n    return cp.RawKernel(S, 'k')\nS = 'K'",
}


@pytest.mark.parametrize("source", TAKEN.values(), ids=TAKEN.keys())
def test_what_is_taken(source: str) -> None:
    assert texts(source) == ["K"]
    assert found(source).unread == ()


WORTH = {
    "'a' 'b'": "ab",
    "'a' + \"b\" + B": "abb",
    "f'a{N}'": "a64",
    "f'{{{N}}} {T} {N * 2}'": "{64} float 128",
    "f'{unknown.size} {args[0]} {f(\"x\")}'": "unknown_size args_0 f_x",
    "'%d %s %%' % (N, T)": "64 float %",
    "'%(n)d %(m)s' % {'n': N}": "64 m",
    "'%s' % T": "float",
    "'{} {1} {n} {{}}'.format(N, T, n=3)": "64 float 3 {}",
    "'{t} x'.format(t='double')": "double x",
    "'TYPE x'.replace('TYPE', T)": "float x",
    "' a '.strip()": " a ",
    "textwrap.dedent('''\n  a''')": "\n  a",
    "LONG": "ab",
    "['a', 'b']": "a\nb",
    "(S1, S2)": "1\n2",
}
CONSTANTS = "N = 64\nT = 'float'\nB = 'b'\nLONG = 'a'\nLONG += B\nS1 = '1'\nS2 = '2'\n"


@pytest.mark.parametrize(("expression", "value"), WORTH.items())
def test_what_expressions_are_worth(expression: str, value: str) -> None:
    (text,) = texts(f"{CONSTANTS}load_inline('x', '', cuda_sources={expression})")
    assert text == value


UNREAD = {
    "cp.RawKernel(open('x').read(), 'k')": "it comes from a function",
    "def f(s):\n    cp.RawKernel(s, 'k')": "`s` is assigned more than once",
    "cp.RawKernel(s, 'k')": "`s` is not a constant of the file",
    "s = 'a'\ns = 'b'\ncp.RawKernel(s, 'k')": "`s` is assigned more than once",
    "for s in x:\n    cp.RawKernel(s, 'k')": "`s` is assigned more than once",
    "s = s\ncp.RawKernel(s, 'k')": "it is nested too deeply",
    "cp.RawKernel(a.b, 'k')": "it is not a string of the file",
}


@pytest.mark.parametrize(("source", "reason"), UNREAD.items())
def test_what_cannot_be_read_is_said(source: str, reason: str) -> None:
    made = found(source)
    assert made.snippets == ()
    (unread,) = made.unread
    assert unread.reason == f"the CUDA source given to RawKernel: {reason}"
    assert unread.line == source.count("\n") + 1


def test_a_source_used_twice_is_one() -> None:
    assert texts("S = 'K'\na = cp.RawKernel(S, 'a')\nb = cp.RawKernel(S, 'b')") == ["K"]
    assert texts("cp.RawKernel('K', 'a')\ncp.RawKernel('K', 'a')") == ["K", "K"]


def test_a_file_without_source() -> None:
    assert found("RawKernel = 1\ncp.RawModule(path='x.ptx')\ncp.RawKernel(*args)") == Found((), ())


def test_flags() -> None:
    source = "cp.RawKernel('K', 'k', ('-DN=4', '-I' + D, x))\nD = 'inc'"
    assert found(source).snippets[0].flags == ("-DN=4", "-Iinc")
    assert found("load_inline('x', '', 'K', extra_cuda_cflags=['-DM'])").snippets[0].flags == ("-DM",)


MAKE = "B = 32\nk = cp.RawKernel(S, 'k')\nmod = cp.RawModule(code=S)\nm = mod.get_function('m<float>')\n"
LAUNCHES = {
    "k((64,), (128,), (a, 5))": ("k", (64, 1, 1), (128, 1, 1), (None, 5)),
    "k((n,), (B, B), (a, np.int32(7), cp.float32(0.5)))": ("k", (None, 1, 1), (32, 32, 1), (None, 7, 0.5)),
    "k((1,), (2 * B, 4), args)": ("k", (1, 1, 1), (64, 4, 1), ()),
    "k((1,), SHAPE, (a,))": ("k", (1, 1, 1), (None, None, None), (None,)),
    "k((1,), (B,), (*a, 5))": ("k", (1, 1, 1), (32, 1, 1), ()),
    "k(grid=(1,), block=(B,), args=(3,))": ("k", (1, 1, 1), (32, 1, 1), (3,)),
    "m((1,), (8,), ())": ("m", (1, 1, 1), (8, 1, 1), ()),
    "m(a, np.int32(2), block=(16, 16, 1), grid=(4, 4))": ("m", (4, 4, 1), (16, 16, 1), (None, 2)),
    "m(a, block=(16, 1, 1))": ("m", (1, 1, 1), (16, 1, 1), (None,)),
    "mod.get_function('z')((1,), (4,), (a,))": ("z", (1, 1, 1), (4, 1, 1), (None,)),
    "cp.RawKernel(S, 'w')((1,), (4,), (a,))": ("w", (1, 1, 1), (4, 1, 1), (None,)),
}


@pytest.mark.parametrize(("call", "launch"), LAUNCHES.items())
def test_launches(call: str, launch: tuple[object, ...]) -> None:
    (snippet,) = found(f"S = 'K'\n{MAKE}def f(a, n, args):\n    {call}\n").snippets
    assert snippet.launches == (KernelLaunch(*launch),)  # type: ignore[arg-type]


def test_attributes_hold_kernels_and_a_variable_of_two_kernels_holds_none() -> None:
    made = "class A:\n  def __init__(self):\n    self.k = cp.RawKernel('K', 'k')\n"
    source = f"{made}  def f(self):\n    self.k((1,), (8,), ())"
    assert [x.block for x in found(source).snippets[0].launches] == [(8, 1, 1)]
    source = "k = cp.RawKernel('K', 'a')\nk = cp.RawKernel('K', 'b')\nk((1,), (8,), ())"
    assert found(source).snippets[0].launches == ()
