"""`cudalint baseline` and `check --baseline`."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pytest

from cudalint.cli.outputs import FORMAT_NAMES
from cudalint.ir.position import Position
from tests.builders import global_access, report, shared_access
from tests.cli.conftest import FakeAnalysis, Run

TEXT = "\n\n    a[threadIdx.x * N] = 0;\n    b[threadIdx.x * N] = 0;\n"


@pytest.fixture
def bad(analysis: FakeAnalysis, run: Run) -> FakeAnalysis:
    Path("a.cu").write_text(TEXT)
    Path("b.cu").write_text(TEXT)
    analysis.reports["a.cu"] = report(global_access(), shared_access())
    other = global_access(at=Position("b.cu", 4, 5, 4, 9), kernel="other")
    analysis.reports["b.cu"] = report(other, path="b.cu")
    return analysis


def written(run: Run, *options: str) -> list[dict[str, str]]:
    assert run("baseline", *options).code == 0
    loaded: list[dict[str, str]] = json.loads(Path("cudalint-baseline.json").read_text())["findings"]
    return loaded


KNOWN = ("--baseline", "cudalint-baseline.json")


def test_a_baseline_is_sorted_lines_that_say_what_is_known(run: Run, bad: FakeAnalysis) -> None:
    outcome = run("baseline", ".")
    assert (outcome.code, outcome.out) == (0, "cudalint-baseline.json: 3 findings in 2 files\n")
    text = Path("cudalint-baseline.json").read_text()
    entries = json.loads(text)["findings"]
    assert [(e["path"], e["code"], e["kernel"]) for e in entries] == [
        ("a.cu", "G101", "k"),
        ("a.cu", "S202", "k"),
        ("b.cu", "G101", "other"),
    ]
    assert entries[2]["line"] == "b[threadIdx.x * N] = 0;"
    assert entries[2]["access"] == "b[th"
    assert text.count("\n") == 3 + 5


@pytest.mark.parametrize("format_", FORMAT_NAMES)
def test_known_findings_are_silent_in_every_format(run: Run, bad: FakeAnalysis, format_: str) -> None:
    none = run("check", ".", "--ignore", "ALL", "--format", format_)
    run("baseline", ".")
    outcome = run("check", ".", *KNOWN, "--format", format_)
    assert (outcome.code, outcome.out, outcome.err) == (0, none.out, "")


def test_what_is_new_is_reported_and_known_again_after_a_while(run: Run, bad: FakeAnalysis) -> None:
    run("baseline", ".")
    bad.reports["a.cu"] = report(
        replace(global_access(), at=Position("a.cu", 5, 5, 5, 9)), shared_access(at=Position("a.cu", 5, 5, 5, 9))
    )
    Path("a.cu").write_text("// above\n// it\n" + TEXT)
    assert run("check", ".", *KNOWN).code == 0
    extra = global_access(at=Position("a.cu", 6, 5, 6, 9))
    bad.reports["a.cu"] = report(*bad.reports["a.cu"].accesses, extra)
    outcome = run("check", ".", *KNOWN, "--format", "concise")
    assert (outcome.code, outcome.out.count("\n")) == (1, 1)
    assert outcome.out.startswith("a.cu:6:5: ")


def test_the_configuration_names_the_file(run: Run, bad: FakeAnalysis) -> None:
    Path(".cudalint.toml").write_text("baseline = 'known/findings.json'")
    Path("known").mkdir()
    assert run("baseline", ".").out == "known/findings.json: 3 findings in 2 files\n"
    assert {e["path"] for e in json.loads(Path("known/findings.json").read_text())["findings"]} == {
        "../a.cu",
        "../b.cu",
    }
    assert run("check", ".").code == 0
    assert run("check", ".", "--isolated").code == 1


def test_stale_entries_are_said_and_removed_on_request(run: Run, bad: FakeAnalysis) -> None:
    run("baseline", ".")
    bad.reports["a.cu"] = report(shared_access(), global_access(at=Position("a.cu", 4, 5, 4, 9), kernel="new"))
    outcome = run("check", ".", *KNOWN)
    assert outcome.err == (
        "cudalint: cudalint-baseline.json: 1 entry is not found any more; "
        "`cudalint baseline --update` removes what is stale\n"
    )
    assert outcome.code == 1
    assert run("check", ".", *KNOWN, "-q").err == ""
    assert [(e["path"], e["code"]) for e in written(run, ".", "--update")] == [("a.cu", "S202"), ("b.cu", "G101")]
    assert run("check", ".", *KNOWN).err == ""


def test_what_was_not_looked_at_is_not_stale(run: Run, bad: FakeAnalysis) -> None:
    run("baseline", ".")
    assert run("check", "b.cu", *KNOWN).err == ""
    assert run("check", ".", "--select", "S", *KNOWN).err == ""
    assert len(written(run, "b.cu", "--update")) == 3
    Path("a.cu").unlink()
    assert "2 entries are not found any more" in run("check", "b.cu", *KNOWN).err


def test_errors_are_never_known(run: Run, bad: FakeAnalysis) -> None:
    bad.reports["a.cu"] = report(errors=("a.cu: crashed",))
    outcome = run("baseline", ".")
    assert outcome.err == "cudalint: 1 error left out: a file that is not analysed stays one\n"
    outcome = run("check", ".", *KNOWN, "--format", "concise")
    assert (outcome.code, outcome.out) == (1, "a.cu:1:1: error: X902 file is not analysed: crashed\n")


def test_the_options_of_rules_count(run: Run, bad: FakeAnalysis) -> None:
    assert [e["code"] for e in written(run, ".", "--select", "S")] == ["S202"]


WRONG = {
    "": "not JSON",
    "[]": "not a baseline of cudalint",
    '{"schema_version": 2, "findings": []}': "version 2 of the form, 1 is known: write it again",
    '{"schema_version": 1}': "an entry is not as `cudalint baseline` writes it",
    '{"schema_version": 1, "findings": [{"path": 1}]}': "an entry is not as `cudalint baseline` writes it",
}


@pytest.mark.parametrize(("text", "message"), WRONG.items())
def test_a_broken_baseline_is_one_line(run: Run, bad: FakeAnalysis, text: str, message: str) -> None:
    Path("known.json").write_text(text)
    for command in ("check", "baseline"):
        options = ["--update"] if command == "baseline" else []
        outcome = run(command, ".", "--baseline", "known.json", *options)
        assert (outcome.code, outcome.out) == (2, "")
        assert outcome.err.startswith(f"cudalint: known.json: {message}")
        assert outcome.err.count("\n") == 1


def test_a_missing_baseline_is_one_line(run: Run, bad: FakeAnalysis) -> None:
    outcome = run("check", ".", "--baseline", "none.json")
    assert (outcome.code, outcome.err) == (2, "cudalint: none.json: no such file or directory\n")
