"""Runs the host side of a unit on one lane, to learn which kernels it launches, in which shape and with which arguments."""

from __future__ import annotations

from cudalint.ir.nodes import Variable
from cudalint.ir.types import Boolean, Floating, Integer, Pointer as PointerType, Reference
from cudalint.ir.unit import Function, Unit
from cudalint.simt.calls import invoke
from cudalint.simt.machine import LaunchRecord, Machine, OutOfFuel, Program
from cudalint.simt.memory import HOST, LOCAL, Memory
from cudalint.simt.values import UNIFORM, Number, Pointer, Spot, Value

HOST_FUEL = 40_000
"""Steps of one host function."""


def host_launches(program: Program) -> list[LaunchRecord]:
    """The launches that `main`, and every other host function with a launch in it, would make."""
    unit = program.unit
    found: list[LaunchRecord] = []
    if unit.main is not None:
        found.extend(_run(program, unit, unit.main))
    for key in unit.hosts:
        if key != unit.main:
            found.extend(_run(program, unit, key))
    return found


def _run(program: Program, unit: Unit, key: str) -> list[LaunchRecord]:
    try:
        function = unit.functions[key]
    except KeyError:
        return []
    machine = Machine(program, 1, None, HOST_FUEL, host=True)
    try:
        invoke(machine, key, _arguments(function), function.at, this=Pointer(Memory(LOCAL, "this")))
    except OutOfFuel:
        pass
    return machine.launches


def _arguments(function: Function) -> list[Value | Spot]:
    return [_argument(parameter) for parameter in function.parameters]


def _argument(parameter: Variable) -> Value | Spot:
    """Nobody knows what a host function is called with."""
    type_ = parameter.type
    if isinstance(type_, Reference):
        return Spot(_unknown_memory(parameter, LOCAL), 0, 0, None, type_.referent)
    if isinstance(type_, (Integer, Boolean)):
        return Number(1, UNIFORM)
    if isinstance(type_, Floating):
        return Number(0.5, UNIFORM)
    if isinstance(type_, PointerType):
        return Pointer(_unknown_memory(parameter, HOST))
    return _unknown_memory(parameter, LOCAL)


def _unknown_memory(parameter: Variable, kind: str) -> Memory:
    memory = Memory(kind, parameter.name, parameter.type)
    memory.content_taint = UNIFORM
    return memory
