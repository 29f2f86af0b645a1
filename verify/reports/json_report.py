"""Verdicts as JSON; the form is a contract, `schema_version` counts its changes."""

from __future__ import annotations

import json
from typing import Any

from ..judge import LABELS, Figures, Judgement, Missed, Verdict

SCHEMA_VERSION = 1


def render(judgement: Judgement) -> str:
    """One JSON object."""
    return json.dumps(
        {
            "schema_version": SCHEMA_VERSION,
            "origin": judgement.origin,
            "notes": list(judgement.notes),
            "summary": {label: judgement.count(label) for label in LABELS},
            "verdicts": [_verdict(v) for v in judgement.verdicts],
            "missed": [_missed(m) for m in judgement.missed],
        },
        indent=1,
    )


def _verdict(verdict: Verdict) -> dict[str, Any]:
    return {
        **_place(verdict),
        "label": verdict.label,
        "reason": verdict.reason or None,
        "status": verdict.status,
        "rules": list(verdict.codes),
        "predicted": figures(verdict.predicted),
        "measured": figures(verdict.measured),
    }


def _missed(missed: Missed) -> dict[str, Any]:
    return {**_place(missed), "wasteful": missed.wasteful, "measured": figures(missed.measured)}


def _place(item: Verdict | Missed) -> dict[str, Any]:
    return {
        "path": item.path,
        "line": item.line,
        "space": item.space,
        "kind": item.kind,
        "unit": "sectors" if item.space == "global" else "wavefronts",
        "kernels": list(item.kernels),
    }


def figures(given: Figures | None) -> dict[str, Any] | None:
    """Mean cost and ideal per request, and the number of requests."""
    if given is None:
        return None
    return {"cost": round(given.cost, 4), "ideal": round(given.ideal, 4), "executions": given.executions}
