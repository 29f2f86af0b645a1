"""Trials of fixes as text and JSON."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Sequence
from typing import Any

import click

from cudalint.report.escape import printable
from cudalint.wording import amount

from ..fix.trial import NOT_MEASURED, REFUSED, Change, Totals, Trial
from ..judge import Figures
from .json_report import figures

SCHEMA_VERSION = 1


def as_text(trials: Sequence[Trial], origin: str) -> str:
    """A paragraph for each kernel, and a summary."""
    lines: list[str] = []
    for trial in trials:
        lines += [*_trial(trial), ""]
    labels = Counter(t.label for t in trials)
    counts = ", ".join(f"{count} {name}" for name, count in sorted(labels.items()))
    return "\n".join([*lines, f"{counts or 'No proved fix to measure'} ({origin})."])


def _trial(trial: Trial) -> list[str]:
    colour = "red" if trial.label in REFUSED else "yellow" if trial.label == NOT_MEASURED else "green"
    reason = f" ({printable(trial.reason)})" if trial.reason else ""
    lines = [f"{printable(trial.path)}: {printable(trial.kernel)}: {click.style(trial.label, fg=colour)}{reason}"]
    if trial.times is not None:
        before, after = trial.times.medians
        lines.append(f"  time     {before:.2f} us before, {after:.2f} us after (medians of {len(trial.times.before)})")
    if trial.before is not None and trial.after is not None:
        lines += [
            f"  {name:<10} {amount(round(old))} before, {amount(round(new))} after"
            for name, old, new in _totals(trial.before, trial.after)
        ]
    if trial.arrays and not trial.reason:
        checked = ", ".join(f"{printable(a.name)} ({a.size} bytes)" for a in trial.arrays)
        lines.append(f"  outputs    the same, byte by byte: {checked}")
    lines += [f"  {printable(_change(change))}" for change in trial.changes]
    return lines


def _totals(before: Totals, after: Totals) -> list[tuple[str, float, float]]:
    return [("sectors", before.sectors, after.sectors), ("wavefronts", before.wavefronts, after.wavefronts)]


def _change(change: Change) -> str:
    before, after = _short(change.before), _short(change.after)
    what = before if before == after else f"{before} -> {after}"
    return f"line {change.line}: {change.space} {change.kind}: {what}"


def _short(given: Figures | None) -> str:
    return "none" if given is None else f"{amount(given.cost)} of {amount(given.ideal)}"


def as_json(trials: Sequence[Trial], origin: str) -> str:
    """One JSON object; `schema_version` counts changes of its form."""
    labels = Counter(t.label for t in trials)
    content = {
        "schema_version": SCHEMA_VERSION,
        "origin": origin,
        "summary": dict(sorted(labels.items())),
        "fixes": [_fix(t) for t in trials],
    }
    return json.dumps(content, indent=1)


def _fix(trial: Trial) -> dict[str, Any]:
    medians = trial.times.medians if trial.times is not None else None
    return {
        "path": trial.path,
        "kernel": trial.kernel,
        "label": trial.label,
        "refused": trial.label in REFUSED,
        "reason": trial.reason or None,
        "microseconds": _pair(medians) if medians is not None else None,
        "runs": len(trial.times.before) if trial.times is not None else 0,
        "sectors": _pair(_of(trial, "sectors")),
        "wavefronts": _pair(_of(trial, "wavefronts")),
        "outputs": [{"name": a.name, "bytes": a.size, "different_bytes": a.different} for a in trial.arrays],
        "accesses": [
            {
                "path": c.path,
                "line": c.line,
                "space": c.space,
                "kind": c.kind,
                "before": figures(c.before),
                "after": figures(c.after),
                "predicted_before": figures(c.predicted_before),
                "predicted_after": figures(c.predicted_after),
            }
            for c in trial.changes
        ],
    }


def _of(trial: Trial, name: str) -> tuple[float, float] | None:
    if trial.before is None or trial.after is None:
        return None
    return getattr(trial.before, name), getattr(trial.after, name)


def _pair(given: tuple[float, float] | None) -> dict[str, float] | None:
    return None if given is None else {"before": round(given[0], 3), "after": round(given[1], 3)}
