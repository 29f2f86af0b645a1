"""X902 unreadable-file: a file that could not be read, or that crashed the analysis."""

from collections.abc import Iterator

from cudalint.access import FileReport
from cudalint.finding import Finding, Severity
from cudalint.ir.position import Position
from cudalint.rule import Rule


def check_file(report: FileReport) -> Iterator[Finding]:
    """Speaks about every error of a file."""
    at = Position(report.path, 1, 1)
    for error in report.errors:
        message = error.removeprefix(f"{report.path}: ")
        yield Finding(RULE.code, RULE.name, RULE.severity, at, f"file is not analysed: {message}")


RULE = Rule(
    "X902",
    "unreadable-file",
    "a file could not be read or crashed the analysis",
    Severity.ERROR,
    0,
    check_file=check_file,
)
