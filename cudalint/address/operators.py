"""C's integer operators: exact on integers, left alone on everything else.

What can be simplified, given what values the operands take, is done in `division` and `bitwise` before one of these is
made.
"""

from __future__ import annotations

from typing import Any

from cudalint.address.evaluate import apply
from cudalint.address.monomial import ONE, Operator, Sum


class IntegerOperator(Operator):
    """Base of the operators."""

    __slots__ = ()

    def __new__(cls, *arguments: Sum) -> Any:
        """A number where all arguments are numbers."""
        if all(a.is_number for a in arguments):
            value = apply(cls.symbol, [int(a) for a in arguments])
            return Sum({ONE: value} if value else {})
        return super().__new__(cls)


class Quotient(IntegerOperator):
    """`a / b`, truncated towards zero."""

    __slots__ = ()

    symbol = "/"


class Remainder(IntegerOperator):
    """`a % b`, with the sign of a."""

    __slots__ = ()

    symbol = "%"


class ShiftLeft(IntegerOperator):
    """`a << b` where b is not a constant."""

    __slots__ = ()

    symbol = "<<"


class ShiftRight(IntegerOperator):
    """`a >> b`, rounding down."""

    __slots__ = ()

    symbol = ">>"


class BitAnd(IntegerOperator):
    """`a & b`."""

    __slots__ = ()

    symbol = "&"


class BitXor(IntegerOperator):
    """`a ^ b`."""

    __slots__ = ()

    symbol = "^"


class BitOr(IntegerOperator):
    """`a | b`."""

    __slots__ = ()

    symbol = "|"


class Minimum(IntegerOperator):
    """`min(a, b)`."""

    __slots__ = ()

    symbol = "min"


class Maximum(IntegerOperator):
    """`max(a, b)`."""

    __slots__ = ()

    symbol = "max"


class Wrap(IntegerOperator):
    """(a, bits, signed): a reduced to an integer type of so many bits."""

    __slots__ = ()

    symbol = "wrap"
