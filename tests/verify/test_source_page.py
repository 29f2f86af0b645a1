from __future__ import annotations

from pathlib import Path

import pytest

from cudalint.verify.measured import CannotMeasure
from cudalint.verify.ncu.report_file import read_report
from cudalint.verify.ncu.source_page import read
from tests.verify.pages import instruction, memory, section

TILE = {
    14: [instruction(0x7F00, "S2R R0, SR_TID.X", 64)],
    18: [
        memory(0x7F10, "LDG.E.CONSTANT R4, [R2.64]", 64, 256, 256),
        memory(0x7F20, "@!P0 STS [R5], R4", 64, 64, 64),
    ],
    22: [
        memory(0x7F30, "LDS R4, [R5]", 64, 2048, 64),
        memory(0x7F40, "STG.E.64 [R2.64], R4", 64, 512, 512, 64),
    ],
}


@pytest.mark.parametrize("internal_names", [False, True])
def test_instructions_are_counted_under_their_lines(internal_names: bool) -> None:
    text = section("/src/a.cu", "transpose(float *, int)", TILE, internal_names=internal_names)
    profile = read(text, "a.csv")
    assert [(r.at, r.space, r.kind, r.width, r.executions, r.cost, r.ideal) for r in profile.rows] == [
        (("/src/a.cu", 18), "global", "load", 4, 64, 256, 256),
        (("/src/a.cu", 18), "shared", "store", 4, 64, 64, 64),
        (("/src/a.cu", 22), "global", "store", 8, 64, 512, 512),
        (("/src/a.cu", 22), "shared", "load", 4, 64, 2048, 64),
    ]
    assert {r.threads for r in profile.rows} == {2048}
    assert [launch.kernel for launch in profile.launches] == ["transpose(float *, int)"]


def test_progress_lines_before_the_page_are_passed_over() -> None:
    text = "==PROF== Connected to process 7\n" + section("a.cu", "k", TILE)
    assert len(read(text, "a.csv").rows) == 4


def test_an_inlined_instruction_counts_once_and_names_its_calls() -> None:
    load = memory(0x100, "LDG.E R2, [R2.64]", 10, 40, 40)
    text = section("a.cu", "k", {5: [load], 30: [load]}) + section("helper.cuh", "k", {7: [load]})
    (row,) = read(text, "a.csv").rows
    assert (row.at, row.executions, row.cost) == (("a.cu", 5), 10, 40)
    assert row.via == (("a.cu", 30), ("helper.cuh", 7))


def test_a_kernel_profiled_twice_is_summed() -> None:
    once = section("a.cu", "k", {5: [memory(0x100, "LDG.E R2, [R2.64]", 10, 40, 40)]})
    (row,) = read(once + once, "a.csv").rows
    assert (row.executions, row.cost) == (20, 80)


@pytest.mark.parametrize(
    ("text", "effects"),
    [
        ("ATOMS.POPC.INC.32 RZ, [R0]", {("shared", "atomic")}),
        ("RED.E.ADD.STRONG.GPU [R2.64], R5", {("global", "atomic")}),
        ("LDSM.16.M88.4 R4, [R0]", {("shared", "load")}),
        ("LDGSTS.E.BYPASS.128 [R1], [R2.64]", {("global", "load"), ("shared", "store")}),
        ("@P1 LD.E R2, [R2.64]", {("global", "load")}),
        ("LDL R0, [R1]", set()),
        ("LDC R0, c[0x0][0x8]", set()),
    ],
)
def test_effects_of_opcodes(text: str, effects: set[tuple[str, str]]) -> None:
    cells = {"L2 Theoretical Sectors Global": 8, "L2 Theoretical Sectors Global Ideal": 8}
    rows = [{**instruction(0x10, text, 2), **cells}, memory(0x20, "STG.E [R2.64], R4", 1, 4, 4)]
    profile = read(section("a.cu", "k", {1: rows[:1], 2: rows[1:]}), "a.csv")
    assert {(r.space, r.kind) for r in profile.rows if r.at[1] == 1} == effects


def test_generic_loads_from_shared_memory_are_told_by_their_counters() -> None:
    row = {**instruction(0x10, "LD.E.128 R4, [R2.64]", 2), "L1 Wavefronts Shared": 8, "L1 Wavefronts Shared Ideal": 8}
    (found,) = read(section("a.cu", "k", {1: [row]}), "a.csv").rows
    assert (found.space, found.kind, found.width, found.cost) == ("shared", "load", 16, 8)


def test_asynchronous_copies_past_l1_are_not_counted_as_wavefronts() -> None:
    row = memory(0x10, "LDGSTS.E.BYPASS.128 [R1], [R2.64]", 2, 32, 32, 128)
    row |= {"L2 Theoretical Sectors Global": 32, "L2 Theoretical Sectors Global Ideal": 32}
    rows = read(section("a.cu", "k", {1: [row]}), "a.csv").rows
    assert {(r.space, r.counted) for r in rows} == {("global", True), ("shared", False)}


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("", "built with -lineinfo"),
        ('"Kernel Name","k"\n"Address","Source","Instructions Executed"\n"0x1","EXIT","1"\n', "machine code only"),
        ('"File Path","a.cu"\n"Line No","Source","Address","Source","# Samples"\n', "--section SourceCounters"),
    ],
)
def test_other_pages_are_refused_with_the_reason(text: str, why: str) -> None:
    with pytest.raises(CannotMeasure, match=why):
        read(text, "a.csv")


def test_files_that_are_no_page(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(CannotMeasure, match="No such file"):
        read_report(str(tmp_path / "none.csv"))
    binary = tmp_path / "x.csv"
    binary.write_bytes(b"\xff\x00\xfe")
    with pytest.raises(CannotMeasure, match="not a text file"):
        read_report(str(binary))
    report = tmp_path / "x.ncu-rep"
    report.write_bytes(b"NVR")
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.delenv("CUDA_HOME", raising=False)
    monkeypatch.delenv("CUDA_PATH", raising=False)
    with pytest.raises(CannotMeasure, match="no ncu"):
        read_report(str(report))


def test_a_report_is_printed_by_ncu(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    page = tmp_path / "page.csv"
    page.write_text(section("a.cu", "k", TILE))
    ncu = tmp_path / "ncu"
    ncu.write_text(f'#!/bin/sh\n[ "$1" = --import ] && [ "$2" = {tmp_path}/x.ncu-rep ] && cat {page}\n')
    ncu.chmod(0o755)
    (tmp_path / "x.ncu-rep").write_bytes(b"NVR")
    monkeypatch.setenv("PATH", f"{tmp_path}:/usr/bin:/bin")
    assert len(read_report(str(tmp_path / "x.ncu-rep")).rows) == 4
    ncu.write_text("#!/bin/sh\necho '==ERROR== Failed to load report' >&2\nexit 1\n")
    with pytest.raises(CannotMeasure, match="Failed to load report"):
        read_report(str(tmp_path / "x.ncu-rep"))
