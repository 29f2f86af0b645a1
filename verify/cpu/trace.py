"""Reads what the engine recorded and lets the hardware model cost it."""

from __future__ import annotations

import struct
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

import numpy

from cudalint.access import ATOMIC, GLOBAL, LOAD, SHARED, STORE
from cudalint.hardware.warp import (
    ATOMIC_ADD,
    ATOMIC_EXCHANGE,
    POPULATION_COUNT,
    async_copy_cost,
    global_cost,
    matrix_cost,
    shared_cost,
)

from ..measured import Block, CannotMeasure, Launched, Measured, summed
from .symbols import NOWHERE, Place

_LAUNCH = struct.Struct("<IIQ3I3IQQ")
_SITE = struct.Struct("<QBBHIQQ")
_MAGIC = 0x43554431
_SINGLE = numpy.dtype([("count", "<u8"), ("mask", "<u4"), ("addresses", "<i8", 32)])
_PAIRED = numpy.dtype([("count", "<u8"), ("mask", "<u4"), ("addresses", "<i8", 32), ("others", "<i8", 32)])
_SPACES = ("", GLOBAL, SHARED)
_ASYNC_COPY, _LOAD_MATRIX, _STORE_MATRIX = 5, 6, 7
_ATOMIC_LOOP, _ATOMIC_COMBINED = 8, 9
_KINDS = (LOAD, STORE, ATOMIC, ATOMIC, ATOMIC, "", LOAD, STORE, ATOMIC, ATOMIC)
_MODEL_KINDS = (LOAD, STORE, ATOMIC_ADD, ATOMIC_EXCHANGE, POPULATION_COUNT, "", "", "", STORE, ATOMIC_ADD)
"""A round of a compare-and-swap loop costs what a store does (measured on sm_90)."""

_UNMEASURED_BYTES = 8
"""What a single shared atomic this wide costs was not measured."""

_FRAMES_ABOVE_KERNEL = 2
"""Calls before the kernel's own: the engine calls the launch, the launch calls the kernel."""

Costs = tuple[Any, Any]


@dataclass(frozen=True, slots=True)
class Site:
    """The requests of one instruction reached by one chain of calls. `patterns`: records of distinct address patterns,
    with how often each was seen; `dropped`: requests whose pattern was not kept. `size`: bytes a lane, or matrices."""

    pc: int
    space: str
    kind: int
    size: int
    callers: tuple[int, ...]
    patterns: Any
    dropped: int


@dataclass(frozen=True, slots=True)
class RecordedLaunch:
    """One recorded launch. `kernel`: an address inside it; `recorded` of `blocks` blocks were recorded.

    A launch without blocks is the engine's way to say that time ran out before all blocks of some grid had run.
    """

    kernel: int
    grid: Block
    block: Block
    recorded: int
    blocks: int
    sites: tuple[Site, ...]

    def addresses(self) -> Iterator[int]:
        """All addresses in the program that have to be named."""
        yield self.kernel
        for site in self.sites:
            yield site.pc - 1
            yield from (c - 1 for c in site.callers)


def read_trace(raw: bytes) -> list[RecordedLaunch]:
    """The launches in a trace; one that was cut off is left out. Raises `CannotMeasure` for anything else."""
    launches: list[RecordedLaunch] = []
    offset = 0
    while offset + _LAUNCH.size <= len(raw):
        magic, sites, kernel, *numbers = _LAUNCH.unpack_from(raw, offset)
        if magic != _MAGIC:
            raise CannotMeasure("the trace of the run is damaged")
        offset += _LAUNCH.size
        found: list[Site] = []
        try:
            for _ in range(sites):
                site, offset = _site(raw, offset)
                found.append(site)
        except (struct.error, ValueError):
            break
        grid, block = (numbers[0], numbers[1], numbers[2]), (numbers[3], numbers[4], numbers[5])
        launches.append(RecordedLaunch(kernel, grid, block, numbers[6], numbers[7], tuple(found)))
    return launches


def _site(raw: bytes, offset: int) -> tuple[Site, int]:
    pc, space, kind, size, depth, patterns, dropped = _SITE.unpack_from(raw, offset)
    offset += _SITE.size
    callers = struct.unpack_from(f"<{depth}Q", raw, offset)
    offset += 8 * depth
    layout = _PAIRED if kind == _ASYNC_COPY else _SINGLE
    records = numpy.frombuffer(raw, layout, patterns, offset)
    return Site(pc, _SPACES[space], kind, size, callers, records, dropped), offset + patterns * layout.itemsize


def launched(launch: RecordedLaunch, named: Mapping[int, Place]) -> Launched:
    """The kernel that ran, by its name."""
    sampled = launch.recorded if launch.recorded < launch.blocks else None
    return Launched(named.get(launch.kernel, NOWHERE).function, launch.block, launch.grid, sampled)


def measured(launches: Iterable[RecordedLaunch], named: Mapping[int, Place]) -> tuple[Measured, ...]:
    """Counters per line of all launches."""
    return summed(row for launch in launches for site in launch.sites for row in _rows(launch, site, named))


def _rows(launch: RecordedLaunch, site: Site, named: Mapping[int, Place]) -> Iterator[Measured]:
    here = named.get(site.pc - 1, NOWHERE).lines
    outside = [named.get(c - 1, NOWHERE).lines for c in reversed(site.callers[_FRAMES_ABOVE_KERNEL:])]
    chain = [*here, *(line for lines in outside for line in lines)]
    if not chain:
        return
    kernel = named.get(launch.kernel, NOWHERE).function
    counts = site.patterns["count"].astype(numpy.int64)
    active = (site.patterns["mask"][:, None] >> numpy.arange(32, dtype=numpy.uint32) & 1).astype(bool)
    if site.kind == _ATOMIC_COMBINED:
        active &= active.cumsum(1) == 1
    kept = int(counts.sum())
    scale = (kept + site.dropped) / max(kept, 1)
    for space, kind, width, counted, cost in _effects(site):
        actual, ideal = cost(site.patterns["addresses"].astype(numpy.int64), active)
        totals = (kept, int((active.sum(1) * counts).sum()), int((actual * counts).sum()), int((ideal * counts).sum()))
        executions, threads, total, best = (round(scale * value) for value in totals)
        yield Measured(
            chain[0], kernel, space, kind, width, executions, threads, total, best, tuple(chain[1:]), counted
        )


def _effects(site: Site) -> Iterator[tuple[str, str, int, bool, Callable[[Any, Any], Costs]]]:
    """Space, kind, width, whether the hardware counts it, and the cost: one effect, or two of an asynchronous copy."""
    if site.kind == _ASYNC_COPY:
        yield from _copy_effects(site)
    elif site.kind in (_LOAD_MATRIX, _STORE_MATRIX):
        yield SHARED, _KINDS[site.kind], 16, True, lambda rows, active: matrix_cost(rows, active, site.size)
    elif site.space == GLOBAL:
        yield GLOBAL, _KINDS[site.kind], site.size, True, lambda at, active: global_cost(at, active, site.size)
    else:
        kind = _MODEL_KINDS[site.kind]
        counted = kind in (LOAD, STORE) or site.size < _UNMEASURED_BYTES
        yield SHARED, _KINDS[site.kind], site.size, counted, lambda at, active: shared_cost(at, active, site.size, kind)


def _copy_effects(site: Site) -> Iterator[tuple[str, str, int, bool, Callable[[Any, Any], Costs]]]:
    others = site.patterns["others"].astype(numpy.int64)
    yield GLOBAL, LOAD, site.size, True, lambda _, active: global_cost(others, active, site.size)
    if site.size in (4, 8):
        yield SHARED, STORE, site.size, True, lambda at, active: async_copy_cost(at, others, active, site.size)
    else:
        yield SHARED, STORE, site.size, False, lambda at, active: shared_cost(at, active, site.size, STORE)
