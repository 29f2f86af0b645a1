"""C's / % and >> on polynomials, simplified where the ranges of the operands allow it.

Every rule is exact for all values in the given bounds: / and % truncate, >> rounds down. Division by zero is undefined
in C, so a divisor counts as not zero.
"""

from __future__ import annotations

from math import gcd

from cudalint.address.bounds import Bounds
from cudalint.address.operators import Quotient, Remainder, ShiftLeft, ShiftRight, Wrap
from cudalint.address.polynomial import (
    ONE,
    ZERO,
    Expression,
    Polynomial,
    added,
    as_constant,
    constant,
    content,
    divided,
    factors,
    from_expression,
    product,
    scaled,
    single,
    split,
    to_expression,
)
from cudalint.address.ranges import within


def applied(operator: type, *operands: Polynomial) -> Polynomial:
    """The operator as it is, unsimplified."""
    return single(operator(*(to_expression(o) for o in operands)))


def only(polynomial: Polynomial, operator: type) -> Expression | None:
    """The operator that a polynomial is, and nothing else."""
    if len(polynomial) != 1:
        return None
    monomial, coefficient = next(iter(polynomial.items()))
    return monomial if coefficient == 1 and isinstance(monomial, operator) else None


def quotient(left: Polynomial, right: Polynomial, bounds: Bounds) -> Polynomial:
    """`left / right`."""
    divisor = as_constant(right)
    if divisor is None:
        return _symbolic_quotient(left, right, bounds)
    if divisor == 0:
        return applied(Quotient, left, right)
    if divisor < 0:
        return scaled(_quotient(left, -divisor, bounds), -1)
    return _quotient(left, divisor, bounds)


def remainder(left: Polynomial, right: Polynomial, bounds: Bounds) -> Polynomial:
    """`left % right`, which has the sign of `left`."""
    divisor = as_constant(right)
    if divisor is None:
        return _symbolic_remainder(left, right, bounds)
    if divisor == 0:
        return applied(Remainder, left, right)
    return _remainder(left, abs(divisor), bounds)


def shift_left(left: Polynomial, right: Polynomial, bounds: Bounds) -> Polynomial:
    """`left << right`; a product where the count is a number."""
    count = as_constant(right)
    if count is None or not 0 <= count < 64:
        return applied(ShiftLeft, left, right)
    return scaled(left, 1 << count)


def shift_right(left: Polynomial, right: Polynomial, bounds: Bounds) -> Polynomial:
    """`left >> right`, rounding down; a quotient where the count is a number and `left` is not negative."""
    count = as_constant(right)
    if count is None or not 0 <= count < 64:
        return applied(ShiftRight, left, right)
    if count == 0:
        return left
    divisor = 1 << count
    if bounds.of(left)[0] >= 0:
        return _quotient(left, divisor, bounds)
    whole, rest = split(left, divisor)
    low, high = bounds.of(rest)
    if low >= 0:
        return whole if high < divisor else added(whole, _quotient(rest, divisor, bounds))
    return added(whole, applied(ShiftRight, rest, right))


def low_bits(left: Polynomial, bits: int, bounds: Bounds) -> Polynomial | None:
    """`left` modulo 2 to the power `bits`, never negative (`left & (2^bits - 1)`); None where that is no simpler."""
    divisor = 1 << bits
    inner = only(left, Wrap)
    if inner is not None and bits <= int(inner.args[1]):
        return low_bits(_argument(inner), bits, bounds)
    _, rest = split(left, divisor)
    return _remainder(rest, divisor, bounds) if bounds.of(rest)[0] >= 0 else None


def _quotient(left: Polynomial, divisor: int, bounds: Bounds) -> Polynomial:
    common = gcd(content(left), divisor)
    if common > 1:
        left, divisor = divided(left, common), divisor // common
    if divisor == 1:
        return left
    inner = only(left, Quotient)
    if inner is not None and inner.args[1].is_number and int(inner.args[1]) > 0:
        return _quotient(_argument(inner), divisor * int(inner.args[1]), bounds)
    number = as_constant(left)
    if number is not None:
        return applied(Quotient, left, constant(divisor))
    whole, rest = split(left, divisor)
    low, high = bounds.of(rest)
    if low < 0 or bounds.of(left)[0] < 0:
        return applied(Quotient, left, constant(divisor))
    if high < divisor:
        return whole
    found = _coarser(rest, divisor, bounds)
    if found is not None:
        factor, coarse, _ = found
        return added(whole, _quotient(coarse, divisor // factor, bounds))
    return added(whole, applied(Quotient, rest, constant(divisor)))


def _remainder(left: Polynomial, divisor: int, bounds: Bounds) -> Polynomial:
    if divisor == 1:
        return ZERO
    common = gcd(content(left), divisor)
    if common == divisor:
        return ZERO
    if common > 1:
        return scaled(_remainder(divided(left, common), divisor // common, bounds), common)
    inner = only(left, Remainder)
    if inner is not None and inner.args[1].is_number and int(inner.args[1]) % divisor == 0:
        return _remainder(_argument(inner), divisor, bounds)
    if divisor & (divisor - 1) == 0 and only(left, Wrap) is not None and bounds.of(left)[0] >= 0:
        return low_bits(left, divisor.bit_length() - 1, bounds) or applied(Remainder, left, constant(divisor))
    _, rest = split(left, divisor)
    low, high = bounds.of(rest)
    if low < 0 or bounds.of(left)[0] < 0:
        return applied(Remainder, left, constant(divisor))
    if high < divisor:
        return rest
    found = _coarser(rest, divisor, bounds)
    if found is not None:
        factor, coarse, fine = found
        return added(scaled(_remainder(coarse, divisor // factor, bounds), factor), fine)
    return applied(Remainder, rest, constant(divisor))


def _coarser(left: Polynomial, divisor: int, bounds: Bounds) -> tuple[int, Polynomial, Polynomial] | None:
    """(factor, coarse, fine) with left == factor * coarse + fine, fine in [0, factor) and `factor` a divisor of
    `divisor`: fine does not matter to the quotient, and coarse not to the low digits.
    """
    for factor in sorted({gcd(c, divisor) for c in left.values()} - {1, divisor}, reverse=True):
        coarse, fine = split(left, factor)
        if coarse and within(bounds.of(fine), (0, factor - 1)):
            return factor, coarse, fine
    return None


def _symbolic_quotient(left: Polynomial, right: Polynomial, bounds: Bounds) -> Polynomial:
    whole = _whole_part(left, right, bounds)
    return applied(Quotient, left, right) if whole is None else whole[0]


def _symbolic_remainder(left: Polynomial, right: Polynomial, bounds: Bounds) -> Polynomial:
    whole = _whole_part(left, right, bounds)
    return applied(Remainder, left, right) if whole is None else whole[1]


def _whole_part(left: Polynomial, right: Polynomial, bounds: Bounds) -> tuple[Polynomial, Polynomial] | None:
    """(quotient, remainder) by a single symbolic term, where left is a multiple of it plus less than it."""
    whole: dict[Expression, int] = {}
    rest: dict[Expression, int] = {}
    divisor, factor = next(iter(right.items())) if len(right) == 1 else (ONE, 1)
    for monomial, coefficient in left.items():
        other = None if divisor is ONE or coefficient % factor else _without(monomial, divisor)
        if other is None:
            rest[monomial] = coefficient
        else:
            whole[other] = coefficient // factor
    if not rest:
        return whole, ZERO
    low, high = bounds.of(rest)
    least = bounds.of(right)[0]
    if low >= 0 and high < least and (not whole or bounds.of(left)[0] >= 0):
        return whole, rest
    return None


def _without(monomial: Expression, divisor: Expression) -> Expression | None:
    """monomial / divisor, None where it does not go."""
    left = dict(factors(monomial))
    for base, exponent in factors(divisor):
        remaining = left.get(base, 0) - exponent
        if remaining < 0:
            return None
        left[base] = remaining
    return product((b, e) for b, e in left.items() if e)


def _argument(operator: Expression) -> Polynomial:
    return from_expression(operator.args[0])
