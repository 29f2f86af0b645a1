"""The top of the report: how much was found, filters, files, and what wastes most."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from cudalint.explain.html import inline, text
from cudalint.report.bundle import Bundle, by_waste
from cudalint.report.html.numbered import FileFindings
from cudalint.report.text import footer
from cudalint.wording import amount

MOST_WORST = 10


def header(found: Sequence[FileFindings], bundle: Bundle) -> str:
    """Title, counts, filters by rule, and the files."""
    kernels = len({(r.path, k) for r in bundle.reports for k in r.kernels})
    accesses = sum(len(r.accesses) for r in bundle.reports)
    looked = f"{len(bundle.reports)} files, {kernels} kernels and {accesses} accesses were looked at."
    return (
        f"<header><h1>cudalint</h1><p>{text(footer(bundle.findings))} {looked} Version {text(bundle.version)}.</p>"
        '<p class="marks">In the margin of the source: what a warp\'s request costs / the least possible, in sectors '
        "of 32 bytes (s) or shared-memory wavefronts (w); ▲ marks what wastes.</p>"
        f"{_filters(bundle)}{_files(found)}</header>"
    )


def _filters(bundle: Bundle) -> str:
    """Boxes that scripts make work; without scripts they stay hidden."""
    counts = Counter((f.code, f.name) for f in bundle.findings)
    if not counts:
        return ""
    boxes = "".join(
        f'<label><input type="checkbox" checked value="{text(code)}"> {text(code)} {text(name)} ({count})</label>'
        for (code, name), count in sorted(counts.items())
    )
    return (
        f'<form id="filters" hidden><fieldset><legend>Show rules</legend>{boxes}</fieldset>'
        '<p><button type="button" id="open">Open all</button> <button type="button" id="close">Close all</button> '
        '<button type="button" id="theme">Light or dark</button> '
        '<span role="status" id="shown"></span></p></form>'
    )


def _files(found: Sequence[FileFindings]) -> str:
    if len(found) < 2:
        return ""
    rows = "".join(f'<li><a href="#{file.anchor}">{text(file.shown)}</a> ({len(file.findings)})</li>' for file in found)
    return f'<nav aria-label="Files"><h2>Files</h2><ul>{rows}</ul></nav>'


def worst(found: Sequence[FileFindings]) -> str:
    """The findings that waste most per request."""
    everything = [(n, file) for file in found for n in file.findings if n.finding.impact > 0]
    if len(everything) < 2:
        return ""
    ranked = sorted(everything, key=lambda pair: by_waste(pair[0].finding))[:MOST_WORST]
    rows = "".join(
        f'<li data-code="{text(n.finding.code)}"><a href="#{n.anchor}">{text(file.shown)}:{n.finding.at.line}</a> '
        f"{text(n.finding.code)}: {amount(n.finding.impact)} {text(n.finding.unit)} too many a request, "
        f"{inline(f'in `{n.finding.kernel}`')}</li>"
        for n, file in ranked
    )
    return f'<section><h2>What wastes most</h2><ol class="worst">{rows}</ol></section>'
