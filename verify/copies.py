"""Asynchronous copies that a profiler counts in CUDA's headers, and the lines of the user's calls that they mean."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import PurePosixPath

from cudalint.access import GLOBAL, LOAD, SHARED, STORE, Access

from .measured import Measured
from .names import simple_name

HEADERS = frozenset({"cuda_pipeline_primitives.h", "cuda_pipeline_helpers.h"})
"""Where the machine instruction of `__pipeline_memcpy_async` may be counted, as the compiler keeps the calls or not."""

_SIDES = ((GLOBAL, LOAD), (SHARED, STORE))

Place = tuple[str, int, str, str]


def is_in_header(row: Measured) -> bool:
    """Whether a row is counted in one of those headers."""
    return PurePosixPath(row.at[0].replace("\\", "/")).name in HEADERS and (row.space, row.kind) in _SIDES


def calls(
    kernel: str, predicted: Mapping[Place, Sequence[Access]], found: Mapping[Place, Sequence[Measured]]
) -> list[tuple[str, int]]:
    """Lines where the kernel reads global and writes shared memory, and nothing was counted of either: its copies."""
    sides = [
        {
            place[:2]
            for place, accesses in predicted.items()
            if place[2:] == side
            and any(a.kernel == kernel for a in accesses)
            and all(simple_name(row.kernel) != kernel for row in found.get(place, ()))
        }
        for side in _SIDES
    ]
    return sorted(sides[0] & sides[1])


def joined(
    rows: Sequence[Measured], predicted: Mapping[Place, Sequence[Access]], found: Mapping[Place, Sequence[Measured]]
) -> tuple[dict[Place, list[Measured]], dict[Place, str]]:
    """Rows counted in those headers by the call that they mean, where the kernel has one such call; of kernels with
    several, by place why nothing is measured there."""
    joined: dict[Place, list[Measured]] = {}
    unclear: dict[Place, str] = {}
    lines = {kernel: calls(kernel, predicted, found) for kernel in sorted({simple_name(r.kernel) for r in rows})}
    for row in rows:
        here = lines[simple_name(row.kernel)]
        for path, line in here:
            place = (path, line, row.space, row.kind)
            if len(here) == 1:
                joined.setdefault(place, []).append(row)
            elif row.executions:
                header = PurePosixPath(row.at[0].replace("\\", "/")).name
                unclear[place] = f"counted in {header}, with the other copies of the kernel"
    return joined, unclear
