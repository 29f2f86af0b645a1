"""The table of what knows how to compile which node.

Each module of this package registers functions for the kinds of node it understands; the table keeps them free of
import cycles. A compiled node is a plain function of the machine, made once and called for every execution.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

from cudalint.ir import nodes
from cudalint.simt.machine import Machine
from cudalint.simt.values import Spot, Value

ValueFunction = Callable[[Machine], Value]
PlaceFunction = Callable[[Machine], Spot]
StatementFunction = Callable[[Machine], None]
Split = tuple[Any, Any, int]
"""Lanes for which a condition can be true, lanes for which it can be false (each True, False or an array), and its
taint."""
ConditionFunction = Callable[[Machine], Split]

_Compile = TypeVar("_Compile", bound=Callable[[Any], Any])
_TABLE: dict[type, Callable[[Any], Any]] = {}
_CONDITION: list[Callable[[nodes.Expression], ConditionFunction]] = []


def compiles(*kinds: type) -> Callable[[_Compile], _Compile]:
    """Register a function for some kinds of node."""

    def register(function: _Compile) -> _Compile:
        for kind in kinds:
            _TABLE[kind] = function
        return function

    return register


def compiles_conditions(function: Callable[[nodes.Expression], ConditionFunction]) -> None:
    """Register the function for conditions."""
    _CONDITION.append(function)


def compile_value(node: nodes.Expression) -> ValueFunction:
    """An expression as a function that yields its value."""
    function: ValueFunction = _TABLE[type(node)](node)
    return function


def compile_place(node: nodes.Place) -> PlaceFunction:
    """A place as a function that works out its address."""
    function: PlaceFunction = _TABLE[type(node)](node)
    return function


def compile_statement(node: nodes.Statement) -> StatementFunction:
    """A statement as a function that does it."""
    function: StatementFunction = _TABLE[type(node)](node)
    return function


def compile_condition(node: nodes.Expression) -> ConditionFunction:
    """An expression as a function that splits the lanes."""
    return _CONDITION[0](node)


def compile_argument(node: nodes.Argument) -> Callable[[Machine], Value | Spot]:
    """A value, or the place that a reference parameter is bound to."""
    return compile_place(node) if isinstance(node, nodes.Place) else compile_value(node)
