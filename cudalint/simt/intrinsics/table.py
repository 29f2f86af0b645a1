"""The table of intrinsics, and the node that looks into it."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

from cudalint.ir import nodes
from cudalint.ir.types import Array, Type, Unknown, Void
from cudalint.ir.types import Pointer as PointerType
from cudalint.simt.compiler import ValueFunction, compile_place, compile_value, compiles
from cudalint.simt.machine import Machine
from cudalint.simt.memory import pointer_to
from cudalint.simt.storage import load, unknown_value
from cudalint.simt.values import UNIFORM, VARYING, Number, Pointer, Spot, Value, is_varying, taint_of

Handler = Callable[[nodes.Intrinsic], ValueFunction | None]
"""Makes the function of a call, or None when the call is not of the form it knows."""

_Handler = TypeVar("_Handler", bound=Handler)
_HANDLERS: dict[str, list[Handler]] = {}


def intrinsic(*names: str) -> Callable[[_Handler], _Handler]:
    """Register a handler for functions of these names."""

    def register(handler: _Handler) -> _Handler:
        for name in names:
            _HANDLERS.setdefault(name, []).append(handler)
        return handler

    return register


def value_argument(argument: nodes.Argument) -> ValueFunction:
    """An argument's value: a place is read, an array decays."""
    if not isinstance(argument, nodes.Place):
        return compile_value(argument)
    place, at = compile_place(argument), argument.at
    if isinstance(argument.type, Array):
        return lambda machine: pointer_to(place(machine))
    return lambda machine: load(machine, place(machine), at)


def pointer_argument(argument: nodes.Argument) -> Callable[[Machine], Pointer | None]:
    """An argument as an address: a pointer's value, or where a place is."""
    if isinstance(argument, nodes.Place) and not isinstance(argument.type, Array):
        place, at = compile_place(argument), argument.at
        if not isinstance(argument.type, PointerType):
            return lambda machine: pointer_to(place(machine))

        def read(machine: Machine) -> Pointer | None:
            value = load(machine, place(machine), at)
            return value if isinstance(value, Pointer) else None

        return read
    value = value_argument(argument)

    def run(machine: Machine) -> Pointer | None:
        result = value(machine)
        return result if isinstance(result, Pointer) else None

    return run


def pointee_type(argument: nodes.Argument, fallback: Type) -> Type:
    """What a pointer argument points to."""
    type_ = argument.type
    if isinstance(type_, PointerType) and not isinstance(type_.pointee, (Unknown, Void)):
        return type_.pointee
    if isinstance(type_, Array):
        return type_.element
    return fallback


@compiles(nodes.Intrinsic)
def _intrinsic(node: nodes.Intrinsic) -> ValueFunction:
    for handler in _HANDLERS.get(node.name, ()):
        function = handler(node)
        if function is not None:
            return function
    return _unknown_call(node)


def _unknown_call(node: nodes.Intrinsic) -> ValueFunction:
    """A function whose effect is not known: its arguments are evaluated, what it is given by address is no longer
    sure."""
    arguments = [(compile_place(a) if isinstance(a, nodes.Place) else compile_value(a)) for a in node.arguments]
    this = compile_place(node.this) if node.this is not None else None
    name, type_, known = node.name, node.type, node.known

    def run(machine: Machine) -> Value:
        taint = UNIFORM
        if this is not None:
            taint = max(taint, _lose(this(machine), known))
        for argument in arguments:
            result = argument(machine)
            if isinstance(result, Spot):
                taint = max(taint, _lose(result, known))
            elif isinstance(result, Number) and is_varying(result.data):
                taint = VARYING
            else:
                taint = max(taint, taint_of(result))
        if not known:
            machine.program.missing.add(name)
        if isinstance(type_, Void):
            return Number(0)
        return unknown_value(machine, type_, taint)

    return run


def _lose(spot: Spot, known: bool) -> int:
    """A place handed to an unknown function by reference."""
    if not known and spot.memory.kind == "local" and not is_varying(spot.offset):
        cell = spot.memory.cells.get(spot.offset)
        if isinstance(cell, Number):
            spot.memory.cells[spot.offset] = Number(cell.data, max(cell.taint, UNIFORM))
    return spot.taint
