"""Matrix fragments: wmma loads and stores, instruction by instruction as the compiler makes them."""

from __future__ import annotations

from cudalint.hardware.fragments import (
    Fragment,
    FragmentAccess,
    UnmeasuredFragment,
    fragment_accesses,
    fragment_named,
)
from cudalint.ir import nodes
from cudalint.ir.types import Record
from cudalint.simt.compiler import ValueFunction
from cudalint.simt.intrinsics.table import intrinsic, pointer_argument, value_argument
from cudalint.simt.machine import Machine
from cudalint.simt.memory import SHARED
from cudalint.simt.values import UNIFORM, VARYING, Number, Pointer, Value, as_number

_MEM_ROW_MAJOR = 0
"""The first of wmma's layouts."""


@intrinsic("load_matrix_sync")
def _load_fragment(node: nodes.Intrinsic) -> ValueFunction | None:
    return _moved(node, pointer_index=1, fragment_index=0, kind="load")


@intrinsic("store_matrix_sync")
def _store_fragment(node: nodes.Intrinsic) -> ValueFunction | None:
    return _moved(node, pointer_index=0, fragment_index=1, kind="store")


def _moved(node: nodes.Intrinsic, pointer_index: int, fragment_index: int, kind: str) -> ValueFunction | None:
    if len(node.arguments) < 3:
        return None
    type_ = node.arguments[fragment_index].type
    name = type_.name if isinstance(type_, Record) else ""
    pointer = pointer_argument(node.arguments[pointer_index])
    pitch = value_argument(node.arguments[2])
    layout = value_argument(node.arguments[3]) if len(node.arguments) > 3 else None

    def run(machine: Machine) -> Value:
        start, rows = pointer(machine), as_number(pitch(machine))
        by_rows = layout is None or as_number(layout(machine)).data == _MEM_ROW_MAJOR
        fragment = fragment_named(name, by_rows=bool(by_rows))
        if start is not None and fragment is not None and start.memory.traced and not machine.host:
            _record(machine, node, start, rows, fragment, kind)
        return Number(0)

    return run


def _record(
    machine: Machine, node: nodes.Intrinsic, start: Pointer, pitch: Number, fragment: Fragment, kind: str
) -> None:
    recorder, taint = machine.recorder, max(start.taint, min(pitch.taint, UNIFORM))
    if recorder is None or taint >= VARYING:
        return
    try:
        instructions = fragment_accesses(fragment, shared=start.memory.kind == SHARED and kind == "load")
    except UnmeasuredFragment as error:
        recorder.uncounted(machine, node.at, start, 4, kind, str(error))
        return
    for instruction in instructions:
        place = Pointer(start.memory, _offsets(machine, start, pitch, fragment, instruction), taint)
        if instruction.matrices:
            recorder.matrices_moved(machine, node.at, place, instruction.matrices, "ldmatrix")
        else:
            recorder.moved(machine, node.at, place, instruction.width, kind)


def _offsets(
    machine: Machine, start: Pointer, pitch: Number, fragment: Fragment, instruction: FragmentAccess
) -> object:
    warps = machine.lanes // 32
    first = machine.spread(start.offset).reshape(warps, 32)
    apart = machine.spread(pitch.data).reshape(warps, 32) * fragment.element_size
    return (first + instruction.rows * apart + instruction.columns).reshape(-1)
