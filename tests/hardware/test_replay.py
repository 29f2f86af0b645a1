"""Every measured warp, replayed: actual and ideal must be equal."""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path
from typing import Any

import numpy
import pytest

from cudalint.hardware.warp import async_copy_cost, global_cost, lines, matrix_cost, shared_cost

FIXTURE = Path(__file__).parents[2] / "fixtures" / "warps_h200.jsonl"
ROWS: list[dict[str, Any]] = [json.loads(line) for line in FIXTURE.read_text().splitlines()]
GROUPS = Counter((row["space"], row["kind"], row["width"], row["sass"]) for row in ROWS)


def predicted(row: dict[str, Any]) -> dict[str, int]:
    """The figures of a row as the model gives them."""
    elements = numpy.array([row["elements"]])
    other = numpy.array([row.get("global_elements", row["elements"])])
    active = (elements >= 0) & (other >= 0)
    width, kind = row["width"], row["kind"]
    found = {}
    if kind == "cp_async_ca":
        found["wavefronts"], found["wavefronts_ideal"] = async_copy_cost(elements * width, other * width, active, width)
    elif kind in ("ldmatrix", "stmatrix"):
        found["wavefronts"], found["wavefronts_ideal"] = matrix_cost(elements * width, active, row["matrices"])
    elif row["space"] == "shared":
        found["wavefronts"], found["wavefronts_ideal"] = shared_cost(elements * width, active, width, kind)
    if "global" in row["space"]:
        found["sectors"], found["sectors_ideal"] = global_cost(other * width, active, width)
    if "lines" in row:
        found["lines"] = lines(elements * width, active, width)
    return {name: int(figures[0]) for name, figures in found.items()}


def measured(row: dict[str, Any]) -> dict[str, int]:
    """The figures of a row as counted."""
    names = ("wavefronts", "wavefronts_ideal", "sectors", "sectors_ideal", "lines")
    return {name: row[name] for name in names if name in row}


def test_all_rows_are_there() -> None:
    assert len(ROWS) == 1480
    assert {row["kind"] for row in ROWS} == {
        "load", "store", "atomic_add", "atomic_exch", "cp_async_ca", "ldmatrix", "stmatrix"
    }  # fmt: skip


@pytest.mark.parametrize("group", sorted(GROUPS), ids=lambda group: "-".join(map(str, group)))
def test_every_measured_warp_is_reproduced(group: tuple[str, str, int, str]) -> None:
    rows = [row for row in ROWS if (row["space"], row["kind"], row["width"], row["sass"]) == group]
    assert len(rows) == GROUPS[group]
    differing = [(row["pattern"], predicted(row), measured(row)) for row in rows if predicted(row) != measured(row)]
    assert differing == []
