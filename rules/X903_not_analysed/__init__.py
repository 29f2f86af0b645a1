"""X903 not-analysed: a kernel or an access that was not analysed, and why."""

from collections.abc import Iterator

from cudalint.access import UNKNOWN, Access, FileReport
from cudalint.finding import Finding, Severity
from cudalint.ir.position import Position
from cudalint.rule import Context, Rule
from cudalint.wording import finding, subject


def check(access: Access, context: Context) -> Iterator[Finding]:
    """Speaks about an access whose cost could not be told."""
    if access.status != UNKNOWN:
        return
    yield finding(
        RULE,
        access,
        f"{subject(access)} is not analysed: {access.reason}",
        "state what is not known with --assume or --block",
        "cost unknown",
    )


def check_file(report: FileReport) -> Iterator[Finding]:
    """Speaks about every kernel that was left out."""
    for skipped in report.skipped:
        what = f"kernel `{skipped.kernel}`" if skipped.kernel else "file"
        at = Position(skipped.path, skipped.line, 1)
        message = f"{what} is not analysed: {skipped.reason}"
        yield Finding(RULE.code, RULE.name, RULE.severity, at, message, kernel=skipped.kernel)


RULE = Rule(
    "X903",
    "not-analysed",
    "a kernel or an access was not analysed",
    Severity.NOTE,
    0,
    check,
    check_file,
    on=False,
)
