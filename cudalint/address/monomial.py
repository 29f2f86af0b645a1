"""What polynomials are made of: symbols, operators on polynomials, and products of both.

Parts that mean the same are equal, however they came about. sympy has all of this, and `in_sympy` turns it into that;
but loading sympy takes longer than everything else that is done for one small file.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import TypeAlias

Powers: TypeAlias = tuple[tuple["Part", int], ...]


class Part:
    """`key`: a text that equal parts have in common, and no others; `free_symbols`: all symbols in it."""

    __slots__ = ("free_symbols", "key")

    is_symbol = False
    is_number = False

    def __init__(self, key: str, free_symbols: Iterable[Symbol] = ()) -> None:
        self.key = key
        self.free_symbols: frozenset[Symbol] = frozenset(free_symbols)

    def __eq__(self, other: object) -> bool:
        return self is other or (isinstance(other, Part) and self.key == other.key)

    def __hash__(self) -> int:
        return hash(self.key)

    def __repr__(self) -> str:
        return self.key

    @property
    def powers(self) -> Powers:
        """Its factors, each with its exponent."""
        return ((self, 1),)

    def operators(self) -> Iterator[Operator]:
        """All operators in it, also in the operands of others."""
        return iter(())


class Symbol(Part):
    """An integer."""

    __slots__ = ("name",)

    is_symbol = True

    def __init__(self, name: str) -> None:
        super().__init__(repr(name))
        self.name = name
        self.free_symbols = frozenset((self,))


class Sum(Part):
    """A polynomial as the operand of an operator, its terms in an order that does not depend on how it came about."""

    __slots__ = ("is_number", "polynomial")

    def __init__(self, polynomial: Mapping[Part, int]) -> None:
        terms = sorted(polynomial.items(), key=lambda term: term[0].key)
        super().__init__(
            f"[{' + '.join(f'{coefficient}*{monomial.key}' for monomial, coefficient in terms)}]",
            (s for monomial, _ in terms for s in monomial.free_symbols),
        )
        self.polynomial: Mapping[Part, int] = dict(terms)
        self.is_number = not terms or (len(terms) == 1 and ONE in self.polynomial)

    def __int__(self) -> int:
        """Of a sum that is a number."""
        return self.polynomial.get(ONE, 0)

    def operators(self) -> Iterator[Operator]:
        """All operators in its terms."""
        return (operator for monomial in self.polynomial for operator in monomial.operators())


class Operator(Part):
    """An operator of C with its operands; `symbol`: its name in a term."""

    __slots__ = ("args",)

    symbol = ""

    def __init__(self, *args: Sum) -> None:
        operands = ", ".join(a.key for a in args)
        super().__init__(f"{self.symbol}({operands})", (s for a in args for s in a.free_symbols))
        self.args = args

    def operators(self) -> Iterator[Operator]:
        """Itself, and those in its operands."""
        yield self
        for operand in self.args:
            yield from operand.operators()


class Product(Part):
    """Several factors, or one with an exponent above 1; none for the number 1. Made by `product` alone, so that there
    is one form of each."""

    __slots__ = ("_powers",)

    def __init__(self, powers: Powers) -> None:
        text = "*".join(f"{base.key}^{exponent}" for base, exponent in powers) or "1"
        super().__init__(text, (s for base, _ in powers for s in base.free_symbols))
        self._powers = powers

    @property
    def powers(self) -> Powers:
        """Its factors, each with its exponent."""
        return self._powers

    def operators(self) -> Iterator[Operator]:
        """All operators in its factors."""
        return (operator for base, _ in self._powers for operator in base.operators())


ONE = Product(())


def product(powers: Iterable[tuple[Part, int]]) -> Part:
    """The product of some factors with their exponents; a factor may come several times."""
    exponents: dict[Part, int] = {}
    for base, exponent in powers:
        exponents[base] = exponents.get(base, 0) + exponent
    if not exponents:
        return ONE
    if len(exponents) == 1 and 1 in exponents.values():
        return next(iter(exponents))
    return Product(tuple(sorted(exponents.items(), key=lambda power: power[0].key)))
