"""GitHub's workflow commands, which become annotations, and the summary of a step.

Sources: actions/toolkit (packages/core/src/command.ts for the escaping, docs/problem-matchers.md for the limits: of
each kind 10 annotations a step).
"""

from __future__ import annotations

import hashlib
import html
from collections.abc import Sequence

from cudalint.finding import Finding, Severity
from cudalint.report.bundle import Bundle, by_waste
from cudalint.report.escape import printable
from cudalint.report.text import footer

MOST_ANNOTATIONS = 10
MOST_SUMMARY_BYTES = 1_000_000
"""A little less than the 1 MiB that a step's summary may have."""

_KINDS = {Severity.ERROR: "error", Severity.WARNING: "warning", Severity.NOTE: "notice"}


def render(bundle: Bundle) -> str:
    """At most 10 commands a kind, the worst first; the others as plain lines behind, where they start no command."""
    ranked = sorted(bundle.findings, key=by_waste)
    shown: list[Finding] = []
    over = any(sum(f.severity is s for f in ranked) > MOST_ANNOTATIONS for s in Severity)
    for severity in sorted(Severity, reverse=True):
        most = MOST_ANNOTATIONS - (over and severity is Severity.NOTE)
        shown += [f for f in ranked if f.severity is severity][:most]
    lines = [_command(f, bundle) for f in shown]
    rest = [f for f in bundle.findings if f not in set(shown)]
    if rest:
        lines += _rest(rest, bundle)
    return "\n".join(lines)


def _command(finding: Finding, bundle: Bundle) -> str:
    at = finding.at
    properties = {"title": f"cudalint ({finding.code})", "file": bundle.shown(at.path), "line": str(at.line)}
    if at.end_line in (0, at.line):
        start, end = bundle.sources.utf16_columns(at)
        properties |= {"col": str(start), "endLine": str(at.line), "endColumn": str(end)}
    else:
        properties |= {"endLine": str(at.end_line)}
    text = f"{_line(finding, bundle)}" + (f"\nhelp: {printable(finding.help)}" if finding.help else "")
    written = ",".join(f"{name}={escaped_property(value)}" for name, value in properties.items())
    return f"::{_KINDS[finding.severity]} {written}::{escaped_data(text)}"


def _line(finding: Finding, bundle: Bundle) -> str:
    at = finding.at
    path = printable(bundle.shown(at.path))
    return f"{path}:{at.line}:{at.column}: {finding.code} {printable(finding.message)}"


def escaped_data(text: str) -> str:
    """The text of a command."""
    return text.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")


def escaped_property(text: str) -> str:
    """The value of a property of a command."""
    return printable(escaped_data(text)).replace(":", "%3A").replace(",", "%2C")


def _rest(rest: Sequence[Finding], bundle: Bundle) -> list[str]:
    """The findings that get no annotation. A file name may look like a command, so none is obeyed meanwhile: the word
    that ends this is a hash of all that is printed, which nothing in it can hold."""
    lines = [f"{f.severity.word}: {_line(f, bundle)}" for f in rest]
    token = hashlib.sha256("\n".join(lines).encode()).hexdigest()
    many = f"{len(rest)} further finding{'' if len(rest) == 1 else 's'}, of less waste"
    notice = f"::notice title=cudalint::{many}: in the log of this step and in its summary"
    return [notice, f"::stop-commands::{token}", *lines, f"::{token}::"]


def summary(bundle: Bundle) -> str:
    """All findings as a table in Markdown, the worst first, cut where a step's summary ends."""
    ranked = sorted(bundle.findings, key=lambda f: (-f.severity, *by_waste(f)))
    lines = ["## cudalint", "", footer(ranked), ""]
    if ranked:
        lines += ["| | rule | where | what |", "|---|---|---|---|"]
    size = sum(len(line.encode()) + 1 for line in lines)
    for number, finding in enumerate(ranked):
        row = _row(finding, bundle)
        size += len(row.encode()) + 1
        if size > MOST_SUMMARY_BYTES:
            lines += ["", f"{len(ranked) - number} more are in the log of the step."]
            break
        lines.append(row)
    return "\n".join(lines) + "\n"


def _row(finding: Finding, bundle: Bundle) -> str:
    where = f"{bundle.shown(finding.at.path)}:{finding.at.line}"
    cells = (finding.severity.word, f"{finding.code} {finding.name}", where, finding.message)
    return "| " + " | ".join(map(_cell, cells)) + " |"


def _cell(text: str) -> str:
    """Text that is neither Markdown nor HTML."""
    plain = html.escape(printable(text))
    return "".join(f"&#{ord(c)};" if c in "|`*_[]{}\\~!" else c for c in plain)
