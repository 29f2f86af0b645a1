"""What ncu counted on a GPU for the seeds, replayed through `cudalint verify --report`; and the recorder itself."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path, PurePosixPath

import pytest

from cudalint.verify.measured import Line, Profile
from cudalint.verify.ncu.source_page import read
from tests.cli.conftest import Run, run
from tests.textbook.expectations import expectations
from tests.verify import record
from tests.verify.pages import instruction, memory, section
from tests.verify.test_gpu import EXPORT, SOURCE, fake_ncu, fake_nvcc, machine

__all__ = ["machine", "run"]

SEEDS = Path(__file__).parents[2] / "fixtures" / "verify"
RECORDED = sorted((SEEDS / "h200").glob("*.csv"))


@pytest.mark.skipif(not RECORDED, reason="nothing recorded: python -m tests.verify.record fixtures/verify/h200")
def test_every_seed_is_recorded_with_its_machine() -> None:
    assert [p.stem for p in RECORDED] == sorted(p.stem for p in SEEDS.glob("*.cu"))
    about = json.loads((SEEDS / "h200" / "recorded.json").read_text())
    assert all(about[name] for name in ("gpu", "driver", "ncu", "compiler", "command"))
    assert about["failed"] == {}


@pytest.mark.parametrize("path", RECORDED, ids=lambda p: p.stem)
def test_recorded_seeds_are_confirmed(run: Run, path: Path) -> None:
    source = SEEDS / f"{path.stem}.cu"
    Path(source.name).write_text(source.read_text())
    outcome = run("verify", "--report", str(path), "--format", "json", source.name)
    data = json.loads(outcome.out)
    assert outcome.code == 0
    assert data["summary"]["confirmed"] == len(data["verdicts"]) > 0
    measured = {(v["line"], v["space"], v["kind"]): v for v in data["verdicts"]}
    for verdict in data["verdicts"]:
        for figure in ("cost", "ideal"):
            assert verdict["predicted"][figure] == pytest.approx(verdict["measured"][figure], abs=0.005), verdict
    for expected in expectations(source):
        found = measured[expected.line, expected.space, expected.kind]["measured"]
        assert found["cost"] == pytest.approx(expected.cost, abs=0.005), expected
        assert found["ideal"] == pytest.approx(expected.ideal, abs=0.005), expected


def bare(profile: Profile) -> Profile:
    def named(line: Line) -> Line:
        return PurePosixPath(line[0]).name, line[1]

    rows = [replace(r, at=named(r.at), via=tuple(map(named, r.via))) for r in profile.rows]
    return replace(profile, rows=tuple(rows))


LINES = {
    14: [instruction(0x7F00, "S2R R0, SR_TID.X", 64), instruction(0x7F08, "IADD3 R0, R1, R2", 64)],
    18: [memory(0x7F10, "LDG.E R4, [R2.64]", 64, 256, 256), memory(0x7F20, "@!P0 STS [R5], R4", 64, 64, 64)],
    22: [memory(0x7F30, "LDS R4, [R5]", 64, 2048, 64), instruction(0x7F38, "FADD R1, R1, R4", 64)],
}


@pytest.mark.parametrize("internal_names", [False, True])
def test_a_reduced_page_reads_the_same(internal_names: bool) -> None:
    inlined = {30: LINES[18][:1]}
    page = section("/src/some/a.cu", "k(float *, int)", LINES, internal_names=internal_names)
    page += section("/usr/include/h.h", "k(float *, int)", inlined, internal_names=internal_names)
    page += section("/src/some/a.cu", "empty()", {14: LINES[14]}, internal_names=internal_names)
    small = record.reduced("==PROF== connected\n" + page)
    assert read(small, "a.csv") == bare(read(page, "a.csv"))
    assert [launch.kernel for launch in read(small, "a.csv").launches] == ["k(float *, int)", "empty()"]
    assert "/src" not in small
    assert "source text" not in small
    assert "IADD3" not in small


def test_a_file_is_recorded_kernel_by_kernel(machine: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    source, page = tmp_path / "k.cu", tmp_path / "page.csv"
    source.write_text(SOURCE)
    page.write_text(section(str(source), "k(float *)", {1: [memory(0x10, "STG.E [R2.64], R4", 1, 4, 4)]}))
    fake_ncu(machine, EXPORT.replace("PAGE", str(page)))
    fake_nvcc(machine, monkeypatch)
    monkeypatch.setenv("PATH", f"{machine}:/bin")
    pages, failed = record.record(source, str(machine / "ncu"), tmp_path)
    assert failed == {}
    assert [(r.at, r.cost) for r in read(pages, "k.csv").rows] == [(("k.cu", 1), 4)]
    fake_ncu(machine, "exit 3")
    assert record.record(source, str(machine / "ncu"), tmp_path) == ("", {"k": "exit code 3"})
