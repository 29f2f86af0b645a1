"""By how much the sampled blocks lie apart."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy

from cudalint.hardware.warp import WAVEFRONT_BYTES

SHIFTED_WARPS = 8
"""Warps for which it is tried whether another alignment costs something else."""


@dataclass(slots=True)
class BlockMoves:
    """By how many bytes the addresses of the sampled blocks differ.

    `bits`: all differences, or-ed; `apart`: lanes of one warp differ by different amounts; `first`: byte offsets and
    activity of a few warps.
    """

    bits: int = 0
    apart: bool = False
    first: tuple[Any, Any] | None = None

    def compare(self, offsets: Any, active: Any, blocks: int, warps: int) -> None:
        """Take note of some requests; the arrays have the shape (requests * blocks * warps, 32)."""
        if self.first is None:
            rows = active.any(1).nonzero()[0][:SHIFTED_WARPS]
            self.first = (offsets[rows], active[rows])
        by_block, used = offsets.reshape(-1, blocks, warps, 32), active.reshape(-1, blocks, warps, 32)
        both = used[:, 1:] & used[:, :1]
        moved = numpy.where(both, by_block[:, 1:] - by_block[:, :1], 0)
        self.bits |= int(numpy.bitwise_or.reduce(moved, axis=None))
        if not self.apart:
            low = moved & (WAVEFRONT_BYTES - 1)
            highest = low.max(-1)
            lowest = numpy.where(both, low, WAVEFRONT_BYTES).min(-1)
            self.apart = bool((both.any(-1) & (lowest != highest)).any())

    def step(self, modulus: int) -> int:
        """The largest power of two, up to `modulus`, that all differences are multiples of."""
        bits = self.bits | modulus
        return bits & -bits
