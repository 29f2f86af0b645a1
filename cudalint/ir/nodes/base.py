"""What every node is, and the variables they speak of."""

from __future__ import annotations

from cudalint.frozen import frozen
from cudalint.ir.position import Position
from cudalint.ir.types import Type


@frozen(eq=False)
class Node:
    """`type` is the type of the value, or of what lies at the place; `at` is where it is written."""

    type: Type
    at: Position


class Expression(Node):
    """Yields a value."""

    __slots__ = ()


class Place(Node):
    """Has an address."""

    __slots__ = ()


@frozen
class Variable:
    """A declared name. `key` is unique within a unit: two variables of the same name have different keys.

    `storage`: "local" (automatic), "parameter", "shared" (static `__shared__`), "dynamic_shared" (`extern __shared__`),
    "device" (`__device__`/`__managed__` at file or class scope), "constant" (`__constant__`), "texture", "static" (host
    variable at file scope, or function-local `static`), "builtin" (threadIdx, blockIdx, blockDim, gridDim, warpSize),
    "invented" (made up by the repair pass: its value must never be used). `initial` is the initialiser of a variable
    that is not declared by a `Declare` statement (file scope, static members).
    """

    key: str
    name: str
    type: Type
    storage: str
    at: Position
    volatile: bool = False
    const: bool = False
    initial: Expression | None = None


Argument = Expression | Place
"""A `Place` stands where the parameter is a reference."""
