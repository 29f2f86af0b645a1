"""Variables that change from round to round of a loop, as symbols.

At the head of each round a changed variable gets a symbol as its term. When the round is over, the term it then has
says how it moved: symbol + step means an induction variable, initial + round * step, as long as the numbers agree in
every round.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy

from cudalint.ir.nodes import Variable
from cudalint.ir.term import Symbol, Term
from cudalint.simt.machine import Machine
from cudalint.simt.memory import Memory
from cudalint.simt.places import lookup
from cudalint.simt.values import KNOWN, Data, Number, Pointer, data_of, is_varying, term_of


@dataclass(slots=True)
class _Tracked:
    """One variable of one loop: where it lives, its symbol, and whether initial + round * step still fits."""

    memory: Memory
    symbol: Symbol
    affine: bool = True
    stepped: Data = None


class Induction:
    """Follows the variables that one execution of a loop changes."""

    __slots__ = ("_machine", "_tracked")

    def __init__(self, machine: Machine, changed: tuple[Variable, ...]) -> None:
        self._machine = machine
        self._tracked: list[_Tracked] = []
        if machine.host:
            return
        for variable in changed:
            memory = lookup(machine, variable.key)
            if not isinstance(memory, Memory) or memory.traced:
                continue
            value = memory.cells.get(0)
            if isinstance(value, (Number, Pointer)) and _is_integer(value):
                self._tracked.append(_Tracked(memory, _symbol_for(variable.name, value)))

    def begin_round(self) -> None:
        """The variables' values of this round go by their symbols."""
        for tracked in self._tracked:
            value = tracked.memory.cells.get(0)
            if not isinstance(value, (Number, Pointer)) or not _is_integer(value):
                continue
            if value.term is tracked.symbol:
                continue
            tracked.symbol.value = data_of(value)
            tracked.symbol.unknown = tracked.symbol.unknown or value.taint != KNOWN
            tracked.symbol.uniform = tracked.symbol.uniform and not is_varying(tracked.symbol.value)
            tracked.memory.cells[0] = _with_term(value, tracked.symbol)

    def end_round(self) -> None:
        """See how each variable moved."""
        for tracked in self._tracked:
            if not tracked.affine:
                continue
            value = tracked.memory.cells.get(0)
            if isinstance(value, (Number, Pointer)) and self._moved_by_step(tracked, value):
                tracked.symbol.rounds += 1
                continue
            tracked.affine = False
            tracked.symbol.step = None
            tracked.symbol.initial = None

    def _moved_by_step(self, tracked: _Tracked, value: Number | Pointer) -> bool:
        symbol = tracked.symbol
        step = self._step(symbol, value.merged[1] if value.merged is not None else value.term)
        if step is None:
            return False
        distance = data_of(value) - symbol.value
        if symbol.rounds == 0:
            symbol.step = step
            tracked.stepped = distance
            return True
        if not is_varying(distance) and not is_varying(tracked.stepped):
            return bool(distance == tracked.stepped)
        return not ((distance != tracked.stepped) & self._machine.mask).any()

    def _step(self, symbol: Symbol, term: Term | int | None) -> Term | int | None:
        if term is symbol:
            return 0
        if not isinstance(term, Term) or term.operator not in ("+", "-") or term.arguments[0] is not symbol:
            return None
        step = term.arguments[1]
        if isinstance(step, int):
            return -step if term.operator == "-" else step
        if self._holds_own_symbol(step):
            return None
        return Term("neg", step) if term.operator == "-" else step

    def _holds_own_symbol(self, term: Term | int) -> bool:
        own = {id(t.symbol) for t in self._tracked}
        stack: list[Term | int] = [term]
        while stack:
            item = stack.pop()
            if isinstance(item, Term):
                if id(item) in own:
                    return True
                stack.extend(item.arguments)
        return False

    def symbol_of(self, variable: Variable) -> Symbol | None:
        """The symbol of a variable that the loop changes, whose value is that of the round at hand."""
        memory = lookup(self._machine, variable.key)
        return next((tracked.symbol for tracked in self._tracked if tracked.memory is memory), None)

    def position_and_step(self, variable: Variable) -> tuple[Data, Data] | None:
        """Where an affine variable is now and how far it moves each round; None for any other."""
        memory = lookup(self._machine, variable.key)
        for tracked in self._tracked:
            if tracked.memory is not memory or not tracked.affine or tracked.stepped is None:
                continue
            value = tracked.memory.cells.get(0)
            if isinstance(value, Number):
                return value.data, tracked.stepped
        return None

    def finish(self, *, complete: bool) -> None:
        """Behind the loop a variable is what it became: initial + rounds * step where that is known to hold."""
        for tracked in self._tracked:
            value = tracked.memory.cells.get(0)
            symbol = tracked.symbol
            if not isinstance(value, (Number, Pointer)) or value.term is not symbol or not complete:
                continue
            if not tracked.affine or symbol.step is None or symbol.initial is None:
                continue
            if value.merged is None and numpy.array_equal(data_of(value), symbol.value):
                tracked.memory.cells[0] = _with_term(value, _closed_form(symbol))


def _closed_form(symbol: Symbol) -> Term | int:
    initial, step, rounds = symbol.initial, symbol.step, symbol.rounds
    assert initial is not None
    if not rounds or step in (0, None):
        return initial
    assert step is not None
    travelled: Term | int = step * rounds if isinstance(step, int) else Term("*", step, rounds)
    if isinstance(initial, int) and isinstance(travelled, int):
        return initial + travelled
    return Term("+", initial, travelled)


def _symbol_for(name: str, value: Number | Pointer) -> Symbol:
    data = data_of(value)
    symbol = Symbol(name, "loop", data, unknown=value.taint != KNOWN, uniform=not is_varying(data))
    symbol.initial = term_of(value, name)
    return symbol


def _is_integer(value: Number | Pointer) -> bool:
    data = data_of(value)
    if is_varying(data):
        return bool(data.dtype == numpy.int64)
    return not isinstance(data, (float, bool))


def _with_term(value: Number | Pointer, term: Term | int) -> Number | Pointer:
    if isinstance(value, Number):
        return Number(value.data, value.taint, term)
    return Pointer(value.memory, value.offset, value.taint, term)
