"""What goes as it does only because of what unknown values were assumed to be.

A condition on such a value is decided by it. The lanes that are active can say so (`Machine.control`), but values can
go another way too: `if (n > 5) x = 2;` leaves an x that another n would change. Such values keep their history, for it
is what readers look for, marked with the operator `CHOSEN`: nothing is proved from it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from cudalint.ir import nodes
from cudalint.ir.term import CHOSEN, Symbol, Term
from cudalint.ir.walk import walk
from cudalint.simt.machine import Machine
from cudalint.simt.memory import LOCAL, PARAMETER, Memory, unsure
from cudalint.simt.places import lookup
from cudalint.simt.values import ASSUMED, UNIFORM, Number, Pointer, Value, data_of, is_varying, term_of

_ASSIGNMENTS = (nodes.Assign, nodes.CompoundAssign, nodes.Increment)


def chosen(value: Value) -> Value:
    """The value, as one that would be another if an unknown value were not what it is assumed to be."""
    if not isinstance(value, (Number, Pointer)):
        return value
    taint = max(value.taint, ASSUMED)
    term = _marked(value)
    if isinstance(value, Pointer):
        marked: Number | Pointer = Pointer(value.memory, value.offset, taint, term)
    else:
        marked = Number(value.data, taint, term)
    marked.merged = value.merged
    return marked


def chosen_by(machine: Machine, taint: int, value: Value) -> Value:
    """The value, marked if a condition of this `taint` decided for it."""
    return chosen(value) if taint == ASSUMED else value


def _marked(value: Number | Pointer) -> Term | int | None:
    data = data_of(value)
    if isinstance(data, (bool, float)) or (is_varying(data) and data.dtype.kind != "i"):
        return value.term
    term = term_of(value)
    return term if isinstance(term, Term) and term.operator == CHOSEN else Term(CHOSEN, term)


@dataclass(frozen=True, slots=True)
class Effects:
    """What a statement may do to what comes behind it: the keys of the variables that it assigns, or parts of them, and
    whether lanes may leave the function, the loop, or its round there."""

    assigned: tuple[str, ...]
    returns: bool
    breaks: bool
    continues: bool


def effects_of(statement: nodes.Statement) -> Effects:
    """The effects of a statement; where it always returns, nothing that it assigns matters."""
    kinds = {type(node) for node in walk(statement)}
    last = statement
    while isinstance(last, nodes.Block) and last.body:
        last = last.body[-1]
    assigned = () if isinstance(last, nodes.Return) else assigned_in(statement)
    return Effects(assigned, nodes.Return in kinds, nodes.Break in kinds, nodes.Continue in kinds)


def note_jumps(machine: Machine, effects: Iterable[Effects], taint: int) -> None:
    """Lanes may leave here, or not, depending on a condition of this `taint`."""
    for effect in effects:
        if effect.returns:
            machine.return_taint = max(machine.return_taint, taint)
        if effect.breaks:
            machine.break_taint = max(machine.break_taint, taint)
        if effect.continues:
            machine.continue_taint = max(machine.continue_taint, taint)


def assigned_in(part: object) -> tuple[str, ...]:
    """The keys of the variables that a statement assigns, or parts of them."""
    keys = (key for node in walk(part) if isinstance(node, _ASSIGNMENTS) for key in _roots(node.place))
    return tuple(dict.fromkeys(keys))


def _roots(place: object) -> Iterator[str]:
    while True:
        if isinstance(place, nodes.VariablePlace):
            yield place.variable.key
            return
        if isinstance(place, nodes.Member):
            place = place.record
        elif isinstance(place, nodes.Element) and isinstance(place.base, nodes.AddressOf):
            place = place.base.place
        elif isinstance(place, (nodes.Reinterpret, nodes.EffectPlace)):
            place = place.place
        else:
            return


def close_assumed(machine: Machine, elsewhere: Iterable[str]) -> None:
    """Leave a region that an assumption led into: mark what it wrote, and what would have been written `elsewhere`
    (keys of variables)."""
    journal = machine.journals.pop()
    for memory, offset, old in journal.values():
        new = memory.cells.get(offset)
        if new is not None and new is not old:
            memory.cells[offset] = chosen(new)
    if machine.journals:
        outer = machine.journals[-1]
        for key, entry in journal.items():
            outer.setdefault(key, entry)
    mark_variables(machine, elsewhere, ASSUMED)


def mark_variables(machine: Machine, keys: Iterable[str], taint: int) -> None:
    """Mark all that the variables hold, since a condition of this `taint` decided how often they were written."""
    for key in keys:
        held = lookup(machine, key)
        if isinstance(held, Memory) and held.contents is not None:
            held.contents.assumed = True
        if isinstance(held, Memory) and held.kind in (LOCAL, PARAMETER):
            for offset, cell in list(held.cells.items()):
                if machine.journals:
                    machine.journals[-1].setdefault((id(held), offset), (held, offset, cell))
                held.cells[offset] = _doubtful(cell, taint)


def _doubtful(value: Value, taint: int) -> Value:
    """A value that an earlier write may have outlived, which may have differed from lane to lane."""
    if taint < UNIFORM or not isinstance(value, Number) or is_varying(value.data) or isinstance(value.data, float):
        return unsure(chosen(value), taint)
    history = Symbol("value", "local", value.data, unknown=True, uniform=False)
    return Number(value.data, max(value.taint, taint), history)
