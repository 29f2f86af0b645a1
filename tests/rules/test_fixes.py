"""Where a rule's example can be patched, fixed.cu is what the patch makes of bad.cu."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

import pytest

from cudalint.analysis import analyse_all
from cudalint.checks import findings_of
from cudalint.rule import InstalledRule, installed_rules
from cudalint.source_text import code_of
from tests.fix.support import SETTINGS, patched

RULES = [r for r in installed_rules() if (r.folder / "fixed.cu").exists()]
CODES = frozenset(r.rule.code for r in installed_rules())
PATCHED = {"G102", "S201", "S202", "S204", "S205"}


def code(text: bytes) -> list[bytes]:
    """The words of the code, without comments."""
    return code_of(text).split()


@pytest.mark.parametrize("installed", RULES, ids=lambda r: r.rule.code)
def test_the_fixed_example_is_what_the_fix_makes_of_the_bad_one(installed: InstalledRule) -> None:
    bad = str(installed.folder / "bad.cu")
    texts, findings = patched(bad)
    assert bool(texts) == (installed.rule.code in PATCHED)
    if texts:
        assert code(texts[bad]) == code((installed.folder / "fixed.cu").read_bytes())
        assert findings == []


@pytest.mark.parametrize("installed", RULES, ids=lambda r: r.rule.code)
def test_the_fixed_example_follows_the_advice_where_there_is_code(installed: InstalledRule) -> None:
    """Line by line, comments left out, up to alternatives ("or ...")."""
    if installed.rule.code in PATCHED:
        return
    reports = analyse_all([str(installed.folder / "bad.cu")], SETTINGS).reports
    found = findings_of(reports, installed_rules(), CODES)
    fixed = [" ".join(line.split()) for line in (installed.folder / "fixed.cu").read_text().splitlines()]
    assert installed.rule.code.startswith("S") or any(f.sketch for f in found)
    for line in (line for f in found for line in f.sketch if "// or " not in line):
        assert " ".join(line.split("//")[0].split()) in fixed, line


@pytest.mark.skipif(shutil.which("nvcc") is None, reason="nvcc is not installed here")
@pytest.mark.parametrize("installed", RULES, ids=lambda r: r.rule.code)
def test_the_fixed_example_compiles(installed: InstalledRule, tmp_path: Path) -> None:
    command = ["nvcc", "-arch=sm_90", "-cubin", "-o", str(tmp_path / "a.cubin"), str(installed.folder / "fixed.cu")]
    subprocess.run(command, check=True, capture_output=True)


def test_findings_of_examples_that_are_patched_say_how() -> None:
    for installed in RULES:
        if installed.rule.code in PATCHED:
            reports = analyse_all([str(installed.folder / "bad.cu")], SETTINGS).reports
            found = findings_of(reports, installed_rules(), CODES)
            assert all(f.remedy is not None and f.help for f in found), installed.rule.code
