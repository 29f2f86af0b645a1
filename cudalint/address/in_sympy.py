"""Polynomials as sympy expressions, for whoever wants to go on reckoning with them there."""

from __future__ import annotations

from functools import cache
from typing import Any

import sympy

from cudalint.address.evaluate import apply
from cudalint.address.polynomial import Expression, Polynomial, factors, from_expression


def sympy_symbol(name: str) -> Any:
    """The integer of that name."""
    return sympy.Symbol(name, integer=True)


def in_sympy(polynomial: Polynomial) -> Any:
    """The same sum, expanded; C's operators are functions that are exact on integers and left alone on all else."""
    terms = []
    for monomial, coefficient in polynomial.items():
        powers = [sympy.Pow(_factor(base), exponent) for base, exponent in factors(monomial)]
        terms.append(sympy.Mul(sympy.Integer(coefficient), *powers))
    return sympy.Add(*terms)


def _factor(base: Expression) -> Any:
    if base.is_symbol:
        return sympy_symbol(base.name)
    return _function(type(base).__name__, base.symbol)(*(in_sympy(from_expression(a)) for a in base.args))


@cache
def _function(name: str, operator: str) -> Any:
    def value(cls: type, *arguments: Any) -> Any:
        if all(a.is_Integer for a in arguments):
            return sympy.Integer(apply(operator, [int(a) for a in arguments]))
        return None

    return type(name, (sympy.Function,), {"is_integer": True, "is_commutative": True, "eval": classmethod(value)})
