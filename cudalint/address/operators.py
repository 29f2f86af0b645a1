"""C's integer operators as sympy functions: exact on integers, left alone on everything else.

What can be simplified, given what values the operands take, is done in `division` and `bitwise` before one of these is
made.
"""

from __future__ import annotations

from typing import Any, ClassVar

import sympy

from cudalint.address.evaluate import apply


class IntegerOperator(sympy.Function):  # type: ignore[misc]
    """Base of the operators; `symbol` is the operator's name in a term.

    sympy's own construction of a function asks about precision and the number of arguments, which takes 0.3 ms; none of
    it applies to integers.
    """

    is_integer = True
    is_commutative = True
    symbol: ClassVar[str] = ""

    def __new__(cls, *arguments: Any) -> Any:
        """A number where all arguments are numbers."""
        if all(a.is_Integer for a in arguments):
            return sympy.Integer(apply(cls.symbol, [int(a) for a in arguments]))
        return sympy.Expr.__new__(cls, *arguments)


class Quotient(IntegerOperator):
    """`a / b`, truncated towards zero."""

    symbol = "/"


class Remainder(IntegerOperator):
    """`a % b`, with the sign of a."""

    symbol = "%"


class ShiftLeft(IntegerOperator):
    """`a << b` where b is not a constant."""

    symbol = "<<"


class ShiftRight(IntegerOperator):
    """`a >> b`, rounding down."""

    symbol = ">>"


class BitAnd(IntegerOperator):
    """`a & b`."""

    symbol = "&"


class BitXor(IntegerOperator):
    """`a ^ b`."""

    symbol = "^"


class BitOr(IntegerOperator):
    """`a | b`."""

    symbol = "|"


class Minimum(IntegerOperator):
    """`min(a, b)`."""

    symbol = "min"


class Maximum(IntegerOperator):
    """`max(a, b)`."""

    symbol = "max"


class Wrap(IntegerOperator):
    """(a, bits, signed): a reduced to an integer type of so many bits."""

    symbol = "wrap"
