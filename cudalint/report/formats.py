"""The formats of `check` by name."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from cudalint.report import concise, github, gitlab, json_report, sarif, text, xml_reports
from cudalint.report.bundle import Bundle


@dataclass(frozen=True, slots=True)
class Format:
    """`render` gives the whole report without a newline at its end, "" for nothing. `is_document`: a reader expects the
    whole output to be one document, so that nothing may be printed with it."""

    render: Callable[[Bundle], str]
    is_document: bool


def _text(bundle: Bundle) -> str:
    parts = [text.render(bundle.findings, bundle.sources)] if bundle.findings else []
    return "\n".join(parts if bundle.quiet else [*parts, text.footer(bundle.findings)])


def _html(bundle: Bundle) -> str:
    """Imported when asked for: it brings the explanations along."""
    from cudalint.report import html

    return html.render(bundle)


FORMATS = {
    "text": Format(_text, is_document=False),
    "concise": Format(lambda bundle: concise.render(bundle.findings), is_document=False),
    "json": Format(lambda bundle: json_report.findings_json(bundle.findings), is_document=True),
    "sarif": Format(sarif.render, is_document=True),
    "github": Format(github.render, is_document=False),
    "gitlab": Format(gitlab.render, is_document=True),
    "junit": Format(xml_reports.junit, is_document=True),
    "checkstyle": Format(xml_reports.checkstyle, is_document=True),
    "html": Format(_html, is_document=True),
}
