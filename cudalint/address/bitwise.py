"""C's & | ^ min max and conversions on polynomials, simplified where the ranges of the operands allow it.

Every rule is exact for all values in the given bounds, in two's complement of unlimited width.
"""

from __future__ import annotations

from collections.abc import Callable
from math import inf

from cudalint.address.bounds import Bounds
from cudalint.address.division import applied, low_bits, only
from cudalint.address.operators import BitAnd, BitOr, BitXor, Maximum, Minimum, Wrap
from cudalint.address.polynomial import ZERO, Polynomial, added, as_constant, constant, from_expression, scaled, split
from cudalint.address.ranges import of_integer_type, within


def bit_and(left: Polynomial, right: Polynomial, bounds: Bounds) -> Polynomial:
    """`left & right`."""
    left, right = _constant_last(left, right)
    mask = as_constant(right)
    if mask == 0:
        return ZERO
    if mask == -1 or left == right:
        return left
    if mask is not None:
        masked = _masked(left, mask, bounds)
        if masked is not None:
            return masked
    return _by_digits(BitAnd, left, right, bounds)


def bit_or(left: Polynomial, right: Polynomial, bounds: Bounds) -> Polynomial:
    """`left | right`."""
    left, right = _constant_last(left, right)
    mask = as_constant(right)
    if mask == 0 or left == right:
        return left
    if mask == -1:
        return right
    return _by_digits(BitOr, left, right, bounds)


def bit_xor(left: Polynomial, right: Polynomial, bounds: Bounds) -> Polynomial:
    """`left ^ right`."""
    left, right = _constant_last(left, right)
    mask = as_constant(right)
    if mask == 0:
        return left
    if left == right:
        return ZERO
    if mask == -1:
        return complement(left)
    return _by_digits(BitXor, left, right, bounds)


def complement(operand: Polynomial) -> Polynomial:
    """`~operand`, which is -1 - operand."""
    return added(constant(-1), operand, -1)


def minimum(left: Polynomial, right: Polynomial, bounds: Bounds) -> Polynomial:
    """The smaller of both."""
    low, high = bounds.of(added(left, right, -1))
    if high <= 0:
        return left
    return right if low >= 0 else applied(Minimum, left, right)


def maximum(left: Polynomial, right: Polynomial, bounds: Bounds) -> Polynomial:
    """The larger of both."""
    low, high = bounds.of(added(left, right, -1))
    if low >= 0:
        return left
    return right if high <= 0 else applied(Maximum, left, right)


def wrap(operand: Polynomial, bits: Polynomial, signed: Polynomial, bounds: Bounds) -> Polynomial:
    """`operand` reduced to an integer type (`bits` and `signed` are numbers); itself where it fits."""
    size = as_constant(bits)
    assert size is not None
    if within(bounds.of(operand), of_integer_type(size, signed=bool(signed))):
        return operand
    inner = only(operand, Wrap)
    if inner is not None and int(inner.args[1]) >= size:
        return wrap(from_expression(inner.args[0]), bits, signed, bounds)
    return applied(Wrap, operand, bits, signed)


def _constant_last(left: Polynomial, right: Polynomial) -> tuple[Polynomial, Polynomial]:
    return (right, left) if as_constant(left) is not None else (left, right)


def _masked(left: Polynomial, mask: int, bounds: Bounds) -> Polynomial | None:
    """`left & mask` for a mask of ones at the bottom, or of ones from some bit up; None where that is no simpler."""
    if mask > 0 and mask & (mask + 1) == 0:
        return low_bits(left, mask.bit_length(), bounds)
    cut = (mask & -mask).bit_length() - 1
    size = mask.bit_length()
    from_cut_up = mask == -(1 << cut)
    up_to_size = mask == (1 << size) - (1 << cut) and within(bounds.of(left), (0, (1 << size) - 1))
    if not from_cut_up and not up_to_size:
        return None
    low = low_bits(left, cut, bounds)
    return None if low is None else added(left, low, -1)


def _by_digits(operator: type, left: Polynomial, right: Polynomial, bounds: Bounds) -> Polynomial:
    """The operator on the low digits only, where one operand has no others: (32*q + r) ^ c is 32*q + (r ^ c)."""
    for a, b in ((left, right), (right, left)):
        low, high = bounds.of(b)
        if low < 0 or high == inf:
            continue
        for base in _bases(a, int(high)):
            whole, rest = split(a, base)
            if whole and within(bounds.of(rest), (0, base - 1)):
                digits = _OF_OPERATOR[operator](rest, b, bounds)
                return digits if operator is BitAnd else added(scaled(whole, base), digits)
    return applied(operator, left, right)


def _bases(polynomial: Polynomial, largest: int) -> list[int]:
    """Powers of two above `largest` that divide some term."""
    powers = {c & -c for c in polynomial.values()} | {1 << largest.bit_length()}
    return sorted(p for p in powers if p > largest)


_OF_OPERATOR: dict[type, Callable[[Polynomial, Polynomial, Bounds], Polynomial]] = {
    BitAnd: bit_and,
    BitOr: bit_or,
    BitXor: bit_xor,
}
