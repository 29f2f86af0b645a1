"""The GPU way without a GPU: commands, jobs, symbols, errors, and the child with a stand-in for CuPy."""

from __future__ import annotations

import ctypes
import importlib.util
import shutil
import struct
import subprocess
import sys
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import numpy
import pytest

from cudalint.analysis import analyse_file
from cudalint.analysis.settings import Settings
from cudalint.verify.child import Outcome
from cudalint.verify.gpu import launch, measure
from cudalint.verify.gpu.job import Job
from cudalint.verify.gpu.measure import measure_application, measure_kernels
from cudalint.verify.gpu.nvcc import cubin_command, translation_unit
from cudalint.verify.gpu.symbols import UnknownKernel, function_symbols, kernel_symbol
from cudalint.verify.measured import CannotMeasure
from cudalint.verify.ncu.commands import COUNTERS, import_command, profile_command
from cudalint.verify.ncu.failures import explain
from cudalint.verify.plan.arguments import Argument, Buffer
from cudalint.verify.plan.kernels import KernelPlan, Shape, plan_kernels
from tests.verify.pages import memory, section

ARGUMENTS = (
    Argument("n", struct.pack("<i", 7)),
    Argument("p", bytes(8), ((0, Buffer("float", 4, 1 << 10, 5)),)),
    Argument("s", struct.pack("<iiq", 1, 2, 0), ((8, Buffer("integer", 4, 1 << 10, 5)),)),
)
PLAN = KernelPlan("k.cu", "k", "ns::k<16, float>", (32, 8, 1), (4, 1, 1), 100, ARGUMENTS)


def silent(text: str) -> None:
    """Progress that nobody watches."""


def test_ncu_counts_only_what_repeats_and_leaves_clocks_alone() -> None:
    command = profile_command("ncu", Path("/s/r"), ["prog", "-x"], kernels=["b", "a"], launches=1)
    assert command[:3] == ["ncu", "--clock-control", "none"]
    assert command[command.index("--metrics") + 1] == ",".join(COUNTERS)
    assert command[command.index("--kernel-name") + 1] == "regex:^(a|b)$"
    assert command[command.index("--launch-count") + 1] == "1"
    assert command[-4:] == ["--export", "/s/r", "prog", "-x"]
    assert not [c for c in COUNTERS if "bank_conflicts" in c or "time" in c]
    page = import_command("ncu", Path("/s/r.ncu-rep"))
    assert page[:7] == ["ncu", "--import", "/s/r.ncu-rep", "--page", "source", "--csv", "--print-source"]


def test_nvcc_gets_line_information_and_the_users_flags() -> None:
    settings = Settings(
        arch="sm_80", include_directories=("/inc",), defines=("N=4",), undefines=("M",), standard="c++17"
    )
    command = cubin_command(
        "nvcc", Path("/s/k.cu"), Path("/s/k.cubin"), Path("/src"), settings, Path("/s/absent"), Path("/s/c")
    )
    assert command[:4] == ["nvcc", "-cubin", "-lineinfo", "-arch=sm_80"]
    assert {"-DN=4", "-UM", "-I/s/c/src", "-I/src", "-I/inc", "-std=c++17"} <= set(command)
    assert command[-3:] == ["-o", "/s/k.cubin", "/s/k.cu"]
    unit = translation_unit("int x;", "/src/k.cu", [PLAN, PLAN])
    assert unit.splitlines() == [
        '#line 1 "/src/k.cu"',
        "int x;",
        "void* cudalint_instance_0() { return (void*)&ns::k<16, float>; }",
    ]


def test_jobs_survive_the_file() -> None:
    job = Job("k", (32, 8, 1), (4, 1, 1), 100, ARGUMENTS, "/s/k.cubin")
    assert Job.from_json(job.to_json()) == job


SYMBOLS = [
    "plain",
    "_Z1kPf",
    "_ZL5localPf",
    "_ZN42_GLOBAL__N__c_ab7unnamedEPf",
    "_ZN2ns1kILi16EfEEvPT0_",
    "_ZN2ns1kILi16EdEEvPT0_",
    "_Z6kernelPf",
    "_Z3sumILj256ELb1E4CellEvPT1_",
    "_Z3sumILj256ELb0E4CellEvPT1_",
]


@pytest.mark.parametrize(
    ("expression", "symbol"),
    [
        ("plain", "plain"),
        ("k", "_Z1kPf"),
        ("local", "_ZL5localPf"),
        ("unnamed", "_ZN42_GLOBAL__N__c_ab7unnamedEPf"),
        ("ns::k<16, float>", "_ZN2ns1kILi16EfEEvPT0_"),
        ("ns::k<16, double>", "_ZN2ns1kILi16EdEEvPT0_"),
        ("sum<256, true, Cell>", "_Z3sumILj256ELb1E4CellEvPT1_"),
        ("sum<256, false, Cell>", "_Z3sumILj256ELb0E4CellEvPT1_"),
    ],
)
def test_symbols_of_kernels(expression: str, symbol: str) -> None:
    assert kernel_symbol(expression, SYMBOLS) == symbol


@pytest.mark.parametrize("expression", ["nothing", "ns::k<16, My>"])
def test_symbols_that_cannot_be_told(expression: str) -> None:
    with pytest.raises(UnknownKernel, match=r"no kernel|2 kernels"):
        kernel_symbol(expression, SYMBOLS)


@pytest.mark.skipif(shutil.which("nvcc") is None, reason="needs nvcc")
def test_what_nvcc_compiles_has_the_planned_kernels(tmp_path: Path) -> None:
    source = Path(__file__).parents[2] / "fixtures" / "verify" / "transposes.cu"
    plans, failures = plan_kernels(str(source), Settings(), Shape(), None)
    assert not failures
    copy, cubin = tmp_path / "t.cu", tmp_path / "t.cubin"
    copy.write_text(translation_unit(source.read_text(), str(source), plans))
    subprocess.run(cubin_command("nvcc", copy, cubin, source.parent, Settings(), tmp_path, tmp_path), check=True)
    symbols = function_symbols(cubin.read_bytes())
    chosen = [kernel_symbol(p.expression, symbols) for p in plans]
    assert len(set(chosen)) == len(plans) == 4


def test_only_elf_has_symbols() -> None:
    assert function_symbols(b"not a cubin") == []


@pytest.mark.parametrize(
    ("outcome", "line"),
    [
        (Outcome(1, "==ERROR== ERR_NVGPUCTRPERM - The user does not have permission", ""), "no permission"),
        (Outcome(0, "==WARNING== No kernels were profiled.", ""), "none of the kernels"),
        (Outcome(-9, "", "", timed_out=True), "hung"),
        (Outcome(1, "", "cudalint: no CuPy: pip install"), "no CuPy: pip install"),
        (Outcome(1, "", "no CUDA-capable device is detected"), "no GPU"),
        (Outcome(1, "==ERROR== Something else\n", ""), "ncu: Something else"),
        (Outcome(3, "", ""), "exit code 3"),
    ],
)
def test_failures_are_one_line(outcome: Outcome, line: str) -> None:
    explained = explain(outcome)
    assert line in explained
    assert "\n" not in explained


class Failed(Exception):
    """An error of the stand-in's runtime."""


def stand_in(calls: list[Any], *, devices: bool = True) -> Any:
    """As much of CuPy as the child uses, on numpy."""

    def count() -> int:
        if not devices:
            raise Failed("cudaErrorNoDevice: no CUDA-capable device is detected")
        return 1

    def launch_kernel(function: int, *rest: int) -> None:
        pointers = ctypes.cast(rest[8], ctypes.POINTER(ctypes.c_void_p))
        images = [ctypes.string_at(pointers[i], len(a.image)) for i, a in enumerate(ARGUMENTS)]
        calls.append((function, rest[:7], images))

    class Array(numpy.ndarray):  # type: ignore[type-arg]
        @property
        def data(self) -> Any:
            return SimpleNamespace(ptr=self.ctypes.data)

        def astype(self, dtype: Any, **_: Any) -> Any:
            return numpy.asarray(self).astype(dtype).view(Array)

    class Module:
        def __init__(self, **given: Any) -> None:
            calls.append(given)

        def get_function(self, name: str) -> Any:
            return SimpleNamespace(kernel=SimpleNamespace(ptr=77), name=name, shared_size_bytes=1024)

    generator = numpy.random.default_rng(7)
    random = SimpleNamespace(random=lambda n, dtype: generator.random(n, dtype).view(Array))
    cuda = SimpleNamespace(
        runtime=SimpleNamespace(getDeviceCount=count, CUDARuntimeError=Failed, deviceSynchronize=lambda: None),
        memory=SimpleNamespace(OutOfMemoryError=MemoryError),
        get_current_stream=lambda: SimpleNamespace(ptr=0),
        driver=SimpleNamespace(launchKernel=launch_kernel),
    )
    return SimpleNamespace(
        cuda=cuda,
        RawModule=Module,
        random=SimpleNamespace(default_rng=lambda _: random),
        arange=lambda n, dtype: numpy.arange(n, dtype=dtype).view(Array),
        full=lambda n, v, dtype: numpy.full(n, v, dtype).view(Array),
        zeros=lambda n, dtype: numpy.zeros(n, dtype).view(Array),
    )


@pytest.fixture
def job_file(tmp_path: Path) -> Path:
    file = tmp_path / "job.json"
    file.write_text(Job("k", (32, 8, 1), (4, 1, 1), 100, ARGUMENTS, "/s/k.cubin").to_json())
    return file


def test_the_child_passes_every_parameter_as_its_bytes(job_file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    calls: list[Any] = []
    monkeypatch.setitem(sys.modules, "cupy", stand_in(calls))
    assert launch.main([str(job_file)]) == 0
    loaded, (function, shape, images) = calls
    assert loaded == {"path": "/s/k.cubin"}
    assert (function, shape) == (77, (4, 1, 1, 32, 8, 1, 100))
    assert images[0] == struct.pack("<i", 7)
    assert images[1] != bytes(8)
    assert images[2][:8] == struct.pack("<ii", 1, 2)
    assert images[2][8:] != bytes(8)


def test_the_child_says_in_one_line_what_is_missing(
    job_file: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setitem(sys.modules, "cupy", stand_in([], devices=False))
    assert launch.main([str(job_file)]) == 1
    assert capsys.readouterr().err.startswith("cudalint: no GPU: cudaErrorNoDevice")
    monkeypatch.setitem(sys.modules, "cupy", None)
    assert launch.main([str(job_file)]) == 1
    assert capsys.readouterr().err == "cudalint: no CuPy: pip install 'cudalint[verify]'\n"


SOURCE = "__global__ void k(float* o) { o[threadIdx.x] = 1; }\nvoid f(float* o) { k<<<1, 32>>>(o); }\n"


@pytest.fixture
def machine(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder on the PATH with nothing in it yet, and a CuPy that seems to be there."""
    folder = tmp_path / "bin"
    folder.mkdir()
    monkeypatch.setenv("PATH", f"{folder}:/bin:/usr/bin")
    for name in ("CUDA_HOME", "CUDA_PATH"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setattr(importlib.util, "find_spec", lambda name, *_: object())
    return folder


def fake_ncu(folder: Path, script: str) -> None:
    ncu = folder / "ncu"
    ncu.write_text(f"#!/bin/sh\n{script}\n")
    ncu.chmod(0o755)


def fake_nvcc(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    nvcc = folder / "nvcc"
    nvcc.write_text('#!/bin/sh\nwhile [ "$1" != -o ]; do shift; done; echo > "$2"\n')
    nvcc.chmod(0o755)
    monkeypatch.setattr(measure, "function_symbols", lambda _: ["_Z1kPf"])


EXPORT = 'while [ "$1" != --export ]; do [ "$1" = --import ] && { cat PAGE; exit 0; }; shift; done; echo r > "$2"'


def test_kernels_are_compiled_run_and_read(machine: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    source = tmp_path / "k.cu"
    source.write_text(SOURCE)
    page = tmp_path / "page.csv"
    page.write_text(section(str(source), "k(float *)", {1: [memory(0x10, "STG.E [R2.64], R4", 1, 4, 4)]}))
    fake_ncu(machine, EXPORT.replace("PAGE", str(page)))
    fake_nvcc(machine, monkeypatch)
    monkeypatch.setenv("PATH", f"{machine}:/bin")
    profile = measure_kernels([analyse_file(str(source))], None, Settings(jobs=1), Shape(), 20, silent)
    assert profile.failures == ()
    assert [(r.at[1], r.kind, r.cost) for r in profile.rows] == [(1, "store", 4)]


def test_counters_that_are_refused_end_the_run(machine: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    source = tmp_path / "k.cu"
    source.write_text(SOURCE)
    fake_nvcc(machine, monkeypatch)
    fake_ncu(machine, "echo '==ERROR== ERR_NVGPUCTRPERM - no permission' >&2; exit 1")
    with pytest.raises(CannotMeasure, match="ERR_NVGPUCTRPERM"):
        measure_kernels([analyse_file(str(source))], None, Settings(jobs=1), Shape(), 20, silent)


def test_programs_of_the_user(machine: Path, tmp_path: Path) -> None:
    with pytest.raises(CannotMeasure, match="no ncu"):
        measure_application(["true"], ["k"], 20, silent)
    page = tmp_path / "page.csv"
    page.write_text(section("k.cu", "k(float *)", {1: [memory(0x10, "STG.E [R2.64], R4", 1, 4, 4)]}))
    fake_ncu(machine, EXPORT.replace("PAGE", str(page)))
    assert len(measure_application(["true"], ["k"], 20, silent).rows) == 1
    with pytest.raises(CannotMeasure, match="no program"):
        measure_application(["/nowhere/program"], ["k"], 20, silent)
    fake_ncu(machine, "sleep 60")
    with pytest.raises(CannotMeasure, match="hung"):
        measure_application(["true"], ["k"], 0.5, silent)


def test_without_cupy(machine: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    fake_ncu(machine, "exit 0")
    monkeypatch.setattr(importlib.util, "find_spec", lambda name, *_: None)
    with pytest.raises(CannotMeasure, match="no CuPy"):
        measure_kernels([], None, Settings(), Shape(), 20, silent)
