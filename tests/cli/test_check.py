"""`cudalint check`: exit codes, options, formats."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pytest

from cudalint.access import INDIRECT, Skipped
from tests.builders import global_access, report, shared_access
from tests.cli.conftest import FakeAnalysis, Run

NOTE = global_access(status=INDIRECT, cost=None, worst=None, ideal=None, estimated_cost=32.0, estimated_ideal=4.0)


@pytest.fixture
def bad(analysis: FakeAnalysis, run: Run) -> FakeAnalysis:
    """a.cu exists, with a finding in global and one in shared memory."""
    Path("a.cu").write_text("\n\n    a[threadIdx.x * N] = 0;\n")
    analysis.reports["a.cu"] = report(global_access(), shared_access())
    return analysis


def test_findings_exit_with_1_and_are_counted(run: Run, bad: FakeAnalysis) -> None:
    outcome = run("check", "a.cu")
    assert (outcome.code, outcome.err) == (1, "")
    assert outcome.out.endswith("Found 2 warnings.\n")
    assert "3 |     a[threadIdx.x * N] = 0;" in outcome.out
    assert "\x1b" not in outcome.out


def test_nothing_found_exits_with_0(run: Run, analysis: FakeAnalysis) -> None:
    Path("a.cu").touch()
    outcome = run("check", "a.cu")
    assert (outcome.code, outcome.out, outcome.err) == (0, "All checks passed.\n", "")
    assert run("check", "-q", "a.cu").out == ""


def test_check_is_the_default_command(run: Run, bad: FakeAnalysis) -> None:
    assert run("a.cu") == run("check", "a.cu")
    assert run("--format", "concise", "a.cu").code == 1


@pytest.mark.parametrize(
    ("options", "code"),
    [
        ([], 0),
        (["--fail-on", "note"], 1),
        (["--fail-on", "error"], 0),
    ],
)
def test_notes_fail_only_when_asked(run: Run, analysis: FakeAnalysis, options: list[str], code: int) -> None:
    Path("a.cu").touch()
    analysis.reports["a.cu"] = report(NOTE)
    outcome = run("check", "a.cu", *options)
    assert (outcome.code, "Found 1 note." in outcome.out) == (code, True)


def test_fail_on_error_lets_warnings_pass(run: Run, bad: FakeAnalysis) -> None:
    assert run("check", "a.cu", "--fail-on", "error").code == 0


def test_exit_zero_keeps_the_findings(run: Run, bad: FakeAnalysis) -> None:
    outcome = run("check", "a.cu", "--exit-zero")
    assert (outcome.code, "Found 2 warnings." in outcome.out) == (0, True)


def test_a_file_that_could_not_be_read_exits_with_1_even_if_only_errors_count(run: Run, analysis: FakeAnalysis) -> None:
    Path("a.cu").touch()
    analysis.reports["a.cu"] = report(errors=("a.cu: crashed",))
    outcome = run("check", "a.cu", "--fail-on", "error")
    assert outcome.code == 1
    assert outcome.out.startswith("X902 file is not analysed: crashed\n --> a.cu:1:1\n")


@pytest.mark.parametrize(
    ("options", "codes"),
    [
        (["--select", "S"], {"S202"}),
        (["--select", "g1,S202"], {"G101", "S202"}),
        (["--select", "strided-access"], {"G101"}),
        (["--select", "ALL", "--ignore", "S2"], {"G101", "X903"}),
        (["--ignore", "G101", "--ignore", "S202"], set()),
        (["--extend-select", "X903"], {"G101", "S202", "X903"}),
        (["--select", "S202", "--extend-select", "G101"], {"G101", "S202"}),
    ],
)
def test_rules_are_selected_by_code_prefix_and_name(
    run: Run, bad: FakeAnalysis, options: list[str], codes: set[str]
) -> None:
    skipped = (Skipped("a.cu", 1, "z", "in an inactive #if branch"),)
    bad.reports["a.cu"] = replace(bad.reports["a.cu"], skipped=skipped)
    document = json.loads(run("check", "a.cu", "--format", "json", *options).out)
    assert {f["code"] for f in document["findings"]} == codes


def test_concise_and_json_have_no_footer(run: Run, bad: FakeAnalysis) -> None:
    assert [line.split(":")[0] for line in run("check", "a.cu", "--format", "concise").out.splitlines()] == ["a.cu"] * 2
    assert json.loads(run("check", "a.cu", "--format", "json").out)["schema_version"] == 1


def test_statistics_follow_the_findings_and_leave_json_clean(run: Run, bad: FakeAnalysis) -> None:
    assert "2 accesses: 2 decided" in run("check", "a.cu", "--statistics").out
    outcome = run("check", "a.cu", "--statistics", "--format", "json")
    assert len(json.loads(outcome.out)["findings"]) == 2
    assert "2 accesses: 2 decided" in outcome.err


def test_colour_on_request_and_by_environment(run: Run, bad: FakeAnalysis, monkeypatch: pytest.MonkeyPatch) -> None:
    assert "\x1b[" in run("check", "a.cu", "--color", "always").out
    monkeypatch.setenv("FORCE_COLOR", "1")
    assert "\x1b[" in run("check", "a.cu").out
    assert "\x1b[" not in run("check", "a.cu", "--color", "never").out
    monkeypatch.setenv("NO_COLOR", "1")
    assert "\x1b[" not in run("check", "a.cu").out


def test_options_become_settings(run: Run, analysis: FakeAnalysis) -> None:
    Path("a.cu").touch()
    shapes = ["--block", "16,16", "--block", "tiny=8", "--arch", "sm_80"]
    options = [*shapes, "-I", "inc", "-D", "N=4", "-D", "M", "-U", "K", "-std", "c++17", "-j", "3"]
    assert run("check", "a.cu", "--assume", "N % 32 == 0", "--assume", "M > 1", *options).code == 0
    settings = analysis.settings
    assert settings.blocks == ((None, (16, 16, 1)), ("tiny", (8, 1, 1)))
    assert settings.assumptions == ("N % 32 == 0", "M > 1")
    assert (settings.arch, settings.standard, settings.jobs) == ("sm_80", "c++17", 3)
    assert (settings.include_directories, settings.defines, settings.undefines) == (("inc",), ("N=4", "M"), ("K",))


def test_standard_input_goes_under_the_name_it_is_given(run: Run, analysis: FakeAnalysis) -> None:
    run("check", "-", stdin=b"text")
    assert (analysis.paths, analysis.sources) == (["stdin.cu"], {"stdin.cu": b"text"})
    run("check", "-", "--stdin-filename", "src/b.cu", stdin=b"text")
    assert (analysis.paths, analysis.sources) == (["src/b.cu"], {"src/b.cu": b"text"})


def test_the_frame_of_standard_input_comes_from_its_text(run: Run, analysis: FakeAnalysis) -> None:
    analysis.reports["a.cu"] = report(global_access())
    outcome = run("-", "--stdin-filename", "a.cu", stdin=b"\n\nabcdefghij\n")
    assert "3 | abcdefghij\n  |     ^^^^ " in outcome.out
