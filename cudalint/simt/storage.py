"""Reading and writing places."""

from __future__ import annotations

import numpy

from cudalint.ir.position import Position
from cudalint.ir.types import (
    BOOL,
    Array,
    Boolean,
    Floating,
    Integer,
    Record,
    Reference,
    Type,
    Unknown,
)
from cudalint.ir.types import (
    Pointer as PointerType,
)
from cudalint.simt.arithmetic import pseudo_random
from cudalint.simt.machine import Frame, Machine
from cudalint.simt.memory import (
    CONSTANT,
    GLOBAL,
    HOST,
    LOCAL,
    PARAMETER,
    SHARED,
    Memory,
    SharedContents,
    follows_contents,
    pointer_to,
    select,
)
from cudalint.simt.values import (
    ASSUMED,
    KNOWN,
    STAND_IN,
    UNIFORM,
    VARYING,
    ClosureValue,
    Data,
    Number,
    Pointer,
    Spot,
    Value,
    data_of,
    is_varying,
    opaque,
    term_of,
)

NO_TERM = 0
"""The host side keeps no formulas: what it does not know has this for a term."""

MOST_DISTINCT = 16
"""A local array indexed differently per lane is followed for this many different places; past it, its values are
data."""


# -- values nobody knows -----------------------------------------------------------------------------------------------


def unknown_value(
    machine: Machine, type_: Type, taint: int, memory: Memory | None = None, seed: Data | None = None
) -> Value:
    """A value of `type_` that was loaded or could not be worked out; equal `seed`s (addresses) give equal integers."""
    if isinstance(type_, (PointerType, Reference)):
        return _unknown_pointer(memory, taint)
    if isinstance(type_, (Record, Array)):
        record = Memory(LOCAL, memory.name if memory else "value", type_)
        record.content_taint = taint
        return record
    if isinstance(type_, Floating):
        return Number(0.5, taint)
    if machine.host:
        return Number(type_ == BOOL or STAND_IN, taint, NO_TERM)
    name = f"{memory.name}[...]" if memory is not None and memory.name else "unknown"
    if isinstance(type_, Boolean):
        return Number(True, taint)
    if taint >= VARYING and not isinstance(type_, Unknown):
        if seed is None or not is_varying(seed):
            seed = numpy.arange(machine.lanes) * 8 + 4
        data = pseudo_random(seed, type_)
        return Number(data, VARYING, opaque(name, data, VARYING, "data"))
    return Number(STAND_IN, taint, opaque(name, STAND_IN, taint, "data") if taint else None)


def _unknown_pointer(memory: Memory | None, taint: int) -> Pointer:
    if memory is None:
        return Pointer(Memory(GLOBAL, "?"), 0, max(taint, UNIFORM) if taint < VARYING else VARYING)
    if memory.pointee is None:
        memory.pointee = Memory(HOST if memory.kind == HOST else GLOBAL, f"{memory.name}[...]")
    return Pointer(memory.pointee, 0, taint)


def default_value(machine: Machine, type_: Type, name: str) -> Value:
    """A kernel parameter, or a member of one, that nobody gave a value: a stand-in taken at its word."""
    if isinstance(type_, (PointerType, Reference)):
        return Pointer(Memory(GLOBAL, name))
    if isinstance(type_, Floating):
        return Number(0.5, ASSUMED)
    if isinstance(type_, (Record, Array)):
        record = Memory(PARAMETER, name, type_)
        record.content_taint = ASSUMED
        return record
    if isinstance(type_, Boolean):
        return Number(True, UNIFORM)
    return stand_in(machine, name, machine.preferred)


TEMPLATE_STAND_IN = 16
"""What a template parameter is taken for in a body where nobody filled it in: many name the side of a tile."""


def stand_in(machine: Machine, name: str, preferred: int) -> Number:
    """An integer that nobody gave a value, as the environment or else the caller would have it."""
    data = machine.environment.stand_in(name, preferred) if machine.environment else preferred
    taint = KNOWN if machine.environment and machine.environment.is_fixed(name) else ASSUMED
    machine.assumed[name] = data
    return Number(data, taint, opaque(name, data, taint, "parameter"))


# -- loads -------------------------------------------------------------------------------------------------------------


def load(machine: Machine, spot: Spot, at: Position) -> Value:
    """The value at a place; arrays decay to a pointer."""
    if isinstance(spot.type, Array):
        return pointer_to(spot)
    memory = spot.memory
    if memory.kind in (LOCAL, PARAMETER):
        return load_local(machine, spot)
    if memory.kind == HOST:
        return unknown_value(machine, spot.type, UNIFORM, memory)
    if memory.traced and machine.recorder is not None:
        machine.recorder.access(machine, at, spot, "load")
    same_address = spot.taint < VARYING and machine.uniform_in_warp(spot.offset)
    if memory.kind == SHARED and memory.contents is not None and spot.taint == KNOWN and follows_contents(spot.type):
        data = _read_contents(machine, memory, spot)
        if data is not None:
            taint = ASSUMED if memory.contents.assumed else KNOWN
            return Number(data, taint, opaque(f"{memory.name}[...]", data, taint))
    if memory.kind == CONSTANT and spot.taint <= ASSUMED and not is_varying(spot.offset):
        cell = memory.cells.get(spot.offset)
        if cell is not None:
            return cell
    return unknown_value(machine, spot.type, UNIFORM if same_address else VARYING, memory, spot.offset)


def _read_contents(machine: Machine, memory: Memory, spot: Spot) -> Data | None:
    if memory.contents is None or machine.shape is None:
        return None
    return memory.contents.read(machine.shape.sampled_block, machine.spread(spot.offset), machine.mask)


def load_local(machine: Machine, spot: Spot) -> Value:
    """A value from local memory or a parameter."""
    memory, type_, offset = spot.memory, spot.type, spot.offset
    if isinstance(type_, Record):
        return _load_record(machine, spot)
    if is_varying(offset):
        return _load_scattered(machine, spot)
    if spot.taint > ASSUMED:
        return _load_anywhere(machine, spot)
    cell = memory.cells.get(offset)
    if cell is None and spot.taint == ASSUMED and not isinstance(type_, PointerType):
        cell = _any_element(memory)
    if cell is None:
        if memory.kind == PARAMETER:
            cell = default_value(machine, type_, _member_name(memory, spot))
            memory.cells[offset] = cell
        elif memory.content_taint == KNOWN and isinstance(type_, (Integer, Boolean, Floating)):
            cell = Number(0.0 if isinstance(type_, Floating) else 0)
        else:
            cell = unknown_value(machine, type_, memory.content_taint, memory)
    return for_active_lanes(machine, cell)


def _any_element(memory: Memory) -> Value:
    """An assumed index may lead out of a table of sizes: then any of them will do."""
    first = next((memory.cells[offset] for offset in sorted(memory.cells)), None)
    return Number(first.data, max(first.taint, ASSUMED)) if isinstance(first, Number) else None


def _member_name(memory: Memory, spot: Spot) -> str:
    if spot.member:
        return f"{memory.name}{spot.member}"
    return f"{memory.name}+{spot.offset}" if spot.taint == KNOWN else f"{memory.name}[...]"


def _load_record(machine: Machine, spot: Spot) -> Value:
    memory, offset = spot.memory, spot.offset
    if is_varying(offset):
        active = offset[machine.mask]
        offset = int(active[0]) if len(active) else 0
    held = memory.cells.get(offset)
    if isinstance(held, ClosureValue):
        return held
    size = spot.type.size or 1 << 30
    record = Memory(PARAMETER if memory.kind == PARAMETER else LOCAL, memory.name + spot.member, spot.type)
    record.content_taint = memory.content_taint if spot.taint <= ASSUMED else max(spot.taint, memory.content_taint)
    record.pointee = memory.pointee
    record.cells = {k - offset: v for k, v in memory.cells.items() if offset <= k < offset + size}
    return record


def _load_scattered(machine: Machine, spot: Spot) -> Value:
    distinct = numpy.unique(spot.offset[machine.mask])
    if len(distinct) == 1:
        return load_local(machine, Spot(spot.memory, int(distinct[0]), spot.taint, None, spot.type, 0, spot.member))
    if len(distinct) > MOST_DISTINCT or spot.taint > ASSUMED or not len(distinct):
        return unknown_value(machine, spot.type, VARYING, spot.memory)
    result: Value | None = None
    for offset in distinct:
        cell = load_local(machine, Spot(spot.memory, int(offset), spot.taint, None, spot.type, 0, spot.member))
        result = cell if result is None else select(spot.offset == offset, cell, result)
    return result


def _load_anywhere(machine: Machine, spot: Spot) -> Value:
    cells = spot.memory.cells.values()
    if isinstance(spot.type, PointerType):
        for cell in cells:
            if isinstance(cell, Pointer):
                return Pointer(cell.memory, cell.offset, max(cell.taint, spot.taint))
        if spot.memory.kind == PARAMETER:
            return Pointer(Memory(GLOBAL, f"{spot.memory.name}[...]"), 0, spot.taint)
    taint = max([spot.taint, *(c.taint for c in cells if isinstance(c, Number))])
    return unknown_value(machine, spot.type, taint)


# -- stores ------------------------------------------------------------------------------------------------------------


def store(machine: Machine, spot: Spot, value: Value, at: Position, kind: str = "store") -> None:
    """Write a value to a place."""
    memory = spot.memory
    if memory.traced:
        if machine.recorder is not None:
            machine.recorder.access(machine, at, spot, kind)
        if memory.kind == SHARED:
            _write_contents(machine, spot, value)
        return
    if memory.kind in (CONSTANT, HOST):
        return
    store_local(machine, spot, value)


def _write_contents(machine: Machine, spot: Spot, value: Value) -> None:
    memory = spot.memory
    if machine.host or machine.shape is None:
        return
    if spot.taint > ASSUMED:
        memory.contents = None
        return
    if memory.contents is None:
        if not follows_contents(spot.type):
            return
        memory.contents = SharedContents(machine.shape.sampled_blocks)
    sure = isinstance(value, Number) and value.taint == KNOWN and spot.taint == KNOWN and not machine.speculation
    data = None
    if sure and follows_contents(spot.type):
        data = machine.spread(value.data)
        memory.contents.assumed |= machine.control != KNOWN
    memory.contents.write(machine.shape.sampled_block, machine.spread(spot.offset), machine.mask, data)


def store_local(machine: Machine, spot: Spot, value: Value) -> None:
    """Write to local memory."""
    memory, offset = spot.memory, spot.offset
    if isinstance(value, Memory):
        _store_record(machine, spot, value)
        return
    if spot.taint > ASSUMED:
        memory.taint_all()
        return
    if not is_varying(offset):
        put(machine, memory, offset, value)
        return
    distinct = numpy.unique(offset[machine.mask])
    if len(distinct) > 2 * MOST_DISTINCT:
        memory.taint_all()
        return
    before = machine.mask
    for place in distinct:
        machine.mask = before & (offset == place)
        put(machine, memory, int(place), value)
    machine.mask = before


def _store_record(machine: Machine, spot: Spot, value: Memory) -> None:
    memory, offset = spot.memory, spot.offset
    if spot.taint > ASSUMED:
        memory.taint_all()
        return
    if is_varying(offset):
        distinct = numpy.unique(offset[machine.mask])
        if len(distinct) != 1:
            memory.taint_all()
            return
        offset = int(distinct[0])
    if value is memory and offset == 0:
        return
    size = spot.type.size or 1 << 30
    if not value.cells:
        memory.content_taint = value.content_taint
        for place in [k for k in memory.cells if offset <= k < offset + size]:
            del memory.cells[place]
        if value.kind == PARAMETER and memory.kind != PARAMETER and offset == 0:
            memory.kind, memory.name = PARAMETER, value.name
    for place, cell in list(value.cells.items()):
        put(machine, memory, offset + place, cell)


def put(machine: Machine, memory: Memory, offset: int, value: Value) -> None:
    """Write one cell for the active lanes; the others keep theirs."""
    old = memory.cells.get(offset)
    if machine.journals:
        machine.journals[-1].setdefault((id(memory), offset), (memory, offset, old))
    if old is None or _covers_readers(machine, memory) or not isinstance(value, (Number, Pointer)):
        memory.cells[offset] = value
        return
    memory.cells[offset] = _merged(machine, memory, value, old)


def _merged(machine: Machine, memory: Memory, new: Number | Pointer, old: Value) -> Value:
    """The active lanes' new value beside the others' old one; for all lanes together it goes by the variable's name."""
    value = select(machine.mask, new, old)
    if value is new or not isinstance(value, (Number, Pointer)):
        return value
    data = data_of(value)
    if value.term is None and is_varying(data) and data.dtype == numpy.int64:
        value.term = opaque(memory.name or "value", data, value.taint)
        value.merged = (machine.mask, term_of(new, memory.name))
    return value


def for_active_lanes(machine: Machine, cell: Value) -> Value:
    """A merged value read by just the lanes that were written has their history."""
    if isinstance(cell, (Number, Pointer)) and cell.merged is not None and cell.merged[0] is machine.mask:
        term = cell.merged[1]
        if isinstance(cell, Number):
            return Number(cell.data, cell.taint, term)
        return Pointer(cell.memory, cell.offset, cell.taint, term)
    return cell


def _covers_readers(machine: Machine, memory: Memory) -> bool:
    owner: Frame | None = memory.owner
    if owner is not None and (machine.mask is owner.live or machine.mask is memory.birth):
        return True
    return int(numpy.count_nonzero(machine.mask)) == machine.lanes


def scalar_type(type_: Type) -> bool:
    """Whether a value of this type is one number or pointer."""
    return isinstance(type_, (Integer, Boolean, Floating, PointerType))
