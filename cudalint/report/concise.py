"""One line a finding, as gcc writes it, so that every editor understands it."""

from __future__ import annotations

from collections.abc import Sequence

from cudalint.finding import Finding
from cudalint.report.escape import printable


def render(findings: Sequence[Finding]) -> str:
    """path:line:column: severity: CODE message."""
    return "\n".join(
        f"{printable(f.at.path)}:{f.at.line}:{f.at.column}: {f.severity.word}: {f.code} {printable(f.message)}"
        for f in findings
    )
