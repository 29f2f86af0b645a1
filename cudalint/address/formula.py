"""An access's address as a formula, its strides, and whether what is unknown in it can matter.

Loop variables are shown as initial + step * counter. The counter of `for (k = 0; ...; k++)` is k itself; that of a
variable i that
starts elsewhere or moves by another step is n_i: how many rounds were done.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy
import sympy

from cudalint.address.operators import OPERATORS
from cudalint.address.printer import c_text, factored
from cudalint.ir.term import Symbol, Term

THREAD_AXES = ("threadIdx.x", "threadIdx.y", "threadIdx.z")
LARGEST = 120
"""Terms of more nodes than this are not turned into formulas: nobody could read them."""


class NotAffine(ValueError):
    """The address is no formula worth showing: too large, or of operators without one."""


@dataclass(frozen=True, slots=True)
class Formula:
    """`expression` in sympy, by its names; `symbols` says what each name is."""

    expression: Any
    symbols: dict[str, Symbol]

    @property
    def text(self) -> str:
        """C text, in bytes, the common factor in front."""
        return factored(self.expression)


class _Converter:
    """Turns one term into sympy, each node once."""

    def __init__(self) -> None:
        self.symbols: dict[str, Symbol] = {}
        self._names: dict[int, str] = {}
        self._done: dict[int, Any] = {}
        self._open: set[int] = set()

    def convert(self, term: Term | int) -> Any:
        if isinstance(term, int):
            return sympy.Integer(term)
        found = self._done.get(id(term))
        if found is None:
            found = self._symbol(term) if isinstance(term, Symbol) else self._operation(term)
            self._done[id(term)] = found
        return found

    def _operation(self, term: Term) -> Any:
        values = [self.convert(a) for a in term.arguments]
        operator = term.operator
        if operator == "+":
            return values[0] + values[1]
        if operator == "-":
            return values[0] - values[1]
        if operator == "*":
            return values[0] * values[1]
        if operator == "neg":
            return -values[0]
        if operator == "<<" and values[1].is_Integer and 0 <= int(values[1]) < 64:
            return values[0] * 2 ** int(values[1])
        made = OPERATORS.get(operator)
        if made is None:
            raise NotAffine(f"operator {operator}")
        return made(*values)

    def _symbol(self, symbol: Symbol) -> Any:
        if id(symbol) in self._open or symbol.kind != "loop" or symbol.initial is None:
            return self._named(symbol, symbol.name)
        if symbol.step in (0, None):
            if symbol.step == 0 or symbol.rounds == 0:
                self._open.add(id(symbol))
                return self.convert(symbol.initial)
            return self._named(symbol, symbol.name)
        self._open.add(id(symbol))
        initial, step = self.convert(symbol.initial), self.convert(symbol.step or 0)
        plain = initial == 0 and step == 1
        return initial + step * self._named(symbol, symbol.name if plain else f"n_{symbol.name}")

    def _named(self, symbol: Symbol, name: str) -> Any:
        known = self._names.get(id(symbol))
        if known is None:
            known = name
            number = 2
            while known in self.symbols:
                known = f"{name}_{number}"
                number += 1
            self._names[id(symbol)] = known
            self.symbols[known] = symbol
        return sympy.Symbol(known, integer=True)


def formula_of(term: Term | int) -> Formula:
    """The formula of a byte offset; raises `NotAffine`."""
    if isinstance(term, Term) and term.size > LARGEST:
        raise NotAffine("too large to read")
    converter = _Converter()
    return Formula(converter.convert(term), converter.symbols)


def stride_texts(formula: Formula) -> tuple[str | None, str | None, str | None]:
    """Bytes between threads that are neighbours along x, y and z, as text; None where it differs from thread to
    thread."""
    found = [_stride(formula, axis) for axis in THREAD_AXES]
    return found[0], found[1], found[2]


def _stride(formula: Formula, axis: str) -> str | None:
    if any(not s.uniform and not _has_closed_form(n, s) for n, s in formula.symbols.items()):
        return None
    if axis not in formula.symbols:
        return "0"
    symbol = sympy.Symbol(axis, integer=True)
    difference = sympy.expand(formula.expression.xreplace({symbol: symbol + 1}) - formula.expression)
    if any(s.name in THREAD_AXES for s in difference.free_symbols):
        return None
    return c_text(difference)


def _has_closed_form(name: str, symbol: Symbol) -> bool:
    """Thread indices are what strides are about; the counter of an affine loop is the same for all lanes in
    lockstep."""
    return symbol.kind == "thread" or (symbol.kind == "loop" and symbol.step is not None and name.startswith("n_"))


def unknowns_vanish(formula: Formula, modulus: int) -> bool:
    """Whether the cost is the same for every value of what is unknown: each term of the polynomial that holds an
    unknown is the same
    in all lanes and a multiple of `modulus` bytes (32 for sectors, 128 for banks)."""
    expanded = sympy.expand(formula.expression)
    for term in expanded.args if expanded.is_Add else (expanded,):
        names = {s.name for s in term.free_symbols}
        unknown = {n for n in names if formula.symbols[n].unknown}
        if unknown and not _harmless(formula, term, modulus):
            return False
    return True


def _harmless(formula: Formula, term: Any, modulus: int) -> bool:
    coefficient, rest = term.as_coeff_Mul()
    factor = int(coefficient)
    for part in rest.args if rest.is_Mul else (rest,):
        base = part.args[0] if part.is_Pow else part
        if not base.is_Symbol:
            return False
        symbol = formula.symbols[base.name]
        if not symbol.uniform or symbol.kind == "thread":
            return False
        if not symbol.unknown and isinstance(symbol.value, (int, numpy.integer)) and not part.is_Pow:
            factor *= int(symbol.value)
    return factor % modulus == 0
