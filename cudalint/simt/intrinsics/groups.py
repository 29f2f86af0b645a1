"""Cooperative groups: ranks and sizes."""

from __future__ import annotations

import re

import numpy

from cudalint.ir import nodes
from cudalint.ir.term import Term
from cudalint.ir.types import UNSIGNED
from cudalint.simt.arithmetic import binary
from cudalint.simt.compiler import ValueFunction, compile_place
from cudalint.simt.intrinsics.table import intrinsic, value_argument
from cudalint.simt.machine import Machine, Shape
from cudalint.simt.memory import LOCAL, Memory
from cudalint.simt.storage import unknown_value
from cudalint.simt.values import KNOWN, UNIFORM, VARYING, GroupValue, Number, Value, is_varying, opaque, term_of

_TILE = re.compile(r"thread_block_tile<\s*(\d+)")
_QUESTIONS = (
    "thread_rank",
    "size",
    "num_threads",
    "group_dim",
    "dim_threads",
    "thread_index",
    "group_index",
    "meta_group_rank",
    "meta_group_size",
    "block_rank",
    "num_blocks",
)
_WHOLE_GROUPS = {
    "this_thread_block": "block",
    "this_grid": "grid",
    "coalesced_threads": "coalesced",
    "this_cluster": "cluster",
    "this_multi_grid": "grid",
}


@intrinsic(*_WHOLE_GROUPS)
def _whole_group(node: nodes.Intrinsic) -> ValueFunction:
    extent = _WHOLE_GROUPS[node.name]
    return lambda machine: _as_object(GroupValue(extent))


@intrinsic("tiled_partition")
def _tile(node: nodes.Intrinsic) -> ValueFunction:
    arguments = [value_argument(a) for a in node.arguments[1:]]
    size = next((a for a in node.template_arguments if isinstance(a, int)), None)
    if size is None:
        named = _TILE.search(getattr(node.type, "name", "") or getattr(node.type, "spelling", ""))
        size = int(named.group(1)) if named else None

    def run(machine: Machine) -> Value:
        extent = size
        for argument in arguments:
            value = argument(machine)
            if extent is None and isinstance(value, Number) and value.taint == KNOWN and not is_varying(value.data):
                extent = int(value.data)
        return _as_object(GroupValue(extent or 32))

    return run


def _as_object(group: GroupValue) -> Memory:
    memory = Memory(LOCAL, "group")
    memory.cells[0] = group
    return memory


@intrinsic(*_QUESTIONS)
def _question(node: nodes.Intrinsic) -> ValueFunction | None:
    if node.this is None:
        return None
    place, name, type_ = compile_place(node.this), node.name, node.type

    def run(machine: Machine) -> Value:
        spot = place(machine)
        group = spot.memory.cells.get(spot.offset) if not is_varying(spot.offset) else None
        answer = None
        if isinstance(group, GroupValue) and machine.shape is not None:
            answer = _answer(machine, machine.shape, name, group.extent)
        if answer is not None:
            return answer
        return unknown_value(machine, type_, VARYING if "rank" in name else UNIFORM)

    return run


def _answer(machine: Machine, shape: Shape, name: str, extent: int | str) -> Value | None:
    if name == "group_index":
        return machine.builtins["blockIdx"]
    if name == "thread_index":
        return machine.builtins["threadIdx"]
    if name in ("group_dim", "dim_threads"):
        return machine.builtins["blockDim"]
    rank = _linear_thread(machine, shape)
    if extent == "grid":
        return _grid_answer(shape, name, rank)
    if extent == "block":
        if name == "thread_rank":
            return rank
        return Number(shape.threads) if name in ("size", "num_threads") else None
    if extent == "coalesced":
        return _modulo(rank, 32) if name == "thread_rank" else None
    if not isinstance(extent, int):
        return None
    if name == "thread_rank":
        return _modulo(rank, extent)
    if name == "meta_group_rank":
        return binary("/", rank, Number(extent), UNSIGNED)
    if name == "meta_group_size":
        return Number(max(shape.threads // extent, 1))
    return Number(extent)


def lane_number(machine: Machine) -> Value | None:
    """The number of the lane in its warp; None on the host."""
    return _modulo(_linear_thread(machine, machine.shape), 32) if machine.shape is not None else None


def _grid_answer(shape: Shape, name: str, rank: Number) -> Value | None:
    if name == "thread_rank":
        data = shape.block_index * shape.threads + rank.data
        return Number(data, KNOWN, opaque("grid.thread_rank()", data, KNOWN))
    blocks = int(numpy.prod(shape.grid))
    if name in ("size", "num_threads"):
        return Number(shape.threads * blocks)
    return Number(blocks) if name == "num_blocks" else None


def _linear_thread(machine: Machine, shape: Shape) -> Number:
    """threadIdx.x + threadIdx.y * Dx + ..., with its term."""

    cells = machine.builtins["threadIdx"].cells
    term = term_of(cells[0])
    stride = 1
    for axis in (1, 2):
        stride *= shape.block[axis - 1]
        if shape.block[axis] > 1:
            term = Term("+", term, Term("*", term_of(cells[4 * axis]), stride))
    return Number(shape.thread, KNOWN, term)


def _modulo(rank: Number, size: int) -> Number:

    return binary("%", rank, Number(size), UNSIGNED)
