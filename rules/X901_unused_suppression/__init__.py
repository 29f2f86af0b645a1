"""X901 unused-suppression: a comment that silences no finding."""

from collections.abc import Iterator

from cudalint.access import FileReport, UnusedSuppression
from cudalint.finding import Edit, Finding, Fix, Severity
from cudalint.rule import Rule


def check_file(report: FileReport) -> Iterator[Finding]:
    """Speaks about every suppression that had nothing to do; one that is wrong in itself is a warning."""
    for unused in report.unused:
        yield Finding(
            RULE.code,
            RULE.name,
            Severity.WARNING if unused.problem else RULE.severity,
            unused.at,
            _message(unused),
            help=_help(unused),
            fix=Fix(_help(unused), (Edit(unused.remove, unused.replacement),), True, "a comment changes no program"),
        )


def _message(unused: UnusedSuppression) -> str:
    if unused.problem:
        return f"suppression silences nothing: {unused.problem}"
    return f"suppression of {' and '.join(unused.codes)} silences no finding"


def _help(unused: UnusedSuppression) -> str:
    if unused.problem:
        return "write `cudalint: ignore[CODE] reason` with the code of the finding to silence, or remove the comment"
    return "remove it" if not unused.replacement else f"keep {unused.replacement} only"


RULE = Rule(
    "X901",
    "unused-suppression",
    "a comment that silences no finding",
    Severity.NOTE,
    0,
    check_file=check_file,
)
