"""The programs in fixtures/fixes: after.cu is what the fix makes of before.cu, without findings in shared memory."""

from __future__ import annotations

import json
import shutil
import subprocess
from collections import defaultdict
from pathlib import Path

import pytest

from cudalint.access import FileReport
from cudalint.analysis import analyse_file
from cudalint.finding import Finding
from cudalint.fix.proposal import MEASURED_SLOWER
from cudalint.lint import lint
from tests.fix.record import excess, predicted
from tests.fix.support import patched

FIXTURES = Path(__file__).parents[2] / "fixtures"
FOLDERS = sorted(p.parent for p in (FIXTURES / "fixes").glob("*/before.cu"))
ADVICE = sorted(p.parent for p in (FIXTURES / "advice").glob("*/before.cu"))


def test_there_are_enough_of_them() -> None:
    assert len(FOLDERS) >= 26
    assert len(ADVICE) >= 4


@pytest.mark.parametrize("folder", FOLDERS, ids=lambda p: p.name)
def test_the_fix_makes_the_one_of_the_other(folder: Path) -> None:
    before = str(folder / "before.cu")
    texts, findings = patched(before)
    assert texts[before] == (folder / "after.cu").read_bytes()
    assert [f.message for f in findings if f.code.startswith("S")] == []


@pytest.mark.parametrize("folder", ADVICE, ids=lambda p: p.name)
def test_following_the_advice_rids_the_kernel_of_findings(folder: Path) -> None:
    before, after = (analyse_file(str(folder / name)) for name in ("before.cu", "after.cu"))
    assert any(f.code.startswith("G") and f.sketch for f in findings_in(before))
    assert [f.message for f in findings_in(after)] == []


def findings_in(report: FileReport) -> list[Finding]:
    return lint([report], lambda path: Path(path).read_bytes())


def test_no_kind_of_fix_that_measured_slower_is_applied() -> None:
    recording = FIXTURES / "fixes_h200.jsonl"
    if not recording.exists():
        pytest.skip("nothing is recorded")
    slower: dict[str, list[bool]] = defaultdict(list)
    for line in recording.read_text().splitlines():
        row = json.loads(line)
        assert "failed" not in row, row
        for kind in row["kinds"]:
            slower[kind].append(row["slower"])
    assert {k for k, rows in slower.items() if k != "advice" and sum(rows) * 2 > len(rows)} == MEASURED_SLOWER


PREDICTED_OTHERWISE = frozenset(
    (
        "bitonic_sort",
        "carved_with_room",
        "checkerboard",
        "counts_of_bytes",
        "diagonals",
        "exchanged_dimensions",
        "gap_at_launch",
        "scan",
    )
)
"""Programs whose waste, before or after, is not just what was counted; fixtures/fixes/README.md says why."""


def test_the_waste_of_most_programs_is_what_was_counted_before_and_after() -> None:
    rows = [json.loads(line) for line in (FIXTURES / "fixes_h200.jsonl").read_text().splitlines()]
    as_predicted = {
        row["folder"]
        for row in rows
        if all(
            excess(predicted(FIXTURES / row["folder"] / f"{name}.cu")) == excess(row[name]["counted"])
            for name in ("before", "after")
        )
    }
    others = {Path(row["folder"]).name for row in rows if row["folder"] not in as_predicted}
    assert len(as_predicted) >= 27
    assert others <= PREDICTED_OTHERWISE
    explained = (FIXTURES / "fixes" / "README.md").read_text().partition("## Where the prediction differs")[2]
    assert [name for name in sorted(others) if f"`{name}`" not in explained] == []


def test_the_waste_that_was_counted_never_grows_with_a_fix() -> None:
    for line in (FIXTURES / "fixes_h200.jsonl").read_text().splitlines():
        row = json.loads(line)
        before, after = (sum(excess(row[name]["counted"]).values()) for name in ("before", "after"))
        assert after <= before, row["folder"]
        assert after < before or row["folder"] in ("fixes/checkerboard", "fixes/needless_padding"), row["folder"]


@pytest.mark.skipif(shutil.which("nvcc") is None, reason="nvcc is not installed here")
def test_they_compile(tmp_path: Path) -> None:
    """All in one file, a namespace each: one run of the compiler instead of many."""
    texts = [(folder / name).read_text() for folder in (*FOLDERS, *ADVICE) for name in ("before.cu", "after.cu")]
    includes = sorted(
        {line.replace("../fixes/", "") for text in texts for line in text.splitlines() if line.startswith("#include")}
    )
    parts = [
        f"namespace n{number} {{\n" + "\n".join(x for x in text.splitlines() if not x.startswith("#include")) + "\n}\n"
        for number, text in enumerate(texts)
    ]
    path = tmp_path / "all.cu"
    path.write_text("\n".join([*includes, *("#undef TILE\n" + part for part in parts)]))
    command = ["nvcc", "-arch=sm_90", "-std=c++17", f"-I{FIXTURES / 'fixes' / 'scan'}", f"-I{FIXTURES / 'fixes'}"]
    command += ["-cubin", "-o", str(tmp_path / "a.cubin"), str(path)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
