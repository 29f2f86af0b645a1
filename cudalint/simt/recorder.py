"""Turns executed loads and stores into what the hardware is asked for.

Between the source and the machine stands the compiler: it loads a value once where the source reads it twice, and
forwards a store to a following load. It shows in per-line counters, so it is modelled here; `merging` holds what else
it does.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy

from cudalint.address.evaluate import agrees
from cudalint.hardware.warp import ASYNC_COPY, MATRIX_ROW_BYTES
from cudalint.ir.position import Position
from cudalint.ir.term import Term, alike
from cudalint.ir.types import Array, Integer, Record, Type
from cudalint.simt.memory import GLOBAL, SHARED, Memory, spot_of
from cudalint.simt.merging import Merging
from cudalint.simt.site import Site, SiteName
from cudalint.simt.values import ASSUMED, KNOWN, VARYING, Data, Pointer, Spot, is_varying, signature, term_of

if TYPE_CHECKING:
    from cudalint.simt.machine import Machine

CHECKED_REQUESTS = 3
"""How many requests of a site the formula is evaluated for, to compare with the executed addresses."""

UNCOUNTED_COPY_BYTES = 16
UNCOUNTED_COPY = "no counter tells what a 16-byte asynchronous copy costs in shared memory"
"""cp.async.cg goes past the counters of shared memory (measured on an H200: 0)."""

UNKNOWN_ELEMENT_BYTES = 4
"""What an element of unknown type is taken for: most of them are words."""

MOST_PIECES = 16
"""Pieces of a struct copy that are looked at."""


class Recorder:
    """Collects the sites of one execution. `known`: those of earlier ones that were reached; they are not counted
    again."""

    def __init__(self, known: frozenset[SiteName] = frozenset()) -> None:
        self.known = known
        self.sites: dict[tuple[Any, ...], Site] = {}
        self.available: dict[tuple[Any, ...], Memory] = {}
        self.merging = Merging()
        self.may_sink = False
        self.may_rise: set[Position] = set()
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
        width = _aligned_width(piece_width(type_, spot), type_.align, spot.offset, machine.mask)
        for index in range(min(type_.size // width, MOST_PIECES)):
            offset = spot.offset + index * width
            base = term_of(spot)
            term = base + index * width if isinstance(base, int) else _shifted(base, index * width)
            piece = Spot(spot.memory, offset, spot.taint, term, type_, 0, spot.member, spot.volatile)
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
        self.merging.barrier()

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
            site.muted = bool(self.known) and site.name in self.known
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
            site.scattered |= is_varying(spot.offset)
            offsets = machine.spread(spot.offset).astype(numpy.int64, copy=False)
            site.add(offsets, machine.mask, width, machine.weight, indirect=True)
            return
        queues = kind == "atomic" and memory.kind == SHARED
        if queues and machine.control >= VARYING and machine.uniform_in_warp(spot.offset):
            site.indirect_seen += 1
            site.reason = "how many lanes get here depends on data"
            site.add(machine.spread(spot.offset), machine.mask, width, machine.weight, indirect=True)
            self._forget(memory)
            return
        if self._saved(machine, site, spot, kind, width):
            return
        self.merging.seen(memory, kind)
        self._see(machine, site, spot, spot.taint)
        if not self.merging.waits(machine, site, spot, kind, width):
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
        if site.muted:
            return
        site.seen += 1
        site.taint = max(site.taint, taint)
        site.control = max(site.control, machine.control)
        site.whole.parted |= machine.control != KNOWN and machine.parted
        if self.may_sink and site.kind == "store":
            site.control = max(site.control, ASSUMED)
            site.whole.parted = site.whole.moved = True
        self._follow_term(site, spot, machine)

    def _follow_term(self, site: Site, spot: Spot, machine: Machine) -> None:
        """Keep the first request's formula, and check it against the addresses of this one."""
        if site.muted or site.checks >= CHECKED_REQUESTS:
            return
        site.checks += 1
        if site.term is None:
            site.term = term_of(spot, spot.memory.name)
        elif not site.term_holds:
            return
        if not agrees(site.term, spot.offset, machine.mask) and not alike(site.term, term_of(spot)):
            site.term_holds = False
            if site.checks == 1:
                self.disagreements.append(site)

    def _saved(self, machine: Machine, site: Site, spot: Spot, kind: str, width: int) -> bool:
        """Whether the compiler already has the value: an equal load or store came before it."""
        memory = spot.memory
        if spot.is_volatile:
            if kind != "load":
                self._forget(memory)
            return False
        key = (id(memory), signature(spot.offset), width, signature(machine.mask))
        if kind == "load":
            if key in self.available:
                if site.eliminated is None:
                    site.eliminated = (machine.spread(spot.offset), machine.mask, max(spot.taint, machine.control))
                if site.seen and site.hoisted is None:
                    site.hoisted = machine.loop_at
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

    def finish(self, machine: Machine) -> None:
        """Count everything that is still waiting."""
        self.merging.flush(machine)
        for site in self.sites.values():
            if site.kind == "load" and site.at in self.may_rise:
                site.control = max(site.control, ASSUMED)
                site.whole.parted = site.whole.moved = True
            site.finish()


def piece_width(type_: Type, spot: Spot) -> int:
    """Bytes of one piece when a whole record is copied: its alignment in global memory, up to 16 in shared memory where
    the compiler places the array itself."""
    limit = type_.align if spot.memory.kind == GLOBAL or spot.is_volatile else 16
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
