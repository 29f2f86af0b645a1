"""What there is to say about a line."""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from functools import cache

from cudalint.access import Access, FileReport
from cudalint.explain.build import explanation_of
from cudalint.explain.explanation import LOAD_AND_STORE, Alternative, Explanation
from cudalint.finding import Finding
from cudalint.frozen import frozen
from cudalint.ir.position import Position
from cudalint.report.source import SourceLines

Alternatives = Callable[[Access], Sequence[Alternative]]

MOST_NEIGHBOURS = 4


@frozen
class Answer:
    """The explanations of a line's accesses in the order in which they are written; `nothing` says why there is none,
    "" if there is one."""

    path: str
    line: int
    column: int | None
    explanations: tuple[Explanation, ...]
    nothing: str = ""


def explain_line(
    report: FileReport,
    line: int,
    column: int | None = None,
    *,
    findings: Sequence[Finding] = (),
    sources: SourceLines | None = None,
    alternatives: Alternatives | None = None,
) -> Answer:
    """Explain the accesses of a line of the report's file; `line` and `column` (in bytes) count from 1.

    With a column only the innermost accesses that are written there. `findings`: what the rules say about the file,
    with fixes where they are to be shown; `sources`: the text that was analysed, read from disk by default;
    `alternatives`: what else an access might cost. Pictures of several rounds and substitutions are shown where the
    analysis was asked for derivations (`Settings.derivations`).
    """
    texts = sources or SourceLines()
    here = [a for a in report.accesses if same_file(a.at.path, report.path)]
    on_line = [a for a in here if a.at.line <= line <= max(a.at.end_line, a.at.line)]
    chosen = on_line if column is None else _innermost(on_line, line, column)
    if not chosen:
        return Answer(report.path, line, column, (), _why_nothing(report, here, on_line, line, column, texts))
    groups: dict[tuple[object, ...], list[Access]] = {}
    for access in sorted(chosen, key=lambda a: (a.at.line, a.at.column, a.kind)):
        key = (access.at, access.space, access.kind, access.object.name, access.object.member)
        groups.setdefault(key, []).append(access)
    by_place = _by_place(findings)
    explanations = []
    for group in groups.values():
        about = by_place.get((group[0].at.line, group[0].at.column), ())
        explanations.append(explanation_of(group, about, texts, alternatives, report.included))
    return Answer(report.path, line, column, _joined(explanations))


def _joined(explanations: Sequence[Explanation]) -> tuple[Explanation, ...]:
    """A load and a store of one place that are alike in everything, as of `a[i] += b`, are explained together."""
    found: list[Explanation] = []
    for explanation in explanations:
        known = next((n for n, e in enumerate(found) if replace(e, kind=explanation.kind) == explanation), None)
        if known is None:
            found.append(explanation)
        else:
            found[known] = replace(explanation, kind=LOAD_AND_STORE)
    return tuple(found)


def _by_place(findings: Sequence[Finding]) -> Mapping[tuple[int, int], list[Finding]]:
    found: dict[tuple[int, int], list[Finding]] = {}
    for finding in findings:
        found.setdefault((finding.at.line, finding.at.column), []).append(finding)
    return found


@cache
def same_file(path: str, other: str) -> bool:
    """Whether two paths lead to one file."""
    return path == other or os.path.realpath(path) == os.path.realpath(other)


def _innermost(accesses: Sequence[Access], line: int, column: int) -> list[Access]:
    """Those that are written around a place, the ones inside of others first."""
    around = [a for a in accesses if _start(a.at) <= (line, column) < _end(a.at)]
    if not around:
        return []
    latest = max(_start(a.at) for a in around)
    inner = [a for a in around if _start(a.at) == latest]
    shortest = min(_end(a.at) for a in inner)
    return [a for a in inner if _end(a.at) == shortest]


def _start(at: Position) -> tuple[int, int]:
    return at.line, at.column


def _end(at: Position) -> tuple[int, int]:
    return (at.end_line, at.end_column) if at.end_line else (at.line, at.column + 1)


# -- nothing to say ----------------------------------------------------------------------------------------------------


def _why_nothing(
    report: FileReport,
    here: Sequence[Access],
    on_line: Sequence[Access],
    line: int,
    column: int | None,
    sources: SourceLines,
) -> str:
    if report.errors:
        return f"the file was not analysed: {report.errors[0]}"
    if on_line:
        columns = sorted({a.at.column for a in on_line})
        return f"nothing is accessed at column {column}; on this line, column {_listed(columns)}"
    if sources.line(report.path, line) is None:
        return f"{report.path} has no line {line}"
    skipped = [s for s in report.skipped if same_file(s.path, report.path) and s.line <= line]
    latest = max(skipped, key=lambda s: s.line, default=None)
    before = max((a.at.line for a in here if a.at.line <= line), default=0)
    if latest is not None and latest.line > before:
        what = (
            f"kernel `{latest.kernel}` (line {latest.line})" if latest.kernel else f"what starts at line {latest.line}"
        )
        return f"{what} was not analysed: {latest.reason}"
    near = sorted({a.at.line for a in here}, key=lambda n: (abs(n - line), n))[:MOST_NEIGHBOURS]
    if not near:
        return "no access to global or shared memory was seen in this file"
    return (
        "no access to global or shared memory here: registers, constants, host memory, or an access that the compiler "
        f"saves because the value is already at hand; the nearest are on line {_listed(sorted(near))}"
    )


def _listed(numbers: Sequence[int]) -> str:
    words = [str(n) for n in numbers]
    return words[0] if len(words) == 1 else f"{', '.join(words[:-1])} and {words[-1]}"
