"""Source around findings, with what each access costs in the margin."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from cudalint.access import GLOBAL, Access
from cudalint.explain.html import text
from cudalint.report.html.numbered import KernelFindings, Numbered
from cudalint.report.source import SourceLines
from cudalint.rule import BAD_RATIO
from cudalint.wording import amount

AROUND = 4
"""Lines shown before and behind a finding."""

MOST_MARKS = 4


def listing(kernel: KernelFindings, accesses: Sequence[Access], path: str, sources: SourceLines) -> str:
    """The lines around a kernel's findings as a table; "" where the source is not at hand."""
    by_line: dict[int, list[Numbered]] = {}
    for numbered in kernel.findings:
        by_line.setdefault(numbered.finding.at.line, []).append(numbered)
    costs: dict[int, list[Access]] = {}
    for access in accesses:
        costs.setdefault(access.at.line, []).append(access)
    rows = []
    previous = None
    for number in _shown(by_line):
        line = sources.line(path, number)
        if line is None:
            continue
        if previous is not None and number > previous + 1:
            rows.append('<tr class="gap"><td colspan="3">⋮</td></tr>')
        previous = number
        source = text(line.decode("utf-8", "replace").replace("\t", "    "))
        rows.append(
            f'<tr><th scope="row">{number}</th><td class="margin">{_marks(number, by_line, costs)}</td>'
            f"<td><code>{source}</code></td></tr>"
        )
    if not rows:
        return ""
    return (
        '<div class="scroll listing" tabindex="0" role="group" aria-label="source"><table>'
        '<thead class="unseen"><tr><th scope="col">line</th><th scope="col">cost</th><th scope="col">source</th></tr>'
        f"</thead><tbody>{''.join(rows)}</tbody></table></div>"
    )


def _shown(lines: Iterable[int]) -> list[int]:
    """The lines around some lines, in order."""
    found = {n for line in lines for n in range(line - AROUND, line + AROUND + 1)}
    return sorted(n for n in found if n > 0)


def _marks(line: int, by_line: Mapping[int, Sequence[Numbered]], costs: Mapping[int, Sequence[Access]]) -> str:
    links = [
        f'<a href="#{n.anchor}" data-code="{text(n.finding.code)}">{text(n.finding.code)}</a>'
        for n in by_line.get(line, ())
    ]
    seen = dict.fromkeys(_cost(a) for a in sorted(costs.get(line, ()), key=lambda a: a.at.column) if a.cost is not None)
    more = " …" if len(seen) > MOST_MARKS else ""
    return " ".join([*links, *list(seen)[:MOST_MARKS]]) + more


def _cost(access: Access) -> str:
    cost, ideal = amount(access.cost or 0), amount(access.ideal or 0)
    unit = "s" if access.space == GLOBAL else "w"
    mark = "▲" if access.waste >= BAD_RATIO else ""
    return f'<span class="cost">{mark}{cost}/{ideal}{unit}</span>'
