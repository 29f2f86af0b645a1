"""The findings by file and kernel, each with its explanation."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from cudalint.access import Access, FileReport
from cudalint.explain import Explanation, explain_line, same_file
from cudalint.explain.html import fragment, inline, text
from cudalint.finding import Finding
from cudalint.report.bundle import Bundle
from cudalint.report.html.listing import listing
from cudalint.report.html.numbered import FileFindings, KernelFindings, Numbered

OPEN_UP_TO = 3
"""So many findings are opened from the start."""


def sections(found: Sequence[FileFindings], bundle: Bundle) -> str:
    """A section a file."""
    by_path = {file.path: _report_of(file.path, bundle.reports) for file in found}
    few = sum(len(file.findings) for file in found) <= OPEN_UP_TO
    return "".join(_file(file, by_path, bundle, few) for file in found)


def _report_of(path: str, reports: Sequence[FileReport]) -> FileReport:
    """What was seen in a file, also where other files include it."""
    accesses = tuple(a for r in reports for a in r.accesses if a.at.path == path or same_file(a.at.path, path))
    included = tuple(dict.fromkeys(i for r in reports if r.path == path for i in r.included))
    return FileReport(path, accesses, included=included)


def _file(file: FileFindings, by_path: Mapping[str, FileReport], bundle: Bundle, few: bool) -> str:
    report = by_path[file.path]
    kernels = "".join(_kernel(kernel, file, report, bundle, few) for kernel in file.kernels)
    return f'<section class="file" id="{file.anchor}"><h2>{text(file.shown)}</h2>{kernels}</section>'


def _kernel(kernel: KernelFindings, file: FileFindings, report: FileReport, bundle: Bundle, few: bool) -> str:
    title = inline(f"Kernel `{kernel.kernel}`") if kernel.kernel else "About no kernel"
    shown = listing(kernel, report.accesses, file.path, bundle.sources)
    details = "".join(_details(n, report, bundle, few) for n in kernel.findings)
    return f'<section class="kernel"><h3>{title}</h3>{shown}{details}</section>'


def _details(numbered: Numbered, report: FileReport, bundle: Bundle, opened: bool) -> str:
    finding = numbered.finding
    code = text(finding.code)
    explanations = _explanations(finding, report, bundle)
    inside = "".join(fragment(e, heading=4) for e in explanations) or _plain(finding)
    return (
        f'<details id="{numbered.anchor}" data-code="{code}"{" open" if opened else ""}>'
        f'<summary><span class="{finding.severity.word}">{finding.severity.word}</span> <b>{code}</b> '
        f"line {finding.at.line}:{finding.at.column}: {inline(finding.message)}</summary>"
        f'<div class="inside">{inside}<p><a href="#rule-{code}">{code} {text(finding.name)}</a>: '
        "why it is bad, and when it is wrong</p></div></details>"
    )


def _explanations(finding: Finding, report: FileReport, bundle: Bundle) -> tuple[Explanation, ...]:
    """What there is to say about the accesses that a finding speaks of."""
    here = tuple(a for a in report.accesses if _is_about(finding, a))
    if not here:
        return ()
    only = FileReport(report.path, here, included=report.included)
    return explain_line(only, finding.at.line, findings=(finding,), sources=bundle.sources).explanations


def _is_about(finding: Finding, access: Access) -> bool:
    at = access.at
    if (at.line, at.column) != (finding.at.line, finding.at.column) or access.unit != finding.unit:
        return False
    return f"{access.kind} " in finding.message and f"`{access.object.name}{access.object.member}`" in finding.message


def _plain(finding: Finding) -> str:
    """A finding that is about no access."""
    notes = "".join(f"<p>{inline(note)}</p>" for note in finding.notes)
    return notes + (f"<p>Help: {inline(finding.help)}</p>" if finding.help else "")
