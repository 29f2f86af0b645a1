"""One execution of a kernel for a few sampled blocks of a launch."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy

from cudalint.ir.term import Symbol
from cudalint.ir.unit import Function
from cudalint.simt import (
    assembly,
    branches,
    calls,
    conditions,
    expressions,
    initialisers,
    intrinsics,
    launches,
    loops,
    objects,
    places,
    statements,
)
from cudalint.simt.arguments import kernel_argument
from cudalint.simt.calls import invoke
from cudalint.simt.machine import Machine, OutOfFuel, Program, Shape
from cudalint.simt.memory import LOCAL, Memory
from cudalint.simt.recorder import Recorder
from cudalint.simt.site import Site
from cudalint.simt.values import ASSUMED, KNOWN, Number, Value

COMPILERS = (
    assembly,
    branches,
    calls,
    conditions,
    expressions,
    initialisers,
    intrinsics,
    launches,
    objects,
    loops,
    places,
    statements,
)
"""Importing these fills the table that compiles nodes."""

KERNEL_FUEL = 12_000
"""Steps one execution may take."""

LANES_FOR_FOUR_BLOCKS = 256
"""Blocks of up to this many threads are sampled four at a time, larger ones two."""


@dataclass(frozen=True, slots=True)
class LaunchShape:
    """A kernel launch to execute. `block_known`, `grid_known`: found in the source or given by the user, not
    assumed."""

    block: tuple[int, int, int]
    grid: tuple[int, int, int]
    block_known: bool
    grid_known: bool
    arguments: tuple[Value, ...] | None = None


@dataclass(slots=True)
class Execution:
    """What came of one execution."""

    sites: list[Site]
    shape: Shape
    assumed: dict[str, int] = field(default_factory=dict)
    out_of_fuel: bool = False
    disagreements: int = 0
    missing: frozenset[str] = frozenset()
    unreached: bool = False
    steps: int = 0


def sampled_blocks(grid: tuple[int, int, int], threads: int) -> list[int]:
    """Linear indices of the blocks to look at: odd and even ones, so that an offset by the block index is not always
    aligned, and none of them first or last, where guards cut off lanes."""
    count = grid[0] * grid[1] * grid[2]
    if threads <= LANES_FOR_FOUR_BLOCKS:
        wanted = sorted({1, (count // 4 + 2) & ~1, count // 2 + 3, count * 3 // 4 + 4})
        most = 4
    else:
        wanted = sorted({1, (count // 2 + 2) & ~1})
        most = 2
    if count <= most:
        return list(range(count))
    return [index for index in wanted if index < count]


def make_shape(launch: LaunchShape, *, first_block: bool = False) -> tuple[Shape, Any]:
    """The lanes of the sampled blocks, each block filled up to whole warps, and which of them exist."""
    threads = launch.block[0] * launch.block[1] * launch.block[2]
    padded = -(-threads // 32) * 32
    blocks = [0] if first_block else sampled_blocks(launch.grid, threads)
    thread = numpy.tile(numpy.arange(padded), len(blocks))
    shape = Shape(
        block=launch.block,
        grid=launch.grid,
        thread=thread,
        block_index=numpy.repeat(numpy.array(blocks), padded),
        sampled_block=numpy.repeat(numpy.arange(len(blocks)), padded),
        sampled_blocks=len(blocks),
    )
    return shape, thread < threads


def builtin_variables(shape: Shape, launch: LaunchShape) -> Mapping[str, Memory]:
    """threadIdx and its kin, each component a symbol with its values per lane."""
    dx, dy, _ = shape.block
    gx, gy, _ = shape.grid
    thread, block = shape.thread, shape.block_index
    unknown_block, unknown_grid = not launch.block_known, not launch.grid_known
    return {
        "threadIdx": _triple(
            "threadIdx", "thread", (thread % dx, thread // dx % dy, thread // (dx * dy)), shape.block, False
        ),
        "blockIdx": _triple("blockIdx", "block", (block % gx, block // gx % gy, block // (gx * gy)), shape.grid, False),
        "blockDim": _dimensions("blockDim", shape.block, unknown_block),
        "gridDim": _dimensions("gridDim", shape.grid, unknown_grid),
        "warpSize": _warp_size(),
    }


def _triple(name: str, kind: str, data: Sequence[Any], extents: tuple[int, int, int], unknown: bool) -> Memory:
    memory = Memory(LOCAL, name)
    for axis, letter in enumerate("xyz"):
        if extents[axis] == 1 and axis > 0:
            memory.cells[4 * axis] = Number(0)
            continue
        symbol = Symbol(f"{name}.{letter}", kind, data[axis], unknown=unknown, uniform=kind == "block")
        memory.cells[4 * axis] = Number(data[axis], KNOWN, symbol)
    return memory


def _dimensions(name: str, extents: tuple[int, int, int], unknown: bool) -> Memory:
    memory = Memory(LOCAL, name)
    for axis, letter in enumerate("xyz"):
        taint = ASSUMED if unknown else KNOWN
        symbol = Symbol(f"{name}.{letter}", "shape", extents[axis], unknown=unknown)
        memory.cells[4 * axis] = Number(extents[axis], taint, symbol)
    return memory


def _warp_size() -> Memory:
    memory = Memory(LOCAL, "warpSize")
    memory.cells[0] = Number(32)
    return memory


def execute(
    program: Program,
    kernel: Function,
    launch: LaunchShape,
    *,
    preferred: int = 1024,
    forced: bool = False,
    brief: bool = False,
    first_block: bool = False,
    environment: Any = None,
    fuel: int = KERNEL_FUEL,
    new_recorder: Callable[[], Recorder] = Recorder,
) -> Execution:
    """Run a kernel for the sampled blocks of a launch, or for its first, and return what its accesses did.

    `preferred`: the stand-in for unknown sizes; `forced`: every guard is taken both ways, to reach what is behind it;
    `brief`: only a round or two of each loop, to come to the kernel's end with little fuel.
    """
    shape, exists = make_shape(launch, first_block=first_block)
    recorder = new_recorder()
    machine = Machine(program, len(shape.thread), recorder, fuel)
    machine.mask = exists
    machine.frame.live = exists
    machine.shape = shape
    machine.preferred = preferred
    machine.forced = forced
    machine.brief = brief
    machine.environment = environment
    machine.builtins = builtin_variables(shape, launch)
    arguments = [
        kernel_argument(machine, parameter, _given(launch.arguments, index))
        for index, parameter in enumerate(kernel.parameters)
    ]
    ran_out = False
    try:
        with numpy.errstate(all="ignore"):
            invoke(machine, kernel.key, arguments, kernel.at)
    except OutOfFuel:
        ran_out = True
    machine.mask = exists
    recorder.finish(machine)
    return Execution(
        sites=list(recorder.sites.values()),
        shape=shape,
        assumed=dict(machine.assumed),
        out_of_fuel=ran_out or machine.cut_short,
        disagreements=len(recorder.disagreements),
        missing=frozenset(program.missing),
        unreached=bool(machine.untaken - machine.taken),
        steps=machine.spent,
    )


def _given(arguments: Sequence[Value] | None, index: int) -> Value | None:
    return arguments[index] if arguments is not None and index < len(arguments) else None
