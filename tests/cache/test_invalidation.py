"""An answer holds as long as all that it was read from is the same, and no longer."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from cudalint.cache import answers
from tests.cache.support import Runs, write

KERNEL = '#include "pitch.cuh"\n__global__ void k(float* a) { a[PITCH * threadIdx.x] = 1; }\n'
LAUNCH = "\nvoid run(float* a) { k<<<4, 64>>>(a); }\n"


@pytest.fixture
def file(project: Path) -> Path:
    write(project, {"a.cu": KERNEL + LAUNCH, "pitch.cuh": "#define PITCH 8\n"})
    return project / "a.cu"


def test_the_second_run_only_looks_up(runs: Runs, file: Path) -> None:
    first = runs(file)
    assert runs.worked == ["a.cu"]
    assert first[0].accesses[0].cost == 32
    assert runs(file) == first
    assert runs.worked == []


@pytest.mark.parametrize("argument", ["true", "2 > 1", "'c'", "1.5f", "1u << 31", "nullptr"])
def test_whatever_a_launch_passes_is_kept(runs: Runs, project: Path, argument: str) -> None:
    kernel = "__global__ void k(float* a, float b) { a[8 * threadIdx.x] = b; }\n"
    if argument == "nullptr":
        kernel = kernel.replace("float b", "const float* b").replace("= b", "= b[0]")
    write(project, {"a.cu": f"{kernel}void run(float* a) {{ k<<<4, 64>>>(a, {argument}); }}\n"})
    first = runs(project / "a.cu")
    assert runs(project / "a.cu") == first
    assert runs.worked == []


def test_the_text(runs: Runs, file: Path) -> None:
    runs(file)
    write(file.parent, {"a.cu": (KERNEL + LAUNCH).replace("[PITCH", "[2 *")})
    assert runs(file)[0].accesses[0].cost == 8
    assert runs.worked == ["a.cu"]


def test_a_header(runs: Runs, file: Path) -> None:
    runs(file)
    write(file.parent, {"pitch.cuh": "#define PITCH 2\n"})
    assert runs(file)[0].accesses[0].cost == 8


def test_a_header_of_a_header(runs: Runs, file: Path) -> None:
    write(file.parent, {"pitch.cuh": '#include "deep/pitch.h"\n', "deep/pitch.h": "#define PITCH 8\n"})
    runs(file)
    write(file.parent, {"deep/pitch.h": "#define PITCH 4\n"})
    assert runs(file)[0].accesses[0].cost == 16


def test_a_new_header_that_is_found_first(runs: Runs, project: Path) -> None:
    write(project, {"src/a.cu": KERNEL + LAUNCH, "include/pitch.cuh": "#define PITCH 8\n"})
    assert runs(project / "src/a.cu", include_directories=(str(project / "include"),))[0].accesses[0].cost == 32
    write(project, {"src/pitch.cuh": "#define PITCH 2\n"})
    assert runs(project / "src/a.cu", include_directories=(str(project / "include"),))[0].accesses[0].cost == 8


def test_a_header_that_was_missing(runs: Runs, project: Path) -> None:
    write(project, {"a.cu": KERNEL + LAUNCH})
    before = runs(project / "a.cu")
    assert runs(project / "a.cu") == before
    assert runs.worked == []
    write(project, {"elsewhere/pitch.cuh": "#define PITCH 2\n"})
    assert runs(project / "a.cu")[0].accesses[0].cost == 8


def test_a_header_that_is_nearer(runs: Runs, project: Path) -> None:
    write(project, {"one/src/a.cu": KERNEL + LAUNCH, "two/inc/pitch.cuh": "#define PITCH 8\n"})
    assert runs(project / "one/src/a.cu")[0].accesses[0].cost == 32
    write(project, {"one/inc/pitch.cuh": "#define PITCH 2\n"})
    assert runs(project / "one/src/a.cu")[0].accesses[0].cost == 8


def test_a_header_that_is_asked_for(runs: Runs, project: Path) -> None:
    asking = '#if __has_include("special.h")\n#define PITCH 2\n#else\n#define PITCH 8\n#endif\n'
    write(project, {"a.cu": asking + KERNEL.partition("\n")[2] + LAUNCH})
    assert runs(project / "a.cu")[0].accesses[0].cost == 32
    write(project, {"special.h": ""})
    assert runs(project / "a.cu")[0].accesses[0].cost == 8


def test_a_link_that_leads_elsewhere(runs: Runs, file: Path) -> None:
    header = file.parent / "pitch.cuh"
    write(file.parent, {"eight.h": "#define PITCH 8\n", "two.h": "#define PITCH 2\n"})
    header.unlink()
    header.symlink_to("eight.h")
    assert runs(file)[0].accesses[0].cost == 32
    header.unlink()
    header.symlink_to("two.h")
    assert runs(file)[0].accesses[0].cost == 8


@pytest.mark.parametrize(
    "change",
    [{"defines": ("PITCH=2",)}, {"arch": "sm_80"}, {"blocks": ((None, (32, 1, 1)),)}, {"every_formula": False}],
)
def test_settings(runs: Runs, file: Path, change: dict[str, object]) -> None:
    runs(file)
    runs(file, **change)
    assert runs.worked == ["a.cu"]


def test_what_does_not_change_an_answer(runs: Runs, file: Path) -> None:
    runs(file)
    runs(file, jobs=2, seconds=7.0, memory=1000)
    assert runs.worked == []


def test_this_program(runs: Runs, file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    runs(file)
    monkeypatch.setattr(answers, "fingerprint", lambda _: b"another version")
    runs(file)
    assert runs.worked == ["a.cu"]


def test_launches_in_other_files(runs: Runs, project: Path) -> None:
    declared = "__global__ void k(float* a);" + LAUNCH
    write(project, {"k.cu": KERNEL, "pitch.cuh": "#define PITCH 8\n", "main.cu": declared})
    paths = project / "k.cu", project / "main.cu"
    assert runs(*paths)[0].accesses[0].block == (64, 1, 1)
    assert sorted(runs.worked) == ["k.cu", "k.cu", "main.cu"]
    assert runs(*paths)[0].accesses[0].block == (64, 1, 1)
    assert runs.worked == []
    write(project, {"main.cu": declared.replace("64", "128")})
    assert runs(*paths)[0].accesses[0].block == (128, 1, 1)
    assert sorted(runs.worked) == ["k.cu", "main.cu"]


def test_device_functions_in_other_files(runs: Runs, project: Path) -> None:
    kernel = "__device__ int at(int i);\n__global__ void k(float* a) { a[at(threadIdx.x)] = 1; }" + LAUNCH
    write(project, {"k.cu": kernel, "at.cu": "__device__ int at(int i) { return 8 * i; }\n"})
    paths = project / "k.cu", project / "at.cu"
    assert runs(*paths)[0].accesses[0].cost == 32
    runs(*paths)
    assert runs.worked == []
    write(project, {"at.cu": "__device__ int at(int i) { return 2 * i; }\n"})
    assert runs(*paths)[0].accesses[0].cost == 8


def test_the_file_that_includes_a_fragment(runs: Runs, project: Path) -> None:
    host = 'struct Pitch {{ static const int of = {}; }};\n#include "part.cu"\n'
    part = "__global__ void k(float* a) { a[Pitch::of * threadIdx.x] = 1; }" + LAUNCH
    write(project, {"part.cu": part, "host.cu": host.format(8)})
    assert runs(project / "part.cu")[0].accesses[0].cost == 32
    runs(project / "part.cu")
    assert runs.worked == []
    write(project, {"host.cu": host.format(2)})
    assert runs(project / "part.cu")[0].accesses[0].cost == 8


NAMED = KERNEL.replace('#include "pitch.cuh"', "#include NAME")
QUOTED = '#define NAME "sub/pitch.cuh"\n'
PITCHES = {"sub/pitch.cuh": '#include "inner.cuh"\n', "sub/inner.cuh": "#define PITCH 8\n"}


def test_an_include_under_a_macro_s_name(runs: Runs, project: Path) -> None:
    write(project, {"a.cu": QUOTED + NAMED + LAUNCH, **PITCHES})
    assert runs(project / "a.cu")[0].accesses[0].cost == 32
    runs(project / "a.cu")
    assert runs.worked == []
    write(project, {"sub/inner.cuh": "#define PITCH 2\n"})
    assert runs(project / "a.cu")[0].accesses[0].cost == 8


def test_a_file_that_is_found_first_under_a_macro_s_name(runs: Runs, project: Path) -> None:
    header = {"inc/k.cuh": NAMED, **PITCHES}
    write(project, {"a.cu": QUOTED + '#include "inc/k.cuh"\n' + LAUNCH, **header})
    runs(project / "a.cu", include_directories=(str(project),))
    assert runs(project / "a.cu", include_directories=(str(project),))[0].accesses[0].cost == 32
    assert runs.worked == []
    write(project, {"inc/sub/pitch.cuh": "#define PITCH 2\n"})
    assert runs(project / "a.cu", include_directories=(str(project),))[0].accesses[0].cost == 8


@pytest.mark.parametrize(
    "directives",
    [
        "#define TEXT(x) #x\n#include TEXT(pitch.cuh)",
        '#define OTHER "pitch.cuh"\n#define NAME OTHER\n#include NAME',
        '#ifndef NAME\n#define NAME "pitch.cuh"\n#endif\n#include NAME',
    ],
)
def test_an_include_whose_name_is_not_written_is_not_kept(runs: Runs, project: Path, directives: str) -> None:
    text = KERNEL.replace('#include "pitch.cuh"', directives)
    write(project, {"a.cu": text + LAUNCH, "pitch.cuh": "#define PITCH 8\n"})
    runs(project / "a.cu", defines=('NAME="pitch.cuh"',))
    runs(project / "a.cu", defines=('NAME="pitch.cuh"',))
    assert runs.worked == ["a.cu"]


def test_a_file_that_is_changed_while_it_is_read_is_not_kept(runs: Runs, file: Path) -> None:
    os.utime(file.parent / "pitch.cuh", (2**33, 2**33))
    runs(file)
    runs(file)
    assert runs.worked == ["a.cu"]


def test_errors_are_not_kept(runs: Runs, project: Path) -> None:
    write(project, {"a.cu": "\0"})
    assert runs(project / "a.cu")[0].errors
    assert runs(project / "a.cu")[0].errors
    assert runs.worked == ["a.cu"]


def test_findings_alone_come_from_the_same_entry(runs: Runs, file: Path) -> None:
    (whole,) = runs(file, threshold=1.5)
    (short,) = runs(file, threshold=1.5, findings_only=True)
    assert runs.worked == []
    assert short.accesses == ()
    assert whole.accesses
    assert short.spoken == whole.spoken
    assert [s.finding.code for s in short.spoken or ()] == ["G101"]


CALLER = "void launch(float* a, int n);\nint main() { launch(0, %d); }\n"


def test_a_file_that_calls_what_launches(runs: Runs, project: Path) -> None:
    launcher = "__global__ void k(float* a, int n) { a[n * threadIdx.x] = 1; }\n"
    write(project, {"a.cu": launcher + "void launch(float* a, int n) { k<<<4, 64>>>(a, n); }\n"})
    assert runs(project / "a.cu")[0].accesses[0].status == "estimate"
    for pitch, cost in ((2, 8), (4, 16)):
        write(project, {"main.cpp": CALLER % pitch})
        assert runs(project / "a.cu")[0].accesses[0].cost == cost
    assert runs(project / "a.cu")[0].accesses[0].cost == 16
    assert runs.worked == []
    (project / "main.cpp").unlink()
    assert runs(project / "a.cu")[0].accesses[0].status == "estimate"


def test_a_makefile_that_says_how_the_program_is_run(runs: Runs, project: Path) -> None:
    main = "int main(int argc, char** argv) { k<<<4, 64>>>(0, atoi(argv[1])); }\n"
    write(project, {"a.cu": "__global__ void k(float* a, int n) { a[n * threadIdx.x] = 1; }\n" + main})
    for text, cost in (("run:\n\t./a 2\n", 8), ("run:\n\t./a 4\n", 16)):
        assert runs(project / "a.cu")[0].accesses[0].cost == (32 if cost == 8 else 8)
        write(project, {"Makefile": text})
        assert runs(project / "a.cu")[0].accesses[0].cost == cost
    assert runs(project / "a.cu")[0].accesses[0].cost == 16
    assert runs.worked == []
