"""An answer for the terminal."""

from __future__ import annotations

import textwrap

import click

from cudalint.explain.answer import Answer
from cudalint.explain.drawing import caption, draw
from cudalint.explain.explanation import Explanation
from cudalint.explain.sections import Section, closing_sections, headline, others, sections
from cudalint.report.escape import printable

_INDENT = "    "
WIDTH = 100
"""Columns of a line behind its title."""


def render(answer: Answer) -> str:
    """All explanations, with colour codes; the caller strips them where they are not wanted."""
    if answer.nothing:
        return f"{printable(answer.path)}:{answer.line}: nothing to explain: {printable(answer.nothing)}"
    return "\n\n".join(_explanation(e) for e in answer.explanations)


def _explanation(explanation: Explanation) -> str:
    at = explanation.at
    lines = [
        f"{click.style(f'{printable(at.path)}:{at.line}:{at.column}', bold=True)}: {printable(headline(explanation))}"
    ]
    if explanation.written:
        lines += ["", f"{_INDENT}{printable(explanation.written)}", ""]
    width = max(len(s.title) for s in (*sections(explanation), *closing_sections(explanation)))
    for section in sections(explanation):
        lines += _section(section, width)
    for picture in explanation.pictures:
        lines += ["", f"{click.style(printable(caption(picture)), bold=True)}"]
        lines += [f"{_INDENT}{line}".rstrip() for line in draw(picture)]
    if explanation.other_costs:
        lines += ["", printable(others(explanation))]
    lines.append("")
    for section in closing_sections(explanation):
        lines += _section(section, width)
    return "\n".join(lines)


def _section(section: Section, width: int) -> list[str]:
    title = click.style(section.title.rjust(width), fg="blue")
    indent = " " * width
    lines = [part for line in section.lines for part in _wrapped(printable(line), section)]
    return [f"{title if not n else indent}  {line}" for n, line in enumerate(lines)]


def _wrapped(line: str, section: Section) -> list[str]:
    """Prose in lines that a terminal holds; source and formulas stay as they are."""
    if section.code:
        return [line]
    return textwrap.wrap(line, WIDTH, subsequent_indent="  ", break_long_words=False, break_on_hyphens=False)
