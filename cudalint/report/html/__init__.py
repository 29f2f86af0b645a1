"""The HTML report: one file that loads nothing, with the source, a mark beside each access, and why it costs what it
costs."""

from __future__ import annotations

from functools import cache
from importlib.resources import files

from cudalint.explain.html import document, style
from cudalint.report.bundle import Bundle
from cudalint.report.html.contents import header, worst
from cudalint.report.html.findings import sections
from cudalint.report.html.numbered import numbered
from cudalint.report.html.rules import rule_sections

__all__ = ["render"]


def render(bundle: Bundle) -> str:
    """The whole report. Without scripts all of it can be read; with them it is filtered by rule."""
    found = numbered(bundle)
    body = (
        '<a class="skip" href="#findings">Skip to the findings</a>'
        f'{header(found, bundle)}<main id="findings">{worst(found)}{sections(found, bundle)}'
        f"{rule_sections(bundle)}</main>"
    )
    return document("cudalint report", body, style() + _asset("report.css"), _asset("report.js"))


@cache
def _asset(name: str) -> str:
    return files("cudalint.report.html").joinpath(name).read_text("utf-8")
