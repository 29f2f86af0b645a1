"""Kernel launches met while the host side runs."""

from __future__ import annotations

from collections.abc import Sequence

from cudalint.ir import nodes
from cudalint.ir.position import Position
from cudalint.simt.compiler import ValueFunction, compile_argument, compile_value, compiles
from cudalint.simt.machine import LaunchRecord, Machine
from cudalint.simt.memory import Memory, copy_of
from cudalint.simt.storage import load
from cudalint.simt.values import ASSUMED, KNOWN, FunctionReference, Number, Spot, Value, is_varying

Dimensions = tuple[int | None, int | None, int | None]


def dimensions(value: Value, least_sure: int = KNOWN) -> Dimensions:
    """A dim3 (or a plain integer) as numbers; None where one is less sure than `least_sure`."""
    if isinstance(value, Number):
        return _plain(value, least_sure), 1, 1
    if isinstance(value, Memory):
        found = [_plain(value.cells.get(4 * axis), least_sure) for axis in range(3)]
        return found[0], found[1], found[2]
    return None, None, None


def _plain(value: Value, least_sure: int = KNOWN) -> int | None:
    if not isinstance(value, Number) or value.taint > least_sure:
        return None
    data = value.data
    return int(data.flat[0]) if is_varying(data) else int(data)


def record_launch(
    machine: Machine,
    target: FunctionReference,
    grid: Dimensions,
    block: Dimensions,
    shared_bytes: int | None,
    arguments: Sequence[Value | Spot],
    at: Position,
    *,
    grid_known: bool = True,
    likely_block: Dimensions = (None, None, None),
) -> None:
    """Note a launch with its arguments as they are now."""
    values: list[Value] = []
    for argument in arguments:
        value = load(machine, argument, at) if isinstance(argument, Spot) else argument
        values.append(copy_of(value) if isinstance(value, Memory) else value)
    numbers = (value for value in values if isinstance(value, Number))
    decides = None not in likely_block or any(value.taint == ASSUMED for value in numbers)
    record = LaunchRecord(target.function, target.name, grid, block, shared_bytes, values, at, grid_known)
    if machine.run_as and (decides or not grid_known):
        record.run_as, record.likely_block = machine.run_as, likely_block
    machine.launches.append(record)


@compiles(nodes.Launch)
def _launch(node: nodes.Launch) -> ValueFunction:
    grid, block = compile_value(node.grid), compile_value(node.block)
    shared = compile_value(node.shared) if node.shared is not None else None
    callee = compile_value(node.callee) if node.callee is not None else None
    arguments = [compile_argument(a) for a in node.arguments]
    fixed = FunctionReference(node.function or "", node.name)

    def run(machine: Machine) -> Value:
        blocks = grid(machine)
        threads = block(machine)
        shape = dimensions(blocks, ASSUMED), dimensions(threads)
        likely = dimensions(threads, ASSUMED if machine.run_as else KNOWN)
        shared_bytes = _plain(shared(machine)) if shared is not None else 0
        values = [a(machine) for a in arguments]
        target = fixed
        if callee is not None and not fixed.function:
            called = callee(machine)
            if isinstance(called, FunctionReference):
                target = called
        sure = None not in dimensions(blocks)
        record_launch(machine, target, *shape, shared_bytes, values, node.at, grid_known=sure, likely_block=likely)
        return Number(0)

    return run
