"""`--output FORMAT[:FILE]`: several reports in one run, where they go, and what may not be combined."""

from __future__ import annotations

import json
import os
from pathlib import Path
from xml.etree import ElementTree

import pytest

from cudalint.cli.outputs import DOCUMENTS, FORMAT_NAMES
from cudalint.report.formats import FORMATS
from tests.builders import global_access, report, shared_access
from tests.cli.conftest import FakeAnalysis, Run


@pytest.fixture
def bad(analysis: FakeAnalysis, run: Run, monkeypatch: pytest.MonkeyPatch) -> FakeAnalysis:
    monkeypatch.delenv("GITHUB_STEP_SUMMARY", raising=False)
    Path("a.cu").write_text("\n\n    a[threadIdx.x * N] = 0;\n")
    analysis.reports["a.cu"] = report(global_access(), shared_access())
    return analysis


def test_the_names_are_those_of_the_reports() -> None:
    assert tuple(FORMATS) == FORMAT_NAMES
    assert {name for name, made in FORMATS.items() if made.is_document} == DOCUMENTS


def test_several_reports_in_one_run(run: Run, bad: FakeAnalysis) -> None:
    files = ["sarif:out.sarif", "junit:out.xml", "json:out.json", "gitlab:out.gitlab.json", "checkstyle:cs.xml"]
    options = [option for text in (*files, "github", "text:out.txt") for option in ("--output", text)]
    outcome = run("check", "a.cu", *options, "--color", "always")
    assert outcome.code == 1
    assert outcome.out.startswith("::warning title=cudalint (S202),file=a.cu,line=3,")
    assert outcome.out.count("\n") == 2
    assert len(json.loads(Path("out.sarif").read_text())["runs"][0]["results"]) == 2
    assert len(json.loads(Path("out.json").read_text())["findings"]) == 2
    assert len(json.loads(Path("out.gitlab.json").read_text())) == 2
    assert ElementTree.parse("out.xml").getroot().get("failures") == "2"
    assert len(ElementTree.parse("cs.xml").findall("file/error")) == 2
    assert Path("out.txt").read_text().endswith("Found 2 warnings.\n")
    assert "\x1b" not in Path("out.txt").read_text()
    left = sorted(p.name for p in Path().iterdir())
    assert left == ["a.cu", "cs.xml", "out.gitlab.json", "out.json", "out.sarif", "out.txt", "out.xml"]


def test_format_is_one_more_report_on_standard_output(run: Run, bad: FakeAnalysis) -> None:
    outcome = run("check", "a.cu", "--format", "concise", "--output", "json:out.json")
    assert [line.split(":")[0] for line in outcome.out.splitlines()] == ["a.cu", "a.cu"]
    assert run("check", "a.cu", "--output", "json:out.json").out == ""


def test_a_report_replaces_the_file_and_keeps_nothing_of_it(run: Run, bad: FakeAnalysis) -> None:
    Path("out.json").write_text("x" * 100_000)
    run("check", "a.cu", "--output", "json:out.json")
    assert json.loads(Path("out.json").read_text())["schema_version"] == 1


def test_the_step_summary_is_appended_to_where_github_asks_for_it(
    run: Run, bad: FakeAnalysis, monkeypatch: pytest.MonkeyPatch
) -> None:
    Path("summary.md").write_text("before\n")
    monkeypatch.setenv("GITHUB_STEP_SUMMARY", "summary.md")
    run("check", "a.cu", "--output", "json:out.json")
    assert Path("summary.md").read_text() == "before\n"
    run("check", "a.cu", "--output", "github")
    assert Path("summary.md").read_text().startswith("before\n## cudalint\n\nFound 2 warnings.\n\n| |")


def test_devices_are_written_to_as_they_are(run: Run, bad: FakeAnalysis) -> None:
    assert run("check", "a.cu", "--output", "json:/dev/null").code == 1
    assert Path("/dev/null").is_char_device()


WRONG = {
    "unknown format": (["--output", "sarf:x"], "--output 'sarf:x': unknown format, did you mean sarif?"),
    "no file": (["--output", "json:"], "--output 'json:': the file is missing"),
    "no folder": (["--output", "json:none/x"], "--output: none/x is no file in a folder that exists"),
    "a folder": (["--output", "json:."], "--output: . is no file in a folder that exists"),
    "a link": (["--output", "json:link"], "--output: link is a link: name the file itself"),
    "two documents": (["--output", "json", "--output", "sarif"], "json has standard output for itself"),
    "a document and lines": (["--format", "json", "--output", "github"], "json has standard output for itself"),
    "one file twice": (["--output", "json:x", "--output", "sarif:x"], "--output: x is to be written twice"),
}


@pytest.mark.parametrize(("options", "line"), WRONG.values(), ids=WRONG.keys())
def test_wrong_outputs_are_refused_before_the_analysis(
    run: Run, bad: FakeAnalysis, options: list[str], line: str
) -> None:
    Path("link").symlink_to("a.cu")
    outcome = run("check", "a.cu", *options)
    assert (outcome.code, outcome.out) == (2, "")
    assert outcome.err.startswith(f"cudalint: {line}")
    assert bad.paths == []


@pytest.mark.skipif(os.geteuid() == 0, reason="root may write everywhere")
def test_a_folder_that_cannot_be_written_to(run: Run, bad: FakeAnalysis) -> None:
    Path("locked").mkdir(mode=0o500)
    outcome = run("check", "a.cu", "--output", "json:locked/x")
    assert (outcome.code, outcome.err) == (2, "cudalint: locked/x: permission denied\n")
