"""Functions of numbers that end up in indices and launch shapes."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

import numpy

from cudalint.ir import nodes
from cudalint.ir.term import Term
from cudalint.ir.types import Floating, Integer, Type
from cudalint.simt import arithmetic
from cudalint.simt.compiler import ValueFunction
from cudalint.simt.intrinsics.table import intrinsic, value_argument
from cudalint.simt.machine import Machine
from cudalint.simt.storage import scalar_type, unknown_value
from cudalint.simt.values import UNIFORM, Number, Value, as_number, build, is_varying, rounded

_MINIMA = ("min", "umin", "llmin", "ullmin", "fmin", "fminf")
_MAXIMA = ("max", "umax", "llmax", "ullmax", "fmax", "fmaxf")


@intrinsic(*_MINIMA, *_MAXIMA)
def _extremum(node: nodes.Intrinsic) -> ValueFunction | None:
    if len(node.arguments) != 2:
        return None
    a, b = (value_argument(x) for x in node.arguments)
    type_a, type_b, type_ = node.arguments[0].type, node.arguments[1].type, node.type
    largest = node.name in _MAXIMA
    if not scalar_type(type_):
        type_ = type_a if scalar_type(type_a) else type_b

    def run(machine: Machine) -> Value:
        left = as_number(arithmetic.convert(a(machine), type_a, type_))
        right = as_number(arithmetic.convert(b(machine), type_b, type_))
        return extremum(left, right, largest, type_)

    return run


def extremum(left: Number, right: Number, largest: bool, type_: Type) -> Number:
    """The larger or smaller of two numbers."""
    taint = max(left.taint, right.taint)
    if isinstance(type_, Floating) and not arithmetic.follows_floating(taint, left.data, right.data):
        return Number(0.5, taint)
    a, b = arithmetic.as_unsigned(left.data, type_), arithmetic.as_unsigned(right.data, type_)
    data: Any
    if is_varying(a) or is_varying(b):
        data = (numpy.maximum if largest else numpy.minimum)(a, b)
        data = data.astype(numpy.int64) if data.dtype == numpy.uint64 else data
    else:
        data = (max if largest else min)(a, b)
        data = data if isinstance(data, float) else arithmetic.wrap(data, type_)
    if isinstance(type_, Floating) or (left.term is None and right.term is None and not is_varying(data)):
        return Number(data, taint)
    return Number(data, taint, build("max" if largest else "min", left, right))


@intrinsic("__mul24", "__umul24", "mul24", "umul24")
def _multiply(node: nodes.Intrinsic) -> ValueFunction | None:
    if len(node.arguments) != 2:
        return None
    a, b = (value_argument(x) for x in node.arguments)
    type_ = node.type if isinstance(node.type, Integer) else Integer(4, 4, True)
    return lambda machine: arithmetic.binary("*", as_number(a(machine)), as_number(b(machine)), type_)


@intrinsic("abs", "labs", "llabs")
def _absolute(node: nodes.Intrinsic) -> ValueFunction | None:
    if len(node.arguments) != 1:
        return None
    value, type_ = value_argument(node.arguments[0]), node.type

    def run(machine: Machine) -> Value:
        number = as_number(value(machine))
        if isinstance(type_, Floating):
            followed = arithmetic.follows_floating(number.taint, number.data)
            return Number(abs(number.data) if followed else 0.5, number.taint)
        if number.term is None and not is_varying(number.data):
            return Number(abs(number.data), number.taint)
        negated = arithmetic.negate(number, type_)
        return extremum(number, negated, True, type_)

    return run


def _bit_length_table(function: Callable[[int], int]) -> Callable[[Any], Any]:
    def apply(data: Any) -> Any:
        if is_varying(data):
            return numpy.array([function(int(x)) for x in data], numpy.int64)
        return function(int(data))

    return apply


_UNSIGNED = 0xFFFFFFFF
_INTEGER_FUNCTIONS: dict[str, Callable[[Any], Any]] = {
    "__popc": _bit_length_table(lambda x: (x & _UNSIGNED).bit_count()),
    "__popcll": _bit_length_table(lambda x: (x & (1 << 64) - 1).bit_count()),
    "__ffs": _bit_length_table(lambda x: (x & -x).bit_length()),
    "__clz": _bit_length_table(lambda x: 32 - (x & _UNSIGNED).bit_length()),
    "__brev": _bit_length_table(lambda x: int(format(x & _UNSIGNED, "032b")[::-1], 2)),
}
_FLOATING_FUNCTIONS: dict[str, Callable[[Any], Any]] = {
    "log2": numpy.log2,
    "log": numpy.log,
    "log10": numpy.log10,
    "exp2": numpy.exp2,
    "exp": numpy.exp,
    "ceil": numpy.ceil,
    "floor": numpy.floor,
    "sqrt": numpy.sqrt,
    "rint": numpy.rint,
    "round": numpy.round,
    "trunc": numpy.trunc,
    "fabs": numpy.abs,
}
_ROUNDINGS: dict[str, Callable[[Any], Any]] = {
    "__float2int_rn": numpy.rint,
    "__float2int_rz": numpy.trunc,
    "__float2int_rd": numpy.floor,
    "__float2int_ru": numpy.ceil,
    "lrintf": numpy.rint,
    "lroundf": numpy.round,
}


@intrinsic(*_INTEGER_FUNCTIONS)
def _integer_function(node: nodes.Intrinsic) -> ValueFunction | None:
    if len(node.arguments) != 1:
        return None
    value, apply, type_ = value_argument(node.arguments[0]), _INTEGER_FUNCTIONS[node.name], node.type

    def run(machine: Machine) -> Value:
        number = as_number(value(machine))
        if number.taint >= UNIFORM:
            return unknown_value(machine, type_, number.taint)
        return Number(apply(number.data), number.taint)

    return run


@intrinsic(*_FLOATING_FUNCTIONS, *(f"{name}f" for name in _FLOATING_FUNCTIONS), *_ROUNDINGS)
def _floating_function(node: nodes.Intrinsic) -> ValueFunction | None:
    if len(node.arguments) != 1:
        return None
    name = node.name
    apply = _ROUNDINGS.get(name) or _FLOATING_FUNCTIONS.get(name) or _FLOATING_FUNCTIONS[name.removesuffix("f")]
    value, type_ = value_argument(node.arguments[0]), node.type
    to_integer = name in _ROUNDINGS

    def run(machine: Machine) -> Value:
        number = as_number(value(machine))
        if not arithmetic.follows_floating(number.taint, number.data):
            return unknown_value(machine, type_, number.taint)
        with numpy.errstate(all="ignore"):
            result = apply(numpy.asarray(number.data, numpy.float64))
        if not is_varying(number.data):
            plain = float(result)
            if not math.isfinite(plain):
                return unknown_value(machine, type_, UNIFORM)
            return Number(int(plain) if to_integer else plain, number.taint)
        if to_integer:
            return rounded(numpy.nan_to_num(result).astype(numpy.int64), number.taint)
        return Number(result, number.taint)

    return run


@intrinsic("pow", "powf", "__fdividef", "__fdiv_rn", "fmodf", "fmod")
def _floating_pair(node: nodes.Intrinsic) -> ValueFunction | None:
    if len(node.arguments) != 2:
        return None
    a, b = (value_argument(x) for x in node.arguments)
    power, type_, modulo = node.name.startswith("pow"), node.type, node.name.startswith("fmod")

    def run(machine: Machine) -> Value:
        left, right = as_number(a(machine)), as_number(b(machine))
        taint = max(left.taint, right.taint)
        if taint or is_varying(left.data) or is_varying(right.data):
            return unknown_value(machine, type_, taint or UNIFORM)
        try:
            x, y = float(left.data), float(right.data)
            result = x**y if power else math.fmod(x, y) if modulo else x / y
        except (ZeroDivisionError, OverflowError, ValueError):
            return unknown_value(machine, type_, UNIFORM)
        if isinstance(result, complex):
            return unknown_value(machine, type_, UNIFORM)
        return Number(result if isinstance(type_, Floating) else int(result))

    return run


@intrinsic("__mulhi", "__umulhi")
def _high_product(node: nodes.Intrinsic) -> ValueFunction | None:
    if len(node.arguments) != 2:
        return None
    a, b = (value_argument(x) for x in node.arguments)

    def run(machine: Machine) -> Value:
        left, right = as_number(a(machine)), as_number(b(machine))
        data = (left.data * right.data) >> 32
        term = build("*", left, right)
        return Number(data, max(left.taint, right.taint), Term(">>", term, 32) if term is not None else None)

    return run
