"""Findings for people: what, where with the source, why and how to fix it."""

from __future__ import annotations

from collections.abc import Sequence

import click

from cudalint.finding import Finding, Severity
from cudalint.ir.position import Position
from cudalint.report.escape import printable
from cudalint.report.source import SourceLines

_COLOURS = {Severity.ERROR: "red", Severity.WARNING: "yellow", Severity.NOTE: "cyan"}


def render(findings: Sequence[Finding], sources: SourceLines) -> str:
    """All findings as text, with colour codes; the caller strips them where they are not wanted."""
    return "\n".join(_finding(f, sources) for f in findings)


def _finding(finding: Finding, sources: SourceLines) -> str:
    colour = _COLOURS[finding.severity]
    code = click.style(finding.code, fg=colour, bold=True)
    width = len(str(max([finding.at.line, *(label.at.line for label in finding.related)])))
    lines = [f"{code} {printable(finding.message)}"]
    lines += _frame(finding.at, finding.label, width, colour, sources)
    for label in finding.related:
        lines += _frame(label.at, label.text, width, "blue", sources, dashed=True)
    indent = " " * width
    lines += [f"{indent} {click.style('=', fg='blue')} {_word('note')}: {printable(note)}" for note in finding.notes]
    if finding.help:
        lines.append(f"{indent} {click.style('=', fg='blue')} {_word('help')}: {printable(finding.help)}")
        lines += [f"{indent}         {printable(line)}".rstrip() for line in finding.sketch]
    return "\n".join(lines) + "\n"


def _word(word: str) -> str:
    return click.style(word, bold=True)


def _frame(
    at: Position, label: str, width: int, colour: str, sources: SourceLines, *, dashed: bool = False
) -> list[str]:
    bar = click.style("|", fg="blue")
    arrow = click.style("-->" if not dashed else ":::", fg="blue")
    indent = " " * width
    lines = [f"{indent}{arrow} {printable(at.path)}:{at.line}:{at.column}"]
    shown = sources.frame(at) if label or at.end_line else None
    if shown is None:
        return lines
    text, start, length = shown
    mark = click.style(
        ("-" if dashed else "^") * length + (f" {printable(label)}" if label else ""), fg=colour, bold=True
    )
    number = click.style(str(at.line).rjust(width), fg="blue")
    return [*lines, f"{indent} {bar}", f"{number} {bar} {text}", f"{indent} {bar} {' ' * start}{mark}"]


def footer(findings: Sequence[Finding]) -> str:
    """'Found 3 warnings and 1 note.'"""
    if not findings:
        return "All checks passed."
    parts = []
    for severity in sorted(Severity, reverse=True):
        count = sum(f.severity == severity for f in findings)
        if count:
            parts.append(f"{count} {severity.word}{'' if count == 1 else 's'}")
    return "Found " + " and ".join(filter(None, [", ".join(parts[:-1]), parts[-1]])) + "."
