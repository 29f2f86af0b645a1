"""File names and findings that try to break out of a report."""

from __future__ import annotations

from cudalint.checks import findings_of
from cudalint.finding import Finding, Severity
from cudalint.ir.position import Position
from cudalint.report.bundle import Bundle
from cudalint.report.source import SourceLines
from cudalint.rule import installed_rules
from tests.builders import global_access, report, shared_access

NAMES = (
    "plain.cu",
    "two words.cu",
    "per%cent%0A.cu",
    "co:lon,comma.cu",
    "new\nline::error::x.cu",
    "return\r::set-output name=x::y.cu",
    "::error file=x::injected.cu",
    "##[error]injected.cu",
    "<script>&\"'.cu",
    "]]><x/>.cu",
    "| table | `code` [link](http:x).cu",
    "esc\x1b[31m\x07\x00.cu".replace("\x00", "\x01"),
    "umlaut-ä-日本-🎉.cu",
    "not-utf8-\udcff.cu",
    "#fragment?query=1.cu",
    "-rf.cu",
)


def bundle(*findings: Finding, sources: dict[str, bytes] | None = None, root: str = ".") -> Bundle:
    """A bundle of findings made by hand."""
    return Bundle(findings, SourceLines(sources or {}), installed_rules(), root, "1.2.3")


def found(**changes: object) -> Finding:
    """One finding of G101."""
    (finding,) = findings_of([report(global_access(**changes))], installed_rules(), frozenset({"G101"}))
    return finding


def everywhere() -> list[Finding]:
    """A finding in every hostile file, and a message with every hostile name in it."""
    findings = [found(at=Position(name, 1, 1, 1, 4)) for name in NAMES]
    findings += [
        Finding("X902", "unreadable-file", Severity.ERROR, Position("a.cu", 1, 1), f"file is not analysed: {name}")
        for name in NAMES
    ]
    (shared,) = findings_of([report(shared_access())], installed_rules(), frozenset({"S202"}))
    return [*findings, shared]
