"""Every rule is complete: metadata, page, examples."""

from __future__ import annotations

import json
import re

import pytest

from cudalint.cli import main
from cudalint.report import sarif
from cudalint.report.bundle import Bundle
from cudalint.report.html.rules import as_html
from cudalint.report.source import SourceLines
from cudalint.rule import InstalledRule, installed_rules, rule_named

RULES = installed_rules()
HEADINGS = [
    "What it does",
    "Why it is bad",
    "Example",
    "Use instead",
    "Fix safety",
    "When it is wrong",
    "How to verify",
]
COUNTERS = {"G": "memory_l2_theoretical_sectors_global", "S": "memory_l1_wavefronts_shared"}
EXPECTED = [
    *("G101", "G102", "G103", "G104", "G105", "G106", "S201", "S202", "S203", "S204", "S205"),
    *("X901", "X902", "X903"),
]

every_rule = pytest.mark.parametrize("installed", RULES, ids=lambda r: r.rule.code)


def test_all_rules_are_found_by_walking_the_package() -> None:
    assert [r.rule.code for r in RULES] == EXPECTED


@every_rule
def test_metadata(installed: InstalledRule) -> None:
    rule = installed.rule
    assert re.fullmatch(r"[GSX]\d{3}", rule.code)
    assert re.fullmatch(r"[a-z]+(-[a-z]+)+", rule.name)
    assert installed.folder.name == f"{rule.code}_{rule.name.replace('-', '_')}"
    assert 0 < len(rule.summary) <= 60
    assert rule_named(rule.code.lower()) == rule_named(rule.name) == installed


def test_codes_and_names_are_unique() -> None:
    assert len({r.rule.code for r in RULES}) == len({r.rule.name for r in RULES}) == len(RULES)


@every_rule
def test_page(installed: InstalledRule) -> None:
    rule, page = installed.rule, installed.page
    assert page.splitlines()[0] == f"# {rule.code} {rule.name}"
    assert re.findall(r"^## (.*)$", page, re.MULTILINE) == HEADINGS
    parts = dict(re.findall(r"^## (.*)\n((?:(?!## ).*\n?)*)", page, re.MULTILINE))
    assert all(len(parts[heading].split()) > 3 for heading in HEADINGS)
    assert "```" in parts["Example"]
    if rule.code[0] in COUNTERS:
        assert "`cudalint verify FILE`" in parts["How to verify"]
        assert COUNTERS[rule.code[0]] in page.partition("## How to verify")[2]
        assert "NVIDIA" in page.partition("## Why it is bad")[2].partition("## Example")[0]


@every_rule
def test_the_same_page_is_printed_and_shown_in_reports(
    installed: InstalledRule, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit):
        main(["rule", installed.rule.code])
    assert capsys.readouterr().out == f"{installed.page.rstrip()}\n"
    bundle = Bundle((), SourceLines(), RULES, ".", "1.2.3")
    described = json.loads(sarif.render(bundle))["runs"][0]["tool"]["driver"]["rules"]
    (own,) = [r for r in described if r["id"] == installed.rule.code]
    assert own["help"]["markdown"] == installed.page
    shown = as_html(installed.page)
    for heading in HEADINGS:
        assert f"<h2>{heading}</h2>" in shown


@every_rule
def test_rules_about_code_have_examples_with_a_launch(installed: InstalledRule) -> None:
    if installed.rule.code == "X902":
        pytest.skip("a file that cannot be read has no source to show")
    wanted = ["bad.cu", "good.cu"] + (["fixed.cu"] if installed.rule.code[0] in COUNTERS else [])
    assert sorted(p.name for p in installed.folder.glob("*.cu")) == sorted(wanted)
    if installed.rule.code[0] in COUNTERS:
        assert all("<<<" in (installed.folder / name).read_text() for name in wanted)


@every_rule
def test_a_rule_is_a_short_module(installed: InstalledRule) -> None:
    assert len((installed.folder / "__init__.py").read_text().splitlines()) <= 100
