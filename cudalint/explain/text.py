"""An answer for the terminal."""

from __future__ import annotations

import click

from cudalint.explain.answer import Answer
from cudalint.explain.drawing import caption, draw
from cudalint.explain.explanation import Explanation
from cudalint.explain.sections import Section, closing_sections, headline, sections
from cudalint.report.escape import printable

_INDENT = "    "


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
    if explanation.left_out:
        lines += ["", f"{explanation.left_out} more costs occur"]
    lines.append("")
    for section in closing_sections(explanation):
        lines += _section(section, width)
    return "\n".join(lines)


def _section(section: Section, width: int) -> list[str]:
    title = click.style(section.title.rjust(width), fg="blue")
    indent = " " * width
    return [f"{title if not n else indent}  {printable(line)}" for n, line in enumerate(section.lines)]
