"""What values a polynomial can take, from what its symbols can."""

from __future__ import annotations

from collections.abc import Mapping

from cudalint.address import ranges
from cudalint.address.polynomial import ONE, Expression, Polynomial, factors, from_expression
from cudalint.address.ranges import EVERYTHING, Range


class Bounds:
    """Ranges of symbols, and of everything made of them; remembers what it has worked out."""

    __slots__ = ("_known", "_symbols")

    def __init__(self, symbols: Mapping[Expression, Range]) -> None:
        self._symbols = dict(symbols)
        self._known: dict[Expression, Range] = {ONE: (1, 1)}

    def add(self, symbol: Expression, range_: Range) -> None:
        """Say what values a symbol that did not occur yet can take."""
        self._symbols[symbol] = range_

    def with_range(self, symbol: Expression, range_: Range) -> Bounds:
        """The same bounds but for one symbol."""
        return Bounds({**self._symbols, symbol: range_})

    def symbol(self, symbol: Expression) -> Range:
        """The range of one symbol."""
        return self._symbols.get(symbol, EVERYTHING)

    def of(self, polynomial: Polynomial) -> Range:
        """The range of a polynomial; wider than need be where a symbol occurs twice."""
        low: ranges.End = 0
        high: ranges.End = 0
        for monomial, coefficient in polynomial.items():
            known = self._known.get(monomial)
            if known is None:
                known = self._known[monomial] = self._monomial(monomial)
            term = ranges.scaled(known, coefficient)
            low, high = low + term[0], high + term[1]
        return low, high

    def _monomial(self, monomial: Expression) -> Range:
        result: Range = (1, 1)
        for base, exponent in factors(monomial):
            range_ = self.symbol(base) if base.is_symbol else self._operator(base)
            result = ranges.multiplied(result, ranges.raised(range_, exponent))
        return result

    def _operator(self, operator: Expression) -> Range:
        if operator.symbol == "wrap":
            bits, signed = (int(a) for a in operator.args[1:])
            return ranges.of_integer_type(bits, signed=bool(signed))
        return ranges.of_operator(operator.symbol, [self.of(from_expression(a)) for a in operator.args])
