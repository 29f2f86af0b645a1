"""Every operator of a term on polynomials, and the substitution of a symbol."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from cudalint.address import bitwise, division
from cudalint.address.bounds import Bounds
from cudalint.address.polynomial import (
    ZERO,
    Expression,
    Polynomial,
    added,
    constant,
    factors,
    from_expression,
    multiplied,
    scaled,
    single,
)

POLYNOMIAL_OPERATORS = frozenset({"+", "-", "*", "neg", "~"})

_OPERATIONS: dict[str, Callable[[Polynomial, Polynomial, Bounds], Polynomial]] = {
    "/": division.quotient,
    "%": division.remainder,
    "<<": division.shift_left,
    ">>": division.shift_right,
    "&": bitwise.bit_and,
    "|": bitwise.bit_or,
    "^": bitwise.bit_xor,
    "min": bitwise.minimum,
    "max": bitwise.maximum,
}


def combined(operator: str, operands: Sequence[Polynomial], bounds: Bounds) -> Polynomial:
    """`operator`, as in `cudalint.ir.term`, applied to polynomials; those of "wrap" are (a, bits, signed)."""
    first = operands[0]
    if operator == "+":
        return added(first, operands[1])
    if operator == "-":
        return added(first, operands[1], -1)
    if operator == "*":
        return multiplied(first, operands[1])
    if operator == "neg":
        return scaled(first, -1)
    if operator == "~":
        return bitwise.complement(first)
    if operator == "wrap":
        return bitwise.wrap(first, operands[1], operands[2], bounds)
    return _OPERATIONS[operator](first, operands[1], bounds)


def replaced(polynomial: Polynomial, symbol: Expression, by: Polynomial, bounds: Bounds) -> Polynomial:
    """`polynomial` with `by` in place of `symbol`, everything simplified anew in `bounds`."""
    result: Polynomial = ZERO
    for monomial, coefficient in polynomial.items():
        if symbol not in monomial.free_symbols:
            result = added(result, {monomial: coefficient})
            continue
        term = constant(coefficient)
        for base, exponent in factors(monomial):
            value = _replaced_factor(base, symbol, by, bounds)
            for _ in range(exponent):
                term = multiplied(term, value)
        result = added(result, term)
    return result


def _replaced_factor(base: Expression, symbol: Expression, by: Polynomial, bounds: Bounds) -> Polynomial:
    if base == symbol:
        return by
    if base.is_symbol:
        return single(base)
    operands = [replaced(from_expression(a), symbol, by, bounds) for a in base.args]
    return combined(base.symbol, operands, bounds)
