"""Inline PTX: what it writes is data; the memory instructions among it are accesses."""

from __future__ import annotations

import re

from cudalint.ir import nodes
from cudalint.simt.compiler import StatementFunction, compile_place, compile_value, compiles
from cudalint.simt.machine import Machine
from cudalint.simt.memory import GLOBAL, SHARED
from cudalint.simt.storage import scalar_type, unknown_value
from cudalint.simt.values import KNOWN, VARYING, Pointer, Value, is_varying

_MEMORY_INSTRUCTION = re.compile(
    r"\b(?P<operation>ld|st)(?:\.\w+)*?\.(?P<space>global|shared)[\w.:]*?(?:\.v(?P<count>[248]))?\.(?P<type>[busf]\d+)"
)
ASYNC_COPY_BYTES = 16
"""What cp.async most often moves; its size is an immediate that is not read here."""

MATRIX_ROW_BYTES = 16
_MATRIX_LOAD = re.compile(r"\bldmatrix\.sync[\w.]*\.(?P<count>x[124])[\w.]*\.shared")
_ASYNC_COPY = re.compile(r"\bcp\.async\.(?:ca|cg)\.shared[\w.:]*\s*\[")


@compiles(nodes.Assembly)
def _assembly(node: nodes.Assembly) -> StatementFunction:
    outputs = [compile_place(p) for p in node.outputs]
    inputs = [compile_value(v) for v in node.inputs]
    found = _MEMORY_INSTRUCTION.search(node.text)
    matrices = _MATRIX_LOAD.search(node.text)
    copies = _ASYNC_COPY.search(node.text) is not None

    def run(machine: Machine) -> None:
        values = [value(machine) for value in inputs]
        if found is not None:
            width = int(found["type"][1:]) // 8 * int(found["count"] or 1)
            _access(machine, node, values, "load" if found["operation"] == "ld" else "store", width)
        elif matrices is not None:
            _access(machine, node, values, "load", MATRIX_ROW_BYTES, f"ldmatrix_{matrices['count']}")
        elif copies:
            _copy(machine, node, values)
        for output in outputs:
            spot = output(machine)
            known_place = not is_varying(spot.offset) and spot.taint == KNOWN
            if not spot.memory.traced and scalar_type(spot.type) and known_place:
                spot.memory.cells[spot.offset] = unknown_value(machine, spot.type, VARYING)

    return run


def _access(
    machine: Machine, node: nodes.Assembly, values: list[Value], kind: str, width: int, counted_as: str = ""
) -> None:
    pointer = next((v for v in values if isinstance(v, Pointer)), None)
    if pointer is None or not pointer.memory.traced or machine.recorder is None:
        return
    machine.recorder.moved(machine, node.at, pointer, width, kind, counted_as)


def _copy(machine: Machine, node: nodes.Assembly, values: list[Value]) -> None:
    if machine.recorder is None:
        return
    for value in values:
        if not isinstance(value, Pointer):
            continue
        if value.memory.kind == GLOBAL:
            machine.recorder.moved(machine, node.at, value, ASYNC_COPY_BYTES, "load")
        elif value.memory.kind == SHARED:
            machine.recorder.moved(machine, node.at, value, ASYNC_COPY_BYTES, "store")
