"""Integer expressions of C: how they are written, and what they are worth.

An expression knows its text and its value in an environment of plain Python integers. Nothing here knows the package
under test.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

Environment = Mapping[str, int]


class UndefinedBehaviour(Exception):
    """A signed overflow, a division by zero, or a shift too far: no program to test with."""


@dataclass(frozen=True)
class CType:
    """An integer type as the target machine has it."""

    text: str
    bits: int
    signed: bool

    def wrapped(self, value: int) -> int:
        """The value after conversion to this type."""
        value &= (1 << self.bits) - 1
        if self.signed and value >> (self.bits - 1):
            value -= 1 << self.bits
        return value


INT = CType("int", 32, True)
UNSIGNED = CType("unsigned", 32, False)
LONG = CType("long long", 64, True)
UNSIGNED_LONG = CType("unsigned long long", 64, False)
SHORT = CType("short", 16, True)
UCHAR = CType("unsigned char", 8, False)


def promoted(type_: CType) -> CType:
    """Integer promotion."""
    return INT if type_.bits < 32 else type_


def common(left: CType, right: CType) -> CType:
    """The usual arithmetic conversions."""
    left, right = promoted(left), promoted(right)
    if left.bits != right.bits:
        return left if left.bits > right.bits else right
    return left if not left.signed else right


@dataclass(frozen=True)
class Expression:
    """Any expression."""

    @property
    def type(self) -> CType:
        raise NotImplementedError

    def text(self) -> str:
        """C text that may stand as an operand."""
        raise NotImplementedError

    def value(self, environment: Environment) -> int:
        """Its value, in the range of its type."""
        raise NotImplementedError


@dataclass(frozen=True)
class Constant(Expression):
    number: int
    of: CType = INT

    @property
    def type(self) -> CType:
        return self.of

    def text(self) -> str:
        suffix = {INT: "", UNSIGNED: "u", LONG: "ll", UNSIGNED_LONG: "ull"}[self.of]
        return f"({self.number}{suffix})" if self.number < 0 else f"{self.number}{suffix}"

    def value(self, environment: Environment) -> int:
        return self.number


@dataclass(frozen=True)
class Name(Expression):
    """A variable, a parameter, or a built-in such as threadIdx.x."""

    name: str
    of: CType

    @property
    def type(self) -> CType:
        return self.of

    def text(self) -> str:
        return self.name

    def value(self, environment: Environment) -> int:
        return environment[self.name]


@dataclass(frozen=True)
class Cast(Expression):
    to: CType
    operand: Expression

    @property
    def type(self) -> CType:
        return self.to

    def text(self) -> str:
        return f"(({self.to.text}){self.operand.text()})"

    def value(self, environment: Environment) -> int:
        return self.to.wrapped(self.operand.value(environment))


def _divide(left: int, right: int) -> int:
    if right == 0:
        raise UndefinedBehaviour("division by zero")
    quotient = abs(left) // abs(right)
    return quotient if (left < 0) == (right < 0) else -quotient


_ARITHMETIC: dict[str, Callable[[int, int], int]] = {
    "+": lambda a, b: a + b,
    "-": lambda a, b: a - b,
    "*": lambda a, b: a * b,
    "/": _divide,
    "%": lambda a, b: a - _divide(a, b) * b,
    "&": lambda a, b: a & b,
    "|": lambda a, b: a | b,
    "^": lambda a, b: a ^ b,
}
_COMPARISONS: dict[str, Callable[[int, int], bool]] = {
    "<": lambda a, b: a < b,
    "<=": lambda a, b: a <= b,
    ">": lambda a, b: a > b,
    ">=": lambda a, b: a >= b,
    "==": lambda a, b: a == b,
    "!=": lambda a, b: a != b,
}
ARITHMETIC = tuple(_ARITHMETIC)
COMPARISONS = tuple(_COMPARISONS)


def _checked(value: int, type_: CType) -> int:
    wrapped = type_.wrapped(value)
    if type_.signed and wrapped != value:
        raise UndefinedBehaviour("signed overflow")
    return wrapped


@dataclass(frozen=True)
class Binary(Expression):
    operator: str
    left: Expression
    right: Expression

    @property
    def type(self) -> CType:
        return common(self.left.type, self.right.type)

    def text(self) -> str:
        return f"({self.left.text()} {self.operator} {self.right.text()})"

    def value(self, environment: Environment) -> int:
        type_ = self.type
        left, right = type_.wrapped(self.left.value(environment)), type_.wrapped(self.right.value(environment))
        return _checked(_ARITHMETIC[self.operator](left, right), type_)


@dataclass(frozen=True)
class Shift(Expression):
    """`<<` or `>>`: the type is that of the left operand."""

    operator: str
    left: Expression
    right: Expression

    @property
    def type(self) -> CType:
        return promoted(self.left.type)

    def text(self) -> str:
        return f"({self.left.text()} {self.operator} {self.right.text()})"

    def value(self, environment: Environment) -> int:
        value, distance = self.left.value(environment), self.right.value(environment)
        if not 0 <= distance < self.type.bits:
            raise UndefinedBehaviour("shifted too far")
        if self.operator == ">>":
            return value >> distance
        return _checked(value << distance, self.type)


@dataclass(frozen=True)
class Extreme(Expression):
    """min or max of two operands, which are converted to one type first."""

    function: str
    left: Expression
    right: Expression

    @property
    def type(self) -> CType:
        return common(self.left.type, self.right.type)

    def _operand(self, operand: Expression) -> Expression:
        return operand if operand.type == self.type else Cast(self.type, operand)

    def text(self) -> str:
        return f"{self.function}({self._operand(self.left).text()}, {self._operand(self.right).text()})"

    def value(self, environment: Environment) -> int:
        operands = self._operand(self.left).value(environment), self._operand(self.right).value(environment)
        return min(operands) if self.function == "min" else max(operands)


@dataclass(frozen=True)
class Condition:
    """Anything that is true or false."""

    def text(self) -> str:
        raise NotImplementedError

    def holds(self, environment: Environment) -> bool:
        raise NotImplementedError


@dataclass(frozen=True)
class Compare(Condition):
    operator: str
    left: Expression
    right: Expression

    def text(self) -> str:
        return f"({self.left.text()} {self.operator} {self.right.text()})"

    def holds(self, environment: Environment) -> bool:
        type_ = common(self.left.type, self.right.type)
        left, right = type_.wrapped(self.left.value(environment)), type_.wrapped(self.right.value(environment))
        return _COMPARISONS[self.operator](left, right)


@dataclass(frozen=True)
class Both(Condition):
    """`&&` or `||`, with the right side looked at only when it matters."""

    operator: str
    left: Condition
    right: Condition

    def text(self) -> str:
        return f"({self.left.text()} {self.operator} {self.right.text()})"

    def holds(self, environment: Environment) -> bool:
        first = self.left.holds(environment)
        if first == (self.operator == "||"):
            return first
        return self.right.holds(environment)


@dataclass(frozen=True)
class Choice(Expression):
    """condition ? left : right."""

    condition: Condition
    left: Expression
    right: Expression

    @property
    def type(self) -> CType:
        return common(self.left.type, self.right.type)

    def text(self) -> str:
        return f"({self.condition.text()} ? {self.left.text()} : {self.right.text()})"

    def value(self, environment: Environment) -> int:
        chosen = self.left if self.condition.holds(environment) else self.right
        return self.type.wrapped(chosen.value(environment))


@dataclass(frozen=True)
class Helper:
    """A __device__ function of integers that returns one expression; `template` names its value parameter, "" for
    none."""

    name: str
    parameters: tuple[Name, ...]
    result: Expression
    template: str = ""

    @property
    def type(self) -> CType:
        return self.result.type

    def definition(self) -> str:
        """Its text, on one line."""
        head = f"template <int {self.template}> " if self.template else ""
        parameters = ", ".join(f"{p.of.text} {p.name}" for p in self.parameters)
        return f"{head}__device__ {self.type.text} {self.name}({parameters}) {{ return {self.result.text()}; }}"


@dataclass(frozen=True)
class Call(Expression):
    helper: Helper
    arguments: tuple[Expression, ...]
    template_argument: int = 0

    @property
    def type(self) -> CType:
        return self.helper.type

    def text(self) -> str:
        explicit = f"<{self.template_argument}>" if self.helper.template else ""
        return f"{self.helper.name}{explicit}({', '.join(a.text() for a in self.arguments)})"

    def value(self, environment: Environment) -> int:
        inside = {
            parameter.name: parameter.of.wrapped(argument.value(environment))
            for parameter, argument in zip(self.helper.parameters, self.arguments, strict=True)
        }
        if self.helper.template:
            inside[self.helper.template] = self.template_argument
        return self.helper.result.value(inside)
