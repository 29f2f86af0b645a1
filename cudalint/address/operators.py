"""C's integer operators as sympy functions: they evaluate on integers, by C's rules, and on nothing else."""

from __future__ import annotations

from typing import Any

import sympy

from cudalint.address.evaluate import apply


class IntegerOperator(sympy.Function):  # type: ignore[misc]
    """Base of the operators; `symbol` is how C writes them, `strength` how tightly they bind there (higher is
    tighter)."""

    is_integer = True
    symbol = ""
    strength = 0

    @classmethod
    def eval(cls, *arguments: Any) -> Any:
        """A number where all arguments are numbers."""
        if all(a.is_Integer for a in arguments):
            return sympy.Integer(apply(cls.symbol, [int(a) for a in arguments]))
        return cls.simplified(*arguments)

    @classmethod
    def simplified(cls, *arguments: Any) -> Any:
        """A simpler form, or None."""
        return None


class Quotient(IntegerOperator):
    """`a / b`, truncated towards zero."""

    symbol, strength = "/", 9

    @classmethod
    def simplified(cls, *arguments: Any) -> Any:
        """x / 1 is x."""
        return arguments[0] if arguments[1] == 1 else None


class Remainder(IntegerOperator):
    """`a % b`, with the sign of a."""

    symbol, strength = "%", 9

    @classmethod
    def simplified(cls, *arguments: Any) -> Any:
        """x % 1 is 0."""
        return sympy.Integer(0) if arguments[1] == 1 else None


class ShiftLeft(IntegerOperator):
    """`a << b` where b is not a constant."""

    symbol, strength = "<<", 7


class ShiftRight(IntegerOperator):
    """`a >> b`, rounding down."""

    symbol, strength = ">>", 7

    @classmethod
    def simplified(cls, *arguments: Any) -> Any:
        """x >> 0 is x."""
        return arguments[0] if arguments[1] == 0 else None


class BitAnd(IntegerOperator):
    """`a & b`."""

    symbol, strength = "&", 6


class BitXor(IntegerOperator):
    """`a ^ b`."""

    symbol, strength = "^", 5

    @classmethod
    def simplified(cls, *arguments: Any) -> Any:
        """x ^ 0 is x."""
        return arguments[0] if arguments[1] == 0 else None


class BitOr(IntegerOperator):
    """`a | b`."""

    symbol, strength = "|", 4

    @classmethod
    def simplified(cls, *arguments: Any) -> Any:
        """x | 0 is x."""
        return arguments[0] if arguments[1] == 0 else None


class Complement(IntegerOperator):
    """`~a`."""

    symbol = "~"


class Minimum(IntegerOperator):
    """`min(a, b)`."""

    symbol = "min"


class Maximum(IntegerOperator):
    """`max(a, b)`."""

    symbol = "max"


class Wrap(IntegerOperator):
    """A value reduced to an integer type of so many bits, signed or not."""

    symbol = "wrap"


OPERATORS: dict[str, type[IntegerOperator]] = {
    "/": Quotient,
    "%": Remainder,
    "<<": ShiftLeft,
    ">>": ShiftRight,
    "&": BitAnd,
    "^": BitXor,
    "|": BitOr,
    "~": Complement,
    "min": Minimum,
    "max": Maximum,
    "wrap": Wrap,
}
