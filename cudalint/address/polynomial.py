"""Polynomials with integer coefficients over symbols and C's integer operators.

A polynomial is a dict from monomial (a product without a number in front) to coefficient; the constant belongs to the
monomial 1, and no coefficient is 0. So sums cost a dict update instead of a new expression. Polynomials are never
changed once they are made.
"""

from __future__ import annotations

from collections.abc import Mapping
from math import gcd
from typing import Any, TypeAlias

from cudalint.address.monomial import ONE, Sum, product

__all__ = ["ONE", "product"]

Expression: TypeAlias = Any
Polynomial: TypeAlias = Mapping[Expression, int]

ZERO: Polynomial = {}


def constant(value: int) -> Polynomial:
    """The polynomial of one number."""
    return {ONE: value} if value else ZERO


def single(monomial: Expression) -> Polynomial:
    """The polynomial of one symbol or operator; a number gives a constant."""
    return constant(int(monomial)) if monomial.is_number else {monomial: 1}


def as_constant(polynomial: Polynomial) -> int | None:
    """The number that a polynomial is, None where it has symbols."""
    if not polynomial:
        return 0
    return polynomial.get(ONE) if len(polynomial) == 1 else None


def added(left: Polynomial, right: Polynomial, factor: int = 1) -> Polynomial:
    """left + factor * right."""
    result = dict(left)
    for monomial, coefficient in right.items():
        total = result.get(monomial, 0) + factor * coefficient
        if total:
            result[monomial] = total
        else:
            result.pop(monomial, None)
    return result


def scaled(polynomial: Polynomial, factor: int) -> Polynomial:
    """factor * polynomial."""
    if factor == 1:
        return polynomial
    return {m: c * factor for m, c in polynomial.items()} if factor else ZERO


def multiplied(left: Polynomial, right: Polynomial) -> Polynomial:
    """left * right, expanded."""
    for number, other in ((as_constant(left), right), (as_constant(right), left)):
        if number is not None:
            return scaled(other, number)
    result: dict[Expression, int] = {}
    for a, x in left.items():
        for b, y in right.items():
            monomial = b if a is ONE else a if b is ONE else product((*a.powers, *b.powers))
            result[monomial] = result.get(monomial, 0) + x * y
    return {m: c for m, c in result.items() if c}


def content(polynomial: Polynomial) -> int:
    """The greatest common divisor of all coefficients, 0 for the polynomial 0."""
    return gcd(*polynomial.values())


def divided(polynomial: Polynomial, divisor: int) -> Polynomial:
    """polynomial / divisor, which divides every coefficient."""
    return {m: c // divisor for m, c in polynomial.items()}


def split(polynomial: Polynomial, divisor: int) -> tuple[Polynomial, Polynomial]:
    """(quotient, rest) with polynomial == divisor * quotient + rest: the rest has the terms that `divisor` does not
    divide; its constant lies in [0, divisor).
    """
    quotient: dict[Expression, int] = {}
    rest: dict[Expression, int] = {}
    for monomial, coefficient in polynomial.items():
        if coefficient % divisor == 0:
            quotient[monomial] = coefficient // divisor
        elif monomial is ONE:
            if coefficient // divisor:
                quotient[ONE] = coefficient // divisor
            rest[ONE] = coefficient % divisor
        else:
            rest[monomial] = coefficient
    return quotient, rest


def factors(monomial: Expression) -> tuple[tuple[Expression, int], ...]:
    """(symbol or operator, exponent) of a monomial."""
    powers: tuple[tuple[Expression, int], ...] = monomial.powers
    return powers


def to_expression(polynomial: Polynomial) -> Expression:
    """As an operand."""
    return Sum(polynomial)


def from_expression(operand: Expression) -> Polynomial:
    """Of an operand, as `to_expression` makes it."""
    polynomial: Polynomial = operand.polynomial
    return polynomial
