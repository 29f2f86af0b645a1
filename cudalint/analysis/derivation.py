"""How a site's address came about: its symbols, its requests round by round, and the definitions behind its index."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy

from cudalint.access import GLOBAL, Request
from cudalint.address.apart import is_rounded
from cudalint.address.formula import Formula
from cudalint.address.leaves import Leaf
from cudalint.analysis.definitions import substitutions
from cudalint.derivation import (
    BLOCK,
    DATA,
    LANE,
    LOOP,
    OTHER,
    ROUNDED,
    UNIFORM,
    UNKNOWN,
    WARP,
    Derivation,
    Round,
    RoundCost,
    Symbol,
)
from cudalint.hardware.architecture import SECTOR_BYTES, WARP_SIZE
from cudalint.hardware.warp import ASYNC_COPY, WAVEFRONT_BYTES, global_cost, shared_cost
from cudalint.ir.unit import Function, Unit
from cudalint.requests import INACTIVE, fingerprints
from cudalint.simt.kernel import Execution
from cudalint.simt.machine import Shape
from cudalint.simt.site import Site
from cudalint.simt.values import is_varying

MOST_ROUNDS = 64
"""Shapes of requests that are kept of a site."""


def derivation_of(
    unit: Unit, kernel: Function, site: Site, execution: Execution, address: Formula | None
) -> Derivation:
    """The derivation of a site of a traced execution of a kernel."""
    leaves = address.leaves.values() if address is not None else ()
    width, height, _ = execution.shape.block
    alike = {"threadIdx.y": width % WARP_SIZE == 0, "threadIdx.z": width * height % WARP_SIZE == 0}
    symbols = tuple(sorted((_symbol(leaf, alike) for leaf in leaves), key=lambda s: s.name))
    rounds, costs = _rounds(site, execution.shape) if site.decided.requests else ((), ())
    reached = substitutions(unit, kernel, site.at, site.via)
    return Derivation(reached, symbols, rounds, costs, kernel.template_arguments)


def _symbol(leaf: Leaf, alike: Mapping[str, bool]) -> Symbol:
    value = leaf.value
    number = None if is_varying(value) or isinstance(value, float) else int(value)
    if leaf.kind == "thread":
        return Symbol(leaf.name, WARP if alike.get(leaf.name) else LANE)
    if leaf.kind == "block":
        return Symbol(leaf.name, BLOCK)
    if is_rounded(leaf):
        return Symbol(leaf.name, ROUNDED)
    if leaf.varies:
        return Symbol(leaf.name, DATA if leaf.kind == "data" else OTHER)
    if leaf.kind == "loop":
        return Symbol(leaf.name, LOOP)
    if leaf.kind == "data":
        return Symbol(leaf.name, DATA)
    return Symbol(leaf.name, UNKNOWN if leaf.unknown else UNIFORM, number)


# -- requests round by round -------------------------------------------------------------------------------------------


def _rounds(site: Site, shape: Shape) -> tuple[tuple[Round, ...], tuple[RoundCost, ...]]:
    if site.counted_as == ASYNC_COPY or site.uncounted or not site.trace:
        return (), ()
    counters = [entry[0] for entry in site.trace]
    offsets = numpy.concatenate([entry[1] for entry in site.trace]).reshape(-1, 32)
    active = numpy.concatenate([entry[2] for entry in site.trace]).reshape(-1, 32)
    starts, widths = _instructions(site, offsets, active)
    cost, ideal = numpy.zeros(len(offsets), int), numpy.zeros(len(offsets), int)
    for width in set(widths.tolist()):
        rows = widths == width
        cost[rows], ideal[rows] = _cost(site, starts[rows], active[rows], width)
    rows_per_entry = len(offsets) // len(site.trace)
    rounds = _by_shape(site, shape, counters, rows_per_entry, (starts, active, widths, cost, ideal))
    return rounds, _by_iteration(counters, rows_per_entry, active.any(1), cost, ideal)


def _cost(site: Site, offsets: Any, active: Any, width: int) -> tuple[Any, Any]:
    if site.memory.kind == GLOBAL:
        return global_cost(offsets, active, width)
    return shared_cost(offsets, active, width, site.tried_as)


def _instructions(site: Site, offsets: Any, active: Any) -> tuple[Any, Any]:
    """Where and how wide the instructions are that make these requests: wider where neighbours were merged."""
    widths = numpy.full(len(offsets), site.width)
    starts = offsets.copy()
    if site.memory.kind == GLOBAL:
        wide = _merged_width(site)
        return offsets // wide * wide, numpy.full(len(offsets), wide)
    known: dict[int, tuple[int, int]] = {}
    for requests in site.patterns.requests(site.tried_as):
        own = numpy.where(requests.active, requests.offsets + requests.shift, INACTIVE)
        known |= dict.fromkeys(fingerprints(own).tolist(), (requests.width, requests.shift))
    marks = fingerprints(numpy.where(active, offsets, INACTIVE).astype(numpy.int32)).tolist()
    for row, mark in enumerate(marks):
        width, shift = known.get(mark, (site.width, 0))
        widths[row] = width
        starts[row] -= shift
    return starts, widths


def _merged_width(site: Site) -> int:
    """The width with which the dearest request of a site in global memory costs what it was counted for."""
    worst = site.worst_warp
    if worst is None:
        return site.width
    for width in (w for w in (site.width, 8, 16) if w >= site.width):
        cost, ideal = global_cost(worst.offsets[None], worst.active[None], width)
        if (int(cost[0]), int(ideal[0])) == (worst.cost, worst.ideal):
            return width
    return site.width


def _by_shape(
    site: Site, shape: Shape, counters: list[Any], per_entry: int, columns: tuple[Any, ...]
) -> tuple[Round, ...]:
    """One request of each shape: where its lanes lie, but for whole sectors (or lines) by which all are moved."""
    starts, active, widths, cost, ideal = columns
    unit = SECTOR_BYTES if site.memory.kind == GLOBAL else WAVEFRONT_BYTES
    executed = active.any(1)
    first = starts[numpy.arange(len(starts)), active.argmax(1)] // unit * unit
    shapes = numpy.where(active, starts - first[:, None], INACTIVE)
    marks = fingerprints(shapes) + widths
    found: dict[int, list[int]] = {}
    for row in executed.nonzero()[0].tolist():
        entry = found.setdefault(int(marks[row]), [row, 0])
        entry[1] += 1
    return tuple(
        Round(
            _request(shape, starts[row], active[row], int(cost[row]), int(ideal[row]), row, counters[row // per_entry]),
            int(widths[row]),
            site.tried_as,
            times,
        )
        for row, times in list(found.values())[:MOST_ROUNDS]
    )


def _request(shape: Shape, starts: Any, active: Any, cost: int, ideal: int, row: int, counters: Any) -> Request:
    lane = row % (len(shape.thread) // 32) * 32
    block = int(shape.block_index[lane])
    gx, gy, _ = shape.grid
    return Request(
        addresses=tuple(int(o) if a else None for o, a in zip(starts, active, strict=True)),
        cost=cost,
        ideal=ideal,
        block_index=(block % gx, block // gx % gy, block // (gx * gy)),
        first_thread=int(shape.thread[lane]),
        iteration=counters,
    )


def _by_iteration(counters: list[Any], per_entry: int, executed: Any, cost: Any, ideal: Any) -> tuple[RoundCost, ...]:
    """The mean over all warps of each round that has a name."""
    sums: dict[Any, list[int]] = {}
    for number, iteration in enumerate(counters):
        rows = slice(number * per_entry, (number + 1) * per_entry)
        entry = sums.setdefault(iteration, [0, 0, 0])
        for place, column in enumerate((cost, ideal, executed)):
            entry[place] += int(column[rows].sum())
    return tuple(RoundCost(i, c / n, d / n, n) for i, (c, d, n) in sums.items() if i and n)
