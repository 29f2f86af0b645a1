"""The formats of `check` by name."""

from __future__ import annotations

import importlib
from collections.abc import Callable

from cudalint.frozen import frozen
from cudalint.report.bundle import Bundle


@frozen
class Format:
    """`render` gives the whole report without a newline at its end, "" for nothing. `is_document`: a reader expects the
    whole output to be one document, so that nothing may be printed with it."""

    render: Callable[[Bundle], str]
    is_document: bool


def _text(bundle: Bundle) -> str:
    from cudalint.report import text

    parts = [text.render(bundle.findings, bundle.sources)] if bundle.findings else []
    return "\n".join(parts if bundle.quiet else [*parts, text.footer(bundle.findings)])


def _concise(bundle: Bundle) -> str:
    from cudalint.report import concise

    return concise.render(bundle.findings)


def _json(bundle: Bundle) -> str:
    from cudalint.report import json_report

    return json_report.findings_json(bundle.findings)


def _in(module: str, function: str) -> Callable[[Bundle], str]:
    """A report whose module is loaded when it is written."""

    def render(bundle: Bundle) -> str:
        rendered: str = getattr(importlib.import_module(f"cudalint.report.{module}"), function)(bundle)
        return rendered

    return render


FORMATS = {
    "text": Format(_text, is_document=False),
    "concise": Format(_concise, is_document=False),
    "json": Format(_json, is_document=True),
    "sarif": Format(_in("sarif", "render"), is_document=True),
    "github": Format(_in("github", "render"), is_document=False),
    "gitlab": Format(_in("gitlab", "render"), is_document=True),
    "junit": Format(_in("xml_reports", "junit"), is_document=True),
    "checkstyle": Format(_in("xml_reports", "checkstyle"), is_document=True),
    "html": Format(_in("html", "render"), is_document=True),
}
