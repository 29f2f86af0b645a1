"""Statements: what does something."""

from __future__ import annotations

from dataclasses import dataclass

from cudalint.ir.nodes.base import Expression, Place, Variable
from cudalint.ir.position import Position


@dataclass(frozen=True, slots=True, eq=False)
class Statement:
    """Does something."""

    at: Position


@dataclass(frozen=True, slots=True, eq=False)
class Block(Statement):
    """`{ ... }`."""

    body: tuple[Statement, ...]


@dataclass(frozen=True, slots=True, eq=False)
class Declare(Statement):
    """A variable comes to life. For a reference `binding` is what it is bound to; otherwise `initial` is its value.

    Shared variables are declared too (they keep their contents). A constructor call is a `Construct` as `initial`.
    """

    variable: Variable
    initial: Expression | None = None
    binding: Place | None = None


@dataclass(frozen=True, slots=True, eq=False)
class Evaluate(Statement):
    """An expression for what it does."""

    value: Expression


@dataclass(frozen=True, slots=True, eq=False)
class If(Statement):
    """`before` is a C++17 init statement or condition variable. A discarded `if constexpr` branch is simply absent."""

    condition: Expression
    if_true: Statement | None
    if_false: Statement | None
    before: Statement | None = None


@dataclass(frozen=True, slots=True, eq=False)
class Loop(Statement):
    """`for`, `while` and (`test_last`) `do`. `condition` None: forever.

    `unroll`: None without a pragma, 0 for a bare `#pragma unroll`, otherwise its factor.
    """

    before: Statement | None
    condition: Expression | None
    step: Expression | None
    body: Statement
    test_last: bool = False
    unroll: int | None = None


@dataclass(frozen=True, slots=True, eq=False)
class Case(Statement):
    """A label inside a `Switch` body; `value` None is `default`."""

    value: Expression | None


@dataclass(frozen=True, slots=True, eq=False)
class Switch(Statement):
    """`body` holds `Case` labels and statements in their order."""

    value: Expression
    body: tuple[Statement, ...]
    before: Statement | None = None


@dataclass(frozen=True, slots=True, eq=False)
class Return(Statement):
    """`value` is a place where the function returns a reference."""

    value: Expression | Place | None


@dataclass(frozen=True, slots=True, eq=False)
class Break(Statement):
    """`break`."""


@dataclass(frozen=True, slots=True, eq=False)
class Continue(Statement):
    """`continue`."""


@dataclass(frozen=True, slots=True, eq=False)
class Assembly(Statement):
    """`asm(text : outputs : inputs)`. An instruction that the front end cannot split has all operands in `inputs`."""

    text: str
    outputs: tuple[Place, ...]
    inputs: tuple[Expression, ...]


@dataclass(frozen=True, slots=True, eq=False)
class UnknownStatement(Statement):
    """`goto`, or a statement that could not be made out; `parts` are still done."""

    parts: tuple[Statement, ...]
    reason: str
