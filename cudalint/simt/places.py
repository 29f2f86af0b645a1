"""Places compiled to functions that work out an address."""

from __future__ import annotations

from typing import Any

import numpy

from cudalint.ir import nodes
from cudalint.ir.term import CHOSEN, Term
from cudalint.ir.types import Array, Type, Unknown
from cudalint.ir.types import Pointer as PointerType
from cudalint.simt.arithmetic import move
from cudalint.simt.compiler import PlaceFunction, compile_condition, compile_place, compile_value, compiles
from cudalint.simt.conditions import by_arms
from cudalint.simt.initialisers import compile_initialiser
from cudalint.simt.machine import Frame, Machine
from cudalint.simt.memory import CONSTANT, GLOBAL, LOCAL, SHARED, Memory, either, pointer_to, spot_of, temporary
from cudalint.simt.values import (
    ASSUMED,
    KNOWN,
    UNIFORM,
    VARYING,
    ClosureValue,
    Pointer,
    Spot,
    Value,
    is_varying,
    term_of,
)


def unknown_spot(type_: Type) -> Spot:
    """A place nobody knows: reads give data, writes go nowhere."""
    return Spot(Memory(LOCAL, "?"), 0, VARYING, None, type_)


def as_spot(value: Value, type_: Type, volatile: bool = False) -> Spot:
    """The place a pointer value points to; anything else is unknown."""
    if isinstance(value, Pointer):
        return spot_of(value, type_, volatile)
    return unknown_spot(type_)


def _to_volatile(pointer: nodes.Expression) -> bool:
    return isinstance(pointer.type, PointerType) and pointer.type.pointee_volatile


# -- variables ---------------------------------------------------------------------------------------------------------


@compiles(nodes.VariablePlace)
def _variable(node: nodes.VariablePlace) -> PlaceFunction:
    variable, type_ = node.variable, node.type
    key = variable.key
    keeps_type = isinstance(type_, Unknown)
    array_parameter = variable.storage == "parameter" and isinstance(variable.type, Array)
    if variable.storage == "builtin":
        name = variable.name

        def builtin(machine: Machine) -> Spot:
            memory = machine.builtins.get(name)
            if memory is None:
                memory = Memory(LOCAL, name)
                memory.content_taint = UNIFORM
            return Spot(memory, 0, KNOWN, None, type_)

        return builtin

    def run(machine: Machine) -> Spot:
        found = lookup(machine, key)
        if found is None:
            found = machine.globals[key] = file_scope_memory(machine, variable)
        if isinstance(found, Spot):
            return found if keeps_type else found.retyped(type_)
        if array_parameter:
            pointer = found.cells.get(0)
            if isinstance(pointer, Pointer):
                return spot_of(pointer, type_)
        return Spot(found, 0, KNOWN, None, type_)

    return run


def lookup(machine: Machine, key: str) -> Memory | Spot | None:
    """A variable of this frame, of the frames a lambda closes over, or of the file."""
    frame: Frame | None = machine.frame
    while frame is not None:
        found = frame.variables.get(key)
        if found is not None:
            return found
        frame = frame.closure
    return machine.globals.get(key)


_KINDS = {"shared": SHARED, "dynamic_shared": SHARED, "constant": CONSTANT, "texture": CONSTANT, "device": GLOBAL}


def file_scope_memory(machine: Machine, variable: nodes.Variable) -> Memory:
    """Memory for a variable that no frame holds: file scope, static members, shared arrays."""
    memory = Memory(_KINDS.get(variable.storage, LOCAL), variable.name, variable.type, variable.at)
    memory.volatile = variable.volatile
    memory.dynamic = variable.storage == "dynamic_shared"
    if memory.kind != LOCAL and memory.kind != CONSTANT:
        return memory
    memory.content_taint = UNIFORM
    if variable.initial is not None and variable.storage != "invented":
        initialise = compile_initialiser(variable.initial, variable.type)
        memory_kind, memory.kind = memory.kind, LOCAL
        speculation, machine.speculation = machine.speculation, 0
        initialise(machine, Spot(memory, 0, KNOWN, None, variable.type))
        machine.speculation = speculation
        memory.kind = memory_kind
    return memory


# -- parts of places ---------------------------------------------------------------------------------------------------


def shifted(spot: Spot, distance: int, type_: Type, vector: int = 0, member: str = "") -> Spot:
    """The place `distance` bytes further on."""
    if distance == 0:
        return Spot(spot.memory, spot.offset, spot.taint, spot.term, type_, vector, member, spot.volatile)
    term: Term | int | None = None
    if spot.term is not None or spot.taint or is_varying(spot.offset):
        base = term_of(spot)
        term = base + distance if isinstance(base, int) else Term("+", base, distance)
    return Spot(spot.memory, spot.offset + distance, spot.taint, term, type_, vector, member, spot.volatile)


@compiles(nodes.Member)
def _member(node: nodes.Member) -> PlaceFunction:
    record = compile_place(node.record)
    offset, type_, vector, name = node.offset, node.type, node.vector, "." + node.name

    def run(machine: Machine) -> Spot:
        base = record(machine)
        return shifted(base, offset, type_, vector, base.member + name)

    if not node.reference:
        return run

    def bound(machine: Machine) -> Spot:
        spot = run(machine)
        held = spot.memory.cells.get(spot.offset) if not is_varying(spot.offset) else None
        if isinstance(held, Spot):
            return held.retyped(type_)
        return spot_of(held, type_) if isinstance(held, Pointer) else spot

    return bound


@compiles(nodes.Element)
def _element(node: nodes.Element) -> PlaceFunction:
    base, index = compile_value(node.base), compile_value(node.index)
    scale, type_, volatile = node.scale or max(node.type.size, 4), node.type, _to_volatile(node.base)

    def run(machine: Machine) -> Spot:
        pointer, position = base(machine), index(machine)
        if not isinstance(pointer, Pointer):
            return unknown_spot(type_)
        return spot_of(move(pointer, position, scale), type_, volatile)

    return run


@compiles(nodes.Dereference)
def _dereference(node: nodes.Dereference) -> PlaceFunction:
    pointer, type_, volatile = compile_value(node.pointer), node.type, _to_volatile(node.pointer)
    return lambda machine: as_spot(pointer(machine), type_, volatile)


@compiles(nodes.Reinterpret)
def _reinterpret(node: nodes.Reinterpret) -> PlaceFunction:
    place, offset, type_ = compile_place(node.place), node.offset, node.type

    def run(machine: Machine) -> Spot:
        spot = place(machine)
        return shifted(spot, offset, type_, 0, spot.member)

    return run


@compiles(nodes.ConditionalPlace)
def _conditional(node: nodes.ConditionalPlace) -> PlaceFunction:
    condition = compile_condition(node.condition)
    if_true, if_false, type_ = compile_place(node.if_true), compile_place(node.if_false), node.type

    def run(machine: Machine) -> Spot:
        split = holds, _, taint = condition(machine)
        a, b = by_arms(machine, split, if_true, if_false)
        if a is None or b is None:
            taken = a or b or unknown_spot(type_)
            return _chosen(taken) if taint == ASSUMED and not machine.host else taken
        if a.memory is not b.memory:
            return a
        if taint >= UNIFORM:
            chosen = either(pointer_to(a), pointer_to(b), taint)
            return as_spot(chosen, type_, a.volatile or b.volatile)
        offset: Any = numpy.where(holds, a.offset, b.offset)
        offset = offset if offset.ndim else int(offset)
        return Spot(a.memory, offset, max(a.taint, b.taint, taint), None, type_, volatile=a.volatile or b.volatile)

    return run


def _chosen(spot: Spot) -> Spot:
    """The place, as one that is only this one because of an assumption."""
    chosen = spot.retyped(spot.type)
    chosen.taint, chosen.term = max(spot.taint, ASSUMED), Term(CHOSEN, term_of(spot))
    return chosen


@compiles(nodes.EffectPlace)
def _effect(node: nodes.EffectPlace) -> PlaceFunction:
    effect, place = compile_value(node.effect), compile_place(node.place)

    def run(machine: Machine) -> Spot:
        effect(machine)
        return place(machine)

    return run


@compiles(nodes.CallPlace)
def _call(node: nodes.CallPlace) -> PlaceFunction:
    call, type_ = compile_value(node.call), node.type

    def run(machine: Machine) -> Spot:
        result = call(machine)
        if isinstance(result, Spot):
            return result if isinstance(type_, Unknown) else result.retyped(type_)
        if isinstance(result, Pointer) and not isinstance(type_, PointerType):
            return spot_of(result, type_)
        return temporary(result, type_)

    return run


@compiles(nodes.Temporary)
def _temporary(node: nodes.Temporary) -> PlaceFunction:
    value, type_ = compile_value(node.value), node.type

    def run(machine: Machine) -> Spot:
        result = value(machine)
        if isinstance(result, ClosureValue):
            memory = Memory(LOCAL, "closure", type_)
            memory.cells[0] = result
            return Spot(memory, 0, KNOWN, None, type_)
        return temporary(result, type_)

    return run


@compiles(nodes.UnknownPlace)
def _unknown(node: nodes.UnknownPlace) -> PlaceFunction:
    parts = [compile_value(p) for p in node.parts]
    type_ = node.type

    def run(machine: Machine) -> Spot:
        for part in parts:
            part(machine)
        return unknown_spot(type_)

    return run
