"""Runs the rules over accesses."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import replace

from cudalint.access import Access, FileReport
from cudalint.finding import Finding, Severity
from cudalint.ir.position import Position
from cudalint.rule import Context, InstalledRule, Rule

UNREADABLE = "X902"
NOT_ANALYSED = "X903"


def findings_of(reports: Sequence[FileReport], rules: Sequence[InstalledRule], codes: frozenset[str]) -> list[Finding]:
    """All findings of the selected rules, in a stable order: path, line, column, code."""
    chosen = sorted((r.rule for r in rules), key=lambda r: (r.order, r.code))
    found: list[Finding] = []
    for report in reports:
        found.extend(_unreadable(report, codes))
        found.extend(_not_analysed(report, codes))
        found.extend(_about_accesses(report.accesses, chosen, codes))
    unique = {(f.at, f.code, f.message): f for f in found}
    return sorted(unique.values(), key=lambda f: (f.at.path, f.at.line, f.at.column, f.code, f.message))


def _about_accesses(accesses: Iterable[Access], rules: Sequence[Rule], codes: frozenset[str]) -> list[Finding]:
    peers: dict[tuple[str, str, str], list[Access]] = defaultdict(list)
    accesses = list(accesses)
    for access in accesses:
        peers[access.kernel, access.space, access.object.name].append(access)
    grouped: dict[tuple[str, int, int, str, str], list[Finding]] = defaultdict(list)
    for access in accesses:
        context = Context(tuple(peers[access.kernel, access.space, access.object.name]))
        for finding in _first_to_speak(access, context, rules):
            if finding.code in codes:
                grouped[access.at.path, access.at.line, access.at.column, finding.code, access.object.name].append(finding)
    return [_strongest(group) for group in grouped.values()]


def _first_to_speak(access: Access, context: Context, rules: Sequence[Rule]) -> list[Finding]:
    for rule in rules:
        spoken = list(rule.check(access, context))
        if spoken:
            return spoken
    return []


def _strongest(group: list[Finding]) -> Finding:
    """One place, one finding: the worst of its instances, the others counted."""
    worst = max(group, key=lambda f: (f.impact, f.executions, f.kernel))
    kernels = sorted({f.kernel for f in group if f.kernel and f.kernel != worst.kernel})
    if not kernels:
        return worst
    shown = ", ".join(kernels[:3]) + (f" and {len(kernels) - 3} more" if len(kernels) > 3 else "")
    return replace(worst, notes=(*worst.notes, f"also in {shown}"))


def _unreadable(report: FileReport, codes: frozenset[str]) -> list[Finding]:
    if UNREADABLE not in codes:
        return []
    return [
        Finding(
            UNREADABLE,
            "unreadable-file",
            Severity.ERROR,
            Position(report.path, 1, 1, 1, 1),
            error.removeprefix(f"{report.path}: "),
        )
        for error in report.errors
    ]


def _not_analysed(report: FileReport, codes: frozenset[str]) -> list[Finding]:
    if NOT_ANALYSED not in codes:
        return []
    return [
        Finding(
            NOT_ANALYSED,
            "not-analysed",
            Severity.NOTE,
            Position(s.path, s.line, 1, s.line, 1),
            f"kernel `{s.kernel}` is not analysed: {s.reason}",
            kernel=s.kernel,
        )
        for s in report.skipped
    ]
