"""The command from end to end, judging by pages of ncu."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.cli.conftest import Run, run
from tests.verify.pages import memory, section

__all__ = ["run"]

SOURCE = Path(__file__).parents[2] / "fixtures" / "examples" / "transpose.cu"


def page(wavefronts: int) -> str:
    """What ncu counts for the tile of fixtures/examples/transpose.cu, as a block of 32x32 reads and writes it."""
    warps = 2048 * 2048 // 32
    lines = {
        18: [
            memory(0x10, "LDG.E R4, [R2.64]", warps, 4 * warps, 4 * warps),
            memory(0x20, "STS [R5], R4", warps, warps, warps),
        ],
        22: [
            memory(0x30, "LDS R4, [R5]", warps, wavefronts * warps, warps),
            memory(0x40, "STG.E [R2.64], R4", warps, 4 * warps, 4 * warps),
        ],
    }
    return section("/home/someone/project/transpose.cu", "transpose_tiled(const float *, float *, int)", lines)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "transpose.cu").write_text(SOURCE.read_text())
    return tmp_path


def test_the_command_is_found_as_a_plug_in(run: Run) -> None:
    outcome = run("--help")
    assert "verify" in outcome.out.split()
    assert run("verify", "--help").code == 0


def test_a_prediction_is_confirmed(run: Run, folder: Path) -> None:
    Path("a.csv").write_text(page(32))
    outcome = run("verify", "--report", "a.csv", "transpose.cu", "--format", "json")
    data = json.loads(outcome.out)
    assert data["summary"]["refuted"] == 0
    flagged = {v["line"]: (v["label"], v["measured"] and v["measured"]["cost"]) for v in data["verdicts"] if v["rules"]}
    assert flagged == {22: ("confirmed", 32.0), 10: ("not measured", None)}
    assert outcome.code == 0


def test_a_prediction_is_refuted(run: Run, folder: Path) -> None:
    Path("a.csv").write_text(page(1))
    outcome = run("verify", "--report", "a.csv", "transpose.cu")
    assert "refuted" in outcome.out
    assert outcome.code == 1


def test_other_formats_and_wrong_use(run: Run, folder: Path) -> None:
    Path("a.csv").write_text(page(32))
    log = json.loads(run("verify", "--report", "a.csv", "transpose.cu", "--format", "sarif").out)
    assert [r["properties"]["verdict"] for r in log["runs"][0]["results"]] == ["not measured", "confirmed"]
    outcome = run("verify", "--report", "none.csv", "transpose.cu")
    assert (outcome.code, outcome.err) == (2, "cudalint: none.csv: No such file or directory\n")
    outcome = run("verify", "--report", "a.csv", "--kernel", "transpose_tile", "transpose.cu")
    assert (outcome.code, outcome.err) == (
        2,
        "cudalint: --kernel transpose_tile: no such kernel, did you mean transpose_tiled?\n",
    )
