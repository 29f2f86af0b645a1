"""An access's address as a formula in threadIdx, loop counters and sizes.

Loop variables are shown as initial + step * counter. The counter of `for (k = c; ...; k++)` is k itself; that of a
variable i that starts elsewhere or moves by another step is n_i: the number of rounds done. A variable that does not
move evenly is shown as itself. Where two symbols have one name, the second is shown as name_2. A part too large to read
is shown as "(...)".
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from cudalint.address.bounds import Bounds
from cudalint.address.conversion import Conversion
from cudalint.address.evaluate import Data, apply
from cudalint.address.leaves import Leaf, symbol_named
from cudalint.address.polynomial import Expression, Polynomial, factors, from_expression
from cudalint.address.printer import Printer
from cudalint.ir.term import Term

_NO_EXTENTS: Mapping[str, int] = {}


@dataclass(frozen=True, slots=True, eq=False)
class Formula:
    """A byte offset from the object's start.

    `text`: C text. `leaves`: the symbols that occur in it, by the name that the text gives them. `element_size`: bytes
    of what the array holds. `polynomial`, `bounds`: what the other modules of this package reckon with. `chosen`: it is
    only this one because of what unknown values were assumed to be.
    """

    text: str
    leaves: Mapping[str, Leaf]
    element_size: int
    polynomial: Polynomial = field(repr=False)
    bounds: Bounds = field(repr=False)
    _printer: Printer = field(repr=False)
    chosen: bool = False

    @property
    def symbols(self) -> tuple[str, ...]:
        """The names in the text, sorted."""
        return tuple(sorted(self.leaves))

    @property
    def unknown(self) -> tuple[str, ...]:
        """The names whose values are only stand-ins, sorted."""
        return tuple(sorted(n for n, leaf in self.leaves.items() if leaf.unknown))

    @property
    def expression(self) -> Expression:
        """The offset as an expanded sympy expression."""
        from cudalint.address.in_sympy import in_sympy

        return in_sympy(self.polynomial)

    def text_of(self, polynomial: Polynomial, element_size: int | None = None) -> str:
        """C text of another number of bytes over the same symbols."""
        return self._printer.bytes_text(polynomial, element_size or self.element_size)

    def at(self, values: Mapping[str, Data] | None = None) -> Data:
        """The byte offset, an int or an int64 array over lanes, for the values that the symbols have, or those given
        instead by name.
        """
        return value_of(self.polynomial, {n: leaf.value for n, leaf in self.leaves.items()} | dict(values or {}))


def formula(term: Term | int, element_size: int, extents: Mapping[str, int] = _NO_EXTENTS) -> Formula:
    """The formula of a byte offset in an array of elements of `element_size` bytes.

    `extents`: blockDim.x, gridDim.y and the like as far as they are known, which bound threadIdx and blockIdx.
    """
    conversion = Conversion(extents)
    polynomial = conversion.convert(term)
    names = {s.name for m in polynomial for s in m.free_symbols}
    leaves = {n: leaf for n, leaf in conversion.leaves.items() if n in names}
    printer = Printer({n: leaf.kind for n, leaf in leaves.items()})
    text = printer.bytes_text(polynomial, element_size)
    return Formula(text, leaves, element_size, polynomial, conversion.bounds, printer, conversion.chosen)


def value_of(polynomial: Polynomial, values: Mapping[str, Data]) -> Data:
    """What a polynomial comes to for the values of its symbols by name."""
    return _value(polynomial, {symbol_named(n): v for n, v in values.items()})


def _value(polynomial: Polynomial, known: dict[Expression, Data]) -> Data:
    result: Any = 0
    for monomial, coefficient in polynomial.items():
        term: Any = coefficient
        for base, exponent in factors(monomial):
            if base not in known:
                operands = [_value(from_expression(a), known) for a in base.args]
                known[base] = apply(base.symbol, operands)
            for _ in range(exponent):
                term = apply("*", [term, known[base]])
        result = apply("+", [result, term])
    return result
