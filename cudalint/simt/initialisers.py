"""Initialisers: values written into a fresh object, braced lists part by part."""

from __future__ import annotations

from collections.abc import Callable

from cudalint.ir import nodes
from cudalint.ir.types import Type
from cudalint.simt.arithmetic import convert
from cudalint.simt.compiler import compile_value, compiles
from cudalint.simt.machine import Machine
from cudalint.simt.memory import LOCAL, Memory
from cudalint.simt.storage import scalar_type, store_local
from cudalint.simt.values import KNOWN, Number, Spot, Value

InitialiserFunction = Callable[[Machine, Spot], None]

MOST_PARTS = 1024
"""Elements of a braced list that are kept; longer tables are data."""


def compile_initialiser(node: nodes.Expression, type_: Type) -> InitialiserFunction:
    """A function that initialises the object at a spot."""
    if isinstance(node, nodes.Initialise):
        return _braced(node)
    value, source = compile_value(node), node.type
    convertible = scalar_type(type_) and scalar_type(source) and source != type_

    def run(machine: Machine, spot: Spot) -> None:
        result = value(machine)
        if convertible:
            result = convert(result, source, type_)
        if isinstance(result, Spot) or result is None or result is spot.memory:
            return
        store_local(machine, spot, result)

    return run


def _braced(node: nodes.Initialise) -> InitialiserFunction:
    parts = [(offset, value.type, compile_initialiser(value, value.type)) for offset, value in node.parts[:MOST_PARTS]]
    complete = len(node.parts) <= MOST_PARTS

    def run(machine: Machine, spot: Spot) -> None:
        if complete and isinstance(spot.offset, int):
            spot.memory.content_taint = KNOWN
        for offset, type_, initialise in parts:
            initialise(machine, Spot(spot.memory, spot.offset + offset, spot.taint, spot.term, type_))

    return run


@compiles(nodes.Initialise)
def _initialise(node: nodes.Initialise) -> Callable[[Machine], Value]:
    initialise, type_ = _braced(node), node.type
    scalar = scalar_type(type_)

    def run(machine: Machine) -> Value:
        memory = Memory(LOCAL, "list", type_)
        initialise(machine, Spot(memory, 0, KNOWN, None, type_))
        if scalar:
            return memory.cells.get(0) or Number(0)
        return memory

    return run
