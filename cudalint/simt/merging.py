"""What the compiler merges: neighbours in one basic block become one wide access."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy

from cudalint.address.evaluate import evaluate
from cudalint.ir.term import Symbol, Term
from cudalint.simt.memory import SHARED, Memory
from cudalint.simt.site import LoopWeight, Site
from cudalint.simt.unrolled import is_unrolled
from cudalint.simt.values import ASSUMED, Data, Spot, is_varying, signature

if TYPE_CHECKING:
    from cudalint.simt.machine import Machine

MOST_WAITING = 1500
"""Accesses that wait for neighbours to be merged with; past it they are decided, so that memory stays bounded."""


_AT_LAUNCH = frozenset(("parameter", "shape"))
_FARTHER = 10_007
"""How much larger such a value is imagined; prime, so that nothing cancels."""


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


class Merging:
    """The accesses of one execution that wait for their neighbours."""

    def __init__(self) -> None:
        self._waiting: dict[tuple[Any, ...], list[Waiting]] = {}
        self._never: set[int] = set()
        self._epoch = 0
        self._windows: dict[tuple[int, str], int] = {}

    def barrier(self) -> None:
        """Nothing is merged across a barrier."""
        self._epoch += 1

    def seen(self, memory: Memory, kind: str) -> None:
        """A load between two stores to the same array keeps them apart, and a store two loads: the compiler must not
        reorder them."""
        other = "store" if kind == "load" else "load"
        key = (id(memory), other)
        self._windows[key] = self._windows.get(key, 0) + 1

    def waits(self, machine: Machine, site: Site, spot: Spot, kind: str, width: int) -> bool:
        """Whether an access may be merged with others; then it is kept until all of them are known."""
        group = self._group(machine, site, spot, kind, width)
        if not group:
            return False
        base = spot.offset // group * group
        window = (self._epoch, machine.basic_block, self._windows.get((id(spot.memory), kind), 0))
        apart = () if spot.vector else _parts_that_keep_apart(spot.term)
        key = (id(spot.memory), kind, signature(base), signature(machine.mask), window, apart)
        entry = Waiting(site, spot.offset - base, width, base, machine.mask, group, machine.weight, bool(spot.vector))
        self._waiting.setdefault(key, []).append(entry)
        if len(self._waiting) > MOST_WAITING:
            self.flush(machine)
        return True

    def _group(self, machine: Machine, site: Site, spot: Spot, kind: str, width: int) -> int:
        """Bytes of the aligned group this access may be merged in, 0 for none."""
        if spot.is_volatile:
            return 0
        if spot.vector:
            return spot.vector
        if spot.memory.kind != SHARED or width not in (4, 8) or kind == "atomic" or spot.taint > ASSUMED:
            return 0
        if not is_varying(spot.offset):
            return 0
        offsets = spot.offset[machine.mask]
        if _one_residue(offsets, 16):
            return 16
        if width == 4 and _one_residue(offsets, 8):
            return 8
        self._never.add(id(site))
        return 0

    def flush(self, machine: Machine) -> None:
        """Decide what was merged: neighbours that fill an aligned 8 or 16 bytes every time they occur, or lane beside
        lane in one round of a loop that is unrolled as a whole."""
        waiting, self._waiting = self._waiting, {}
        plans = [(entries[0], *_plan(key[1], entries)) for key, entries in waiting.items()]
        for _, by_distance, merged in plans:
            for distance, entries in by_distance.items():
                if distance not in merged:
                    self._never.update(id(e.site) for e in entries)
        for _, by_distance, merged in plans:
            for distance, entries in by_distance.items():
                for entry in entries:
                    width, start, weight = entry.width, distance, entry.weight
                    if distance in merged and (id(entry.site) not in self._never or _by_itself(entry, merged)):
                        width, start = merged[distance]
                        weight = weight.shared_by(_members(merged, (width, start)))
                    entry.site.add(
                        machine.spread(entry.base + start),
                        entry.mask,
                        width,
                        weight,
                        shift=distance - start,
                        fixed=entry.vector,
                    )


def _by_itself(entry: Waiting, merged: dict[int, tuple[int, int]]) -> bool:
    """Whether this round is merged whatever the others do. Only seen in kernels themselves, where the wide accesses of
    neighbouring lanes are neighbours too, as in the first round of a tree sum; columns of a tile are left apart, and so
    is a sort in a function that is called for two arrays (nvcc 13.0)."""
    if entry.site.via or not is_unrolled(entry.weight) or not is_varying(entry.base):
        return False
    width = next(iter(merged.values()))[0]
    steps = numpy.diff(entry.base[entry.mask])
    return bool((steps == width).any() and ((steps == width) | (steps < 0)).all())


def _parts_that_keep_apart(term: Term | int | None) -> tuple[int, ...]:
    """What two addresses must have in common for the compiler to see that they are neighbours: the values of what `^`
    makes in them (measured; those that `|` makes it sees through), and how they depend on what it does not know."""
    if not isinstance(term, Term):
        return ()
    exclusive, depends = _looked_through(term)
    parts = tuple(signature(evaluate(part)) for part in exclusive)
    if not depends:
        return parts
    moved = evaluate(term, _of_another_launch) - evaluate(term)
    return (*parts, signature(moved)) if numpy.any(moved) else parts


def _looked_through(term: Term) -> tuple[list[Term], bool]:
    """The outermost `^` of a term, and whether anything in it is only known when the kernel is launched."""
    exclusive: list[Term] = []
    depends = False
    seen: set[int] = set()
    stack: list[tuple[Term, bool]] = [(term, False)]
    while stack:
        current, inside = stack.pop()
        if id(current) in seen:
            continue
        seen.add(id(current))
        if isinstance(current, Symbol):
            depends = depends or current.kind in _AT_LAUNCH
            continue
        if current.operator == "^" and not inside:
            exclusive.append(current)
            inside = True
        stack.extend((a, inside) for a in current.arguments if isinstance(a, Term))
    return exclusive, depends


def _of_another_launch(symbol: Symbol) -> Data:
    return symbol.value + _FARTHER if symbol.kind in _AT_LAUNCH else symbol.value


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
