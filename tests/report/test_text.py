"""The text report: frames, carets, escapes, colour, footer."""

from __future__ import annotations

import click
import pytest

from cudalint.finding import Finding, Label, Severity
from cudalint.ir.position import Position
from cudalint.report import concise, text
from cudalint.report.source import SourceLines

SOURCE = (
    b"__global__ void k(float* a) {\n\tint \xc3\xa9\xe4\xb8\xad = 1; a[32 * threadIdx.x] = \xc3\xa9\xe4\xb8\xad;\n}\n"
)


def finding(at: Position, **changes: object) -> Finding:
    given: dict[str, object] = {"message": "a message", **changes}
    severity = given.pop("severity", Severity.WARNING)
    assert isinstance(severity, Severity)
    return Finding("G101", "strided-access", severity, at, **given)  # type: ignore[arg-type]


def plain(*findings: Finding, source: bytes = SOURCE, path: str = "a.cu") -> list[str]:
    return click.unstyle(text.render(findings, SourceLines({path: source}))).splitlines()


def test_a_finding_has_message_place_frame_notes_and_help() -> None:
    source = b"one\ntwo three\n" + b"\n" * 7 + b"float tile[32];\n"
    lines = plain(
        finding(
            Position("a.cu", 2, 5, 2, 10),
            label="here",
            notes=("first", "second"),
            help="do this",
            related=(Label(Position("a.cu", 10, 7), "declared here"),),
        ),
        source=source,
    )
    assert lines == [
        "G101 a message",
        "  --> a.cu:2:5",
        "   |",
        " 2 | two three",
        "   |     ^^^^^ here",
        "  ::: a.cu:10:7",
        "   |",
        "10 | float tile[32];",
        "   |       ---- declared here",
        "   = note: first",
        "   = note: second",
        "   = help: do this",
    ]


def test_the_caret_is_right_behind_tabs_and_wide_characters() -> None:
    start = SOURCE.splitlines()[1].index(b"a[") + 1
    end = SOURCE.splitlines()[1].index(b"]") + 2
    lines = plain(finding(Position("a.cu", 2, start, 2, end), label="x"))
    shown, marks = lines[3], lines[4]
    assert shown == "2 |     int é中 = 1; a[32 * threadIdx.x] = é中;"
    # 中 takes two columns of the terminal but is one character of the string.
    assert marks.index("^") == shown.index("a[") + 1
    assert marks.count("^") == len("a[32 * threadIdx.x]")


def test_a_range_over_several_lines_is_marked_to_the_end_of_its_first() -> None:
    lines = plain(finding(Position("a.cu", 1, 3, 2, 2)), source=b"a bcd  \nef\n")
    assert lines[4].rstrip() == "  |   ^^^"


def test_control_characters_of_source_names_and_messages_cannot_drive_the_terminal() -> None:
    evil = "a\x1b[2J\n\u202e.cu"
    lines = click.unstyle(
        text.render(
            [finding(Position(evil, 1, 1, 1, 4), message="m\x1b]0;t\x07\nn", label="l\x9b")],
            SourceLines({evil: b"a\x1b[31m\x00b\n"}),
        )
    ).splitlines()
    assert lines[0] == r"G101 m\x1b]0;t\x07\x0an"
    assert lines[1] == r" --> a\x1b[2J\x0a\u202e.cu:1:1"
    assert lines[3] == r"1 | a\x1b[31m\x00b"
    assert lines[4].endswith(r"l\x9b")
    assert all(c.isprintable() for line in lines for c in line)


def test_a_place_without_source_has_no_frame() -> None:
    assert plain(finding(Position("gone.cu", 5, 1, 5, 2), label="x")) == ["G101 a message", " --> gone.cu:5:1"]
    assert plain(finding(Position("a.cu", 99, 1, 99, 2), label="x")) == ["G101 a message", "  --> a.cu:99:1"]
    assert plain(finding(Position("a.cu", 1, 1))) == ["G101 a message", " --> a.cu:1:1"]


def test_bytes_that_are_no_utf_8_are_shown_and_counted_as_one_column_each() -> None:
    lines = plain(finding(Position("a.cu", 1, 4, 1, 5), label="x"), source=b"\xff\xfe b\n")
    assert lines[4] == "  |    ^ x"


@pytest.mark.parametrize(
    ("severities", "footer"),
    [
        ([], "All checks passed."),
        ([Severity.NOTE], "Found 1 note."),
        ([Severity.WARNING, Severity.WARNING], "Found 2 warnings."),
        ([Severity.NOTE, Severity.ERROR, Severity.WARNING], "Found 1 error, 1 warning and 1 note."),
    ],
)
def test_the_footer_counts_by_severity(severities: list[Severity], footer: str) -> None:
    assert text.footer([finding(Position("a.cu", 1, 1), severity=s) for s in severities]) == footer


def test_concise_is_one_line_a_finding() -> None:
    findings = [
        finding(Position("a.cu", 2, 5), message="x\ny"),
        finding(Position("b\n.cu", 1, 1), severity=Severity.NOTE),
    ]
    assert concise.render(findings).splitlines() == [
        r"a.cu:2:5: warning: G101 x\x0ay",
        r"b\x0a.cu:1:1: note: G101 a message",
    ]
