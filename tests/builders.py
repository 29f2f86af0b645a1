"""Accesses and reports made by hand, for tests of what comes after the analysis."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import numpy

from cudalint.access import (
    EXACT,
    GLOBAL,
    LOAD,
    SHARED,
    Access,
    FileReport,
    Object,
    Request,
    Stride,
)
from cudalint.ir.position import Position
from cudalint.requests import INACTIVE, Requests

NO_STRIDE = Stride(None, None)


def strides(*given: tuple[str | None, int | None]) -> tuple[Stride, Stride, Stride]:
    """Strides along x, y, z; those not given are unknown."""
    x, y, z = (*(Stride(*s) for s in given), *([NO_STRIDE] * (3 - len(given))))
    return x, y, z


def global_access(**changes: Any) -> Access:
    """A float load by a column: 32 sectors where 4 would do."""
    access = Access(
        at=Position("a.cu", 3, 5, 3, 9),
        kernel="k",
        block=(256, 1, 1),
        grid=(4, 1, 1),
        space=GLOBAL,
        kind=LOAD,
        width=4,
        object=Object("a", Position("a.cu", 1, 20), "float", 4),
        status=EXACT,
        reason=None,
        cost=32.0,
        worst=32,
        ideal=4.0,
        executions=32,
        address="4*N*threadIdx.x",
        strides=strides(("4*N", 4096)),
        lane_stride=4096,
    )
    return replace(access, **changes)


def shared_access(**changes: Any) -> Access:
    """A float load down a column of a 32x32 tile: 32 wavefronts where 1 would do."""
    access = global_access(
        space=SHARED,
        ideal=1.0,
        object=Object("tile", Position("a.cu", 2, 22), "float", 4, (32, 32)),
        address="128*threadIdx.x",
        strides=strides(("128", 128)),
        lane_stride=128,
        sample=request([128 * lane for lane in range(32)], 32, 1),
        requests=(requests([[128 * lane for lane in range(32)]]),),
    )
    return replace(access, **changes)


def request(addresses: list[int | None], cost: int, ideal: int) -> Request:
    """One warp's request."""
    return Request(tuple(addresses), cost, ideal)


def requests(rows: Sequence[Sequence[int | None]], width: int = 4, counted_as: str = LOAD, **more: Any) -> Requests:
    """Distinct requests, each seen once; None for an inactive lane."""
    offsets = numpy.array([[INACTIVE if a is None else a for a in row] for row in rows], numpy.int32)
    given = {"shift": 0, "fixed": False} | more
    return Requests(offsets, numpy.ones(len(rows), numpy.int64), width, counted_as=counted_as, **given)


def report(*accesses: Access, path: str = "a.cu", **changes: Any) -> FileReport:
    """A report of one file with these accesses."""
    return replace(FileReport(path, accesses, kernels=tuple(sorted({a.kernel for a in accesses}))), **changes)
