"""Formulas as C text: deterministic, with the common factor in front."""

from __future__ import annotations

from typing import Any

import sympy

from cudalint.address.operators import Complement, IntegerOperator, Maximum, Minimum, Wrap

_ADD, _MULTIPLY, _ATOM = 8, 9, 20
_RANKS = ("blockIdx", "threadIdx")


def c_text(expression: Any) -> str:
    """The expression as C would write it."""
    return _text(expression)[0]


def factored(expression: Any) -> str:
    """The expression with the greatest common integer factor taken out: 4*(N*row + col)."""
    expanded = sympy.expand(expression)
    factor = int(sympy.gcd_terms(expanded).as_coeff_Mul()[0]) if expanded.is_Add else 1
    if factor in (0, 1, -1):
        return c_text(expanded)
    inner, strength = _text(sympy.expand(expanded / factor))
    return f"{factor}*{inner}" if strength > _MULTIPLY else f"{factor}*({inner})"


def _text(expression: Any) -> tuple[str, int]:
    """(text, how tightly its outermost operator binds)."""
    if expression.is_Integer:
        number = int(expression)
        return str(number), _ATOM if number >= 0 else _ADD
    if expression.is_Symbol:
        return str(expression.name), _ATOM
    if expression.is_Add:
        return _sum(expression)
    if expression.is_Mul:
        return _product(expression)
    if expression.is_Pow:
        base, exponent = expression.args
        if exponent.is_Integer and exponent > 0:
            return "*".join([_inside(base, _MULTIPLY)] * int(exponent)), _MULTIPLY
    if isinstance(expression, IntegerOperator):
        return _operator(expression)
    return str(expression), 0


def _inside(expression: Any, strength: int) -> str:
    text, own = _text(expression)
    return text if own >= strength else f"({text})"


def _rank(expression: Any) -> tuple[int, str]:
    """Blocks first, other terms, threads, constants last."""
    if expression.is_Integer:
        return 3, ""
    names = sorted(s.name for s in expression.free_symbols)
    first = min((_RANKS.index(p) * 2 for n in names for p in _RANKS if n.startswith(p)), default=1)
    return first, c_text(expression)


def _sum(expression: Any) -> tuple[str, int]:
    result = ""
    for term in sorted(expression.args, key=_rank):
        coefficient, _ = term.as_coeff_Mul()
        if result and coefficient.is_negative:
            result += " - " + _inside(-term, _MULTIPLY)
        else:
            result += (" + " if result else "") + _inside(term, _ADD)
    return result, _ADD


def _product(expression: Any) -> tuple[str, int]:
    coefficient, rest = expression.as_coeff_Mul()
    factors = sorted(rest.args if rest.is_Mul else (rest,), key=_rank)
    parts = [_inside(f, _MULTIPLY + 1 if isinstance(f, IntegerOperator) else _MULTIPLY) for f in factors]
    if coefficient == -1:
        return "-" + "*".join(parts), _ADD
    if coefficient != 1:
        parts.insert(0, str(int(coefficient)))
    return "*".join(parts), _MULTIPLY


def _operator(expression: Any) -> tuple[str, int]:
    arguments = expression.args
    if isinstance(expression, (Minimum, Maximum)):
        return f"{expression.symbol}({c_text(arguments[0])}, {c_text(arguments[1])})", _ATOM
    if isinstance(expression, Complement):
        return "~" + _inside(arguments[0], _ATOM), 15
    if isinstance(expression, Wrap):
        kind = "int" if int(arguments[2]) else "unsigned"
        return f"({kind})" + _inside(arguments[0], _ATOM), 15
    left, right = _inside(arguments[0], expression.strength), _inside(arguments[1], expression.strength + 1)
    return f"{left} {expression.symbol} {right}", expression.strength
