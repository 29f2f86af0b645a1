"""What other sizes, and other numbers in memory, make of lines that are said to be certain."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from cudalint.access import EXACT, Access
from cudalint.analysis import analyse_file
from cudalint.analysis.rows import WHOLE_WARPS
from tests.property.compare import TOLERANCE
from tests.property.expression import UndefinedBehaviour
from tests.property.program import Cost, Line, Program

MEMORIES = range(6)
VALUES = (  # of n and m
    (1024, 1024), (1000, 0), (64, 1), (65, 2), (333, 3), (32, 8), (4096, 17), (7, 5), (100000, 33), (31, 100),
)  # fmt: skip


def contradictions(program: Program, folder: Path) -> tuple[list[str], int]:
    """What some values of the parameters make of lines that are said to be certain; and how many comparisons there
    were with parameters that nobody knew."""
    hidden = replace(program, hidden=True)
    named = [
        (values, [(name, value) for (name, _), value in zip(hidden.parameters, values, strict=True)])
        for values in VALUES
    ]
    variants = [(f"with {values}", replace(hidden, parameters=parameters)) for values, parameters in named]
    return _contradicted(_said(hidden, folder), variants)


def contradictions_by_data(program: Program, folder: Path) -> tuple[list[str], int]:
    """As `contradictions`, of what lies in memory, where that decides addresses."""
    variants = [(f"with memory {data}", replace(program, data=data)) for data in MEMORIES]
    return _contradicted(_said(program, folder), variants)


def _contradicted(said: dict[Line, list[Access]], variants: list[tuple[str, Program]]) -> tuple[list[str], int]:
    found, compared = [], 0
    for name, variant in variants:
        try:
            costs = variant.costs()
        except UndefinedBehaviour:
            continue
        for line, rows in said.items():
            if line in costs and all(row.status == EXACT for row in rows):
                compared += 1
                found += [f"{line} {name}: {text}" for text in _contradiction(rows, costs[line])]
    return found, compared


def _said(program: Program, folder: Path) -> dict[Line, list[Access]]:
    path = folder / "generated.cu"
    path.write_text(program.text())
    said: dict[Line, list[Access]] = {}
    for access in analyse_file(str(path)).accesses:
        said.setdefault((access.at.line, access.space, access.kind), []).append(access)
    return said


def _contradiction(rows: list[Access], cost: Cost) -> list[str]:
    if any(WHOLE_WARPS in row.assumptions for row in rows):
        said = {(row.cost, row.ideal) for row in rows}
        lanes = {row.active_lanes for row in rows}
        whole = {paid for paid, count in zip(cost.requests, cost.lanes, strict=True) if {count} == lanes}
        return [f"{paid} in a whole warp, said to be {said}" for paid in whole - said]
    if not cost.certain or len({(row.cost, row.ideal) for row in rows}) > 1:
        return []
    paid, ideal = rows[0].cost or 0.0, rows[0].ideal or 0.0
    if abs(paid - cost.mean) < TOLERANCE * cost.mean and abs(ideal - cost.ideal) < TOLERANCE * cost.ideal:
        return []
    return [f"{cost.mean} (ideal {cost.ideal}), said to be {paid} ({ideal})"]
