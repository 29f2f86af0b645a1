"""Command lines as compile databases hold them: nvcc of CUDA 9 to 13, nvcc through CMake, clang."""

from __future__ import annotations

import json
import shlex
from pathlib import Path

import pytest

from cudalint.front.compile_commands import read_compile_commands, translate
from cudalint.front.options import ParseOptions

LINES = {
    "CUDA 9, a Makefile": (
        "-ccbin g++ -I../../common/inc -m64 -gencode arch=compute_30,code=sm_30 -gencode arch=compute_70,code=sm_70 "
        "-gencode arch=compute_70,code=compute_70 --std=c++11 -maxrregcount 32 -DSIZE=4 -o a.o -c a.cu",
        ParseOptions("sm_70", ("/common/inc",), ("SIZE=4",), standard="c++11"),
    ),
    "CUDA 10, CMake 3.14": (
        "-Da_EXPORTS -I/p/include -isystem=/opt/lib/include --generate-code=arch=compute_75,code=sm_75 -O3 -DNDEBUG "
        '-Xcompiler=-fPIC -Xcompiler="-Wall,-DHOST" -std=c++14 -x cu -dc /p/a.cu -o a.o && nvcc -DNEXT',
        ParseOptions(
            "sm_75", ("/p/include", "/opt/lib/include"), ("a_EXPORTS", "NDEBUG", "HOST", "NEXT"), standard="c++14"
        ),
    ),
    "CUDA 12, CMake 3.28": (
        '-forward-unknown-to-host-compiler -DA="x y" --options-file CMakeFiles/none.rsp -std=c++17 -arch=sm_89 '
        '"--generate-code=arch=compute_80,code=[compute_80,sm_80]" -isystem /opt/inc '
        "-rdc=true -MD -MT a.o -MF -Ddep.d -x cu",
        ParseOptions("sm_89", ("/opt/inc",), ("A=x y",), standard="c++17"),
    ),
    "CUDA 13, all architectures": (
        "-arch=all-major -std c++20 --define-macro N=2 --include-path=inc -U X --expt-relaxed-constexpr a.cu",
        ParseOptions("", ("/p/build/inc",), ("N=2",), ("X",), "c++20"),
    ),
    "the architecture of the machine": ("-arch=native a.cu", ParseOptions("")),
    "a virtual and a real architecture": (
        "-arch compute_90a -code sm_90a,compute_90a a.cu",
        ParseOptions("sm_90"),
    ),
    "clang": (
        "-xcuda --offload-arch=sm_80 --cuda-gpu-arch=sm_86 --cuda-path=/usr/local/cuda -Xclang -DNOT -iquote q "
        "-Iz a.cu",
        ParseOptions("sm_86", ("/p/build/q", "/p/build/z")),
    ),
    "through a launcher": ("nvcc -DN=1 -c a.cu", ParseOptions("", (), ("N=1",))),
}


@pytest.mark.parametrize(("line", "options"), LINES.values(), ids=LINES.keys())
def test_command_lines(line: str, options: ParseOptions) -> None:
    assert translate(shlex.split(line), "/p/build") == options


def test_both_forms_of_an_entry_and_the_first_of_two(tmp_path: Path) -> None:
    entries = [
        {"directory": str(tmp_path), "file": "a.cu", "command": 'nvcc "-DTEXT=a b" -c a.cu'},
        {"directory": str(tmp_path), "file": str(tmp_path / "a.cu"), "command": "nvcc -DSECOND -c a.cu"},
        {"directory": str(tmp_path), "file": "b.cu", "arguments": ["ccache", "nvcc", "-DLIST", "-c", "b.cu"]},
    ]
    (tmp_path / "compile_commands.json").write_text(json.dumps(entries))
    commands = read_compile_commands(str(tmp_path))
    assert commands.options_for(str(tmp_path / "a.cu"), ParseOptions()).defines == ("TEXT=a b",)
    assert commands.options_for(str(tmp_path / "b.cu"), ParseOptions()).defines == ("LIST",)


def test_response_files_of_both_compilers(tmp_path: Path) -> None:
    (tmp_path / "flags.rsp").write_text("-DINSIDE -I inc\n")
    for flag in ("@flags.rsp", "--options-file=flags.rsp", "-optf flags.rsp"):
        options = translate(shlex.split(flag), str(tmp_path))
        assert (options.defines, options.include_directories) == (("INSIDE",), (str(tmp_path / "inc"),))
    (tmp_path / "loop.rsp").write_text("@loop.rsp -DLOOP\n")
    assert set(translate(["@loop.rsp"], str(tmp_path)).defines) == {"LOOP"}


def test_nothing_that_a_database_names_is_run(tmp_path: Path) -> None:
    program = tmp_path / "nvcc"
    program.write_text(f"#!/bin/sh\ntouch {tmp_path}/hacked\n")
    program.chmod(0o755)
    entry = {"directory": str(tmp_path), "file": "a.cu", "command": f"{program} -D`touch hacked` -c a.cu"}
    (tmp_path / "compile_commands.json").write_text(json.dumps([entry]))
    read_compile_commands(str(tmp_path))
    assert not (tmp_path / "hacked").exists()
