"""How much was looked at, how much decided, and what was not analysed."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from cudalint.access import ESTIMATE, EXACT, INDIRECT, FileReport
from cudalint.finding import Finding


def render(reports: Sequence[FileReport], findings: Sequence[Finding]) -> str:
    """The figures, a line each."""
    accesses = [a for r in reports for a in r.accesses]
    states = Counter(a.status for a in accesses)
    decided = states[EXACT] + states[ESTIMATE]
    kernels = {(r.path, k) for r in reports for k in r.kernels}
    skipped = [s for r in reports for s in r.skipped]
    lines = [
        f"{len(reports)} files, {len(kernels)} kernels analysed, {len(skipped)} not",
        f"{len(accesses)} accesses: {decided} decided ({states[EXACT]} exact, {states[ESTIMATE]} estimates), "
        f"{states[INDIRECT]} indirect, {len(accesses) - decided - states[INDIRECT]} unknown",
    ]
    reasons = Counter(s.reason for s in skipped)
    lines += [f"  not analysed: {count} kernels {reason}" for reason, count in sorted(reasons.items())]
    failed = sum(len(r.errors) for r in reports)
    if failed:
        lines.append(f"  not analysed: {failed} files that could not be read")
    codes = Counter((f.code, f.name) for f in findings)
    lines += [f"  {code} {name}: {count}" for (code, name), count in sorted(codes.items())]
    return "\n".join(lines)
