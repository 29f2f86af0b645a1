"""Inline PTX: what it writes is mostly data; the memory instructions among it are accesses."""

from __future__ import annotations

from cudalint.ir import nodes
from cudalint.ir.term import Term
from cudalint.simt import ptx
from cudalint.simt.compiler import StatementFunction, compile_place, compile_value, compiles
from cudalint.simt.machine import Machine
from cudalint.simt.ptx_results import is_alike, keeps_alike, result_of
from cudalint.simt.storage import scalar_type, unknown_value
from cudalint.simt.values import KNOWN, UNIFORM, VARYING, Number, Pointer, Value, is_varying

DEFAULT_COPY_BYTES = 16
"""What cp.async most often moves, for a size that is not known."""

_WIDTHS = (1, 2, 4, 8, 16)


@compiles(nodes.Assembly)
def _assembly(node: nodes.Assembly) -> StatementFunction:
    outputs = [compile_place(p) for p in node.outputs]
    inputs = [compile_value(v) for v in node.inputs]
    instructions = list(ptx.memory_instructions(node.text))
    result, alike_text = result_of(node.text, len(outputs)), keeps_alike(node.text)

    def run(machine: Machine) -> None:
        values = [value(machine) for value in inputs]
        for instruction in instructions:
            _execute(machine, node, instruction, values)
        alike = alike_text and not machine.host and all(is_alike(machine, value) for value in values)
        found = result(machine, values) if result is not None and not machine.host else None
        for output in outputs:
            spot = output(machine)
            known_place = not is_varying(spot.offset) and spot.taint == KNOWN
            if not spot.memory.traced and scalar_type(spot.type) and known_place:
                unknown = unknown_value(machine, spot.type, UNIFORM if alike else VARYING)
                spot.memory.cells[spot.offset] = unknown if found is None else found

    return run


def _execute(machine: Machine, node: nodes.Assembly, wanted: ptx.MemoryInstruction, values: list[Value]) -> None:
    """Record what an instruction moves. `values` are the inputs, which are numbered after the outputs."""
    recorder = machine.recorder
    pointers = [_pointer(address, len(node.outputs), values) for address in wanted.addresses]
    if recorder is None or any(p is None or not p.memory.traced for p in pointers):
        return
    found = [p for p in pointers if p is not None]
    width = wanted.width if wanted.width is not None else _width(wanted, len(node.outputs), values)
    if width not in _WIDTHS:
        return
    if wanted.operation == ptx.COPY:
        recorder.copied(machine, node.at, found[0], found[1], width)
    elif wanted.matrices:
        recorder.matrices_moved(machine, node.at, found[0], wanted.matrices, wanted.operation)
    else:
        recorder.moved(machine, node.at, found[0], width, wanted.operation)


def _pointer(address: ptx.Address, outputs: int, values: list[Value]) -> Pointer | None:
    index = address.operand - outputs
    value = values[index] if 0 <= index < len(values) else None
    if not isinstance(value, Pointer):
        return None
    if not address.distance:
        return value
    term = None if value.term is None else Term("+", value.term, address.distance)
    return Pointer(value.memory, value.offset + address.distance, value.taint, term)


def _width(wanted: ptx.MemoryInstruction, outputs: int, values: list[Value]) -> int:
    index = (wanted.width_operand or 0) - outputs
    value = values[index] if 0 <= index < len(values) else None
    if isinstance(value, Number) and value.taint == KNOWN and not is_varying(value.data):
        return int(value.data)
    return DEFAULT_COPY_BYTES
