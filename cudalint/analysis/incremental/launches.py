"""Launches in a form that can be compared: two that look the same give the same execution of the same kernel."""

from __future__ import annotations

from collections.abc import Hashable

from cudalint.analysis.launches import PlannedLaunch
from cudalint.simt.machine import LaunchRecord
from cudalint.simt.memory import Memory
from cudalint.simt.values import ASSUMED, KNOWN, Number, Pointer, Value, is_varying


def comparable(launch: PlannedLaunch) -> Hashable | None:
    """None where an argument cannot be compared, such as a lambda."""
    shape = launch.shape
    arguments: list[Hashable] = []
    for value in shape.arguments or ():
        plain = _plain(value)
        if plain is None:
            return None
        arguments.append(plain)
    known = (shape.block, shape.grid, shape.block_known, shape.grid_known, shape.arguments is None)
    return launch.function, known, tuple(arguments), launch.launched, launch.assumption, launch.run_as


def is_plain(record: LaunchRecord) -> bool:
    """Whether all arguments are numbers and pointers: a kernel cannot tell from them where the launch is written."""
    return all(value is None or isinstance(value, (Number, Pointer)) for value in record.arguments)


def _plain(value: Value) -> Hashable | None:
    """What a kernel gets to see of an argument, as in `cudalint.simt.arguments`."""
    if value is None:
        return ("nothing",)
    if isinstance(value, Number):
        if value.taint > ASSUMED or is_varying(value.data):
            return ("number",)
        return "number", type(value.data).__name__, value.data, value.taint
    if isinstance(value, Pointer):
        known = value.taint == KNOWN and not is_varying(value.offset)
        return "pointer", int(value.offset) if known else None
    if isinstance(value, Memory):
        return _record(value)
    return None


def _record(value: Memory) -> Hashable | None:
    if value.pointee is not None:
        return None
    cells: list[Hashable] = []
    for offset, cell in value.cells.items():
        if not isinstance(cell, (Number, Pointer)):
            return None
        if isinstance(cell, Number) and cell.taint == KNOWN and not is_varying(cell.data):
            cells.append((offset, type(cell.data).__name__, cell.data))
    return "record", value.content_taint, repr(value.type), value.declared, tuple(cells)
