"""What matters of the host API: launches written as functions, and allocations."""

from __future__ import annotations

from cudalint.ir import nodes
from cudalint.simt.compiler import ValueFunction, compile_place, compile_value
from cudalint.simt.intrinsics.table import intrinsic, pointer_argument, value_argument
from cudalint.simt.launches import dimensions, record_launch
from cudalint.simt.machine import Machine
from cudalint.simt.memory import HOST, Memory
from cudalint.simt.values import (
    KNOWN,
    UNIFORM,
    FunctionReference,
    Number,
    Pointer,
    Spot,
    Value,
    is_varying,
)


@intrinsic("exit", "abort", "_exit", "__trap", "quick_exit")
def _exit(node: nodes.Intrinsic) -> ValueFunction:
    """Never stops the run: under a condition that nobody knows the program goes on."""
    return lambda machine: Number(0)


@intrinsic("cudaMalloc", "cudaMallocManaged", "cudaMallocHost", "cudaHostAlloc", "cudaMallocAsync")
def _allocate(node: nodes.Intrinsic) -> ValueFunction | None:
    if not node.arguments:
        return None
    argument = node.arguments[0]
    target = pointer_argument(argument) if not isinstance(argument, nodes.Place) else None
    place = compile_place(argument) if isinstance(argument, nodes.Place) else None
    rest = [value_argument(a) for a in node.arguments[1:]]

    def run(machine: Machine) -> Value:
        for value in rest:
            value(machine)
        fresh = Pointer(Memory(HOST, "allocation"))
        if place is not None:
            _remember(place(machine), fresh)
        elif target is not None:
            pointer = target(machine)
            if pointer is not None and not is_varying(pointer.offset) and not pointer.memory.traced:
                pointer.memory.cells[pointer.offset] = fresh
        return Number(0)

    return run


def _remember(spot: Spot, fresh: Pointer) -> None:
    held = spot.memory.cells.get(spot.offset) if not is_varying(spot.offset) else None
    if isinstance(held, Pointer) and not held.memory.traced and not is_varying(held.offset):
        held.memory.cells[held.offset] = fresh


@intrinsic("cudaLaunchKernel", "cudaLaunchCooperativeKernel")
def _launch_kernel(node: nodes.Intrinsic) -> ValueFunction | None:
    if len(node.arguments) < 4:
        return None
    function, grid, block = (value_argument(a) for a in node.arguments[:3])
    arguments = value_argument(node.arguments[3])

    def run(machine: Machine) -> Value:
        target = _function(function(machine))
        shape = dimensions(grid(machine)), dimensions(block(machine))
        packed = arguments(machine)
        if target is not None:
            record_launch(machine, target, *shape, None, _unpacked(packed), node.at)
        return Number(0)

    return run


def _function(value: Value) -> FunctionReference | None:
    if isinstance(value, Pointer) and not is_varying(value.offset):
        value = value.memory.cells.get(value.offset)
    return value if isinstance(value, FunctionReference) else None


def _unpacked(packed: Value) -> list[Value]:
    """`void *arguments[] = {&a, &b}`: what the pointers point to."""
    if not isinstance(packed, Pointer) or is_varying(packed.offset):
        return []
    values: list[Value] = []
    offset = int(packed.offset)
    while isinstance(pointer := packed.memory.cells.get(offset), Pointer):
        held = pointer.memory.cells.get(pointer.offset) if not is_varying(pointer.offset) else None
        values.append(held if held is not None else Number(0, UNIFORM))
        offset += 8
    return values


@intrinsic("cudaLaunchKernelEx", "cudaLaunchKernelExC")
def _launch_kernel_ex(node: nodes.Intrinsic) -> ValueFunction | None:
    if len(node.arguments) < 2:
        return None
    configuration = node.arguments[0]
    pointer = pointer_argument(configuration)
    function = value_argument(node.arguments[1])
    arguments = [compile_place(a) if isinstance(a, nodes.Place) else compile_value(a) for a in node.arguments[2:]]

    def run(machine: Machine) -> Value:
        held = pointer(machine)
        target = _function(function(machine))
        values = [a(machine) for a in arguments]
        if target is None or held is None or is_varying(held.offset):
            return Number(0)
        grid = _part(held, 0)
        block = _part(held, 12)
        record_launch(machine, target, grid, block, None, values, node.at)
        return Number(0)

    return run


def _part(configuration: Pointer, start: int) -> tuple[int | None, int | None, int | None]:
    """cudaLaunchConfig_t begins with gridDim and blockDim, three unsigned each."""
    cells, base = configuration.memory.cells, int(configuration.offset) + start
    values = [cells.get(base + 4 * axis) for axis in range(3)]
    found = [
        int(v.data) if isinstance(v, Number) and v.taint == KNOWN and not is_varying(v.data) else None for v in values
    ]
    return found[0], found[1], found[2]
