"""C's arithmetic on values: exact integers of the declared width, one number or one per lane."""

from __future__ import annotations

import operator as python_operator
from collections.abc import Callable
from functools import cache, partial
from typing import Any

import numpy

from cudalint.address.evaluate import of_one_kind, right_shift_count
from cudalint.ir.term import Term
from cudalint.ir.types import LONG, Boolean, Floating, Integer, Type
from cudalint.ir.types import Pointer as PointerType
from cudalint.simt.memory import SHARED
from cudalint.simt.values import (
    ASSUMED,
    KNOWN,
    STAND_IN,
    UNIFORM,
    VARYING,
    Data,
    Number,
    Pointer,
    Value,
    as_number,
    build,
    is_varying,
    rounded,
    taint_of,
    term_of,
)

COMPARISONS: dict[str, Callable[[Any, Any], Any]] = {
    "<": python_operator.lt,
    ">": python_operator.gt,
    "<=": python_operator.le,
    ">=": python_operator.ge,
    "==": python_operator.eq,
    "!=": python_operator.ne,
}
_WIDE = (1 << 64) - 1
_SPREADS, _MIXES, _HALF = numpy.uint64(0x9E3779B97F4A7C15), numpy.uint64(0xBF58476D1CE4E5B9), numpy.uint64(32)

ADDRESS_BYTES = 4
"""The least size of an integer that an address is cast to: addresses in shared memory have 32 bits."""


def wrap(data: Data, type_: Type) -> Data:
    """`data` reduced to the range of an integer type (two's complement)."""
    if isinstance(type_, Boolean):
        return data != 0 if is_varying(data) else bool(data)
    if type_.size >= 8:
        if is_varying(data):
            return data
        data = int(data) & _WIDE
        return data - (1 << 64) if data >> 63 else data
    bits = type_.size * 8
    mask = (1 << bits) - 1
    signed = isinstance(type_, Integer) and type_.signed
    if is_varying(data):
        data = data.astype(numpy.int64, copy=False)
        if not signed:
            return data & mask
        half = 1 << (bits - 1)
        return ((data + half) & mask) - half
    data = int(data) & mask
    return data - (1 << bits) if signed and data >> (bits - 1) else data


def _same(before: Data, after: Data) -> bool:
    if is_varying(before) or is_varying(after):
        return bool(numpy.array_equal(before, after))
    return bool(before == after)


def _wrapped(data: Data, term: Term | int | None, type_: Type) -> tuple[Data, Term | int | None]:
    """Wrap, and say so in the term only where it changed something."""
    if isinstance(type_, Integer) and not type_.signed and type_.size < 8 and _fits(data, 8 * type_.size):
        return data, term
    reduced = wrap(data, type_)
    if term is None or isinstance(term, int) or _same(data, reduced):
        return reduced, term
    signed = int(isinstance(type_, Integer) and type_.signed)
    return reduced, Term("wrap", term, type_.size * 8, signed)


def _fits(data: Data, bits: int) -> bool:
    """Whether all lanes hold integers of so many bits, none of them negative: in one look."""
    return is_varying(data) and data.dtype == numpy.int64 and not int(numpy.bitwise_or.reduce(data)) >> bits


def divide(left: Data, right: Data) -> tuple[Data, Data]:
    """Quotient truncated towards zero, and remainder; a zero divisor yields the dividend's own quotient by one."""
    if not is_varying(left) and not is_varying(right):
        if right == 0:
            return 0, 0
        left, right = int(left), int(right)
        quotient = abs(left) // abs(right)
        if (left < 0) != (right < 0):
            quotient = -quotient
        return quotient, left - quotient * right
    divisor = numpy.where(numpy.asarray(right) == 0, 1, right)
    if numpy.min(left) >= 0 and numpy.min(divisor) > 0:
        quotient = left // divisor
    else:
        quotient = numpy.sign(left) * numpy.sign(divisor) * (numpy.abs(left) // numpy.abs(divisor))
    return quotient, left - quotient * divisor


def _shift_count(data: Data) -> Data:
    return data & 63 if is_varying(data) else int(data) & 63


def as_unsigned(data: Data, type_: Type) -> Data:
    """A 64-bit unsigned number as itself: it is kept as the signed number of the same bits."""
    if not isinstance(type_, Integer) or type_.signed or type_.size < 8:
        return data
    return data.astype(numpy.uint64) if is_varying(data) else int(data) & _WIDE


def _divided(operator: str, left: Data, right: Data, type_: Type) -> Data:
    """`/` or `%`; of 64-bit unsigned numbers as such."""
    wide = isinstance(type_, Integer) and type_.size >= 8 and not type_.signed
    if wide and (numpy.min(left) < 0 or numpy.min(right) < 0):
        big, divisor = as_unsigned(left, type_), as_unsigned(right, type_)
        if not is_varying(big) and not is_varying(divisor):
            return (big // divisor if operator == "/" else big % divisor) if divisor else 0
        big, divisor = numpy.asarray(big, numpy.uint64), numpy.asarray(divisor, numpy.uint64)
        divisor = numpy.where(divisor == 0, numpy.uint64(1), divisor)
        return (big // divisor if operator == "/" else big % divisor).astype(numpy.int64)
    quotient, remainder = divide(left, right)
    return quotient if operator == "/" else remainder


_INTEGER_OPERATORS: dict[str, Callable[[Any, Any], Any]] = {
    "+": python_operator.add,
    "-": python_operator.sub,
    "*": python_operator.mul,
    "&": python_operator.and_,
    "|": python_operator.or_,
    "^": python_operator.xor,
    "<<": lambda left, right: left << _shift_count(right),
    ">>": lambda left, right: left >> right_shift_count(right),
}


def _as_integer(data: Data) -> Data:
    if is_varying(data):
        return data if data.dtype == numpy.int64 else data.astype(numpy.int64)
    return int(data)


def _floating_result(operator: str, left: Data, right: Data) -> Data:
    if operator == "+":
        return left + right
    if operator == "-":
        return left - right
    if operator == "*":
        return left * right
    if is_varying(left) or is_varying(right):
        return left / numpy.where(numpy.asarray(right) == 0, 1.0, right)
    return left / right if right else 0.0


def _annihilates(operator: str, left: Number, right: Number) -> bool:
    """Zero times anything, however unknown, is zero."""
    if operator not in ("*", "&"):
        return False
    return _is_zero(left) or _is_zero(right)


def _is_zero(number: Number) -> bool:
    return number.term is None and number.taint == KNOWN and not is_varying(number.data) and bool(number.data == 0)


def binary(operator: str, left: Number, right: Number, type_: Type) -> Number:
    """`left operator right`, both of `type_` (shifts: each promoted); not for comparisons."""
    return operation(operator, type_)(left, right)


@cache
def operation(operator: str, type_: Type) -> Callable[[Number, Number], Number]:
    """`binary` for one operator and one type."""
    if isinstance(type_, Floating):
        return partial(_floating_operation, operator)
    return _integer_operation(operator, type_)


def follows_floating(taint: int, *data: Data) -> bool:
    """Whether a floating-point result is worked out, and not just something that nobody knows.

    A factor that nobody knows but that is the same in all lanes leaves those apart that were: coordinates are scaled.
    What is loaded lane by lane says nothing of where the lanes lie.
    """
    return taint <= ASSUMED or (taint < VARYING and any(map(is_varying, data)))


def _floating_operation(operator: str, left: Number, right: Number) -> Number:
    taint = max(left.taint, right.taint)
    if not follows_floating(taint, left.data, right.data):
        return Number(0.5, taint)
    try:
        return Number(_floating_result(operator, left.data, right.data), taint)
    except (OverflowError, TypeError, ZeroDivisionError):
        return Number(0.5, UNIFORM)


def _integer_operation(operator: str, type_: Type) -> Callable[[Number, Number], Number]:
    result_of = _INTEGER_OPERATORS.get(operator) or partial(_divided, operator, type_=type_)
    array_wraps = operator == "<<" or (isinstance(type_, Integer) and not type_.signed)

    def run(left: Number, right: Number) -> Number:
        taint = left.taint if left.taint > right.taint else right.taint
        if taint and _annihilates(operator, left, right):
            return Number(0)
        a, b = left.data, right.data
        if a.__class__ is not int or b.__class__ is not int:
            a, b = of_one_kind(_as_integer(a), _as_integer(b))
        result = result_of(a, b)
        varying = is_varying(result)
        if not varying and taint == KNOWN and left.term is None and right.term is None:
            return Number(wrap(result, type_))
        term = build(operator, left, right)
        if not varying or array_wraps:
            result, term = _wrapped(result, term, type_)
        return Number(result, taint, term)

    return run


def compare(operator: str, left: Number, right: Number, type_: Type = LONG) -> Number:
    """A comparison of two numbers of `type_`; its value is a bool."""
    a, b = as_unsigned(left.data, type_), as_unsigned(right.data, type_)
    taint = max(left.taint, right.taint)
    if taint == ASSUMED and isinstance(type_, Floating) and (is_varying(a) or is_varying(b)):
        # No natural size of a float makes some lanes pass and others not.
        taint = UNIFORM
    return Number(COMPARISONS[operator](a, b), taint)


def negate(value: Number, type_: Type) -> Number:
    """`-value`."""
    if isinstance(type_, Floating):
        return Number(-value.data if follows_floating(value.taint, value.data) else 0.5, value.taint)
    return binary("-", Number(0), value, type_)


def complement(value: Number, type_: Type) -> Number:
    """`~value`."""
    data = ~_as_integer(value.data)
    if value.term is None and not is_varying(data):
        return Number(wrap(data, type_), value.taint)
    data, term = _wrapped(data, Term("~", term_of(value)), type_)
    return Number(data, value.taint, term)


def holds_all(source: Integer, target: Integer) -> bool:
    """Whether every value of one integer type is one of the other."""
    if source.size == target.size:
        return source.signed == target.signed
    return target.size > source.size and (target.signed or not source.signed)


def to_integer(value: Number, source: Type, target: Type) -> Number:
    """A conversion to an integer or bool type."""
    data = value.data
    if isinstance(target, Boolean):
        return Number(data != 0 if is_varying(data) else bool(data), value.taint)
    if is_varying(data):
        if data.dtype == numpy.float64:
            return rounded(wrap(numpy.nan_to_num(data).astype(numpy.int64), target), value.taint)
        if data.dtype == bool:
            return Number(data.astype(numpy.int64), value.taint)
    elif isinstance(data, float):
        if value.taint >= UNIFORM:
            return Number(STAND_IN, value.taint)
        return Number(wrap(int(data) if abs(data) < 1e18 else 0, target), value.taint)
    elif isinstance(data, bool):
        return Number(int(data), value.taint)
    if isinstance(source, Integer) and isinstance(target, Integer) and holds_all(source, target):
        return value
    if value.term is None:
        return Number(wrap(data, target), value.taint)
    data, term = _wrapped(data, value.term, target)
    return Number(data, value.taint, term)


def to_floating(value: Number) -> Number:
    """A conversion to a floating-point type."""
    data = value.data
    if not follows_floating(value.taint, data):
        return Number(0.5, value.taint)
    return Number(data.astype(numpy.float64) if is_varying(data) else float(data), value.taint)


def convert(value: Value, source: Type, target: Type) -> Value:
    """An arithmetic or pointer conversion; values that it does not apply to pass through."""
    if isinstance(target, PointerType):
        return value
    if isinstance(target, (Integer, Boolean)):
        if isinstance(value, Pointer) and value.memory.kind == SHARED and target.size >= 4:
            return value  # addresses of shared memory fit into 32 bits, and inline PTX takes them that way
        if isinstance(value, Pointer):
            return _address_as_integer(value, target)
        return to_integer(as_number(value), source, target)
    if isinstance(target, Floating):
        return to_floating(as_number(value))
    return value


def _address_as_integer(pointer: Pointer, target: Type) -> Value:
    """An address cast to an integer stays a pointer where it fits, so that it can become an address again."""
    if isinstance(target, Boolean):
        return Number(True)
    return pointer if target.size >= ADDRESS_BYTES else as_number(pointer)


def address_arithmetic(operator: str, left: Value, right: Value, type_: Type) -> Pointer | None:
    """What integer arithmetic makes of an address that was cast to an integer; None where that is no address."""
    if isinstance(left, Pointer) == isinstance(right, Pointer):
        return None
    pointer, other = (left, right) if isinstance(left, Pointer) else (right, left)
    if not isinstance(pointer, Pointer) or not isinstance(other, Number):
        return None
    if operator == "+" or (operator == "-" and pointer is left):
        return move(pointer, other, 1, 1 if operator == "+" else -1)
    if operator in ("^", "|"):
        moved = binary(operator, as_number(pointer), other, type_)
        return Pointer(pointer.memory, _as_integer(moved.data), moved.taint, term_of(moved))
    return None


def _address(base: Data, distance: Data) -> Data:
    """The sum, as a pointer of 64 bits holds it."""
    if is_varying(base) != is_varying(distance):
        base, distance = (d if is_varying(d) else wrap(d, LONG) for d in (base, distance))
    total = base + distance
    return total if is_varying(total) else wrap(total, LONG)


def move(pointer: Pointer, index: Value, scale: int, sign: int = 1) -> Pointer:
    """`pointer` moved by `index` elements of `scale` bytes."""
    number = as_number(index)
    step = sign * scale
    offset = _address(pointer.offset, step * _as_integer(number.data))
    taint = max(pointer.taint, number.taint)
    if (
        not is_varying(offset)
        and pointer.term is None
        and number.term is None
        and pointer.taint == KNOWN
        and number.taint == KNOWN
    ):
        return Pointer(pointer.memory, offset, taint)
    index_term = term_of(number)
    scaled = index_term * step if isinstance(index_term, int) else Term("*", index_term, step)
    base = term_of(pointer)
    term: Term | int | None
    if isinstance(base, int) and base == 0:
        term = scaled
    elif isinstance(base, int) and isinstance(scaled, int):
        term = base + scaled
    else:
        term = Term("+", base, scaled)
    return Pointer(pointer.memory, offset, taint, term)


def pseudo_random(seed: Data, type_: Type) -> Data:
    """Stand-ins for loaded integers: equal addresses give equal values, others independent ones, also in each byte of
    them. Small types stay in range, and all are positive."""
    mask = 0xFF if type_.size == 1 else 0x7FFF if type_.size == 2 else 0x7FFFFFFF
    mixed = (numpy.asarray(seed, numpy.int64) + 1).astype(numpy.uint64) * _SPREADS
    mixed = (mixed ^ (mixed >> _HALF)) * _MIXES
    data = (mixed >> _HALF).astype(numpy.int64) & mask
    return data if is_varying(seed) else int(data)


def worst_taint(*values: Value) -> int:
    """The least sure of some values."""
    return max((taint_of(v) for v in values), default=KNOWN)


__all__ = [
    "VARYING",
    "binary",
    "compare",
    "complement",
    "convert",
    "divide",
    "move",
    "negate",
    "pseudo_random",
    "worst_taint",
    "wrap",
]
