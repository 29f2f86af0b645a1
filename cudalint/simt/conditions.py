"""Conditions compiled to functions that split the lanes."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

import numpy

from cudalint.ir import nodes
from cudalint.ir.term import Term, symbols
from cudalint.simt.compiler import (
    ConditionFunction,
    Split,
    compile_condition,
    compile_value,
    compiles_conditions,
)
from cudalint.simt.machine import Machine
from cudalint.simt.values import ASSUMED, KNOWN, UNIFORM, VARYING, Number, Pointer, Value, is_varying, taint_of

_Arm = TypeVar("_Arm")


@compiles_conditions
def _condition(node: nodes.Expression) -> ConditionFunction:
    """Compile a condition; `!`, `&&` and `||` are followed, so that each side is only evaluated where C does."""
    if isinstance(node, nodes.Convert):
        inner = node.value
        if isinstance(inner, (nodes.Logical, nodes.Unary, nodes.Binary)) and node.type.size == 1:
            return compile_condition(inner)
    if isinstance(node, nodes.Unary) and node.operator == "!":
        inside = compile_condition(node.value)

        def negated(machine: Machine) -> Split:
            holds, fails, taint = inside(machine)
            return fails, holds, taint

        return negated
    if isinstance(node, nodes.Logical):
        return _logical(node)
    value = compile_value(node)

    def tested(machine: Machine) -> Split:
        found = value(machine)
        decision = holds, fails, taint = split(found)
        if taint == UNIFORM and isinstance(found, Number) and parts_lanes(machine, found):
            return holds, fails, VARYING
        if taint == ASSUMED and not machine.parted and is_varying(holds):
            machine.parted = not machine.uniform_in_warp(holds)
        return decision

    return tested


def parts_lanes(machine: Machine, number: Number) -> bool:
    """Whether the lanes of a warp may hold different values of a number."""
    if machine.host or not is_varying(number.data):
        return False
    if not machine.uniform_in_warp(number.data):
        return True
    # With other values of what is not known they may differ although they do not now.
    return number.taint != KNOWN and isinstance(number.term, Term) and not all(s.uniform for s in symbols(number.term))


def split(value: Value) -> Split:
    """How a value divides the lanes when it is tested."""
    if not isinstance(value, Number):
        if isinstance(value, Pointer):
            return True, value.taint >= UNIFORM, value.taint
        return True, True, max(taint_of(value), UNIFORM)
    if value.taint >= UNIFORM:
        return True, True, value.taint
    data = value.data
    if not is_varying(data):
        return bool(data), not data, value.taint
    if data.dtype != bool:
        data = data != 0
    return data, ~data, value.taint


def _both(a: Any, b: Any) -> Any:
    if a is True:
        return b
    if b is True:
        return a
    if a is False or b is False:
        return False
    return numpy.logical_and(a, b)


def _either(a: Any, b: Any) -> Any:
    if a is False:
        return b
    if b is False:
        return a
    if a is True or b is True:
        return True
    return numpy.logical_or(a, b)


def _logical(node: nodes.Logical) -> ConditionFunction:
    left, right = compile_condition(node.left), compile_condition(node.right)
    conjunction = node.operator == "&&"

    def run(machine: Machine) -> Split:
        holds, fails, taint = left(machine)
        mask, control = machine.mask, machine.control
        go_on = machine.restricted(holds if conjunction else fails)
        if go_on is None:
            return holds, fails, taint
        machine.mask, machine.control = go_on, max(control, taint)
        holds_too, fails_too, taint_too = right(machine)
        machine.mask, machine.control = mask, control
        sure = max(taint, taint_too)
        if conjunction:
            return _both(holds, holds_too), _either(fails, _both(holds, fails_too)), sure
        return _either(holds, _both(fails, holds_too)), _both(fails, fails_too), sure

    return run


def undecided(machine: Machine, condition: Split) -> bool:
    """Whether some active lane might go either way."""
    holds, fails, taint = condition
    if taint < UNIFORM:
        return False
    both = _both(holds, fails)
    if both is True:
        return True
    return both is not False and bool(numpy.count_nonzero(both & machine.mask))


def by_arms(
    machine: Machine, split: Split, if_true: Callable[[Machine], _Arm], if_false: Callable[[Machine], _Arm]
) -> tuple[_Arm | None, _Arm | None]:
    """What the two sides of a `?:` give, each for its own lanes; None for a side that no lane takes."""
    holds, fails, taint = split
    mask, control = machine.mask, machine.control
    machine.control = max(control, taint)
    results: list[_Arm | None] = []
    for lanes, arm in ((machine.restricted(holds), if_true), (machine.restricted(fails), if_false)):
        if lanes is None:
            results.append(None)
            continue
        machine.mask = lanes
        results.append(arm(machine))
    machine.mask, machine.control = mask, control
    return results[0], results[1]
