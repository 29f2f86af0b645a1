"""Expressions compiled to functions that yield values."""

from __future__ import annotations

from typing import Any

import numpy

from cudalint.ir import nodes
from cudalint.ir.position import Position
from cudalint.ir.types import BOOL, DOUBLE, LONG, Floating, Integer, Type, Unknown
from cudalint.ir.types import Pointer as PointerType
from cudalint.simt import arithmetic
from cudalint.simt.assumed import chosen_by
from cudalint.simt.compiler import (
    PlaceFunction,
    ValueFunction,
    compile_condition,
    compile_place,
    compile_value,
    compiles,
)
from cudalint.simt.conditions import by_arms, parts_lanes
from cudalint.simt.journal import same
from cudalint.simt.machine import Machine
from cudalint.simt.memory import GLOBAL, LOCAL, PARAMETER, Memory, either, pointer_to, select
from cudalint.simt.storage import (
    TEMPLATE_STAND_IN,
    for_active_lanes,
    load,
    scalar_type,
    stand_in,
    store,
    unknown_value,
)
from cudalint.simt.values import (
    ASSUMED,
    KNOWN,
    UNIFORM,
    VARYING,
    FunctionReference,
    Number,
    Pointer,
    Spot,
    Value,
    as_number,
    is_varying,
    taint_of,
)
from cudalint.simt.words import written


@compiles(nodes.Constant)
def _constant(node: nodes.Constant) -> ValueFunction:
    value = Number(node.value)
    return lambda machine: value


@compiles(nodes.Text)
def _text(node: nodes.Text) -> ValueFunction:
    def run(machine: Machine) -> Value:
        if machine.host:
            return Pointer(written(node.value))
        memory = Memory(LOCAL, "text", node.type)
        memory.content_taint = UNIFORM
        return Pointer(memory)

    return run


@compiles(nodes.TemplateValue)
def _template_value(node: nodes.TemplateValue) -> ValueFunction:
    name, is_bool = node.name, node.type == BOOL
    return lambda machine: Number(True, ASSUMED) if is_bool else stand_in(machine, name, TEMPLATE_STAND_IN)


@compiles(nodes.FunctionValue)
def _function_value(node: nodes.FunctionValue) -> ValueFunction:
    value = FunctionReference(node.function, node.name)
    return lambda machine: value


@compiles(nodes.This)
def _this(node: nodes.This) -> ValueFunction:
    def run(machine: Machine) -> Value:
        this = machine.frame.this
        return this if this is not None else Pointer(Memory(LOCAL, "this"), 0, VARYING)

    return run


@compiles(nodes.Load)
def _load(node: nodes.Load) -> ValueFunction:
    place, at = compile_place(node.place), node.place.at
    if isinstance(node.place, nodes.VariablePlace) and scalar_type(node.place.type):
        return _load_variable(node.place.variable.key, place, at)
    return lambda machine: load(machine, place(machine), at)


_LOCAL_KINDS = (LOCAL, PARAMETER)


def _load_variable(key: str, place: PlaceFunction, at: Position) -> ValueFunction:
    """The short way for what is read most often: a local scalar that has a value."""

    def run(machine: Machine) -> Value:
        found = machine.frame.variables.get(key)
        if found.__class__ is Memory and found.kind in _LOCAL_KINDS:
            cell = found.cells.get(0)
            if cell is not None:
                return cell if cell.__class__ is Number and cell.merged is None else for_active_lanes(machine, cell)
        return load(machine, place(machine), at)

    return run


@compiles(nodes.AddressOf)
def _address_of(node: nodes.AddressOf) -> ValueFunction:
    place = compile_place(node.place)
    return lambda machine: pointer_to(place(machine))


@compiles(nodes.Convert)
def _convert(node: nodes.Convert) -> ValueFunction:
    value, source, target = compile_value(node.value), node.value.type, node.type
    if isinstance(target, PointerType) and not isinstance(source, PointerType):
        return _to_pointer(value)
    if isinstance(source, Integer) and isinstance(target, Integer) and arithmetic.holds_all(source, target):
        return _widening(value, source, target)
    return lambda machine: arithmetic.convert(value(machine), source, target)


def _widening(value: ValueFunction, source: Integer, target: Integer) -> ValueFunction:
    """The short way for the conversion that is met most often, and changes nothing."""

    def run(machine: Machine) -> Value:
        result = value(machine)
        if result.__class__ is Number and result.data.__class__ is int:
            return result
        return arithmetic.convert(result, source, target)

    return run


def _to_pointer(value: ValueFunction) -> ValueFunction:
    def run(machine: Machine) -> Value:
        result = value(machine)
        if isinstance(result, Memory):
            return Pointer(result)
        if not isinstance(result, Number):
            return result
        offset = arithmetic.to_integer(result, LONG, LONG).data if result.taint == KNOWN else 0
        return Pointer(Memory(GLOBAL, "address"), offset, max(result.taint, UNIFORM))

    return run


# -- operators ---------------------------------------------------------------------------------------------------------


@compiles(nodes.Unary)
def _unary(node: nodes.Unary) -> ValueFunction:
    value, type_ = compile_value(node.value), node.type
    if node.operator == "-":
        return lambda machine: arithmetic.negate(as_number(value(machine)), type_)
    if node.operator == "~":
        return lambda machine: arithmetic.complement(as_number(value(machine)), type_)

    def invert(machine: Machine) -> Value:
        result = value(machine)
        if not isinstance(result, Number):
            return Number(False, taint_of(result))
        data = result.data
        return Number(data == 0 if is_varying(data) else not data, result.taint)

    return invert


@compiles(nodes.Binary)
def _binary(node: nodes.Binary) -> ValueFunction:
    left, right, type_, operator = compile_value(node.left), compile_value(node.right), node.type, node.operator
    if operator in arithmetic.COMPARISONS:
        return _comparison(left, right, operator, node.left.type)
    if isinstance(type_, Floating):
        return _floating_binary(left, right, type_, operator)
    loose = isinstance(type_, Unknown)
    compute = arithmetic.operation(operator, LONG if loose else type_)

    def run(machine: Machine) -> Value:
        a, b = left(machine), right(machine)
        if not loose and a.__class__ is Number and b.__class__ is Number:
            return compute(a, b)
        if loose and isinstance(a, Pointer) and operator in "+-":
            return arithmetic.move(a, b, 4, 1 if operator == "+" else -1)
        if isinstance(a, Pointer) or isinstance(b, Pointer):
            address = arithmetic.address_arithmetic(operator, a, b, type_)
            if address is not None:
                return address
        if isinstance(a, Memory) or isinstance(b, Memory):
            return unknown_value(machine, type_, max(taint_of(a), taint_of(b), UNIFORM))
        result_type = _guessed(a, b) if loose else type_
        return arithmetic.binary(operator, as_number(a), as_number(b), result_type)

    return run


def _floating_binary(left: ValueFunction, right: ValueFunction, type_: Type, operator: str) -> ValueFunction:
    compute = arithmetic.operation(operator, type_)
    return lambda machine: compute(as_number(left(machine)), as_number(right(machine)))


def _guessed(left: Value, right: Value) -> Type:
    """The type of arithmetic in a body whose types depend on a template: floating if a side is, else a wide integer."""
    for value in (left, right):
        data: Any = getattr(value, "data", 0)
        if isinstance(data, float) or (is_varying(data) and data.dtype == numpy.float64):
            return DOUBLE
    return LONG


def _comparison(left: ValueFunction, right: ValueFunction, operator: str, type_: Type) -> ValueFunction:
    def run(machine: Machine) -> Value:
        a, b = left(machine), right(machine)
        if a.__class__ is Number and b.__class__ is Number:
            return _as_they_differ(machine, arithmetic.compare(operator, a, b, type_), a, b)
        if isinstance(a, Pointer) or isinstance(b, Pointer):
            if isinstance(a, Pointer) and isinstance(b, Pointer) and a.memory is b.memory:
                return arithmetic.compare(operator, as_number(a), as_number(b))
            if operator in ("==", "!="):
                return Number(operator == "!=")
            return Number(False, UNIFORM)
        a, b = as_number(a), as_number(b)
        return _as_they_differ(machine, arithmetic.compare(operator, a, b, type_), a, b)

    return run


def _as_they_differ(machine: Machine, result: Number, left: Number, right: Number) -> Number:
    """What a comparison says: what is the same for all lanes, but not known, may lie above the values of some lanes and
    below those of others."""
    if result.taint == UNIFORM and (parts_lanes(machine, left) or parts_lanes(machine, right)):
        return Number(result.data, VARYING)
    return result


@compiles(nodes.Logical)
def _logical(node: nodes.Logical) -> ValueFunction:
    condition = compile_condition(node)

    def run(machine: Machine) -> Value:
        holds, _, taint = condition(machine)
        return Number(holds, taint)

    return run


@compiles(nodes.PointerAdd)
def _pointer_add(node: nodes.PointerAdd) -> ValueFunction:
    pointer, index = compile_value(node.pointer), compile_value(node.index)
    scale, sign, type_ = node.scale or 4, -1 if node.negative else 1, node.type

    def run(machine: Machine) -> Value:
        base, steps = pointer(machine), index(machine)
        if isinstance(base, Pointer):
            return arithmetic.move(base, steps, scale, sign)
        return unknown_value(machine, type_, max(taint_of(steps), UNIFORM))

    return run


@compiles(nodes.PointerDifference)
def _pointer_difference(node: nodes.PointerDifference) -> ValueFunction:
    left, right, scale = compile_value(node.left), compile_value(node.right), Number(max(node.scale, 1))

    def run(machine: Machine) -> Value:
        a, b = left(machine), right(machine)
        if isinstance(a, Pointer) and isinstance(b, Pointer) and a.memory is b.memory:
            return arithmetic.binary("/", arithmetic.binary("-", as_number(a), as_number(b), LONG), scale, LONG)
        return Number(0, UNIFORM)

    return run


@compiles(nodes.Conditional)
def _conditional(node: nodes.Conditional) -> ValueFunction:
    condition, type_ = compile_condition(node.condition), node.type
    if_true, if_false = compile_value(node.if_true), compile_value(node.if_false)

    def run(machine: Machine) -> Value:
        split = holds, _, taint = condition(machine)
        a, b = by_arms(machine, split, if_true, if_false)
        if a is None and b is None:
            return unknown_value(machine, type_, VARYING)
        if a is None or b is None:
            return chosen_by(machine, taint, a if b is None else b)
        if taint < UNIFORM:
            result = select(holds, a, b)
            return result if result is a else chosen_by(machine, taint, result)
        if isinstance(a, Pointer) and isinstance(b, Pointer) and a.memory is not b.memory:
            return a
        return a if same(a, b) else either(a, b, taint)

    return run


@compiles(nodes.Comma)
def _comma(node: nodes.Comma) -> ValueFunction:
    first, second = compile_value(node.first), compile_value(node.second)

    def run(machine: Machine) -> Value:
        first(machine)
        return second(machine)

    return run


# -- assignments -------------------------------------------------------------------------------------------------------


@compiles(nodes.Assign)
def _assign(node: nodes.Assign) -> ValueFunction:
    place, value, at = compile_place(node.place), compile_value(node.value), node.place.at
    scalar = scalar_type(node.place.type)

    def run(machine: Machine) -> Value:
        result = value(machine)
        spot = place(machine)
        if isinstance(result, Spot):
            result = load(machine, result, at)
        if scalar and isinstance(result, Memory):
            result = unknown_value(machine, spot.type, max(taint_of(result), UNIFORM))
        store(machine, spot, result, at)
        return result

    return run


@compiles(nodes.CompoundAssign)
def _compound_assign(node: nodes.CompoundAssign) -> ValueFunction:
    place, value, at = compile_place(node.place), compile_value(node.value), node.place.at
    operator, compute, scale, type_ = node.operator, node.compute, node.scale, node.place.type
    loose = isinstance(compute, Unknown)

    def run(machine: Machine) -> Value:
        operand = value(machine)
        spot = place(machine)
        old = load(machine, spot, at)
        if isinstance(old, Pointer):
            new: Value = arithmetic.move(old, operand, scale or 4, -1 if operator == "-" else 1)
        elif isinstance(old, Memory) or isinstance(operand, Memory):
            new = unknown_value(machine, spot.type, max(taint_of(old), taint_of(operand), UNIFORM))
        else:
            result_type = _guessed(old, operand) if loose else compute
            left = old if loose else arithmetic.convert(old, type_, compute)
            new = arithmetic.binary(operator, as_number(left), as_number(operand), result_type)
            new = new if loose else arithmetic.convert(new, compute, type_)
        store(machine, spot, new, at)
        return new

    return run


@compiles(nodes.Increment)
def _increment(node: nodes.Increment) -> ValueFunction:
    place, at, type_ = compile_place(node.place), node.place.at, node.place.type
    one, step, scale, postfix = Number(1), node.step, node.scale, node.postfix
    operator = "+" if step > 0 else "-"
    compute = LONG if isinstance(type_, Unknown) else type_

    def run(machine: Machine) -> Value:
        spot = place(machine)
        old = load(machine, spot, at)
        if isinstance(old, Pointer):
            new: Value = arithmetic.move(old, one, scale or 4, step)
        else:
            new = arithmetic.binary(operator, as_number(old), one, compute)
        store(machine, spot, new, at)
        return old if postfix else new

    return run
