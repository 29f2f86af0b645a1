"""Leaves out what is suppressed, and tells which suppressions had nothing to do."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field

from cudalint.access import UNKNOWN, FileReport, UnusedSuppression
from cudalint.finding import Finding
from cudalint.frozen import frozen
from cudalint.ir.position import Position
from cudalint.suppress.comments import Text
from cudalint.suppress.directives import ENABLE, Directive
from cudalint.suppress.scope import Suppression, Suppressions, suppressions

UNUSED = "X901"
_WORD = re.compile(r"[\s(*&!~+-]*([A-Za-z_]\w*)")
_NAME = re.compile(r"[A-Za-z_]\w*")
_DEEPEST_MACRO = 8


@frozen
class Silenced:
    """`kept`: the findings that no comment silences; `reports`: for each file with unused suppressions a report that
    holds nothing else, for the rule about them."""

    kept: tuple[Finding, ...]
    reports: tuple[FileReport, ...]


def silence(
    findings: Sequence[Finding], reports: Sequence[FileReport], read: Callable[[str], bytes], known: frozenset[str]
) -> Silenced:
    """Apply the comments in the files of the findings, and judge those in the files of the reports.

    `findings`: of all rules, so that it does not depend on the selection whether a comment is used. `read`: a file's
    bytes by its path, empty if it cannot be read; `known`: the codes of all rules.
    """
    files = _Files(read, known)
    units = {path: report for report in reports for path in (report.path, *report.included)}
    used: set[tuple[str, int, str]] = set()
    kept: list[Finding] = []
    for finding in findings:
        by = _silencing(finding, files, units)
        used.update((s.directive.at.path, _identity(s.directive), s.code) for s in by)
        if not by:
            kept.append(finding)
    blind = _blind(reports)
    unused = [
        FileReport(report.path, unused=tuple(_unused(files.of(report.path), used, blind[report.path])))
        for report in reports
        if not report.errors
    ]
    return Silenced(tuple(kept), tuple(r for r in unused if r.unused))


def _identity(directive: Directive) -> int:
    return directive.at.line << 32 | directive.at.column


@dataclass(slots=True)
class _Files:
    """The suppressions of files, read once."""

    read: Callable[[str], bytes]
    known: frozenset[str]
    _found: dict[str, Suppressions] = field(default_factory=dict)
    _texts: dict[str, Text] = field(default_factory=dict)

    def text(self, path: str) -> Text:
        """A file's text."""
        if path not in self._texts:
            self._texts[path] = Text(path, self.read(path).decode("latin-1"))
        return self._texts[path]

    def of(self, path: str) -> Suppressions:
        """A file's suppressions."""
        if path not in self._found:
            self._found[path] = suppressions(self.text(path), self.known)
        return self._found[path]


def _silencing(finding: Finding, files: _Files, units: dict[str, FileReport]) -> list[Suppression]:
    """The suppressions that cover a finding, where it stands or in the definition of the macro that it stands for."""
    at = finding.at
    lines = range(at.line, max(at.line, at.end_line) + 1)
    found = [
        s
        for s in files.of(at.path).entries
        if s.code == finding.code and s.lines.start < lines.stop and lines.start < s.lines.stop
    ]
    return found + list(_in_macro(finding, files, units))


def _in_macro(finding: Finding, files: _Files, units: dict[str, FileReport]) -> Iterator[Suppression]:
    unit = units.get(finding.at.path)
    paths = (finding.at.path,) if unit is None else dict.fromkeys((finding.at.path, unit.path, *unit.included))
    around = [files.of(path) for path in paths]
    wanted = [s for each in around for s in each.entries if s.code == finding.code and s.macros]
    if not wanted:
        return
    names = _macros_behind(finding, files, [d for each in around for d in each.definitions])
    yield from (s for s in wanted if names.intersection(s.macros))


def _macros_behind(finding: Finding, files: _Files, definitions: list[tuple[str, str]]) -> set[str]:
    """The macro at a finding's place, and the macros that its definition uses."""
    line = files.text(finding.at.path).line(finding.at.line)
    word = _WORD.match(line, max(finding.at.column - 1, 0))
    bodies: dict[str, set[str]] = defaultdict(set)
    for name, body in definitions:
        bodies[name].update(_NAME.findall(body))
    names = {word[1]} & bodies.keys() if word is not None else set()
    for _ in range(_DEEPEST_MACRO):
        more = {n for name in names for n in bodies[name] if n in bodies}
        if more <= names:
            break
        names |= more
    return names


def _blind(reports: Iterable[FileReport]) -> dict[str, Callable[[range], bool]]:
    """Per file: whether a range of lines holds something that was not analysed, so that nothing follows from it."""
    first_skipped: dict[str, int] = {}
    unknown: dict[str, set[int]] = defaultdict(set)
    paths = []
    for report in reports:
        paths.append(report.path)
        for skipped in report.skipped:
            first_skipped[skipped.path] = min(first_skipped.get(skipped.path, skipped.line), skipped.line)
        for access in report.accesses:
            if access.status == UNKNOWN:
                unknown[access.at.path].add(access.at.line)

    def judge(path: str) -> Callable[[range], bool]:
        skipped = first_skipped.get(path)
        return lambda lines: (skipped is not None and lines.stop > skipped) or any(n in lines for n in unknown[path])

    return {path: judge(path) for path in paths}


def _unused(
    found: Suppressions, used: set[tuple[str, int, str]], blind: Callable[[range], bool]
) -> Iterator[UnusedSuppression]:
    for directive, problem in found.wrong:
        yield UnusedSuppression(directive.at, directive.codes, problem, directive.whole)
    idle: dict[int, list[Suppression]] = defaultdict(list)
    for entry in found.entries:
        key = (entry.directive.at.path, _identity(entry.directive), entry.code)
        if key not in used and entry.code != UNUSED and not blind(entry.lines):
            idle[_identity(entry.directive)].append(entry)
    for entries in idle.values():
        directive = entries[0].directive
        codes = tuple(dict.fromkeys(e.code for e in entries))
        remove, replacement = _reduced(directive, set(codes))
        yield UnusedSuppression(directive.at, codes, "", remove, replacement)


def _reduced(directive: Directive, idle: set[str]) -> tuple[Position, str]:
    """What to remove so that only the codes in use stay."""
    staying = [code for code in directive.codes if code not in idle]
    if not staying or directive.verb == ENABLE:
        return directive.whole, ""
    first, last = directive.entries[0], directive.entries[-1]
    span = Position(first.path, first.line, first.column, last.end_line, last.end_column)
    return span, ", ".join(staying)
