"""An answer as HTML without scripts."""

from __future__ import annotations

from functools import cache
from html import escape
from importlib.resources import files

from cudalint.explain.answer import Answer
from cudalint.explain.drawing import caption, summary
from cudalint.explain.explanation import Explanation
from cudalint.explain.picture import Picture
from cudalint.explain.sections import Section, closing_sections, headline, others, sections
from cudalint.explain.svg import HATCH, legend, svg
from cudalint.report.escape import printable


def render(answer: Answer) -> str:
    """All explanations, to be put in a page with `style` and `HATCH`."""
    if answer.nothing:
        return f"<p>Nothing to explain: {inline(answer.nothing)}</p>"
    return "\n".join(fragment(e) for e in answer.explanations)


def page(answer: Answer) -> str:
    """A whole page that needs no other file."""
    place = f"{answer.path}:{answer.line}"
    return document(f"cudalint explain {place}", f"<main><h1>{text(place)}</h1>{render(answer)}</main>", style())


def document(title: str, body: str, css: str, script: str = "") -> str:
    """A page of HTML that loads nothing; `body` is HTML, `title` is not."""
    policy = "default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'; img-src data:"
    scripts = f"<script>{script}</script>" if script else ""
    return (
        '<!DOCTYPE html>\n<html lang="en"><head><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width, initial-scale=1">'
        f'<meta http-equiv="Content-Security-Policy" content="{policy}">'
        '<meta name="color-scheme" content="light dark">'
        f"<title>{text(title)}</title><style>{css}</style></head>\n<body>{HATCH}{body}{scripts}</body></html>"
    )


@cache
def style() -> str:
    """The style sheet of explanations."""
    return files("cudalint.explain").joinpath("explanation.css").read_text("utf-8")


def fragment(explanation: Explanation, *, heading: int = 3) -> str:
    """One explanation as an article; `heading`: the level of its heading."""
    parts = [f"<h{heading}>{inline(headline(explanation))}</h{heading}>"]
    if explanation.written:
        parts.append(f'<pre class="written" tabindex="0"><code>{text(explanation.written)}</code></pre>')
    parts.append(_sections(sections(explanation)))
    parts += [_figure(p) for p in explanation.pictures]
    if explanation.other_costs:
        parts.append(f"<p>{inline(others(explanation))}</p>")
    parts.append(_sections(closing_sections(explanation)))
    return f'<article class="explanation">{"".join(parts)}</article>'


def _figure(picture: Picture) -> str:
    """A picture; it scrolls sideways on its own where the window is narrow, by keyboard too."""
    drawn = svg(picture)
    words = " ".join(f"{line[:1].upper()}{line[1:]}." for line in summary(picture))
    said = f"<b>{inline(caption(picture))}</b>. {inline(words)}"
    if not drawn:
        return f"<figure><figcaption>{said}</figcaption></figure>"
    return (
        f'<figure><figcaption>{said}</figcaption><div class="scroll" tabindex="0" role="group" '
        f'aria-label="picture of a warp">{drawn}</div><p class="legend">{legend(picture)}</p></figure>'
    )


def _sections(parts: tuple[Section, ...]) -> str:
    rows = []
    for section in parts:
        lines = "".join(f"<dd>{_line(line, section)}</dd>" for line in section.lines)
        rows.append(f"<div><dt>{text(section.title)}</dt>{lines}</div>")
    return f"<dl>{''.join(rows)}</dl>" if rows else ""


def _line(line: str, section: Section) -> str:
    return f'<code class="line">{text(line)}</code>' if section.code else inline(line)


def text(source: str) -> str:
    """Text that is not HTML."""
    return escape("\n".join(printable(line) for line in source.split("\n")))


def inline(source: str) -> str:
    """Text in which what stands between `backquotes` is code."""
    pieces = source.split("`")
    if len(pieces) % 2 == 0:
        return text(source)
    return "".join(f"<code>{text(p)}</code>" if n % 2 else text(p) for n, p in enumerate(pieces))
