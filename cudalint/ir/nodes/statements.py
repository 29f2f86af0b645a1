"""Statements: what does something."""

from __future__ import annotations

from cudalint.frozen import frozen
from cudalint.ir.nodes.base import Expression, Place, Variable
from cudalint.ir.position import Position


@frozen(eq=False)
class Statement:
    """Does something."""

    at: Position


@frozen(eq=False)
class Block(Statement):
    """`{ ... }`."""

    body: tuple[Statement, ...]


@frozen(eq=False)
class Declare(Statement):
    """A variable comes to life. For a reference `binding` is what it is bound to; otherwise `initial` is its value.

    Shared variables are declared too (they keep their contents). A constructor call is a `Construct` as `initial`.
    """

    variable: Variable
    initial: Expression | None = None
    binding: Place | None = None


@frozen(eq=False)
class Evaluate(Statement):
    """An expression for what it does."""

    value: Expression


@frozen(eq=False)
class If(Statement):
    """`before` is a C++17 init statement or condition variable. A discarded `if constexpr` branch is simply absent."""

    condition: Expression
    if_true: Statement | None
    if_false: Statement | None
    before: Statement | None = None


@frozen(eq=False)
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


@frozen(eq=False)
class Case(Statement):
    """A label inside a `Switch` body; `value` None is `default`."""

    value: Expression | None


@frozen(eq=False)
class Switch(Statement):
    """`body` holds `Case` labels and statements in their order."""

    value: Expression
    body: tuple[Statement, ...]
    before: Statement | None = None


@frozen(eq=False)
class Return(Statement):
    """`value` is a place where the function returns a reference."""

    value: Expression | Place | None


@frozen(eq=False)
class Break(Statement):
    """`break`."""


@frozen(eq=False)
class Continue(Statement):
    """`continue`."""


@frozen(eq=False)
class Assembly(Statement):
    """`asm(text : outputs : inputs)`. An instruction that the front end cannot split has all operands in `inputs`."""

    text: str
    outputs: tuple[Place, ...]
    inputs: tuple[Expression, ...]


@frozen(eq=False)
class UnknownStatement(Statement):
    """`goto`, or a statement that could not be made out; `parts` are still done."""

    parts: tuple[Statement, ...]
    reason: str
