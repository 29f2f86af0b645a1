"""How much was looked at, how much decided, and what was not analysed."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence

from cudalint.access import ESTIMATE, EXACT, INDIRECT, UNKNOWN, FileReport
from cudalint.finding import Finding
from cudalint.report.escape import printable


def render(reports: Sequence[FileReport], findings: Sequence[Finding]) -> str:
    """The figures, a line each: files and kernels, accesses, what was not analysed by reason, findings by rule."""
    accesses = [a for r in reports for a in r.accesses]
    states = Counter(a.status for a in accesses)
    kernels = {(r.path, k) for r in reports for k in r.kernels}
    skipped = [s for r in reports for s in r.skipped]
    failed = sum(bool(r.errors) for r in reports)
    decided = f"{states[EXACT] + states[ESTIMATE]} decided ({states[EXACT]} exact, {states[ESTIMATE]} estimated)"
    lines = [
        f"{many(len(reports), 'file')}, {failed} of them not read",
        f"{many(len(kernels), 'kernel')} analysed, {len(skipped)} not",
        *_by_reason(s.reason for s in skipped),
        f"{many(len(accesses), 'access')}: {decided}, {states[INDIRECT]} indirect, {states[UNKNOWN]} unknown",
        *_by_reason(a.reason or "no reason given" for a in accesses if a.status == UNKNOWN),
        many(len(findings), "finding"),
    ]
    codes = Counter((f.code, f.name) for f in findings)
    lines += [f"  {count:5} {code} {name}" for (code, name), count in sorted(codes.items())]
    return "\n".join(lines)


def _by_reason(reasons: Iterable[str]) -> list[str]:
    counts = Counter(reasons)
    return [f"  {counts[reason]:5} {printable(reason)}" for reason in sorted(counts, key=lambda r: (-counts[r], r))]


def many(count: int, noun: str) -> str:
    """'1 file', '2 accesses'."""
    plural = "es" if noun.endswith("s") else "s"
    return f"{count} {noun}{'' if count == 1 else plural}"
