"""Runs the host side of a unit on one lane, to learn which kernels it launches, in which shape and with which
arguments."""

from __future__ import annotations

from cudalint.ir.nodes import Launch, Variable
from cudalint.ir.types import Boolean, Floating, Integer, Reference
from cudalint.ir.types import Pointer as PointerType
from cudalint.ir.unit import Function, Unit
from cudalint.ir.walk import walk
from cudalint.launch.command_line import CommandLine
from cudalint.simt.calls import invoke
from cudalint.simt.machine import LaunchRecord, Machine, OutOfFuel, Program
from cudalint.simt.memory import HOST, LOCAL, Memory
from cudalint.simt.values import UNIFORM, Number, Pointer, Spot, Value
from cudalint.simt.words import command_line

HOST_FUEL = 6_000
"""Steps of one host function."""


def host_launches(program: Program, given: CommandLine | None = None) -> list[LaunchRecord]:
    """The launches that `main` would make, and those of every other host function with a launch that `main` does not
    come to. Of a template for which nobody has filled in the parameters only what nobody makes of it anywhere.

    `given`: how the program is run."""
    unit = program.unit
    found: list[LaunchRecord] = []
    visited: frozenset[str] = frozenset()
    if unit.main is not None:
        launches, finished = _run(program, unit, unit.main, given)
        found.extend(launches)
        visited = frozenset(program.compiled) if finished else frozenset({unit.main})
    for key in unit.hosts:
        if key not in visited and not _is_made(program, unit, key):
            found.extend(_run(program, unit, key)[0])
    for key in unit.hosts:
        left_out = _launched_in(unit, key) - {launch.function for launch in found} if key in visited else frozenset()
        if left_out:
            found.extend(launch for launch in _run(program, unit, key)[0] if launch.function in left_out)
    return found


def _is_made(program: Program, unit: Unit, key: str) -> bool:
    """Whether this is a template of which something was already run with its parameters filled in."""
    try:
        template = unit.functions[key]
    except KeyError:
        return False
    if not template.is_template:
        return False
    return any(not f.is_template and f.at == template.at for k in program.compiled if (f := unit.functions[k]))


def _launched_in(unit: Unit, key: str) -> frozenset[str | None]:
    """The kernels that a function launches somewhere in its body, be it in a branch that `main` does not take."""
    try:
        body = unit.functions[key].body
    except KeyError:
        return frozenset()
    return frozenset(node.function for node in walk(body) if isinstance(node, Launch) and node.function)


def _run(program: Program, unit: Unit, key: str, given: CommandLine | None = None) -> tuple[list[LaunchRecord], bool]:
    """The launches of one host function, and whether it came to its end."""
    try:
        function = unit.functions[key]
    except KeyError:
        return [], False
    machine = Machine(program, 1, None, HOST_FUEL, host=True)
    machine.run_as = given.place if given is not None else ""
    try:
        invoke(machine, key, _arguments(function, given), function.at, this=Pointer(Memory(LOCAL, "this")))
    except OutOfFuel:
        return machine.launches, False
    return machine.launches, True


def _arguments(function: Function, given: CommandLine | None) -> list[Value | Spot]:
    if given is not None and len(function.parameters) == 2:
        return list(command_line(given.arguments))
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
