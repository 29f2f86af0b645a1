"""Calls that would take more than their share of the steps, in an execution that is only to reach everything once.

Such a call is left where it is, and its caller goes on: a kernel's last stores are reached although what they store
takes thousands of steps to work out. What the call would have returned and written is unknown then.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager

from cudalint.simt.machine import Machine, OutOfFuel
from cudalint.simt.memory import SHARED, Memory
from cudalint.simt.values import Pointer, Spot, Value

SHARE = 4
"""Each call may take the fourth part of what is left."""


@contextmanager
def within_share(machine: Machine, given: Sequence[Value | Spot], this: Value | None) -> Iterator[None]:
    """Run a call, and leave it when it has taken its share; anything else that ends it passes."""
    limit, journals = machine.limit, len(machine.journals)
    state = machine.speculation, machine.speculation_taint, machine.forced
    recorder = machine.recorder
    scope = recorder.scope() if recorder is not None else None
    machine.limit = machine.spent + (limit - machine.spent) // SHARE
    try:
        yield
    except OutOfFuel:
        if machine.spent > limit:
            raise
        machine.speculation, machine.speculation_taint, machine.forced = state
        _join_journals(machine, journals)
        if recorder is not None and scope is not None:
            recorder.may_sink = False
            recorder.leave(scope)
        leave_out(machine, given, this)
    finally:
        machine.limit = limit


def has_had_its_share(machine: Machine, key: str) -> bool:
    """Whether a function is not to be followed once more: it was before, and half of the steps are taken."""
    again = key in machine.followed
    machine.followed.add(key)
    return again and 2 * machine.spent > machine.limit


def leave_out(machine: Machine, given: Sequence[Value | Spot], this: Value | None) -> None:
    """A call is not followed (any more): nobody knows what it wrote."""
    machine.cut_short = True
    for value in (*given, this):
        _forget(value)
    for memory in machine.globals.values():
        if memory.kind == SHARED:
            memory.contents = None


def _join_journals(machine: Machine, depth: int) -> None:
    """Regions that were open in the call end with it; what they wrote counts as written around it."""
    while len(machine.journals) > depth:
        inner = machine.journals.pop()
        if machine.journals:
            for key, entry in inner.items():
                machine.journals[-1].setdefault(key, entry)


def _forget(value: Value | Spot | None) -> None:
    memory = value.memory if isinstance(value, (Pointer, Spot)) else value
    if isinstance(memory, Memory) and not memory.traced:
        memory.taint_all()
