"""Lambdas, `new`, and values that could not be made out, compiled to functions that yield them."""

from __future__ import annotations

from cudalint.ir import nodes
from cudalint.simt.compiler import ValueFunction, compile_value, compiles
from cudalint.simt.machine import Machine
from cudalint.simt.memory import GLOBAL, HOST, Memory
from cudalint.simt.storage import unknown_value
from cudalint.simt.values import UNIFORM, VARYING, ClosureValue, Pointer, Value


@compiles(nodes.Closure)
def _closure(node: nodes.Closure) -> ValueFunction:
    function = node.function
    return lambda machine: ClosureValue(function, machine.frame)


@compiles(nodes.New)
def _new(node: nodes.New) -> ValueFunction:
    count = compile_value(node.count) if node.count is not None else None

    def run(machine: Machine) -> Value:
        if count is not None:
            count(machine)
        return Pointer(Memory(HOST if machine.host else GLOBAL, "new"))

    return run


@compiles(nodes.UnknownValue)
def _unknown_value(node: nodes.UnknownValue) -> ValueFunction:
    parts, type_ = [compile_value(p) for p in node.parts], node.type

    def run(machine: Machine) -> Value:
        for part in parts:
            part(machine)
        return unknown_value(machine, type_, VARYING if parts else UNIFORM)

    return run
