"""Turns executed loads and stores into what the hardware is asked for.

Between the source and the machine stands the compiler: it loads a value once where the source reads it twice, forwards
a store to a following load, and fetches neighbours in one wide access. All of it shows in per-line counters, so it is
modelled here.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy

from cudalint.address.evaluate import agrees
from cudalint.hardware.warp import ASYNC_COPY, MATRIX_ROW_BYTES
from cudalint.ir.position import Position
from cudalint.ir.term import Term
from cudalint.ir.types import Array, Integer, Record, Type
from cudalint.simt.memory import GLOBAL, SHARED, Memory, spot_of
from cudalint.simt.site import LoopWeight, Site
from cudalint.simt.values import ASSUMED, VARYING, Data, Pointer, Spot, is_varying, term_of

if TYPE_CHECKING:
    from cudalint.simt.machine import Machine

CHECKED_REQUESTS = 3
"""How many requests of a site the formula is evaluated for, to compare with the executed addresses."""

UNCOUNTED_COPY_BYTES = 16
UNCOUNTED_COPY = "no counter tells what a 16-byte asynchronous copy costs in shared memory"
"""cp.async.cg goes past the counters of shared memory (measured on an H200: 0)."""

MOST_WAITING = 1500
"""Accesses that wait for neighbours to be merged with; past it they are decided, so that memory stays bounded."""

UNKNOWN_ELEMENT_BYTES = 4
"""What an element of unknown type is taken for: most of them are words."""

MOST_PIECES = 16
"""Pieces of a struct copy that are looked at."""


@dataclass(slots=True)
class Waiting:
    """A narrow access that may become part of a wide one; `distance` bytes from the start of its aligned group.

    `vector`: it is a member of a vector type, so that the source itself asks for the wide access."""

    site: Site
    distance: Data
    width: int
    base: Data
    mask: Any
    group: int
    weight: LoopWeight
    vector: bool


class Recorder:
    """Collects the sites of one execution."""

    def __init__(self) -> None:
        self.sites: dict[tuple[Any, ...], Site] = {}
        self.available: dict[tuple[Any, ...], Memory] = {}
        self.waiting: dict[tuple[Any, ...], list[Waiting]] = {}
        self.never_merged: set[int] = set()
        self.epoch = 0
        self.windows: dict[tuple[int, str], int] = {}
        self.disagreements: list[Site] = []
        self._keep: list[Any] = []

    # -- what execution calls ------------------------------------------------------------------------------------------

    def access(
        self, machine: Machine, at: Position, spot: Spot, kind: str, *, counted_as: str = "", whole: Type | None = None
    ) -> None:
        """A load, store or atomic of `spot` by the active lanes; records and arrays go in the pieces the compiler makes
        of them."""
        type_ = whole or spot.type
        counted_as = counted_as or kind
        if not isinstance(type_, (Record, Array)) or not type_.size:
            width = min(type_.size or UNKNOWN_ELEMENT_BYTES, 16)
            if width & (width - 1):
                width = 4
            self._record(machine, at, spot, kind, counted_as, width)
            return
        width = _aligned_width(piece_width(type_, spot.memory), type_.align, spot.offset, machine.mask)
        for index in range(min(type_.size // width, MOST_PIECES)):
            offset = spot.offset + index * width
            base = term_of(spot)
            term = base + index * width if isinstance(base, int) else _shifted(base, index * width)
            piece = Spot(spot.memory, offset, spot.taint, term, type_, 0, spot.member)
            self._record(machine, at, piece, kind, counted_as, width)

    def moved(self, machine: Machine, at: Position, pointer: Pointer, width: int, kind: str) -> None:
        """`width` bytes a lane from or to where a pointer points: what instructions move that know no type."""
        self.access(machine, at, spot_of(pointer, Integer(width, width, False)), kind)

    def copied(self, machine: Machine, at: Position, to: Pointer, origin: Pointer, width: int) -> None:
        """An asynchronous copy of `width` (4, 8 or 16) bytes a lane from global to shared memory."""
        if origin.memory.kind == GLOBAL:
            self.moved(machine, at, origin, width, "load")
        if to.memory.kind != SHARED:
            return
        self._forget(to.memory)
        spot = spot_of(to, Integer(width, width, False))
        unsure = max(spot.taint, origin.taint)
        if width == UNCOUNTED_COPY_BYTES:
            self.uncounted(machine, at, to, width, "store", UNCOUNTED_COPY)
            return
        self._plain(machine, at, spot, "store", ASYNC_COPY, width, unsure, machine.spread(origin.offset))

    def uncounted(self, machine: Machine, at: Position, pointer: Pointer, width: int, kind: str, reason: str) -> None:
        """An access of which nobody knows what it costs."""
        spot = spot_of(pointer, Integer(width, width, False))
        site = self._site(machine, at, spot, kind, "uncounted", width)
        site.uncounted = reason
        if spot.taint >= VARYING:
            site.patterns.complete = False
        site.add(machine.spread(spot.offset), machine.mask, width, machine.weight, indirect=True, fixed=True)

    def matrices_moved(self, machine: Machine, at: Position, pointer: Pointer, matrices: int, operation: str) -> None:
        """ldmatrix or stmatrix: each of the first 8 * `matrices` lanes names a 16-byte row."""
        kind = "load" if operation == "ldmatrix" else "store"
        if pointer.memory.kind != SHARED:
            return
        if kind == "store":
            self._forget(pointer.memory)
        spot = spot_of(pointer, Integer(MATRIX_ROW_BYTES, MATRIX_ROW_BYTES, False))
        self._plain(machine, at, spot, kind, f"{operation}_x{matrices}", MATRIX_ROW_BYTES, spot.taint)

    def barrier(self) -> None:
        """After a barrier other threads' stores are visible: only what nobody may write stays available."""
        self.available = {k: m for k, m in self.available.items() if m.read_only and m.restrict}
        self.epoch += 1

    def scope(self) -> set[tuple[Any, ...]]:
        """What is available now, to come back to."""
        return set(self.available)

    def leave(self, scope: set[tuple[Any, ...]]) -> None:
        """Forget what became available inside a branch or loop."""
        if self.available:
            self.available = {k: m for k, m in self.available.items() if k in scope}

    # -- one request ---------------------------------------------------------------------------------------------------

    def _site(self, machine: Machine, at: Position, spot: Spot, kind: str, counted_as: str, width: int) -> Site:
        via = machine.frame.via
        key = (at, via, id(spot.memory), kind, counted_as, width, spot.member)
        site = self.sites.get(key)
        if site is None:
            self._keep.append(spot.memory)
            site = Site(at, via, spot.memory, kind, counted_as, width, spot.member, spot.type)
            site.keeps_touched = machine.program.keeps_touched
            if machine.shape is not None:
                site.warps_per_block = -(-machine.shape.threads // 32)
                site.blocks = machine.shape.sampled_blocks
            self.sites[key] = site
        return site

    def _record(self, machine: Machine, at: Position, spot: Spot, kind: str, counted_as: str, width: int) -> None:
        memory = spot.memory
        site = self._site(machine, at, spot, kind, counted_as, width)
        if spot.taint >= VARYING:
            if kind != "load":
                self._forget(memory)
            site.indirect_seen += 1
            site.indirect_control = max(site.indirect_control, machine.control)
            self._follow_term(site, spot, machine)
            if is_varying(spot.offset) and spot.offset.dtype == numpy.int64:
                site.add(spot.offset, machine.mask, width, machine.weight, indirect=True)
            return
        if kind == "atomic" and machine.control >= VARYING and machine.uniform_in_warp(spot.offset):
            site.indirect_seen += 1
            site.reason = "how many lanes get here depends on data"
            site.add(machine.spread(spot.offset), machine.mask, width, machine.weight, indirect=True)
            self._forget(memory)
            return
        if self._saved(machine, site, spot, kind, width):
            return
        self._close_windows(memory, kind)
        self._see(machine, site, spot, spot.taint)
        group = self._group(machine, site, spot, kind, width)
        if group:
            self._wait(machine, site, spot, kind, width, group)
            return
        site.add(machine.spread(spot.offset), machine.mask, width, machine.weight)

    def _plain(
        self,
        machine: Machine,
        at: Position,
        spot: Spot,
        kind: str,
        counted_as: str,
        width: int,
        taint: int,
        origin: Any = None,
    ) -> None:
        """A request of an instruction that the compiler neither merges nor saves."""
        site = self._site(machine, at, spot, kind, counted_as, width)
        data = taint >= VARYING
        if data:
            site.indirect_seen += 1
            site.indirect_control = max(site.indirect_control, machine.control)
            self._follow_term(site, spot, machine)
        else:
            self._see(machine, site, spot, taint)
        offsets = machine.spread(spot.offset)
        site.add(offsets, machine.mask, width, machine.weight, indirect=data, origin=origin, fixed=True)

    def _see(self, machine: Machine, site: Site, spot: Spot, taint: int) -> None:
        site.seen += 1
        site.taint = max(site.taint, taint)
        site.control = max(site.control, machine.control)
        self._follow_term(site, spot, machine)

    def _follow_term(self, site: Site, spot: Spot, machine: Machine) -> None:
        """Keep the first request's formula, and check it against the addresses of this one."""
        if site.checks >= CHECKED_REQUESTS:
            return
        site.checks += 1
        if site.term is None:
            site.term = term_of(spot, spot.memory.name)
        elif not site.term_holds:
            return
        if not agrees(site.term, spot.offset, machine.mask):
            site.term_holds = False
            if site.checks == 1:
                self.disagreements.append(site)

    def _saved(self, machine: Machine, site: Site, spot: Spot, kind: str, width: int) -> bool:
        """Whether the compiler already has the value: an equal load or store came before it."""
        memory = spot.memory
        if memory.volatile:
            return False
        key = (id(memory), _signature(spot.offset), width, _signature(machine.mask))
        if kind == "load":
            if key in self.available:
                if site.eliminated is None:
                    site.eliminated = (machine.spread(spot.offset), machine.mask, max(spot.taint, machine.control))
                return True
            self.available[key] = memory
            return False
        self._forget(memory)
        if kind == "store":
            self.available[key] = memory
        return False

    def _forget(self, memory: Memory) -> None:
        if self.available:
            self.available = {k: m for k, m in self.available.items() if not m.aliases(memory)}

    # -- merging -------------------------------------------------------------------------------------------------------

    def _group(self, machine: Machine, site: Site, spot: Spot, kind: str, width: int) -> int:
        """Bytes of the aligned group this access may be merged in, 0 for none."""
        if spot.vector:
            return spot.vector
        memory = spot.memory
        if memory.kind != SHARED or width not in (4, 8) or kind == "atomic" or memory.volatile or spot.taint > ASSUMED:
            return 0
        if not is_varying(spot.offset):
            return 0
        offsets = spot.offset[machine.mask]
        if _one_residue(offsets, 16):
            return 16
        if width == 4 and _one_residue(offsets, 8):
            return 8
        self.never_merged.add(id(site))
        return 0

    def _close_windows(self, memory: Memory, kind: str) -> None:
        """A load between two stores to the same array keeps them apart, and a store two loads: the compiler must not
        reorder them."""
        other = "store" if kind == "load" else "load"
        key = (id(memory), other)
        self.windows[key] = self.windows.get(key, 0) + 1

    def _wait(self, machine: Machine, site: Site, spot: Spot, kind: str, width: int, group: int) -> None:
        base = spot.offset // group * group
        window = (self.epoch, self.windows.get((id(spot.memory), kind), 0))
        key = (id(spot.memory), kind, _signature(base), _signature(machine.mask), window)
        entry = Waiting(site, spot.offset - base, width, base, machine.mask, group, machine.weight, bool(spot.vector))
        self.waiting.setdefault(key, []).append(entry)
        if len(self.waiting) > MOST_WAITING:
            self.flush(machine)

    def flush(self, machine: Machine) -> None:
        """Decide what was merged: neighbours that fill an aligned 8 or 16 bytes every time they occur."""
        waiting, self.waiting = self.waiting, {}
        plans = [(entries[0], *_plan(key[1], entries)) for key, entries in waiting.items()]
        for _, by_distance, merged in plans:
            for distance, entries in by_distance.items():
                if distance not in merged:
                    self.never_merged.update(id(e.site) for e in entries)
        for _, by_distance, merged in plans:
            for distance, entries in by_distance.items():
                for entry in entries:
                    width, start, weight = entry.width, distance, entry.weight
                    if distance in merged and id(entry.site) not in self.never_merged:
                        width, start = merged[distance]
                        weight = LoopWeight(weight)
                        weight.share = 1 / _members(merged, (width, start))
                    entry.site.add(
                        machine.spread(entry.base + start),
                        entry.mask,
                        width,
                        weight,
                        shift=distance - start,
                        fixed=entry.vector,
                    )

    def finish(self, machine: Machine) -> None:
        """Count everything that is still waiting."""
        self.flush(machine)
        for site in self.sites.values():
            site.finish()


def piece_width(type_: Type, memory: Memory) -> int:
    """Bytes of one piece when a whole record is copied: its alignment in global memory, up to 16 in shared memory where
    the compiler places the array itself."""
    limit = type_.align if memory.kind == GLOBAL or memory.volatile else 16
    width = min(limit, 16, type_.size) or 4
    while type_.size % width or width & (width - 1):
        width //= 2
    return max(width, 1)


def _aligned_width(width: int, least: int, offset: Data, mask: Any) -> int:
    """The widest piece, from `width` down to `least` bytes, that all active lanes' addresses are multiples of."""
    offsets = offset[mask] if is_varying(offset) else numpy.asarray([offset])
    while width > max(least, 1) and (offsets & (width - 1)).any():
        width //= 2
    return width


def _shifted(base: Any, distance: int) -> Any:
    return Term("+", base, distance) if distance else base


def _signature(data: Data) -> int:
    return hash(data.tobytes()) if is_varying(data) else int(data)


def _one_residue(offsets: Any, modulus: int) -> bool:
    residues = offsets & (modulus - 1)
    return bool(len(residues)) and int(residues.min()) == int(residues.max())


def _members(merged: dict[int, tuple[int, int]], whole: tuple[int, int]) -> int:
    """How many accesses one wide instruction stands for: each then is that part of a request."""
    return sum(1 for part in merged.values() if part == whole)


def _plan(kind: str, entries: list[Waiting]) -> tuple[dict[int, list[Waiting]], dict[int, tuple[int, int]]]:
    """Entries by distance in their group, and for each merged distance the (width, start) of the wide access it is part
    of."""
    by_distance: dict[int, list[Waiting]] = {}
    for entry in entries:
        distance = entry.distance
        if is_varying(distance):
            distance = distance[int(numpy.argmax(entry.mask))]
        by_distance.setdefault(int(distance), []).append(entry)
    merged: dict[int, tuple[int, int]] = {}
    group = entries[0].group
    for width in (16, 8):
        if width > group:
            continue
        for start in range(0, group, width):
            inside = [d for d in by_distance if start <= d < start + width and d not in merged]
            covered = sum(by_distance[d][0].width for d in inside)
            if len(inside) > 1 and covered >= width * (0.7 if kind == "load" else 1):
                merged.update((d, (width, start)) for d in inside)
    return by_distance, merged
