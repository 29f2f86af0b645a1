"""All measured loads and stores of wmma fragments, instruction by instruction."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy
import pytest

from cudalint.hardware.fragments import (
    Fragment,
    FragmentAccess,
    UnmeasuredFragment,
    fragment_accesses,
    fragment_named,
)
from cudalint.hardware.warp import global_cost, matrix_cost, shared_cost

ROWS = [
    json.loads(line)
    for line in (Path(__file__).parents[2] / "fixtures" / "wmma_h200.jsonl").read_text("utf-8").splitlines()
]
SPELLED = {"tf32": "nvcuda::wmma::precision::tf32", "half": "__half", "signed_char": "signed char"}


def fragment(row: dict[str, Any]) -> Fragment:
    element = SPELLED.get(row["element"], row["element"])
    layout = "" if row["role"] == "accumulator" else f", nvcuda::wmma::{row['layout']}"
    name = f"nvcuda::wmma::fragment<nvcuda::wmma::{row['role']}, {row['m']}, {row['n']}, {row['k']}, {element}{layout}>"
    found = fragment_named(name, by_rows="row" in row["layout"])
    assert found is not None
    return found


def cost(access: FragmentAccess, row: dict[str, Any], size: int) -> tuple[int, int]:
    addresses = (access.rows * row["pitch"] * size + access.columns)[None].astype(numpy.int64)
    active = numpy.ones(addresses.shape, bool)
    if access.matrices:
        counted = matrix_cost(addresses, active, access.matrices)
    elif row["space"] == "shared":
        counted = shared_cost(addresses, active, access.width, row["kind"])
    else:
        counted = global_cost(addresses, active, access.width)
    return int(counted[0][0]), int(counted[1][0])


def test_all_of_them_are_there() -> None:
    assert len(ROWS) == 128
    assert all(row["instructions"] for row in ROWS)


@pytest.mark.parametrize("row", ROWS, ids=lambda r: "-".join(str(v) for k, v in r.items() if k != "instructions"))
def test_every_measured_instruction_is_reproduced(row: dict[str, Any]) -> None:
    wanted = fragment(row)
    accesses = fragment_accesses(wanted, shared=row["space"] == "shared" and row["kind"] == "load")
    found = sorted(cost(a, row, wanted.element_size) for a in accesses)
    assert found == sorted((i["cost"], i["ideal"]) for i in row["instructions"])


def test_what_was_not_measured_is_refused() -> None:
    found = fragment_named("nvcuda::wmma::fragment<nvcuda::wmma::accumulator, 8, 8, 4, double>", by_rows=False)
    assert found is not None
    with pytest.raises(UnmeasuredFragment, match="accumulator of double"):
        fragment_accesses(found, shared=True)
    assert fragment_named("float4") is None
