"""An answer as Markdown: what an editor shows on hovering."""

from __future__ import annotations

from cudalint.explain.answer import Answer
from cudalint.explain.drawing import caption, draw
from cudalint.explain.explanation import Explanation
from cudalint.explain.sections import Section, closing_sections, headline, others, sections
from cudalint.report.escape import printable


def render(answer: Answer) -> str:
    """All explanations; headings start at level 3."""
    if answer.nothing:
        return f"Nothing to explain: {_plain(answer.nothing)}"
    return "\n\n---\n\n".join(_explanation(e) for e in answer.explanations)


def _explanation(explanation: Explanation) -> str:
    parts = [f"### {_plain(headline(explanation))}"]
    if explanation.written:
        parts.append(_fenced((explanation.written,), "cuda"))
    parts += [_section(s) for s in sections(explanation)]
    for picture in explanation.pictures:
        parts.append(f"**{_plain(caption(picture))}**")
        parts.append(_fenced(draw(picture)))
    if explanation.other_costs:
        parts.append(_plain(others(explanation)))
    parts += [_section(s) for s in closing_sections(explanation)]
    return "\n\n".join(parts)


def _section(section: Section) -> str:
    title = f"**{section.title.capitalize()}**"
    if section.code:
        return f"{title}\n{_fenced(section.lines, 'cuda')}"
    if len(section.lines) == 1:
        return f"{title}: {_plain(section.lines[0])}"
    return "\n".join([title, "", *(f"- {_plain(line)}" for line in section.lines)])


def _fenced(lines: tuple[str, ...], language: str = "") -> str:
    text = [printable(line) for line in lines]
    ticks = "`" * 3
    while any(ticks in line for line in text):
        ticks += "`"
    return "\n".join([f"{ticks}{language}", *text, ticks])


def _plain(text: str) -> str:
    """Text in which nothing but our own `quotes` is Markdown or HTML."""
    pieces = printable(text).split("`")
    if len(pieces) % 2 == 0:
        return _escaped("`".join(pieces))
    return "".join(f"`{piece}`" if n % 2 and piece else _escaped(piece) for n, piece in enumerate(pieces))


def _escaped(text: str) -> str:
    return "".join(f"\\{c}" if c in "\\`*_[]<>#|~&" else c for c in text)
