"""Verdicts as a table for people."""

from __future__ import annotations

from collections.abc import Sequence

import click

from cudalint.report.escape import columns, printable
from cudalint.wording import amount

from ..judge import CONFIRMED, LABELS, NOT_EXECUTED, NOT_MEASURED, REFUTED, Figures, Judgement, Missed, Verdict

_HEAD = ("where", "kernel", "access", "predicted", "measured", "rule", "verdict")
_COLOURS = {CONFIRMED: "green", REFUTED: "red", NOT_EXECUTED: "yellow", NOT_MEASURED: "yellow"}


def render(judgement: Judgement) -> str:
    """One line a place, what was missed, and a summary; costs are means per request, "32 of 4" against its ideal."""
    rows = [tuple(map(printable, _row(v))) for v in judgement.verdicts]
    lines = _table(rows, [_COLOURS[v.label] for v in judgement.verdicts]) if rows else []
    wasteful = [m for m in judgement.missed if m.wasteful]
    if wasteful:
        lines += ["", "Measured as wasteful, but not seen by the linter:"]
        lines += [f"  {printable(_missed(m))}" for m in wasteful]
    quiet = len(judgement.missed) - len(wasteful)
    if quiet:
        lines += ["", f"{quiet} more {'place was' if quiet == 1 else 'places were'} counted and cost what they must."]
    lines += ["", *(f"note: {printable(n)}" for n in judgement.notes), summary(judgement)]
    return "\n".join(lines).lstrip("\n")


def summary(judgement: Judgement) -> str:
    """'3 confirmed, 1 refuted (ncu report a.csv).'"""
    parts = [f"{judgement.count(label)} {label}" for label in LABELS if judgement.count(label)]
    return f"{', '.join(parts) or 'Nothing to verify'} ({printable(judgement.origin)})."


def _table(rows: Sequence[tuple[str, ...]], colours: Sequence[str]) -> list[str]:
    widths = [max(columns(r[i]) for r in (_HEAD, *rows)) for i in range(len(_HEAD))]
    lines = ["  ".join(map(_padded, _HEAD, widths)).rstrip()]
    for row, colour in zip(rows, colours, strict=True):
        cells = [*map(_padded, row[:-1], widths), click.style(row[-1], fg=colour)]
        lines.append("  ".join(cells))
    return lines


def _padded(cell: str, width: int) -> str:
    return cell + " " * (width - columns(cell))


def _row(verdict: Verdict) -> tuple[str, ...]:
    reason = f" ({verdict.reason})" if verdict.reason else ""
    return (
        f"{verdict.path}:{verdict.line}",
        ", ".join(verdict.kernels),
        f"{verdict.space} {verdict.kind}",
        _figures(verdict.predicted),
        _figures(verdict.measured),
        ", ".join(verdict.codes) or "-",
        verdict.label + reason,
    )


def _figures(figures: Figures | None) -> str:
    if figures is None:
        return "-"
    return f"{amount(figures.cost)} of {amount(figures.ideal)}"


def _missed(missed: Missed) -> str:
    where = f"{missed.path}:{missed.line}: {missed.space} {missed.kind} in {', '.join(missed.kernels)}"
    return f"{where}: {_figures(missed.measured)}"
