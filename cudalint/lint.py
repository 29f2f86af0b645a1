"""From the analysis of files to the findings that count: rules, suppressions, selection."""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence

from cudalint.access import FileReport
from cudalint.checks import findings_of
from cudalint.config.patterns import matches
from cudalint.finding import Finding
from cudalint.rule import BAD_RATIO, installed_rules

MENTION = b"cudalint"
"""A comment that silences a finding holds this word."""

FileIgnores = Sequence[tuple[str, frozenset[str]]]
"""Patterns of files, and the codes that are not reported in them."""


def lint(
    reports: Sequence[FileReport],
    read: Callable[[str], bytes],
    codes: frozenset[str] | None = None,
    threshold: float = BAD_RATIO,
    file_ignores: FileIgnores = (),
    folder: str = "",
) -> list[Finding]:
    """The findings of the selected rules, all of them if `codes` is None, in their order.

    `read`: a file's bytes by its path, empty if it cannot be read; `threshold`: the cost / ideal from which on an
    access is a finding; `folder`: where the patterns of `file_ignores` start.
    """
    rules = installed_rules()
    known = frozenset(r.rule.code for r in rules)
    spoken = findings_of(reports, rules, known, threshold)
    paths = {f.at.path for f in spoken}.union(path for r in reports for path in (r.path, *r.included))
    if any(MENTION in read(path) for path in paths):
        from cudalint.suppress import silence

        silenced = silence(spoken, reports, read, known)
        unused = silence(findings_of(silenced.reports, rules, known), (), read, known).kept
        spoken = [*silenced.kept, *unused]
    chosen = known if codes is None else codes
    kept = [f for f in spoken if f.code in chosen and not _ignored(f, file_ignores, folder)]
    return sorted(kept, key=order)


def order(finding: Finding) -> tuple[object, ...]:
    """The order in which findings are reported."""
    return finding.at.path, finding.at.line, finding.at.column, finding.code, finding.message


def _ignored(finding: Finding, file_ignores: FileIgnores, folder: str) -> bool:
    if not file_ignores:
        return False
    path = os.path.abspath(finding.at.path)  # noqa: PTH100
    return any(finding.code in codes and matches(pattern, path, folder) for pattern, codes in file_ignores)
