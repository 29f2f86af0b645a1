"""Every rule's examples, through the whole analysis: bad.cu is found where it says so, the others are clean."""

from __future__ import annotations

from pathlib import Path

import pytest

from cudalint.analysis import analyse_file
from cudalint.finding import Finding
from cudalint.lint import lint
from cudalint.rule import InstalledRule, installed_rules

RULES = [r for r in installed_rules() if r.rule.code != "X902"]
MARK = "// bad"


def findings_in(path: Path) -> list[Finding]:
    return lint([analyse_file(str(path))], read)


def read(path: str) -> bytes:
    return Path(path).read_bytes()


def marked_lines(path: Path) -> set[int]:
    return {n for n, line in enumerate(path.read_text().splitlines(), 1) if line.endswith(MARK)}


@pytest.mark.parametrize("installed", RULES, ids=lambda r: r.rule.code)
def test_bad_example_is_found_at_the_marked_lines_by_this_rule_only(installed: InstalledRule) -> None:
    path = installed.folder / "bad.cu"
    marked = marked_lines(path)
    found = findings_in(path)
    assert marked
    assert {f.at.line for f in found} == marked
    assert {f.code for f in found} == {installed.rule.code}


@pytest.mark.parametrize("installed", RULES, ids=lambda r: r.rule.code)
@pytest.mark.parametrize("name", ["good.cu", "fixed.cu"])
def test_good_and_fixed_examples_are_clean(installed: InstalledRule, name: str) -> None:
    path = installed.folder / name
    if name == "fixed.cu" and installed.rule.code.startswith("X"):
        pytest.skip("a rule about the lint itself has nothing to fix in the code")
    analysed = analyse_file(str(path))
    assert analysed.accesses
    assert [f.message for f in lint([analysed], read)] == []


def test_shipped_examples_show_every_rule_about_memory() -> None:
    folder = Path(__file__).parents[2] / "fixtures" / "examples"
    found = {f.code for path in sorted(folder.glob("*.cu")) for f in findings_in(path)}
    assert found == {"G101", "G102", "G103", "G104", "G105", "G106", "S201", "S202", "S203", "S204", "S205"}
