"""From a term to a polynomial over symbols and C's operators."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from cudalint.address.bounds import Bounds
from cudalint.address.evaluate import evaluate
from cudalint.address.leaves import Leaf, leaf_of, range_of, symbol_named
from cudalint.address.operations import POLYNOMIAL_OPERATORS, combined
from cudalint.address.polynomial import Polynomial, added, constant, multiplied, single
from cudalint.ir.term import CHOSEN, Symbol, Term

MOST_TERMS = 32
"""A polynomial of more terms than this is not multiplied out or passed on: nobody could read it."""
DEEPEST = 12
"""How deep operators other than + - * may be nested before a part is shown as "(...)"."""
OMITTED = "(...)"


class Conversion:
    """Converts one term, each node once; collects its symbols as leaves by name. `chosen`: part of it is what it is
    because of an assumption."""

    def __init__(self, extents: Mapping[str, int]) -> None:
        self.leaves: dict[str, Leaf] = {}
        self.bounds = Bounds({})
        self.chosen = False
        self._extents = extents
        self._done: dict[int, Polynomial] = {}
        self._depths: dict[int, int] = {}
        self._open: set[int] = set()

    def convert(self, root: Term | int) -> Polynomial:
        """The polynomial of a term; works on a stack of its own, so that deep terms are no danger."""
        stack: list[Term | int] = [root]
        while stack:
            term = stack[-1]
            if isinstance(term, int) or id(term) in self._done:
                stack.pop()
                continue
            waiting = [p for p in self._parts(term) if isinstance(p, Term) and id(p) not in self._done]
            if waiting:
                self._open.add(id(term))
                stack.extend(reversed(waiting))
                continue
            self._done[id(term)] = self._symbol(term) if isinstance(term, Symbol) else self._operation(term)
        return self._value(root)

    def _parts(self, term: Term) -> Sequence[Term | int]:
        """What has to be converted first. A loop whose start or step leads back to itself is left as it is."""
        if not isinstance(term, Symbol):
            return term.arguments
        if not _has_closed_form(term):
            return ()
        parts = [p for p in (term.initial, term.step) if p is not None]
        return [p for p in parts if not isinstance(p, Term) or id(p) not in self._open or id(p) in self._done]

    def _value(self, term: Term | int) -> Polynomial:
        return constant(term) if isinstance(term, int) else self._done[id(term)]

    def _operation(self, term: Term) -> Polynomial:
        operands = [self._value(a) for a in term.arguments]
        if term.operator == CHOSEN:
            self.chosen = True
            self._depths[id(term)] = self._depths.get(id(term.arguments[0]), 0)
            return operands[0]
        depth = max((self._depths.get(id(a), 0) for a in term.arguments), default=0)
        self._depths[id(term)] = depth + (term.operator not in POLYNOMIAL_OPERATORS)
        size = len(operands[0]) * len(operands[1]) if term.operator == "*" else sum(map(len, operands))
        if size > MOST_TERMS or depth >= DEEPEST:
            self._depths[id(term)] = 0
            return self._omitted(term)
        return combined(term.operator, operands, self.bounds)

    def _symbol(self, symbol: Symbol) -> Polynomial:
        initial, step = symbol.initial, symbol.step
        if symbol.kind != "loop" or initial is None or step is None:
            return self._as_itself(symbol)
        if step == 0:
            return self._value(initial) if self._is_converted(initial) else self._as_itself(symbol)
        if isinstance(initial, int) and isinstance(step, int) and abs(step) == 1:
            value, least = initial + step * symbol.rounds, initial if step == 1 else None
            return self._shown(Leaf(self._name(symbol.name), symbol.name, "loop", value, False, True, least))
        if not self._is_converted(initial) or not self._is_converted(step):
            return self._as_itself(symbol)
        name = f"n_{symbol.name}"
        counter = self._shown(Leaf(self._name(name), name, "loop", symbol.rounds, False, True, 0))
        return added(self._value(initial), multiplied(self._value(step), counter))

    def _is_converted(self, term: Term | int | None) -> bool:
        return isinstance(term, int) or id(term) in self._done

    def _as_itself(self, symbol: Symbol) -> Polynomial:
        return self._shown(leaf_of(symbol, self._name(symbol.name)))

    def _shown(self, leaf: Leaf) -> Polynomial:
        self.leaves[leaf.name] = leaf
        symbol = symbol_named(leaf.name)
        self.bounds.add(symbol, range_of(leaf, self._extents))
        return single(symbol)

    def _name(self, wanted: str) -> str:
        """`wanted`, or with a number behind it where another symbol has that name already."""
        name, number = wanted, 2
        while name in self.leaves:
            name = f"{wanted}_{number}"
            number += 1
        return name

    def _omitted(self, term: Term) -> Polynomial:
        symbols = _symbols(term)
        unknown = any(s.unknown for s in symbols)
        uniform = all(s.uniform and s.kind != "thread" for s in symbols)
        return self._shown(Leaf(self._name(OMITTED), OMITTED, "local", evaluate(term), unknown, uniform))


def _has_closed_form(symbol: Symbol) -> bool:
    return symbol.kind == "loop" and symbol.initial is not None and symbol.step is not None


def _symbols(term: Term) -> list[Symbol]:
    """The symbols of a term, without those that loops start from."""
    found: dict[int, Symbol] = {}
    seen: set[int] = set()
    stack: list[Term] = [term]
    while stack:
        current = stack.pop()
        if id(current) in seen:
            continue
        seen.add(id(current))
        if isinstance(current, Symbol):
            found[id(current)] = current
        stack.extend(a for a in current.arguments if isinstance(a, Term))
    return list(found.values())
