"""What one access site was seen to do."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

import numpy

from cudalint.hardware.warp import global_cost, shared_cost
from cudalint.ir.position import Position
from cudalint.ir.term import Term
from cudalint.ir.types import Type
from cudalint.simt.memory import GLOBAL, Memory
from cudalint.simt.values import KNOWN, Data

BATCH = 24
"""Requests of all warps that are counted together: one sort over many warps is far cheaper than many small ones."""

_FAR = numpy.int64(1) << 60


@dataclass(slots=True)
class Totals:
    """Sums over the warp-level requests looked at; cost and ideal in sectors or wavefronts."""

    cost: int = 0
    ideal: int = 0
    worst: int = 0
    requests: int = 0
    lanes: int = 0

    def add(self, other: Totals) -> None:
        """Count the other's requests here too."""
        self.cost += other.cost
        self.ideal += other.ideal
        self.worst = max(self.worst, other.worst)
        self.requests += other.requests
        self.lanes += other.lanes


@dataclass(slots=True)
class WorstWarp:
    """The dearest request seen: byte offsets and activity of its 32 lanes, and which warp it was."""

    offsets: Any
    active: Any
    cost: int
    ideal: int
    row: int


@dataclass(slots=True, eq=False)
class Site:
    """One access as written, in one chain of calls, of one kind, width and memory object.

    `decided` counts requests whose addresses are known or stand-ins, `indirect` those that depend on loaded data. `taint` and
    `control` are the worst seen among the decided ones. `eliminated` holds a request that the compiler would have saved, for
    the case that no other is seen. `by_block`: the decided requests of each sampled block. `first`: byte offsets and mask of the first request, over all lanes. `term` is that of the first request; `term_holds` whether it fitted the later ones.
    """

    at: Position
    via: tuple[Position, ...]
    memory: Memory
    kind: str
    counted_as: str
    width: int
    member: str
    type: Type
    decided: Totals = field(default_factory=Totals)
    indirect: Totals = field(default_factory=Totals)
    taint: int = KNOWN
    control: int = KNOWN
    seen: int = 0
    indirect_seen: int = 0
    term: Term | int | None = None
    term_holds: bool = True
    checks: int = 0
    eliminated: tuple[Data, Any, int] | None = None
    lane_stride: int | None = None
    stride_settled: bool = False
    consecutive: bool = True
    worst_warp: WorstWarp | None = None
    pending: list[tuple[Any, Any, int]] = field(default_factory=list)
    pending_indirect: list[tuple[Any, Any, int]] = field(default_factory=list)
    reason: str = ""
    warps_per_block: int = 1
    blocks: int = 1
    by_block: dict[int, Totals] = field(default_factory=dict)
    first: tuple[Any, Any] | None = None

    def add(self, offsets: Any, mask: Any, width: int, *, indirect: bool = False) -> None:
        """One request by every warp with an active lane; `offsets` (bytes) and `mask` per lane."""
        if self.first is None:
            self.first = (offsets, mask)
        waiting = self.pending_indirect if indirect else self.pending
        waiting.append((offsets, mask, width))
        if len(waiting) >= BATCH:
            self.settle()

    def settle(self) -> None:
        """Count what is waiting."""
        for waiting, totals, indirect in (
            (self.pending, self.decided, False),
            (self.pending_indirect, self.indirect, True),
        ):
            for width in sorted({w for _, _, w in waiting}):
                chosen = [(o, m) for o, m, w in waiting if w == width]
                offsets = numpy.concatenate([o for o, _ in chosen]).reshape(-1, 32)
                active = numpy.concatenate([m for _, m in chosen]).reshape(-1, 32)
                self._count(offsets, active, width, totals, indirect)
            waiting.clear()

    def _count(self, offsets: Any, active: Any, width: int, totals: Totals, indirect: bool) -> None:
        rows = numpy.flatnonzero(active.any(1))
        if not len(rows):
            return
        if len(rows) != len(active):
            offsets, active = offsets[rows], active[rows]
        if self.memory.kind == GLOBAL:
            cost, ideal = global_cost(offsets, active, width)
        else:
            cost, ideal = shared_cost(offsets, active, width, self.counted_as)
        worst = int(cost.argmax())
        totals.cost += int(cost.sum())
        totals.ideal += int(ideal.sum())
        totals.requests += len(rows)
        totals.lanes += int(numpy.count_nonzero(active))
        if int(cost[worst]) > totals.worst:
            totals.worst = int(cost[worst])
            self.worst_warp = WorstWarp(
                offsets[worst].copy(), active[worst].copy(), int(cost[worst]), int(ideal[worst]), int(rows[worst])
            )
        if not indirect:
            self._divide(rows, cost, ideal)
            self._observe(offsets[:64], active[:64], width)

    def _divide(self, rows: Any, cost: Any, ideal: Any) -> None:
        """Count the requests block by block, to see whether the sampled blocks agree."""
        block = rows // self.warps_per_block % self.blocks
        for index in range(self.blocks):
            chosen = block == index
            count = int(numpy.count_nonzero(chosen))
            if count:
                part = Totals(int(cost[chosen].sum()), int(ideal[chosen].sum()), 0, count, 0)
                self.by_block.setdefault(index, Totals()).add(part)

    @property
    def blocks_agree(self) -> bool:
        """Whether every sampled block got here and pays the same per request: then the others will too."""
        if len(self.by_block) < self.blocks:
            return False
        means = {(t.cost * 1000 // t.requests, t.ideal * 1000 // t.requests) for t in self.by_block.values()}
        return len(means) <= 1

    def _observe(self, offsets: Any, active: Any, width: int) -> None:
        """Keep the lane stride while it is one number, and whether the lanes touch a gapless run of bytes."""
        pairs = active[:, 1:] & active[:, :-1]
        steps = (offsets[:, 1:] - offsets[:, :-1])[pairs]
        if len(steps):
            low, high = int(steps.min()), int(steps.max())
            if low != high or (self.stride_settled and self.lane_stride != low):
                self.lane_stride = None
            elif not self.stride_settled:
                self.lane_stride = low
            self.stride_settled = True
        if self.consecutive:
            lowest = numpy.where(active, offsets, _FAR).min(1)
            highest = numpy.where(active, offsets, -_FAR).max(1)
            self.consecutive = bool((highest - lowest + width == active.sum(1) * width).all())
