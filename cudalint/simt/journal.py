"""What a region wrote that may not have been executed at all.

Inside a branch or loop whose condition nobody knows, values are what they would be there; when it is left, everything
it changed is unsure. The journal remembers what each cell held before.
"""

from __future__ import annotations

from collections.abc import Sequence

from cudalint.simt.machine import Machine
from cudalint.simt.memory import Memory, either
from cudalint.simt.values import KNOWN, UNIFORM, VARYING, Number, Pointer, Value, is_varying

Key = tuple[int, int]
Entry = tuple[Memory, int, Value | None]
Written = dict[Key, tuple[Memory, int, Value | None, Value | None]]
"""By cell what it held before, and what it was given."""


def open_region(machine: Machine) -> None:
    """From here on, writes are remembered."""
    machine.journals.append({})


def undo(machine: Machine) -> Written:
    """Take back what the region wrote so far, for its other branch to start from the same state; what it wrote is
    returned."""
    journal = machine.journals[-1]
    written = {}
    for key, (memory, offset, old) in journal.items():
        written[key] = (memory, offset, old, memory.cells.get(offset))
        _put_back(memory, offset, old)
    journal.clear()
    return written


def close_region(machine: Machine, taint: int, others: Sequence[Written] = ()) -> None:
    """Leave the region: each cell that it changed, or that one of its `others` (branches undone) changed, now holds one
    of these values or the one from before, and is at least as unsure as `taint`.

    The host side keeps a known old value instead: a default stays what it was unless somebody passes an argument.
    """
    journal = machine.journals.pop()
    last = {key: (*entry, entry[0].cells.get(entry[1])) for key, entry in journal.items()}
    least = VARYING if taint >= VARYING else UNIFORM
    for key in dict.fromkeys((*last, *(key for other in others for key in other))):
        entries = [branch[key] for branch in (*others, last) if key in branch]
        memory, offset, old, _ = entries[0]
        values = [new for *_, new in entries if new is not None]
        if machine.host and isinstance(old, (Number, Pointer)) and old.taint == KNOWN:
            memory.cells[offset] = old
        elif not values:
            _put_back(memory, offset, old)
        else:
            everywhere = len(entries) > len(others) > 0
            memory.cells[offset] = _one_of(values if everywhere or old is None else [old, *values], least)
        if machine.journals:
            machine.journals[-1].setdefault(key, (memory, offset, old))


def _one_of(values: Sequence[Value], taint: int) -> Value:
    result = values[0]
    for value in values[1:]:
        result = value if same(result, value) else either(result, value, taint)
    return result


def _put_back(memory: Memory, offset: int, old: Value | None) -> None:
    if old is None:
        memory.cells.pop(offset, None)
    else:
        memory.cells[offset] = old


def same(old: Value, new: Value) -> bool:
    """Whether two values are known to be one."""
    if old is new:
        return True
    if not isinstance(old, Number) or not isinstance(new, Number):
        return False
    if old.taint != KNOWN or new.taint != KNOWN or is_varying(old.data) or is_varying(new.data):
        return False
    return bool(old.data == new.data)
