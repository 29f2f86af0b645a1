"""Statistics and the table of accesses."""

from __future__ import annotations

from cudalint.access import ESTIMATE, INDIRECT, UNKNOWN, Skipped
from cudalint.checks import findings_of
from cudalint.report import statistics, table
from cudalint.report.escape import columns
from cudalint.rule import installed_rules
from tests.builders import global_access, report, shared_access, strides


def test_everything_that_was_not_decided_is_counted_with_its_reason() -> None:
    undecided = {"cost": None, "worst": None, "ideal": None}
    reports = [
        report(
            global_access(),
            shared_access(status=ESTIMATE),
            global_access(status=INDIRECT, reason="the index is loaded data", **undecided),
            global_access(status=UNKNOWN, reason="virtual call", **undecided),
            skipped=(Skipped("a.cu", 9, "z", "in an inactive #if branch"),),
        ),
        report(path="b.cu", errors=("b.cu: crashed",)),
    ]
    findings = findings_of(reports, installed_rules(), frozenset({"G101", "S202", "X902"}))
    assert statistics.render(reports, findings).splitlines() == [
        "2 files, 1 of them not read",
        "1 kernel analysed, 1 not",
        "      1 in an inactive #if branch",
        "4 accesses: 2 decided (1 exact, 1 estimated), 1 indirect, 1 unknown",
        "      1 virtual call",
        "3 findings",
        "      1 G101 strided-access",
        "      1 S202 column-access",
        "      1 X902 unreadable-file",
    ]


def test_nothing_at_all() -> None:
    assert statistics.render([], []).splitlines() == [
        "0 files, 0 of them not read",
        "0 kernels analysed, 0 not",
        "0 accesses: 0 decided (0 exact, 0 estimated), 0 indirect, 0 unknown",
        "0 findings",
    ]


def test_the_table_lines_up_and_escapes_names() -> None:
    rendered = table.render(
        [
            report(
                global_access(kernel="中\x1b", cost=10.25),
                global_access(cost=None, ideal=None, status=UNKNOWN, reason="virtual call", strides=strides()),
            )
        ]
    )
    head, first, second = rendered.splitlines()
    assert " ".join(head.split()) == "where kernel space kind width object stride cost ideal unit status"
    assert " ".join(first.split()) == "a.cu:3:5 k global load 4 a - - - sectors unknown (virtual call)"
    assert " ".join(second.split()) == r"a.cu:3:5 中\x1b global load 4 a 4*N 10.2 4 sectors exact"
    at = head.index("space")
    assert first.index("global") == at
    assert columns(second[: second.index("global")]) == at
