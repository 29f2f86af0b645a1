"""From executed sites to accesses."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass

from cudalint.access import (
    ATOMIC,
    ESTIMATE,
    EXACT,
    GLOBAL,
    INDIRECT,
    NOTEWORTHY_WASTE,
    SHARED,
    STORE,
    UNKNOWN,
    Access,
    Object,
    Request,
    Stride,
)
from cudalint.address.apart import OWN_STRETCH, is_rounded, lanes_apart, lanes_together
from cudalint.address.assumptions import Assumptions
from cudalint.address.formula import Formula, formula
from cudalint.address.proof import GLOBAL_MODULUS, SHARED_MODULUS, vanishes
from cudalint.address.stride import strides
from cudalint.address.whole_warps import cost_of_whole_warps, in_own_banks
from cudalint.analysis.launches import PlannedLaunch
from cudalint.analysis.strides import axis_strides
from cudalint.derivation import Derivation
from cudalint.hardware.architecture import BANK_BYTES
from cudalint.hardware.warp import ASYNC_COPY
from cudalint.ir.types import Array, Boolean, Floating, Integer, Pointer, Record, Type, Unknown
from cudalint.ir.unit import Function
from cudalint.simt.kernel import Execution
from cudalint.simt.machine import Shape
from cudalint.simt.memory import Memory
from cudalint.simt.site import LoopWeight, Site, SiteName, WorstWarp
from cudalint.simt.values import KNOWN, VARYING

NARROW_BYTES = 8
"""Lanes that are apart and move no more than this waste at least half, however few of them a guard lets through."""

WHOLE_WARPS = "the guards let whole warps through"

INDEX_IS_DATA = "the index is loaded data"
INDEX_IS_ROUNDED = "the index is rounded from a number that is not known"

Derive = Callable[[Site, Execution, Formula | None], Derivation]


@dataclass(slots=True)
class Seen:
    """A site with the execution that reached it. `guessed`: only reached by taking a guard both ways."""

    site: Site
    execution: Execution
    guessed: bool = False


def merged(executions: Iterable[tuple[Execution, bool]]) -> list[Seen]:
    """The sites of several executions of one launch; a later execution only adds what the earlier ones never
    reached."""
    found: dict[SiteName, Seen] = {}
    for execution, guessed in executions:
        for site in execution.sites:
            key = site.name
            known = found.get(key)
            if known is None:
                if site.seen or site.indirect_seen or site.uncounted or site.eliminated is not None:
                    found[key] = Seen(site, execution, guessed)
            elif not known.site.reached and site.reached:
                found[key] = Seen(site, execution, guessed)
    return list(found.values())


def accesses(
    seen: list[Seen],
    function: Function,
    planned: PlannedLaunch,
    every_formula: bool = True,
    derive: Derive | None = None,
) -> list[Access]:
    """One access per site. A site whose every request the compiler saves counts only where its line has nothing
    else. `derive`: says how an address came about."""
    lines = {(s.site.at.path, s.site.at.line, s.site.memory.kind, s.site.kind) for s in seen if s.site.reached}
    rows: list[Access] = []
    for item in seen:
        site = item.site
        if not site.reached:
            line = (site.at.path, site.at.line, site.memory.kind, site.kind)
            if site.eliminated is None or line in lines:
                continue
            offsets, mask, taint = site.eliminated
            site.taint = max(site.taint, taint)
            site.add(offsets, mask, site.width, LoopWeight())
            site.finish()
        if site.at.path and site.reached:
            rows.append(_access(item, function, planned, every_formula, derive))
    return rows


def _access(
    item: Seen, function: Function, planned: PlannedLaunch, every_formula: bool, derive: Derive | None
) -> Access:
    site, execution = item.site, item.execution
    totals = site.decided
    loaded = not totals.requests
    if loaded:
        totals = site.indirect
    address = _formula(site, execution.shape) if every_formula or _worth_a_formula(site) else None
    status, assumptions = _certainty(item, planned, loaded, address)
    indirect = status in (INDIRECT, UNKNOWN)
    reason = _why_not(site, address) if indirect else None
    scattered = status == INDIRECT and site.scattered and reason != INDEX_IS_ROUNDED
    text = address.text if address is not None else ""
    cost, ideal = totals.cost / totals.requests, totals.ideal / totals.requests
    shape = execution.shape
    return Access(
        at=site.at,
        kernel=function.name,
        block=shape.block if planned.launched else None,
        grid=shape.grid if planned.launched and planned.shape.grid_known else None,
        space=site.memory.kind,
        kind=site.kind,
        width=site.width,
        object=_object(site),
        status=status,
        address=text,
        reason=reason,
        cost=None if indirect else cost,
        worst=None if indirect else totals.worst,
        ideal=None if indirect else ideal,
        executions=max(round(totals.requests * _stands_for(item)), 1),
        strides=_strides(site, execution, address),
        lane_stride=None if loaded else site.lane_stride,
        consecutive=site.consecutive and not loaded,
        rows_per_warp=_rows_per_warp(shape.block),
        assumptions=assumptions,
        via=site.via,
        hoisted=site.hoisted,
        sample=_sample(site.worst_warp, execution),
        estimated_cost=cost if scattered else None,
        estimated_ideal=ideal if scattered else None,
        active_lanes=totals.lanes / totals.requests,
        requests=site.patterns.requests(site.tried_as),
        touched=site.touched,
        every_request=site.patterns.complete and not execution.out_of_fuel,
        derivation=derive(site, execution, address) if derive is not None else None,
        drawn=site.drawn.requests(site.tried_as) if status == INDIRECT else (),
    )


def _stands_for(item: Seen) -> float:
    """How many blocks each block that was looked at stands for; only itself where the others did not get here."""
    shape = item.execution.shape
    return 1 if item.guessed or shape.sampled_blocks == 1 else shape.blocks / shape.sampled_blocks


def _worth_a_formula(site: Site) -> bool:
    """Whether a finding may show it, or the certainty of the answer depends on it."""
    totals = site.decided
    return site.taint != KNOWN or not totals.requests or totals.cost >= NOTEWORTHY_WASTE * totals.ideal


def _formula(site: Site, shape: Shape) -> Formula | None:
    """The address as a formula, where one was kept that agrees with every address it was compared with."""
    if site.term is None or not site.term_holds:
        return None
    extents = {f"blockDim.{axis}": size for axis, size in zip("xyz", shape.block, strict=True)}
    extents |= {f"gridDim.{axis}": size for axis, size in zip("xyz", shape.grid, strict=True)}
    return formula(site.term, _object(site).element_size, extents)


def _strides(site: Site, execution: Execution, address: Formula | None) -> tuple[Stride, Stride, Stride]:
    numbers = axis_strides(*site.first, execution.shape) if site.first is not None else (None, None, None)
    found = strides(address) if address is not None else (Stride(None, None),) * 3
    x, y, z = (Stride(s.formula, n, s.note) for s, n in zip(found, numbers, strict=True))
    return x, y, z


def _certainty(
    item: Seen, planned: PlannedLaunch, loaded: bool, address: Formula | None
) -> tuple[str, tuple[str, ...]]:
    site, execution = item.site, item.execution
    assumptions: list[str] = []
    if planned.assumption:
        assumptions.append(planned.assumption)
    address_unsure = site.taint != KNOWN
    if address_unsure and address is not None:
        address_unsure = not vanishes(address, _modulus(site), planned.sizes)
    unsure = address_unsure or site.control != KNOWN
    if unsure:
        assumptions += [f"{name} = {value}" for name, value in sorted(execution.assumed.items())]
    if planned.run_as and assumptions:
        assumptions.append(f"run as in {planned.run_as}")
    if item.guessed:
        assumptions.append("the guard in front of it is taken")
    typed = site.type.size > 0
    if not typed:
        assumptions.append(f"an element takes {site.width} bytes")
    if loaded and _in_own_banks(item, planned, address):
        return EXACT, ()
    if loaded:
        status, needed = _of_loaded_index(site, execution, address)
        return status, (*assumptions, *needed)
    representative = execution.shape.sampled_blocks == execution.shape.blocks or site.blocks_agree()
    looked_at_all = not execution.out_of_fuel and not site.decided.uneven
    if not planned.launched or not typed or item.guessed or not looked_at_all:
        return ESTIMATE, tuple(assumptions)
    if not unsure and representative:
        return EXACT, tuple(assumptions)
    if _settled(site, address, planned.sizes):
        return EXACT, () if site.control == KNOWN and representative else (WHOLE_WARPS,)
    return ESTIMATE, tuple(assumptions)


def _settled(site: Site, address: Formula | None, sizes: Assumptions) -> bool:
    """Whether every warp that gets here pays the same, whatever is unknown, unless that keeps some of its lanes out."""
    whole = site.whole
    if address is None or site.control >= VARYING or site.counted_as == ASYNC_COPY:
        return False
    if not whole.always or whole.parted or len(whole.prices) != 1 or len(whole.served) != 1:
        return False
    ((width, shift),) = whole.served
    if shift:
        return False
    return cost_of_whole_warps(address, _modulus(site), whole.lanes, width, site.costs_of, sizes) == whole.prices


def _modulus(site: Site) -> int:
    """Bytes by which moving all lanes of a warp changes no cost."""
    return GLOBAL_MODULUS if site.memory.kind == GLOBAL else SHARED_MODULUS


def _in_own_banks(item: Seen, planned: PlannedLaunch, address: Formula | None) -> bool:
    """Whether it costs one wavefront whatever was loaded, and whichever lanes get here."""
    site, execution = item.site, item.execution
    if address is None or site.uncounted or not planned.launched or execution.out_of_fuel:
        return False
    if site.memory.kind != SHARED or site.width != site.type.size or site.width != BANK_BYTES:
        return False
    return in_own_banks(address, execution.shape.threads)


def _of_loaded_index(site: Site, execution: Execution, address: Formula | None) -> tuple[str, tuple[str, ...]]:
    """The status of an access by a loaded index, and what is assumed for it."""
    if site.uncounted:
        return UNKNOWN, ()
    if not site.scattered or site.memory.kind != GLOBAL or site.kind == ATOMIC or address is None:
        return INDIRECT, ()
    assumption = lanes_together(address)
    if assumption:
        return ESTIMATE, (assumption,)
    few_lanes = site.indirect_control >= VARYING and site.width > NARROW_BYTES
    assumption = "" if few_lanes else lanes_apart(address)
    if assumption and not (assumption == OWN_STRETCH and _is_compacted(site, execution, address)):
        return ESTIMATE, (assumption,)
    return INDIRECT, ()


def _why_not(site: Site, address: Formula | None) -> str:
    """Why an access has no cost."""
    if site.uncounted or site.reason:
        return site.uncounted or site.reason
    if address is not None and any(map(is_rounded, address.leaves.values())):
        return INDEX_IS_ROUNDED
    return INDEX_IS_DATA


def _is_compacted(site: Site, execution: Execution, address: Formula) -> bool:
    """Whether it stores, where data say so, to where a sum in shared memory says: then the stretches are short, and
    those of neighbours adjoin."""
    if site.kind != STORE or site.indirect_control < VARYING:
        return False
    shared = {other.memory.name for other in execution.sites if other.memory.kind == SHARED}
    return any(leaf.kind == "data" and leaf.name.partition("[")[0] in shared for leaf in address.leaves.values())


def _rows_per_warp(block: tuple[int, int, int]) -> int:
    width, height, depth = block
    if width >= 32:
        return 1
    return min(-(-32 // width), height * depth)


def _sample(worst: WorstWarp | None, execution: Execution) -> Request | None:
    if worst is None:
        return None
    shape = execution.shape
    warp = worst.row % max(len(shape.thread) // 32, 1)
    lane = warp * 32
    block = int(shape.block_index[lane])
    gx, gy, _ = shape.grid
    return Request(
        addresses=tuple(int(o) if a else None for o, a in zip(worst.offsets, worst.active, strict=True)),
        cost=worst.cost,
        ideal=worst.ideal,
        block_index=(block % gx, block // gx % gy, block // (gx * gy)),
        first_thread=int(shape.thread[lane]),
    )


# -- the object --------------------------------------------------------------------------------------------------------


def _object(site: Site) -> Object:
    memory = site.memory
    element, shape = _element(memory)
    element = element if element.size else site.type
    record = element.name if isinstance(element, Record) else ""
    return Object(
        name=memory.name,
        declared=memory.declared,
        element=type_name(element),
        element_size=element.size or site.width,
        shape=shape,
        record=record,
        member=site.member,
        dynamic=memory.dynamic,
    )


def _element(memory: Memory) -> tuple[Type, tuple[int, ...]]:
    type_ = memory.type
    shape: list[int] = []
    if isinstance(type_, Pointer):
        type_ = type_.pointee
    while isinstance(type_, Array):
        if type_.count is not None:
            shape.append(type_.count)
        type_ = type_.element
    return type_, tuple(shape)


_INTEGER_NAMES = {1: "char", 2: "short", 4: "int", 8: "long long"}
_FLOATING_NAMES = {2: "half", 4: "float", 8: "double"}


def type_name(type_: Type) -> str:
    """A type as a message names it."""
    if isinstance(type_, Record):
        return type_.name
    if isinstance(type_, Boolean):
        return "bool"
    if isinstance(type_, Integer):
        name = _INTEGER_NAMES.get(type_.size, f"int{8 * type_.size}")
        return name if type_.signed else f"unsigned {name}"
    if isinstance(type_, Floating):
        return _FLOATING_NAMES.get(type_.size, f"float{8 * type_.size}")
    if isinstance(type_, Pointer):
        return f"{type_name(type_.pointee)}*"
    return type_.spelling if isinstance(type_, Unknown) and type_.spelling else "?"
