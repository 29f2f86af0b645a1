"""All that was seen of an access to shared memory: each distinct request once, so that other layouts can be tried."""

from __future__ import annotations

from dataclasses import dataclass

import numpy
from numpy.typing import NDArray

from cudalint.hardware.warp import Booleans, Integers

INACTIVE = -(1 << 31)
"""Stands for a lane that does nothing; no array is that long."""


@dataclass(frozen=True, slots=True, eq=False)
class Requests:
    """Distinct warp-level requests of one width.

    `offsets`: (requests, 32) int32, bytes from the array's start, INACTIVE for a lane that does nothing; `counts`: how
    often each was seen. `width`: bytes a lane moves in one instruction; where the compiler merged several narrower
    accesses, the access at hand begins `shift` bytes behind each offset. `fixed`: the source demands that width (a
    vector type), the compiler may not split it. `counted_as`: the kind of `hardware.warp.shared_cost`.
    """

    offsets: NDArray[numpy.int32]
    counts: Integers
    width: int
    shift: int
    fixed: bool
    counted_as: str

    @property
    def active(self) -> Booleans:
        """(requests, 32): which lanes take part."""
        active: Booleans = self.offsets != INACTIVE
        return active

    @property
    def addresses(self) -> Integers:
        """(requests, 32) int64, bytes; 0 for inactive lanes."""
        addresses: Integers = numpy.where(self.active, self.offsets, 0).astype(numpy.int64)
        return addresses


def fingerprints(offsets: NDArray[numpy.int32] | Integers) -> Integers:
    """One 64-bit number per request (row), the same for the same addresses in the same lanes."""
    mixed: Integers = (offsets.astype(numpy.int64) * _MULTIPLIERS + (offsets >> 7) * _SHIFTED).sum(1)
    return mixed


_GENERATOR = numpy.random.default_rng(20_240_601)
_MULTIPLIERS = _GENERATOR.integers(1 << 61, (1 << 63) - 1, 32) | 1
_SHIFTED = _GENERATOR.integers(1 << 61, (1 << 63) - 1, 32) | 1
