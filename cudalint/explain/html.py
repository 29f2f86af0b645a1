"""An answer as a piece of HTML without scripts; filled in by the report's styles."""

from __future__ import annotations

from html import escape

from cudalint.explain.answer import Answer
from cudalint.explain.drawing import caption, draw
from cudalint.explain.explanation import Explanation
from cudalint.explain.sections import Section, closing_sections, headline, sections
from cudalint.report.escape import printable


def render(answer: Answer) -> str:
    """All explanations."""
    if answer.nothing:
        return f"<p>Nothing to explain: {_text(answer.nothing)}</p>"
    return "\n".join(fragment(e) for e in answer.explanations)


def fragment(explanation: Explanation) -> str:
    """One explanation as an article."""
    parts = [f"<h3>{_text(headline(explanation))}</h3>"]
    parts += [_section(s) for s in sections(explanation)]
    parts += [
        f"<figure><figcaption>{_text(caption(p))}</figcaption><pre>{_text(chr(10).join(draw(p)))}</pre></figure>"
        for p in explanation.pictures
    ]
    parts += [_section(s) for s in closing_sections(explanation)]
    return f'<article class="explanation">{"".join(parts)}</article>'


def _section(section: Section) -> str:
    lines = "".join(f"<dd>{_text(line)}</dd>" for line in section.lines)
    return f"<dl><dt>{_text(section.title)}</dt>{lines}</dl>"


def _text(text: str) -> str:
    return escape("\n".join(printable(line) for line in text.split("\n")))
