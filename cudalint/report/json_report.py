"""Findings and accesses as JSON; the form is a contract, `schema_version` counts its changes."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any

from cudalint.access import Access, FileReport
from cudalint.finding import Finding, Fix
from cudalint.ir.position import Position

SCHEMA_VERSION = 1


def findings_json(findings: Sequence[Finding]) -> str:
    """The findings as one JSON object."""
    return json.dumps({"schema_version": SCHEMA_VERSION, "findings": [_finding(f) for f in findings]}, indent=1)


def _finding(finding: Finding) -> dict[str, Any]:
    return {
        "code": finding.code,
        "name": finding.name,
        "severity": finding.severity.word,
        **_place(finding.at),
        "message": finding.message,
        "help": finding.help or None,
        "sketch": list(finding.sketch),
        "notes": list(finding.notes),
        "related": [{**_place(r.at), "text": r.text} for r in finding.related],
        "kernel": finding.kernel or None,
        "unit": finding.unit or None,
        "cost": _rounded(finding.cost),
        "ideal": _rounded(finding.ideal),
        "executions": finding.executions,
        "confidence": finding.confidence or None,
        "fix": _fix(finding.fix),
    }


def _fix(fix: Fix | None) -> dict[str, Any] | None:
    """A proved change; its edits belong together, and none of them touches another's bytes."""
    if fix is None:
        return None
    return {
        "message": fix.title,
        "applicability": "safe" if fix.safe else "unsafe",
        "proof": fix.proof,
        "edits": [{**_place(e.at), "content": e.text} for e in fix.edits],
    }


def _place(at: Position) -> dict[str, Any]:
    return {
        "path": at.path,
        "line": at.line,
        "column": at.column,
        "end_line": at.end_line or at.line,
        "end_column": at.end_column or at.column,
    }


def accesses_json(reports: Sequence[FileReport]) -> str:
    """Every access that was looked at, one row each, in a stable order."""
    rows = sorted((a for r in reports for a in r.accesses), key=order)
    return json.dumps({"schema_version": SCHEMA_VERSION, "accesses": [_access(a) for a in rows]})


def _attributed(access: Access) -> tuple[Position, ...]:
    """Other lines that the compiler may attribute it to: its calls, and the loop in front of which it is loaded."""
    return access.via if access.hoisted is None else (*access.via, access.hoisted)


def order(access: Access) -> tuple[Any, ...]:
    """Where it stands, then what it is."""
    at = access.at
    via = tuple((v.path, v.line) for v in access.via)
    return (
        at.path,
        at.line,
        at.column,
        access.space,
        access.kind,
        access.kernel,
        access.block or (),
        access.width,
        via,
    )


def _access(access: Access) -> dict[str, Any]:
    stride = access.strides[0]
    formula = stride.formula
    if formula is None and stride.bytes is not None:
        formula = str(stride.bytes)
    return {
        "path": access.at.path,
        "line": access.at.line,
        "column": access.at.column,
        "end_line": access.at.end_line or access.at.line,
        "kernel": access.kernel,
        "block": list(access.block) if access.block is not None else None,
        "space": access.space,
        "kind": access.kind,
        "width": access.width,
        "object": access.object.name + access.object.member,
        "address": access.address,
        "stride": formula,
        "unit": access.unit,
        "cost": _rounded(access.cost),
        "worst": access.worst,
        "ideal": _rounded(access.ideal),
        "executions": access.executions,
        "status": access.status,
        "reason": access.reason,
        "assumptions": list(access.assumptions),
        "via": [{"path": v.path, "line": v.line} for v in _attributed(access)],
    }


def _rounded(value: float | None) -> float | None:
    return None if value is None else round(value, 4)
