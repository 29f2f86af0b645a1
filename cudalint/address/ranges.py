"""Intervals of integers: what values an expression can take.

A range is (low, high), both included; an end that is not known is -inf or inf. Every function returns a range that
holds all results for operands of the given ranges, by the operators of `cudalint.ir.term`.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import inf
from typing import TypeAlias

End: TypeAlias = int | float
Range: TypeAlias = tuple[End, End]

EVERYTHING: Range = (-inf, inf)
NATURAL: Range = (0, inf)


def added(left: Range, right: Range) -> Range:
    """The range of a + b."""
    return left[0] + right[0], left[1] + right[1]


def multiplied(left: Range, right: Range) -> Range:
    """The range of a * b."""
    corners = [_times(a, b) for a in left for b in right]
    return min(corners), max(corners)


def scaled(range_: Range, factor: int) -> Range:
    """The range of factor * a."""
    low, high = _times(range_[0], factor), _times(range_[1], factor)
    return (low, high) if factor >= 0 else (high, low)


def raised(base: Range, exponent: int) -> Range:
    """The range of a to a positive power."""
    result = base
    for _ in range(exponent - 1):
        result = multiplied(result, base)
    return (max(result[0], 0), result[1]) if exponent % 2 == 0 else result


def of_operator(operator: str, operands: Sequence[Range]) -> Range:
    """The range of an operator that polynomials have none for: / % << >> & | ^ min max."""
    left, right = operands[0], operands[1]
    if operator == "/":
        return _quotient(left, right)
    if operator == "%":
        return _remainder(left, right)
    if operator == ">>":
        return _shifted_right(left, right)
    if operator == "<<":
        return NATURAL if left[0] >= 0 and left[1] < inf and right[0] >= 0 and right[1] < 63 else EVERYTHING
    if operator == "min":
        return min(left[0], right[0]), min(left[1], right[1])
    if operator == "max":
        return max(left[0], right[0]), max(left[1], right[1])
    return _bitwise(operator, left, right)


def of_integer_type(bits: int, *, signed: bool) -> Range:
    """All values of an integer type. 64-bit values are kept as signed ones, as the execution does."""
    if signed or bits >= 64:
        return -(1 << (bits - 1)), (1 << (bits - 1)) - 1
    return 0, (1 << bits) - 1


def within(range_: Range, outer: Range) -> bool:
    """Whether all of `range_` lies in `outer`."""
    return outer[0] <= range_[0] and range_[1] <= outer[1]


def _times(left: End, right: End) -> End:
    if left == 0 or right == 0:
        return 0
    if left in (inf, -inf) or right in (inf, -inf):
        return inf if (left > 0) == (right > 0) else -inf
    return left * right


def _toward_zero(value: End, divisor: int) -> End:
    if value in (inf, -inf):
        return value
    quotient = abs(int(value)) // divisor
    return -quotient if value < 0 else quotient


def _quotient(left: Range, right: Range) -> Range:
    if right[0] == right[1] and right[0] > 0:
        divisor = int(right[0])
        return _toward_zero(left[0], divisor), _toward_zero(left[1], divisor)
    if right[0] >= 0:
        return min(left[0], 0), max(left[1], 0)
    largest = max(abs(left[0]), abs(left[1]))
    return -largest, largest


def _remainder(left: Range, right: Range) -> Range:
    limit = max(abs(right[0]), abs(right[1]), 1) - 1
    low = 0 if left[0] >= 0 else max(left[0], -limit)
    high = 0 if left[1] <= 0 else min(left[1], limit)
    return low, high


def _shifted_right(left: Range, right: Range) -> Range:
    if right[0] != right[1] or not 0 <= right[0] < 64:
        return min(left[0], 0), max(left[1], -1)
    count = int(right[0])
    low, high = (end if end in (inf, -inf) else int(end) >> count for end in left)
    return low, high


def _bitwise(operator: str, left: Range, right: Range) -> Range:
    if operator == "&":
        highs = [high for low, high in (left, right) if low >= 0]
        return (0, min(highs)) if highs else EVERYTHING
    if left[0] < 0 or right[0] < 0:
        return EVERYTHING
    largest = max(left[1], right[1])
    return NATURAL if largest == inf else (0, (1 << int(largest).bit_length()) - 1)
