"""What one access site was seen to do."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, NamedTuple, TypeAlias

import numpy

from cudalint.hardware.architecture import SECTOR_BYTES
from cudalint.hardware.warp import ASYNC_COPY, WAVEFRONT_BYTES, async_copy_cost, global_cost, shared_cost
from cudalint.ir.position import Position
from cudalint.ir.term import Symbol, Term
from cudalint.ir.types import Type
from cudalint.simt.memory import GLOBAL, SHARED, Memory
from cudalint.simt.moves import BlockMoves
from cudalint.simt.patterns import Patterns
from cudalint.simt.values import KNOWN, Data
from cudalint.simt.whole import Whole

SiteName: TypeAlias = tuple[Position, tuple[Position, ...], str, str, str, str, int, str]

Trace: TypeAlias = list[tuple[tuple[tuple[str, int], ...], Any, Any]]

BATCH = 24
"""Requests of all warps that are counted together: one sort over many warps is far cheaper than many small ones."""

MOST_DRAWN = 256
"""Requests by data, on pseudo-random values, that a change of layout is tried on."""

_FAR = numpy.int64(1) << 60
_FULL = (1 << 64) - 1


def _hash_of_all(addresses: Any) -> int:
    """The same number for the same addresses in any order."""
    mixed = addresses.astype(numpy.uint64) * numpy.uint64(0x9E3779B97F4A7C15)
    mixed ^= mixed >> numpy.uint64(29)
    mixed *= numpy.uint64(0xBF58476D1CE4E5B9)
    return int(numpy.add.reduce(mixed ^ (mixed >> numpy.uint64(32))))


class LoopWeight:
    """How many rounds of a loop each round looked at stands for, times the same of the loops around it.

    A loop is only looked at for its first rounds; how many it really has is known when it is left. `counter`: the
    variable that its condition compares, with its value of the round at hand. `rounds`: of those looked at; `unrolls`:
    the key of the counter of a loop whose rounds are known before anything runs, "" for others.
    """

    __slots__ = ("counter", "cut", "outer", "rounds", "share", "unrolls")

    def __init__(self, outer: LoopWeight | None = None, counter: Symbol | None = None) -> None:
        self.outer = outer
        self.counter = counter
        self.share = 1.0
        self.cut = False
        self.rounds = 0
        self.unrolls = ""

    def shared_by(self, members: int) -> LoopWeight:
        """The same for one of several accesses that one instruction stands for."""
        part = LoopWeight(self)
        part.share = 1 / members
        return part

    def any_cut(self) -> bool:
        """Whether this loop or one around it has rounds that nobody looked at."""
        weight: LoopWeight | None = self
        while weight is not None:
            if weight.cut:
                return True
            weight = weight.outer
        return False

    def total(self) -> float:
        """The product of this loop's share and of those around it."""
        product = 1.0
        weight: LoopWeight | None = self
        while weight is not None:
            product *= weight.share
            weight = weight.outer
        return product


@dataclass(slots=True)
class Totals:
    """Sums over the warp-level requests looked at, weighed by the rounds they stand for; cost and ideal in sectors or
    wavefronts."""

    cost: float = 0
    ideal: float = 0
    worst: int = 0
    requests: float = 0
    lanes: float = 0
    parts: list[tuple[LoopWeight, int, int, int, int]] = field(default_factory=list)
    uneven: bool = False

    def weigh(self) -> None:
        """Add up the parts; the weights of all loops are known by now. `uneven`: rounds nobody looked at may cost
        something else, since those that were looked at differ."""
        means: set[tuple[int, int, int]] = set()
        for weight, cost, ideal, requests, lanes in self.parts:
            share = weight.total()
            if requests and weight.any_cut():
                means.add((cost * 1000 // requests, ideal * 1000 // requests, lanes * 1000 // requests))
            self.cost += share * cost
            self.ideal += share * ideal
            self.requests += share * requests
            self.lanes += share * lanes
        self.parts.clear()
        self.uneven = self.uneven or len(means) > 1


@dataclass(slots=True)
class WorstWarp:
    """The dearest request seen: byte offsets and activity of its 32 lanes, and which warp it was."""

    offsets: Any
    active: Any
    cost: int
    ideal: int
    row: int


class Pending(NamedTuple):
    """One request by every warp that waits to be counted; `offsets` (bytes) and `mask` per lane.

    `origin`: the source's byte offsets of an asynchronous copy. `shift`: bytes from there to where the access itself
    begins, if it was merged into a wider one; `fixed`: the source demands that width.
    """

    offsets: Any
    mask: Any
    width: int
    weight: LoopWeight
    origin: Any = None
    shift: int = 0
    fixed: bool = False


@dataclass(slots=True, eq=False)
class Site:
    """One access as written, in one chain of calls, of one kind, width and memory object.

    `decided` counts requests whose addresses are known or stand-ins, `indirect` those that depend on loaded data.
    `taint` and `control` are the worst seen among the decided ones, `indirect_control` among the others. `eliminated`
    holds a request that the compiler would have saved, for the case that no other is seen. `hoisted`: the loop in which
    a later round has the value already. `scattered`: made-up data moves the lanes apart, where the index is data.
    `by_block`: cost, ideal and number of the decided requests of each sampled block, unweighed. `patterns`: the
    distinct decided requests to shared memory, `drawn`: some of those by data. `first`: byte offsets and mask of the
    first request, over all lanes; `trace`: those of all, with the loops' counters, where they are recorded. `term` is
    that of the first request; `term_holds` whether it fitted the later ones. `uncounted`: why no figure can be given,
    "" if it can. `moves`: how the addresses of the sampled blocks differ. `muted`: nobody asks what it costs.
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
    indirect_control: int = KNOWN
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
    pending: list[Pending] = field(default_factory=list)
    pending_indirect: list[Pending] = field(default_factory=list)
    patterns: Patterns = field(default_factory=Patterns)
    drawn: Patterns = field(default_factory=Patterns)
    scattered: bool = False
    hoisted: Position | None = None
    reason: str = ""
    uncounted: str = ""
    warps_per_block: int = 1
    blocks: int = 1
    by_block: dict[int, list[int]] = field(default_factory=dict)
    moves: BlockMoves = field(default_factory=BlockMoves)
    first: tuple[Any, Any] | None = None
    trace: Trace = field(default_factory=list)
    keeps_touched: bool = False
    touched: int = 0
    whole: Whole = field(default_factory=Whole)
    muted: bool = False

    @property
    def name(self) -> SiteName:
        """What it has in common with the sites of other executions that stand for the same access."""
        memory = self.memory
        return self.at, self.via, memory.kind, memory.name, self.counted_as, self.kind, self.width, self.member

    @property
    def reached(self) -> bool:
        """Whether a request was counted."""
        return bool(self.decided.requests or self.indirect.requests)

    def add(
        self,
        offsets: Any,
        mask: Any,
        width: int,
        weight: LoopWeight,
        *,
        indirect: bool = False,
        origin: Any = None,
        shift: int = 0,
        fixed: bool = False,
    ) -> None:
        """One request by every warp with an active lane, as in `Pending`."""
        if self.muted:
            return
        if self.first is None:
            self.first = (offsets, mask)
        waiting = self.pending_indirect if indirect else self.pending
        waiting.append(Pending(offsets, mask, width, weight, origin, shift, fixed))
        if len(waiting) >= BATCH:
            self.settle()

    def settle(self) -> None:
        """Count what is waiting."""
        for waiting, indirect in ((self.pending, False), (self.pending_indirect, True)):
            for width, shift, fixed in sorted({(p.width, p.shift, p.fixed) for p in waiting}):
                chosen = [p for p in waiting if (p.width, p.shift, p.fixed) == (width, shift, fixed)]
                offsets: Any = numpy.concatenate([p.offsets for p in chosen]).reshape(-1, 32)
                active: Any = numpy.concatenate([p.mask for p in chosen]).reshape(-1, 32)
                self._count(chosen, offsets, active, indirect)
                if self.keeps_touched:
                    self.touched = (self.touched + _hash_of_all(offsets[active])) & _FULL
                if self._has_patterns(indirect):
                    self.patterns.add(offsets, active, width, shift, fixed, self._origins(chosen))
                elif indirect and self.memory.kind == SHARED and self.drawn.kept < MOST_DRAWN:
                    self.drawn.add(offsets, active, width, shift, fixed)
            waiting.clear()

    def finish(self) -> None:
        """Count what is waiting and weigh it all."""
        self.settle()
        self.decided.weigh()
        self.indirect.weigh()

    def _has_patterns(self, indirect: bool) -> bool:
        """Whether a change of layout is to be tried on these requests."""
        if self.memory.kind != SHARED:
            return False
        return bool(self.uncounted) or not indirect

    def _origins(self, entries: list[Pending]) -> Any:
        """Where asynchronous copies read, None for anything else."""
        if self.counted_as != ASYNC_COPY or self.uncounted:
            return None
        return numpy.concatenate([entry.origin for entry in entries]).reshape(-1, 32)

    @property
    def tried_as(self) -> str:
        """How the requests count when another layout is tried; those that no counter shows as plain ones."""
        return self.kind if self.uncounted else self.counted_as

    def _count(self, entries: list[Pending], offsets: Any, active: Any, indirect: bool) -> None:
        width, weights = entries[0].width, [entry.weight for entry in entries]
        totals = self.indirect if indirect else self.decided
        cost, ideal = self._cost(entries, offsets, active, width)
        executed = active.any(1)
        worst = int(cost.argmax())
        if int(cost[worst]) > totals.worst:
            totals.worst = int(cost[worst])
            self.worst_warp = WorstWarp(
                offsets[worst].copy(), active[worst].copy(), int(cost[worst]), int(ideal[worst]), worst
            )
        shape = (len(weights), -1)
        sums = (cost.reshape(shape), ideal.reshape(shape), executed.reshape(shape), active.reshape(len(weights), -1))
        columns = [part.sum(1).tolist() for part in sums]
        totals.parts.extend(zip(weights, *columns, strict=True))
        if not indirect:
            self._divide(executed, cost, ideal)
            self.whole.see((width, entries[0].shift), active, executed, self.warps_per_block, cost, ideal)
            if self.blocks > 1:
                self.moves.compare(offsets, active, self.blocks, self.warps_per_block)
            rows = executed.nonzero()[0][:64]
            self._observe(offsets[rows], active[rows], width)

    def _cost(self, entries: list[Pending], offsets: Any, active: Any, width: int) -> tuple[Any, Any]:
        if self.memory.kind == GLOBAL:
            return global_cost(offsets, active, width)
        if self.counted_as == ASYNC_COPY and not self.uncounted:
            return async_copy_cost(offsets, self._origins(entries), active, width)
        return shared_cost(offsets, active, width, self.tried_as)

    def _divide(self, executed: Any, cost: Any, ideal: Any) -> None:
        """Count the requests block by block, to see whether the sampled blocks agree."""
        shape = (-1, self.blocks, self.warps_per_block)
        columns = [part.reshape(shape).sum((0, 2)).tolist() for part in (cost, ideal, executed)]
        for index, (paid, best, requests) in enumerate(zip(*columns, strict=True)):
            if requests:
                known = self.by_block.setdefault(index, [0, 0, 0])
                for place, number in enumerate((paid, best, requests)):
                    known[place] += number

    def costs_of(self, offsets: Any, active: Any) -> tuple[Any, Any]:
        """(cost, ideal) of warps that make this access at other addresses; arrays of the shape (warps, 32)."""
        ((width, _),) = self.whole.served
        return self._cost([], offsets, active, width)

    def blocks_agree(self) -> bool:
        """Whether every sampled block got here and pays the same per request, as blocks of any other alignment do: then
        those that were not looked at will too."""
        if len(self.by_block) < self.blocks:
            return False
        means = {(c * 1000 // n, i * 1000 // n) for c, i, n in self.by_block.values()}
        return len(means) <= 1 and self._same_for_all_alignments()

    def _same_for_all_alignments(self) -> bool:
        modulus = SECTOR_BYTES if self.memory.kind == GLOBAL else WAVEFRONT_BYTES
        step = self.moves.step(modulus)
        if step == modulus:
            return True
        if self.moves.apart or self.moves.first is None or self.counted_as == ASYNC_COPY:
            return False
        offsets, active = self.moves.first
        shifts = numpy.arange(0, modulus, step)[:, None, None]
        moved = (offsets[None] + shifts).reshape(-1, 32)
        cost, _ = self._cost([], moved, numpy.tile(active, (len(shifts), 1)), self.width)
        return bool((cost.reshape(len(shifts), -1) == cost[: len(offsets)]).all())

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
