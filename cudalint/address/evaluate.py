"""Terms as numbers: what a formula gives for the values that its symbols have now."""

from __future__ import annotations

from typing import Any

import numpy

from cudalint.ir.term import Symbol, Term

Data = Any


def evaluate(term: Term | int) -> Data:
    """The integer, or the int64 array over lanes, that a term stands for; C's rules for / % >> and wrapping."""
    if isinstance(term, int):
        return term
    results: dict[int, Data] = {}
    stack: list[tuple[Term, bool]] = [(term, False)]
    while stack:
        current, ready = stack.pop()
        if id(current) in results:
            continue
        if isinstance(current, Symbol):
            results[id(current)] = current.value
            continue
        if not ready:
            stack.append((current, True))
            stack.extend((a, False) for a in current.arguments if isinstance(a, Term) and id(a) not in results)
            continue
        values = [results[id(a)] if isinstance(a, Term) else a for a in current.arguments]
        results[id(current)] = apply(current.operator, values)
    return results[id(term)]


def apply(operator: str, values: list[Data]) -> Data:
    """One operator on numbers."""
    first = values[0]
    if operator == "wrap":
        return _wrapped(first, int(values[1]), bool(values[2]))
    if operator == "neg":
        return -first
    if operator == "~":
        return ~first
    second = values[1]
    if operator == "+":
        return first + second
    if operator == "-":
        return first - second
    if operator == "*":
        return first * second
    if operator in ("/", "%"):
        quotient, remainder = _divided(first, second)
        return quotient if operator == "/" else remainder
    if operator == "<<":
        return first << second
    if operator == ">>":
        return first >> second
    if operator == "&":
        return first & second
    if operator == "|":
        return first | second
    if operator == "^":
        return first ^ second
    larger = operator == "max"
    if isinstance(first, numpy.ndarray) or isinstance(second, numpy.ndarray):
        return (numpy.maximum if larger else numpy.minimum)(first, second)
    return (max if larger else min)(first, second)


def _divided(left: Data, right: Data) -> tuple[Data, Data]:
    """Quotient truncated towards zero, and the remainder that goes with it; by zero, both are 0 (lanes that never do
    it)."""
    if not isinstance(left, numpy.ndarray) and not isinstance(right, numpy.ndarray):
        if right == 0:
            return 0, 0
        quotient = abs(left) // abs(right)
        quotient = -quotient if (left < 0) != (right < 0) else quotient
        return quotient, left - quotient * right
    divisor = numpy.where(numpy.asarray(right) == 0, 1, right)
    quotient = numpy.sign(left) * numpy.sign(divisor) * (numpy.abs(left) // numpy.abs(divisor))
    return quotient, left - quotient * divisor


def _wrapped(value: Data, bits: int, signed: bool) -> Data:
    mask = (1 << bits) - 1
    if isinstance(value, numpy.ndarray):
        if bits >= 64:
            return value
        half = 1 << (bits - 1)
        return ((value + half) & mask) - half if signed else value & mask
    value &= mask
    return value - (1 << bits) if (signed or bits >= 64) and value >> (bits - 1) else value


def agrees(term: Term | int, executed: Data, active: Data) -> bool:
    """Whether the formula gives the executed byte offsets in every active lane."""
    given = evaluate(term)
    different = numpy.not_equal(given, executed)
    if not isinstance(different, numpy.ndarray) or different.ndim == 0:
        return not bool(different)
    return not bool((different & active).any())
