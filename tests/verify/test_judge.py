from __future__ import annotations

import json
from typing import Any

import pytest

from cudalint.access import ESTIMATE, INDIRECT, Access
from cudalint.finding import Finding, Severity
from cudalint.ir.position import Position
from cudalint.verify.judge import CONFIRMED, NOT_EXECUTED, NOT_MEASURED, REFUTED, Judgement, judge
from cudalint.verify.measured import Failure, Launched, Measured, Profile
from cudalint.verify.names import PathMatcher, simple_name
from cudalint.verify.reports import json_report, sarif, text
from tests.builders import global_access, report, shared_access


def row(line: int = 3, cost: int = 32, ideal: int = 4, **changes: Any) -> Measured:
    given = {"space": "global", "kind": "load", "kernel": "void k<4>(int *)", "path": "/else/where/a.cu", **changes}
    at = (given.pop("path"), line)
    return Measured(at=at, width=4, executions=1, threads=32, cost=cost, ideal=ideal, **given)


def judged(*accesses: Access, rows: tuple[Measured, ...] = (), **profile: Any) -> Judgement:
    profile.setdefault("launches", (Launched("void k<4>(int *)"),))
    return judge([report(*accesses)], [], Profile("test", rows, **profile))


@pytest.mark.parametrize(
    ("access", "measured", "label"),
    [
        (global_access(), row(), CONFIRMED),
        (global_access(), row(cost=16, ideal=2), CONFIRMED),
        (global_access(), row(cost=30), CONFIRMED),
        (global_access(), row(cost=24), REFUTED),
        (global_access(), row(cost=4), REFUTED),
        (global_access(status=ESTIMATE), row(cost=24), CONFIRMED),
        (global_access(status=ESTIMATE), row(cost=4), REFUTED),
        (
            global_access(status=INDIRECT, cost=None, ideal=None, worst=None, estimated_cost=31.0, estimated_ideal=4.0),
            row(cost=20),
            CONFIRMED,
        ),
        (global_access(), row(line=4), NOT_EXECUTED),
        (global_access(), row(space="shared"), NOT_EXECUTED),
        (global_access(), row(kind="store"), NOT_EXECUTED),
        (global_access(), row(cost=0, ideal=0), NOT_EXECUTED),
        (global_access(kernel="other"), row(line=4), NOT_MEASURED),
        (global_access(status=INDIRECT, cost=None, ideal=None), row(), NOT_MEASURED),
        (shared_access(), row(space="shared", cost=0, ideal=0, counted=False), NOT_MEASURED),
    ],
)
def test_labels(access: Access, measured: Measured, label: str) -> None:
    (verdict,) = judged(access, rows=(measured,)).verdicts
    assert verdict.label == label


def test_figures_are_means_over_requests_and_instances() -> None:
    narrow = global_access(cost=8.0, executions=96)
    (verdict,) = judged(global_access(), narrow, rows=(row(cost=32), row(cost=0, ideal=2))).verdicts
    assert verdict.predicted is not None
    assert verdict.measured is not None
    assert (verdict.predicted.cost, verdict.predicted.ideal, verdict.predicted.executions) == (14.0, 4.0, 128)
    assert (verdict.measured.cost, verdict.measured.ideal, verdict.measured.executions) == (16.0, 3.0, 2)


def test_only_kernels_that_ran_are_compared() -> None:
    other = global_access(kernel="never", cost=4.0)
    (verdict,) = judged(global_access(), other, rows=(row(),)).verdicts
    assert verdict.label == CONFIRMED
    assert verdict.predicted is not None
    assert verdict.predicted.cost == 32.0


def test_a_kernel_that_failed_says_why() -> None:
    failures = (Failure("k", "`n` cannot be chosen; pass --set n=..."),)
    (verdict,) = judged(global_access(), launches=(), failures=failures).verdicts
    assert (verdict.label, verdict.reason) == (NOT_MEASURED, "`n` cannot be chosen; pass --set n=...")
    (verdict,) = judged(global_access(), launches=(), failures=(Failure("", "no GPU"),)).verdicts
    assert verdict.reason == "no GPU"


def test_calls_join_on_either_side() -> None:
    inlined = global_access(at=Position("h.cuh", 9, 1), via=(Position("a.cu", 3, 1),))
    counted_at_call = row(line=3)
    (verdict,) = judged(inlined, rows=(counted_at_call,)).verdicts
    assert verdict.label == CONFIRMED
    counted_inside = row(line=9, path="/x/h.cuh", via=(("/x/a.cu", 3),))
    (verdict,) = judged(global_access(), rows=(counted_inside,)).verdicts
    assert verdict.label == CONFIRMED


def copied(line: int, kernel: str = "k") -> tuple[Access, Access]:
    at = Position("a.cu", line, 1)
    return global_access(at=at, kernel=kernel, cost=4.0), shared_access(at=at, kernel=kernel, kind="store", cost=1.0)


def in_header(header: str, **changes: Any) -> tuple[Measured, Measured]:
    path = f"/usr/local/cuda/include/{header}"
    load = row(line=80, cost=4, ideal=4, path=path, **changes)
    return load, row(line=80, cost=1, ideal=1, path=path, space="shared", kind="store", **changes)


@pytest.mark.parametrize("header", ["cuda_pipeline_primitives.h", "cuda_pipeline_helpers.h"])
def test_copies_counted_in_a_header_belong_to_the_only_call(header: str) -> None:
    ordinary = global_access(at=Position("a.cu", 9, 1), cost=4.0)
    rows = (*in_header(header), row(line=9, cost=4))
    verdicts = judged(*copied(5), ordinary, rows=rows).verdicts
    assert [(v.line, v.space, v.label) for v in verdicts] == [
        (5, "global", CONFIRMED),
        (5, "shared", CONFIRMED),
        (9, "global", CONFIRMED),
    ]


def test_copies_of_two_calls_cannot_be_told_apart() -> None:
    verdicts = judged(*copied(5), *copied(6), rows=in_header("cuda_pipeline_helpers.h")).verdicts
    assert {v.label for v in verdicts} == {NOT_MEASURED}
    assert {v.reason for v in verdicts} == {"counted in cuda_pipeline_helpers.h, with the other copies of the kernel"}


def test_copies_counted_in_a_header_with_their_call_belong_to_it() -> None:
    rows = in_header("cuda_pipeline_helpers.h", via=(("/else/where/a.cu", 6),))
    labels = {(v.line, v.label) for v in judged(*copied(5), *copied(6), rows=rows).verdicts}
    assert labels == {(5, NOT_EXECUTED), (6, CONFIRMED)}


def test_copies_of_another_kernel_are_not_taken() -> None:
    rows = in_header("cuda_pipeline_helpers.h", kernel="void k<4>(int *)")
    verdicts = judged(*copied(5, kernel="other"), *copied(6), rows=rows).verdicts
    assert {(v.line, v.label) for v in verdicts} == {(5, NOT_MEASURED), (6, CONFIRMED)}


def test_what_was_missed() -> None:
    judgement = judged(global_access(), rows=(row(), row(line=9, cost=16, ideal=4), row(line=10, cost=4)))
    assert [(m.line, m.wasteful) for m in judgement.missed] == [(9, True), (10, False)]
    shown = text.render(judgement)
    assert "a.cu:9: global load in k: 16 of 4" in shown
    assert "1 more place was counted" in shown


def test_only_chosen_kernels_are_judged() -> None:
    judgement = judge([report(global_access())], [], Profile("test", (row(),)), frozenset({"other"}))
    assert not judgement.verdicts
    assert not judgement.missed


FINDING = Finding(
    "G101",
    "strided-access",
    Severity.WARNING,
    Position("a.cu", 3, 5, 3, 9),
    "text",
    unit="sectors",
    cost=32.0,
    ideal=4.0,
)


def test_reports() -> None:
    judgement = judge([report(global_access())], [FINDING], Profile("test", (row(cost=4),), (Launched("k"),)))
    (verdict,) = judgement.verdicts
    assert verdict.codes == ("G101",)
    lines = text.render(judgement).splitlines()
    assert lines[1].split() == [
        *("a.cu:3", "k", "global", "load", "32", "of", "4", "4", "of", "4", "G101"),
        "\x1b[31mrefuted\x1b[0m",
    ]
    assert lines[-1] == "1 refuted (test)."
    data = json.loads(json_report.render(judgement))
    assert data["summary"] == {"confirmed": 0, "refuted": 1, "not executed": 0, "not measured": 0}
    assert data["verdicts"][0]["predicted"] == {"cost": 32.0, "ideal": 4.0, "executions": 32}
    log = json.loads(sarif.render(judgement, [FINDING]))
    (result,) = log["runs"][0]["results"]
    assert result["ruleId"] == "G101"
    assert result["properties"]["verdict"] == "refuted"
    assert result["properties"]["measured"]["cost"] == 4.0
    assert result["locations"][0]["physicalLocation"]["region"]["endColumn"] == 9


@pytest.mark.parametrize(
    ("full", "simple"),
    [
        ("k", "k"),
        ("convolution2D_kernel(int, int, float *, float *)", "convolution2D_kernel"),
        ("void reduce7<int, (unsigned int)256, (bool)1>(const T1 *, T1 *, unsigned int)", "reduce7"),
        ("void reduce7<int, 256, 1>", "reduce7"),
        ("void ns::(anonymous namespace)::k<ns::t<(int)3>>(ns::t<(int)3>)", "k"),
        ("void a::b::k(std::function<void (int)>)", "k"),
    ],
)
def test_simple_names(full: str, simple: str) -> None:
    assert simple_name(full) == simple


def test_paths_from_elsewhere() -> None:
    files = PathMatcher(["src/one/a.cu", "src/two/a.cu", "src/b.cu"])
    assert files.match("/build/one/a.cu") == "src/one/a.cu"
    assert files.match("C:\\work\\two\\a.cu") == "src/two/a.cu"
    assert files.match("/elsewhere/a.cu") is None
    assert files.match("/elsewhere/b.cu") == "src/b.cu"
    assert files.match("/usr/include/c.h") is None


@pytest.mark.parametrize(("status", "reason"), [(ESTIMATE, "an estimate; it ran with n = 8, m = 2"), ("exact", "")])
def test_estimates_that_are_refuted_say_what_was_chosen(status: str, reason: str) -> None:
    launched = Launched("void k<4>(int *)", values=("n = 8", "m = 2"))
    (verdict,) = judged(global_access(status=status), rows=(row(cost=4),), launches=(launched,)).verdicts
    assert (verdict.label, verdict.reason) == (REFUTED, reason)
