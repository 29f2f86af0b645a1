"""Terms as numbers: what a formula gives for the values that its symbols have now."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy

from cudalint.ir.term import CHOSEN, Symbol, Term

Data = Any
"""An int, or an int64 array over lanes."""

_MACHINE_BITS = 64


def _value_now(symbol: Symbol) -> Data:
    return symbol.value


def evaluate(term: Term | int, value_of: Callable[[Symbol], Data] = _value_now) -> Data:
    """The integer, or the int64 array over lanes, that a term stands for now; C's rules for / % >> and wrapping.

    `value_of`: what a symbol stands for instead. Each node is computed once, however often it is shared.
    """
    if isinstance(term, int):
        return term
    results: dict[int, Data] = {}
    stack: list[Term] = [term]
    while stack:
        current = stack[-1]
        if id(current) in results:
            stack.pop()
            continue
        if isinstance(current, Symbol):
            results[id(current)] = _integers(value_of(current))
            continue
        waiting = [a for a in current.arguments if isinstance(a, Term) and id(a) not in results]
        if waiting:
            stack.extend(reversed(waiting))
            continue
        values = [results[id(a)] if isinstance(a, Term) else a for a in current.arguments]
        results[id(current)] = apply(current.operator, values)
    return results[id(term)]


def right_shift_count(count: Data) -> Data:
    """A count as the hardware takes it: one beyond the word shifts everything out."""
    return numpy.clip(count, 0, 63) if isinstance(count, numpy.ndarray) else min(max(int(count), 0), 63)


def apply(operator: str, values: list[Data]) -> Data:
    """One operator of `cudalint.ir.term` on numbers; Python integers are exact, arrays have 64 bits.

    Division by zero, which C leaves undefined, gives 0 for numbers; a shift to the left is by its count modulo 64.
    """
    first = values[0]
    if operator == "wrap":
        return _wrapped(first, int(values[1]), bool(values[2]))
    if operator == CHOSEN:
        return first
    if operator == "neg":
        return -first
    if operator == "~":
        return ~first
    first, second = of_one_kind(first, values[1])
    if operator == "+":
        return first + second
    if operator == "-":
        return first - second
    if operator == "*":
        return first * second
    if operator == "/":
        return _divided(first, second)[0]
    if operator == "%":
        return _divided(first, second)[1]
    if operator == "<<":
        return first << (second & 63)
    if operator == ">>":
        return first >> right_shift_count(second)
    if operator == "&":
        return first & second
    if operator == "|":
        return first | second
    if operator == "^":
        return first ^ second
    return _extreme(first, second, larger=operator == "max")


def agrees(term: Term | int, executed: Data, active: Data) -> bool:
    """Whether the formula gives the executed byte offsets in every active lane."""
    given, executed = of_one_kind(evaluate(term), executed)
    different = numpy.not_equal(given, executed)
    if not isinstance(different, numpy.ndarray) or different.ndim == 0:
        return not bool(different)
    return not bool((different & active).any())


def _integers(value: Data) -> Data:
    """A symbol's value; truth values count as 0 and 1."""
    if isinstance(value, numpy.ndarray):
        return value if value.dtype == numpy.int64 else value.astype(numpy.int64)
    return int(value)


def of_one_kind(left: Data, right: Data) -> tuple[Data, Data]:
    """Beside an array a number is one of 64 bits, too."""
    if isinstance(left, numpy.ndarray) and isinstance(right, int):
        return left, _wrapped(right, _MACHINE_BITS, True)
    if isinstance(right, numpy.ndarray) and isinstance(left, int):
        return _wrapped(left, _MACHINE_BITS, True), right
    return left, right


def _extreme(left: Data, right: Data, *, larger: bool) -> Data:
    if isinstance(left, numpy.ndarray) or isinstance(right, numpy.ndarray):
        return (numpy.maximum if larger else numpy.minimum)(left, right)
    return (max if larger else min)(left, right)


def _divided(left: Data, right: Data) -> tuple[Data, Data]:
    """Quotient truncated towards zero, and the remainder that goes with it."""
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
        if bits >= _MACHINE_BITS:
            return value
        half = 1 << (bits - 1)
        return ((value + half) & mask) - half if signed else value & mask
    value &= mask
    return value - (1 << bits) if (signed or bits >= _MACHINE_BITS) and value >> (bits - 1) else value
