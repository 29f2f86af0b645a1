"""Which lanes of each warp make an access, and whether that ever changes."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

import numpy


@dataclass(slots=True)
class Whole:
    """Whether each warp made every decided request with the same lanes, and what those paid.

    `lanes`: which ones, of the shape (warps, 32), none of warps that made no request. `prices`: the first two different
    (cost, ideal), while the lanes are the same ones; `served`: (bytes a lane, shift) of a site's pending requests.
    `parted`: some lanes may have been kept out by what an unknown value was assumed to be; `moved`: the compiler may
    make it where more lanes are active.
    """

    always: bool = True
    parted: bool = False
    moved: bool = False
    lanes: Any = None
    prices: set[tuple[int, int]] = field(default_factory=set)
    served: set[tuple[int, int]] = field(default_factory=set)

    def see(self, served: tuple[int, int], active: Any, executed: Any, warps: int, cost: Any, ideal: Any) -> None:
        """Take note of requests; `active` has the shape (requests * blocks * warps, 32); `executed`: which rows have
        an active lane."""
        self.served.add(served)
        if not self.always:
            return
        by_warp = active.reshape(-1, warps, 32)
        made = executed.reshape(-1, warps)
        if self.lanes is None:
            self.lanes = numpy.zeros((warps, 32), bool)
        new = made.any(0) & ~self.lanes.any(-1)
        first = numpy.take_along_axis(by_warp, made.argmax(0)[None, :, None], 0)[0]
        self.lanes[new] = first[new]
        self.always = not ((by_warp != self.lanes).any(-1) & made).any()
        if len(self.prices) < 2:
            self.prices.update(zip(cost[executed].tolist(), ideal[executed].tolist(), strict=True))
