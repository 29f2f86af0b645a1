"""Compiling without nvcc: with the real NVRTC where CuPy is installed, which needs no GPU, and with a stand-in."""

from __future__ import annotations

from pathlib import Path

import pytest

from cudalint.analysis import analyse_file
from cudalint.analysis.settings import Settings
from cudalint.verify.gpu.host_headers import host_header
from cudalint.verify.gpu.measure import compiled_file
from cudalint.verify.gpu.nvrtc import compiled, nvrtc_command
from cudalint.verify.gpu.symbols import kernel_symbol
from cudalint.verify.measured import CannotMeasure
from cudalint.verify.plan.kernels import Shape, plan_kernels

SEEDS = Path(__file__).parents[2] / "fixtures" / "verify"
SETTINGS = Settings(jobs=1)


def _has_nvrtc() -> bool:
    try:
        from cupy.cuda import nvrtc

        nvrtc.getVersion()
    except (ImportError, RuntimeError):
        return False
    return True


needs_nvrtc = pytest.mark.skipif(not _has_nvrtc(), reason="needs CuPy and NVRTC")


def symbols(path: Path, scratch: Path) -> list[str]:
    plans, failures = plan_kernels(str(path), SETTINGS, Shape(), None)
    assert not failures
    made = compiled_file(str(path), plans, SETTINGS, scratch, analyse_file(str(path), SETTINGS).included)
    assert not made.without
    line_table = made.cubin.read_bytes()
    assert str(path.parent).encode() in line_table
    assert path.name.encode() in line_table
    return [kernel_symbol(plan.expression, made.symbols) for plan in plans]


@pytest.fixture
def without_nvcc(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setattr("cudalint.verify.gpu.measure._nvcc", lambda: None)
    scratch = tmp_path / "scratch"
    scratch.mkdir()
    return scratch


@needs_nvrtc
@pytest.mark.parametrize("seed", sorted(SEEDS.glob("*.cu")), ids=lambda p: p.stem)
def test_seeds_compile_with_their_host_code(without_nvcc: Path, seed: Path) -> None:
    assert symbols(seed, without_nvcc)


PROGRAM = """\
#include <cstdio>
#include <cstdlib>
#include <cstdint>
#include <cmath>
#include <algorithm>
#include <limits>
#include <limits.h>
#include <cfloat>
#include <cstddef>
#include <type_traits>
#include <utility>
#include <tuple>
#include <array>
#include <functional>
#include <complex>
#include <vector>
#include <iostream>
#include <stdexcept>
#include <algorithm>
#include <cstdint>
#include <vector>
#include "of_the_project.h"
#include "missing.h"
using namespace std;
struct Failed : std::runtime_error { Failed(const std::string& s) : std::runtime_error(s) { std::cerr << s; } };
std::vector<std::string> kept;
static int helper(int i) { return max(i, 2); }
std::vector<int> all_numbers(FILE* file) { std::vector<int> found; fread(&found, 1, 1, file); return found; }
namespace inner {
template <int W, class T> __global__ void wide(T* a, uint32_t n) {
    if (threadIdx.x < n) a[threadIdx.x * W] = M_PI * OF_THE_PROJECT + helper(n) + std::min(n, 7u) + sqrt(2.0f)
        + std::pow(2.0f, 3.0f) + std::numeric_limits<float>::max() + FLT_MAX + INT_MAX + std::is_same<T, float>::value;
}
}
__global__ void plain(float* a) { a[threadIdx.x] = 1; printf("%d", threadIdx.x); }
int main(int argc, char** argv) {
    std::cout << argc << std::endl;
    float* a;
    cudaMalloc(&a, 4096);
    inner::wide<2, float><<<1, 32>>>(a, 5u);
    plain<<<1, 32>>>(a);
    return 0;
}
"""


@needs_nvrtc
def test_host_code_and_headers_of_the_host_are_left_out(without_nvcc: Path, tmp_path: Path) -> None:
    (tmp_path / "of_the_project.h").write_text("#define OF_THE_PROJECT 2\ninline int more() { return rand(); }\n")
    path = tmp_path / "p.cu"
    path.write_text(PROGRAM)
    assert symbols(path, without_nvcc) == ["_ZN5inner4wideILi2EfEEvPT0_j", "_Z5plainPf"]


@needs_nvrtc
def test_what_does_not_compile_is_said(without_nvcc: Path, tmp_path: Path) -> None:
    path = tmp_path / "p.cu"
    path.write_text("__global__ void k(float* a) { a[0] = nothing_of_that_name; }\nvoid f() { k<<<1, 1>>>(0); }\n")
    plans, _ = plan_kernels(str(path), SETTINGS, Shape(), None)
    with pytest.raises(CannotMeasure, match=r'NVRTC: .*p\.cu\(1\): error: identifier "nothing_of_that_name"'):
        compiled_file(str(path), plans, SETTINGS, without_nvcc)


class NVRTCError(Exception):
    pass


class StandIn:
    """As much of NVRTC as there is to a file that includes two headers, one of which never turns up."""

    NVRTCError = NVRTCError

    def __init__(self) -> None:
        self.said = ""
        self.named: list[str] = []

    def createProgram(self, code: str, name: str, headers: tuple[bytes, ...], names: tuple[bytes, ...]) -> list[str]:
        return [name.decode() for name in names]

    def addNameExpression(self, program: list[str], expression: str) -> None:
        self.named.append(expression)

    def compileProgram(self, program: list[str], options: tuple[str, ...]) -> None:
        for name in ("cstdio", "mine.h"):
            if name not in program:
                self.said = f'/s/k.cu(1): catastrophic error: cannot open source file "{name}"\n'
                raise NVRTCError("NVRTC_ERROR_COMPILATION (6)")
        if "-bad" in options:
            self.said = "/s/k.cu(2): error: no\n"
            raise NVRTCError("NVRTC_ERROR_COMPILATION (6)")

    def getCUBIN(self, program: list[str]) -> bytes:
        return b"\x7fELF"

    def getProgramLog(self, program: list[str]) -> str:
        return self.said

    def destroyProgram(self, program: list[str]) -> None:
        return None


def test_missing_headers_are_made_up_one_by_one() -> None:
    nvrtc = StandIn()
    assert compiled(nvrtc, "", ["k<2>"], ["-x"], []) == (b"\x7fELF", "")
    assert nvrtc.named == ["k<2>"] * 3
    assert compiled(nvrtc, "", [], ["-bad"], []) == (None, "/s/k.cu(2): error: no\n")


def test_headers_in_place_of_those_of_the_host(tmp_path: Path) -> None:
    (tmp_path / "cuda" / "std").mkdir(parents=True)
    (tmp_path / "cuda" / "std" / "limits").touch()
    assert host_header("stdint.h", []) == host_header("cstdint", [])
    assert "typedef unsigned int uint32_t;" in host_header("stdint.h", [])
    assert "M_PI" in host_header("math.h", [])
    assert "INT_MAX" in host_header("limits.h", [tmp_path])
    assert host_header("limits.h", []) == host_header("climits", [])
    assert "using cuda::std::numeric_limits;" in host_header("limits", [tmp_path])
    assert host_header("limits", []) == ""
    assert "struct vector" in host_header("vector", [])
    assert host_header("string", []) == host_header("sstream", [])
    for nothing in ("stdlib.h", "cstdlib", "boost/any.hpp", "other", "thread"):
        assert host_header(nothing, [tmp_path]) == ""


def test_the_command() -> None:
    settings = Settings(arch="sm_80", defines=("N=4",), standard="c++14")
    folders = (Path("/src"), settings, Path("/s/no"), Path("/s/c"))
    command = nvrtc_command(Path("/s/k.cu"), Path("/s/k.cubin"), ["k", "j", "k"], *folders)
    assert command[1:8] == ["-m", "cudalint.verify.gpu.nvrtc", "/s/k.cu", "/s/k.cubin", "k", "j", "--"]
    assert {"-arch=sm_80", "-lineinfo", "-DN=4", "-std=c++14", "-I/s/c/src", "-I/src", "-I/s/no"} <= set(command[8:])
