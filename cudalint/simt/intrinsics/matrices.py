"""Matrix fragments: wmma loads and stores.

A `wmma` load of a 16x16 fragment of 2-byte elements is done by all 32 lanes; which lane reads which element was not
published, but on sm_80 and later it follows the mma.sync fragment layout: lane l holds row l / 4 and column pairs 2 *
(l % 4).
"""

from __future__ import annotations

import numpy

from cudalint.ir import nodes
from cudalint.ir.types import Integer
from cudalint.simt.compiler import ValueFunction
from cudalint.simt.intrinsics.table import intrinsic, pointee_type, pointer_argument, value_argument
from cudalint.simt.machine import Machine
from cudalint.simt.values import UNIFORM, VARYING, Number, Pointer, Value, as_number, is_varying

_HALF = Integer(2, 2, False)


@intrinsic("load_matrix_sync")
def _load_fragment(node: nodes.Intrinsic) -> ValueFunction | None:
    return _fragment(node, pointer_index=1, kind="load")


@intrinsic("store_matrix_sync")
def _store_fragment(node: nodes.Intrinsic) -> ValueFunction | None:
    return _fragment(node, pointer_index=0, kind="store")


def _fragment(node: nodes.Intrinsic, pointer_index: int, kind: str) -> ValueFunction | None:
    if len(node.arguments) < 3:
        return None
    pointer = pointer_argument(node.arguments[pointer_index])
    pitch = value_argument(node.arguments[2])
    element = pointee_type(node.arguments[pointer_index], _HALF).size or 2

    def run(machine: Machine) -> Value:
        start = pointer(machine)
        rows = as_number(pitch(machine))
        if start is None or machine.recorder is None or machine.host:
            return Number(0)
        pieces = 4 // element if element < 4 else 1
        lane = numpy.arange(machine.lanes) % 32
        distance = (lane // 4) * rows.data * element + (lane % 4) * pieces * element
        if is_varying(start.offset) or start.memory.traced:
            _record(machine, node, start, distance, max(start.taint, min(rows.taint, UNIFORM)), pieces * element, kind)
        return Number(0)

    return run


def _record(
    machine: Machine, node: nodes.Intrinsic, start: Pointer, distance: object, taint: int, width: int, kind: str
) -> None:
    if machine.recorder is None or taint >= VARYING:
        return
    place = Pointer(start.memory, machine.spread(start.offset) + distance, max(taint, UNIFORM))
    machine.recorder.moved(machine, node.at, place, width, kind)
