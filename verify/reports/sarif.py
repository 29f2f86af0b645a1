"""Findings as SARIF 2.1.0, each with its verdict as a property."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import PurePath
from typing import Any
from urllib.parse import quote

from cudalint import __version__
from cudalint.finding import Finding, Severity

from ..judge import Judgement, Verdict
from .json_report import figures

SCHEMA = "https://json.schemastore.org/sarif-2.1.0.json"
_LEVELS = {Severity.NOTE: "note", Severity.WARNING: "warning", Severity.ERROR: "error"}


def render(judgement: Judgement, findings: Sequence[Finding]) -> str:
    """One run with a result per finding about an access; `properties.verdict` is its label."""
    results = [_result(f, v) for f in findings for v in [_verdict_of(f, judgement)] if v is not None]
    rules = {f.code: f.name for f in findings}
    driver = {
        "name": "cudalint",
        "version": __version__,
        "rules": [{"id": code, "name": name} for code, name in sorted(rules.items())],
    }
    run = {
        "tool": {"driver": driver},
        "columnKind": "utf16CodeUnits",
        "results": results,
        "properties": {"origin": judgement.origin},
    }
    return json.dumps({"$schema": SCHEMA, "version": "2.1.0", "runs": [run]}, indent=1)


def _verdict_of(finding: Finding, judgement: Judgement) -> Verdict | None:
    space = "global" if finding.unit == "sectors" else "shared"
    here = [v for v in judgement.verdicts if (v.path, v.line, v.space) == (finding.at.path, finding.at.line, space)]
    return next((v for v in here if finding.code in v.codes), None)


def _result(finding: Finding, verdict: Verdict) -> dict[str, Any]:
    region = {"startLine": finding.at.line, "startColumn": finding.at.column}
    if finding.at.end_line:
        region |= {"endLine": finding.at.end_line, "endColumn": finding.at.end_column}
    location = {"artifactLocation": {"uri": _uri(finding.at.path)}, "region": region}
    return {
        "ruleId": finding.code,
        "level": _LEVELS[finding.severity],
        "message": {"text": finding.message},
        "locations": [{"physicalLocation": location}],
        "properties": {
            "verdict": verdict.label,
            "verdictReason": verdict.reason,
            "predicted": figures(verdict.predicted),
            "measured": figures(verdict.measured),
        },
    }


def _uri(path: str) -> str:
    pure = PurePath(path)
    return pure.as_uri() if pure.is_absolute() else quote(pure.as_posix())
