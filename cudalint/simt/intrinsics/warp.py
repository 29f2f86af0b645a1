"""Barriers, shuffles and votes."""

from __future__ import annotations

from typing import Any

import numpy

from cudalint.ir import nodes
from cudalint.ir.types import Floating, Type
from cudalint.simt.compiler import ValueFunction
from cudalint.simt.intrinsics.table import intrinsic, value_argument
from cudalint.simt.machine import Machine
from cudalint.simt.storage import unknown_value
from cudalint.simt.values import KNOWN, UNIFORM, VARYING, Number, Value, is_varying, opaque

_BARRIERS = (
    "__syncthreads",
    "__syncwarp",
    "__syncthreads_or",
    "__syncthreads_and",
    "__syncthreads_count",
    "__threadfence",
    "__threadfence_block",
    "__threadfence_system",
    "__barrier_sync",
    "sync",
    "arrive",
    "wait",
    "arrive_and_wait",
    "barrier_arrive",
    "barrier_wait",
    "syncthreads",
)
_SHUFFLES = tuple(f"__shfl{kind}{suffix}" for kind in ("", "_up", "_down", "_xor") for suffix in ("", "_sync"))


@intrinsic(*_BARRIERS)
def _barrier(node: nodes.Intrinsic) -> ValueFunction:
    arguments = [value_argument(a) for a in node.arguments if not isinstance(a, nodes.Place)]
    type_ = node.type

    def run(machine: Machine) -> Value:
        for argument in arguments:
            argument(machine)
        if machine.recorder is not None:
            machine.recorder.barrier()
        return unknown_value(machine, type_, UNIFORM) if type_.size else Number(0)

    return run


@intrinsic(*_SHUFFLES)
def _shuffle(node: nodes.Intrinsic) -> ValueFunction | None:
    arguments = [value_argument(a) for a in node.arguments]
    first = 1 if node.name.endswith("_sync") else 0
    if len(arguments) < first + 2:
        return None
    kind = node.name.removesuffix("_sync").removeprefix("__shfl").lstrip("_") or "index"
    type_ = node.type

    def run(machine: Machine) -> Value:
        values = [argument(machine) for argument in arguments]
        value, lane = values[first], values[first + 1]
        width = values[first + 2] if len(values) > first + 2 else Number(32)
        return shuffled(machine, value, lane, width, kind, type_)

    return run


def shuffled(machine: Machine, value: Value, lane: Value, width: Value, kind: str, type_: Type) -> Value:
    """What a lane gets of another's `value`; `kind`: "index", "up", "down" or "xor", which says what `lane` means."""
    if not isinstance(value, Number) or isinstance(type_, Floating):
        return unknown_value(machine, type_, VARYING)
    if not is_varying(value.data) and value.taint <= UNIFORM:
        return value
    exchanged = _exchanged(machine, value, lane, width, kind)
    if exchanged is not None:
        return exchanged
    one_source = kind == "index" and isinstance(lane, Number) and machine.uniform_in_warp(lane.data)
    return unknown_value(machine, type_, UNIFORM if one_source else VARYING)


def _exchanged(machine: Machine, value: Number, lane: Value, width: Value, kind: str) -> Number | None:
    """The shuffled numbers where source lanes and values are known."""
    if machine.host or not isinstance(lane, Number) or not isinstance(width, Number) or not is_varying(value.data):
        return None
    if lane.taint >= UNIFORM or width.taint != KNOWN or is_varying(width.data) or value.data.dtype != numpy.int64:
        return None
    size = int(width.data)
    if size not in (1, 2, 4, 8, 16, 32):
        return None
    own = numpy.arange(machine.lanes)
    source = _source_lane(own % size, machine.spread(lane.data), size, kind)
    inside = (source >= 0) & (source < size)
    data = value.data[numpy.where(inside, own // size * size + numpy.clip(source, 0, size - 1), own)]
    taint = max(value.taint, lane.taint)
    if taint == VARYING and kind == "index" and machine.uniform_in_warp(data):
        taint = UNIFORM
    return Number(data, taint, opaque("shuffled", data, taint))


def _source_lane(own: Any, argument: Any, size: int, kind: str) -> Any:
    if kind == "up":
        return own - argument
    if kind == "down":
        return own + argument
    if kind == "xor":
        return own ^ argument
    return argument % size


@intrinsic(
    "__activemask", "__ballot_sync", "__ballot", "__any_sync", "__all_sync", "__any", "__all", "__match_any_sync"
)
def _vote(node: nodes.Intrinsic) -> ValueFunction:
    arguments = [value_argument(a) for a in node.arguments]
    type_, per_lane = node.type, "match" in node.name

    def run(machine: Machine) -> Value:
        for argument in arguments:
            argument(machine)
        return unknown_value(machine, type_, VARYING if per_lane else UNIFORM)

    return run
