"""Values for parameters that nobody states: such that most of a kernel is reached and no array is left.

The analysis executes the kernel for a few blocks with candidate values, as it does for predictions. Nothing is run.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any

import numpy

from cudalint.ir.position import Position
from cudalint.ir.types import Integer
from cudalint.ir.unit import Function
from cudalint.simt.kernel import LaunchShape, execute
from cudalint.simt.machine import Program
from cudalint.simt.memory import GLOBAL, SHARED, Memory
from cudalint.simt.recorder import Recorder
from cudalint.simt.site import LoopWeight, Site
from cudalint.simt.values import ASSUMED, KNOWN, VARYING, Number, Spot, Value, is_varying

if TYPE_CHECKING:
    from cudalint.simt.machine import Machine

SAME_FOR_ALL = (1024, 256, 64, 16, 8, 4, 2, 1)
"""Tried for all unknown sizes at once, from large to small."""

ONE_BY_ONE = (1, 2, 16, 64, 256, 1024, 0)
"""Tried for one parameter while the others stay: counts of steps and offsets differ from sizes."""

MOST_TRIALS = 48
FUEL = 6_000
"""Steps of one trial: enough to see every statement of most kernels."""


@dataclass(frozen=True, slots=True)
class Trial:
    """What a kernel does with these values. `reached`: its accesses; `fits`: no array is left; `all_reached`: no branch
    was left out; `global_bytes`, `shared_bytes`: the farthest byte seen to be touched, and one more."""

    values: Mapping[str, int]
    reached: int
    fits: bool
    all_reached: bool
    global_bytes: int
    shared_bytes: int

    @property
    def rank(self) -> tuple[bool, int]:
        """The higher the better."""
        return self.fits, self.reached


@dataclass(slots=True)
class _Extent:
    """The bytes of one array that were touched by addresses that do not depend on data. `walks`: for each run of a loop
    the first and the last bounds, as loops are not followed to their ends."""

    memory: Memory
    lowest: int = 0
    end: int = 0
    walks: dict[int, tuple[LoopWeight, tuple[int, int], tuple[int, int]]] = field(default_factory=dict)

    def note(self, lowest: int, end: int, weight: LoopWeight | None) -> None:
        """One request by all lanes."""
        self.lowest, self.end = min(self.lowest, lowest), max(self.end, end)
        while weight is not None:
            _, first, _ = self.walks.get(id(weight), (weight, (lowest, end), None))
            self.walks[id(weight)] = weight, first, (lowest, end)
            weight = weight.outer

    def finish(self) -> None:
        """Go on in equal steps where a loop was left early."""
        for weight, first, last in self.walks.values():
            if weight.cut:
                lowest, end = (int(z + (z - a) * (weight.share - 1)) for a, z in zip(first, last, strict=True))
                self.lowest, self.end = min(self.lowest, lowest), max(self.end, end)


@dataclass(frozen=True, slots=True)
class Room:
    """Bytes that there are for each array in global memory, and for `extern __shared__`."""

    global_bytes: int
    dynamic_bytes: int


class _RangeRecorder(Recorder):
    """Also keeps which bytes of each array are touched."""

    def __init__(self) -> None:
        super().__init__()
        self.extents: dict[int, _Extent] = {}

    def _site(self, machine: Machine, at: Position, spot: Spot, kind: str, counted_as: str, width: int) -> Site:
        if spot.taint < VARYING and spot.memory.traced:
            extent = self.extents.setdefault(id(spot.memory), _Extent(spot.memory))
            lowest, highest = _bounds(spot.offset, machine.mask)
            extent.note(lowest, highest + width, machine.weight)
        return super()._site(machine, at, spot, kind, counted_as, width)


def _bounds(offset: Any, mask: Any) -> tuple[int, int]:
    if not is_varying(offset):
        return int(offset), int(offset)
    chosen = offset[mask]
    if not len(chosen):
        return 0, 0
    return int(numpy.min(chosen)), int(numpy.max(chosen))


@dataclass(slots=True)
class _Search:
    program: Program
    function: Function
    shape: LaunchShape
    room: Room
    tried: dict[tuple[int, ...], Trial] = field(default_factory=dict)

    def trial(self, values: Mapping[str, int]) -> Trial | None:
        """One execution; None where the trials are used up."""
        key = tuple(values.values())
        known = self.tried.get(key)
        if known is None and len(self.tried) < MOST_TRIALS:
            known = self.tried[key] = self._executed(values)
        return known

    def _executed(self, values: Mapping[str, int]) -> Trial:
        recorder = _RangeRecorder()
        shape = replace(self.shape, arguments=_arguments(self.function, self.shape.arguments, values))
        result = execute(self.program, self.function, shape, fuel=FUEL, new_recorder=lambda: recorder)
        ends = {GLOBAL: 0, SHARED: 0}
        fits = True
        for extent in recorder.extents.values():
            extent.finish()
            ends[extent.memory.kind] = max(ends[extent.memory.kind], extent.end)
            fits = fits and extent.lowest >= 0 and extent.end <= self._available(extent.memory)
        places = {(site.at, site.kind, site.memory.kind) for site in result.sites}
        return Trial(values, len(places), fits, not result.unreached, ends[GLOBAL], ends[SHARED])

    def _available(self, memory: Memory) -> int:
        if memory.kind == GLOBAL:
            return self.room.global_bytes
        return self.room.dynamic_bytes if memory.dynamic or not memory.type.size else memory.type.size


def choose_values(program: Program, function: Function, shape: LaunchShape, size: int, room: Room) -> Trial:
    """Values for the integer parameters whose value is not known. `size`: of the grid in threads.

    What predictions take for them is tried first, so that the same thing is measured; then what the grid suggests.
    """
    search = _Search(program, function, shape, room)
    taken = execute(program, function, shape, fuel=FUEL).assumed
    best = first = search.trial({n: taken.get(n, v) for n, v in _unknown(function, shape.arguments, size)})
    assert first is not None
    suggested = dict(_unknown(function, shape.arguments, size))
    for values in (suggested, *_candidates(first.values)):
        if best is not None and best.fits and best.all_reached:
            break
        found = search.trial({**best.values, **values} if best is not None else values)
        if found is not None and best is not None and found.rank > best.rank:
            best = found
    return best or first


def _candidates(first: Mapping[str, int]) -> Iterator[Mapping[str, int]]:
    """Changes to try, each on top of the best so far."""
    for value in SAME_FOR_ALL:
        yield dict.fromkeys(first, value)
    for _ in range(2):
        for name, start in first.items():
            for value in (*ONE_BY_ONE, start):
                yield {name: value}


def _unknown(function: Function, given: Sequence[Value] | None, size: int) -> Iterator[tuple[str, int]]:
    for index, parameter in enumerate(function.parameters):
        value = given[index] if given is not None and index < len(given) else None
        if not isinstance(parameter.type, Integer) or _is_known(value):
            continue
        assumed = isinstance(value, Number) and value.taint <= ASSUMED and not is_varying(value.data)
        yield parameter.name, int(value.data) if assumed and isinstance(value, Number) else size


def _is_known(value: Value | None) -> bool:
    return isinstance(value, Number) and value.taint == KNOWN and not is_varying(value.data)


def _arguments(function: Function, given: Sequence[Value] | None, values: Mapping[str, int]) -> tuple[Value, ...]:
    return tuple(
        Number(values[p.name]) if p.name in values else (given[i] if given is not None and i < len(given) else None)
        for i, p in enumerate(function.parameters)
    )
