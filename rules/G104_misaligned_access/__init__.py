"""G104 misaligned-access: the lanes are side by side, but the run begins inside a sector."""

from collections.abc import Iterator

from cudalint.access import GLOBAL, Access
from cudalint.finding import Finding, Severity
from cudalint.rule import Context, Rule
from cudalint.wording import cost_phrase, finding, subject

NOTEWORTHY = 1.2
"""One sector more for a warp of floats is a quarter more."""


def check(access: Access, context: Context) -> Iterator[Finding]:
    """Speaks where dense accesses touch more sectors than their bytes need."""
    if access.space != GLOBAL or not access.consecutive or access.waste < NOTEWORTHY:
        return
    severity = Severity.WARNING if access.waste >= context.threshold else Severity.NOTE
    yield finding(
        access,
        RULE.code,
        RULE.name,
        severity,
        f"misaligned {subject(access)}: {cost_phrase(access)}; the warp's bytes are side by side but start inside a sector",
        "start each warp's piece at a multiple of 32 bytes: pad the row pitch or shift the offset",
        "not aligned to 32 bytes",
    )


RULE = Rule("G104", "misaligned-access", "a dense run that starts inside a sector", Severity.NOTE, 10, check)
