"""The pages of the rules that found something, as HTML."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from cudalint.explain.html import inline, text
from cudalint.report.bundle import Bundle

_EMPHASIS = re.compile(r"(?<![\w*])\*(\w[^*<>]*\w)\*(?![\w*])")
_BLOCK = re.compile(r"^(```|#|- |\||\s*$)")


def rule_sections(bundle: Bundle) -> str:
    """One section a rule, behind the findings."""
    found = {f.code for f in bundle.findings}
    parts = [
        f'<section class="rule" id="rule-{text(r.rule.code)}">{as_html(r.page, deeper=2)}</section>'
        for r in bundle.rules
        if r.rule.code in found
    ]
    return f"<section><h2>Rules</h2>{''.join(parts)}</section>" if parts else ""


def as_html(page: str, *, deeper: int = 0) -> str:
    """A rule's page: headings, paragraphs, lists, tables, fenced code; no other Markdown occurs in them.

    `deeper`: by how many levels headings are lowered.
    """
    lines = page.splitlines()
    return "".join(_blocks(lines, deeper))


def _blocks(lines: Sequence[str], deeper: int) -> Iterator[str]:
    position = 0
    while position < len(lines):
        line = lines[position]
        end = position + 1
        if line.startswith("```"):
            while end < len(lines) and lines[end] != "```":
                end += 1
            code = text("\n".join(lines[position + 1 : end]))
            yield f'<pre class="scroll" tabindex="0"><code>{code}</code></pre>'
            end += 1
        elif line.startswith("#"):
            level = len(line) - len(line.lstrip("#")) + deeper
            yield f"<h{level}>{_inline(line.lstrip('# '))}</h{level}>"
        elif line.startswith("- "):
            while end < len(lines) and lines[end].startswith(("- ", "  ")):
                end += 1
            yield f"<ul>{''.join(_items(lines[position:end]))}</ul>"
        elif line.startswith("|"):
            while end < len(lines) and lines[end].startswith("|"):
                end += 1
            yield _table(lines[position:end])
        elif line.strip():
            while end < len(lines) and not _BLOCK.match(lines[end]):
                end += 1
            yield f"<p>{_inline(' '.join(lines[position:end]))}</p>"
        position = end


def _items(lines: Sequence[str]) -> Iterator[str]:
    item: list[str] = []
    for line in [*lines, "- "]:
        if line.startswith("- ") and item:
            yield f"<li>{_inline(' '.join(item))}</li>"
            item = []
        item.append(line.removeprefix("- ").strip())


def _table(lines: Sequence[str]) -> str:
    """Cells may hold code with escaped bars."""
    rows = [[c.strip().replace("\\|", "|") for c in re.split(r"(?<!\\)\|", line)[1:-1]] for line in lines]
    head = "".join(f'<th scope="col">{_inline(cell)}</th>' for cell in rows[0])
    body = "".join("<tr>" + "".join(f"<td>{_inline(cell)}</td>" for cell in row) + "</tr>" for row in rows[2:])
    return f'<div class="scroll" tabindex="0"><table><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table></div>'


def _inline(source: str) -> str:
    """Code and emphasis; what is code stays as it is."""
    pieces = re.split(r"(<code>.*?</code>)", inline(source))
    return "".join(p if p.startswith("<code>") else _EMPHASIS.sub(r"<em>\1</em>", p) for p in pieces)
