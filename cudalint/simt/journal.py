"""What a region wrote that may not have been executed at all.

Inside a branch or loop whose condition nobody knows, values are what they would be there; when it is left, everything
it changed is unsure. The journal remembers what each cell held before.
"""

from __future__ import annotations

from cudalint.simt.machine import Machine
from cudalint.simt.memory import Memory, unsure
from cudalint.simt.values import KNOWN, UNIFORM, VARYING, Number, Pointer, Value, is_varying

Key = tuple[int, int]
Entry = tuple[Memory, int, Value | None]


def open_region(machine: Machine) -> None:
    """From here on, writes are remembered."""
    machine.journals.append({})


def undo(machine: Machine) -> dict[Key, tuple[Memory, int, Value | None, Value | None]]:
    """Take back what the region wrote so far, for its other branch to start from the same state; what it wrote is
    returned."""
    journal = machine.journals[-1]
    written = {}
    for key, (memory, offset, old) in journal.items():
        written[key] = (memory, offset, old, memory.cells.get(offset))
        _put_back(memory, offset, old)
    journal.clear()
    return written


def close_region(
    machine: Machine, taint: int, other: dict[Key, tuple[Memory, int, Value | None, Value | None]] | None = None
) -> None:
    """Leave the region: each cell it changed (or `other`, its other branch, changed) is now at least as unsure as
    `taint`.

    The host side keeps a known old value instead: a default stays what it was unless somebody passes an argument.
    """
    journal = machine.journals.pop()
    changed = {key: (*entry, entry[0].cells.get(entry[1])) for key, entry in journal.items()}
    for key, entry in (other or {}).items():
        changed.setdefault(key, entry)
    least = VARYING if taint >= VARYING else UNIFORM
    for memory, offset, old, new in changed.values():
        if machine.host and isinstance(old, (Number, Pointer)) and old.taint == KNOWN:
            memory.cells[offset] = old
        elif new is None:
            _put_back(memory, offset, old)
        else:
            memory.cells[offset] = new if old is None or same(old, new) else unsure(new, least)
    if machine.journals:
        outer = machine.journals[-1]
        for key, (memory, offset, old, _) in changed.items():
            outer.setdefault(key, (memory, offset, old))


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
