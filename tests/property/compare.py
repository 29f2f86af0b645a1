"""Compares what the analysis says about a program with the brute force."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from cudalint.access import EXACT, Access
from cudalint.analysis import analyse_file
from tests.property.program import Cost, Line, Program

TOLERANCE = 1e-9


@dataclass(frozen=True)
class Difference:
    """A line on which the two disagree."""

    line: Line
    expected: str
    found: str


def differences(program: Program, folder: Path, expected: dict[Line, Cost] | None = None) -> list[Difference]:
    """All lines on which the analysis is not sure, or differs from the brute force (or from what is `expected`)."""
    path = folder / "generated.cu"
    path.write_text(program.text())
    report = analyse_file(str(path))
    if report.errors or report.skipped:
        return [Difference((0, "", ""), "a report", f"{report.errors} {report.skipped}")]
    by_line: dict[Line, list[Access]] = {}
    for access in report.accesses:
        by_line.setdefault((access.at.line, access.space, access.kind), []).append(access)
    found = []
    for line, cost in (expected or program.costs()).items():
        said = _said(by_line.get(line, []))
        if cost.certain and not _agrees(cost, by_line.get(line, [])):
            found.append(Difference(line, _text(cost.mean, cost.ideal, len(cost.requests)), said))
    return found


def _agrees(cost: Cost, rows: list[Access]) -> bool:
    if not rows or any(row.status != EXACT or row.cost is None or row.ideal is None for row in rows):
        return False
    executions = sum(row.executions for row in rows)
    mean = sum((row.cost or 0.0) * row.executions for row in rows) / executions
    ideal = sum((row.ideal or 0.0) * row.executions for row in rows) / executions
    if not cost.repeated and executions != len(cost.requests):
        return False
    return abs(mean - cost.mean) < TOLERANCE * cost.mean and abs(ideal - cost.ideal) < TOLERANCE * cost.ideal


def _said(rows: list[Access]) -> str:
    return (
        "; ".join(f"{row.status} {_text(row.cost or 0.0, row.ideal or 0.0, row.executions)}" for row in rows)
        or "nothing"
    )


def _text(cost: float, ideal: float, requests: int) -> str:
    return f"{cost:.4g}, ideal {ideal:.4g}, {requests} requests"
